//===- ViewOps.h - Views ----------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose result has elements of the operand, in another shape.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_VIEWOPS_H
#define TINE_DIALECTS_NN_VIEWOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNViewOps.h.inc"

#endif // TINE_DIALECTS_NN_VIEWOPS_H
