//===- Overlap.cpp - What may run beside what -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overlap.h"

#include <algorithm>

using namespace simulated;

void Overlap::add(const Work &work) {
  if (work.what.starts_with("copy "))
    copiesOfAll.push_back(work);
  if (!work.what.starts_with("kernel "))
    return;
  if (kernelsOfStreams.size() <= work.stream)
    kernelsOfStreams.resize(work.stream + 1);
  kernelsOfStreams[work.stream].push_back(work);
}

template <typename Counts>
bool Overlap::hasBeside(const Work &work, Counts counts) const {
  for (const std::vector<Work> &kernels : kernelsOfStreams) {
    if (kernels.empty() || kernels.front().stream == work.stream ||
        !counts(kernels.front().device))
      continue;
    // The first one that is not in front; those after it are not in front of
    // the work if this one is not.
    uint32_t before = timeIn(work.clock, kernels.front().stream);
    auto first = std::partition_point(
        kernels.begin(), kernels.end(),
        [&](const Work &kernel) { return kernel.time() <= before; });
    if (first != kernels.end() &&
        timeIn(first->clock, work.stream) < work.time())
      return true;
  }
  return false;
}

Overlap::Count Overlap::kernels() const {
  Count count;
  for (const std::vector<Work> &kernels : kernelsOfStreams)
    for (const Work &kernel : kernels) {
      count.beside += hasBeside(
          kernel, [&](int device) { return device != kernel.device; });
      ++count.all;
    }
  return count;
}

Overlap::Count Overlap::copies() const {
  Count count;
  for (const Work &copy : copiesOfAll) {
    count.beside += hasBeside(copy, [](int) { return true; });
    ++count.all;
  }
  return count;
}
