//===- png.cpp - Pictures as PNG ------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are stored as differences from the row above, which zlib compresses well
// where a figure has areas of one colour.
//
//===----------------------------------------------------------------------===//

#include "png.h"
#include "output.h"

#include <math.h>
#include <zlib.h>

using namespace tine;

static void addNumber(Text &out, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.add(char(number >> shift));
}

/// Adds the bytes as zlib's format has them (RFC 1950).
static void addZlib(Text &out, const Text &bytes) {
  uLongf size = compressBound(bytes.size);
  out.reserve(size);
  if (compress2(reinterpret_cast<Bytef *>(out.data + out.size), &size,
                reinterpret_cast<const Bytef *>(bytes.data), bytes.size,
                Z_DEFAULT_COMPRESSION) != Z_OK)
    fatal("out of memory");
  out.size += size;
}

static void addChunk(Text &file, const char *name, const Text &content) {
  addNumber(file, uint32_t(content.size));
  size_t start = file.size;
  file.add(name);
  file.add(content.data, content.size);
  addNumber(file, uint32_t(crc32(
                      0, reinterpret_cast<const Bytef *>(file.data + start),
                      uInt(file.size - start))));
}

/// Each row behind a 2, which says that it is what must be added to the row
/// above.
static void addRows(Text &out, const PngPicture &picture) {
  size_t size = picture.width * size_t(picture.channels);
  out.reserve((size + 1) * picture.height);
  for (size_t y = 0; y < picture.height; ++y) {
    const uint8_t *row = picture.pixels + y * size;
    const uint8_t *above = y ? row - size : nullptr;
    out.add('\2');
    for (size_t i = 0; i < size; ++i)
      out.add(char(row[i] - (above ? above[i] : 0)));
  }
}

void tine::addPng(Text &file, const PngPicture &picture, double dpi) {
  file.add("\x89PNG\r\n\x1A\n", 8);
  Text header;
  addNumber(header, uint32_t(picture.width));
  addNumber(header, uint32_t(picture.height));
  constexpr char colours[] = {0, 4, 2, 6};
  header.add('\x08'); // bits of a sample
  header.add(colours[picture.channels - 1]);
  header.add("\0\0\0", 3); // the only methods
  addChunk(file, "IHDR", header);
  if (dpi > 0) {
    Text density;
    auto perMetre = uint32_t(fmin(fmax(round(dpi / 0.0254), 1), 1e9));
    addNumber(density, perMetre);
    addNumber(density, perMetre);
    density.add('\1');
    addChunk(file, "pHYs", density);
  }
  Text rows, packed;
  addRows(rows, picture);
  addZlib(packed, rows);
  addChunk(file, "IDAT", packed);
  addChunk(file, "IEND", Text());
}

void tine::addPng(Text &file, const Canvas &canvas, double dpi) {
  addPng(file,
         PngPicture{canvas.row(0), size_t(canvas.width()),
                    size_t(canvas.height()), 3},
         dpi);
}

void tine::addBase64(Text &out, const Text &bytes) {
  const char *letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.size; i += 3) {
    uint32_t group = 0;
    for (size_t j = i; j < i + 3; ++j)
      group = group << 8 | (j < bytes.size ? uint8_t(bytes.data[j]) : 0);
    for (int j = 0; j < 4; ++j)
      out.add(i + size_t(j) > bytes.size ? '='
                                         : letters[group >> (18 - 6 * j) & 63]);
  }
}
