//===- Tf32.h - Products that may be inexact --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the front end says of the products of float32 in a module, and a target
// may make use of.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_TINE_TF32_H
#define TINE_DIALECTS_TINE_TF32_H

#include "llvm/ADT/StringRef.h"

namespace tine {

/// The attribute of a module that lists which products of f32 on devices may
/// have their factors rounded to TF32.
inline constexpr llvm::StringLiteral tf32Attribute = "tine.tf32",
                                     tf32Matmul = "matmul", tf32Conv = "conv";

} // namespace tine

#endif // TINE_DIALECTS_TINE_TF32_H
