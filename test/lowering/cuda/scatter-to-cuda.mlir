// RUN: %tine-opt %s --scatter-to-cuda | FileCheck %s

// The first of equal places combines all that goes there: pieces of 64 values
// that were combined before, and what is left around them.
// CHECK-LABEL: func @add(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf32>, %[[P:.*]]: tensor<100xi64>, %[[V:.*]]: tensor<100x3xf32>
// CHECK: tine.assert {{.*}}, "IndexError"
// CHECK: %[[ROW:.*]] = tensor.expand_shape %[[P]]
// CHECK: %[[SORTED:.*]], %[[ORDER:.*]] = nn.sort %[[ROW]] stable
// CHECK: %[[PIECES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x3xf32>)
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[ORDER]]
// CHECK: tensor.extract %[[V]]
// CHECK: arith.addf
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c100{{.*}} iter_args(%{{.*}} = %[[X]])
// CHECK: scf.for
// CHECK: %[[LEADS:.*]] = arith.ori
// CHECK: scf.if %[[LEADS]]
// CHECK: scf.while
// CHECK: tensor.extract %[[SORTED]]
// CHECK-COUNT-3: scf.while
// CHECK: tensor.insert
// CHECK: } {tine.apart}
// CHECK: } {tine.apart}
// CHECK-NOT: nn.scatter
func.func @add(%x: tensor<5x3xf32>, %p: tensor<100xi64>, %v: tensor<100x3xf32>) -> tensor<5x3xf32> {
  %y = nn.scatter add %v at %p into %x : tensor<100x3xf32> at tensor<100xi64> into tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

// Of what is written the last one stays: no loop over the others.
// CHECK-LABEL: func @write(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK: tensor.insert
func.func @write(%x: tensor<5x3xf32>, %p: tensor<?xi64>, %v: tensor<?x3xf32>) -> tensor<5x3xf32> {
  %y = nn.scatter write %v at %p into %x : tensor<?x3xf32> at tensor<?xi64> into tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

// One place needs no order, and for a few a thread for each column is enough.
// CHECK-LABEL: func @few(
// CHECK-COUNT-2: nn.scatter
func.func @few(%x: tensor<5x3xf32>, %p: tensor<1xi64>, %v: tensor<1x3xf32>, %y: tensor<5x64xf32>, %q: tensor<4xi64>, %w: tensor<4x64xf32>)
    -> (tensor<5x3xf32>, tensor<5x64xf32>) {
  %a = nn.scatter add %v at %p into %x : tensor<1x3xf32> at tensor<1xi64> into tensor<5x3xf32>
  %b = nn.scatter add %w at %q into %y : tensor<4x64xf32> at tensor<4xi64> into tensor<5x64xf32>
  return %a, %b : tensor<5x3xf32>, tensor<5x64xf32>
}
