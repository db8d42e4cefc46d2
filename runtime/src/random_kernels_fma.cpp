//===- random_kernels_fma.cpp - Random numbers ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the random numbers for AVX2 and FMA.
//
//===----------------------------------------------------------------------===//

#define TINE_RANDOM_KERNELS randomKernelsFma
#include "random_kernels.inc"
