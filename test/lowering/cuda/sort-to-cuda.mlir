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

// Longer rows are sorted by merging pieces of 1, 2, ... 64 elements in pairs.
// CHECK-LABEL: func @sort(
// CHECK-SAME: %[[X:.*]]: tensor<2x100xi64>
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x100xi32>)
// CHECK: %[[SORTED:.*]]:2 = scf.for %[[LEVEL:.*]] = %{{.*}} to %c7 step %{{.*}} iter_args(%[[ELEMENTS:.*]] = %[[X]], %[[FROM:.*]] = %[[COLUMNS]])
// CHECK: %[[WIDTH:.*]] = arith.shli %{{.*}}, %[[LEVEL]] : index
// CHECK: %[[MERGED:.*]]:2 = linalg.generic
// CHECK: scf.while
// CHECK: tensor.extract %[[ELEMENTS]]
// CHECK: arith.cmpi slt
// CHECK: linalg.yield
// CHECK: scf.yield %[[MERGED]]#0, %[[MERGED]]#1
// CHECK: tensor.extract %[[SORTED]]#1
func.func @sort(%x: tensor<2x100xi64>) -> tensor<2x100xi64> {
  %v, %i = nn.sort %x stable : tensor<2x100xi64> -> tensor<2x100xi64>
  return %i : tensor<2x100xi64>
}
