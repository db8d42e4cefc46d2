//===- BufferizeProducts.cpp - How cpu ops bufferize ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the dialect cpu overwrite their destination and read everything else.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/BufferizeProducts.h"
#include "dialects/cpu/CPU.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace tine {
namespace {

template <typename OpTy>
struct OverwritesDestination
    : DstBufferizableOpInterfaceExternalModel<OverwritesDestination<OpTy>,
                                              OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    OperationState onBuffers(op->getLoc(), op->getName(), operands, TypeRange{},
                             op->getAttrs());
    onBuffers.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.create(onBuffers);
    SmallVector<Value> destinations;
    for (OpOperand &init :
         cast<DestinationStyleOpInterface>(op).getDpsInitsMutable())
      destinations.push_back(operands[init.getOperandNumber()]);
    replaceOpWithBufferizedValues(rewriter, op, destinations);
    return success();
  }
};

} // namespace

void registerBufferizableProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cpu::CPUDialect *) {
    cpu::PackOp::attachInterface<OverwritesDestination<cpu::PackOp>>(*context);
    cpu::MatmulOp::attachInterface<OverwritesDestination<cpu::MatmulOp>>(
        *context);
    cpu::ConvOp::attachInterface<OverwritesDestination<cpu::ConvOp>>(*context);
    cpu::ConvWeightOp::attachInterface<
        OverwritesDestination<cpu::ConvWeightOp>>(*context);
    cpu::PoolOp::attachInterface<OverwritesDestination<cpu::PoolOp>>(*context);
    cpu::SortOp::attachInterface<OverwritesDestination<cpu::SortOp>>(*context);
    cpu::AttentionOp::attachInterface<OverwritesDestination<cpu::AttentionOp>>(
        *context);
    cpu::AttentionGradOp::attachInterface<
        OverwritesDestination<cpu::AttentionGradOp>>(*context);
  });
}

} // namespace tine
