// RUN: tine-opt --nn-to-linalg --fuse-elementwise %s | FileCheck %s

// A chain of elementwise operations is one loop.
// CHECK-LABEL: func.func private @chain
func.func private @chain(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK-NOT: linalg.generic
  // CHECK: arith.mulf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = nn.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = nn.mul %0, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
