//===- image_png.cpp - PNG files ------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads all kinds of PNG (ISO/IEC 15948) but animations, of which it reads the
// first image. As in Pillow, checksums of the pixels are not looked at, and
// what a compressed stream that ends early leaves out is 0.
//
//===----------------------------------------------------------------------===//

#include "images.h"

#include <stdlib.h>
#include <zlib.h>

using namespace tine;

namespace {

uint32_t number32(const uint8_t *at) {
  return uint32_t(at[0]) << 24 | uint32_t(at[1]) << 16 | uint32_t(at[2]) << 8 |
         at[3];
}
uint32_t number16(const uint8_t *at) { return uint32_t(at[0]) << 8 | at[1]; }

/// A chunk of a file: its length, its name, its content and a checksum.
struct Chunk {
  const uint8_t *content;
  uint32_t declared; // bytes of the content
  size_t present;    // of them
  bool is(const char *name) const { return !memcmp(content - 4, name, 4); }
};

/// False where the file ends.
bool chunkAt(const uint8_t *file, size_t size, size_t begin, Chunk &chunk) {
  if (begin > size || size - begin < 8)
    return false;
  chunk.content = file + begin + 8;
  chunk.declared = number32(file + begin);
  size_t left = size - begin - 8;
  chunk.present = chunk.declared < left ? chunk.declared : left;
  return true;
}

bool hasName(const Chunk &chunk) {
  for (int i = -4; i < 0; ++i) {
    uint8_t c = chunk.content[i] | 32;
    if (c < 'a' || c > 'z')
      return false;
  }
  return true;
}

/// The mode of samples, or false.
bool findMode(int depth, int colour, ImageMode &mode) {
  bool isByte = depth == 8, isWord = depth == 16;
  bool isPart = depth == 1 || depth == 2 || depth == 4;
  switch (colour) {
  case 0:
    mode = depth == 1 ? ImageMode::Bit : isWord ? ImageMode::I16 : ImageMode::L;
    return isByte || isWord || isPart;
  case 2:
    mode = ImageMode::RGB;
    return isByte || isWord;
  case 3:
    mode = ImageMode::P;
    return isByte || isPart;
  case 4:
    mode = isWord ? ImageMode::RGBA : ImageMode::LA;
    return isByte || isWord;
  case 6:
    mode = ImageMode::RGBA;
    return isByte || isWord;
  default:
    return false;
  }
}

/// The header; false where the file is no image, or with a problem.
bool readHeader(const Chunk &chunk, ImageHead &head, ImageProblem &problem) {
  if (chunk.declared < 13)
    return problem.set("ValueError", "Truncated IHDR chunk");
  const uint8_t *at = chunk.content;
  head.width = number32(at);
  head.height = number32(at + 4);
  head.depth = at[8];
  head.colour = at[9];
  head.isInterlaced = at[12];
  return !at[11] && findMode(head.depth, head.colour, head.mode);
}

/// Colours that are transparent.
bool readTransparency(const Chunk &chunk, ImageHead &head,
                      ImageProblem &problem) {
  const uint8_t *at = chunk.content;
  if (head.mode == ImageMode::P) {
    for (size_t i = 0; i < chunk.declared && i < 256; ++i)
      head.palette[4 * i + 3] = at[i];
    return true;
  }
  bool isColour = head.mode == ImageMode::RGB;
  if (!isColour && head.mode != ImageMode::Bit && head.mode != ImageMode::L &&
      head.mode != ImageMode::I16)
    return true;
  if (chunk.declared < (isColour ? 6 : 2))
    return problem.set("ValueError", "Truncated tRNS chunk");
  head.hasTransparent = true;
  for (int i = 0; i < 3; ++i) {
    uint32_t value = number16(at + (isColour ? 2 * i : 0));
    head.transparent[i] =
        uint8_t(head.mode == ImageMode::Bit ? (value ? 255 : 0) : value);
  }
  return true;
}

/// Adam7's passes: the first pixel and the distance to the next.
struct Pass {
  uint8_t x, y, dx, dy;
};
constexpr Pass passes[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8},
                           {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2},
                           {0, 1, 1, 2}};
constexpr Pass whole = {0, 0, 1, 1};

