//===- Operations.cpp - What instructions do ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function runs an instruction for all threads that take the step. Types
// are template arguments, chosen once. A register holds the bits of a value
// without sign extension.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

using namespace simulated;

namespace {

using Execute = void (*)(const Instruction &, Block &);

template <typename To, typename From> To bitsAs(From value) {
  To result{};
  memcpy(&result, &value, std::min(sizeof(To), sizeof(From)));
  return result;
}

template <typename T> T valueOf(uint64_t bits) { return bitsAs<T>(bits); }
template <typename T> uint64_t bitsOf(T value) {
  return bitsAs<uint64_t>(value);
}

/// The operand as a value.
template <typename T>
T get(const Instruction &i, Block &block, size_t number, unsigned thread) {
  return valueOf<T>(block.read(i.operands[number], thread));
}

template <typename F> void forEach(Block &block, F f) {
  for (unsigned thread : block.stepping())
    f(thread);
}

template <typename T, T (*F)(T)>
void unary(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    block.write(i.results[0], t, bitsOf(F(get<T>(i, block, 0, t))));
  });
}
template <typename T, T (*F)(T, T)>
void binary(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    block.write(i.results[0], t,
                bitsOf(F(get<T>(i, block, 0, t), get<T>(i, block, 1, t))));
  });
}
template <typename T, T (*F)(T, T, T)>
void ternary(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    block.write(i.results[0], t,
                bitsOf(F(get<T>(i, block, 0, t), get<T>(i, block, 1, t),
                         get<T>(i, block, 2, t))));
  });
}

//===-- Arithmetic --------------------------------------------------------===//

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
/// The first operand gives the sign.
template <typename T> T copySign(T x, T y) { return std::copysign(y, x); }

template <typename T> T bitAnd(T x, T y) { return x & y; }
template <typename T> T bitOr(T x, T y) { return x | y; }
template <typename T> T bitXor(T x, T y) { return x ^ y; }
template <typename T> T bitNot(T x) { return T(~x); }
uint8_t predicateNot(uint8_t x) { return !x; }

/// Products of twice the width.
template <typename T, typename Wide>
void mulWide(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    auto product =
        Wide(Wide(get<T>(i, block, 0, t)) * Wide(get<T>(i, block, 1, t)));
    if (i.name == "mad")
      product = add(product, get<Wide>(i, block, 2, t));
    block.write(i.results[0], t, bitsOf(product));
  });
}

template <typename T, bool isLeft>
void shift(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    T x = get<T>(i, block, 0, t);
    uint32_t by = get<uint32_t>(i, block, 1, t);
    constexpr uint32_t bits = 8 * sizeof(T);
    T result;
    if (by < bits)
      result = isLeft ? T(uint64_t(x) << by) : T(x >> by);
    else
      result = !isLeft && std::is_signed_v<T> && x < 0 ? T(-1) : T(0);
    block.write(i.results[0], t, bitsOf(result));
  });
}

/// Both halves of 64 bits moved, by at most 32.
void funnelShift(const Instruction &i, Block &block) {
  bool isLeft = i.has("l"), wraps = i.has("wrap");
  forEach(block, [&](unsigned t) {
    uint64_t both = uint64_t(get<uint32_t>(i, block, 1, t)) << 32 |
                    get<uint32_t>(i, block, 0, t);
    uint32_t by = get<uint32_t>(i, block, 2, t);
    by = wraps ? by & 31 : std::min(by, 32u);
    block.write(i.results[0], t,
                isLeft ? uint32_t(both << by >> 32) : uint32_t(both >> by));
  });
}

template <typename T> void countBits(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    uint64_t x = get<T>(i, block, 0, t);
    unsigned bits = 8 * sizeof(T);
    uint64_t result = i.name == "popc" ? uint64_t(__builtin_popcountll(x))
                      : x ? uint64_t(__builtin_clzll(x)) - 64 + bits
                          : bits;
    block.write(i.results[0], t, result);
  });
}

