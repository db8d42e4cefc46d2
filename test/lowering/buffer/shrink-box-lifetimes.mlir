// RUN: %tine-opt %s --shrink-box-lifetimes | FileCheck %s

// Behind the last use of the memory, through views and branches.
// CHECK-LABEL: func @views(
// CHECK: linalg.negf
// CHECK-NEXT: tine.release %[[B:.*]] :
// CHECK-NEXT: tine.list_length
func.func @views(%c: i1, %other: memref<2xf32>, %out: memref<2xf32>, %l: !tine.list<i64>) {
  %b = tine.box_alloc() : !tine.box<tensor<4xf32>>
  %m = tine.box_buffer %b : !tine.box<tensor<4xf32>> -> memref<4xf32>
  %r = scf.if %c -> memref<2xf32, strided<[1], offset: ?>> {
    %v = memref.subview %m[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    %w = memref.cast %v : memref<2xf32, strided<[1], offset: 1>> to memref<2xf32, strided<[1], offset: ?>>
    scf.yield %w : memref<2xf32, strided<[1], offset: ?>>
  } else {
    %w = memref.cast %other : memref<2xf32> to memref<2xf32, strided<[1], offset: ?>>
    scf.yield %w : memref<2xf32, strided<[1], offset: ?>>
  }
  linalg.negf ins(%r : memref<2xf32, strided<[1], offset: ?>>) outs(%out : memref<2xf32>)
  %n = tine.list_length %l : !tine.list<i64>
  tine.release %b : !tine.box<tensor<4xf32>>
  return
}

// Behind the loop that reads it.
// CHECK-LABEL: func @loop(
// CHECK: scf.for
// CHECK: }
// CHECK-NEXT: tine.release
// CHECK-NEXT: tine.list_length
func.func @loop(%n: index, %out: memref<4xf32>, %l: !tine.list<i64>) {
  %b = tine.box_alloc() : !tine.box<tensor<4xf32>>
  %m = tine.box_buffer %b : !tine.box<tensor<4xf32>> -> memref<4xf32>
  scf.for %i = %n to %n step %n {
    linalg.negf ins(%m : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  %k = tine.list_length %l : !tine.list<i64>
  tine.release %b : !tine.box<tensor<4xf32>>
  return
}
