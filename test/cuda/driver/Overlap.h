//===- Overlap.h - What may run beside what ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts kernels that no stream, event or wait of the host keeps from running
// at the same time as one of another GPU, and copies from, to or between GPUs
// that may run at the same time as a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_OVERLAP_H
#define TINE_TEST_CUDA_OVERLAP_H

#include "Shadow.h"

namespace simulated {

class Overlap {
public:
  /// In the order of each stream.
  void add(const Work &work);

  struct Count {
    size_t beside = 0, all = 0;
  };
  /// Kernels beside those of other GPUs.
  Count kernels() const;
  /// Copies beside kernels.
  Count copies() const;

private:
  /// True if a kernel on one of the GPUs that `counts` is true for is neither
  /// in front of the work nor behind it.
  template <typename Counts>
  bool hasBeside(const Work &work, Counts counts) const;

  std::vector<Work> copiesOfAll;
  std::vector<std::vector<Work>> kernelsOfStreams;
};

} // namespace simulated

#endif // TINE_TEST_CUDA_OVERLAP_H
