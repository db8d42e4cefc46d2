//===- KernelOrder.h - What orders threads of a kernel ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a block are ordered by barriers alone: of the block, of some of
// its warps, of lanes of a warp. Each such event has a number; an access has
// that of the last event of its warp. Blocks are never ordered.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_KERNELORDER_H
#define TINE_TEST_CUDA_KERNELORDER_H

#include <cstdint>
#include <vector>

namespace simulated {

constexpr unsigned warpSize = 32;

/// The barriers that a block has passed.
class BlockOrder {
public:
  void reset(unsigned warps);

  /// The number of the last event of the thread's warp.
  uint32_t stampOf(unsigned thread) const { return stamps[thread / warpSize]; }
  /// Of the last barrier of all.
  uint32_t lastOfAll() const { return full; }
  bool hasPartsOfBlock() const { return !known.empty(); }
  bool hasPartsOfWarps() const { return !knownLanes.empty(); }

  /// Whether the thread comes behind what another one did at that number.
  bool isBehind(unsigned thread, unsigned other, uint32_t stamp) const {
    return thread == other || stamp < full ||
           (isParted && isBehindByParts(thread, other, stamp));
  }

  /// These have waited for each other.
  void passAll();
  void passWarps(const std::vector<unsigned> &warps);
  void passLanes(unsigned warp, uint32_t lanes, bool isWholeWarp);

private:
  bool isBehindByParts(unsigned thread, unsigned other, uint32_t stamp) const;

  unsigned warps = 0;
  uint32_t now = 0, full = 0;
  bool isParted = false; // since the last barrier of all
  std::vector<uint32_t> stamps;
  std::vector<uint32_t> wholeWarp; // its last event of all its lanes
  // For pairs of warps, and of lanes of a warp: behind what was before these.
  std::vector<uint32_t> known, knownLanes;
};

/// Who accesses memory.
struct Accessor {
  unsigned block, thread;
  const BlockOrder *order;
  const char *instruction;
  bool isAtomic = false;

  uint32_t stamp() const { return order->stampOf(thread); }
};

/// Accesses of one kind, by threads of a kernel, to the same bytes: the last
/// one, and whether there were others that it does not come behind.
struct Accesses {
  uint32_t work = 0; ///< the kernel, or 0
  uint32_t block = 0, stamp = 0;
  uint16_t thread = 0;
  bool byThreads : 1 = false; ///< of the warp, at the same stamp
  bool byWarps : 1 = false;
  bool byBlocks : 1 = false;

  /// Whether an access of the same work does not come behind all of them.
  bool conflictsWith(const Accessor &who) const {
    if (byBlocks || block != who.block)
      return true;
    if (stamp < who.order->lastOfAll())
      return false;
    // By which of them is not known; with barriers of some warps the last one
    // may stand for all.
    if (byWarps && !who.order->hasPartsOfBlock())
      return true;
    // Another lane at the same stamp than this thread.
    if (byThreads && thread == who.thread)
      return !who.order->hasPartsOfWarps() &&
             !who.order->isBehind(who.thread, thread ^ 1u, stamp);
    return !who.order->isBehind(who.thread, thread, stamp);
  }

  void note(uint32_t currentWork, const Accessor &who) {
    if (work != currentWork ||
        (!byBlocks && block == who.block && stamp < who.order->lastOfAll()))
      byThreads = byWarps = byBlocks = false;
    else if (block != who.block)
      byBlocks = true;
    else if (thread / warpSize != who.thread / warpSize)
      byWarps = true;
    else
      byThreads = stamp == who.stamp() && (byThreads || thread != who.thread);
    work = currentWork;
    block = who.block;
    stamp = who.stamp();
    thread = uint16_t(who.thread);
  }
};

} // namespace simulated

#endif // TINE_TEST_CUDA_KERNELORDER_H
