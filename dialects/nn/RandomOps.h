//===- RandomOps.h - Random numbers -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the generator of random numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_RANDOMOPS_H
#define TINE_DIALECTS_NN_RANDOMOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNRandomOps.h.inc"

#endif // TINE_DIALECTS_NN_RANDOMOPS_H
