//===- OutlineForks.cpp - Move the bodies of forks to functions -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  `tine.fork`, isolated from above.
// Output: a private function for each body, `tine.spawn` in place of the fork.
//         The function inherits `tine.source_name` from the one around it.
// How:    innermost forks first: the region becomes the function's body, its
//         yield the return. A body that only calls a function with all of its
//         arguments in order is not outlined: the fork spawns that function.
// Rejects: nothing.
//
// Equal bodies become one function later, in merge-equal-functions.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/Outlining.h"
#include "lowering/placement/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine {
#define GEN_PASS_DEF_OUTLINEFORKS
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The function that the body calls with its own arguments and whose results
/// it yields, or none.
FlatSymbolRefAttr findForwardedCallee(ForkOp fork) {
  Block &body = fork.getBody().front();
  if (!llvm::hasNItems(body, 2))
    return {};
  auto call = dyn_cast<func::CallOp>(body.front());
  if (!call || !llvm::equal(call.getOperands(), body.getArguments()) ||
      !llvm::equal(call.getResults(), body.getTerminator()->getOperands()))
    return {};
  return call.getCalleeAttr();
}

struct OutlineForks : tine::impl::OutlineForksBase<OutlineForks> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<ForkOp> forks;
    getOperation().walk<WalkOrder::PostOrder>(
        [&](ForkOp fork) { forks.push_back(fork); });
    for (ForkOp fork : forks)
      outline(fork, symbols);
  }

  void outline(ForkOp fork, SymbolTable &symbols) {
    OpBuilder builder(fork);
    FlatSymbolRefAttr callee = findForwardedCallee(fork);
    if (!callee)
      callee = FlatSymbolRefAttr::get(moveBody(fork, symbols));
    auto spawn =
        SpawnOp::create(builder, fork.getLoc(), fork.getFuture().getType(),
                        callee, fork.getCaptures(), fork.getInlinedAttr());
    fork.getFuture().replaceAllUsesWith(spawn.getFuture());
    fork.erase();
  }

  func::FuncOp moveBody(ForkOp fork, SymbolTable &symbols) {
    auto parent = fork->getParentOfType<func::FuncOp>();
    OpBuilder builder(parent->getContext());
    auto type = builder.getFunctionType(fork.getCaptures().getTypes(),
                                        fork.getFuture().getType().getLeaves());
    func::FuncOp function = makeFunctionBeside(
        parent, fork.getLoc(), parent.getName() + "_fork", type, symbols);
    function.getBody().takeBody(fork.getBody());
    Operation *yield = function.getBody().front().getTerminator();
    builder.setInsertionPoint(yield);
    func::ReturnOp::create(builder, yield->getLoc(), yield->getOperands());
    yield->erase();
    return function;
  }
};

} // namespace
