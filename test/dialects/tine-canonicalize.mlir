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

// Nor has the same range to be looked at again, in whatever shape.
// CHECK-LABEL: func @checks(
// CHECK: tine.check %{{.*}} from %{{.*}} to %[[N:.*]], "A", "first"
// CHECK-NEXT: tine.check %{{.*}} from %{{.*}} to %{{.*}}, "B", "other"
// CHECK-NEXT: return
func.func @checks(%x: tensor<4xi64>, %a: i64, %b: i64) {
  %y = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xi64> into tensor<2x2xi64>
  tine.check %y from %a to %b, "A", "first" : tensor<2x2xi64>
  tine.check %x from %b to %a, "B", "other" : tensor<4xi64>
  tine.check %x from %a to %b, "A", "second" : tensor<4xi64>
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

// What stands behind a check that certainly fails goes, with products that
// would not verify; what a block gives is another value of the type.
// CHECK-LABEL: func.func @behind_failure
// CHECK-NEXT:    %[[NO:.*]] = arith.constant false
// CHECK-NEXT:    %[[NONE:.*]] = tensor.empty() : tensor<2xf32>
// CHECK-NEXT:    tine.assert %[[NO]]
// CHECK-NEXT:    return %[[NONE]]
func.func @behind_failure(%x: tensor<2xf32>) -> tensor<2xf32> {
  %no = arith.constant false
  tine.assert %no, "RuntimeError", "sizes do not fit"
  %text = tine.format eager "%t\0A"(%x : tensor<2xf32>)
  tine.print %text
  %y = arith.addf %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// A pool stays what it is when the cast of its operand is folded into it.
// CHECK-LABEL: func.func @cast_into_pool
// CHECK:         cpu.pool sum %{{.*}} : tensor<6x1x9x9xf32>
func.func @cast_into_pool(%x: tensor<6x1x9x9xf32>, %d: tensor<6x1x4x4xf32>) -> tensor<6x1x4x4xf32> {
  %cast = tensor.cast %x : tensor<6x1x9x9xf32> to tensor<?x1x?x9xf32>
  %y = cpu.pool sum %cast into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 0, 0]
    dilations [1, 1, 1] : tensor<?x1x?x9xf32> into tensor<6x1x4x4xf32> -> tensor<6x1x4x4xf32>
  return %y : tensor<6x1x4x4xf32>
}
