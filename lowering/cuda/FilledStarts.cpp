//===- FilledStarts.cpp - Sums that begin with a constant -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/FilledStarts.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tine;

/// For each result what it begins with, or a unit.
static constexpr llvm::StringLiteral startsAttribute = "tine.starts";

namespace {

/// The op that fills all of a buffer with a constant, and that.
struct Fill {
  linalg::GenericOp op;
  TypedAttr value;
};

Fill fillOf(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  std::optional<Value> filled =
      generic ? linalg::isaFillOpInterface(generic) : std::nullopt;
  TypedAttr value;
  if (!filled || !matchPattern(*filled, m_Constant(&value)))
    return {};
  return {generic, value};
}

/// Whether all that is at the buffer's place in memory gets there by this value
/// or by a view of it.
bool isOwn(Value buffer) {
  if (auto part = buffer.getDefiningOp<BoxBufferOp>()) {
    Value box = part.getBox();
    return box.getDefiningOp<BoxAllocOp>() &&
           llvm::count_if(box.getUsers(), [](Operation *user) {
             return isa<BoxBufferOp>(user);
           }) == 1;
  }
  return bool(buffer.getDefiningOp<memref::AllocOp>());
}

/// What has filled the buffer before the op, if nothing else has used it.
Fill findFill(linalg::GenericOp op, Value buffer) {
  if (!isOwn(buffer))
    return {};
  Fill found;
  for (Operation *user : buffer.getUsers()) {
    if (user == op)
      continue;
    Operation *at = op->getBlock()->findAncestorOpInBlock(*user);
    if (at && op->isBeforeInBlock(at))
      continue;
    Fill fill = at == user ? fillOf(user) : Fill();
    if (!fill.op || found.op)
      return {};
    found = fill;
  }
  return found;
}

} // namespace

void cuda::takeFills(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  Builder builder(op.getContext());
  SmallVector<Attribute> starts(op.getNumDpsInits(), builder.getUnitAttr());
  bool some = false;
  size_t number = 0;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    size_t i = number++;
    AffineMap map = op.getMatchingIndexingMap(&init);
    // Each element is the result of one sum, and nothing else reads it.
    bool isWhole =
        map.isProjectedPermutation() &&
        map.getNumResults() == op.getNumParallelLoops() &&
        llvm::none_of(map.getResults(), [&](AffineExpr result) {
          return op.getIteratorTypesArray()[cast<AffineDimExpr>(result)
                                                .getPosition()] ==
                 utils::IteratorType::reduction;
        });
    bool isRead = llvm::any_of(init.get().getUses(), [&](OpOperand &use) {
      return &use != &init && op->isAncestor(use.getOwner());
    });
    if (!isWhole || isRead)
      continue;
    if (Fill fill = findFill(op, init.get()); fill.op) {
      starts[i] = fill.value;
      fill.op.erase();
      some = true;
    }
  }
  if (some)
    op->setAttr(startsAttribute, builder.getArrayAttr(starts));
}

TypedAttr cuda::filledStart(OpOperand &init) {
  auto op = cast<linalg::GenericOp>(init.getOwner());
  auto starts = op->getAttrOfType<ArrayAttr>(startsAttribute);
  if (!starts)
    return {};
  int64_t number = init.getOperandNumber() - op.getNumDpsInputs();
  return dyn_cast<TypedAttr>(starts[size_t(number)]);
}
