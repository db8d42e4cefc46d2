//===- PinTimedWork.cpp - Timed work is done as often as written ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work between two readings of a clock stays in its loop, though each iteration
// does the same, and is not merged with equal work.
//
// Input:  nn, in which keep-timed-work has kept what nobody uses.
// Output: a timed operation on tensors that does not depend on what its loop
//         changes, or (with `equal`) that is equal to an earlier one, has an
//         operand behind a pinned `nn.optimization_barrier`.
// How:    1. Values are numbered, as for common subexpressions, and those found
//            that do not change in the innermost loop around them.
//         2. One operand is enough: a tensor that is not made of numbers alone,
//            the left one of a product, whose right one stays packed in front
//            of the loop; else a number.
//         3. Fills, and sums and products of elements, are no work: they are
//            fused with what reads them. They are when nobody does, that is
//            when they are kept.
//         Numbers and tensors of rank 0 made of such are no work either.
// Rejects: nothing. A program that reads no clock stays as it is.
//
// It runs in front of differentiate, on what no gradient is taken of, and
// without `equal` again behind it, where it finds what that and its derivative
// repeat in a loop. Equal operations there may be the compiler's own, and are
// merged.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/support/TimedCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <map>

namespace tine {
#define GEN_PASS_DEF_PINTIMEDWORK
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isNumber(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return !tensor || tensor.getRank() == 0;
}

/// One addition or multiplication of each element: fuse-elementwise computes
/// it in the loop that uses it, as it is no more work than loading it.
bool isCheap(Operation *op) {
  return isa<nn::NegOp, nn::AddOp, nn::SubOp, nn::MulOp>(op);
}

bool isKept(Operation *op) {
  return llvm::any_of(op->getUsers(), llvm::IsaPred<KeepOp>);
}

/// The innermost loop around, in the same function or fork.
Operation *getLoop(Operation *op) {
  while ((op = op->getParentOp()) &&
         !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    if (isa<LoopLikeOpInterface>(op))
      return op;
  return nullptr;
}

/// Adds what the outputs of gradients are made of, and all that stands in a
/// branch, loop or function with it.
void findDifferentiated(ModuleOp module, llvm::DenseSet<Operation *> &found) {
  SmallVector<Operation *> next;
  auto add = [&](Operation *op) {
    if (op && found.insert(op).second)
      next.push_back(op);
  };
  auto addOwner = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op && !isa<func::FuncOp>(value.getParentBlock()->getParentOp()))
      op = value.getParentBlock()->getParentOp();
    add(op);
    // A list or cell is made of what was put into it.
    if (isCounted(value.getType()))
      llvm::for_each(value.getUsers(), add);
  };
  module.walk(
      [&](nn::GradientOp op) { llvm::for_each(op.getOutputs(), addOwner); });
  while (!next.empty()) {
    Operation *op = next.pop_back_val();
    llvm::for_each(op->getOperands(), addOwner);
    if (auto call = dyn_cast<func::CallOp>(op))
      add(module.lookupSymbol(call.getCallee()));
    for (Region &region : op->getRegions())
      region.walk(add);
  }
}

/// Decides in the order of the program.
class Pinning {
public:
  Pinning(const TimedCode &code, bool equal,
          const llvm::DenseSet<Operation *> &differentiated)
      : code(code), equal(equal), differentiated(differentiated) {}

  void visit(Operation *op) {
    if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
        op->getNumResults() == 0 || !wouldOpBeTriviallyDead(op))
      return;
    if (llvm::all_of(op->getOperands(), [&](Value value) {
          return !isa<RankedTensorType>(value.getType()) ||
                 fills.contains(value);
        }))
      fills.insert(op->result_begin(), op->result_end());
    bool isFixed = doesNotChange(op);
    bool isEqual = isKnown(op);
    if (!(isFixed || (isEqual && equal)) || !code.isTimed(op) || !isWork(op) ||
        differentiated.contains(op)) {
      if (isFixed)
        fixed.insert(op->result_begin(), op->result_end());
      return;
    }
    if (OpOperand *operand = chooseOperand(op)) {
      OpBuilder b(op);
      operand->set(nn::OptimizationBarrierOp::create(
          b, op->getLoc(), operand->get(), /*pinned=*/true));
      for (Value result : op->getResults())
        leaders.erase(result);
    }
  }

private:
  bool isWork(Operation *op) const {
    return isTensorWork(op) &&
           (isKept(op) || !(fills.contains(op->getResult(0)) || isCheap(op))) &&
           !(llvm::all_of(op->getOperands(), isNumber) &&
             llvm::all_of(op->getResults(), isNumber));
  }

  /// Whether the results are the same in each iteration of the loop around.
  bool doesNotChange(Operation *op) const {
    Operation *loop = getLoop(op);
    return loop && llvm::all_of(op->getOperands(), [&](Value operand) {
             Operation *around = operand.getParentBlock()->getParentOp();
             return fixed.contains(operand) || !loop->isAncestor(around);
           });
  }

  /// Whether an equal operation was seen, which stands for this one then.
  bool isKnown(Operation *op) {
    std::vector<const void *> key{
        op->getName().getAsOpaquePointer(),
        op->getDiscardableAttrDictionary().getAsOpaquePointer(),
        op->getPropertiesAsAttribute().getAsOpaquePointer()};
    for (Type type : op->getResultTypes())
      key.push_back(type.getAsOpaquePointer());
    for (Value operand : op->getOperands())
      key.push_back(leaderOf(operand).getAsOpaquePointer());
    auto [entry, isNew] = seen.try_emplace(std::move(key), op);
    if (isNew)
      return false;
    for (auto [result, first] :
         llvm::zip_equal(op->getResults(), entry->second->getResults()))
      leaders[result] = leaderOf(first);
    return true;
  }

  Value leaderOf(Value value) const {
    auto it = leaders.find(value);
    return it == leaders.end() ? value : it->second;
  }

  OpOperand *chooseOperand(Operation *op) const {
    OpOperand *number = nullptr, *fill = nullptr;
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = operand.get().getType();
      if (isa<RankedTensorType>(type)) {
        if (!fills.contains(operand.get()))
          return &operand;
        fill = fill ? fill : &operand;
      } else if (!isa<IndexType>(type)) {
        number = number ? number : &operand;
      }
    }
    return number ? number : fill;
  }

  const TimedCode &code;
  bool equal;
  const llvm::DenseSet<Operation *> &differentiated;
  llvm::DenseSet<Value> fixed; ///< in the innermost loop around
  llvm::DenseSet<Value> fills; ///< made of numbers alone
  llvm::DenseMap<Value, Value> leaders;
  std::map<std::vector<const void *>, Operation *> seen;
};

struct PinTimedWork : tine::impl::PinTimedWorkBase<PinTimedWork> {
  using PinTimedWorkBase::PinTimedWorkBase;

  void runOnOperation() override {
    TimedCode code(getOperation());
    if (code.empty())
      return;
    llvm::DenseSet<Operation *> differentiated;
    findDifferentiated(getOperation(), differentiated);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Pinning pinning(code, equal, differentiated);
      function.walk<WalkOrder::PreOrder>(
          [&](Operation *op) { pinning.visit(op); });
    }
  }
};

} // namespace
