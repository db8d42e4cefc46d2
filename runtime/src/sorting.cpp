//===- sorting.cpp - Rows with equal elements -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts rows so that equal elements come in PyTorch's order. PyTorch's sort is
// not stable: its kernels (aten/src/ATen/native/cpu/SortingKernel.cpp and
// TopKImpl.h) call std::sort, std::partial_sort and std::nth_element, and the
// order is what the swaps of libstdc++ leave.
//
//===----------------------------------------------------------------------===//

#include "tine/abi.h"

#include <algorithm>

#ifndef __GLIBCXX__
#error "the order of equal elements is that of libstdc++"
#endif

namespace {

/// The key in the high half, the place in the low one.
struct Narrow {
  uint64_t word;
  bool operator<(const Narrow &other) const {
    return word >> 32 < other.word >> 32;
  }
};

struct Wide {
  uint64_t key, place;
  bool operator<(const Wide &other) const { return key < other.key; }
};

/// Hoare's selection as Sedgewick wrote it in 1978, which kthvalue does:
/// row[k] is the element that it is in the sorted row.
template <typename Element>
void quickselect(Element *row, int64_t size, int64_t k) {
  int64_t left = 0, right = size - 1;
  auto order = [&](int64_t first, int64_t second) {
    if (row[second] < row[first])
      std::swap(row[first], row[second]);
  };
  while (right > left + 1) {
    // The pivot, of three, goes to `left`: the greater one to the right of it.
    std::swap(row[(left + right) / 2], row[left + 1]);
    order(left + 1, right);
    order(left, right);
    order(left + 1, left);
    Element pivot = row[left];
    int64_t i = left + 1, j = right;
    for (;;) {
      do
        ++i;
      while (row[i] < pivot);
      do
        --j;
      while (pivot < row[j]);
      if (j < i)
        break;
      std::swap(row[i], row[j]);
    }
    std::swap(row[left], row[j]);
    if (j <= k)
      left = i;
    if (j >= k)
      right = j - 1;
  }
  if (right == left + 1)
    order(left, right);
}

template <typename Element>
void arrange(Element *row, int32_t order, int64_t size, int64_t first) {
  Element *end = row + size;
  switch (order) {
  case TINE_SORT_ALL:
    std::sort(row, end);
    break;
  case TINE_SORT_FIRST:
    std::nth_element(row, row + first - 1, end);
    std::sort(row, row + first - 1);
    break;
  case TINE_SORT_PARTITION:
    if (first * 64 <= size)
      std::partial_sort(row, row + first, end);
    else
      std::nth_element(row, row + first - 1, end);
    break;
  case TINE_SORT_KTH:
    quickselect(row, size, first - 1);
    break;
  }
}

} // namespace

void tine_abi_sort_narrow(uint64_t *words, int32_t order, int64_t size,
                          int64_t first) {
  if (first > 0)
    arrange(reinterpret_cast<Narrow *>(words), order, size, first);
}

void tine_abi_sort_wide(uint64_t *words, int32_t order, int64_t size,
                        int64_t first) {
  if (first > 0)
    arrange(reinterpret_cast<Wide *>(words), order, size, first);
}
