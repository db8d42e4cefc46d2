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

// The first operations of the function are the ones that go.
// CHECK-LABEL: func @first(
// CHECK-NEXT: memref.alloca() : memref<3xf32>
// CHECK-NEXT: memref.alloca() : memref<2xf32>
// CHECK-NOT: memref.alloc()
func.func @first(%v: f32, %zero: index) {
  %x = memref.alloc() : memref<2xf32>
  %y = memref.alloc() : memref<3xf32>
  memref.store %v, %x[%zero] : memref<2xf32>
  memref.store %v, %y[%zero] : memref<3xf32>
  memref.dealloc %x : memref<2xf32>
  memref.dealloc %y : memref<3xf32>
  return
}
