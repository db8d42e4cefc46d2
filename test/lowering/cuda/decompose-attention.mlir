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

// Where there may be no keys, the greatest score of a query is -inf.
// CHECK-LABEL: func @any_keys(
// CHECK: nn.batch_matmul
// CHECK: %[[SCORES:.*]] = nn.mul
// CHECK: nn.softmax
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[NONE:.*]] = nn.full %[[LEAST]]() : f32 -> tensor<2x3x5x1xf32>
// CHECK: %[[MORE:.*]] = nn.cat %[[SCORES]], %[[NONE]]
// CHECK: nn.reduce max %[[MORE]]
func.func @any_keys(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x?x8xf32>, %v: tensor<2x3x?x4xf32>)
    -> (tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>) {
  %y, %s = nn.attention %q, %k, %v scale 2.500000e-01
    : tensor<2x3x5x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
  return %y, %s : tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
}

// There are kernels for more than a few queries.
// CHECK-LABEL: func @by_tiles(
// CHECK-NEXT: nn.attention
func.func @by_tiles(%q: tensor<2x3x50x8xf32>, %k: tensor<2x3x?x8xf32>, %v: tensor<2x3x?x4xf32>)
    -> (tensor<2x3x50x4xf32>, tensor<2x3x50x2xf32>) {
  %y, %s = nn.attention %q, %k, %v scale 2.500000e-01
    : tensor<2x3x50x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x4xf32> -> tensor<2x3x50x4xf32>, tensor<2x3x50x2xf32>
  return %y, %s : tensor<2x3x50x4xf32>, tensor<2x3x50x2xf32>
}

// Not of as many columns.
// CHECK-LABEL: func @many_columns(
// CHECK-NOT: nn.attention
func.func @many_columns(%q: tensor<2x3x50x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x130xf32>)
    -> (tensor<2x3x50x130xf32>, tensor<2x3x50x2xf32>) {
  %y, %s = nn.attention %q, %k, %v scale 2.500000e-01
    : tensor<2x3x50x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x130xf32> -> tensor<2x3x50x130xf32>, tensor<2x3x50x2xf32>
  return %y, %s : tensor<2x3x50x130xf32>, tensor<2x3x50x2xf32>
}
