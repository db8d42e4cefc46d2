//===- Roots.h - What memory a buffer names ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the passes that reorder uses of buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_ROOTS_H
#define TINE_LOWERING_SUPPORT_ROOTS_H

#include "mlir/IR/Value.h"

namespace tine {

/// What a buffer is a view of, and whether it is all of that in one piece.
struct Root {
  mlir::Value value;
  bool isWhole = true;
};

Root rootOf(mlir::Value buffer);

/// Memory that nothing else can name.
bool isFresh(mlir::Value root);

/// Memory that certainly is none of what the function makes.
bool isForeign(mlir::Value root);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_ROOTS_H
