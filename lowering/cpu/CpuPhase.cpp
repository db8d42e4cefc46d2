//===- CpuPhase.cpp - CPU code for linalg on memrefs ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linalg on memrefs to loops, vectors and scalar code.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/Pipeline.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void tine::addCpuPasses(OpPassManager &manager,
                        const PipelineOptions &options) {
  LowerAttentionOptions attention;
  attention.vectorBits = options.vectorBits;
  manager.addNestedPass<func::FuncOp>(createLowerAttention(attention));
  ExpandMathOptions math;
  math.vectorBits = options.vectorBits;
  manager.addPass(createExpandMath(math));
  ExpandNarrowFloatsOptions halves;
  halves.hasHalf = options.convertsHalf;
  manager.addPass(createExpandNarrowFloats(halves));
  LowerMatmulOptions matmul;
  matmul.vectorBits = options.vectorBits;
  manager.addNestedPass<func::FuncOp>(createLowerMatmul(matmul));
  LinalgToLoopsOptions loops;
  loops.vectorBits = options.vectorBits;
  manager.addNestedPass<func::FuncOp>(createLinalgToLoops(loops));
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createParallelToTasks());
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
}
