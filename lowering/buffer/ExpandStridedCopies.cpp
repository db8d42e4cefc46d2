//===- ExpandStridedCopies.cpp - Copies of views as loop nests ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  bufferized functions.
// Output: `memref.copy` between contiguous buffers only (a memcpy); a copy from
//         or to a strided view is an elementwise `linalg.generic`, which targets
//         treat like any other. No `memref.expand_shape`
//         that splits a dimension into several sizes of the run.
// How:    one pattern each. Upstream would call a library function for copies,
//         and crashes when it expands the metadata of such a split.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_EXPANDSTRIDEDCOPIES
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

void expand(memref::CopyOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto target = dyn_cast<MemRefType>(op.getTarget().getType());
  if (!source || !target ||
      (source.getLayout().isIdentity() && target.getLayout().isIdentity()))
    return;
  OpBuilder builder(op);
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(source.getRank()));
  SmallVector<utils::IteratorType> loops(source.getRank(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, op.getLoc(), ValueRange(op.getSource()),
      ValueRange(op.getTarget()), maps, loops,
      [](OpBuilder &nested, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(nested, loc, arguments.front());
      });
  op.erase();
}

void expand(memref::ExpandShapeOp op) {
  MemRefType to = op.getResultType();
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  if (llvm::all_of(groups, [&](const ReassociationIndices &group) {
        return llvm::count_if(group, [&](int64_t dim) {
                 return to.isDynamicDim(dim);
               }) <= 1;
      }))
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto source = memref::ExtractStridedMetadataOp::create(b, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  auto [knownStrides, knownOffset] = to.getStridesAndOffset();
  for (auto [group, stride] : llvm::zip(groups, source.getStrides())) {
    Value step = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = step;
      if (!ShapedType::isDynamic(knownStrides[dim]))
        strides[dim] = b.getIndexAttr(knownStrides[dim]);
      Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[dim]);
      step = arith::MulIOp::create(b, step, size);
    }
  }
  OpFoldResult offset = source.getOffset();
  if (!ShapedType::isDynamic(knownOffset))
    offset = b.getIndexAttr(knownOffset);
  Value made = memref::ReinterpretCastOp::create(b, to, source.getBaseBuffer(),
                                                 offset, sizes, strides);
  op.replaceAllUsesWith(made);
  op.erase();
}

struct ExpandStridedCopies
    : tine::impl::ExpandStridedCopiesBase<ExpandStridedCopies> {
  void runOnOperation() override {
    getOperation().walk([](memref::CopyOp op) { expand(op); });
    getOperation().walk([](memref::ExpandShapeOp op) { expand(op); });
  }
};

} // namespace
