//===- NNTables.td - The tables of elementwise ops ---------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of which NNFunctions.td makes tables, and no others: a change of those
// leaves the tables alone.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_TABLES
#define TINE_NN_TABLES

include "dialects/nn/NNArithmeticOps.td"
include "dialects/nn/NNElementwiseOps.td"

#endif // TINE_NN_TABLES
