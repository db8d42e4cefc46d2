//===- ScheduleForks.cpp - Task, or at the fork point ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program means what it means when every fork runs at its fork point. A fork
// becomes a task only where nobody can tell the difference.
//
// Input:  `tine.fork`, not yet outlined.
// Output: `inlined "<reason>"` on each fork that must run at its fork point. A
//         list or dict that a task only reads, and that may change while it
//         runs, is captured as a copy.
// Further: waits for what tasks change of their caller's state move to where
//         it is used, or a clock is read.
// How:    for each fork, with the effects of its body through calls
//         (SharedState.h): 1. output, random numbers, the clock, a change of
//         anything that the body did not make: inline; 2. a read of a container
//         of unknown origin whose type is not settled: inline; 3. a captured
//         container that is read and may change beside the task: captured as a
//         copy, or inline when a copy could be told from the original; 4. a
//         change of state that is used before anything else runs: inline.
// Rejects: nothing. With `report`, a remark for each fork; equal ones share it.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/Estimates.h"
#include "lowering/placement/Passes.h"
#include "lowering/placement/SharedState.h"
#include "lowering/support/Report.h"
#include "lowering/support/TimedCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tine {
#define GEN_PASS_DEF_SCHEDULEFORKS
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// "it prints at file:line:col"
std::string explain(const llvm::Twine &what, Operation *op) {
  std::string text = ("it " + what).str();
  if (auto at = dyn_cast<FileLineColLoc>(getPosition(op->getLoc())))
    text += (" at " + at.getFilename().getValue() + ":" +
             llvm::Twine(at.getLine()) + ":" + llvm::Twine(at.getColumn()))
                .str();
  return text;
}

/// Captures operand `index` as it is at the fork. False when that could be
/// told from capturing the container itself.
bool captureCopy(ForkOp fork, unsigned index, const ArgumentUse &use) {
  Value captured = fork.getCaptures()[index];
  OpBuilder builder(fork);
  Location loc = fork.getLoc();
  if (use.leaked || use.captured)
    return false;
  if (auto list = dyn_cast<ListType>(captured.getType())) {
    if (llvm::any_of(list.getLeaves(), holdsMutable))
      return false;
    fork->setOperand(index, ListCopyOp::create(builder, loc, list, captured));
    return true;
  }
  auto dict = cast<DictType>(captured.getType());
  if (llvm::any_of(dict.getValues(), holdsMutable))
    return false;
  fork->setOperand(index, DictCopyOp::create(builder, loc, dict, captured));
  return true;
}

