//===- ParallelToTasks.cpp - Chunks of loops to OpenMP tasks --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the iterations of scf.parallel as tasks of the one OpenMP team.
//
// Input: scf.parallel without results, whose body neither fails nor allocates.
// Output: loops, omp.task and omp.taskgroup.
// How:
// 1. A nest of parallel loops is one task for each iteration, in a task group
//    that ends when all have.
// 2. One iteration alone runs where it stands, without a task.
// 3. While forks wait for a thread, the tasks run where they stand.
// 4. Where a trace has a span for the operation, each task has one for its
//    part.
// 5. A loop that captures a vector stays sequential: the translation of omp
//    does not align what a task captures.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_PARALLELTOTASKS
#include "lowering/cpu/Passes.h.inc"

namespace {

bool capturesVector(scf::ParallelOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  return llvm::any_of(captured, [](Value value) {
    return isa<VectorType>(value.getType()) &&
           !value.getDefiningOp<arith::ConstantOp>();
  });
}

/// The constants that a region uses get copies in it: a task captures none.
void sinkConstants(scf::ParallelOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  OpBuilder b = OpBuilder::atBlockBegin(op.getBody());
  for (Value value : captured) {
    auto constant = value.getDefiningOp<arith::ConstantOp>();
    if (!constant)
      continue;
    Value copy = b.clone(*constant)->getResult(0);
    value.replaceUsesWithIf(copy, [&](OpOperand &use) {
      return op.getRegion().isAncestor(use.getOwner()->getParentRegion());
    });
  }
}

/// Nested loops around `body`, which gets the induction variables.
void makeLoops(ImplicitLocOpBuilder &b, scf::ParallelOp op, unsigned depth,
               SmallVectorImpl<Value> &at, function_ref<void()> body) {
  if (depth == op.getNumLoops())
    return body();
  auto loop =
      scf::ForOp::create(b, op.getLowerBound()[depth],
                         op.getUpperBound()[depth], op.getStep()[depth]);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  at.push_back(loop.getInductionVar());
  makeLoops(b, op, depth + 1, at, body);
}

void copyBody(ImplicitLocOpBuilder &b, scf::ParallelOp op, ArrayRef<Value> at) {
  IRMapping map;
  for (auto [from, to] : llvm::zip_equal(op.getInductionVars(), at))
    map.map(from, to);
  for (Operation &inner : op.getBody()->without_terminator())
    b.clone(inner, map);
}

void makeSequential(ImplicitLocOpBuilder &b, scf::ParallelOp op) {
  SmallVector<Value> at;
  makeLoops(b, op, 0, at, [&] { copyBody(b, op, at); });
}

/// The name of the operation that the loop is in, for traces; null if it has no
/// span. Functions that are one operation have spans around their calls.
StringAttr tracedName(Operation *op) {
  Operation *at = op;
  for (; !isa<FunctionOpInterface>(at); at = at->getParentOp())
    for (Operation *before = at->getPrevNode(); before;
         before = before->getPrevNode()) {
      if (isa<TraceEndOp>(before))
        break;
      if (auto begin = dyn_cast<TraceBeginOp>(before); begin)
        for (Operation *user : begin->getUsers())
          return cast<TraceEndOp>(user).getNameAttr();
    }
  return at->getAttrOfType<StringAttr>("tine.traced");
}

void makeTasks(ImplicitLocOpBuilder &b, scf::ParallelOp op, StringAttr name) {
  omp::TaskOperands clauses;
  clauses.ifExpr = TasksWantedOp::create(b);
  auto group = omp::TaskgroupOp::create(b, omp::TaskgroupOperands());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&group.getRegion());
  Operation *end = omp::TerminatorOp::create(b);
  b.setInsertionPoint(end);
  SmallVector<Value> at;
  makeLoops(b, op, 0, at, [&] {
    auto task = omp::TaskOp::create(b, clauses);
    OpBuilder::InsertionGuard inTask(b);
    b.createBlock(&task.getRegion());
    Operation *end = omp::TerminatorOp::create(b);
    b.setInsertionPoint(end);
    Value start;
    if (name)
      start = TraceBeginOp::create(b);
    copyBody(b, op, at);
    if (name)
      TraceEndOp::create(b, start, name, b.getStringAttr(""),
                         b.getI64IntegerAttr(-1), b.getI64IntegerAttr(-1),
                         ValueRange(), /*part=*/b.getUnitAttr());
  });
}

/// Whether there is one iteration only.
Value isSingle(ImplicitLocOpBuilder &b, scf::ParallelOp op) {
  Value single;
  for (auto [lower, upper, step] :
       llvm::zip_equal(op.getLowerBound(), op.getUpperBound(), op.getStep())) {
    Value next = b.createOrFold<arith::AddIOp>(lower, step);
    Value done =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sge, next, upper);
    single = single ? b.createOrFold<arith::AndIOp>(single, done) : done;
  }
  return single;
}

struct ParallelToTasks : impl::ParallelToTasksBase<ParallelToTasks> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ParallelOp op) {
      loops.push_back(op);
      return WalkResult::skip();
    });
    for (scf::ParallelOp op : loops)
      lower(op);
    // What was nested in another runs in its task.
    loops.clear();
    getOperation()->walk([&](scf::ParallelOp op) { loops.push_back(op); });
    for (scf::ParallelOp op : loops) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      makeSequential(b, op);
      op.erase();
    }
  }

  static void lower(scf::ParallelOp op) {
    sinkConstants(op);
    ImplicitLocOpBuilder b(op.getLoc(), op);
    StringAttr name = tracedName(op);
    if (capturesVector(op)) {
      makeSequential(b, op);
      op.erase();
      return;
    }
    Value single = isSingle(b, op);
    if (matchPattern(single, m_Zero())) {
      makeTasks(b, op, name);
    } else {
      auto branch = scf::IfOp::create(b, single, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      makeSequential(b, op);
      b.setInsertionPointToStart(branch.elseBlock());
      makeTasks(b, op, name);
    }
    op.erase();
  }
};

} // namespace
} // namespace tine
