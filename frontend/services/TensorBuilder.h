//===- TensorBuilder.h - Tensors: elements, views, writes -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes tensors, reads and writes their elements through views, and applies
// elementwise operations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_TENSORBUILDER_H
#define TINE_FRONTEND_SERVICES_TENSORBUILDER_H

#include "frontend/services/Context.h"
#include "frontend/services/Objects.h"
#include "llvm/ADT/DenseSet.h"

namespace tine::elaborate {

/// Sizes as the text of an error, with a number of the run for each `%i`.
struct SizesText {
  std::string text = "[";
  llvm::SmallVector<mlir::Value> numbers;

  explicit SizesText(llvm::ArrayRef<Value> sizes);
};

class TensorBuilder : public Service {
public:
  explicit TensorBuilder(const Context &context) : Service(context) {}

  /// A new tensor with storage of its own.
  Value newTensor(mlir::Value value, bool requiresGrad = false,
                  llvm::StringRef gradFn = "");
  mlir::Value read(const Value &tensor);
  /// Keeps what a storage is now, in front of a write in place.
  void rememberOverwritten(unsigned storage);
  /// Whether all that share the storage would see a change in place; if not, it
  /// is an error.
  bool mayWrite(unsigned storage, ast::Range range);
  bool write(const Value &tensor, mlir::Value value, ast::Range range);
  /// A view of a storage's elements.
  mlir::Value elementsOf(mlir::Value storage, llvm::ArrayRef<ViewStep> path);
  /// The storage's elements with others in a view of it; null, with an error,
  /// where several of the view's are one.
  mlir::Value withElements(mlir::Value storage, llvm::ArrayRef<ViewStep> path,
                           mlir::Value elements, ast::Range range);
  /// Writes a value that is not made of the old one. What the tensor was made
  /// of has gradients as before, which are zeros.
  bool overwrite(const Value &tensor, mlir::Value value, ast::Range range,
                 llvm::StringRef gradFn);
  Value view(const Value &tensor, ViewStep step, llvm::StringRef gradFn);
  mlir::RankedTensorType tensorType(const Value &tensor);
  /// The tensor's elements as derivatives see them; `read` stops those that
  /// must not pass.
  mlir::Value readThrough(const Value &tensor);
  /// False, with an error, where PyTorch forbids to change a leaf, or a view of
  /// one, in place.
  bool mayWrite(const Value &tensor, ast::Range range, bool aView = false);
  mlir::Value castTensor(mlir::Value tensor, mlir::Type element);
  /// Broadcasts, promotes and applies an elementwise op by name ("nn.add").
  Value elementwise(llvm::StringRef opName, llvm::ArrayRef<Value> operands,
                    ast::Range range, llvm::StringRef gradFn,
                    mlir::Type computeType = {});
  mlir::Type promote(llvm::ArrayRef<Value> operands);
  bool broadcastShape(llvm::ArrayRef<mlir::RankedTensorType> types,
                      llvm::SmallVectorImpl<int64_t> &shape, ast::Range range);
  bool sameDevice(llvm::ArrayRef<Value> tensors, ast::Range range,
                  mlir::Attribute &device);
  Value reshape(const Value &tensor, llvm::ArrayRef<Value> sizes,
                ast::Range range, llvm::StringRef gradFn, bool asView);
  Value slice(const Value &tensor, int64_t dim, Value lower, Value upper,
              Value step, ast::Range range);
  Value selectIndex(const Value &tensor, int64_t dim, Value index,
                    ast::Range range);
  Value expandTo(const Value &tensor, llvm::ArrayRef<Value> sizes,
                 ast::Range range);
  Value contiguousCopy(const Value &tensor, llvm::StringRef gradFn);
  void copyGuarded(const GuardedCopy &copy, ast::Range range);

  void markBuffer(const Value &tensor);
  /// A copy of its elements is kept elsewhere: they may not be changed in place
  /// from here on.
  void freeze(const Value &tensor);
  //===--------------------------------------------------------------------===//
  // Sizes (Sizes.cpp), and how the elements would lie in PyTorch's memory
  // (Layouts.cpp)
  //===--------------------------------------------------------------------===//

  int64_t rank(const Value &tensor) { return tensorType(tensor).getRank(); }
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

  /// True if the value is that of two storages.
  bool isCopied(mlir::Value value) const {
    return copiedValues.contains(value);
  }
  /// True if more than one storage was given the value.
  bool isStoredTwice(mlir::Value value) const {
    return storedTwice.contains(value);
  }

private:
  /// What tensors were read as, and what is so the value of two storages.
  llvm::DenseSet<mlir::Value> readValues, copiedValues;
  /// Values that storages were given, and those that more than one was.
  llvm::DenseSet<mlir::Value> storedValues, storedTwice;
};

/// A float rounded to elements of the type, through float32 as PyTorch does.
Value roundTo(Context &e, mlir::Type element, const Value &x, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_TENSORBUILDER_H
