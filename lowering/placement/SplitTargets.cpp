//===- SplitTargets.cpp - A function for each target of a device ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a device is decides the run: a program that names cuda:0 runs on a
// machine without a GPU as well, from the same executable.
//
//   %gpu = tine.runs_on D, "cuda"
//   %y = scf.if %gpu -> F { yield tine.enqueue D, @f_cuda(%x) }
//        else { yield tine.enqueue D, @f(%x) }
//
// Input:  `tine.enqueue` of functions for the CPU.
// Output: for each target that the kind of the device names, functions of its
//         own, with the attribute `tine.target`, and a branch at each queue;
//         the module attribute `tine.targets`, if it names devices of any.
// How:    the callee and all that it calls are cloned once for each target.
//         An `scf.if`, and not one op with several callees, because later
//         passes change the signatures of functions call by call.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tine {
#define GEN_PASS_DEF_SPLITTARGETS
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The functions of one target.
class Clones {
public:
  Clones(llvm::StringRef target, SymbolTable &symbols)
      : target(target), symbols(symbols) {}

  /// The clone for the target of a function and of all that it calls.
  func::FuncOp of(func::FuncOp function) {
    func::FuncOp &clone = made[function];
    if (clone)
      return clone;
    clone = function.clone();
    func::FuncOp result = clone;
    result.setName((function.getName() + "_" + target).str());
    result->setAttr(targetAttribute,
                    StringAttr::get(function.getContext(), target));
    symbols.insert(result, std::next(Block::iterator(function)));
    result.walk([&](Operation *op) {
      auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      auto callee = name && !isa<EnqueueOp>(op)
                        ? symbols.lookup<func::FuncOp>(name.getAttr())
                        : func::FuncOp();
      if (callee)
        op->setAttr("callee", FlatSymbolRefAttr::get(of(callee)));
    });
    return result;
  }

private:
  llvm::StringRef target;
  SymbolTable &symbols;
  llvm::DenseMap<Operation *, func::FuncOp> made;
};

struct SplitTargets : tine::impl::SplitTargetsBase<SplitTargets> {
  using SplitTargetsBase::SplitTargetsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<EnqueueOp> queued;
    getOperation().walk([&](EnqueueOp op) { queued.push_back(op); });
    SmallVector<llvm::StringRef> used;
    for (const std::string &target : targets) {
      Clones clones(target, symbols);
      for (EnqueueOp op : queued)
        if (op.getDevice().getKind() == target)
          branch(op, target, clones);
      if (hasDevice(target))
        used.push_back(target);
    }
    if (!used.empty())
      getOperation()->setAttr(targetsAttribute,
                              OpBuilder(&getContext()).getStrArrayAttr(used));
  }

  /// Whether the module names a device of the target: tensors may be copied to
  /// one that has no work.
  bool hasDevice(llvm::StringRef target) {
    auto devices = getOperation()->getAttrOfType<ArrayAttr>("tine.devices");
    return devices && llvm::any_of(devices.getAsValueRange<StringAttr>(),
                                   [&](llvm::StringRef name) {
                                     return name.split(':').first == target;
                                   });
  }

  /// Queues the clone where the device runs the target's code, else `op`.
  static void branch(EnqueueOp op, llvm::StringRef target, Clones &clones) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getCalleeAttr());
    Value runs = RunsOnOp::create(builder, loc, op.getDevice(), target);
    auto choice = scf::IfOp::create(builder, loc, op.getResultTypes(), runs,
                                    /*withElseRegion=*/true);
    op->replaceAllUsesWith(choice.getResults());
    auto fill = [&](Block *block, EnqueueOp queue) {
      OpBuilder inner = OpBuilder::atBlockEnd(block);
      inner.insert(queue);
      scf::YieldOp::create(inner, loc, queue.getResults());
    };
    // Without results the blocks have yields already.
    auto other = cast<EnqueueOp>(op->clone());
    other.setCallee(clones.of(callee).getName());
    op->remove();
    for (Block *block : {choice.thenBlock(), choice.elseBlock()})
      if (!block->empty())
        block->back().erase();
    fill(choice.thenBlock(), other);
    fill(choice.elseBlock(), op);
  }
};

} // namespace
