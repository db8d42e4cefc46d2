// RUN: %tine-opt %s --scatter-to-cuda | FileCheck %s

// The first of equal places combines all that goes there: pieces of 64 values
// that were combined before, and what is left around them. A place that is out of
// range is left out.
// CHECK-LABEL: func @add(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf32>, %[[P:.*]]: tensor<100xi64>, %[[V:.*]]: tensor<100x3xf32>
// CHECK: tine.check %[[P]] from %{{.*}} to %[[ROWS:.*]], "IndexError"
// CHECK: %[[ROW:.*]] = tensor.expand_shape %[[P]]
// CHECK: %[[SORTED:.*]], %[[ORDER:.*]] = nn.sort %[[ROW]] stable
// CHECK: %[[PIECES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x3xf32>)
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[ORDER]]
// CHECK: tensor.extract %[[V]]
// CHECK: arith.addf
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c100{{.*}} iter_args(%{{.*}} = %[[X]])
// CHECK: scf.for
// CHECK: %[[LEADS:.*]] = arith.ori
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK: %[[WRITES:.*]] = arith.andi %[[LEADS]], %[[INSIDE]]
// CHECK: scf.if %[[WRITES]]
// CHECK: scf.while
// CHECK: tensor.extract %[[SORTED]]
// CHECK-COUNT-3: scf.while
// CHECK: tensor.insert
// CHECK: } {tine.apart}
// CHECK: } {tine.apart}
// CHECK-NOT: nn.scatter
func.func @add(%x: tensor<5x3xf32>, %p: tensor<100xi64>, %v: tensor<100x3xf32>) -> tensor<5x3xf32> attributes {tine.target = "cuda"} {
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

// What a derivative of maxima of windows adds: an element looks at the windows that it lies in, here
// at up to two in each dimension, of two images of 5 x 7 elements. Nothing is sorted.
// CHECK-LABEL: func @windows(
// CHECK-SAME: %[[X:.*]]: tensor<70x1xf32>, %[[P:.*]]: tensor<24xi64>, %[[V:.*]]: tensor<24x1xf32>
// CHECK-NOT: nn.sort
// CHECK: %[[WINDOWS:.*]] = tensor.empty() : tensor<2x2xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%[[WINDOWS]] : tensor<2x2xf32>) outs(%[[X]] : tensor<70x1xf32>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: tensor.extract %[[P]]
// CHECK: tensor.extract %[[V]]
// CHECK-NOT: nn.scatter
func.func @windows(%x: tensor<70x1xf32>, %p: tensor<24xi64>, %v: tensor<24x1xf32>) -> tensor<70x1xf32> {
  %y = nn.scatter add %v at %p into %x {nn.windows = {images = array<i64: 5, 7>, results = array<i64: 3, 4>, kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, paddings = array<i64: 1, 1>, dilations = array<i64: 1, 1>}}
    : tensor<24x1xf32> at tensor<24xi64> into tensor<70x1xf32>
  return %y : tensor<70x1xf32>
}

// Of other sizes it is no longer that.
// CHECK-LABEL: func @other_windows(
// CHECK: nn.sort
func.func @other_windows(%x: tensor<71x1xf32>, %p: tensor<24xi64>, %v: tensor<24x1xf32>) -> tensor<71x1xf32> {
  %y = nn.scatter add %v at %p into %x {nn.windows = {images = array<i64: 5, 7>, results = array<i64: 3, 4>, kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, paddings = array<i64: 1, 1>, dilations = array<i64: 1, 1>}}
    : tensor<24x1xf32> at tensor<24xi64> into tensor<71x1xf32>
  return %y : tensor<71x1xf32>
}
