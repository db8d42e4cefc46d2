//===- BlockExchange.h - What threads of a block combine --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of neighbouring threads are combined by shuffles within a warp, and
// once through shared memory between warps, in an order that the number of
// threads fixes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_BLOCKEXCHANGE_H
#define TINE_LOWERING_CUDA_BLOCKEXCHANGE_H

#include "lowering/cuda/KernelBuilder.h"

namespace tine::cuda {

constexpr int64_t warp = 32;

/// Values from two of each of them. The order of the two does not matter.
using CombineTwo = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    llvm::ArrayRef<mlir::Value>, llvm::ArrayRef<mlir::Value>)>;

class BlockExchange {
public:
  /// Of a kernel whose blocks have so many threads.
  BlockExchange(KernelBuilder &k, int64_t block) : k(k), block(block) {}

  /// What `threads` neighbouring threads have, in each of them: a power of two.
  /// `thread` is the number of the thread in the block, and `group` that of its
  /// neighbours. All threads of the block take part.
  llvm::SmallVector<mlir::Value> combine(mlir::Value thread, mlir::Value group,
                                         int64_t threads,
                                         llvm::SmallVector<mlir::Value> mine,
                                         CombineTwo two);
  /// What the threads have whose numbers have the same rest by `columns`, in
  /// each of them.
  llvm::SmallVector<mlir::Value>
  combineColumns(mlir::Value thread, int64_t columns,
                 llvm::SmallVector<mlir::Value> mine, CombineTwo two);

private:
  /// What neighbouring lanes have, so many of them, in each of them.
  llvm::SmallVector<mlir::Value>
  combineLanes(llvm::SmallVector<mlir::Value> mine, int64_t lanes,
               CombineTwo two);
  mlir::Value shuffle(mlir::Value value, int64_t distance);
  mlir::Value shuffleWord(mlir::Value word, int64_t distance);
  /// A buffer for each value. One is used again when all threads have read what
  /// was in it.
  llvm::SmallVector<mlir::Value> buffersFor(llvm::ArrayRef<mlir::Value> values,
                                            int64_t size);
  void store(llvm::ArrayRef<mlir::Value> values,
             llvm::ArrayRef<mlir::Value> buffers, mlir::Value at);
  llvm::SmallVector<mlir::Value> load(llvm::ArrayRef<mlir::Value> buffers,
                                      llvm::ArrayRef<mlir::Value> like,
                                      mlir::Value at);

  KernelBuilder &k;
  int64_t block;
  llvm::MapVector<std::pair<mlir::Type, int64_t>, mlir::Value> shared;
};

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_BLOCKEXCHANGE_H
