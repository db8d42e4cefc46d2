//===- Windows.h - The windows of a convolution as a matrix -----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution is a product with a matrix that has a column for each place of
// the result and a row for each channel and *tap*, which is a place of the
// kernel. The matrix is never whole in memory: blocks of it are packed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_WINDOWS_H
#define TINE_LOWERING_CPU_WINDOWS_H

#include "lowering/cpu/ProductEmitter.h"
#include <array>

namespace tine {

/// A block of rows: taps [firstTap, lastTap) of some channels of an image.
struct WindowRows {
  mlir::Value image, channel, channels, firstTap, lastTap;
};

/// How the rows are cut into blocks: whole channels where the taps of one are
/// few, else parts of one channel.
struct WindowBlock {
  bool isWhole;
  int64_t channels, taps; ///< of a block, at most
};

struct Windows {
  using Sizes = std::array<mlir::Value, 3>;

  Windows(mlir::ImplicitLocOpBuilder &b, mlir::Value input, Sizes kernel,
          Sizes out, llvm::ArrayRef<int64_t> strides,
          llvm::ArrayRef<int64_t> paddings, llvm::ArrayRef<int64_t> dilations,
          int64_t lanes);

  IndexBuilder index;
  mlir::ImplicitLocOpBuilder &b;
  mlir::Value input; ///< [N, C, D, H, W]
  Sizes in, kernel, out;
  llvm::ArrayRef<int64_t> strides, paddings, dilations;
  mlir::VectorType vector;
  mlir::Value taps;   ///< of a channel
  mlir::Value places; ///< of the result

  /// Blocks of at most `most` rows, of about the same size.
  WindowBlock blockOf(mlir::Value channels, int64_t most);
  /// Emits the copy of columns [begin, end) of a block into `block`, a row
  /// for each channel and tap.
  void pack(const WindowRows &rows, mlir::Value begin, mlir::Value end,
            mlir::Value block);

private:
  /// Columns of one line of the result, and where they begin.
  struct Run {
    mlir::Value place[3], length, column;
  };
  void packRun(const WindowRows &rows, const Run &run, mlir::Value block);
  void copyLine(mlir::ValueRange from, mlir::Value row, const Run &run,
                mlir::Value begin, mlir::Value end, mlir::Value block);
  void clear(mlir::Value row, const Run &run, mlir::Value block);
  mlir::Value below(mlir::Value bound, mlir::Value start, int64_t stride,
                    mlir::Value most);
  mlir::VectorType vectorOf(int64_t count) const {
    return mlir::VectorType::get({count}, vector.getElementType());
  }
  int64_t lanes() const { return vector.getDimSize(0); }
};

} // namespace tine

#endif // TINE_LOWERING_CPU_WINDOWS_H
