//===- Arithmetic.cpp - Numbers of 16 to 64 bits --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers, and floats of 32 and 64 bits. Approximations are as exact as the
// host's functions.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include <cmath>
#include <limits>
#include <type_traits>

using namespace simulated;

namespace {

/// Signed numbers wrap around as numbers without sign.
template <typename T> struct Wrapped {
  using type = T;
};
template <typename T>
  requires std::is_integral_v<T>
struct Wrapped<T> {
  using type = uint64_t;
};
template <typename T> using W = typename Wrapped<T>::type;

template <typename T> T add(T x, T y) { return T(W<T>(x) + W<T>(y)); }
template <typename T> T sub(T x, T y) { return T(W<T>(x) - W<T>(y)); }
template <typename T> T mul(T x, T y) { return T(W<T>(x) * W<T>(y)); }
template <typename T> T mad(T x, T y, T z) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fma(x, y, z);
  else
    return add(mul(x, y), z);
}
template <typename T> T divide(T x, T y) {
  if constexpr (std::is_floating_point_v<T>)
    return x / y;
  else
    return y == 0                                    ? T(~T(0))
           : T(y + T(1)) == 0 && std::is_signed_v<T> ? sub<T>(0, x)
                                                     : T(x / y);
}
template <typename T> T remainder(T x, T y) {
  return y == 0 ? x : std::is_signed_v<T> && T(y + T(1)) == 0 ? T(0) : T(x % y);
}
template <typename T> T highProduct(T x, T y) {
  using Wide =
      std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return T((Wide(x) * Wide(y)) >> (8 * sizeof(T)));
}
template <typename T> T highMad(T x, T y, T z) {
  return add(highProduct(x, y), z);
}
template <typename T> T negate(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return -x;
  else
    return sub<T>(0, x);
}
template <typename T> T absolute(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else
    return x < 0 ? negate(x) : x;
}
/// The distance, added to the third.
template <typename T> T addDistance(T x, T y, T z) {
  return add(x < y ? sub(y, x) : sub(x, y), z);
}

/// Of NaN and a number the number; -0 is below 0.
template <typename T, bool isMax, bool keepsNan> T extreme(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x) || std::isnan(y)) {
      if (keepsNan || (std::isnan(x) && std::isnan(y)))
        return std::numeric_limits<T>::quiet_NaN();
      return std::isnan(x) ? y : x;
    }
    if (x == y)
      return std::signbit(x) == isMax ? y : x;
  }
  return isMax ? std::max(x, y) : std::min(x, y);
}

template <typename T> T root(T x) { return std::sqrt(x); }
template <typename T> T inverseRoot(T x) { return 1 / std::sqrt(x); }
template <typename T> T reciprocal(T x) { return 1 / x; }
template <typename T> T powerOfTwo(T x) { return std::exp2(x); }
template <typename T> T logOfTwo(T x) { return std::log2(x); }
template <typename T> T sine(T x) { return std::sin(x); }
template <typename T> T cosine(T x) { return std::cos(x); }
template <typename T> T hyperbolicTangent(T x) { return std::tanh(x); }
/// The first operand gives the sign.
template <typename T> T copySign(T x, T y) { return std::copysign(y, x); }

/// Operands and results below the normal numbers become zeros of their sign.
float flush(float x) {
  return std::fabs(x) < std::numeric_limits<float>::min()
             ? std::copysign(0.f, x)
             : x;
}
template <float (*F)(float)> float flushing(float x) {
  return flush(F(flush(x)));
}
template <float (*F)(float, float)> float flushing(float x, float y) {
  return flush(F(flush(x), flush(y)));
}
template <float (*F)(float, float, float)>
float flushing(float x, float y, float z) {
  return flush(F(flush(x), flush(y), flush(z)));
}

/// Products of twice the width.
template <typename T, typename Wide> Wide widened(uint64_t x, uint64_t y) {
  return Wide(Wide(valueOf<T>(x)) * Wide(valueOf<T>(y)));
}
template <typename T, typename Wide>
void mulWide(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  forEach(block,
          [=](unsigned t) { to[t] = bitsOf(widened<T, Wide>(x[t], y[t])); });
}
template <typename T, typename Wide>
void madWide(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]),
         z = block.source(i.operands[2]);
  forEach(block, [=](unsigned t) {
    to[t] = bitsOf(add(widened<T, Wide>(x[t], y[t]), valueOf<Wide>(z[t])));
  });
}

template <typename X, typename Y>
uint32_t dotOfBytes(uint32_t x, uint32_t y, uint32_t z) {
  for (unsigned n = 0; n < 4; ++n)
    z += uint32_t(int32_t(X(x >> 8 * n)) * int32_t(Y(y >> 8 * n)));
  return z;
}

