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

// A block of threads sorts a row; there is nothing to merge.
// CHECK-LABEL: func @sort(
// CHECK-SAME: %[[X:.*]]: tensor<2x100xi64>
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x100xi32>)
// CHECK: %[[PIECES:.*]]:2 = cuda.sort_pieces 128 descending %[[X]], %[[COLUMNS]] into
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c0{{.*}} step
// CHECK: tensor.extract
func.func @sort(%x: tensor<2x100xi64>) -> tensor<2x100xi64> {
  %v, %i = nn.sort %x descending stable : tensor<2x100xi64> -> tensor<2x100xi64>
  return %i : tensor<2x100xi64>
}

// The pieces of longer rows are merged in pairs: 2048, 4096, 8192 elements.
// CHECK-LABEL: func @merge(
// CHECK-SAME: %[[X:.*]]: tensor<2x10000xi64>
// CHECK: %[[PIECES:.*]]:2 = cuda.sort_pieces 2048 %[[X]], %{{.*}} into
// CHECK: %[[SORTED:.*]]:2 = scf.for %[[LEVEL:.*]] = %{{.*}} to %c3 step %{{.*}} iter_args(%[[ELEMENTS:.*]] = %[[PIECES]]#0, %[[FROM:.*]] = %[[PIECES]]#1)
// CHECK: %[[WIDTH:.*]] = arith.shli %{{.*}}, %[[LEVEL]] : index
// CHECK: %[[MERGED:.*]]:2 = linalg.generic
// CHECK: scf.while
// CHECK: tensor.extract %[[ELEMENTS]]
// CHECK: arith.cmpi slt
// CHECK: linalg.yield
// CHECK: scf.yield %[[MERGED]]#0, %[[MERGED]]#1
// CHECK: tensor.extract %[[SORTED]]#1
func.func @merge(%x: tensor<2x10000xi64>) -> tensor<2x10000xi64> {
  %v, %i = nn.sort %x stable : tensor<2x10000xi64> -> tensor<2x10000xi64>
  return %i : tensor<2x10000xi64>
}

// Of each piece the first ones are kept, and sorted: 24 pieces, and a short one.
// CHECK-LABEL: func @select(
// CHECK: %[[PIECES:.*]]:2 = cuda.sort_pieces 2048 descending
// CHECK: %[[KEPT:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<3x1250xf32>, tensor<3x1250xi32>)
// CHECK: tensor.extract %[[PIECES]]#0
// CHECK: cuda.sort_pieces 2048 descending %[[KEPT]]#0, %[[KEPT]]#1 into
// CHECK-NOT: scf.for
// CHECK: return
func.func @select(%x: tensor<3x50000xf32>) -> tensor<3x50xi64> {
  %k = arith.constant 50 : index
  %i = nn.topk sorted %x, %k descending : tensor<3x50000xf32> -> tensor<3x50xi64>
  return %i : tensor<3x50xi64>
}
