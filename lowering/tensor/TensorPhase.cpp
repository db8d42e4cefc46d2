//===- TensorPhase.cpp - The passes of the phase tensor -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `nn` to fused linalg on tensors.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void tine::addTensorPasses(OpPassManager &manager,
                           const PipelineOptions &options) {
  manager.addNestedPass<func::FuncOp>(createKeepLoopTypes());
  manager.addNestedPass<func::FuncOp>(createNNToLinalg());
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  manager.addNestedPass<func::FuncOp>(createFuseElementwise());
  manager.addNestedPass<func::FuncOp>(createWindowsToCpu());
  manager.addNestedPass<func::FuncOp>(createSinkProductSums());
  manager.addNestedPass<func::FuncOp>(createAttentionToCpu());
  PackMatmulsOptions pack;
  pack.vectorBits = options.vectorBits;
  manager.addNestedPass<func::FuncOp>(createPackMatmuls(pack));
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  manager.addNestedPass<func::FuncOp>(createRemoveOptimizationBarriers());
  manager.addPass(createMergeEqualFunctions());
}
