// RUN: %tine-opt %s --nn-to-linalg --canonicalize --fuse-elementwise | FileCheck %s

// CHECK-LABEL: func @chain(
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<8x9xf32>, %y: tensor<9xf32>) -> tensor<8x9xf32> {
  %z = nn.add %x, %y : (tensor<8x9xf32>, tensor<9xf32>) -> tensor<8x9xf32>
  %e = nn.exp %z : tensor<8x9xf32>
  return %e : tensor<8x9xf32>
}

// The exponential of a row is computed once, not for each row of the result.
// CHECK-LABEL: func @repeated(
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @repeated(%x: tensor<8x9xf32>, %y: tensor<9xf32>) -> tensor<8x9xf32> {
  %e = nn.exp %y : tensor<9xf32>
  %z = nn.add %x, %e : (tensor<8x9xf32>, tensor<9xf32>) -> tensor<8x9xf32>
  return %z : tensor<8x9xf32>
}

// A reshape stays in front of a product.
// CHECK-LABEL: func @product(
// CHECK: tensor.collapse_shape
// CHECK: linalg.matmul
func.func @product(%x: tensor<2x4x3xf32>, %w: tensor<3x5xf32>) -> tensor<8x5xf32> {
  %r = nn.reshape %x () : tensor<2x4x3xf32> -> tensor<8x3xf32>
  %y = nn.matmul %r, %w : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}
