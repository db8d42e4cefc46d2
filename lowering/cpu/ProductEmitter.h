//===- ProductEmitter.h - Loops and vectors of a product --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code that lower-matmul emits for one operation on buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_PRODUCTEMITTER_H
#define TINE_LOWERING_CPU_PRODUCTEMITTER_H

#include "dialects/cpu/CPU.h"
#include "lowering/cpu/TileShape.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <array>

namespace mlir::linalg {
class GenericOp;
class TransposeOp;
} // namespace mlir::linalg

namespace tine {

/// A tiled product whose right operand is read by rows: panels, or a plain
/// matrix [K, N].
void emitTiledProduct(mlir::ImplicitLocOpBuilder &b, cpu::MatmulOp op,
                      const TileShape &tile, bool useFma);

/// A product of few rows with a transposed right operand: dot products.
void emitDotProducts(mlir::ImplicitLocOpBuilder &b, cpu::MatmulOp op,
                     const TileShape &tile, bool useFma);

/// The packing of `inner` rows of a right operand into panels.
void emitPack(mlir::ImplicitLocOpBuilder &b, mlir::Value matrix,
              mlir::Value panels, mlir::Value inner, bool transposed,
              const TileShape &tile);

class Epilogue;

/// A convolution whose groups have one channel, with its epilogue if that is
/// not null. Emits nothing and gives false where a product does as well.
bool emitDepthwiseConv(mlir::ImplicitLocOpBuilder &b, cpu::ConvOp op,
                       Epilogue *epilogue, const TileShape &tile, bool useFma);
/// The same for the derivative by the weight.
bool emitDepthwiseConvWeight(mlir::ImplicitLocOpBuilder &b,
                             cpu::ConvWeightOp op, const TileShape &tile,
                             bool useFma);

/// A convolution, and its derivative by the weight, whose buffers lie in order.
void emitConv(mlir::ImplicitLocOpBuilder &b, cpu::ConvOp op,
              const TileShape &tile, bool useFma);
/// A convolution and its epilogue, tile by tile. `sums` is the operand of the
/// epilogue that the convolution writes.
void emitFusedConv(mlir::ImplicitLocOpBuilder &b, cpu::ConvOp op,
                   mlir::linalg::GenericOp epilogue, mlir::Value sums,
                   const TileShape &tile, bool useFma);
void emitConvWeight(mlir::ImplicitLocOpBuilder &b, cpu::ConvWeightOp op,
                    const TileShape &tile, bool useFma);

void emitPool(mlir::ImplicitLocOpBuilder &b, cpu::PoolOp op,
              const TileShape &tile, bool useFma);

/// Emits a copy with other dimensions last by squares in registers. Emits
/// nothing and gives false where loops do as well.
bool emitTranspose(mlir::ImplicitLocOpBuilder &b, mlir::linalg::TransposeOp op,
                   unsigned vectorBits);

/// Transposes as many vectors as each has lanes, a power of two: exchanges
/// ever larger blocks.
void transposeSquare(mlir::ImplicitLocOpBuilder &b,
                     llvm::SmallVectorImpl<mlir::Value> &square);

void emitSort(mlir::ImplicitLocOpBuilder &b, cpu::SortOp op);

/// Whether the elements of a row stand next to each other.
bool hasContiguousRows(mlir::Value buffer);

/// Small helpers of the emitters.
struct IndexBuilder {
  mlir::ImplicitLocOpBuilder &b;

  mlir::Value constant(int64_t value);
  mlir::Value size(mlir::Value buffer, int64_t dim);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value add(mlir::Value x, int64_t y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value floorDiv(mlir::Value x, int64_t y);
  mlir::Value floorDiv(mlir::Value x, mlir::Value y);
  mlir::Value remainder(mlir::Value x, mlir::Value y);
  mlir::Value ceilDiv(mlir::Value x, int64_t y);
  mlir::Value min(mlir::Value x, mlir::Value y);
  mlir::Value max(mlir::Value x, int64_t y);
  mlir::Value max(mlir::Value x, mlir::Value y);
  mlir::Value choose(mlir::Value condition, mlir::Value x, mlir::Value y);
  /// x * y + z, or with the product and sum rounded where the target has no
  /// fused operation.
  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z, bool useFma);
  mlir::Value zero(mlir::Type type);
  /// The vector, or 0 where a mask that is not null has none.
  mlir::Value load(mlir::VectorType type, mlir::Value from, mlir::ValueRange at,
                   mlir::Value mask);
  void store(mlir::Value vector, mlir::Value to, mlir::ValueRange at,
             mlir::Value mask);
  /// Whether x is 0; null when it certainly is.
  mlir::Value isZero(mlir::Value x);
  /// Three sizes from a dimension on.
  std::array<mlir::Value, 3> sizes(mlir::Value buffer, int64_t dim);
  mlir::Value collapse(mlir::Value buffer,
                       llvm::ArrayRef<mlir::ReassociationIndices> groups);
  mlir::Value stackMatrix(int64_t rows, int64_t columns, mlir::Type element);
  /// A loop without results.
  void loop(mlir::Value from, mlir::Value to, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  using CarryingBody = llvm::function_ref<void(
      mlir::Value, llvm::SmallVectorImpl<mlir::Value> &)>;
  /// A loop with values that the body replaces; gives the last ones.
  llvm::SmallVector<mlir::Value> loop(mlir::Value from, mlir::Value to,
                                      int64_t step, mlir::ValueRange start,
                                      CarryingBody body);
  /// Emits `then` where a condition holds, and `otherwise` where it does not.
  void when(mlir::Value condition, llvm::function_ref<void()> then,
            llvm::function_ref<void()> otherwise = {});
  /// Emits `body` for elements [from, to): where the first of some begin and
  /// how many these are, a power of two up to `lanes`. They may overlap. There
  /// are `most` elements at most; a few vectors take no loop.
  void parts(mlir::Value from, mlir::Value to, int64_t lanes, int64_t most,
             llvm::function_ref<void(mlir::Value, int64_t)> body);
};

} // namespace tine

#endif // TINE_LOWERING_CPU_PRODUCTEMITTER_H
