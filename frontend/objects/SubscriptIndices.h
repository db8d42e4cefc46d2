//===- SubscriptIndices.h - What an index says ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `i` of `x[i]`: which elements a slice takes, and what stands for an int.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_SUBSCRIPTINDICES_H
#define TINE_FRONTEND_OBJECTS_SUBSCRIPTINDICES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Python's indices(): the elements that a slice of known bounds takes.
struct Bounds {
  int64_t from, to, step;
};
Bounds sliceBounds(const Value &slice, int64_t n);
std::vector<int64_t> sliceIndices(const Value &slice, int64_t n);
/// Whether its bounds are known.
bool knownSlice(const Value &slice);

/// The index with tensors and bools as ints, where the base has numbered
/// elements; false after an error.
bool toIntIndex(Service &e, Value &index, ast::Range range);
/// The index of a tensor, or the part of one, that is one of two, or what is a
/// text or a number; null without one.
const Value *choiceIn(Context &e, const Value &base, const Value &index);
/// The index with another value for the part that choiceIn gave.
Value withChosen(const Value &index, const Value *part, Value value);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_SUBSCRIPTINDICES_H
