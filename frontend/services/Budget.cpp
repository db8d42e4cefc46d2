//===- Budget.cpp - Bounds of time, memory and depth ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program may cost while it is elaborated. Every limit is an error with
// a place, far above what programs of people need.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/values/Limits.h"
#include <sys/resource.h>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Bytes of the stack that elaboration may use: what is left is for what an
/// expression calls, and for the passes.
static size_t stackRoom() {
  rlimit limit;
  size_t all = 8 << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    all = limit.rlim_cur;
  return std::min<size_t>(all, 64 << 20) / 8 * 5;
}

Limits::Limits()
    : stackTop(static_cast<const char *>(__builtin_frame_address(0))),
      room(stackRoom()) {}

bool Limits::stackIsLow() const {
  auto *here = static_cast<const char *>(__builtin_frame_address(0));
  return static_cast<size_t>(stackTop - here) > room;
}

bool Budget::spend(ast::Range range, uint64_t steps) {
  decisions.facts.work.add(steps);
  // Whether an error goes away when loops are unrolled must not take long.
  if (decisions.facts.work.all > Limits::unrolledWork &&
      decisions.unrollsParts()) {
    decisions.giveUpUnrolling();
    requestRestart();
    return false;
  }
  if (decisions.facts.work.isTooMuch()) {
    error(range, "the program needs more than " +
                     Twine(decisions.facts.work.limit) +
                     " steps to be elaborated; is a loop unrolled that could "
                     "stay a loop, or a list copied again and again? "
                     "--max-steps allows more");
    return false;
  }
  if (!limits.stackIsLow())
    return true;
  error(range, "the program is nested too deeply here");
  return false;
}

bool Budget::checkLength(uint64_t length, ast::Range range, StringRef what) {
  if (length <= Limits::elements)
    return true;
  error(range, "this " + what +
                   " has more than 100,000 elements that are "
                   "known at compile time; make the values in a "
                   "loop or as a tensor");
  return false;
}

bool Budget::checkText(uint64_t size, ast::Range range) {
  if (size <= Limits::text)
    return true;
  error(range, "this string is too long: it has more than " +
                   Twine(Limits::text) + " bytes");
  return false;
}

/// Adds up the values in `value`; false when they nest too deeply.
static bool measure(const Value &value, unsigned depth, uint64_t &count) {
  if (depth > Limits::depth || ++count > Limits::elements)
    return false;
  return llvm::all_of(value.items, [&](const Value &item) {
    return measure(item, depth + 1, count);
  });
}

bool Budget::checkValue(const Value &value, ast::Range range) {
  if (value.items.empty())
    return !value.is(Kind::Str) || checkText(value.text.size(), range);
  uint64_t count = 0;
  if (!measure(value, 0, count)) {
    error(range, "this value has more than 100,000 parts, or is nested more "
                 "than " +
                     Twine(Limits::depth) + " deep");
    return false;
  }
  return spend(range, count);
}

bool Budget::checkItem(const Value &container, const Value &item,
                       ast::Range range) {
  if (!containers.checkChange(container, range))
    return false;
  // Every list and dict is looked at once, however often it is held.
  DenseSet<unsigned> seen;
  SmallVector<const Value *> open{&item};
  while (!open.empty()) {
    const Value *value = open.pop_back_val();
    for (const Value &part : value->items)
      if (!part.items.empty() || part.is(Kind::List) || part.is(Kind::Dict))
        open.push_back(&part);
    if ((!value->is(Kind::List) && !value->is(Kind::Dict)) ||
        !seen.insert(value->id).second)
      continue;
    if (value->id == container.id) {
      error(range, "a list or dict that holds itself is not supported");
      return false;
    }
    const Object &object = get(value->id);
    if (!spend(range, object.items.size() / 8))
      return false;
    for (const Value &part : object.items)
      if (!part.items.empty() || part.is(Kind::List) || part.is(Kind::Dict))
        open.push_back(&part);
  }
  return true;
}

bool Budget::checkNesting(ast::Range range) {
  if (diagnoser.conditional < Limits::branches)
    return true;
  error(range, "branches, loops and tasks that depend on data are nested more "
               "than " +
                   Twine(Limits::branches) + " deep here");
  return false;
}

bool Budget::checkTensor(RankedTensorType type, ast::Range range) {
  // A tensor without elements needs no memory, but strides that fit.
  bool empty = llvm::is_contained(type.getShape(), 0);
  uint64_t bytes = empty ? 1 : (type.getElementTypeBitWidth() + 7) / 8;
  bool fits = true;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && size != 0)
      fits &=
          !__builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes) &&
          bytes <= Limits::tensorBytes;
  if (fits)
    return true;
  std::string shape;
  for (int64_t size : type.getShape())
    shape += (shape.empty() ? "" : ", ") +
             (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  error(range, "a tensor of the shape [" + shape +
                   "] is too large for the memory of any machine");
  return false;
}

bool Budget::checkStep(const Value &tensor, int64_t step, ast::Range range) {
  if (step <= 1)
    return true;
  // The largest stride now; where it depends on sizes, what they can make it.
  int64_t reach = 1;
  if (std::optional<SmallVector<int64_t>> known = tensors.strides(tensor)) {
    for (int64_t stride : *known)
      reach = std::max(reach, stride);
  } else {
    reach = int64_t(1) << 31;
    for (const ViewStep &before : get(tensor.id).path)
      if (before.kind == ViewStep::Kind::Slice &&
          __builtin_mul_overflow(reach, before.step, &reach))
        reach = std::numeric_limits<int64_t>::max();
  }
  if (step <= (int64_t(1) << 62) / reach)
    return true;
  error(range, "a step of " + Twine(step) +
                   " is too large: the strides of a view have to fit 63 bits");
  return false;
}

} // namespace tine::elaborate
