//===- Apart.h - Loops whose iterations do not meet -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_APART_H
#define TINE_LOWERING_CUDA_APART_H

#include "llvm/ADT/StringRef.h"

namespace tine::cuda {

/// On a loop over elements: no iteration writes what another one reads or
/// writes, nor do those of the loops in it that have the attribute. A pass that
/// drops it makes the loop slow and not wrong.
constexpr llvm::StringLiteral apartAttribute = "tine.apart";

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_APART_H
