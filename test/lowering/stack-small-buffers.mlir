// RUN: %tine-opt %s --stack-small-buffers | FileCheck %s

// Small, static, freed in its block: on the stack, allocated once.
// CHECK-LABEL: func @loop(
// CHECK-NEXT: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: scf.for
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @loop(%n: index, %v: f32) {
  scf.for %i = %n to %n step %n {
    %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    linalg.fill ins(%v : f32) outs(%a : memref<4xf32>)
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// Large, dynamic, freed elsewhere or in parallel code: on the heap.
// CHECK-LABEL: func @heap(
// CHECK-NOT: memref.alloca(
// CHECK: return
func.func @heap(%n: index, %c: i1) {
  %a = memref.alloc() : memref<1025xf32>
  memref.dealloc %a : memref<1025xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  %d = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %d : memref<4xf32>
  }
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %e = memref.alloc() : memref<4xf32>
    memref.dealloc %e : memref<4xf32>
  }
  return
}
