// RUN: %tine-opt %s --sort-to-cuda | FileCheck %s

// How many come before each element, then which one has so many before it.
// CHECK-LABEL: func @top(
// CHECK-SAME: %[[X:.*]]: tensor<2x9xf32>
// CHECK: %[[RANKS:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[X]] : tensor<2x9xf32>, tensor<2x9xf32>) outs(%{{.*}} : tensor<2x9xi64>)
// CHECK: arith.cmpf uno
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} ins(%[[RANKS]] : tensor<2x9xi64>) outs(%{{.*}} : tensor<2x4xi64>)
// CHECK: return %[[COLUMNS]]
func.func @top(%x: tensor<2x9xf32>) -> tensor<2x4xi64> {
  %k = arith.constant 4 : index
  %i = nn.topk sorted %x, %k descending : tensor<2x9xf32> -> tensor<2x4xi64>
  return %i : tensor<2x4xi64>
}
