// What is verified after each phase.
// RUN: not %tine-opt %s --verify-phase=phase=tensor 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not %tine-opt %s --verify-phase=phase=buffer 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not %tine-opt %s --verify-phase=phase=target 2>&1 | FileCheck %s --check-prefix=OPENMP
// RUN: not %tine-opt %s --verify-phase=phase=llvm 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: not %tine-opt %s --verify-phase=phase=none 2>&1 | FileCheck %s --check-prefix=NONE
// TENSOR: 'nn.neg' op after the phase tensor: an op of the dialect nn is left
// BUFFER: 'linalg.negf' op after the phase buffer: a tensor is left
// OPENMP: 'tine.wait' op after the phase target: a spawn or wait is left
// LLVM: 'func.return' op after the phase llvm: an op that is neither llvm nor omp is left
// NONE: there is no phase 'none'
func.func private @ok() {
  return
}
func.func private @wait(%f: !tine.future<>) {
  tine.wait %f : !tine.future<>
  return
}
func.func private @tensors(%x: tensor<2xf32>) {
  %z = linalg.negf ins(%x : tensor<2xf32>) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  %y = nn.neg %x : tensor<2xf32>
  return
}
