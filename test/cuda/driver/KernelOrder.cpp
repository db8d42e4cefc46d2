//===- KernelOrder.cpp - What orders threads of a kernel ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelOrder.h"

#include <algorithm>

using namespace simulated;

void BlockOrder::reset(unsigned count) {
  warps = count;
  now = full = 0;
  isParted = false;
  stamps.assign(warps, 0);
  wholeWarp.assign(warps, 0);
  known.clear();
  knownLanes.clear();
}

bool BlockOrder::isBehindByParts(unsigned thread, unsigned other,
                                 uint32_t stamp) const {
  unsigned warp = thread / warpSize, otherWarp = other / warpSize;
  if (warp != otherWarp)
    return !known.empty() && stamp < known[warp * warps + otherWarp];
  return stamp < wholeWarp[warp] ||
         (!knownLanes.empty() &&
          stamp < knownLanes[size_t(thread) * warpSize + other % warpSize]);
}

void BlockOrder::passAll() {
  full = ++now;
  isParted = false;
  std::fill(stamps.begin(), stamps.end(), now);
}

void BlockOrder::passWarps(const std::vector<unsigned> &passing) {
  ++now;
  isParted = true;
  known.resize(size_t(warps) * warps);
  // Each knows what any of them knew.
  std::vector<uint32_t> all(warps);
  for (unsigned warp : passing)
    for (unsigned other = 0; other < warps; ++other)
      all[other] = std::max(all[other], known[warp * warps + other]);
  for (unsigned warp : passing)
    all[warp] = now;
  for (unsigned warp : passing) {
    std::copy(all.begin(), all.end(), known.begin() + warp * warps);
    stamps[warp] = wholeWarp[warp] = now;
  }
}

void BlockOrder::passLanes(unsigned warp, uint32_t lanes, bool isWholeWarp) {
  stamps[warp] = ++now;
  isParted = true;
  if (isWholeWarp) {
    wholeWarp[warp] = now;
    return;
  }
  knownLanes.resize(size_t(warps) * warpSize * warpSize);
  uint32_t *rows = &knownLanes[size_t(warp) * warpSize * warpSize];
  uint32_t all[warpSize] = {};
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes >> lane & 1)
      for (unsigned other = 0; other < warpSize; ++other)
        all[other] = std::max(all[other], rows[lane * warpSize + other]);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes >> lane & 1)
      all[lane] = now;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes >> lane & 1)
      std::copy(all, all + warpSize, rows + lane * warpSize);
}
