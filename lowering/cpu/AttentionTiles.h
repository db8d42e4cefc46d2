//===- AttentionTiles.h - Tiles of a matrix of scores -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What attention and its derivative have in common. The matrix of scores is
// never in memory: a tile of it, some rows times a block of keys, is on the
// stack. The keys of a block are packed once for all rows of a chunk.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_ATTENTIONTILES_H
#define TINE_LOWERING_CPU_ATTENTIONTILES_H

#include "dialects/linalg_ext/LinalgExt.h"
#include "lowering/cpu/ProductTile.h"

namespace tine {

/// Emit the loops of an op whose buffers have contiguous rows.
void emitAttention(mlir::ImplicitLocOpBuilder &b, linalg_ext::AttentionOp op,
                   const TileShape &tile, bool useFma);
void emitAttentionGrad(mlir::ImplicitLocOpBuilder &b,
                       linalg_ext::AttentionGradOp op, const TileShape &tile,
                       bool useFma);

class AttentionTiles {
public:
  using Values = llvm::SmallVector<mlir::Value>;

protected:
  /// Multiples of the rows of all register tiles.
  static constexpr int64_t tileRows = 48, blockKeys = 192;
  /// Steps of the inner dimension whose keys are packed together.
  static constexpr int64_t packedInner = 256;
  /// So few rows multiply keys that are not packed.
  static constexpr int64_t fewRows = 4;
  /// Multiplications of a chunk, at least: about 200 us.
  static constexpr int64_t chunkProducts = 10000000;

  template <typename Op>
  AttentionTiles(mlir::ImplicitLocOpBuilder &b, Op op, const TileShape &shape,
                 bool useFma)
      : AttentionTiles(b, op.getQuery(), op.getKey(), op.getMask(), shape,
                       useFma) {
    scale = op.getScale().convertToDouble();
    causal = op.getCausal();
    zeros = op.getZeros();
  }

  /// A batch of keys or values and the panels that a block of it is packed to.
  struct Packed {
    mlir::Value batch, panels;
  };
  /// Rows of the left operand of a product, read by elements: row, k.
  using Left = std::function<mlir::Value(mlir::Value, mlir::Value)>;
  /// The next state of a loop: column, mask or null, state.
  using Step =
      llvm::function_ref<Values(mlir::Value, mlir::Value, mlir::ValueRange)>;

  Packed packedLike(mlir::Value batch);
  mlir::Value tileOnStack() {
    return index.stackMatrix(tileRows, blockKeys, vector.getElementType());
  }
  mlir::Value rowsOnStack(int64_t count);

  /// How many matrices give a chunk enough work.
  mlir::Value matricesOfChunk(mlir::Value work);
  void setMatrix(mlir::Value number);
  /// The matrix of the batch that is worked on.
  mlir::Value matrixOf(mlir::Value batch);

  /// Sets the block and packs its keys or values.
  void setBlock(mlir::Value begin);
  void pack(const Packed &packed);
  /// Sets the tile.
  void setTile(mlir::Value begin, mlir::Value end);
  /// Whether a row of the tile sees a key of the block; null if it does.
  mlir::Value isSeen();

  /// dest = the rows of the tile of `left` times the block, transposed.
  void multiplyBlock(mlir::Value left, const Packed &packed, mlir::Value dest,
                     bool scaled);
  /// Adds the mask to the scores of the tile.
  void addMask(mlir::Value scores);
  /// Row r of dest is what `start` gives of it, by default dest itself, plus
  /// the sum over `inner` of left(r, k) times row `first` + k of `right`.
  struct Sum {
    mlir::Value rows; ///< how many
    Values totals;    ///< the rest of one of them may be at the end
    mlir::Value inner;
    Left left;
    mlir::Value right, first;
    mlir::Value dest, destFirst;
    bool isFirst = false; ///< there is no old content
    /// What a row's old content is multiplied by, and what is stored of it;
    /// null for nothing.
    std::function<mlir::Value(mlir::Value)> factor, share;
  };
  void addProduct(const Sum &sum);

  /// How many keys of the block a row of the tile sees.
  mlir::Value limitOf(mlir::Value row);
  /// Goes over a row by vectors; the last one is masked, unless it certainly
  /// is full.
  Values overColumns(mlir::Value count, mlir::ValueRange state, Step step) {
    return overColumns(count, fillsVectors(count), state, step);
  }
  Values overRow(mlir::Value limit, mlir::ValueRange state, Step step) {
    return overColumns(limit, !causal && fillsVectors(keys), state, step);
  }
  /// Clears what stands between the vectors of a row and the end of its tile.
  void clearRest(mlir::Value limit, mlir::Value tile, mlir::Value row);
  void fill(mlir::Value matrix, mlir::Value begin, mlir::Value end);

  mlir::Value number(double value);
  mlir::Value load(mlir::Value from, mlir::ValueRange at, mlir::Value mask);
  void store(mlir::Value value, mlir::Value to, mlir::ValueRange at,
             mlir::Value mask);
  mlir::Value spread(mlir::Value scalar);
  /// exp(x - greatest), where x is at most that.
  mlir::Value power(mlir::Value x, mlir::Value greatest);
  mlir::Value element(mlir::Value buffer, mlir::ValueRange at);
  mlir::Value isNone(mlir::Value greatest);

  IndexBuilder index;
  mlir::ImplicitLocOpBuilder &b;
  TileShape shape;
  bool useFma;
  mlir::VectorType vector;
  double scale = 1;
  bool causal = false, zeros = false;
  mlir::Value mask;
  mlir::Value heads, matrices; ///< of an element of the batch, and of all
  mlir::Value rows, keys;      ///< of a matrix
  int64_t width;               ///< of a panel of keys
  bool isFew;                  ///< rows

  // What is being emitted.
  mlir::Value batch, head;
  mlir::Value firstKey, keyCount;
  mlir::Value firstRow, rowCount, seenKeys; ///< keys that a row of it sees

private:
  AttentionTiles(mlir::ImplicitLocOpBuilder &b, mlir::Value query,
                 mlir::Value key, mlir::Value mask, const TileShape &shape,
                 bool useFma);
  bool fillsVectors(mlir::Value count);
  Values overColumns(mlir::Value count, bool isWhole, mlir::ValueRange state,
                     Step step);
  void multiplyFew(mlir::Value left, mlir::Value right, mlir::Value dest,
                   bool scaled);
  void multiplyInner(ProductTile &tile, const InnerBlock &inner);
  void packInner(const Packed &packed, mlir::Value begin, mlir::Value count);
  llvm::SmallVector<int64_t> rowSizes(const ProductTile &tile,
                                      mlir::ValueRange totals);
};

} // namespace tine

#endif // TINE_LOWERING_CPU_ATTENTIONTILES_H
