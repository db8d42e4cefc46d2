//===- TileShape.h - The register tile of a product -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many accumulators fit into the registers of a target. The passes that
// pack and multiply must agree on the width of a panel.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_TILESHAPE_H
#define TINE_LOWERING_CPU_TILESHAPE_H

#include "mlir/IR/BuiltinTypes.h"
#include <algorithm>

namespace tine {

struct TileShape {
  int64_t lanes;   ///< elements of a vector
  int64_t vectors; ///< vectors across a panel
  int64_t rows;    ///< rows of a tile over a full panel

  /// The tile for panels of `vectors` vectors at most. 512-bit targets have 32
  /// registers: 24 accumulators, the row of the panel and one element of
  /// lhs; the others have 16. With 128 bits each product takes a register, too,
  /// before it is added.
  static TileShape of(mlir::Type element, unsigned vectorBits) {
    bool wide = vectorBits >= 512;
    int64_t lanes = vectorBits / element.getIntOrFloatBitWidth();
    return {lanes, wide ? 4 : 2, vectorBits > 128 ? 6 : 5};
  }

  int64_t width() const { return lanes * vectors; }

  /// Rows of a tile when only `used` vectors of a panel are computed.
  int64_t rowsFor(int64_t used) const {
    return std::clamp<int64_t>(rows * vectors / used, 1, 12);
  }

  /// The width of the panels of a matrix with n columns: narrow when one
  /// panel holds them all.
  int64_t panelWidth(int64_t n) const {
    if (mlir::ShapedType::isDynamic(n) || n >= width())
      return width();
    return std::max<int64_t>((n + lanes - 1) / lanes, 1) * lanes;
  }
};

} // namespace tine

#endif // TINE_LOWERING_CPU_TILESHAPE_H
