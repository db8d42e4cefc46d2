//===- RestColumns.h - Columns that fill no vector --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 49 places of an image are six vectors of 8 and one place: a seventh vector
// would compute seven places for nothing, with 16 lanes a quarter of all is
// lost. The few columns at the end are dot products of the rows of the left
// operand, which are in the first cache when a tile has read them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_RESTCOLUMNS_H
#define TINE_LOWERING_CPU_RESTCOLUMNS_H

#include "lowering/cpu/ProductTile.h"

namespace tine {

class RestColumns {
public:
  /// How many of the columns, whose number is known, are done so: none where
  /// vectors do as well.
  static int64_t countOf(mlir::Value columns, const TileShape &shape);

  /// The last `count` columns.
  RestColumns(ProductTile &tile, int64_t count);

  /// Emits the buffer on the stack, for blocks of so many rows.
  void allocate(int64_t rows);
  /// Emits the copy of the columns from [rows, count] to the buffer.
  void take(mlir::Value from, mlir::Value rows);
  /// The left operand: a matrix and its row for a row of the tile.
  mlir::Value left;
  std::function<mlir::Value(mlir::Value)> leftRow;

  /// Emits the sums for rows of a tile, and their store in the columns from
  /// `first` on.
  void emit(int64_t rows, mlir::Value row, mlir::Value first,
            const InnerBlock &block);

private:
  using Values = llvm::SmallVector<mlir::Value>;
  Values sumVectors(int64_t rows, mlir::Value row, const InnerBlock &block,
                    mlir::Value whole);
  Values addElements(mlir::ValueRange sums, int64_t rows, mlir::Value row,
                     const InnerBlock &block, mlir::Value whole);

  IndexBuilder index;
  mlir::ImplicitLocOpBuilder &b;
  ProductTile &tile;
  int64_t count;
  mlir::Value columns; ///< [count, rows of a block]
};

} // namespace tine

#endif // TINE_LOWERING_CPU_RESTCOLUMNS_H
