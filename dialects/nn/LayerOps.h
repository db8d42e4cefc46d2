//===- LayerOps.h - Layers --------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that are a whole layer: attention and recurrent ones.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_LAYEROPS_H
#define TINE_DIALECTS_NN_LAYEROPS_H

#include "dialects/nn/NN.h"

#define GET_OP_CLASSES
#include "dialects/nn/NNLayerOps.h.inc"

#endif // TINE_DIALECTS_NN_LAYEROPS_H
