//===- random_kernels_base.cpp - Random numbers -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the random numbers for any x86-64.
//
//===----------------------------------------------------------------------===//

#define TINE_RANDOM_KERNELS randomKernelsBase
#include "random_kernels.inc"
