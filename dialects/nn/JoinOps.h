//===- JoinOps.h - Parts and joins ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that put tensors together, or their elements in another order.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_JOINOPS_H
#define TINE_DIALECTS_NN_JOINOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNJoinOps.h.inc"

#endif // TINE_DIALECTS_NN_JOINOPS_H
