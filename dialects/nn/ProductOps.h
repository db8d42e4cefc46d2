//===- ProductOps.h - Products and windows ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of matrices, convolutions and pools.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_PRODUCTOPS_H
#define TINE_DIALECTS_NN_PRODUCTOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNProductOps.h.inc"

#endif // TINE_DIALECTS_NN_PRODUCTOPS_H
