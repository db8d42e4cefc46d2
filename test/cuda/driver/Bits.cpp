//===- Bits.cpp - Bits of integers and predicates -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include <type_traits>

using namespace simulated;

namespace {

template <typename T> T bitAnd(T x, T y) { return x & y; }
template <typename T> T bitOr(T x, T y) { return x | y; }
template <typename T> T bitXor(T x, T y) { return x ^ y; }
template <typename T> T bitNot(T x) { return T(~x); }
uint8_t predicateNot(uint8_t x) { return !x; }

template <typename T, bool isLeft>
void shift(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  forEach(block, [=](unsigned t) {
    T value = valueOf<T>(x[t]);
    auto by = uint32_t(y[t]);
    constexpr uint32_t bits = 8 * sizeof(T);
    T result;
    if (by < bits)
      result = isLeft ? T(uint64_t(value) << by) : T(value >> by);
    else
      result = !isLeft && std::is_signed_v<T> && value < 0 ? T(-1) : T(0);
    to[t] = bitsOf(result);
  });
}

/// Both halves of 64 bits moved, by at most 32.
template <bool isLeft, bool wraps>
uint32_t funnelShift(uint32_t low, uint32_t high, uint32_t by) {
  uint64_t both = uint64_t(high) << 32 | low;
  by = wraps ? by & 31 : std::min(by, 32u);
  return isLeft ? uint32_t(both << by >> 32) : uint32_t(both >> by);
}

template <typename T> void countOnes(const Instruction &i, Block &block) {
  mapBits(i, block, [](uint64_t x) {
    return uint64_t(__builtin_popcountll(uint64_t(valueOf<T>(x))));
  });
}
template <typename T> void countZeros(const Instruction &i, Block &block) {
  mapBits(i, block, [](uint64_t bits) {
    constexpr unsigned width = 8 * sizeof(T);
    auto x = uint64_t(valueOf<T>(bits));
    return x ? uint64_t(__builtin_clzll(x)) - 64 + width : width;
  });
}

template <typename T> T reverseBits(T x) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    result |= (x >> bit & 1) << (8 * sizeof(T) - 1 - bit);
  return result;
}

/// Where the highest bit is that is not the sign's; ~0 if there is none.
template <typename T> void findHighest(const Instruction &i, Block &block) {
  bool isDistance = i.has("shiftamt");
  mapBits(i, block, [=](uint64_t bits) {
    constexpr unsigned width = 8 * sizeof(T);
    T value = valueOf<T>(bits);
    auto x = uint64_t(std::make_unsigned_t<T>(value < 0 ? T(~value) : value));
    if (!x)
      return uint64_t(0xffffffff);
    auto place = 63 - unsigned(__builtin_clzll(x));
    return uint64_t(isDistance ? width - 1 - place : place);
  });
}

template <typename T> T extractBits(T value, uint32_t start, uint32_t count) {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned bits = 8 * sizeof(T);
  U x = U(value);
  unsigned from = start & 255, length = count & 255;
  U field = from < bits ? U(x >> from) : U(0);
  U mask = length >= bits ? U(~U(0)) : U((U(1) << length) - 1);
  field &= mask;
  if (std::is_signed_v<T> && length) {
    unsigned top = std::min(from + length, bits) - 1;
    if (x >> top & 1)
      field |= U(~mask) |
               (from + length > bits && from > 0
                    ? (from < bits ? U(U(~U(0)) << (bits - from)) : U(~U(0)))
                    : U(0));
  }
  return T(field);
}
template <typename T> void extract(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), from = block.source(i.operands[1]),
         length = block.source(i.operands[2]);
  forEach(block, [=](unsigned t) {
    to[t] = bitsOf(
        extractBits(valueOf<T>(x[t]), uint32_t(from[t]), uint32_t(length[t])));
  });
}

