// RUN: %tine-opt %s --write-into-parts | FileCheck %s

// CHECK-LABEL: func @filled(
// CHECK: %[[V:.*]] = memref.alloc() : memref<10xf32>
// CHECK: %[[A:.*]] = tine.buffer_part %[[V]][0] : memref<10xf32> -> memref<2x3xf32>
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[A]] : memref<2x3xf32>)
// CHECK: %[[B:.*]] = tine.buffer_part %[[V]][6] : memref<10xf32> -> memref<4xf32>
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[B]] : memref<4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return %[[V]]
func.func @filled(%x: f32) -> memref<10xf32> {
  %a = memref.alloc() : memref<2x3xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<2x3xf32>)
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%b : memref<4xf32>)
  %v = memref.alloc() : memref<10xf32>
  %pa = tine.buffer_part %v[0] : memref<10xf32> -> memref<2x3xf32>
  memref.copy %a, %pa : memref<2x3xf32> to memref<2x3xf32>
  %pb = tine.buffer_part %v[6] : memref<10xf32> -> memref<4xf32>
  memref.copy %b, %pb : memref<4xf32> to memref<4xf32>
  return %v : memref<10xf32>
}

// What is read behind the copy may be changed in the vector by then.
// CHECK-LABEL: func @read_later(
// CHECK: memref.copy
func.func @read_later(%x: f32) -> (memref<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  %v = memref.alloc() : memref<4xf32>
  %pa = tine.buffer_part %v[0] : memref<4xf32> -> memref<4xf32>
  memref.copy %a, %pa : memref<4xf32> to memref<4xf32>
  linalg.fill ins(%x : f32) outs(%v : memref<4xf32>)
  %y = memref.load %a[%c0] : memref<4xf32>
  return %v, %y : memref<4xf32>, f32
}

// A view that is read behind the copy.
// CHECK-LABEL: func @view(
// CHECK: memref.copy
func.func @view(%x: f32) -> (memref<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %s = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  %v = memref.alloc() : memref<4xf32>
  %pa = tine.buffer_part %v[0] : memref<4xf32> -> memref<4xf32>
  memref.copy %a, %pa : memref<4xf32> to memref<4xf32>
  linalg.fill ins(%x : f32) outs(%v : memref<4xf32>)
  %y = memref.load %s[%c0, %c0] : memref<2x2xf32>
  return %v, %y : memref<4xf32>, f32
}

// Somebody else's memory.
// CHECK-LABEL: func @argument(
// CHECK: memref.copy
func.func @argument(%a: memref<4xf32>) -> memref<4xf32> {
  %v = memref.alloc() : memref<4xf32>
  %pa = tine.buffer_part %v[0] : memref<4xf32> -> memref<4xf32>
  memref.copy %a, %pa : memref<4xf32> to memref<4xf32>
  return %v : memref<4xf32>
}

// A loop may give the buffer to the next iteration.
// CHECK-LABEL: func @carried(
// CHECK: memref.copy
func.func @carried(%n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<4xf32>) {
    %next = memref.alloc() : memref<4xf32>
    scf.yield %next : memref<4xf32>
  }
  %v = memref.alloc() : memref<4xf32>
  %pa = tine.buffer_part %v[0] : memref<4xf32> -> memref<4xf32>
  memref.copy %a, %pa : memref<4xf32> to memref<4xf32>
  return %v : memref<4xf32>
}

// The vector may be a box; it is made in front of what is made in it.
// CHECK-LABEL: func @box(
// CHECK: %[[B:.*]] = tine.box_alloc
// CHECK-NEXT: %[[V:.*]] = tine.box_buffer %[[B]]
// CHECK-NEXT: %[[A:.*]] = tine.buffer_part %[[V]][2]
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[A]] : memref<4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return %[[B]]
func.func @box(%x: f32) -> !tine.box<tensor<6xf32>> {
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  %b = tine.box_alloc() : !tine.box<tensor<6xf32>>
  %v = tine.box_buffer %b : !tine.box<tensor<6xf32>> -> memref<6xf32>
  %p = tine.buffer_part %v[2] : memref<6xf32> -> memref<4xf32>
  memref.copy %a, %p : memref<4xf32> to memref<4xf32>
  return %b : !tine.box<tensor<6xf32>>
}
