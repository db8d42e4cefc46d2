//===- IndexingOps.h - Indices and order ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that read and write where tensors say, and sort.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_INDEXINGOPS_H
#define TINE_DIALECTS_NN_INDEXINGOPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNIndexingOps.h.inc"

#endif // TINE_DIALECTS_NN_INDEXINGOPS_H
