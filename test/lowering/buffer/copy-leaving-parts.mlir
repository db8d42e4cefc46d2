// RUN: %tine-opt %s --copy-leaving-parts | FileCheck %s

// CHECK-LABEL: func @branch(
// CHECK: scf.if
// CHECK: %[[PARTS:.*]]:2 = tine.split
// CHECK: %[[OWN:.*]] = bufferization.alloc_tensor() copy(%[[PARTS]]#1) : tensor<4xf32>
// CHECK: scf.yield %[[OWN]]
// CHECK: else
// CHECK-NEXT: scf.yield %{{.*}} : tensor<4xf32>
func.func @branch(%c: i1, %v: tensor<10xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %p:2 = tine.split %v : tensor<10xf32> -> tensor<6xf32>, tensor<4xf32>
    scf.yield %p#1 : tensor<4xf32>
  } else {
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A view of a part is one, too.
// CHECK-LABEL: func @view(
// CHECK: %[[VIEW:.*]] = tensor.expand_shape
// CHECK: %[[OWN:.*]] = bufferization.alloc_tensor() copy(%[[VIEW]]) : tensor<2x2xf32>
// CHECK: return %[[OWN]]
func.func @view(%v: tensor<10xf32>) -> tensor<2x2xf32> {
  %p:2 = tine.split %v : tensor<10xf32> -> tensor<6xf32>, tensor<4xf32>
  %e = tensor.expand_shape %p#1 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %e : tensor<2x2xf32>
}

// What a loop keeps of some iterations is copied in those.
// CHECK-LABEL: func @kept(
// CHECK: scf.for
// CHECK: %[[PARTS:.*]]:2 = tine.split
// CHECK-NOT: arith.select
// CHECK: %[[KEPT:.*]] = scf.if
// CHECK-NEXT: %[[OWN:.*]] = bufferization.alloc_tensor() copy(%[[PARTS]]#1) : tensor<4xf32>
// CHECK-NEXT: scf.yield %[[OWN]]
// CHECK-NEXT: else
// CHECK-NEXT: scf.yield %{{.*}} : tensor<4xf32>
// CHECK: scf.yield %[[KEPT]]
func.func @kept(%n: index, %last: index, %v: tensor<10xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %w) -> tensor<4xf32> {
    %p:2 = tine.split %v : tensor<10xf32> -> tensor<6xf32>, tensor<4xf32>
    %c = arith.cmpi eq, %i, %last : index
    %s = arith.select %c, %p#1, %k : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A choice between two choices is copied as it is: there is a path for each.
// CHECK-LABEL: func @choices(
// CHECK-COUNT-3: arith.select
// CHECK-NEXT: %[[OWN:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xf32>
// CHECK-NEXT: return %[[OWN]]
func.func @choices(%c: i1, %d: i1, %v: tensor<8xf32>) -> tensor<4xf32> {
  %p:2 = tine.split %v : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
  %s = arith.select %c, %p#0, %p#1 : tensor<4xf32>
  %t = arith.select %d, %p#1, %p#0 : tensor<4xf32>
  %r = arith.select %c, %s, %t : tensor<4xf32>
  return %r : tensor<4xf32>
}
