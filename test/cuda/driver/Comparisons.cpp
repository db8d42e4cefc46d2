//===- Comparisons.cpp - Predicates and what they choose ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Halves.h"
#include "Operations.h"

#include <cmath>

using namespace simulated;

namespace {

/// What holds of two values, as bits; a comparison is a set of them.
enum Relation : unsigned { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

// What is done with a third operand, besides the set in the mode.
enum Combination : unsigned { And = 16, Or = 32, Xor = 64 };

template <typename T> unsigned relate(T x, T y) {
  return x < y ? Less : x > y ? Greater : x == y ? Equal : Unordered;
}

template <typename T, bool isFlushing> T flushed(T x) {
  if constexpr (isFlushing)
    return std::fpclassify(x) == FP_SUBNORMAL ? T(0) : x;
  return x;
}

template <typename T, bool isFlushing = false>
void compare(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  uint64_t *toOther =
      i.results.size() > 1 ? block.result(i.results[1]) : nullptr;
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  unsigned mode = i.mode;
  auto holds = [=](unsigned t) {
    return bool(relate(flushed<T, isFlushing>(valueOf<T>(x[t])),
                       flushed<T, isFlushing>(valueOf<T>(y[t]))) &
                mode);
  };
  if (i.operands.size() == 2 && !toOther)
    return forEach(block, [=](unsigned t) { to[t] = holds(t); });
  Source third = block.source(i.operands[i.operands.size() > 2 ? 2 : 0]);
  forEach(block, [=](unsigned t) {
    bool other = third[t] & 1, first = holds(t);
    auto combine = [=](bool one) {
      return mode & And   ? one && other
             : mode & Or  ? one || other
             : mode & Xor ? one != other
                          : one;
    };
    to[t] = combine(first);
    if (toOther)
      toOther[t] = combine(!first);
  });
}

/// Of 16 bits each: compared as what they are of 32.
template <float (*Widen)(uint16_t), bool isPair>
void compareHalves(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  uint64_t *toOther =
      i.results.size() > 1 ? block.result(i.results[1]) : nullptr;
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  bool isFlushing = i.has("ftz");
  auto holds = [=](uint64_t x, uint64_t y) {
    auto widen = [=](uint64_t bits) {
      float value = Widen(uint16_t(bits));
      return isFlushing && std::fabs(value) < smallestHalf ? 0.f : value;
    };
    return bool(relate(widen(x), widen(y)) & i.mode);
  };
  forEach(block, [&](unsigned t) {
    uint64_t a = x[t], b = y[t];
    bool first = holds(a, b);
    bool second = isPair ? holds(a >> 16, b >> 16) : !first;
    to[t] = first;
    if (toOther)
      toOther[t] = second;
  });
}

void select(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]),
         first = block.source(i.operands[2]);
  forEach(block, [=](unsigned t) { to[t] = first[t] & 1 ? x[t] : y[t]; });
}

template <typename T> void testProperty(const Instruction &i, Block &block) {
  enum {
    Infinite,
    Finite,
    NotANumber,
    Number,
    Normal,
    Subnormal
  } asked = i.has("infinite")     ? Infinite
            : i.has("finite")     ? Finite
            : i.has("notanumber") ? NotANumber
            : i.has("number")     ? Number
            : i.has("normal")     ? Normal
                                  : Subnormal;
  mapBits(i, block, [=](uint64_t bits) -> uint64_t {
    T x = valueOf<T>(bits);
    switch (asked) {
    case Infinite:
      return std::isinf(x);
    case Finite:
      return std::isfinite(x);
    case NotANumber:
      return std::isnan(x);
    case Number:
      return !std::isnan(x);
    case Normal:
      return std::isnormal(x);
    default:
      return std::fpclassify(x) == FP_SUBNORMAL;
    }
  });
}

unsigned modeOf(const Instruction &i) {
  // A u behind it: or one of them is NaN.
  static const std::map<std::string, unsigned> relations = {
      {"eq", Equal},
      {"ne", Less | Greater},
      {"lt", Less},
      {"lo", Less},
      {"le", Less | Equal},
      {"ls", Less | Equal},
      {"gt", Greater},
      {"hi", Greater},
      {"ge", Greater | Equal},
      {"hs", Greater | Equal},
      {"equ", Equal | Unordered},
      {"neu", Less | Greater | Unordered},
      {"ltu", Less | Unordered},
      {"leu", Less | Equal | Unordered},
      {"gtu", Greater | Unordered},
      {"geu", Greater | Equal | Unordered},
      {"num", Less | Equal | Greater},
      {"nan", Unordered}};
  if (i.modifiers.empty() || !relations.count(i.modifiers[0]))
    throw PtxError("PTX: '" + i.text + "' is not simulated");
  return relations.at(i.modifiers[0]) | (i.has("and") ? And : 0u) |
         (i.has("or") ? Or : 0u) | (i.has("xor") ? Xor : 0u);
}

} // namespace

Execute simulated::chooseComparison(Instruction &i) {
  Type type = i.type;
#define COMPARE(T) compare<T>
#define TESTP(T) testProperty<T>
  if (i.name == "setp") {
    i.mode = modeOf(i);
    if (type >= Type::F16 && i.operands.size() == 2) {
      if (type == Type::F16)
        return compareHalves<halfToFloat, false>;
      if (type == Type::F16x2)
        return compareHalves<halfToFloat, true>;
      if (type == Type::BF16)
        return compareHalves<narrowToFloat, false>;
      if (type == Type::BF16x2)
        return compareHalves<narrowToFloat, true>;
    }
    if (i.has("ftz") && type == Type::F32)
      return compare<float, true>;
    NUMBERS(COMPARE)
  }
  if (i.name == "selp")
    return select;
  if (i.name == "testp")
    FLOATS(TESTP)
  return nullptr;
}
