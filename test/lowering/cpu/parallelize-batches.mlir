// RUN: %tine-opt %s --parallelize-batches | FileCheck %s

// A chunk has three products. Its panels are made in front of all chunks.
// CHECK-LABEL: func @batch(
// CHECK: %[[ALL:.*]] = memref.alloc() {{.*}} : memref<22x2x128x64xf32>
// CHECK: scf.parallel (%[[BEGIN:.*]]) = (%{{.*}}) to (%{{.*}}) step (%[[STEP:.*]]) {
// CHECK:   %[[NUMBER:.*]] = arith.divui %[[BEGIN]], %[[STEP]]
// CHECK:   %[[OWN:.*]] = memref.subview %[[ALL]][%[[NUMBER]], 0, 0, 0] [1, 2, 128, 64]
// CHECK:   scf.for %[[I:.*]] = %[[BEGIN]] to
// CHECK-NOT: alloc
// CHECK:     cpu.pack %{{.*}} into %[[OWN]]
// CHECK:     cpu.matmul %{{.*}}, %[[OWN]] into
// CHECK: memref.dealloc %[[ALL]]
func.func @batch(%x: memref<64x128x128xf32>, %y: memref<64x128x128xf32>) -> !tine.box<tensor<64x128x128xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %box = tine.box_alloc() : <tensor<64x128x128xf32>>
  %z = tine.box_buffer %box : <tensor<64x128x128xf32>> -> memref<64x128x128xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    %a = memref.subview %x[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<64x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    %b = memref.subview %y[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<64x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    %p = memref.alloc() : memref<2x128x64xf32>
    cpu.pack %b into %p : memref<128x128xf32, strided<[128, 1], offset: ?>> into memref<2x128x64xf32>
    %c = memref.subview %z[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<64x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    cpu.matmul %a, %p into %c : memref<128x128xf32, strided<[128, 1], offset: ?>>, memref<2x128x64xf32> into memref<128x128xf32, strided<[128, 1], offset: ?>>
    memref.dealloc %p : memref<2x128x64xf32>
  }
  return %box : !tine.box<tensor<64x128x128xf32>>
}

// Each iteration starts from what the one before has written.
// CHECK-LABEL: func @chain(
// CHECK-NOT: scf.parallel
func.func @chain(%x: memref<64x128x128xf32>, %p: memref<2x128x64xf32>) -> !tine.box<tensor<65x128x128xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %box = tine.box_alloc() : <tensor<65x128x128xf32>>
  %z = tine.box_buffer %box : <tensor<65x128x128xf32>> -> memref<65x128x128xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    %next = arith.addi %i, %c1 : index
    %a = memref.subview %z[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<65x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    %c = memref.subview %z[%next, 0, 0] [1, 128, 128] [1, 1, 1] : memref<65x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    cpu.matmul %a, %p into %c : memref<128x128xf32, strided<[128, 1], offset: ?>>, memref<2x128x64xf32> into memref<128x128xf32, strided<[128, 1], offset: ?>>
  }
  return %box : !tine.box<tensor<65x128x128xf32>>
}

// What is read may be what is written: it comes out of a loop around.
// CHECK-LABEL: func @carried(
// CHECK-NOT: scf.parallel
func.func @carried(%start: memref<64x128x128xf32>, %p: memref<2x128x64xf32>) -> !tine.box<tensor<64x128x128xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %box = tine.box_alloc() : <tensor<64x128x128xf32>>
  %z = tine.box_buffer %box : <tensor<64x128x128xf32>> -> memref<64x128x128xf32>
  %end = scf.for %k = %c0 to %c64 step %c1 iter_args(%x = %start) -> (memref<64x128x128xf32>) {
    scf.for %i = %c0 to %c64 step %c1 {
      %a = memref.subview %x[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<64x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
      %c = memref.subview %z[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<64x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
      cpu.matmul %a, %p into %c : memref<128x128xf32, strided<[128, 1], offset: ?>>, memref<2x128x64xf32> into memref<128x128xf32, strided<[128, 1], offset: ?>>
    }
    scf.yield %z : memref<64x128x128xf32>
  }
  return %box : !tine.box<tensor<64x128x128xf32>>
}

// Too little work for a second thread.
// CHECK-LABEL: func @small(
// CHECK-NOT: scf.parallel
func.func @small(%x: memref<4x16x16xf32>, %y: memref<4x16x16xf32>) -> !tine.box<tensor<4x16x16xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %box = tine.box_alloc() : <tensor<4x16x16xf32>>
  %z = tine.box_buffer %box : <tensor<4x16x16xf32>> -> memref<4x16x16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.subview %x[%i, 0, 0] [1, 16, 16] [1, 1, 1] : memref<4x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %b = memref.subview %y[%i, 0, 0] [1, 16, 16] [1, 1, 1] : memref<4x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %c = memref.subview %z[%i, 0, 0] [1, 16, 16] [1, 1, 1] : memref<4x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    cpu.matmul %a, %b into %c : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, strided<[16, 1], offset: ?>> into memref<16x16xf32, strided<[16, 1], offset: ?>>
  }
  return %box : !tine.box<tensor<4x16x16xf32>>
}
