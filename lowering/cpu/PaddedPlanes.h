//===- PaddedPlanes.h - Planes of an image with zeros around ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each channel is convolved for itself, a channel of an image is copied
// to the stack, with zeros around it: then each tap reads vectors of it, at a
// distance that the compiler knows.
//
// With strides the copy is taken apart into *phases*: every s-th row, every
// t-th column. The places of a row of the result that a tap reads are next to
// each other in one of them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_PADDEDPLANES_H
#define TINE_LOWERING_CPU_PADDEDPLANES_H

#include "lowering/cpu/ProductEmitter.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace tine {

/// The numbers of a convolution of two dimensions: rows, columns.
struct PlaneWindow {
  std::array<int64_t, 2> in, out, kernel, strides, paddings, dilations;

  /// None where the run decides a size, or planes would not do. All lists have
  /// three dimensions of a window.
  static std::optional<PlaneWindow>
  of(llvm::ArrayRef<int64_t> in, llvm::ArrayRef<int64_t> out,
     llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
     llvm::ArrayRef<int64_t> paddings, llvm::ArrayRef<int64_t> dilations);

  int64_t taps() const { return kernel[0] * kernel[1]; }
  int64_t places() const { return out[0] * out[1]; }
  /// Rows or columns, those of the padding included, that so many of the result
  /// read.
  int64_t reach(int dim, int64_t results) const {
    return (results - 1) * strides[dim] + (kernel[dim] - 1) * dilations[dim] +
           1;
  }
  /// The same of each phase.
  int64_t phaseReach(int dim, int64_t results) const {
    return llvm::divideCeil(reach(dim, results), strides[dim]);
  }
};

/// How the result of a plane is cut.
struct PlaneTiles {
  int64_t lanes;         ///< of a vector
  int64_t rows, vectors; ///< of a tile, at most
  int64_t bandRows;      ///< rows whose input is on the stack at a time
  int64_t bands;

  /// With vectors of at most so many lanes. None where a tile would have too
  /// much on the stack.
  static std::optional<PlaneTiles> of(const PlaneWindow &window,
                                      mlir::Type element, int64_t mostLanes);
};

/// A band of a channel of an image, and the number of its plane on the stack.
struct PlaneUnit {
  mlir::Value plane, image, channel, firstRow;
};

/// Some vectors of the result.
struct PlaneTile {
  mlir::Value plane;
  mlir::Value place;                     ///< of its first tap in the plane
  llvm::SmallVector<int64_t> from;       ///< what each vector lies behind that
  llvm::SmallVector<mlir::Value> places; ///< of each vector in the result
  llvm::SmallVector<mlir::Value> masks;  ///< null for vectors that are full
};

class PaddedPlanes {
public:
  /// Planes of an input [N, C, 1, H, W].
  PaddedPlanes(mlir::ImplicitLocOpBuilder &b, mlir::Value input,
               const PlaneWindow &window, const PlaneTiles &tiles);

  const mlir::VectorType vector;
  /// Planes that are on the stack at a time.
  int64_t together() const;
  /// Emits the planes on the stack, all 0.
  void allocate();

  /// The image and the channel that a number stands for.
  using PlaneOf = llvm::function_ref<std::pair<mlir::Value, mlir::Value>(
      mlir::Value number)>;
  /// Emits `body` for units [begin, end), which are on the stack then; a number
  /// of them is that of a plane times the bands, plus that of the band.
  void forUnits(mlir::Value begin, mlir::Value end, PlaneOf planeOf,
                llvm::function_ref<void(const PlaneUnit &)> body);
  using TileBody = llvm::function_ref<void(
      const PlaneTile &, llvm::SmallVectorImpl<mlir::Value> &)>;
  /// Emits `body` for the tiles of a unit, with values that are carried from
  /// one to the next; gives what they are at the end.
  llvm::SmallVector<mlir::Value>
  forTiles(const PlaneUnit &unit, mlir::ValueRange start, TileBody body);

  /// Whether taps are emitted one by one, without a loop over columns.
  bool isUnrolled() const;
  /// Emits `body` for each column of the kernel, with values that are carried
  /// from one to the next.
  llvm::SmallVector<mlir::Value> forColumns(mlir::ValueRange start,
                                            IndexBuilder::CarryingBody body);
  /// Emits `body` for each vector of the plane that taps of a column read,
  /// vector of the tile and row of the kernel. What is read beyond the last
  /// column of the result is 0 if it is to be masked, else any number.
  void forReads(const PlaneTile &tile, mlir::Value column, bool masked,
                llvm::function_ref<void(mlir::Value, int64_t, int64_t)> body);

private:
  int64_t elements() const {
    return window.strides[0] * window.strides[1] * phase;
  }
  int64_t rowOffset(int64_t row) const;
  mlir::Value columnOffset(mlir::Value column);
  PlaneTile tileAt(const PlaneUnit &unit, mlir::Value row, int64_t rows,
                   mlir::Value column, int64_t vectors, bool isLast);
  void copy(const PlaneUnit &unit);
  void copyRow(mlir::Value plane, mlir::ValueRange from, mlir::Value row);
  void copyPlainRow(mlir::Value plane, mlir::ValueRange from, mlir::Value to);
  void copyHalves(mlir::Value plane, mlir::ValueRange from, mlir::Value to);
  void clearRow(mlir::Value plane, mlir::Value row);
  mlir::Value placeOf(mlir::Value row);
  mlir::Value loadPart(mlir::VectorType type, mlir::ValueRange from,
                       mlir::Value column, int64_t count);
  void store(mlir::Value part, mlir::Value plane, mlir::Value place);
  mlir::Value mask(int64_t lanes, int64_t count);

  IndexBuilder index;
  mlir::ImplicitLocOpBuilder &b;
  mlir::Value input;
  PlaneWindow window;
  PlaneTiles tiles;
  int64_t pitch, phase; ///< elements of a row, and of a phase
  mlir::Value planes;   ///< [together, elements]
};

} // namespace tine

#endif // TINE_LOWERING_CPU_PADDEDPLANES_H
