//===- font.cpp - The letters of pictures ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of glyphs is made by font_glyphs.py.
//
//===----------------------------------------------------------------------===//

#include "font.h"

#include <stddef.h>

using namespace tine;

#include "font_glyphs.inc"

const double tine::fontUnits = unitsPerEm;

const Glyph &tine::findGlyph(uint32_t point) {
  size_t low = 0, high = sizeof(glyphs) / sizeof(*glyphs);
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    (glyphs[middle].point <= point ? low : high) = middle;
  }
  return glyphs[low].point == point ? glyphs[low] : glyphs[0];
}
