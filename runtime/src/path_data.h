//===- path_data.h - Paths as text ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The paths of SVG, and where they lie among the pixels.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PATH_DATA_H
#define TINE_RUNTIME_PATH_DATA_H

#include "canvas.h"

namespace tine {

/// From the numbers of a drawing to pixels: (a x + c y + e, b x + d y + f), as
/// in SVG.
struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  Point operator()(double x, double y) const {
    return {a * x + c * y + e, b * x + d * y + f};
  }
  /// What does `inner` first.
  Matrix operator*(const Matrix &inner) const;
  /// How much longer things become.
  double scale() const;
  bool isUpright() const { return b == 0 && c == 0; }
};

/// Adds the path that the text describes, up to `end` or to what is not of
/// M L H V Q T C Z. `data` must be followed by something that is no number.
void addPathData(const char *data, const char *end, const Matrix &matrix,
                 Path &path);

} // namespace tine

#endif // TINE_RUNTIME_PATH_DATA_H
