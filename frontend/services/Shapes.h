//===- Shapes.h - Sizes and layouts of tensors ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes as values, and how the elements of a tensor would lie in PyTorch's
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_SHAPES_H
#define TINE_FRONTEND_SERVICES_SHAPES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Sizes as the text of an error, with a number of the run for each `%i`.
struct SizesText {
  std::string text = "[";
  llvm::SmallVector<mlir::Value> numbers;

  explicit SizesText(llvm::ArrayRef<Value> sizes);
};

class Shapes : public Service {
public:
  explicit Shapes(const Context &context) : Service(context) {}

  int64_t rank(const Value &tensor);
  /// Size of a dimension: a known number, or an i64.
  Value size(const Value &tensor, int64_t dim);
  mlir::Value sizeIndex(const Value &tensor, int64_t dim);
  Value sizes(const Value &tensor);
  Value numel(const Value &tensor);
  bool shapeArg(const Value &value, ast::Range range,
                llvm::SmallVectorImpl<int64_t> &shape,
                llvm::SmallVectorImpl<mlir::Value> &dynamic);
  /// The strides of a tensor of known sizes; nullopt where they are not known
  /// (Layouts.cpp).
  std::optional<llvm::SmallVector<int64_t>> strides(const Value &tensor);
  /// Whether the tensor can be viewed in another shape, where that is known.
  std::optional<bool> canView(const Value &tensor,
                              llvm::ArrayRef<int64_t> shape);
  /// The dimensions from the widest stride to the narrowest; empty where that
  /// is row-major order or not known.
  llvm::SmallVector<int64_t> memoryOrder(const Value &tensor);
  /// The order that PyTorch calls channels last, if the tensor has it.
  llvm::SmallVector<int64_t> channelsLast(const Value &tensor);
  void setLayout(const Value &tensor, Layout layout);
  /// Gives a new tensor the format of `like`: channels last, or else row-major.
  void setFormat(const Value &result, const Value *like);
  /// Gives the new result of an elementwise operation the order in memory that
  /// its operands have.
  Value keepLayout(Value result, llvm::ArrayRef<Value> operands);
  /// Gives what one index took of a dimension of `source` the order in memory
  /// that it has in PyTorch.
  void setSelectedLayout(const Value &result, const Value &source, int64_t dim);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_SHAPES_H
