//===- Warp.cpp - What lanes of a warp do together ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter has seen to it that all lanes that a lane names take the step
// with it. None of this orders memory but bar.warp.sync.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace simulated;

namespace {

enum Shuffle : unsigned { Up, Down, Butterfly, Index };

void shuffle(const Instruction &i, Block &block) {
  Source x = block.source(i.operands[0]), y = block.source(i.operands[1]),
         z = block.source(i.operands[2]);
  std::vector<uint64_t> &values = block.scratch(0), &froms = block.scratch(1);
  unsigned warp = ~0u;
  uint32_t there = 0;
  for (unsigned t : block.stepping()) {
    if (t / warpSize != warp) {
      warp = t / warpSize;
      there = block.steppingLanes(warp);
    }
    unsigned lane = t % warpSize;
    auto by = unsigned(y[t]) & 31;
    unsigned clamp = unsigned(z[t]) & 31, segments = unsigned(z[t]) >> 8 & 31;
    unsigned most = (lane & segments) | (clamp & ~segments),
             least = lane & segments;
    unsigned from = i.mode == Up          ? lane - by
                    : i.mode == Down      ? lane + by
                    : i.mode == Butterfly ? lane ^ by
                                          : least | (by & ~segments);
    bool isInside = i.mode == Up ? int(from) >= int(most) : from <= most;
    if (!isInside)
      from = lane;
    if (!(there & block.membersOf(i, t) & 1u << from))
      block.problem("the value of a lane that does not take part", i);
    values[t] = uint32_t(x[warp * warpSize + from]);
    froms[t] = isInside;
  }
  uint64_t *to = block.result(i.results[0]);
  uint64_t *toInside =
      i.results.size() > 1 ? block.result(i.results[1]) : nullptr;
  for (unsigned t : block.stepping()) {
    to[t] = values[t];
    if (toInside)
      toInside[t] = froms[t];
  }
}

/// Gives each group of lanes one result: `f` of the lanes and their values.
template <typename F>
void reduceLanes(const Instruction &i, Block &block, F f) {
  Source x = block.source(i.operands[0]);
  std::vector<uint64_t> &values = block.scratch(0);
  const std::vector<unsigned> &threads = block.stepping();
  for (size_t n = 0; n < threads.size(); ++n) {
    unsigned t = threads[n], begin = t - t % warpSize;
    uint32_t lanes = block.membersOf(i, t) & block.steppingLanes(t / warpSize);
    // Its first lane finds the result.
    auto first = unsigned(__builtin_ctz(lanes));
    values[t] =
        first == t % warpSize ? f(lanes, x, begin) : values[begin + first];
  }
  uint64_t *to = block.result(i.results[0]);
  for (unsigned t : threads)
    to[t] = values[t];
}

enum Vote : unsigned { Ballot, Any, All, Uniform };

void vote(const Instruction &i, Block &block) {
  reduceLanes(i, block,
              [&](uint32_t lanes, Source x, unsigned begin) -> uint64_t {
                uint32_t ballot = 0;
                for (unsigned lane = 0; lane < warpSize; ++lane)
                  if (lanes >> lane & 1)
                    ballot |= uint32_t(x[begin + lane] & 1) << lane;
                return i.mode == Ballot ? ballot
                       : i.mode == Any  ? ballot != 0
                       : i.mode == All  ? ballot == lanes
                                        : !ballot || ballot == lanes;
              });
}

template <typename T, T (*F)(T, T)>
void reduce(const Instruction &i, Block &block) {
  reduceLanes(i, block,
              [&](uint32_t lanes, Source x, unsigned begin) -> uint64_t {
                auto lane = unsigned(__builtin_ctz(lanes));
                T result = valueOf<T>(x[begin + lane]);
                while (++lane < warpSize)
                  if (lanes >> lane & 1)
                    result = F(result, valueOf<T>(x[begin + lane]));
                return bitsOf(result);
              });
}

/// The lanes that have the same value.
template <typename T> void match(const Instruction &i, Block &block) {
  Source x = block.source(i.operands[0]);
  bool ofAll = i.has("all");
  std::vector<uint64_t> &values = block.scratch(0);
  const std::vector<unsigned> &threads = block.stepping();
  for (unsigned t : threads) {
    unsigned begin = t - t % warpSize;
    uint32_t lanes = block.membersOf(i, t) & block.steppingLanes(t / warpSize);
    uint32_t same = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((lanes >> lane & 1) &&
          valueOf<T>(x[begin + lane]) == valueOf<T>(x[t]))
        same |= 1u << lane;
    values[t] = ofAll && same != lanes ? 0 : same;
  }
  uint64_t *to = block.result(i.results[0]);
  uint64_t *toAll = i.results.size() > 1 ? block.result(i.results[1]) : nullptr;
  for (unsigned t : threads) {
    to[t] = values[t];
    if (toAll)
      toAll[t] = values[t] != 0;
  }
}

void activeLanes(const Instruction &i, Block &block) {
  uint64_t *to = block.result(i.results[0]);
  for (unsigned t : block.stepping())
    to[t] = block.steppingLanes(t / warpSize);
}

void orderLanes(const Instruction &i, Block &block) {
  const std::vector<unsigned> &threads = block.stepping();
  for (unsigned t : threads) {
    unsigned warp = t / warpSize;
    uint32_t lanes = block.membersOf(i, t) & block.steppingLanes(warp);
    if (unsigned(__builtin_ctz(lanes)) == t % warpSize)
      block.threadOrder().passLanes(warp, lanes,
                                    lanes == block.liveLanes(warp));
  }
}

uint32_t sum(uint32_t x, uint32_t y) { return x + y; }
template <typename T> T smaller(T x, T y) { return std::min(x, y); }
template <typename T> T greater(T x, T y) { return std::max(x, y); }
uint32_t bitsOfBoth(uint32_t x, uint32_t y) { return x & y; }
uint32_t bitsOfEither(uint32_t x, uint32_t y) { return x | y; }
uint32_t bitsOfOne(uint32_t x, uint32_t y) { return x ^ y; }

Execute chooseReduction(const Instruction &i) {
  bool isSignedType = i.type == Type::S32;
  if (i.has("add"))
    return reduce<uint32_t, sum>;
  if (i.has("min"))
    return isSignedType ? reduce<int32_t, smaller> : reduce<uint32_t, smaller>;
  if (i.has("max"))
    return isSignedType ? reduce<int32_t, greater> : reduce<uint32_t, greater>;
  if (i.has("and"))
    return reduce<uint32_t, bitsOfBoth>;
  if (i.has("or"))
    return reduce<uint32_t, bitsOfEither>;
  return i.has("xor") ? reduce<uint32_t, bitsOfOne> : nullptr;
}

} // namespace

Execute simulated::chooseWarp(Instruction &i) {
  const std::string &name = i.name;
  if (name == "activemask")
    return activeLanes;
  bool isBarrier = (name == "bar" || name == "barrier") && i.has("warp");
  if (!isBarrier && name != "shfl" && name != "vote" && name != "redux" &&
      name != "match")
    return nullptr;
  if (!i.has("sync"))
    return nullptr;
  size_t operands = isBarrier ? 1 : name == "shfl" ? 4 : 2;
  if (i.operands.size() != operands)
    return nullptr;
  i.control = Control::WarpWide;
  i.members = int(operands) - 1;
  if (isBarrier)
    return orderLanes;
  if (name == "shfl") {
    i.mode = i.has("up")     ? Up
             : i.has("down") ? Down
             : i.has("bfly") ? Butterfly
                             : Index;
    return i.type == Type::B32 ? shuffle : nullptr;
  }
  if (name == "vote") {
    i.mode = i.has("ballot") ? Ballot
             : i.has("any")  ? Any
             : i.has("all")  ? All
                             : Uniform;
    return vote;
  }
  if (name == "match")
    return i.type == Type::B64 ? match<uint64_t> : match<uint32_t>;
  return chooseReduction(i);
}