template <typename T> void reverseBits(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    T x = get<T>(i, block, 0, t), result = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      result |= (x >> bit & 1) << (8 * sizeof(T) - 1 - bit);
    block.write(i.results[0], t, result);
  });
}

template <typename T> void extractBits(const Instruction &i, Block &block) {
  using U = std::make_unsigned_t<T>;
  forEach(block, [&](unsigned t) {
    constexpr unsigned bits = 8 * sizeof(T);
    U x = U(get<T>(i, block, 0, t));
    unsigned from = get<uint32_t>(i, block, 1, t) & 255;
    unsigned length = get<uint32_t>(i, block, 2, t) & 255;
    U field = from < bits ? U(x >> from) : U(0);
    U mask = length >= bits ? U(~U(0)) : U((U(1) << length) - 1);
    field &= mask;
    if (std::is_signed_v<T> && length) {
      unsigned top = std::min(from + length, bits) - 1;
      if (x >> top & 1)
        field |= U(~mask) |
                 (from + length > bits ? U(~U(0)) << (bits - from) : U(0));
    }
    block.write(i.results[0], t, bitsOf(field));
  });
}

void permuteBytes(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    uint64_t bytes = uint64_t(get<uint32_t>(i, block, 1, t)) << 32 |
                     get<uint32_t>(i, block, 0, t);
    uint32_t selector = get<uint32_t>(i, block, 2, t), result = 0;
    for (unsigned n = 0; n < 4; ++n) {
      uint32_t choice = selector >> 4 * n & 15;
      uint32_t byte = uint32_t(bytes >> 8 * (choice & 7)) & 255;
      if (choice & 8)
        byte = byte >> 7 ? 255 : 0;
      result |= byte << 8 * n;
    }
    block.write(i.results[0], t, result);
  });
}

//===-- Comparisons -------------------------------------------------------===//

template <typename T> bool holds(const std::string &how, T x, T y) {
  bool isUnordered = false;
  if constexpr (std::is_floating_point_v<T>)
    isUnordered = std::isnan(x) || std::isnan(y);
  if (how == "num")
    return !isUnordered;
  if (how == "nan")
    return isUnordered;
  // A u behind it: or one of them is NaN.
  std::string plain = how.substr(0, 2);
  if (isUnordered)
    return how.size() == 3;
  if (plain == "eq")
    return x == y;
  if (plain == "ne")
    return x != y;
  if (plain == "lt" || plain == "lo")
    return x < y;
  if (plain == "le" || plain == "ls")
    return x <= y;
  if (plain == "gt" || plain == "hi")
    return x > y;
  return x >= y;
}

template <typename T> void compare(const Instruction &i, Block &block) {
  bool isAnd = i.has("and"), isOr = i.has("or"), isXor = i.has("xor");
  forEach(block, [&](unsigned t) {
    bool first =
        holds(i.modifiers[0], get<T>(i, block, 0, t), get<T>(i, block, 1, t));
    bool second = !first;
    if (i.operands.size() > 2) {
      bool other = block.read(i.operands[2], t) & 1;
      auto combine = [&](bool x) {
        return isAnd ? x && other : isOr ? x || other : isXor ? x != other : x;
      };
      second = combine(second);
      first = combine(first);
    }
    block.write(i.results[0], t, first);
    if (i.results.size() > 1)
      block.write(i.results[1], t, second);
  });
}

void select(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    bool takes = block.read(i.operands[2], t) & 1;
    block.write(i.results[0], t, block.read(i.operands[takes ? 0 : 1], t));
  });
}

template <typename T> void testProperty(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    T x = get<T>(i, block, 0, t);
    bool result = i.has("infinite")     ? std::isinf(x)
                  : i.has("finite")     ? std::isfinite(x)
                  : i.has("notanumber") ? std::isnan(x)
                  : i.has("number")     ? !std::isnan(x)
                  : i.has("normal")     ? std::isnormal(x)
                                        : std::fpclassify(x) == FP_SUBNORMAL;
    block.write(i.results[0], t, result);
  });
}

