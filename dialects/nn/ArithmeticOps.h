//===- ArithmeticOps.h - Arithmetic and conversions -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise ops that rules of derivatives and many passes make.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_ARITHMETICOPS_H
#define TINE_DIALECTS_NN_ARITHMETICOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNArithmeticOps.h.inc"

#endif // TINE_DIALECTS_NN_ARITHMETICOPS_H