/// Takes the filtered rows of a file one after the other.
class Rows {
public:
  Rows(const ImageHead &head, uint8_t *pixels)
      : head(head), pixels(pixels), bits(head.depth * samplesOf(head.colour)),
        step(bits < 8 ? 1 : size_t(bits / 8)) {
    size_t most = bytesOf(head.width) + 1;
    row = static_cast<uint8_t *>(tine_abi_alloc(int64_t(most)));
    above = static_cast<uint8_t *>(tine_abi_alloc(int64_t(most)));
    beginPass();
  }
  ~Rows() {
    tine_abi_free(row);
    tine_abi_free(above);
  }

  bool isDone() const { return pass == passCount(); }
  /// Where the next row goes, behind the number of its filter, and its size.
  uint8_t *space() { return row; }
  size_t size() const { return rowSize + 1; }
  /// The row is there; false where its filter is unknown.
  bool take();

private:
  static int samplesOf(int colour) {
    return colour == 2 ? 3 : colour == 4 ? 2 : colour == 6 ? 4 : 1;
  }
  size_t bytesOf(int64_t count) const { return size_t((count * bits + 7) / 8); }
  int passCount() const { return head.isInterlaced ? 7 : 1; }
  const Pass &current() const {
    return head.isInterlaced ? passes[pass] : whole;
  }
  void beginPass();
  bool unfilter();
  void store(int64_t i, uint8_t *pixel) const;

  const ImageHead &head;
  uint8_t *pixels;
  int bits;    // of a pixel
  size_t step; // bytes from a byte to that of the pixel before
  uint8_t *row, *above;
  size_t rowSize = 0; // without the filter
  int64_t count = 0;  // pixels of a row
  int pass = 0;
  int64_t y = 0;
};

/// Of `pass`, or of the next one that has pixels.
void Rows::beginPass() {
  for (; !isDone(); ++pass) {
    const Pass &p = current();
    count = (head.width - p.x + p.dx - 1) / p.dx;
    y = p.y;
    if (count > 0 && y < head.height)
      break;
  }
  rowSize = isDone() ? 0 : bytesOf(count);
  memset(above, 0, rowSize + 1);
}

uint8_t nearest(int left, int up, int corner) {
  int a = abs(up - corner), b = abs(left - corner),
      c = abs(left + up - 2 * corner);
  return uint8_t(a <= b && a <= c ? left : b <= c ? up : corner);
}

bool Rows::unfilter() {
  for (size_t i = 1; i <= rowSize; ++i) {
    int left = i > step ? row[i - step] : 0;
    int corner = i > step ? above[i - step] : 0;
    switch (row[0]) {
    case 0:
      return true;
    case 1:
      row[i] = uint8_t(row[i] + left);
      break;
    case 2:
      row[i] = uint8_t(row[i] + above[i]);
      break;
    case 3:
      row[i] = uint8_t(row[i] + (left + above[i]) / 2);
      break;
    case 4:
      row[i] = uint8_t(row[i] + nearest(left, above[i], corner));
      break;
    default:
      return false;
    }
  }
  return true;
}

/// Pixel i of the row.
void Rows::store(int64_t i, uint8_t *pixel) const {
  if (bits < 8) {
    int64_t bit = i * bits;
    int value = row[1 + bit / 8] >> (8 - bits - bit % 8) & ((1 << bits) - 1);
    *pixel =
        uint8_t(head.colour == 3 ? value : value * 255 / ((1 << bits) - 1));
    return;
  }
  const uint8_t *from = row + 1 + size_t(i) * step;
  if (head.depth == 8 || head.mode == ImageMode::I16) {
    memcpy(pixel, from, step);
  } else if (head.colour == 4) {
    pixel[0] = pixel[1] = pixel[2] = from[0];
    pixel[3] = from[2];
  } else {
    for (size_t k = 0; k < step / 2; ++k)
      pixel[k] = from[2 * k];
  }
}

bool Rows::take() {
  if (!unfilter())
    return false;
  const Pass &p = current();
  int channels = channelsOf(head.mode);
  uint8_t *line = pixels + y * head.width * channels;
  if (bits >= 8 && head.depth == 8 && p.dx == 1)
    memcpy(line, row + 1, rowSize);
  else
    for (int64_t i = 0; i < count; ++i)
      store(i, line + (p.x + i * p.dx) * channels);
  uint8_t *other = above;
  above = row;
  row = other;
  y += p.dy;
  if (y >= head.height) {
    ++pass;
    beginPass();
  }
  return true;
}

constexpr const char *broken = "broken data stream when reading image file";
constexpr const char *truncated = "image file is truncated";
constexpr const char *nothingLeft =
    "image file is truncated (0 bytes not processed)";

