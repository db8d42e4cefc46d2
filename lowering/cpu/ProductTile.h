//===- ProductTile.h - The register tile of a product -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What products of matrices and convolutions have in common: a few rows of a
// panel of the result, summed in registers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_PRODUCTTILE_H
#define TINE_LOWERING_CPU_PRODUCTTILE_H

#include "lowering/cpu/ProductEmitter.h"
#include <functional>

namespace tine {

/// A block of the inner dimension; `isFirst` and `isLast` are null when there
/// is only one. The latter matters to tiles with an epilogue.
struct InnerBlock {
  mlir::Value begin, end, isFirst, isLast = {};
};

/// Columns of a panel that are computed.
struct Columns {
  mlir::Value panel;
  int64_t vectors;
  llvm::SmallVector<mlir::Value> masks; ///< null for vectors that are full
};

struct ProductTile {
  ProductTile(mlir::ImplicitLocOpBuilder &b, mlir::Type element,
              TileShape shape, int64_t panelWidth, bool useFma);

  IndexBuilder index;
  mlir::ImplicitLocOpBuilder &b;
  TileShape tile; ///< for a panel of `width` columns
  int64_t width;
  mlir::VectorType vector;
  bool useFma;

  /// An element of the left operand: row, k.
  std::function<mlir::Value(mlir::Value, mlir::Value)> lhs;
  /// A vector of row k of the panel: columns, k, number of the vector.
  std::function<mlir::Value(const Columns &, mlir::Value, int64_t)> rhs;
  /// What the sums of a tile start from: rows, first row, columns. None for 0.
  std::function<llvm::SmallVector<mlir::Value>(int64_t, mlir::Value,
                                               const Columns &)>
      start;
  /// What is stored of a sum: sum, row. None for the sum itself.
  std::function<mlir::Value(mlir::Value, mlir::Value)> finish;
  /// Emits what fetches memory ahead in step k of a tile: first row, columns,
  /// k. May be null.
  std::function<void(mlir::Value, const Columns &, mlir::Value)> ahead;
  /// The result, and the place in it: row, column.
  mlir::Value dest;
  std::function<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::Value)> place;

  /// What becomes of a sum behind the last block, and the buffer for it, which
  /// may be `dest`: sum, place, mask or null. None for the sums themselves.
  std::function<mlir::Value(mlir::Value, mlir::ValueRange, mlir::Value)>
      epilogue;
  mlir::Value epilogueDest;
  /// Emits what else is to be done for rows of a tile before the epilogue:
  /// rows, first row, block. May be null.
  std::function<void(int64_t, mlir::Value, const InnerBlock &)> beside;

  /// Emits the sums over a block for a tile of rows, and their store.
  void emit(int64_t rows, mlir::Value row, const Columns &where,
            const InnerBlock &block);
  /// Emits `body` for panels [first, last) of `columns` columns: the full ones
  /// in a loop, then the one that the columns do not fill.
  void forPanels(mlir::Value columns, mlir::Value first, mlir::Value last,
                 llvm::function_ref<void(const Columns &)> body);

  /// Emits rows [begin, end) in tiles of these sizes, as many of each as fit.
  void forRows(mlir::Value begin, mlir::Value end,
               llvm::ArrayRef<int64_t> sizes, const Columns &where,
               const InnerBlock &block);

  mlir::Value columnOf(const Columns &where, int64_t vector);
  /// Emits the epilogue of a block, if it is the last one.
  void emitEpilogue(int64_t rows, mlir::Value row, const Columns &where,
                    const InnerBlock &block);
  /// The vector, or 0 where the mask has none.
  mlir::Value load(mlir::Value from, mlir::ValueRange at, mlir::Value mask);
  mlir::Value mask(mlir::Value count);

private:
  void forLastPanel(mlir::Value columns, mlir::Value panel, mlir::Value last,
                    llvm::function_ref<void(const Columns &)> body);
  llvm::SmallVector<mlir::Value> startOf(int64_t rows, mlir::Value row,
                                         const Columns &where);
  llvm::SmallVector<mlir::Value> loadDest(int64_t rows, mlir::Value row,
                                          const Columns &where);
  void emitEpilogue(int64_t rows, mlir::Value row, const Columns &where);
};

} // namespace tine

#endif // TINE_LOWERING_CPU_PRODUCTTILE_H
