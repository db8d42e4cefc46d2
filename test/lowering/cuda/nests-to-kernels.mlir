// RUN: %tine-opt %s --nests-to-kernels | FileCheck %s
// RUN: %tine-opt %s --nests-to-kernels=report 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: nests-to-kernels.mlir:[[#]]:8: remark: this runs on one thread of the GPU, one element after the other

// A loop that only computes with elements is a kernel of one thread; what it
// gives comes through memory.
// CHECK-LABEL: func @count(
// CHECK: %[[RESULT:.*]] = memref.alloc() : memref<1xi64>
// CHECK-NOT: scf.for
// CHECK: gpu.launch_func @kernels::@nest0 blocks in
// CHECK: %[[N:.*]] = memref.load %[[RESULT]]
// CHECK: memref.dealloc %[[RESULT]]
// CHECK: %[[R:.*]] = arith.index_cast %[[N]]
// CHECK: return %[[R]]
func.func @count(%x: memref<?xi1>, %n: index) -> index attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %zero) -> index {
    %b = memref.load %x[%i] : memref<?xi1>
    %next = scf.if %b -> index {
      %d = arith.addi %c, %one : index
      scf.yield %d : index
    } else {
      scf.yield %c : index
    }
    scf.yield %next : index
  }
  return %r : index
}

// One that issues other work stays, with what is in it.
// CHECK-LABEL: func @steps(
// CHECK: scf.for
// CHECK-NEXT: func.call @step
// CHECK-NEXT: %[[I:.*]] = memref.load
// CHECK-NEXT: memref.store
func.func private @step()
func.func @steps(%x: memref<3xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  scf.for %i = %zero to %three step %one {
    func.call @step() : () -> ()
    %e = memref.load %x[%zero] : memref<3xf32>
    memref.store %e, %x[%i] : memref<3xf32>
  }
  return
}

// CHECK: gpu.func @nest0(
// CHECK-SAME: known_block_size = array<i32: 1, 1, 1>
// CHECK: %[[C:.*]] = scf.for
// CHECK: scf.if
// CHECK: %[[WORD:.*]] = arith.index_cast %[[C]] : index to i64
// CHECK: llvm.store %[[WORD]]
