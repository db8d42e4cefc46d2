//===- ElementwiseOps.h - Functions of elements -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the elements of one or two tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_ELEMENTWISEOPS_H
#define TINE_DIALECTS_NN_ELEMENTWISEOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNElementwiseOps.h.inc"

#endif // TINE_DIALECTS_NN_ELEMENTWISEOPS_H
