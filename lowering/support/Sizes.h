//===- Sizes.h - Sizes of tensors and checks of them ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every lowering of a tensor operation needs: the size of a dimension, a
// proof that two sizes are the same, an empty result, a check at run time.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_SIZES_H
#define TINE_LOWERING_SUPPORT_SIZES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {

inline mlir::RankedTensorType tensorType(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType());
}

/// The size of a dimension: an attribute when static. Looks through the ops
/// that make a tensor, so that equal sizes are often one value.
mlir::OpFoldResult sizeOf(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                          int64_t dim);
llvm::SmallVector<mlir::OpFoldResult> sizesOf(mlir::ImplicitLocOpBuilder &b,
                                              mlir::Value tensor);
/// The tensor in a type that has these sizes where they are known: slices must
/// have the type that their sizes say.
mlir::Value withSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The size as a value of type index.
mlir::Value sizeValue(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      int64_t dim);

/// The sizes of a result: static ones from its type, the others from operands
/// that the operation brings.
llvm::SmallVector<mlir::OpFoldResult>
sizesOfResult(mlir::ImplicitLocOpBuilder &b, mlir::RankedTensorType type,
              mlir::ValueRange dynamicSizes);

/// Whether two sizes are certainly the same or certainly different; nothing
/// when it is known at run time only.
std::optional<bool> sameSize(mlir::OpFoldResult a, mlir::OpFoldResult b);

mlir::Value indexConstant(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// The sum of two sizes.
mlir::OpFoldResult addSizes(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult x,
                            mlir::OpFoldResult y);
/// The product of sizes.
mlir::OpFoldResult multiplySizes(mlir::ImplicitLocOpBuilder &b,
                                 llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Raises unless a tensor of these sizes can be allocated, as far as sizes can
/// tell: its bytes do not overflow.
void raiseUnlessAllocatable(mlir::ImplicitLocOpBuilder &b,
                            mlir::RankedTensorType type,
                            llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// A tensor without content, exactly of `type`; `sizes` has one entry for each
/// dimension, of which the dynamic ones are used.
mlir::Value emptyTensor(mlir::ImplicitLocOpBuilder &b,
                        mlir::RankedTensorType type,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// A tensor filled with a constant.
mlir::Value filledTensor(mlir::ImplicitLocOpBuilder &b,
                         mlir::RankedTensorType type,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::TypedAttr value);

/// Raises an error unless the condition holds. Each `%i` of the pattern takes
/// one of the operands.
void raiseUnless(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                 llvm::StringRef kind, llvm::StringRef pattern,
                 mlir::ValueRange operands = {});

/// Raises unless two sizes are the same; does nothing when they certainly are.
/// The pattern takes x and then y.
void raiseUnlessSame(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult x,
                     mlir::OpFoldResult y, llvm::StringRef kind,
                     llvm::StringRef pattern);

/// The tensor as another type of compatible shape.
mlir::Value castTensor(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                       mlir::RankedTensorType type);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_SIZES_H
