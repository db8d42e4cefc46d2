//===- Moves.cpp - Moves, memory and atomic operations --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace simulated;

namespace {

void copyRegister(const Instruction &i, Block &block) {
  mapBits(i, block, [](uint64_t bits) { return bits; });
}

/// The parts of a register, or a register of parts.
void unpack(const Instruction &i, Block &block) {
  Source from = block.source(i.operands[0]);
  auto part = unsigned(8 * bytesOf(i.type) / i.results.size());
  // A result may be the operand, too.
  std::vector<uint64_t> &whole = block.scratch(0);
  forEach(block, [&](unsigned t) { whole[t] = from[t]; });
  for (size_t n = 0; n < i.results.size(); ++n) {
    uint64_t *to = block.result(i.results[n]);
    forEach(block, [&, n](unsigned t) {
      to[t] = whole[t] << (64 - part * (n + 1)) >> (64 - part);
    });
  }
}
void pack(const Instruction &i, Block &block) {
  auto part = unsigned(8 * bytesOf(i.type) / i.operands.size());
  std::vector<uint64_t> &whole = block.scratch(0);
  forEach(block, [&](unsigned t) { whole[t] = 0; });
  for (size_t n = 0; n < i.operands.size(); ++n) {
    Source from = block.source(i.operands[n]);
    forEach(block, [&, n](unsigned t) {
      whole[t] |= from[t] << (64 - part) >> (64 - part) << part * n;
    });
  }
  uint64_t *to = block.result(i.results[0]);
  forEach(block, [&](unsigned t) { to[t] = whole[t]; });
}

/// Between a space's addresses and generic ones.
template <bool toGeneric> void moveWindow(const Instruction &i, Block &block) {
  uint64_t window = i.space == Space::Shared  ? sharedWindow
                    : i.space == Space::Local ? localWindow
                                              : 0;
  mapBits(i, block, [=](uint64_t address) {
    return toGeneric ? address + window : address - window;
  });
}

void isInSpace(const Instruction &i, Block &block) {
  Space space = i.space;
  mapBits(i, block, [=](uint64_t address) -> uint64_t {
    bool isShared = address - sharedWindow < windowBytes,
         isLocal = address - localWindow < windowBytes;
    return space == Space::Shared  ? isShared
           : space == Space::Local ? isLocal
                                   : !isShared && !isLocal;
  });
}

template <unsigned bytes> uint64_t loadBits(const char *from) {
  uint64_t bits = 0;
  memcpy(&bits, from, bytes);
  return bits;
}

template <unsigned bytes> void load(const Instruction &i, Block &block) {
  const Operand &address = i.operands[0];
  unsigned width = i.width;
  uint64_t *to[4];
  for (unsigned n = 0; n < width; ++n)
    to[n] = block.result(i.results[n]);
  bool isSignedType = isSigned(i.type);
  for (unsigned t : block.stepping()) {
    const char *from = block.at(i, address, t, bytes * width, Block::Use::Read);
    for (unsigned n = 0; n < width; ++n) {
      uint64_t bits = loadBits<bytes>(from + n * bytes);
      to[n][t] = isSignedType ? uint64_t(signedOf(i.type, bits)) : bits;
    }
  }
}

template <unsigned bytes> void store(const Instruction &i, Block &block) {
  const Operand &address = i.operands[0];
  unsigned width = i.width;
  Source from[4];
  for (unsigned n = 0; n < width; ++n)
    from[n] = block.source(i.operands[n + 1]);
  for (unsigned t : block.stepping()) {
    char *to = block.at(i, address, t, bytes * width, Block::Use::Write);
    for (unsigned n = 0; n < width; ++n) {
      uint64_t bits = from[n][t];
      memcpy(to + n * bytes, &bits, bytes);
    }
  }
}

//===-- Atomic operations -------------------------------------------------===//

template <typename T> T addTo(T x, T y, T) {
  return T(uint64_t(x) + uint64_t(y));
}
template <typename T> T minOf(T x, T y, T) { return std::min(x, y); }
template <typename T> T maxOf(T x, T y, T) { return std::max(x, y); }
template <typename T> T andOf(T x, T y, T) { return x & y; }
template <typename T> T orOf(T x, T y, T) { return x | y; }
template <typename T> T xorOf(T x, T y, T) { return x ^ y; }
template <typename T> T exchange(T, T y, T) { return y; }
template <typename T> T compareAndSwap(T x, T y, T z) { return x == y ? z : x; }
/// Up to the operand, and again from 0.
template <typename T> T increment(T x, T y, T) { return x >= y ? 0 : x + 1; }
template <typename T> T decrement(T x, T y, T) {
  return x == 0 || x > y ? y : x - 1;
}

/// One thread after the other.
template <typename T, T (*F)(T, T, T)>
void atomic(const Instruction &i, Block &block) {
  uint64_t *to = i.results.empty() ? nullptr : block.result(i.results[0]);
  const Operand &address = i.operands[0];
  Source y = block.source(i.operands[1]),
         z = block.source(i.operands[i.operands.size() > 2 ? 2 : 1]);
  for (unsigned t : block.stepping()) {
    char *at = block.at(i, address, t, sizeof(T), Block::Use::Atomic);
    T before, after;
    memcpy(&before, at, sizeof(T));
    after = F(before, valueOf<T>(y[t]), valueOf<T>(z[t]));
    memcpy(at, &after, sizeof(T));
    if (to)
      to[t] = bitsOf(before);
  }
}

/// Of integers alone: the order of sums of floats is not known.
Execute chooseAtomic(const Instruction &i) {
  Type type = i.type;
  if (type == Type::B16 || type == Type::U16 || type == Type::S16)
    return nullptr;
#define ATOMIC_ADD(T) atomic<T, addTo<T>>
#define ATOMIC_MIN(T) atomic<T, minOf<T>>
#define ATOMIC_MAX(T) atomic<T, maxOf<T>>
#define ATOMIC_AND(T) atomic<T, andOf<T>>
#define ATOMIC_OR(T) atomic<T, orOf<T>>
#define ATOMIC_XOR(T) atomic<T, xorOf<T>>
#define ATOMIC_EXCH(T) atomic<T, exchange<T>>
#define ATOMIC_CAS(T) atomic<T, compareAndSwap<T>>
  if (i.has("add"))
    INTEGERS(ATOMIC_ADD)
  if (i.has("min"))
    INTEGERS(ATOMIC_MIN)
  if (i.has("max"))
    INTEGERS(ATOMIC_MAX)
  if (i.has("and"))
    INTEGERS(ATOMIC_AND)
  if (i.has("or"))
    INTEGERS(ATOMIC_OR)
  if (i.has("xor"))
    INTEGERS(ATOMIC_XOR)
  if (i.has("exch"))
    INTEGERS(ATOMIC_EXCH)
  if (i.has("cas"))
    INTEGERS(ATOMIC_CAS)
  if (i.has("inc") && type == Type::U32)
    return atomic<uint32_t, increment<uint32_t>>;
  if (i.has("dec") && type == Type::U32)
    return atomic<uint32_t, decrement<uint32_t>>;
  return nullptr;
}

//===-- Asynchronous copies -----------------------------------------------===//

void startCopy(const Instruction &i, Block &block) {
  Source bytes = block.source(i.operands[2]),
         given = block.source(i.operands[i.operands.size() > 3 ? 3 : 2]);
  for (unsigned t : block.stepping())
    block.copyLater(i, t, block.addressOf(i.operands[0], t),
                    block.addressOf(i.operands[1], t), unsigned(bytes[t]),
                    unsigned(given[t]));
}
void closeGroup(const Instruction &, Block &block) {
  for (unsigned t : block.stepping())
    block.closeCopies(t);
}
void waitForGroups(const Instruction &i, Block &block) {
  Source left = block.source(i.operands[0]);
  for (unsigned t : block.stepping())
    block.finishCopies(i, t, unsigned(left[t]));
}
void waitForAll(const Instruction &i, Block &block) {
  for (unsigned t : block.stepping())
    block.finishCopies(i, t, ~0u);
}

Execute chooseCopy(const Instruction &i) {
  if (!i.has("async"))
    return nullptr;
  if (i.has("commit_group"))
    return closeGroup;
  if (i.has("wait_group"))
    return waitForGroups;
  if (i.has("wait_all"))
    return waitForAll;
  if (i.operands.size() < 3 || i.operands[2].kind != Operand::Constant ||
      !(i.has("ca") || i.has("cg")))
    return nullptr;
  uint64_t bytes = i.operands[2].value;
  bool isSize = bytes == 16 || (i.has("ca") && (bytes == 4 || bytes == 8));
  return isSize ? startCopy : nullptr;
}

Execute chooseMove(const Instruction &i) {
  if (i.results.size() == 1 && i.operands.size() == 1)
    return copyRegister;
  return i.results.size() > 1 ? unpack : pack;
}

} // namespace

Execute simulated::chooseMemory(Instruction &i) {
  const std::string &name = i.name;
  unsigned bytes = bytesOf(i.type);
#define OF_BYTES(F)                                                            \
  return bytes == 1 ? F<1> : bytes == 2 ? F<2> : bytes == 4 ? F<4> : F<8>
  if (name == "mov")
    return chooseMove(i);
  if (name == "cvta") {
    if (i.has("to"))
      return moveWindow<false>;
    return moveWindow<true>;
  }
  if (name == "isspacep")
    return isInSpace;
  if (name == "ld" || name == "ldu")
    OF_BYTES(load);
  if (name == "st")
    OF_BYTES(store);
  if (name == "atom" || name == "red")
    return chooseAtomic(i);
  if (name == "cp")
    return chooseCopy(i);
  return nullptr;
}
