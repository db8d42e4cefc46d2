//===- Chunks.h - Parts of a loop for several threads -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How loops are cut into chunks that are tasks. It depends on shapes and on the
// operation alone, so that results do not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_CHUNKS_H
#define TINE_LOWERING_CPU_CHUNKS_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace tine {

/// Operations on elements that take about 50 us.
constexpr int64_t chunkWork = 1500000;

/// Iterations of a chunk of a loop of `total` iterations, of `work` operations
/// each; a multiple of `step`, but of a loop that is no longer. Chunks have
/// half of `chunkWork` at least. There are 1, 2, 4, 8 or a multiple of 16,
/// so that threads get equal parts.
inline int64_t iterationsOfChunk(int64_t total, int64_t work,
                                 int64_t step = 1) {
  int64_t least = std::max<int64_t>(chunkWork / std::max<int64_t>(work, 1), 1);
  int64_t chunks = (std::max<int64_t>(total, 1) - 1) / least + 1;
  chunks = chunks > 16 ? llvm::alignTo(chunks, 16)
                       : static_cast<int64_t>(llvm::PowerOf2Ceil(chunks));
  return llvm::alignTo((total - 1) / chunks + 1, step);
}

} // namespace tine

#endif // TINE_LOWERING_CPU_CHUNKS_H
