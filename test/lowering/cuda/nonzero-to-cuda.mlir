// RUN: %tine-opt %s --nonzero-to-cuda | FileCheck %s

// How many are true up to each element, and for each number of a true one the
// first place up to which there are more.
// CHECK-LABEL: func @places(
// CHECK-SAME: %[[M:.*]]: tensor<?xi1>
// CHECK: %[[COUNTS:.*]]:2 = linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[M]] : tensor<?xi1>)
// CHECK: tensor.extract %[[COUNTS]]#1[] : tensor<i32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} outs(
// CHECK: linalg.index 0
// CHECK: scf.while
// CHECK: tensor.extract %[[COUNTS]]#0[
// CHECK: arith.cmpi sle
// CHECK-NOT: nn.nonzero
func.func @places(%m: tensor<?xi1>) -> tensor<?xi64> {
  %y = nn.nonzero %m : tensor<?xi1> -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// All places of 7 elements are inside a dimension of 7, but not of 6.
// CHECK-LABEL: func @inside(
// CHECK: nn.index_select {{.*}} dim 0 {tine.known_indices} : (tensor<7xf32>
// CHECK: nn.index_select {{.*}} dim 1 : (tensor<2x6xf32>
func.func @inside(%m: tensor<7xi1>, %x: tensor<7xf32>, %y: tensor<2x6xf32>) -> (tensor<?xf32>, tensor<2x?xf32>) {
  %p = nn.nonzero %m : tensor<7xi1> -> tensor<?xi64>
  %a = nn.index_select %x, %p dim 0 : (tensor<7xf32>, tensor<?xi64>) -> tensor<?xf32>
  %b = nn.index_select %y, %p dim 1 : (tensor<2x6xf32>, tensor<?xi64>) -> tensor<2x?xf32>
  return %a, %b : tensor<?xf32>, tensor<2x?xf32>
}
