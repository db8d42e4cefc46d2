// RUN: %tine-opt %s --copy-leaving-parts | FileCheck %s

// CHECK-LABEL: func @branch(
// CHECK: scf.if
// CHECK: %[[PART:.*]] = tine.buffer_part %{{.*}}[6]
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %[[PART]], %[[OWN]]
// CHECK: scf.yield %[[OWN]]
// CHECK: else
// CHECK: %[[WHOLE:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: scf.yield %[[WHOLE]]
func.func @branch(%c: i1) -> memref<4xf32> {
  %r = scf.if %c -> memref<4xf32> {
    %v = memref.alloc() : memref<10xf32>
    %p = tine.buffer_part %v[6] : memref<10xf32> -> memref<4xf32>
    scf.yield %p : memref<4xf32>
  } else {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// A view of a part is one, too.
// CHECK-LABEL: func @view(
// CHECK: %[[VIEW:.*]] = memref.expand_shape
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<2x2xf32>
// CHECK: memref.copy %[[VIEW]], %[[OWN]]
// CHECK: return %[[OWN]]
func.func @view() -> memref<2x2xf32> {
  %v = memref.alloc() : memref<10xf32>
  %p = tine.buffer_part %v[6] : memref<10xf32> -> memref<4xf32>
  %e = memref.expand_shape %p [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %e : memref<2x2xf32>
}
