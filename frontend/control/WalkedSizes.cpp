//===- WalkedSizes.cpp - Sizes of what a loop goes over -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration that has no code that can change a size needs no check.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/WalkedSizes.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

WalkedSizes::WalkedSizes(Elaborator &e, const Value &iterable, ast::Range range)
    : e(e), range(range) {
  // TorchScript goes over a list of the keys.
  if (!e.script())
    collect(iterable);
}

void WalkedSizes::collect(const Value &iterable) {
  if (iterable.is(Kind::Iterator))
    for (const Value &item : iterable.items)
      collect(item);
  if (!iterable.is(Kind::Dict) && !e.objects.isSet(iterable))
    return;
  // That of an OrderedDict is looked at by what goes to another element only.
  Value dict = dictOf(iterable);
  if (dict && !e.containers.isOpen(dict) && !e.objects.isOrdered(dict))
    walked.push_back({iterable, e.model.length(dict, range)});
}

Value WalkedSizes::dictOf(const Value &container) const {
  if (container.is(Kind::Dict))
    return container;
  const auto &attributes = e.get(container.id).attributes;
  auto items = attributes.find("_items");
  bool isKnown = items != attributes.end() && items->second.is(Kind::Dict);
  return isKnown ? items->second : Value();
}

/// Whether the code from `first` on changes the size of some dict of the run.
static bool changesDicts(Operation *first) {
  auto changes = [](Operation *op) {
    return isa<DictSetOp, DictPopOp, DictClearOp>(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  };
  for (Operation *op = first; op; op = op->getNextNode())
    if (op->walk(changes).wasInterrupted())
      return true;
  return false;
}

bool WalkedSizes::mayHaveChanged(const Value &dict, const Heap &before,
                                 Operation *first) const {
  const Object &now = e.get(dict.id);
  bool isOld = dict.id < before.size() && before[dict.id];
  if (!isOld || now.isRuntime != before[dict.id]->isRuntime)
    return true;
  return now.isRuntime ? changesDicts(first)
                       : now.items.size() != before[dict.id]->items.size() ||
                             e.containers.isOpen(dict);
}

Flow WalkedSizes::check(const Walked &one) {
  Value dict = dictOf(one.container);
  Value same =
      dict ? e.model.compare(ast::CompareOp::Eq, e.model.length(dict, range),
                             one.size, range)
           : Value();
  if (!same || e.stopped())
    return e.stopped() ? Flow::none() : Flow();
  std::string message = e.objects.isSet(one.container)
                            ? "Set changed size during iteration"
                            : "dictionary changed size during iteration";
  ErrorClass kind = errorClass("RuntimeError");
  auto raise = [&] { return e.paths.raise(kind, makeStr(message), range); };
  if (same.isConst())
    return same.integer ? Flow() : raise();
  if (e.diagnoser.isSeen(kind))
    return e.paths.branch(same.ssa, [] { return Flow(); }, raise, range);
  e.check(same.ssa, kind.front(), message, range);
  return {};
}

/// Runs `rest` on the paths that come to the next iteration.
static Flow whereItGoesOn(Elaborator &e, Flow flow, function_ref<Flow()> rest,
                          ast::Range range) {
  if (!flow.continues)
    return e.paths.sequence(flow, rest, range);
  if (!flow.breaks && !flow.returns && !flow.raises)
    return rest();
  // It is the same as the end of the body; the others are left alone.
  OpBuilder &b = e.b;
  auto is = [&](int way) -> mlir::Value {
    mlir::Value code =
        arith::ConstantOp::create(b, e.loc(range), b.getI32IntegerAttr(way));
    return arith::CmpIOp::create(b, e.loc(range), arith::CmpIPredicate::eq,
                                 flow.code, code);
  };
  mlir::Value goesOn = is(3);
  if (flow.normal)
    goesOn = arith::OrIOp::create(b, e.loc(range), goesOn, is(0));
  Flow others = flow;
  others.normal = others.continues = false;
  return e.paths.branch(goesOn, rest, [&] { return others; }, range);
}

Flow WalkedSizes::iteration(function_ref<Flow()> body) {
  Block *block = e.b.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  Heap before = e.objects.heap;
  Flow flow = body();
  for (const Walked &one : walked) {
    if (e.stopped() || (!flow.normal && !flow.continues))
      return flow;
    Value dict = dictOf(one.container);
    Operation *first = last             ? last->getNextNode()
                       : block->empty() ? nullptr
                                        : &block->front();
    if (dict && mayHaveChanged(dict, before, first))
      flow = whereItGoesOn(e, flow, [&] { return check(one); }, range);
  }
  return flow;
}

} // namespace tine::elaborate
