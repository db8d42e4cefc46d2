//===- Differentiate.cpp - Gradients become backward passes ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  `nn.gradient`, anywhere.
// Output: in its place the ops that compute it. Forward code gives what the
//         backward pass needs of its loops, branches and forks. No
//         `nn.detach` and `nn.overwrite` is left.
// How:    Reverser.h. Gradients come in the order of the program, so that one
//         can be taken of another.
// Rejects: what has no derivative on the way from an output to an input.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/DecomposeRnn.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/differentiate/Reverser.h"
#include "lowering/support/DecomposeAttention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tine {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct Differentiate : tine::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() override {
    SmallVector<nn::GradientOp> gradients;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](nn::GradientOp op) { gradients.push_back(op); });
    OpBuilder builder(&getContext());
    for (auto [i, op] : llvm::enumerate(gradients)) {
      decompose<nn::RnnOp>(op, decomposeRnn);
      decompose<nn::AttentionGradOp>(op, decomposeAttentionGrad);
      bool again =
          isDifferentiatedAgain(op, ArrayRef(gradients).drop_front(i + 1));
      Activity activity(leavesOf(op));
      Reverser reverser(builder, activity, aliasesOf(op), recompute, again);
      FailureOr<SmallVector<Value>> results = reverser.run(op);
      if (failed(results))
        return signalPassFailure();
      op->replaceAllUsesWith(*results);
      op.erase();
    }
    getOperation().walk([](nn::WithDerivativeOp op) {
      op.replaceAllUsesWith(op.getValues());
      op.erase();
    });
    getOperation().walk([](nn::DetachOp op) {
      op.getResult().replaceAllUsesWith(op.getInput());
      op.erase();
    });
    getOperation().walk([](nn::StraightThroughOp op) {
      op.getResult().replaceAllUsesWith(op.getValue());
      op.erase();
    });
    getOperation().walk([](nn::OverwriteOp op) {
      op.getResult().replaceAllUsesWith(op.getValue());
      op.erase();
    });
  }

  /// Whether a later gradient is one of this gradient.
  static bool isDifferentiatedAgain(nn::GradientOp op,
                                    ArrayRef<nn::GradientOp> later) {
    if (later.empty())
      return false;
    Activity activity(op.getResults());
    return llvm::any_of(later, [&](nn::GradientOp next) {
      return llvm::any_of(next.getOutputs(),
                          [&](Value v) { return activity.isActive(v); });
    });
  }

  /// The inputs under all their names.
  static SmallVector<Value> leavesOf(nn::GradientOp op) {
    SmallVector<Value> leaves(op.getInputs());
    for (const InputAlias &alias : aliasesOf(op))
      leaves.push_back(alias.value);
    return leaves;
  }

  /// Recurrent layers that depend on the inputs become loops, derivatives of
  /// attention products.
  template <typename Op>
  void decompose(nn::GradientOp op, void (*replace)(Op)) {
    Activity activity(leavesOf(op));
    SmallVector<Op> found;
    op->getParentOfType<func::FuncOp>().walk([&](Op inner) {
      if (llvm::any_of(inner->getResults(),
                       [&](Value v) { return activity.isActive(v); }))
        found.push_back(inner);
    });
    for (Op inner : found)
      replace(inner);
  }
};

} // namespace