/// What a chunk has of the stream; true when all rows are there or the stream
/// ends.
bool inflateChunk(z_stream &stream, size_t &filled, Rows &rows,
                  ImageProblem &problem) {
  while (stream.avail_in) {
    // A row may be longer than zlib's numbers.
    size_t left = rows.size() - filled;
    auto space = uInt(left < (1u << 30) ? left : 1u << 30);
    stream.next_out = rows.space() + filled;
    stream.avail_out = space;
    int result = inflate(&stream, Z_NO_FLUSH);
    filled += space - stream.avail_out;
    // A dictionary, which it may ask for, there is in no PNG file.
    if (result < 0 || result == Z_NEED_DICT) {
      problem.set("OSError", result == Z_MEM_ERROR
                                 ? "out of memory when reading image file"
                             : result == Z_DATA_ERROR || result == Z_NEED_DICT
                                 ? broken
                                 : "bad configuration when reading image file");
      return true;
    }
    if (filled == rows.size()) {
      if (!rows.take()) {
        problem.set(
            "OSError",
            "unrecognized data stream contents when reading image file");
        return true;
      }
      filled = 0;
      if (rows.isDone() || result == Z_STREAM_END)
        return true;
    } else if (result == Z_STREAM_END) {
      // Pillow asks for more, and has the rest of the chunk refused.
      problem.set("OSError", stream.avail_in ? broken : nothingLeft);
      return true;
    }
  }
  return false;
}

/// The stream lies in the chunks from `begin` on.
void inflateRows(const uint8_t *file, size_t size, size_t begin,
                 z_stream &stream, Rows &rows, ImageProblem &problem) {
  size_t filled = 0;
  constexpr uint32_t block = 65536; // what Pillow reads at once
  Chunk chunk;
  while (chunkAt(file, size, begin, chunk)) {
    if (!hasName(chunk)) {
      problem.set("SyntaxError", "broken PNG file (the name of a chunk)");
      return;
    }
    if (!chunk.is("IDAT") && !chunk.is("DDAT")) {
      problem.set("OSError", nothingLeft);
      return;
    }
    stream.next_in = const_cast<Bytef *>(chunk.content);
    stream.avail_in = uInt(chunk.present);
    if (inflateChunk(stream, filled, rows, problem))
      return;
    if (chunk.present < chunk.declared) {
      uint64_t reads = (uint64_t(chunk.present) + block - 1) / block;
      problem.set("OSError", !reads || reads * block < chunk.declared
                                 ? nothingLeft
                                 : truncated);
      return;
    }
    begin += 12 + size_t(chunk.declared);
  }
  problem.set("OSError", truncated);
}

} // namespace

bool tine::readPngHead(const uint8_t *file, size_t size, ImageHead &head,
                       ImageProblem &problem) {
  head = {};
  head.format = ImageFormat::Png;
  for (int i = 0; i < 256; ++i)
    head.palette[4 * i + 3] = 255;
  size_t begin = 8;
  bool hasMode = false;
  for (Chunk chunk; chunkAt(file, size, begin, chunk);
       begin += 12 + size_t(chunk.declared)) {
    if (!hasName(chunk))
      return false;
    if (chunk.is("IDAT") || chunk.is("IEND")) {
      head.pixelChunk = begin;
      return hasMode && head.width && head.height;
    }
    if (chunk.present < chunk.declared)
      return problem.set("OSError", "Truncated File Read");
    if (chunk.is("IHDR")) {
      hasMode = readHeader(chunk, head, problem);
      if (!hasMode)
        return false;
    } else if (chunk.is("PLTE")) {
      for (size_t i = 0; i < chunk.declared / 3 && i < 256; ++i)
        memcpy(head.palette + 4 * i, chunk.content + 3 * i, 3);
    } else if (chunk.is("tRNS") && !readTransparency(chunk, head, problem)) {
      return false;
    }
    if (size - begin - 8 - chunk.declared < 4 ||
        number32(chunk.content + chunk.declared) !=
            crc32(0, chunk.content - 4, uInt(chunk.declared) + 4))
      return false;
  }
  return false;
}

bool tine::decodePng(const uint8_t *file, size_t size, const ImageHead &head,
                     uint8_t *pixels, ImageProblem &problem) {
  memset(pixels, 0, size_t(head.width * head.height * channelsOf(head.mode)));
  Rows rows(head, pixels);
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK)
    return problem.set("MemoryError", "out of memory");
  inflateRows(file, size, head.pixelChunk, stream, rows, problem);
  inflateEnd(&stream);
  return !problem.kind;
}
