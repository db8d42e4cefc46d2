//===- font.h - The letters of pictures -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DejaVu Sans, which is matplotlib's font, as far as labels need it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FONT_H
#define TINE_RUNTIME_FONT_H

#include <stdint.h>

namespace tine {

struct Glyph {
  uint32_t point;
  int advance;      // to the next letter
  const char *path; // as in SVG, from the letter's place on the line
};

/// Advances and paths have that many units in a letter of size 1.
extern const double fontUnits;

/// An empty box where the font has no such letter.
const Glyph &findGlyph(uint32_t point);

} // namespace tine

#endif // TINE_RUNTIME_FONT_H