/// The first operand's low bits, in the second.
template <typename T> void insert(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]),
         start = block.source(i.operands[2]),
         count = block.source(i.operands[3]);
  forEach(block, [=](unsigned t) {
    constexpr unsigned bits = 8 * sizeof(T);
    unsigned from = start[t] & 255, length = count[t] & 255;
    T mask = length >= bits ? T(~T(0)) : T((T(1) << length) - 1);
    T place = from >= bits ? T(0) : T(mask << from);
    T moved = from >= bits ? T(0) : T(valueOf<T>(x[t]) << from);
    to[t] = bitsOf(T((valueOf<T>(y[t]) & ~place) | (moved & place)));
  });
}

/// Any function of three bits, by its table.
void lookUp(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source a = block.source(i.operands[0]), b = block.source(i.operands[1]),
         c = block.source(i.operands[2]), table = block.source(i.operands[3]);
  forEach(block, [=](unsigned t) {
    auto x = uint32_t(a[t]), y = uint32_t(b[t]), z = uint32_t(c[t]);
    uint32_t result = 0;
    for (unsigned entry = 0; entry < 8; ++entry)
      if (table[t] >> entry & 1)
        result |=
            (entry & 4 ? x : ~x) & (entry & 2 ? y : ~y) & (entry & 1 ? z : ~z);
    to[t] = result;
  });
}

uint32_t permuteBytes(uint32_t low, uint32_t high, uint32_t selector) {
  uint64_t bytes = uint64_t(high) << 32 | low;
  uint32_t result = 0;
  for (unsigned n = 0; n < 4; ++n) {
    uint32_t choice = selector >> 4 * n & 15;
    uint32_t byte = uint32_t(bytes >> 8 * (choice & 7)) & 255;
    if (choice & 8)
      byte = byte >> 7 ? 255 : 0;
    result |= byte << 8 * n;
  }
  return result;
}

} // namespace

Execute simulated::chooseBits(Instruction &i) {
  const std::string &name = i.name;
  Type type = i.type;
#define AND(T) binary<T, bitAnd<T>>
#define OR(T) binary<T, bitOr<T>>
#define XOR(T) binary<T, bitXor<T>>
#define NOT(T) unary<T, bitNot<T>>
#define SHL(T) shift<T, true>
#define SHR(T) shift<T, false>
  if (type == Type::Pred) {
    if (name == "and")
      return AND(uint8_t);
    if (name == "or")
      return OR(uint8_t);
    if (name == "xor")
      return XOR(uint8_t);
    if (name == "not")
      return unary<uint8_t, predicateNot>;
  }
  if (name == "and")
    INTEGERS(AND)
  if (name == "or")
    INTEGERS(OR)
  if (name == "xor")
    INTEGERS(XOR)
  if (name == "not")
    INTEGERS(NOT)
  if (name == "shl")
    INTEGERS(SHL)
  if (name == "shr")
    INTEGERS(SHR)
  bool isLong = bytesOf(type) == 8;
  if (name == "popc")
    return isLong ? countOnes<uint64_t> : countOnes<uint32_t>;
  if (name == "clz")
    return isLong ? countZeros<uint64_t> : countZeros<uint32_t>;
  if (name == "bfind")
    return isSigned(type)
               ? (isLong ? findHighest<int64_t> : findHighest<int32_t>)
               : (isLong ? findHighest<uint64_t> : findHighest<uint32_t>);
  if (name == "brev")
    return isLong ? unary<uint64_t, reverseBits<uint64_t>>
                  : unary<uint32_t, reverseBits<uint32_t>>;
  if (name == "bfe")
    return isSigned(type) ? (isLong ? extract<int64_t> : extract<int32_t>)
                          : (isLong ? extract<uint64_t> : extract<uint32_t>);
  if (name == "bfi")
    return isLong ? insert<uint64_t> : insert<uint32_t>;
  if (name == "lop3")
    return lookUp;
  if (name == "prmt")
    return ternary<uint32_t, permuteBytes>;
  if (name == "shf") {
    bool wraps = i.has("wrap");
#define SHF(ISLEFT, WRAPS) ternary<uint32_t, funnelShift<ISLEFT, WRAPS>>
    return i.has("l") ? (wraps ? SHF(true, true) : SHF(true, false))
                      : (wraps ? SHF(false, true) : SHF(false, false));
  }
  return nullptr;
}
