// RUN: %tine-opt %s --widen-narrow-types | FileCheck %s

// Each op rounds at its end.
// CHECK-LABEL: @rounds
// CHECK: %[[X:.*]] = nn.cast %arg0 : tensor<4xbf16> to tensor<4xf32>
// CHECK: %[[S:.*]] = nn.mul %[[X]], %{{.*}} : (tensor<4xf32>, f32) -> tensor<4xf32>
// CHECK: %[[R:.*]] = nn.cast %[[S]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: %[[W:.*]] = nn.cast %[[R]] : tensor<4xbf16> to tensor<4xf32>
// CHECK: %[[E:.*]] = nn.exp %[[W]] : tensor<4xf32>
// CHECK: nn.cast %[[E]] : tensor<4xf32> to tensor<4xbf16>
func.func @rounds(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %c = arith.constant 0.3 : f32
  %y = nn.mul %x, %c : (tensor<4xbf16>, f32) -> tensor<4xbf16>
  %z = nn.exp %y : tensor<4xbf16>
  return %z : tensor<4xbf16>
}

// CHECK-LABEL: @bytes
// CHECK: nn.add {{.*}} : (tensor<4xi16>, i16) -> tensor<4xi16>
// CHECK: nn.cast {{.*}} : tensor<4xi16> to tensor<4xsi8>
// CHECK: nn.lt {{.*}} : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
func.func @bytes(%x: tensor<4xsi8>, %n: i16) -> tensor<4xi1> {
  %y = nn.add %x, %n : (tensor<4xsi8>, i16) -> tensor<4xsi8>
  %z = nn.lt %x, %y : (tensor<4xsi8>, tensor<4xsi8>) -> tensor<4xi1>
  return %z : tensor<4xi1>
}

// What moves elements stays.
// CHECK-LABEL: @moves
// CHECK-NEXT: nn.reshape {{.*}} : tensor<2x3xf16> -> tensor<6xf16>
// CHECK-NEXT: nn.flip
// CHECK-NEXT: return
func.func @moves(%x: tensor<2x3xf16>) -> tensor<6xf16> {
  %y = nn.reshape %x () : tensor<2x3xf16> -> tensor<6xf16>
  %z = nn.flip %y [0] : tensor<6xf16>
  return %z : tensor<6xf16>
}

// A product rounds at each element; a sum at its end.
// CHECK-LABEL: @reductions
// CHECK: nn.reduce prod %arg0 [0] : tensor<4xf16> -> tensor<f16>
// CHECK: nn.reduce sum %{{.*}} [0] : tensor<4xf32> -> tensor<f32>
func.func @reductions(%x: tensor<4xf16>) -> (tensor<f16>, tensor<f16>) {
  %y = nn.reduce prod %x [0] : tensor<4xf16> -> tensor<f16>
  %z = nn.reduce sum %x [0] : tensor<4xf16> -> tensor<f16>
  return %y, %z : tensor<f16>, tensor<f16>
}

// PyTorch's vectors of bfloat16 round the square.
// CHECK-LABEL: @cube
// CHECK: %[[S:.*]] = nn.mul
// CHECK: %[[R:.*]] = nn.cast %[[S]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: %[[W:.*]] = nn.cast %[[R]]
// CHECK: nn.mul %[[W]]
// CHECK-NOT: nn.pow
func.func @cube(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %c = arith.constant 3.0 : f32
  %y = nn.pow %x, %c : (tensor<4xbf16>, f32) -> tensor<4xbf16>
  return %y : tensor<4xbf16>
}

// Along the last dimension the sum and its logarithm are kept as half floats.
// CHECK-LABEL: @log_softmax
// CHECK: nn.reduce sum {{.*}} keepdim : tensor<2x4xf32> -> tensor<2x1xf32>
// CHECK-NEXT: nn.cast {{.*}} to tensor<2x1xbf16>
// CHECK-NEXT: nn.cast {{.*}} to tensor<2x1xf32>
// CHECK-NEXT: nn.log
// CHECK-NEXT: nn.cast {{.*}} to tensor<2x1xbf16>
func.func @log_softmax(%x: tensor<2x4xbf16>) -> tensor<2x4xbf16> {
  %y = nn.softmax %x dim 1 log : tensor<2x4xbf16>
  return %y : tensor<2x4xbf16>
}
