//===- BufferizableOps.cpp - How tine ops bufferize -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When functions are bufferized, these still have tensors: `tine.keep` and
// `tine.time` read them and take buffers in their place; `tine.join` copies its
// parts to a new buffer; what `tine.split` gives are parts of one. Ops of
// linalg_ext overwrite their destinations.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/BufferizableOps.h"
#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/tine/Tine.h"
#include "lowering/support/OverwritesDestination.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace tine;

namespace {

/// An op that writes to none of its tensors; `reads` says whether it reads
/// them.
template <typename Model, typename OpTy, bool reads>
struct NeverWrites : BufferizableOpInterface::ExternalModel<Model, OpTy> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return reads;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

private:
  NeverWrites() = default;
  friend Model;
};

template <typename OpTy>
struct Reader : NeverWrites<Reader<OpTy>, OpTy, /*reads=*/true> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      rewriter.modifyOpInPlace(op, [&] { operand.set(*buffer); });
    }
    return success();
  }
};

/// The buffer of a part of a vector.
Value getPart(OpBuilder &builder, Location loc, Value buffer, int64_t offset,
              RankedTensorType part) {
  return BufferPartOp::create(
      builder, loc, MemRefType::get(part.getShape(), part.getElementType()),
      buffer, offset);
}

/// A new buffer that the parts are copied to; write-into-parts takes the copies
/// away.
struct Join : NeverWrites<Join, JoinOp, /*reads=*/true> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto join = cast<JoinOp>(op);
    Location loc = op->getLoc();
    SmallVector<Value> parts;
    for (Value part : join.getParts()) {
      FailureOr<Value> buffer = getBuffer(rewriter, part, options, state);
      if (failed(buffer))
        return failure();
      parts.push_back(*buffer);
    }
    auto type = cast<RankedTensorType>(join.getVector().getType());
    FailureOr<Value> vector = options.createAlloc(
        rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()),
        ValueRange());
    if (failed(vector))
      return failure();
    int64_t offset = 0;
    for (auto [part, buffer] : llvm::zip_equal(join.getParts(), parts)) {
      auto partType = cast<RankedTensorType>(part.getType());
      Value to = getPart(rewriter, loc, *vector, offset, partType);
      if (failed(options.createMemCpy(rewriter, loc, buffer, to)))
        return failure();
      offset += partType.getNumElements();
    }
    replaceOpWithBufferizedValues(rewriter, op, *vector);
    return success();
  }
};

/// Views of the vector.
struct Split : NeverWrites<Split, SplitOp, /*reads=*/false> {
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    AliasingValueList parts;
    for (OpResult part : op->getResults())
      parts.addAlias({part, BufferRelation::Unknown});
    return parts;
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto split = cast<SplitOp>(op);
    FailureOr<Value> vector =
        getBuffer(rewriter, split.getVector(), options, state);
    if (failed(vector))
      return failure();
    Value buffer = *vector;
    auto type = cast<MemRefType>(buffer.getType());
    auto plain = MemRefType::get(type.getShape(), type.getElementType());
    if (type != plain)
      buffer = memref::CastOp::create(rewriter, op->getLoc(), plain, buffer);
    SmallVector<Value> parts;
    int64_t offset = 0;
    for (Value part : split.getParts()) {
      auto partType = cast<RankedTensorType>(part.getType());
      parts.push_back(
          getPart(rewriter, op->getLoc(), buffer, offset, partType));
      offset += partType.getNumElements();
    }
    replaceOpWithBufferizedValues(rewriter, op, parts);
    return success();
  }
};

} // namespace

void tine::registerBufferizableOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TineDialect *) {
    CheckOp::attachInterface<Reader<CheckOp>>(*context);
    KeepOp::attachInterface<Reader<KeepOp>>(*context);
    TimeOp::attachInterface<Reader<TimeOp>>(*context);
    JoinOp::attachInterface<Join>(*context);
    SplitOp::attachInterface<Split>(*context);
  });
  registry.addExtension(+[](MLIRContext *context,
                            linalg_ext::LinalgExtDialect *) {
    using namespace linalg_ext;
    AttentionOp::attachInterface<OverwritesDestination<AttentionOp>>(*context);
    AttentionGradOp::attachInterface<OverwritesDestination<AttentionGradOp>>(
        *context);
  });
}
