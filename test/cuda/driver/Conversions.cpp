//===- Conversions.cpp - From one type to another -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Halves.h"

#include <cmath>

using namespace simulated;

namespace {

enum Mode : unsigned {
  NearestInteger = 1,
  TowardZero = 2, // an integer
  Down = 3,
  Up = 4,
  Integers = 7,
  Saturates = 8,
  CutsOff = 16, // a float that is not an integer
  NotBelowZero = 32
};

double floatOf(Type type, uint64_t bits) {
  switch (type) {
  case Type::F16:
    return double(halfToFloat(uint16_t(bits)));
  case Type::BF16:
    return double(narrowToFloat(uint16_t(bits)));
  case Type::F32:
    return double(valueOf<float>(bits));
  default:
    return valueOf<double>(bits);
  }
}

double rounded(unsigned mode, double value) {
  switch (mode & Integers) {
  case NearestInteger:
    return std::nearbyint(value);
  case TowardZero:
    return std::trunc(value);
  case Down:
    return std::floor(value);
  case Up:
    return std::ceil(value);
  default:
    return value;
  }
}

uint64_t fromFloat(unsigned mode, Type to, double value) {
  if ((mode & NotBelowZero) && value <= 0)
    value = 0;
  switch (to) {
  case Type::F64:
    return bitsOf(value);
  case Type::F16:
    return toHalf(value);
  case Type::BF16:
    return toNarrow(value);
  default:
    auto narrow = float(value);
    if ((mode & CutsOff) && std::fabs(double(narrow)) > std::fabs(value))
      narrow = std::nextafter(narrow, 0.0f);
    return bitsOf(narrow);
  }
}

/// To an integer; what does not fit becomes the nearest that does.
uint64_t saturated(Type to, double value) {
  if (std::isnan(value))
    return 0;
  unsigned bits = 8 * bytesOf(to);
  if (isSigned(to)) {
    double limit = std::ldexp(1.0, int(bits) - 1);
    int64_t most = int64_t(~0ull >> (65 - bits));
    int64_t result = value >= limit    ? most
                     : value <= -limit ? -most - 1
                                       : int64_t(value);
    return unsignedOf(to, uint64_t(result));
  }
  if (value <= 0)
    return 0;
  return value >= std::ldexp(1.0, int(bits)) ? ~0ull >> (64 - bits)
                                             : uint64_t(value);
}

/// The nearest; in 64 bits the odd one of two, for a second rounding.
double oddOf(bool isNegative, uint64_t magnitude) {
  if (magnitude >> 53)
    magnitude = (magnitude & ~uint64_t(0x7ff)) |
                (magnitude & 0x7ff ? uint64_t(0x800) : 0);
  return isNegative ? -double(magnitude) : double(magnitude);
}

void intToFloat(const Instruction &i, Block &block) {
  Type from = i.from, to = i.type;
  mapBits(i, block, [=](uint64_t bits) -> uint64_t {
    int64_t value = signedOf(from, bits);
    uint64_t plain = unsignedOf(from, bits);
    if (to == Type::F32)
      return bitsOf(isSigned(from) ? float(value) : float(plain));
    if (to == Type::F64)
      return bitsOf(isSigned(from) ? double(value) : double(plain));
    bool isNegative = isSigned(from) && value < 0;
    return fromFloat(0, to,
                     isNegative ? oddOf(true, -uint64_t(value))
                                : oddOf(false, plain));
  });
}

/// Registers may be wider than the types: what is above of an operand does not
/// count, a result is extended by its sign.
void intToInt(const Instruction &i, Block &block) {
  unsigned above = 64 - 8 * bytesOf(i.from), cut = 64 - 8 * bytesOf(i.type);
  bool fromSigned = isSigned(i.from), toSigned = isSigned(i.type);
  mapBits(i, block, [=](uint64_t bits) {
    bits = fromSigned ? uint64_t(int64_t(bits << above) >> above)
                      : bits << above >> above;
    return toSigned ? uint64_t(int64_t(bits << cut) >> cut)
                    : bits << cut >> cut;
  });
}

void floatToFloat(const Instruction &i, Block &block) {
  Type from = i.from, to = i.type;
  unsigned mode = i.mode;
  mapBits(i, block, [=](uint64_t bits) {
    double value = rounded(mode, floatOf(from, bits));
    if (mode & Saturates)
      value = std::isnan(value) ? 0 : std::min(1.0, std::max(0.0, value));
    return fromFloat(mode, to, value);
  });
}

void floatToInt(const Instruction &i, Block &block) {
  Type from = i.from, to = i.type;
  unsigned mode = i.mode;
  mapBits(i, block, [=](uint64_t bits) {
    return saturated(to, std::trunc(rounded(mode, floatOf(from, bits))));
  });
}

/// Two halves in a register; the first operand is the upper one.
template <uint16_t (*Narrow)(double)>
void convertPair(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  unsigned mode = i.mode;
  auto narrow = [=](uint64_t bits) {
    auto value = double(valueOf<float>(bits));
    return Narrow((mode & NotBelowZero) && value <= 0 ? 0 : value);
  };
  forEach(block, [=](unsigned t) {
    to[t] = uint32_t(narrow(x[t])) << 16 | narrow(y[t]);
  });
}

/// 10 bits behind the point, the nearest; of two the one farther from zero.
void convertToTf32(const Instruction &i, Block &block) {
  mapBits(i, block, [](uint64_t bits) -> uint64_t {
    auto word = uint32_t(bits);
    constexpr uint32_t exponent = 0x7f800000, cut = 0x1fff;
    if ((word & exponent) == exponent) // NaN keeps one of the bits that stay
      return word & 0x7fffff ? 0x7fffffff : word;
    return (word + 0x1000) & ~cut;
  });
}

} // namespace

Execute simulated::chooseConversion(Instruction &i) {
  if (i.name != "cvt")
    return nullptr;
  i.mode = (i.has("rni")   ? NearestInteger
            : i.has("rzi") ? TowardZero
            : i.has("rmi") ? Down
            : i.has("rpi") ? Up
                           : 0u) |
           (i.has("sat") ? Saturates : 0u) | (i.has("rz") ? CutsOff : 0u) |
           (i.has("relu") ? NotBelowZero : 0u);
  bool isOfFloat = i.from == Type::F32;
  if (i.type == Type::TF32)
    return isOfFloat && i.has("rna") ? convertToTf32 : nullptr;
  if (i.type == Type::F16x2)
    return isOfFloat ? convertPair<toHalf> : nullptr;
  if (i.type == Type::BF16x2)
    return isOfFloat ? convertPair<toNarrow> : nullptr;
  if (i.type > Type::F64 || i.from > Type::F64 || i.type < Type::U8 ||
      i.from < Type::U8)
    return nullptr;
  if (isFloat(i.from))
    return isFloat(i.type) ? floatToFloat : floatToInt;
  return isFloat(i.type) ? intToFloat : intToInt;
}
