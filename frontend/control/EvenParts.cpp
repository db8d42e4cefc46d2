//===- EvenParts.cpp - Parts of a tensor that follow each other -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/EvenParts.h"
#include "frontend/control/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether nobody has done anything with the view but make it.
static bool isUntouched(const Object &view) {
  return view.isTensor() && !view.path.empty() && view.attributes.empty() &&
         view.conflict.empty() && view.mayAlias.empty() && !view.isParameter &&
         !view.isBuffer && !view.isRead && !view.isChoice && !view.unsureGrad &&
         view.retains == GradFacts::Retains::No;
}

static std::optional<int64_t> startOf(const ViewStep &step) {
  return step.kind == ViewStep::Kind::Slice ? getConstantIntValue(step.start)
                                            : std::nullopt;
}

/// The step in which the paths differ, if it is one slice of the same kind.
static std::optional<size_t> differingStep(const Object &x, const Object &y) {
  if (x.path.size() != y.path.size())
    return std::nullopt;
  std::optional<size_t> found;
  for (auto [i, a, b] : llvm::enumerate(x.path, y.path)) {
    auto from = startOf(a), to = startOf(b);
    ViewStep moved = b;
    moved.start = a.start;
    if (!(moved == a) || (a.start != b.start && (!from || !to)))
      return std::nullopt;
    if (from == to)
      continue;
    if (found)
      return std::nullopt;
    found = i;
  }
  return found;
}

/// Whether the views of one storage are alike but for their place.
static bool areAlike(const Object &x, const Object &y) {
  return x.storage == y.storage && x.tensorType == y.tensorType &&
         x.layout.dense == y.layout.dense &&
         x.layout.strides == y.layout.strides &&
         x.layout.order == y.layout.order && x.requiresGrad == y.requiresGrad &&
         x.isLeaf == y.isLeaf && x.detached == y.detached;
}

std::optional<EvenParts> EvenParts::of(Elaborator &e, ArrayRef<Value> items) {
  auto isPart = [&](const Value &item) {
    return item.is(Kind::Tensor) && isUntouched(e.get(item.id));
  };
  if (items.size() < 2 || !llvm::all_of(items, isPart))
    return std::nullopt;
  EvenParts parts;
  for (const Value &item : items)
    parts.ids.push_back(item.id);
  const Object &first = e.get(items[0].id);
  std::optional<size_t> step = differingStep(first, e.get(items[1].id));
  if (!step)
    return std::nullopt;
  parts.step = *step;
  parts.start = *startOf(first.path[*step]);
  parts.spacing = *startOf(e.get(items[1].id).path[*step]) - parts.start;
  for (auto [i, item] : llvm::enumerate(items)) {
    const Object &part = e.get(item.id);
    if (!areAlike(first, part) ||
        (i > 0 && differingStep(first, part) != step) ||
        startOf(part.path[*step]) !=
            parts.start + static_cast<int64_t>(i) * parts.spacing)
      return std::nullopt;
  }
  return parts;
}

Value EvenParts::at(Elaborator &e, const Value &i) const {
  Location where = e.loc(e.frames.here);
  Value moved =
      e.model.binary(ast::BinaryOp::Mul, i, makeInt(spacing), e.frames.here);
  Value from =
      e.model.binary(ast::BinaryOp::Add, moved, makeInt(start), e.frames.here);
  if (e.stopped())
    return {};
  Object made = e.get(ids[0]);
  made.path[step].start =
      arith::IndexCastOp::create(e.b, where, e.b.getIndexType(), e.ssa(from));
  made.layout.offset = ShapedType::kDynamic;
  made.Sharing::clear();
  Value part = makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
  // Only the run knows which of them it is: what asks for that is an error,
  // behind which the loop is unrolled.
  for (unsigned id : ids)
    e.objects.link(part.id, id);
  return part;
}

} // namespace tine::elaborate
