//===- Ops.h - All operations of the nn dialect -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For what names ops of most kinds; others include those of the kind.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_OPS_H
#define TINE_DIALECTS_NN_OPS_H

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/RandomOps.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"

#endif // TINE_DIALECTS_NN_OPS_H
