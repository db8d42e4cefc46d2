//===- NN.td - Tensor operations with PyTorch's semantics --*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `nn` dialect with all of its ops.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN
#define TINE_NN

include "dialects/nn/NNArithmeticOps.td"
include "dialects/nn/NNElementwiseOps.td"
include "dialects/nn/NNCreationOps.td"
include "dialects/nn/NNRandomOps.td"
include "dialects/nn/NNViewOps.td"
include "dialects/nn/NNJoinOps.td"
include "dialects/nn/NNReductionOps.td"
include "dialects/nn/NNProductOps.td"
include "dialects/nn/NNLayerOps.td"
include "dialects/nn/NNIndexingOps.td"
include "dialects/nn/NNDerivativeOps.td"

#endif // TINE_NN
