//===- ExpandStridedCopies.cpp - Copies of views as loop nests ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  bufferized functions.
// Output: `memref.copy` between contiguous buffers only (a memcpy); a copy from
//         or to a strided view is an elementwise `linalg.generic`, which the
//         CPU code generator treats like any other.
// How:    one pattern. Upstream would call a library function for these.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"

namespace tine {
#define GEN_PASS_DEF_EXPANDSTRIDEDCOPIES
#include "lowering/Passes.h.inc"
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

struct ExpandStridedCopies
    : tine::impl::ExpandStridedCopiesBase<ExpandStridedCopies> {
  void runOnOperation() override { getOperation().walk(expand); }
};

} // namespace
