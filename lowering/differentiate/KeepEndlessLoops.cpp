//===- KeepEndlessLoops.cpp - A loop is removed only when it ends ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop without effects whose result nobody reads is dead for MLIR. But what
// follows a loop that does not end does not run.
//
// Input:  scf.while and scf.for. An scf.for always ends.
// Output: `tine.endless` in each scf.while that has no effect and of which
//         nothing says that it ends.
// How:    a loop ends when one of the conditions to go on compares a carried
//         integer with a value from outside of the loop, and each iteration
//         takes the integer by a constant towards the other. Integers wrap: a
//         comparison that holds for all numbers within one step of the end does
//         not count.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/differentiate/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tine {
#define GEN_PASS_DEF_KEEPENDLESSLOOPS
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

std::optional<APInt> getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  return std::nullopt;
}

class Termination {
public:
  explicit Termination(scf::WhileOp loop) : loop(loop) {}

  bool isCertain() { return stopsBy(loop.getConditionOp().getCondition()); }

private:
  /// Whether the condition becomes false at some time.
  bool stopsBy(Value condition) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>())
      return stopsBy(both.getLhs()) || stopsBy(both.getRhs());
    // `a and b` is a branch that gives b or false.
    if (auto branch = condition.getDefiningOp<scf::IfOp>()) {
      Value otherwise = branch.elseYield().getOperand(
          cast<OpResult>(condition).getResultNumber());
      return matchPattern(otherwise, m_Zero()) &&
             stopsBy(branch.getCondition());
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      return false;
    Value left = compare.getLhs(), right = compare.getRhs();
    switch (compare.getPredicate()) {
    case arith::CmpIPredicate::slt:
      return rises(left, right, 0) || falls(right, left, 0);
    case arith::CmpIPredicate::sle:
      return rises(left, right, 1) || falls(right, left, 1);
    case arith::CmpIPredicate::sgt:
      return falls(left, right, 0) || rises(right, left, 0);
    case arith::CmpIPredicate::sge:
      return falls(left, right, 1) || rises(right, left, 1);
    default:
      return false;
    }
  }

  bool rises(Value counter, Value end, int64_t beyond) {
    return moves(counter, end, beyond, /*up=*/true);
  }
  bool falls(Value counter, Value end, int64_t beyond) {
    return moves(counter, end, beyond, /*up=*/false);
  }

  /// Whether the counter comes to the end without a wrap. It goes on from
  /// up to `end` (`beyond` is 1) or the number before it.
  bool moves(Value counter, Value end, int64_t beyond, bool up) {
    auto argument = dyn_cast<BlockArgument>(counter);
    if (!argument || argument.getOwner() != loop.getBeforeBody())
      return false;
    std::optional<APInt> step = getStep(argument);
    std::optional<APInt> last = getConstant(end);
    if (!step || step->isZero() || step->isNegative() == up)
      return false;
    if (!last)
      return beyond == 0 && step->abs().isOne() && isFromOutside(end);
    // The greatest number that the loop goes on from, and one step more.
    bool overflows = false;
    APInt one(last->getBitWidth(), 1);
    if (beyond == 0)
      *last =
          up ? last->ssub_ov(one, overflows) : last->sadd_ov(one, overflows);
    if (overflows) // no number goes on
      return true;
    (void)last->sadd_ov(*step, overflows);
    return !overflows;
  }

  /// What each iteration adds to what it started with.
  std::optional<APInt> getStep(BlockArgument argument) {
    Value next = loop.getYieldedValues()[argument.getArgNumber()];
    auto sum = next.getDefiningOp<arith::AddIOp>();
    auto difference = next.getDefiningOp<arith::SubIOp>();
    if (sum && isStart(sum.getLhs(), argument))
      return getConstant(sum.getRhs());
    if (sum && isStart(sum.getRhs(), argument))
      return getConstant(sum.getLhs());
    if (difference && isStart(difference.getLhs(), argument))
      if (std::optional<APInt> step = getConstant(difference.getRhs());
          step && !step->isMinSignedValue())
        return -*step;
    return std::nullopt;
  }

  /// Whether the value is the argument of the first block, in the second.
  bool isStart(Value value, BlockArgument argument) {
    auto inner = dyn_cast<BlockArgument>(value);
    return inner && inner.getOwner() == loop.getAfterBody() &&
           loop.getConditionOp().getArgs()[inner.getArgNumber()] == argument;
  }

  bool isFromOutside(Value value) {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }

  scf::WhileOp loop;
};

struct KeepEndlessLoops : tine::impl::KeepEndlessLoopsBase<KeepEndlessLoops> {
  void runOnOperation() override {
    // An inner loop that may not end is an effect of the outer one.
    getOperation().walk([](scf::WhileOp loop) {
      if (!wouldOpBeTriviallyDead(loop) || Termination(loop).isCertain())
        return;
      OpBuilder b(loop.getContext());
      b.setInsertionPointToStart(loop.getAfterBody());
      EndlessOp::create(b, loop.getLoc());
    });
  }
};

} // namespace
