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
// The partition of `sort` does the swaps of Hoare's without branches that are
// mispredicted at every second element: it notes which elements of a block on
// the left and of one on the right have to go, and swaps them in pairs
// (Edelkamp and Weiss, BlockQuicksort, 2016).
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

/// The median of three goes to `to`, as in libstdc++.
template <typename Element>
void moveMedian(Element *to, Element *a, Element *b, Element *c) {
  if (*a < *b)
    std::swap(*to, *b < *c ? *b : *a < *c ? *c : *a);
  else
    std::swap(*to, *a < *c ? *a : *b < *c ? *c : *b);
}

/// Puts the elements that come before `pivot` to the left, and gives the first
/// of the others. One of each kind is there; equal ones go to either side.
template <typename Element>
Element *partition(Element *left, Element *right, Element pivot) {
  constexpr int64_t block = 64;
  uint8_t fromLeft[block], fromRight[block];
  int64_t lefts = 0, nextLeft = 0, rights = 0, nextRight = 0;
  while (right - left >= 2 * block) {
    if (nextLeft == lefts) {
      lefts = nextLeft = 0;
      for (int64_t i = 0; i < block; ++i) {
        fromLeft[lefts] = uint8_t(i);
        lefts += !(left[i] < pivot);
      }
    }
    if (nextRight == rights) {
      rights = nextRight = 0;
      for (int64_t i = 0; i < block; ++i) {
        fromRight[rights] = uint8_t(i);
        rights += !(pivot < right[-1 - i]);
      }
    }
    while (nextLeft < lefts && nextRight < rights)
      std::swap(left[fromLeft[nextLeft++]], right[-1 - fromRight[nextRight++]]);
    left += nextLeft == lefts ? block : 0;
    right -= nextRight == rights ? block : 0;
  }
  // What is left of a block is looked at again.
  left += nextLeft < lefts ? fromLeft[nextLeft] : 0;
  right -= nextRight < rights ? fromRight[nextRight] : 0;
  for (;; ++left) {
    while (*left < pivot)
      ++left;
    --right;
    while (pivot < *right)
      --right;
    if (left >= right)
      return left;
    std::swap(*left, *right);
  }
}

template <typename Element>
void sortParts(Element *begin, Element *end, int depth) {
  while (end - begin > 16) {
    if (!depth--)
      return std::partial_sort(begin, end, end);
    moveMedian(begin, begin + 1, begin + (end - begin) / 2, end - 1);
    Element *cut = partition(begin + 1, end, *begin);
    sortParts(cut, end, depth);
    end = cut;
  }
}

/// std::sort.
template <typename Element> void sort(Element *begin, Element *end) {
  int log = 0;
  while ((end - begin) >> (log + 1))
    ++log;
  sortParts(begin, end, 2 * log);
  for (Element *at = begin; at != end; ++at) {
    Element x = *at, *place = at;
    for (; place != begin && x < place[-1]; --place)
      *place = place[-1];
    *place = x;
  }
}

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
    sort(row, end);
    break;
  case TINE_SORT_FIRST:
    std::nth_element(row, row + first - 1, end);
    sort(row, row + first - 1);
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
