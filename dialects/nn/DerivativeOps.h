//===- DerivativeOps.h - What derivatives are asked by ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that stand for derivatives until they are made, and what they look
// through.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_DERIVATIVEOPS_H
#define TINE_DIALECTS_NN_DERIVATIVEOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNDerivativeOps.h.inc"

#endif // TINE_DIALECTS_NN_DERIVATIVEOPS_H
