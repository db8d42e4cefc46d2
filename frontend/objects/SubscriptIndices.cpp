//===- SubscriptIndices.cpp - What an index says --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/SubscriptIndices.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"

#include <algorithm>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Bounds sliceBounds(const Value &slice, int64_t n) {
  int64_t step = slice.items[2] ? slice.items[2].integer : 1;
  auto bound = [&](const Value &v, int64_t absent) {
    if (!v)
      return absent;
    int64_t i = v.integer;
    if (i < 0)
      i += n;
    return step > 0 ? std::clamp<int64_t>(i, 0, n)
                    : std::clamp<int64_t>(i, -1, n - 1);
  };
  return {bound(slice.items[0], step > 0 ? 0 : n - 1),
          bound(slice.items[1], step > 0 ? n : -1), step};
}

std::vector<int64_t> sliceIndices(const Value &slice, int64_t n) {
  auto [from, to, step] = sliceBounds(slice, n);
  std::vector<int64_t> indices;
  for (int64_t i = from; step > 0 ? i < to : i > to; i += step)
    indices.push_back(i);
  return indices;
}

bool knownSlice(const Value &slice) {
  return llvm::all_of(slice.items, [](const Value &v) {
    return !v || (v.is(Kind::Int) && v.isConst());
  });
}

bool toIntIndex(Service &e, Value &index, ast::Range range) {
  if (index.is(Kind::Tensor) || index.is(Kind::Bool))
    index = e.numbers.toInt(index, range);
  else if (index.is(Kind::Object) &&
           e.objects.findMember(e.get(index.id).classInfo, "__index__")) {
    CallArgs none(range);
    index = e.run.callMethod(index, "__index__", none);
  }
  return !e.stopped();
}

const Value *choiceIn(Context &e, const Value &base, const Value &index) {
  if (isOfOpenKind(e, index))
    return &index;
  if (!base.is(Kind::Tensor))
    return nullptr;
  if (isChoice(index))
    return &index;
  auto part = llvm::find_if(index.items, isChoice);
  bool isPart = index.is(Kind::Tuple) && part != index.items.end();
  return isPart ? &*part : nullptr;
}

Value withChosen(const Value &index, const Value *part, Value value) {
  if (part == &index)
    return value;
  Value chosen = index;
  chosen.items[part - index.items.data()] = std::move(value);
  return chosen;
}

} // namespace tine::elaborate
