//===- Layouts.h - Strides of views -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a view does to the order of elements in PyTorch's memory. Nothing is
// stored that way here; programs see it in stride(), in whether view() fails,
// and in whether what they write through a reshaped tensor reaches its origin.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_LAYOUTS_H
#define TINE_FRONTEND_SERVICES_LAYOUTS_H

#include "frontend/values/Object.h"
#include <optional>

namespace tine::elaborate {

/// The strides of row-major order.
llvm::SmallVector<int64_t> rowMajor(llvm::ArrayRef<int64_t> shape);

/// The strides of `to` that address the same elements in the same order, if
/// there are any. Both shapes are known and have one number of elements.
std::optional<llvm::SmallVector<int64_t>>
reshapedStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> strides,
                llvm::ArrayRef<int64_t> to);

/// The layout of a view of a tensor of type `from`.
Layout layoutAfter(const Layout &layout, mlir::RankedTensorType from,
                   const ViewStep &step);

/// A layout of given strides.
Layout makeLayout(llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> strides, int64_t offset);

/// Whether two places of such a view are one element.
bool overlaps(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides);

/// Whether two tensors without gaps have some elements in common, but are not
/// the same, where that is known: PyTorch writes none of them with the other.
bool overlapInPart(const Identity &first, const Identity &second);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_LAYOUTS_H