/// The first op of the wait's block that uses its results, in it or in itself.
Operation *findFirstUser(WaitOp wait) {
  Operation *first = nullptr;
  for (Operation *user : wait->getUsers()) {
    Operation *op = wait->getBlock()->findAncestorOpInBlock(*user);
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  return first;
}

/// Moves an implicit wait to where its results are needed, but over no reading
/// of a clock: what the task does comes before that.
void sink(WaitOp wait, const TimedCode &code) {
  Operation *first = findFirstUser(wait);
  if (!code.empty())
    for (Operation *op = wait->getNextNode(); op && op != first;
         op = op->getNextNode())
      if (code.readsClock(op)) {
        first = op;
        break;
      }
  if (!first && code.isTimed(wait))
    first = wait->getBlock()->getTerminator();
  if (first)
    wait->moveBefore(first);
  else
    wait.erase();
}

/// The op that needs what the task changes before anything else can run beside
/// the task, or null.
Operation *findUrgentUse(ForkOp fork) {
  for (Operation *user : fork.getFuture().getUsers()) {
    auto wait = dyn_cast<WaitOp>(user);
    if (!wait || !wait.getImplicit() || wait->getBlock() != fork->getBlock())
      continue;
    Operation *op = fork->getNextNode();
    while (op != wait &&
           (op->hasTrait<OpTrait::ConstantLike>() ||
            llvm::is_contained(op->getOperands(), fork.getFuture()) ||
            isa<arith::ArithDialect>(op->getDialect())))
      op = op->getNextNode();
    if (op == wait)
      return findFirstUser(wait);
  }
  return nullptr;
}

struct ScheduleForks : tine::impl::ScheduleForksBase<ScheduleForks> {
  using ScheduleForksBase::ScheduleForksBase;

  void runOnOperation() override {
    SmallVector<WaitOp> implicit;
    getOperation().walk([&](WaitOp wait) {
      if (wait.getImplicit())
        implicit.push_back(wait);
    });
    TimedCode code(getOperation());
    for (WaitOp wait : implicit)
      sink(wait, code);
    SharedState state(getOperation());
    SmallVector<std::pair<ForkOp, Summary>> forks;
    getOperation().walk(
        [&](ForkOp fork) { forks.push_back({fork, state.summarize(fork)}); });
    // What must be copied is decided for all forks before the first copy.
    SmallVector<std::pair<ForkOp, std::string>> decisions;
    SmallVector<SmallVector<unsigned>> copies(forks.size());
    for (auto [i, entry] : llvm::enumerate(forks))
      decisions.push_back(
          {entry.first, decide(entry.first, entry.second, state, copies[i])});
    for (auto [i, decision] : llvm::enumerate(decisions)) {
      auto &[fork, reason] = decision;
      if (reason.empty())
        for (unsigned index : copies[i]) {
          Type type = fork.getCaptures()[index].getType();
          if (captureCopy(fork, index, forks[i].second.arguments[index]))
            continue;
          reason = explain("uses a " + describeMutable(type) +
                               " that may change beside it",
                           forks[i].second.arguments[index].read);
          break;
        }
      if (!reason.empty())
        fork.setInlined(reason);
    }
    if (report) {
      Estimator estimator(getOperation());
      tell(llvm::to_vector(llvm::make_first_range(decisions)), estimator);
    }
  }

  /// The reason why the fork must run at its fork point, or an empty string
  /// and the captures that must be copied.
  static std::string decide(ForkOp fork, const Summary &body,
                            SharedState &state,
                            SmallVectorImpl<unsigned> &copies) {
    if (fork.getInlined())
      return fork.getInlined()->str();
    if (body.effect)
      return explain(body.effectName, body.effect);
    if (body.sharedWrite)
      return explain("changes what it shares", body.sharedWrite);
    for (auto [type, op] : body.sharedReads)
      if (!state.isSettled(type))
        return explain("reads a " + describeMutable(type) + " that may change",
                       op);
    if (Operation *use = findUrgentUse(fork))
      return explain("changes what is used right behind it", use);
    for (auto [i, use] : llvm::enumerate(body.arguments)) {
      Type type = fork.getCaptures()[i].getType();
      if (use.changed)
        return explain("changes a captured " + describeMutable(type),
                       use.changed);
      // A leaked container may be read by who gets it; that is no concern of
      // this task.
      if (!use.read)
        continue;
      bool unsettled = false;
      if (state.findChange(fork, i, unsettled) || unsettled)
        copies.push_back(i);
    }
    return {};
  }

  /// One remark for the forks of one place that run the same way.
  static void tell(ArrayRef<ForkOp> forks, Estimator &estimator) {
    struct Group {
      unsigned count = 0;
      Estimate longest;
    };
    llvm::MapVector<std::pair<Location, StringAttr>, Group> groups;
    for (ForkOp fork : forks) {
      Group &group =
          groups[{getPosition(fork.getLoc()), fork.getInlinedAttr()}];
      Estimate own = estimator.of(fork.getBody());
      if (!group.count++ || own.seconds > group.longest.seconds)
        group.longest = own;
    }
    for (auto &[kind, group] : groups) {
      auto [position, reason] = kind;
      unsigned count = group.count;
      InFlightDiagnostic remark = emitRemark(position);
      if (count == 1)
        remark << "fork runs ";
      else
        remark << count << " forks run ";
      if (reason)
        remark << "inline: " << reason.getValue();
      else
        remark << (count == 1 ? "as a task" : "as tasks");
      if (group.longest.seconds > 0)
        remark << ", " << toText(group.longest) << (count == 1 ? "" : " each");
    }
  }
};

} // namespace
