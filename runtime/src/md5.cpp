//===- md5.cpp - The MD5 of bytes -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RFC 1321, for files whose sum a data set knows.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "text.h"

#include <math.h>

using namespace tine;

namespace {

class Md5 {
public:
  Md5() {
    for (int i = 0; i < 64; ++i)
      table[i] = uint32_t(int64_t(floor(fabs(sin(double(i + 1))) * 0x1p32)));
  }

  /// Takes 64 bytes.
  void take(const unsigned char *block) {
    uint32_t words[16];
    for (int i = 0; i < 16; ++i)
      words[i] = uint32_t(block[4 * i]) | uint32_t(block[4 * i + 1]) << 8 |
                 uint32_t(block[4 * i + 2]) << 16 |
                 uint32_t(block[4 * i + 3]) << 24;
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 64; ++i) {
      uint32_t mixed;
      unsigned word;
      if (i < 16) {
        mixed = (b & c) | (~b & d);
        word = i;
      } else if (i < 32) {
        mixed = (d & b) | (~d & c);
        word = (5 * i + 1) % 16;
      } else if (i < 48) {
        mixed = b ^ c ^ d;
        word = (3 * i + 5) % 16;
      } else {
        mixed = c ^ (b | ~d);
        word = 7 * i % 16;
      }
      uint32_t sum = a + mixed + table[i] + words[word];
      unsigned turn = turns[i / 16][i % 4];
      a = d;
      d = c;
      c = b;
      b += sum << turn | sum >> (32 - turn);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }

  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

private:
  static constexpr unsigned turns[4][4] = {
      {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t table[64];
};

} // namespace

tine_string *tine_abi_bytes_md5(tine_string *s, const char *) {
  Md5 sum;
  const auto *data = reinterpret_cast<const unsigned char *>(s->data);
  auto size = uint64_t(s->length), at = uint64_t(0);
  for (; size - at >= 64; at += 64)
    sum.take(data + at);
  unsigned char last[128] = {};
  auto rest = size_t(size - at);
  if (rest)
    memcpy(last, data + at, rest);
  last[rest] = 0x80;
  size_t end = rest < 56 ? 64 : 128;
  for (size_t i = 0; i < 8; ++i)
    last[end - 8 + i] = static_cast<unsigned char>(8 * size >> (8 * i));
  for (size_t i = 0; i < end; i += 64)
    sum.take(last + i);
  Text text;
  for (uint32_t word : sum.state)
    for (int i = 0; i < 4; ++i)
      text.addf("%02x", unsigned(word >> (8 * i) & 0xFF));
  return text.string();
}
