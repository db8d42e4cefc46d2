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
//         `nn.detach` is left.
// How:    Reverser.h. Gradients come in the order of the program, so that one
//         can be taken of another; loops on the way of such are unrolled.
// Rejects: what has no derivative on the way from an output to an input.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/differentiate/DecomposeRnn.h"
#include "lowering/differentiate/Reverser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

namespace tine {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The most operations that a loop is unrolled to.
constexpr int64_t unrolledOps = 10000;

struct Differentiate : tine::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() override {
    SmallVector<nn::GradientOp> gradients;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](nn::GradientOp op) { gradients.push_back(op); });
    OpBuilder builder(&getContext());
    for (auto [i, op] : llvm::enumerate(gradients)) {
      decomposeRnns(op);
      if (isDifferentiatedAgain(op, ArrayRef(gradients).drop_front(i + 1)))
        unrollLoops(op);
      Activity activity(op.getInputs());
      Reverser reverser(builder, activity, recompute);
      FailureOr<SmallVector<Value>> results = reverser.run(op);
      if (failed(results))
        return signalPassFailure();
      op->replaceAllUsesWith(*results);
      op.erase();
    }
    getOperation().walk([](ListNewOp op) { op->removeAttr(savedList); });
    getOperation().walk([](nn::DetachOp op) {
      op.getResult().replaceAllUsesWith(op.getInput());
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

  static std::optional<int64_t> foldIndex(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->hasTrait<OpTrait::ConstantLike>())
      return std::nullopt;
    SmallVector<Attribute> operands(op->getNumOperands());
    for (auto [attribute, operand] : llvm::zip(operands, op->getOperands()))
      matchPattern(operand, m_Constant(&attribute));
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(operands, results)) || results.size() != 1)
      return std::nullopt;
    return getConstantIntValue(results.front());
  }

  /// The backward pass of a loop takes from lists, which has no derivative: a
  /// loop that depends on the inputs is unrolled where that can be done.
  void unrollLoops(nn::GradientOp op) {
    Activity activity(op.getInputs());
    SmallVector<scf::ForOp> loops;
    op->getParentOfType<func::FuncOp>().walk([&](scf::ForOp loop) {
      if (llvm::any_of(loop->getResults(),
                       [&](Value v) { return activity.isActive(v); }))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      OpBuilder builder(loop);
      for (OpOperand &bound : loop->getOpOperands().take_front(3))
        if (std::optional<int64_t> value = foldIndex(bound.get()))
          bound.set(
              arith::ConstantIndexOp::create(builder, loop.getLoc(), *value));
      std::optional<APInt> trip = loop.getStaticTripCount();
      int64_t size = 0;
      bool plain = true;
      loop.getBody()->walk([&](Operation *inner) {
        ++size;
        plain &= !isa<nn::GradientOp>(inner);
      });
      if (trip && plain && trip->ule(unrolledOps) &&
          size * trip->getSExtValue() <= unrolledOps)
        (void)loopUnrollFull(loop);
    }
  }

  /// Recurrent layers that depend on the inputs become loops.
  void decomposeRnns(nn::GradientOp op) {
    Activity activity(op.getInputs());
    SmallVector<nn::RnnOp> layers;
    op->getParentOfType<func::FuncOp>().walk([&](nn::RnnOp layer) {
      if (llvm::any_of(layer->getResults(),
                       [&](Value v) { return activity.isActive(v); }))
        layers.push_back(layer);
    });
    for (nn::RnnOp layer : layers)
      decomposeRnn(layer);
  }
};

} // namespace
