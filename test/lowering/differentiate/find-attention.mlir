// RUN: %tine-opt %s --find-attention --split-input-file | FileCheck %s

// As `q @ k.mT / 2`, with a mask that hides, and `@ v` give it.
// CHECK-LABEL: func @heads(
// CHECK-SAME: %[[Q:[^ ]*]]: tensor<2x3x5x8xf32>, %[[K:[^ ]*]]: tensor<2x3x7x8xf32>, %[[V:[^ ]*]]: tensor<2x3x7x4xf32>, %[[M:[^ ]*]]: tensor<5x7xi1>
// CHECK: %[[SEEN:.*]] = nn.bitwise_not %[[M]]
// CHECK: %[[MASK:.*]] = nn.reshape %[[SEEN]]() : tensor<5x7xi1> -> tensor<1x1x5x7xi1>
// CHECK: nn.attention %{{.*}}, %[[K]], %{{.*}} mask %[[MASK]] : tensor<1x1x5x7xi1> scale 5.000000e-01
// CHECK-NOT: nn.softmax
// CHECK-NOT: nn.batch_matmul
func.func @heads(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>, %m: tensor<5x7xi1>) -> tensor<2x3x5x4xf32> {
  %two = arith.constant 2.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %1 = nn.reshape %q () : tensor<2x3x5x8xf32> -> tensor<6x5x8xf32>
  %2 = nn.permute %k [0, 1, 3, 2] : tensor<2x3x7x8xf32> -> tensor<2x3x8x7xf32>
  %3 = nn.reshape %2 () : tensor<2x3x8x7xf32> -> tensor<6x8x7xf32>
  %4 = nn.batch_matmul %1, %3 : (tensor<6x5x8xf32>, tensor<6x8x7xf32>) -> tensor<6x5x7xf32>
  %5 = nn.reshape %4 () : tensor<6x5x7xf32> -> tensor<2x3x5x7xf32>
  %6 = nn.div %5, %two : (tensor<2x3x5x7xf32>, f32) -> tensor<2x3x5x7xf32>
  %7 = nn.where %m, %none, %6 : (tensor<5x7xi1>, f32, tensor<2x3x5x7xf32>) -> tensor<2x3x5x7xf32>
  %8 = nn.softmax %7 dim 3 : tensor<2x3x5x7xf32>
  %9 = nn.reshape %8 () : tensor<2x3x5x7xf32> -> tensor<6x5x7xf32>
  %10 = nn.reshape %v () : tensor<2x3x7x4xf32> -> tensor<6x7x4xf32>
  %11 = nn.batch_matmul %9, %10 : (tensor<6x5x7xf32>, tensor<6x7x4xf32>) -> tensor<6x5x4xf32>
  %12 = nn.reshape %11 () : tensor<6x5x4xf32> -> tensor<2x3x5x4xf32>
  return %12 : tensor<2x3x5x4xf32>
}

// -----

// As torch.bmm gives it, with a mask that is added and keys of other strides.
// CHECK-LABEL: func @batch(
// CHECK: %[[K:.*]] = nn.permute %{{.*}} [1, 0, 2] : tensor<7x6x8xf64> -> tensor<6x7x8xf64>
// CHECK: nn.attention {{.*}} mask %{{.*}} : tensor<1x6x1x7xf64> scale 3.000000e+00
func.func @batch(%q: tensor<6x5x8xf64>, %k: tensor<7x6x8xf64>, %v: tensor<6x7x4xf64>, %m: tensor<6x1x7xf64>) -> tensor<6x5x4xf64> {
  %three = arith.constant 3.0 : f64
  %1 = nn.permute %k [1, 2, 0] : tensor<7x6x8xf64> -> tensor<6x8x7xf64>
  %2 = nn.batch_matmul %q, %1 : (tensor<6x5x8xf64>, tensor<6x8x7xf64>) -> tensor<6x5x7xf64>
  %3 = nn.mul %three, %2 : (f64, tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %4 = nn.add %m, %3 : (tensor<6x1x7xf64>, tensor<6x5x7xf64>) -> tensor<6x5x7xf64>
  %5 = nn.softmax %4 dim 2 : tensor<6x5x7xf64>
  %6 = nn.batch_matmul %5, %v : (tensor<6x5x7xf64>, tensor<6x7x4xf64>) -> tensor<6x5x4xf64>
  return %6 : tensor<6x5x4xf64>
}

// -----

// Somebody else uses the weights; what is hidden has a score; the softmax is
// along another dimension.
// CHECK-LABEL: func @others(
// CHECK-NOT: nn.attention
func.func @others(%q: tensor<6x5x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x4xf32>, %m: tensor<5x5xi1>)
    -> (tensor<6x5x4xf32>, tensor<6x5x5xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>) {
  %low = arith.constant -1.0e9 : f32
  %1 = nn.batch_matmul %q, %k : (tensor<6x5x8xf32>, tensor<6x8x5xf32>) -> tensor<6x5x5xf32>
  %2 = nn.softmax %1 dim 2 : tensor<6x5x5xf32>
  %3 = nn.batch_matmul %2, %v : (tensor<6x5x5xf32>, tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  %4 = nn.batch_matmul %q, %k : (tensor<6x5x8xf32>, tensor<6x8x5xf32>) -> tensor<6x5x5xf32>
  %5 = nn.where %m, %low, %4 : (tensor<5x5xi1>, f32, tensor<6x5x5xf32>) -> tensor<6x5x5xf32>
  %6 = nn.softmax %5 dim 2 : tensor<6x5x5xf32>
  %7 = nn.batch_matmul %6, %v : (tensor<6x5x5xf32>, tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  %8 = nn.batch_matmul %q, %k : (tensor<6x5x8xf32>, tensor<6x8x5xf32>) -> tensor<6x5x5xf32>
  %9 = nn.softmax %8 dim 1 : tensor<6x5x5xf32>
  %10 = nn.batch_matmul %9, %v : (tensor<6x5x5xf32>, tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  return %3, %2, %7, %10 : tensor<6x5x4xf32>, tensor<6x5x5xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>
}

// -----

// A clock is read in between: each part takes its time where it is written.
// CHECK-LABEL: func @timed(
// CHECK-NOT: nn.attention
func.func @timed(%q: tensor<6x5x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x4xf32>)
    -> (tensor<6x5x4xf32>, f64) {
  %1 = nn.batch_matmul %q, %k : (tensor<6x5x8xf32>, tensor<6x8x5xf32>) -> tensor<6x5x5xf32>
  %2 = nn.softmax %1 dim 2 : tensor<6x5x5xf32>
  %t = tine.time realtime : f64
  %3 = nn.batch_matmul %2, %v : (tensor<6x5x5xf32>, tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  return %3, %t : tensor<6x5x4xf32>, f64
}
