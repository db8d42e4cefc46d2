//===- ReductionOps.h - Along dimensions ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the rows of a tensor along dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_REDUCTIONOPS_H
#define TINE_DIALECTS_NN_REDUCTIONOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNReductionOps.h.inc"

#endif // TINE_DIALECTS_NN_REDUCTIONOPS_H
