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
