// RUN: %tine-opt %s --canonicalize | FileCheck %s

// What was asserted holds.
// CHECK-LABEL: func @asserts(
// CHECK: tine.assert %arg0, "A", "first"
// CHECK-NEXT: tine.assert %arg1, "B", "other"
// CHECK-NEXT: return
func.func @asserts(%c: i1, %d: i1) {
  tine.assert %c, "A", "first"
  tine.assert %d, "B", "other"
  tine.assert %c, "A", "second"
  return
}

// A vector that is taken apart and joined again; not when the order changes.
// CHECK-LABEL: func @joined(
// CHECK-SAME: %[[V:.*]]: tensor<5xf32>
// CHECK: %[[P:.*]]:2 = tine.split %[[V]]
// CHECK: %[[W:.*]] = tine.join %[[P]]#1, %[[P]]#0
// CHECK: return %[[V]], %[[W]]
func.func @joined(%v: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %a, %b = tine.split %v : tensor<5xf32> -> tensor<2xf32>, tensor<3xf32>
  %same = tine.join %a, %b : tensor<2xf32>, tensor<3xf32> -> tensor<5xf32>
  %other = tine.join %b, %a : tensor<3xf32>, tensor<2xf32> -> tensor<5xf32>
  return %same, %other : tensor<5xf32>, tensor<5xf32>
}

// To another device and back.
// CHECK-LABEL: func @there_and_back(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: return %[[X]]
func.func @there_and_back(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = tine.to %x : tensor<2xf32> -> tensor<2xf32, #tine.device<cuda : 1>>
  %b = tine.to %a : tensor<2xf32, #tine.device<cuda : 1>> -> tensor<2xf32>
  return %b : tensor<2xf32>
}
