//===- BufferizableOps.cpp - How tine ops bufferize -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only `tine.keep` and `tine.time` still have tensor operands when functions
// are bufferized: they read them and take buffers in their place.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/BufferizableOps.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace tine;

namespace {

template <typename OpTy>
struct Reader : BufferizableOpInterface::ExternalModel<Reader<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }
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

} // namespace

void tine::registerBufferizableOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TineDialect *) {
    KeepOp::attachInterface<Reader<KeepOp>>(*context);
    TimeOp::attachInterface<Reader<TimeOp>>(*context);
  });
}
