// A pass on a module of another phase says so, and which it needs.
// RUN: split-file %s %t

// Too early, for a pass on functions, one on modules, and a whole phase.
// RUN: not %tine-opt %t/nn.mlir --insert-reference-counts 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not %tine-opt %t/nn.mlir --pass-pipeline='builtin.module(func.func(insert-reference-counts))' 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: nn.mlir:2:8: error: 'nn.neg' op: the pass 'insert-reference-counts' of the phase buffer needs a module that has been through the phase tensor: an op of the dialect nn is left
// RUN: not %tine-opt %t/nn.mlir --carry-boxes 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES: the pass 'carry-boxes' of the phase buffer
// RUN: not %tine-opt %t/nn.mlir --tine-phase-target 2>&1 | FileCheck %s --check-prefix=PHASE
// PHASE: 'nn.neg' op: the pass '{{.*}}' of the phase target needs a module that has been through the phase buffer: an op of the dialect nn is left

// A pass in the middle, of a later phase.
// RUN: not %tine-opt %t/nn.mlir --differentiate --canonicalize --carry-boxes 2>&1 | FileCheck %s --check-prefix=BOXES

// Too late, also where the pass would find no function to run on.
// RUN: not %tine-opt %t/lowered.mlir --fuse-elementwise 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: lowered.mlir:2:3: error: 'llvm.return' op: the pass 'fuse-elementwise' of the phase tensor needs a module that has not been through later phases: an op of the dialects llvm or omp is there already
// RUN: not %tine-opt %t/buffers.mlir --differentiate 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: the pass 'differentiate' of the phase differentiate needs a module that has not been through later phases: memory is there already
// RUN: not %tine-opt %t/marked.mlir --insert-reference-counts 2>&1 | FileCheck %s --check-prefix=MARKED
// MARKED: marked.mlir:1:1: error: the pass 'insert-reference-counts' is of the phase buffer, but the module has been through the phase buffer

// Passes of MLIR run on anything, and so do Tine's in their phase.
// RUN: %tine-opt %t/nn.mlir --canonicalize --differentiate --strip-devices | FileCheck %s --check-prefix=RUNS
// RUNS: nn.neg
// RUN: not %tine-opt %t/nn.mlir --require-phase=pass=canonicalize 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: no phase has a pass 'canonicalize'

//--- nn.mlir
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.neg %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
//--- lowered.mlir
llvm.func @f() {
  llvm.return
}
//--- buffers.mlir
func.func private @f(%x: memref<2xf32>) {
  return
}
//--- marked.mlir
module attributes {tine.phase = "buffer"} {
  func.func private @f() {
    return
  }
}
