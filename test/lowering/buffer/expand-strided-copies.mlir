// RUN: %tine-opt %s --expand-strided-copies | FileCheck %s

// CHECK-LABEL: func @view(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]
// CHECK-NOT: memref.copy
func.func @view(%a: memref<2x3xf32, strided<[9, 1], offset: ?>>, %b: memref<2x3xf32>) {
  memref.copy %a, %b : memref<2x3xf32, strided<[9, 1], offset: ?>> to memref<2x3xf32>
  return
}

// CHECK-LABEL: func @whole(
// CHECK: memref.copy
func.func @whole(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  memref.copy %a, %b : memref<2x3xf32> to memref<2x3xf32>
  return
}

// Upstream's expansion of metadata crashes on two sizes of the run in a group.
// CHECK-LABEL: func @split(
// CHECK: %[[base:.*]], %{{.*}}, %{{.*}}:3, %[[strides:.*]]:3 = memref.extract_strided_metadata
// CHECK: %[[step:.*]] = arith.muli %[[strides]]#0, %arg2
// CHECK: memref.reinterpret_cast %[[base]] to offset: [0], sizes: [%arg1, %arg2, %arg3, 1], strides: [%[[step]], %[[strides]]#0, 1, 1]
// CHECK-NOT: memref.expand_shape
func.func @split(%a: memref<?x?x1xf32>, %i: index, %j: index, %k: index) -> memref<?x?x?x1xf32> {
  %b = memref.expand_shape %a [[0, 1], [2], [3]] output_shape [%i, %j, %k, 1] : memref<?x?x1xf32> into memref<?x?x?x1xf32>
  return %b : memref<?x?x?x1xf32>
}
