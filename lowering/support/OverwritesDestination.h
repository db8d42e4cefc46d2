//===- OverwritesDestination.h - How ops bufferize --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of ops on tensors or buffers that overwrite their destinations and
// read everything else.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_OVERWRITESDESTINATION_H
#define TINE_LOWERING_SUPPORT_OVERWRITESDESTINATION_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

namespace tine {

template <typename OpTy>
struct OverwritesDestination
    : mlir::bufferization::DstBufferizableOpInterfaceExternalModel<
          OverwritesDestination<OpTy>, OpTy> {
  bool
  bufferizesToMemoryRead(mlir::Operation *op, mlir::OpOperand &operand,
                         const mlir::bufferization::AnalysisState &) const {
    return !mlir::cast<mlir::DestinationStyleOpInterface>(op).isDpsInit(
        &operand);
  }

  llvm::LogicalResult
  bufferize(mlir::Operation *op, mlir::RewriterBase &rewriter,
            const mlir::bufferization::BufferizationOptions &options,
            mlir::bufferization::BufferizationState &state) const {
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value operand : op->getOperands()) {
      mlir::FailureOr<mlir::Value> buffer =
          mlir::bufferization::getBuffer(rewriter, operand, options, state);
      if (mlir::failed(buffer))
        return mlir::failure();
      operands.push_back(*buffer);
    }
    mlir::OperationState onBuffers(op->getLoc(), op->getName(), operands,
                                   mlir::TypeRange{}, op->getAttrs());
    onBuffers.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.create(onBuffers);
    llvm::SmallVector<mlir::Value> destinations;
    for (mlir::OpOperand &init :
         mlir::cast<mlir::DestinationStyleOpInterface>(op).getDpsInitsMutable())
      destinations.push_back(operands[init.getOperandNumber()]);
    mlir::bufferization::replaceOpWithBufferizedValues(rewriter, op,
                                                       destinations);
    return mlir::success();
  }
};

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_OVERWRITESDESTINATION_H
