//===- CreationOps.h - Tensors of known elements ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose result is made of a number.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_CREATIONOPS_H
#define TINE_DIALECTS_NN_CREATIONOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNCreationOps.h.inc"

#endif // TINE_DIALECTS_NN_CREATIONOPS_H
