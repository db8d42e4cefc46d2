// RUN: %tine-opt %s --sink-product-sums --canonicalize | FileCheck %s

// The rows of five iterations, two each, are kept; one product has them all.
// CHECK-LABEL: func @sum(
// CHECK-SAME: %[[X:.*]]: tensor<2x7xf32>, %[[START:.*]]: tensor<7x3xf32>
// CHECK: %[[LOOP:.*]]:3 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[S:.*]] = %[[X]], %{{.*}}, %{{.*}}) -> (tensor<2x7xf32>, tensor<10x7xf32>, tensor<10x3xf32>)
// CHECK-NOT: linalg.matmul
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %c2
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[ROW]], 0] [2, 7] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [2, 3] [1, 1]
// CHECK: scf.yield
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[LOOP]]#1 : tensor<10x7xf32>) {{.*}} permutation = [1, 0]
// CHECK: linalg.matmul ins(%[[T]], %[[LOOP]]#2 : {{.*}}) outs(%[[START]] : tensor<7x3xf32>)
func.func @sum(%x: tensor<2x7xf32>, %start: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<2x7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %start, %g = %x) -> (tensor<7x3xf32>, tensor<2x7xf32>) {
    %h = tensor.extract_slice %g[0, 0] [2, 3] [1, 1] : tensor<2x7xf32> to tensor<2x3xf32>
    %e = tensor.empty() : tensor<7x2xf32>
    %t = linalg.transpose ins(%g : tensor<2x7xf32>) outs(%e : tensor<7x2xf32>) permutation = [1, 0]
    %n = linalg.matmul ins(%t, %h : tensor<7x2xf32>, tensor<2x3xf32>) outs(%s : tensor<7x3xf32>) -> tensor<7x3xf32>
    %m = linalg.exp ins(%g : tensor<2x7xf32>) outs(%g : tensor<2x7xf32>) -> tensor<2x7xf32>
    scf.yield %n, %m : tensor<7x3xf32>, tensor<2x7xf32>
  }
  return %r#0, %r#1 : tensor<7x3xf32>, tensor<2x7xf32>
}

// The sum is used in the loop.
// CHECK-LABEL: func @used(
// CHECK: scf.for
// CHECK: linalg.matmul
// CHECK: scf.yield
func.func @used(%x: tensor<2x7xf32>, %start: tensor<7x7xf32>) -> (tensor<7x7xf32>, tensor<2x7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %start, %g = %x) -> (tensor<7x7xf32>, tensor<2x7xf32>) {
    %e = tensor.empty() : tensor<7x2xf32>
    %t = linalg.transpose ins(%g : tensor<2x7xf32>) outs(%e : tensor<7x2xf32>) permutation = [1, 0]
    %n = linalg.matmul ins(%t, %g : tensor<7x2xf32>, tensor<2x7xf32>) outs(%s : tensor<7x7xf32>) -> tensor<7x7xf32>
    %m = linalg.matmul ins(%g, %s : tensor<2x7xf32>, tensor<7x7xf32>) outs(%g : tensor<2x7xf32>) -> tensor<2x7xf32>
    scf.yield %n, %m : tensor<7x7xf32>, tensor<2x7xf32>
  }
  return %r#0, %r#1 : tensor<7x7xf32>, tensor<2x7xf32>
}

// The number of iterations is not known; so many rows are worth a product.
// CHECK-LABEL: func @others(
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT: linalg.matmul
func.func @others(%x: tensor<2x7xf32>, %y: tensor<99x7xf32>, %start: tensor<7x7xf32>, %n: index) -> (tensor<7x7xf32>, tensor<7x7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<7x2xf32>
  %e99 = tensor.empty() : tensor<7x99xf32>
  %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start, %g = %x) -> (tensor<7x7xf32>, tensor<2x7xf32>) {
    %t = linalg.transpose ins(%g : tensor<2x7xf32>) outs(%e : tensor<7x2xf32>) permutation = [1, 0]
    %p = linalg.matmul ins(%t, %g : tensor<7x2xf32>, tensor<2x7xf32>) outs(%s : tensor<7x7xf32>) -> tensor<7x7xf32>
    %m = linalg.exp ins(%g : tensor<2x7xf32>) outs(%g : tensor<2x7xf32>) -> tensor<2x7xf32>
    scf.yield %p, %m : tensor<7x7xf32>, tensor<2x7xf32>
  }
  %b:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %start, %g = %y) -> (tensor<7x7xf32>, tensor<99x7xf32>) {
    %t = linalg.transpose ins(%g : tensor<99x7xf32>) outs(%e99 : tensor<7x99xf32>) permutation = [1, 0]
    %p = linalg.matmul ins(%t, %g : tensor<7x99xf32>, tensor<99x7xf32>) outs(%s : tensor<7x7xf32>) -> tensor<7x7xf32>
    %m = linalg.exp ins(%g : tensor<99x7xf32>) outs(%g : tensor<99x7xf32>) -> tensor<99x7xf32>
    scf.yield %p, %m : tensor<7x7xf32>, tensor<99x7xf32>
  }
  return %a#0, %b#0 : tensor<7x7xf32>, tensor<7x7xf32>
}
