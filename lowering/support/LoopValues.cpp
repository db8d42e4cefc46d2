//===- LoopValues.cpp - What a loop carries, and changing it --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/LoopValues.h"

using namespace mlir;

namespace tine {

CarriedValues::CarriedValues(Operation *loop) : op(loop) {
  assert(isLoop(loop) && "not a loop");
}

/// Arguments of the body in front of the carried values.
static unsigned firstArgument(Operation *op) { return isa<scf::ForOp>(op); }

Block *CarriedValues::body() const { return &op->getRegions().back().front(); }

Value CarriedValues::init(unsigned number) const {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInitArgs()[number];
  return cast<scf::WhileOp>(op).getInits()[number];
}

BlockArgument CarriedValues::argument(unsigned number) const {
  return body()->getArgument(firstArgument(op) + number);
}

Value CarriedValues::yielded(unsigned number) const {
  return body()->getTerminator()->getOperand(number);
}

OpResult CarriedValues::result(unsigned number) const {
  return op->getResult(number);
}

unsigned CarriedValues::numberOf(BlockArgument argument) const {
  return argument.getArgNumber() - firstArgument(op);
}

bool CarriedValues::isPlain(unsigned number) const {
  auto loop = dyn_cast<scf::WhileOp>(op);
  if (!loop)
    return true;
  return number < loop.getInits().size() &&
         loop.getConditionOp().getArgs()[number] ==
             loop.getBeforeArguments()[number];
}

template <typename Range>
static SmallVector<Value> kept(Range &&values,
                               const llvm::SmallBitVector &dropped) {
  SmallVector<Value> result;
  for (auto [i, value] : llvm::enumerate(values))
    if (i >= dropped.size() || !dropped[i])
      result.push_back(value);
  return result;
}

static void eraseArguments(Block *block, unsigned first,
                           const llvm::SmallBitVector &dropped) {
  block->eraseArguments([&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    return number >= first && number - first < dropped.size() &&
           dropped[number - first];
  });
}

Operation *CarriedValues::change(const llvm::SmallBitVector &dropped,
                                 ArrayRef<AddedLoopValue> added,
                                 Substitute substitute) {
  auto replaceUses = [&](OpBuilder at, ValueRange values,
                         ArrayRef<Value> gone) {
    if (llvm::any_of(gone, [](Value value) { return !value.use_empty(); }))
      substitute(at, values, gone);
  };
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Operation *yield = body()->getTerminator();
  SmallVector<Value> yields = kept(yield->getOperands(), dropped);
  for (const AddedLoopValue &value : added)
    yields.push_back(value.yielded);
  yield->setOperands(yields);
  eraseArguments(body(), firstArgument(op), dropped);

  Operation *changed;
  if (auto counted = dyn_cast<scf::ForOp>(op)) {
    SmallVector<Value> inits = kept(counted.getInitArgs(), dropped);
    for (const AddedLoopValue &value : added)
      inits.push_back(value.init);
    changed =
        scf::ForOp::create(builder, loc, counted.getLowerBound(),
                           counted.getUpperBound(), counted.getStep(), inits);
  } else {
    auto loop = cast<scf::WhileOp>(op);
    SmallVector<Value> inits = kept(loop.getInits(), dropped);
    Block *before = loop.getBeforeBody();
    SmallVector<Value> arguments, gone;
    for (const AddedLoopValue &value : added) {
      inits.push_back(value.init);
      arguments.push_back(before->addArgument(value.init.getType(), loc));
    }
    scf::ConditionOp condition = loop.getConditionOp();
    SmallVector<Value> passed = kept(condition.getArgs(), dropped);
    llvm::append_range(passed, arguments);
    condition.getArgsMutable().assign(passed);
    for (unsigned number : dropped.set_bits())
      gone.push_back(before->getArgument(number));
    replaceUses(OpBuilder::atBlockBegin(before), arguments, gone);
    eraseArguments(before, 0, dropped);
    changed = scf::WhileOp::create(builder, loc, ValueRange(passed).getTypes(),
                                   inits);
  }
  changed->setAttrs(op->getAttrDictionary());
  for (auto [to, from] :
       llvm::zip_equal(changed->getRegions(), op->getRegions()))
    to.takeBody(from);
  unsigned next = 0;
  SmallVector<Value> gone;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (i >= dropped.size() || !dropped[i])
      op->getResult(i).replaceAllUsesWith(changed->getResult(next++));
    else
      gone.push_back(op->getResult(i));
  builder.setInsertionPointAfter(changed);
  replaceUses(builder, changed->getResults().take_back(added.size()), gone);
  op->erase();
  return changed;
}

} // namespace tine
