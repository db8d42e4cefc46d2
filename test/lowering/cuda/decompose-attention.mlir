// RUN: %tine-opt %s --decompose-attention | FileCheck %s

// CHECK-LABEL: func @attention(
// CHECK: %[[S:.*]] = nn.batch_matmul
// CHECK: nn.softmax
// CHECK: %[[Y:.*]] = nn.batch_matmul
// CHECK: nn.cat
// CHECK-NOT: nn.attention
func.func @attention(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>)
    -> (tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>) {
  %y, %s = nn.attention %q, %k, %v scale 2.500000e-01 causal
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
  return %y, %s : tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
}
