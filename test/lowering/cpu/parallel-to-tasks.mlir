// RUN: %tine-opt %s --parallel-to-tasks --canonicalize | FileCheck %s

// One chunk runs at once; several run as tasks.
// CHECK-LABEL: func @chunks(
// CHECK: scf.if
// CHECK: memref.store
// CHECK: else
// CHECK: %[[WANTED:.*]] = tine.tasks_wanted
// CHECK: omp.taskgroup
// CHECK: scf.for
// CHECK: omp.task if(%[[WANTED]])
// CHECK: memref.store
// CHECK: omp.terminator
func.func @chunks(%x: memref<?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c64) {
    memref.store %v, %x[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// A task must not capture a vector.
// CHECK-LABEL: func @vector(
// CHECK-NOT: omp.task
// CHECK: vector.store
func.func @vector(%x: memref<?xf32>, %v: vector<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c64) {
    vector.store %v, %x[%i] : memref<?xf32>, vector<8xf32>
    scf.reduce
  }
  return
}

// What is nested runs in its task.
// CHECK-LABEL: func @nested(
// CHECK-COUNT-1: omp.taskgroup
// CHECK-NOT: omp.taskgroup
// CHECK: return
func.func @nested(%x: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c9) step (%c1) {
      memref.store %v, %x[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}
