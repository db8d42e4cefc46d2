// RUN: tine-opt --nn-to-linalg %s | FileCheck %s

// Broadcasting of static dimensions is in the indexing maps.
// CHECK: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func private @elementwise
func.func private @elementwise(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {{.*}}#[[$ROW]]{{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<3xf32>)
  // CHECK: arith.addf
  %0 = nn.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// uint8 is unsigned.
// CHECK-LABEL: func.func private @unsigned
func.func private @unsigned(%x: tensor<4xi8>) -> tensor<4xf32> {
  // CHECK: arith.uitofp
  %0 = nn.cast %x : tensor<4xi8> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Sums of f32 are accumulated in f64.
// CHECK-LABEL: func.func private @sum
func.func private @sum(%x: tensor<2x100xf32>) -> tensor<2xf32> {
  // CHECK: arith.extf %{{.*}} : f32 to f64
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = nn.reduce sum %x [1] : tensor<2x100xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Sizes that are known only at run time are compared there.
// CHECK-LABEL: func.func private @dynamic
func.func private @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: tine.raise "RuntimeError"
  %0 = nn.mul %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func private @matmul
func.func private @matmul(%x: tensor<8x16xf32>, %w: tensor<32x16xf32>) -> tensor<8x32xf32> {
  // CHECK: linalg.matmul
  %0 = nn.matmul %x, %w transposed : (tensor<8x16xf32>, tensor<32x16xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
