//===- png.h - Pictures as PNG ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file formats of pictures. Memory belongs to the current task.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PNG_H
#define TINE_RUNTIME_PNG_H

#include "canvas.h"

namespace tine {

struct PngPicture {
  const uint8_t *pixels; // row by row
  size_t width, height;
  int channels; // of 8 bits: gray, gray and alpha, RGB or RGBA
};

/// Adds a whole PNG file, which has less than 2^31 bytes of pixels. A `dpi`
/// above 0 is noted in it.
void addPng(Text &file, const PngPicture &picture, double dpi);
void addPng(Text &file, const Canvas &canvas, double dpi);

/// Adds the bytes in base64.
void addBase64(Text &out, const Text &bytes);

} // namespace tine

#endif // TINE_RUNTIME_PNG_H
