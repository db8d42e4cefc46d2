//===- MathFacts.h - What emitters know of operands -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of math operations that expand-math reads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGET_MATHFACTS_H
#define TINE_LOWERING_TARGET_MATHFACTS_H

#include "llvm/ADT/StringRef.h"

namespace tine {

/// Of math.exp: its operand is at most 0, or NaN.
constexpr llvm::StringLiteral notPositive = "tine.not_positive";

} // namespace tine

#endif // TINE_LOWERING_TARGET_MATHFACTS_H