//===-- Conversions -------------------------------------------------------===//

float halfToFloat(uint16_t bits) { return float(bitsAs<_Float16>(bits)); }
float narrowToFloat(uint16_t bits) {
  return bitsAs<float>(uint32_t(bits) << 16);
}
uint16_t floatToNarrow(float value) {
  if (std::isnan(value))
    return 0x7fff;
  auto bits = bitsAs<uint32_t>(value);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

bool isFloat(Type type) { return type >= Type::F16; }
bool isSigned(Type type) { return type >= Type::S8 && type <= Type::S64; }

double floatOf(Type type, uint64_t bits) {
  switch (type) {
  case Type::F16:
    return halfToFloat(uint16_t(bits));
  case Type::BF16:
    return narrowToFloat(uint16_t(bits));
  case Type::F32:
    return valueOf<float>(bits);
  default:
    return valueOf<double>(bits);
  }
}

int64_t signedOf(Type type, uint64_t bits) {
  unsigned unused = 64 - 8 * bytesOf(type);
  return int64_t(bits << unused) >> unused;
}
uint64_t unsignedOf(Type type, uint64_t bits) {
  unsigned unused = 64 - 8 * bytesOf(type);
  return bits << unused >> unused;
}

double rounded(const Instruction &i, double value) {
  return i.has("rni")   ? std::nearbyint(value)
         : i.has("rzi") ? std::trunc(value)
         : i.has("rmi") ? std::floor(value)
         : i.has("rpi") ? std::ceil(value)
                        : value;
}

uint64_t fromFloat(const Instruction &i, Type to, double value) {
  if (to == Type::F64)
    return bitsOf(value);
  auto narrow = float(value);
  // Toward zero.
  if (i.has("rz") && std::fabs(double(narrow)) > std::fabs(value))
    narrow = std::nextafter(narrow, 0.0f);
  switch (to) {
  case Type::F16:
    return bitsAs<uint16_t>(_Float16(value));
  case Type::BF16:
    return floatToNarrow(narrow);
  default:
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

uint64_t intToFloat(const Instruction &i, uint64_t bits) {
  if (i.type == Type::F32)
    return isSigned(i.from) ? bitsOf(float(signedOf(i.from, bits)))
                            : bitsOf(float(unsignedOf(i.from, bits)));
  double value = isSigned(i.from) ? double(signedOf(i.from, bits))
                                  : double(unsignedOf(i.from, bits));
  return fromFloat(i, i.type, value);
}

/// Two halves in a register; the first operand is the upper one.
void convertPair(const Instruction &i, Block &block) {
  bool isHalf = i.has("f16x2");
  auto narrow = [&](float value) {
    return isHalf ? bitsAs<uint16_t>(_Float16(value)) : floatToNarrow(value);
  };
  forEach(block, [&](unsigned t) {
    block.write(i.results[0], t,
                uint32_t(narrow(get<float>(i, block, 0, t))) << 16 |
                    narrow(get<float>(i, block, 1, t)));
  });
}

void convert(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) {
    uint64_t bits = block.read(i.operands[0], t), result;
    if (isFloat(i.from)) {
      double value = rounded(i, floatOf(i.from, bits));
      if (i.has("sat"))
        value = std::isnan(value) ? 0 : std::min(1.0, std::max(0.0, value));
      result = isFloat(i.type) ? fromFloat(i, i.type, value)
                               : saturated(i.type, std::trunc(value));
    } else if (isFloat(i.type)) {
      result = intToFloat(i, bits);
    } else {
      result = isSigned(i.from) ? uint64_t(signedOf(i.from, bits))
                                : unsignedOf(i.from, bits);
      // The register may be wider than the type.
      if (!isSigned(i.type))
        result = unsignedOf(i.type, result);
    }
    block.write(i.results[0], t, result);
  });
}

//===-- Moves and memory --------------------------------------------------===//

void move(const Instruction &i, Block &block) {
  unsigned bytes = bytesOf(i.type);
  forEach(block, [&](unsigned t) {
    if (i.results.size() > 1) { // unpack
      uint64_t bits = block.read(i.operands[0], t);
      unsigned part = unsigned(8 * bytes / i.results.size());
      for (size_t n = 0; n < i.results.size(); ++n)
        block.write(i.results[n], t,
                    bits << (64 - part * (n + 1)) >> (64 - part));
      return;
    }
    uint64_t bits = 0;
    unsigned part = unsigned(8 * bytes / i.operands.size());
    for (size_t n = 0; n < i.operands.size(); ++n)
      bits |= (i.operands.size() == 1
                   ? block.read(i.operands[n], t)
                   : block.read(i.operands[n], t) << (64 - part) >> (64 - part))
              << (part * n % 64);
    block.write(i.results[0], t, bits);
  });
}

void load(const Instruction &i, Block &block) {
  unsigned bytes = bytesOf(i.type);
  forEach(block, [&](unsigned t) {
    const char *from =
        block.at(i, i.operands[0], t, bytes * i.width, /*writes=*/false);
    for (unsigned n = 0; n < i.width; ++n) {
      uint64_t bits = 0;
      memcpy(&bits, from + n * bytes, bytes);
      if (isSigned(i.type))
        bits = uint64_t(signedOf(i.type, bits));
      block.write(i.results[n], t, bits);
    }
  });
}

void store(const Instruction &i, Block &block) {
  unsigned bytes = bytesOf(i.type);
  forEach(block, [&](unsigned t) {
    char *to = block.at(i, i.operands[0], t, bytes * i.width, /*writes=*/true);
    for (unsigned n = 0; n < i.width; ++n) {
      uint64_t bits = block.read(i.operands[n + 1], t);
      memcpy(to + n * bytes, &bits, bytes);
    }
  });
}

//===-- Control -----------------------------------------------------------===//

void branch(const Instruction &i, Block &block) {
  forEach(block, [&](unsigned t) { block.jump(t, i.target); });
}
void finish(const Instruction &, Block &block) {
  forEach(block, [&](unsigned t) { block.end(t); });
}
void barrier(const Instruction &, Block &block) {
  forEach(block, [&](unsigned t) { block.stopAtBarrier(t); });
}
void nothing(const Instruction &, Block &) {}
void trap(const Instruction &i, Block &block) { block.problem("a trap", i); }

//===-- Choice ------------------------------------------------------------===//

/// The instance of a template for the instruction's type.
#define INTEGERS(F)                                                            \
  {                                                                            \
    switch (type) {                                                            \
    case Type::B16:                                                            \
    case Type::U16:                                                            \
      return F(uint16_t);                                                      \
    case Type::S16:                                                            \
      return F(int16_t);                                                       \
    case Type::B32:                                                            \
    case Type::U32:                                                            \
      return F(uint32_t);                                                      \
    case Type::S32:                                                            \
      return F(int32_t);                                                       \
    case Type::B64:                                                            \
    case Type::U64:                                                            \
      return F(uint64_t);                                                      \
    case Type::S64:                                                            \
      return F(int64_t);                                                       \
    default:                                                                   \
      break;                                                                   \
    }                                                                          \
  }
#define FLOATS(F)                                                              \
  {                                                                            \
    if (type == Type::F32)                                                     \
      return F(float);                                                         \
    if (type == Type::F64)                                                     \
      return F(double);                                                        \
  }
#define NUMBERS(F) {INTEGERS(F) FLOATS(F)}

Execute chooseArithmetic(const Instruction &i, Type type) {
  const std::string &name = i.name;
#define ADD(T) binary<T, add<T>>
#define SUB(T) binary<T, sub<T>>
#define MUL(T) binary<T, mul<T>>
#define HIGH(T) binary<T, highProduct<T>>
#define MAD(T) ternary<T, mad<T>>
#define DIV(T) binary<T, divide<T>>
#define REM(T) binary<T, remainder<T>>
#define NEG(T) unary<T, negate<T>>
#define ABS(T) unary<T, absolute<T>>
#define MIN(T) binary<T, extreme<T, false, false>>
#define MAX(T) binary<T, extreme<T, true, false>>
#define MINNAN(T) binary<T, extreme<T, false, true>>
#define MAXNAN(T) binary<T, extreme<T, true, true>>
  if (name == "add")
    NUMBERS(ADD)
  if (name == "sub")
    NUMBERS(SUB)
  if (name == "mul" || name == "mad") {
    if (i.has("wide")) {
      if (type == Type::U16)
        return mulWide<uint16_t, uint32_t>;
      if (type == Type::S16)
        return mulWide<int16_t, int32_t>;
      if (type == Type::U32)
        return mulWide<uint32_t, uint64_t>;
      if (type == Type::S32)
        return mulWide<int32_t, int64_t>;
    }
    if (i.has("hi") && name == "mul")
      INTEGERS(HIGH)
    if (name == "mul")
      NUMBERS(MUL)
  }
  if ((name == "mad" && !i.has("hi") && !i.has("wide")) || name == "fma")
    NUMBERS(MAD)
  if (name == "div")
    NUMBERS(DIV)
  if (name == "rem")
    INTEGERS(REM)
  if (name == "neg")
    NUMBERS(NEG)
  if (name == "abs")
    NUMBERS(ABS)
  if (name == "min" && i.has("NaN"))
    FLOATS(MINNAN)
  if (name == "max" && i.has("NaN"))
    FLOATS(MAXNAN)
  if (name == "min")
    NUMBERS(MIN)
  if (name == "max")
    NUMBERS(MAX)
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
#define COPYSIGN(T) binary<T, copySign<T>>
#define TESTP(T) testProperty<T>
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
  if (name == "copysign")
    FLOATS(COPYSIGN)
  if (name == "testp")
    FLOATS(TESTP)
  return nullptr;
}

Execute chooseBits(const Instruction &i, Type type) {
  const std::string &name = i.name;
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
  if (name == "popc" || name == "clz")
    return isLong ? countBits<uint64_t> : countBits<uint32_t>;
  if (name == "brev")
    return isLong ? reverseBits<uint64_t> : reverseBits<uint32_t>;
  if (name == "bfe")
    return isSigned(type)
               ? (isLong ? extractBits<int64_t> : extractBits<int32_t>)
               : (isLong ? extractBits<uint64_t> : extractBits<uint32_t>);
  if (name == "shf")
    return funnelShift;
  if (name == "prmt")
    return permuteBytes;
  return nullptr;
}

Execute chooseOther(const Instruction &i, Type type) {
  const std::string &name = i.name;
#define COMPARE(T) compare<T>
  if (name == "setp")
    NUMBERS(COMPARE)
  if (name == "selp")
    return select;
  if (name == "cvt")
    return convert;
  if (name == "mov" || name == "cvta")
    return move;
  if (name == "ld" || name == "ldu")
    return load;
  if (name == "st")
    return store;
  if (name == "bra")
    return branch;
  if (name == "ret" || name == "exit")
    return finish;
  if (name == "bar" || name == "barrier")
    return barrier;
  if (name == "membar" || name == "fence")
    return nothing;
  if (name == "trap")
    return trap;
  return nullptr;
}

} // namespace

void simulated::decode(Instruction &instruction) {
  Type type = instruction.type;
  if (instruction.has("f16x2") || instruction.has("bf16x2")) {
    if (instruction.name != "cvt" || type != Type::F32)
      throw PtxError("PTX: '" + instruction.text + "' is not simulated");
    instruction.execute = convertPair;
  }
  for (auto *choose :
       {chooseArithmetic, chooseFunction, chooseBits, chooseOther})
    if (!instruction.execute)
      instruction.execute = choose(instruction, type);
  if (!instruction.execute)
    throw PtxError("PTX: '" + instruction.text + "' is not simulated");
  checkModifiers(instruction);
}
