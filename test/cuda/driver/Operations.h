//===- Operations.h - What the functions of instructions share --*- C++ -*-===//
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

#ifndef TINE_TEST_CUDA_OPERATIONS_H
#define TINE_TEST_CUDA_OPERATIONS_H

#include "Interpreter.h"

#include <algorithm>
#include <cstring>

namespace simulated {

using Execute = void (*)(const Instruction &, Block &);

// Each file's functions: of the instruction, or null. They set what else there
// is to know of it.
Execute chooseArithmetic(Instruction &instruction);
Execute chooseBits(Instruction &instruction);
Execute chooseComparison(Instruction &instruction);
Execute chooseConversion(Instruction &instruction);
Execute chooseHalves(Instruction &instruction);
Execute chooseMatrices(Instruction &instruction);
Execute chooseMemory(Instruction &instruction);
Execute chooseWarp(Instruction &instruction);

template <typename To, typename From> To bitsAs(From value) {
  To result{};
  memcpy(&result, &value, std::min(sizeof(To), sizeof(From)));
  return result;
}
template <typename T> T valueOf(uint64_t bits) { return bitsAs<T>(bits); }
template <typename T> uint64_t bitsOf(T value) {
  return bitsAs<uint64_t>(value);
}

inline bool isFloat(Type type) { return type >= Type::F16; }
inline bool isSigned(Type type) {
  return type >= Type::S8 && type <= Type::S64;
}
inline int64_t signedOf(Type type, uint64_t bits) {
  unsigned ignored = 64 - 8 * bytesOf(type);
  return int64_t(bits << ignored) >> ignored;
}
inline uint64_t unsignedOf(Type type, uint64_t bits) {
  unsigned ignored = 64 - 8 * bytesOf(type);
  return bits << ignored >> ignored;
}

template <typename F> void forEach(Block &block, F f) {
  if (block.isWhole()) {
    unsigned count = block.threads();
    for (unsigned thread = 0; thread < count; ++thread)
      f(thread);
    return;
  }
  for (unsigned thread : block.stepping())
    f(thread);
}

/// `f` of the threads' bits.
template <typename F> void mapBits(const Instruction &i, Block &block, F f) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]);
  forEach(block, [=](unsigned t) { to[t] = f(x[t]); });
}

template <typename T, T (*F)(T)>
void unary(const Instruction &i, Block &block) {
  mapBits(i, block, [](uint64_t x) { return bitsOf(F(valueOf<T>(x))); });
}
template <typename T, T (*F)(T, T)>
void binary(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]);
  forEach(block, [=](unsigned t) {
    to[t] = bitsOf(F(valueOf<T>(x[t]), valueOf<T>(y[t])));
  });
}
template <typename T, T (*F)(T, T, T)>
void ternary(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]),
         z = block.source(i.operands[2]);
  forEach(block, [=](unsigned t) {
    to[t] = bitsOf(F(valueOf<T>(x[t]), valueOf<T>(y[t]), valueOf<T>(z[t])));
  });
}

} // namespace simulated

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

#endif // TINE_TEST_CUDA_OPERATIONS_H
