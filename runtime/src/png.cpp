//===- png.cpp - Pictures as PNG ------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are stored as differences from the row above. They are compressed with
// the fixed Huffman codes and the last place where the same four bytes stood,
// which for figures is 20 to 60 times less than their pixels.
//
//===----------------------------------------------------------------------===//

#include "png.h"

#include <math.h>

using namespace tine;

//===-- Compression -------------------------------------------------------===//

namespace {

class Deflater {
public:
  Deflater(Text &out, const Text &bytes)
      : out(out), data(reinterpret_cast<const uint8_t *>(bytes.data)),
        size(bytes.size) {
    lastPlaces.zeros(1 << hashBits);
  }

  /// One block, the last, with the fixed codes.
  void run();

private:
  static constexpr int hashBits = 15;
  static constexpr size_t farthest = 32768, longest = 258, shortest = 4;

  void addBits(uint32_t bits, int count);
  void addCode(uint32_t code, int count);
  void addLiteral(uint32_t symbol);
  void addMatch(size_t length, size_t distance);
  size_t matchAt(size_t at, size_t &distance);

  Text &out;
  const uint8_t *data;
  size_t size;
  Array<size_t> lastPlaces; // by hash, plus 1
  uint64_t pending = 0;
  int pendingCount = 0;
};

} // namespace

void Deflater::addBits(uint32_t bits, int count) {
  pending |= uint64_t(bits) << pendingCount;
  for (pendingCount += count; pendingCount >= 8; pendingCount -= 8) {
    out.add(char(pending));
    pending >>= 8;
  }
}

/// Codes begin with their highest bit, all else with the lowest.
void Deflater::addCode(uint32_t code, int count) {
  uint32_t reversed = 0;
  for (int i = 0; i < count; ++i)
    reversed |= (code >> i & 1) << (count - 1 - i);
  addBits(reversed, count);
}

/// RFC 1951, 3.2.6.
void Deflater::addLiteral(uint32_t symbol) {
  if (symbol < 144)
    addCode(0x30 + symbol, 8);
  else if (symbol < 256)
    addCode(0x190 + symbol - 144, 9);
  else if (symbol < 280)
    addCode(symbol - 256, 7);
  else
    addCode(0xC0 + symbol - 280, 8);
}

/// RFC 1951, 3.2.5. Groups of four lengths, or two distances, have one more bit
/// behind their code than the group before.
void Deflater::addMatch(size_t length, size_t distance) {
  auto rest = uint32_t(length - 3);
  if (length == longest) {
    addLiteral(285);
  } else if (rest < 8) {
    addLiteral(257 + rest);
  } else {
    int extra = 29 - __builtin_clz(rest);
    addLiteral(uint32_t(257 + 4 * extra) + (rest >> extra));
    addBits(rest & ((1u << extra) - 1), extra);
  }
  rest = uint32_t(distance - 1);
  if (rest < 4) {
    addCode(rest, 5);
  } else {
    int extra = 30 - __builtin_clz(rest);
    addCode(uint32_t(2 * extra) + (rest >> extra), 5);
    addBits(rest & ((1u << extra) - 1), extra);
  }
}

/// The length of what stands here and stood before, or 0. Notes this place.
size_t Deflater::matchAt(size_t at, size_t &distance) {
  if (size - at < shortest)
    return 0;
  uint32_t word;
  memcpy(&word, data + at, sizeof(word));
  size_t &noted = lastPlaces[word * 2654435761u >> (32 - hashBits)];
  size_t before = noted;
  noted = at + 1;
  if (!before || at + 1 - before > farthest)
    return 0;
  distance = at + 1 - before;
  size_t most = size - at < longest ? size - at : longest, length = 0;
  while (length < most && data[at + length] == data[at + length - distance])
    ++length;
  return length < shortest ? 0 : length;
}

void Deflater::run() {
  addBits(1 | 1 << 1, 3);
  for (size_t at = 0; at < size;) {
    size_t distance, length = matchAt(at, distance);
    if (length)
      addMatch(length, distance);
    else
      addLiteral(data[at]);
    at += length ? length : 1;
  }
  addLiteral(256);
  addBits(0, 7); // to the end of the byte
}

static void addNumber(Text &out, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.add(char(number >> shift));
}

void tine::addZlib(Text &out, const Text &bytes) {
  out.add("\x78\x01", 2);
  Deflater(out, bytes).run();
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < bytes.size; ++i) {
    low = (low + uint8_t(bytes.data[i])) % 65521;
    high = (high + low) % 65521;
  }
  addNumber(out, high << 16 | low);
}

//===-- Files -------------------------------------------------------------===//

static uint32_t checkOf(const char *data, size_t size) {
  uint32_t check = ~0u;
  for (size_t i = 0; i < size; ++i) {
    check ^= uint8_t(data[i]);
    for (int bit = 0; bit < 8; ++bit)
      check = check >> 1 ^ (check & 1 ? 0xEDB88320u : 0);
  }
  return ~check;
}

static void addChunk(Text &file, const char *name, const Text &content) {
  addNumber(file, uint32_t(content.size));
  size_t start = file.size;
  file.add(name);
  file.add(content.data, content.size);
  addNumber(file, checkOf(file.data + start, file.size - start));
}

/// Each row behind a 2, which says that it is what must be added to the row
/// above.
static void addRows(Text &out, const Canvas &canvas) {
  size_t size = size_t(canvas.width()) * 3;
  out.reserve((size + 1) * size_t(canvas.height()));
  for (int y = 0; y < canvas.height(); ++y) {
    const uint8_t *row = canvas.row(y);
    const uint8_t *above = y ? canvas.row(y - 1) : nullptr;
    out.add('\2');
    for (size_t i = 0; i < size; ++i)
      out.add(char(row[i] - (above ? above[i] : 0)));
  }
}

void tine::addPng(Text &file, const Canvas &canvas, double dpi) {
  file.add("\x89PNG\r\n\x1A\n", 8);
  Text header;
  addNumber(header, uint32_t(canvas.width()));
  addNumber(header, uint32_t(canvas.height()));
  header.add("\x08\x02\0\0\0", 5); // 8 bits, RGB, the only methods
  addChunk(file, "IHDR", header);
  Text density;
  auto perMetre = uint32_t(fmin(fmax(round(dpi / 0.0254), 1), 1e9));
  addNumber(density, perMetre);
  addNumber(density, perMetre);
  density.add('\1');
  addChunk(file, "pHYs", density);
  Text rows, packed;
  addRows(rows, canvas);
  addZlib(packed, rows);
  addChunk(file, "IDAT", packed);
  addChunk(file, "IEND", Text());
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
