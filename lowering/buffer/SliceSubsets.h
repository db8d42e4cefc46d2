//===- SliceSubsets.h - When two slices are one -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_BUFFER_SLICESUBSETS_H
#define TINE_LOWERING_BUFFER_SLICESUBSETS_H

namespace mlir {
class DialectRegistry;
}

namespace tine {

/// Has slices of tensors compared by the values that say where they are. To be
/// called before MLIR's own models are registered: those solve for bounds of
/// the values, which takes minutes in functions with many sizes that only the
/// run knows.
void registerSliceSubsets(mlir::DialectRegistry &registry);

} // namespace tine

#endif // TINE_LOWERING_BUFFER_SLICESUBSETS_H