/// Of the first 1 or 2 modifiers: products' widths.
Execute chooseProduct(const Instruction &i, Type type) {
#define MUL(T) binary<T, mul<T>>
#define HIGH(T) binary<T, highProduct<T>>
#define MAD(T) ternary<T, mad<T>>
#define HIGHMAD(T) ternary<T, highMad<T>>
#define WIDE(T, WIDER) return isMul ? mulWide<T, WIDER> : madWide<T, WIDER>
  bool isMul = i.name == "mul";
  if (i.has("wide")) {
    if (type == Type::U16)
      WIDE(uint16_t, uint32_t);
    if (type == Type::S16)
      WIDE(int16_t, int32_t);
    if (type == Type::U32)
      WIDE(uint32_t, uint64_t);
    if (type == Type::S32)
      WIDE(int32_t, int64_t);
    return nullptr;
  }
  if (i.has("hi")) {
    if (isMul)
      INTEGERS(HIGH)
    else
      INTEGERS(HIGHMAD)
    return nullptr;
  }
  if (isMul)
    NUMBERS(MUL)
  else
    NUMBERS(MAD)
  return nullptr;
}

Execute chooseFunction(const Instruction &i, Type type) {
  const std::string &name = i.name;
#define UNARY(T, F) unary<T, F<T>>
#define SQRT(T) UNARY(T, root)
#define RSQRT(T) UNARY(T, inverseRoot)
#define RCP(T) UNARY(T, reciprocal)
#define EX2(T) UNARY(T, powerOfTwo)
#define LG2(T) UNARY(T, logOfTwo)
#define SIN(T) UNARY(T, sine)
#define COS(T) UNARY(T, cosine)
#define TANH(T) UNARY(T, hyperbolicTangent)
#define COPYSIGN(T) binary<T, copySign<T>>
  if (name == "sqrt")
    FLOATS(SQRT)
  if (name == "rsqrt")
    FLOATS(RSQRT)
  if (name == "rcp")
    FLOATS(RCP)
  if (name == "ex2")
    FLOATS(EX2)
  if (name == "lg2")
    FLOATS(LG2)
  if (name == "sin")
    FLOATS(SIN)
  if (name == "cos")
    FLOATS(COS)
  if (name == "tanh")
    FLOATS(TANH)
  if (name == "copysign")
    FLOATS(COPYSIGN)
  return nullptr;
}

/// With the modifier ftz.
Execute chooseFlushing(const Instruction &i) {
  using Float = float;
  static const std::map<std::string, Execute> functions = {
      {"add", binary<Float, flushing<add<Float>>>},
      {"sub", binary<Float, flushing<sub<Float>>>},
      {"mul", binary<Float, flushing<mul<Float>>>},
      {"fma", ternary<Float, flushing<mad<Float>>>},
      {"div", binary<Float, flushing<divide<Float>>>},
      {"neg", unary<Float, flushing<negate<Float>>>},
      {"abs", unary<Float, flushing<absolute<Float>>>},
      {"sqrt", unary<Float, flushing<root<Float>>>},
      {"rsqrt", unary<Float, flushing<inverseRoot<Float>>>},
      {"rcp", unary<Float, flushing<reciprocal<Float>>>},
      {"ex2", unary<Float, flushing<powerOfTwo<Float>>>},
      {"lg2", unary<Float, flushing<logOfTwo<Float>>>},
      {"sin", unary<Float, flushing<sine<Float>>>},
      {"cos", unary<Float, flushing<cosine<Float>>>}};
  auto found = functions.find(i.name);
  return found == functions.end() ? nullptr : found->second;
}

} // namespace

Execute simulated::chooseArithmetic(Instruction &i) {
  const std::string &name = i.name;
  Type type = i.type;
#define ADD(T) binary<T, add<T>>
#define SUB(T) binary<T, sub<T>>
#define DIV(T) binary<T, divide<T>>
#define REM(T) binary<T, remainder<T>>
#define NEG(T) unary<T, negate<T>>
#define ABS(T) unary<T, absolute<T>>
#define SAD(T) ternary<T, addDistance<T>>
#define MIN(T) binary<T, extreme<T, false, false>>
#define MAX(T) binary<T, extreme<T, true, false>>
#define MINNAN(T) binary<T, extreme<T, false, true>>
#define MAXNAN(T) binary<T, extreme<T, true, true>>
  if (i.has("ftz") && type == Type::F32)
    return chooseFlushing(i);
  if (name == "add")
    NUMBERS(ADD)
  if (name == "sub")
    NUMBERS(SUB)
  if (name == "mul" || name == "mad" || name == "fma")
    return chooseProduct(i, type);
  if (name == "div")
    NUMBERS(DIV)
  if (name == "rem")
    INTEGERS(REM)
  if (name == "neg")
    NUMBERS(NEG)
  if (name == "abs")
    NUMBERS(ABS)
  if (name == "sad")
    INTEGERS(SAD)
  if (name == "min" && i.has("NaN"))
    FLOATS(MINNAN)
  if (name == "max" && i.has("NaN"))
    FLOATS(MAXNAN)
  if (name == "min")
    NUMBERS(MIN)
  if (name == "max")
    NUMBERS(MAX)
  if (name == "dp4a") {
    bool isSignedX = type == Type::S32, isSignedY = i.from == Type::S32;
#define DOT(X, Y) ternary<uint32_t, dotOfBytes<X, Y>>
    return isSignedX
               ? (isSignedY ? DOT(int8_t, int8_t) : DOT(int8_t, uint8_t))
               : (isSignedY ? DOT(uint8_t, int8_t) : DOT(uint8_t, uint8_t));
  }
  return chooseFunction(i, type);
}
