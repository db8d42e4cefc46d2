//===- Halves.cpp - Arithmetic of 16 bits ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16, bf16 and pairs of them. Products are exact in 64 bits; a sum of them
// that is not is odd, so that there is one rounding.
//
//===----------------------------------------------------------------------===//

#include "Halves.h"

#include <cmath>
#include <limits>

using namespace simulated;

static constexpr uint16_t canonicalNan = 0x7fff;

uint16_t simulated::toHalf(double value) {
  return std::isnan(value) ? canonicalNan : bitsAs<uint16_t>(_Float16(value));
}

uint16_t simulated::toNarrow(double value) {
  if (std::isnan(value))
    return canonicalNan;
  auto narrow = float(value);
  auto bits = bitsAs<uint32_t>(narrow);
  if (double(narrow) != value && !std::isinf(narrow) && !(bits & 1)) {
    narrow =
        std::nextafter(narrow, value < double(narrow) ? -INFINITY : INFINITY);
    bits = bitsAs<uint32_t>(narrow);
  }
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

double simulated::oddSum(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum))
    return sum;
  // What the sum lacks (Knuth).
  double part = sum - x, rest = (x - (sum - part)) + (y - part);
  if (rest == 0 || (bitsAs<uint64_t>(sum) & 1))
    return sum;
  return std::nextafter(sum, rest < 0 ? -INFINITY : INFINITY);
}

namespace {

enum Mode : unsigned { Flushes = 1, Saturates = 2, NotBelowZero = 4 };

struct Half {
  static constexpr uint16_t exponent = 0x7c00;
  static double valueOf(uint16_t bits) { return double(halfToFloat(bits)); }
  static uint16_t bitsOf(double value) { return toHalf(value); }
};
struct Narrow {
  static constexpr uint16_t exponent = 0x7f80;
  static double valueOf(uint16_t bits) { return double(narrowToFloat(bits)); }
  static uint16_t bitsOf(double value) { return toNarrow(value); }
};

double add(double x, double y, double) { return oddSum(x, y); }
double sub(double x, double y, double) { return oddSum(x, -y); }
double mul(double x, double y, double) { return x * y; }
double fma(double x, double y, double z) { return oddSum(x * y, z); }
double powerOfTwo(double x, double, double) { return std::exp2(x); }
double hyperbolicTangent(double x, double, double) { return std::tanh(x); }

/// Of NaN and a number the number; -0 is below 0.
template <bool isMax, bool keepsNan>
double extreme(double x, double y, double) {
  if (std::isnan(x) || std::isnan(y))
    return keepsNan        ? std::numeric_limits<double>::quiet_NaN()
           : std::isnan(x) ? y
                           : x;
  if (x == y)
    return std::signbit(x) == isMax ? y : x;
  return (x < y) == isMax ? y : x;
}

template <typename Format> uint16_t flush(uint16_t bits) {
  return bits & Format::exponent ? bits : uint16_t(bits & 0x8000);
}

template <typename Format, double (*F)(double, double, double)>
uint16_t compute(uint64_t x, uint64_t y, uint64_t z, unsigned mode) {
  auto valueOf = [=](uint64_t bits) {
    auto word = uint16_t(bits);
    return Format::valueOf(mode & Flushes ? flush<Format>(word) : word);
  };
  double value = F(valueOf(x), valueOf(y), valueOf(z));
  if (mode & Saturates)
    value = std::isnan(value) ? 0 : std::min(1.0, std::max(0.0, value));
  if ((mode & NotBelowZero) && value <= 0)
    value = 0;
  uint16_t result = Format::bitsOf(value);
  return mode & Flushes ? flush<Format>(result) : result;
}

template <typename Format, bool isPair, double (*F)(double, double, double)>
void apply(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  size_t count = i.operands.size();
  Source x = block.source(i.operands[0]),
         y = block.source(i.operands[count > 1 ? 1 : 0]),
         z = block.source(i.operands[count > 2 ? 2 : 0]);
  forEach(block, [=](unsigned t) {
    uint64_t a = x[t], b = y[t], c = z[t];
    uint32_t result = compute<Format, F>(a, b, c, i.mode);
    if (isPair)
      result |= uint32_t(compute<Format, F>(a >> 16, b >> 16, c >> 16, i.mode))
                << 16;
    to[t] = result;
  });
}

/// Of the sign alone.
void changeSign(const Instruction &i, Block &block) {
  bool isPair = i.type == Type::F16x2 || i.type == Type::BF16x2;
  bool isNegation = i.name == "neg";
  uint32_t signs = isPair ? 0x80008000 : 0x8000;
  bool flushes = i.mode & Flushes;
  mapBits(i, block, [=](uint64_t bits) -> uint64_t {
    auto word = uint32_t(bits);
    if (flushes)
      word = flush<Half>(uint16_t(word)) |
             uint32_t(flush<Half>(uint16_t(word >> 16))) << 16;
    return isNegation ? word ^ signs : word & ~signs;
  });
}

template <typename Format, bool isPair> Execute chooseIn(const Instruction &i) {
#define APPLY(F) apply<Format, isPair, F>
  bool keepsNan = i.has("NaN");
  const std::string &name = i.name;
  if (name == "add")
    return APPLY(add);
  if (name == "sub")
    return APPLY(sub);
  if (name == "mul")
    return APPLY(mul);
  if (name == "fma")
    return APPLY(fma);
  if (name == "min")
    return keepsNan ? APPLY((extreme<false, true>))
                    : APPLY((extreme<false, false>));
  if (name == "max")
    return keepsNan ? APPLY((extreme<true, true>))
                    : APPLY((extreme<true, false>));
  if (name == "ex2")
    return APPLY(powerOfTwo);
  if (name == "tanh")
    return APPLY(hyperbolicTangent);
  if (name == "neg" || name == "abs")
    return changeSign;
  return nullptr;
}

} // namespace

Execute simulated::chooseHalves(Instruction &i) {
  if (i.name == "mma")
    return nullptr;
  unsigned mode = (i.has("ftz") ? Flushes : 0u) |
                  (i.has("sat") ? Saturates : 0u) |
                  (i.has("relu") ? NotBelowZero : 0u);
  Execute found = i.type == Type::F16      ? chooseIn<Half, false>(i)
                  : i.type == Type::F16x2  ? chooseIn<Half, true>(i)
                  : i.type == Type::BF16   ? chooseIn<Narrow, false>(i)
                  : i.type == Type::BF16x2 ? chooseIn<Narrow, true>(i)
                                           : nullptr;
  if (found)
    i.mode = mode;
  return found;
}
