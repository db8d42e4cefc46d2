//===- SplitBatches.cpp - Batches go through devices in parts -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch that one device works on, and then another, becomes several small
// ones: while the second device works on a part, the first one works on the
// next.
//
//   %a = nn.matmul %x, %v        %x0, %x1 = slices of %x
//   %b = tine.to %a              %a1 = nn.matmul %x1, %v
//   %c = nn.matmul %b, %w   ==>  %a0 = nn.matmul %x0, %v
//   %l = nn.reduce sum %c        %b1 = tine.to %a1 ... %c0 = nn.matmul %b0, %w
//                                %l0, %l1 = sums of %c0, %c1
//                                %l = nn.add %l0, %l1
//
// Input:  operations of nn on tensors of devices, gradients.
// Output: the same program. What makes rows of a batch out of the same rows is
//         there once for each part; the slices that a part begins with have
//         the attribute `tine.micro_batch` (MicroBatches.h).
// How:    from each copy between devices of what a product has made, in its
//         block:
// 1. Back along the rows (nn::PartsOpInterface) to what they begin with.
// 2. On from there through all that is made of these rows. What else is needed
//    by rows (labels, masks that were drawn) is cut, too.
// 3. A sum over the rows that a gradient looks through becomes a sum of sums,
//    so that the backward pass of a part needs that part alone; for every other
//    reader the parts are joined.
// 4. Where a row needs what was made of all rows, nothing can overlap: there
//    the rows end, and those behind begin with what is made there.
// 5. That is worth it if two devices have products to do. The last part comes
//    first, so that derivatives are added up in the order of the parts.
// Rejects: nothing; it warns where a batch stays whole, and why.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/BatchWay.h"
#include "lowering/differentiate/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_SPLITBATCHES
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isCrossing(ToOp op) {
  return deviceOf(op.getTensor().getType()) != deviceOf(op.getType());
}

struct SplitBatches : tine::impl::SplitBatchesBase<SplitBatches> {
  using SplitBatchesBase::SplitBatchesBase;

  void runOnOperation() override {
    if (parts == 0)
      return;
    ModuleOp module = getOperation();
    llvm::DenseSet<Value> derivedBy;
    llvm::SetVector<Attribute> devices;
    module.walk([&](Operation *op) {
      if (auto gradient = dyn_cast<nn::GradientOp>(op))
        derivedBy.insert_range(gradient.getInputs());
      if (isProduct(op))
        devices.insert(deviceOf(op->getResult(0).getType()));
    });
    SmallVector<Block *> blocks;
    module.walk([&](Block *block) { blocks.push_back(block); });
    if (devices.size() > 1)
      for (Block *block : blocks)
        splitIn(*block, derivedBy);
    if (batches)
      return;
    InFlightDiagnostic warning = emitWarning(placeOfProgram(module))
                                 << "--pipeline=" << parts.getValue()
                                 << " has nothing to split: ";
    if (devices.empty())
      warning << "the program multiplies nothing";
    else if (devices.size() == 1)
      warning << "one device has all the products to do";
    else
      warning << "no batch goes from one device to another in rows that do "
                 "not need each other";
  }

  void splitIn(Block &block, const llvm::DenseSet<Value> &derivedBy) {
    SmallVector<ToOp> crossings;
    for (ToOp op : block.getOps<ToOp>())
      if (isCrossing(op) && op.getType().getRank() > 0)
        crossings.push_back(op);
    // Some go away with the first one of a batch.
    llvm::DenseSet<Operation *> gone;
    for (ToOp crossing : crossings)
      if (!gone.contains(crossing))
        splitAt(crossing, derivedBy, gone);
  }

  void splitAt(ToOp crossing, const llvm::DenseSet<Value> &derivedBy,
               llvm::DenseSet<Operation *> &gone) {
    if (!isBetweenProducts(crossing))
      return;
    std::optional<Obstacle> reason;
    std::unique_ptr<BatchWay> best;
    int64_t rank = std::min<int64_t>(crossing.getType().getRank(), 2);
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (crossing.getType().isDynamicDim(dim)) {
        if (dim == 0)
          reason = Obstacle{crossing, "the run decides how many rows it has"};
        continue;
      }
      if (crossing.getType().getDimSize(dim) < 2)
        continue;
      llvm::DenseSet<Operation *> stops;
      while (true) {
        auto way = std::make_unique<BatchWay>(crossing, dim, stops, derivedBy);
        way->goBack();
        way->goOn();
        if (unsigned products = way->countProducts()) {
          if (!best || products > best->countProducts())
            best = std::move(way);
          break;
        }
        ArrayRef<Obstacle> obstacles = way->getObstacles();
        if (!reason && dim == 0)
          reason = way->whyNot();
        size_t before = stops.size();
        for (const Obstacle &obstacle : obstacles)
          stops.insert(obstacle.op);
        if (stops.size() == before)
          break;
      }
    }
    if (best) {
      gone.insert_range(best->getOps());
      return apply(*best, crossing);
    }
    if (!reason || !explained.insert(reason->op->getLoc()).second)
      return;
    InFlightDiagnostic warning = emitWarning(reason->op->getLoc())
                                 << "the batch is not split: " << reason->why;
    warning.attachNote(crossing.getLoc()) << "so this copy waits for all of it";
  }

  void apply(BatchWay &way, ToOp crossing) {
    int64_t rows = way.getRows();
    int64_t partRows = llvm::divideCeil(rows, int64_t(parts));
    if (report) {
      InFlightDiagnostic remark = emitRemark(crossing.getLoc())
                                  << "a batch of " << rows << " goes over "
                                  << way.getDevices().size() << " devices in "
                                  << llvm::divideCeil(rows, partRows)
                                  << " parts of " << partRows;
      if (rows % partRows)
        remark << ", the last one of " << rows % partRows;
    }
    way.split(partRows, batches++);
  }

  /// Whether products of one device lead to it in its block, and it leads to
  /// products of another one.
  static bool isBetweenProducts(ToOp crossing) {
    Block *block = crossing->getBlock();
    llvm::SetVector<Operation *> before, behind;
    before.insert(crossing);
    for (size_t i = 0; i < before.size(); ++i)
      for (Value operand : before[i]->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && op->getBlock() == block)
          before.insert(op);
    if (llvm::none_of(before, hasProduct))
      return false;
    behind.insert(crossing);
    for (size_t i = 0; i < behind.size(); ++i)
      for (Operation *user : behind[i]->getUsers())
        if (Operation *op = block->findAncestorOpInBlock(*user);
            op && !isa<nn::GradientOp>(op))
          behind.insert(op);
    return llvm::any_of(behind, hasProduct);
  }

  /// Where a remark about the whole program stands.
  static Location placeOfProgram(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      if (function.getName() == "program" || !function.isPrivate())
        return function.getLoc();
    return module.getLoc();
  }

  int64_t batches = 0;
  llvm::DenseSet<Attribute> explained; // places
};

} // namespace
