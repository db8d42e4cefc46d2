// RUN: %tine-opt %s --windows-to-cpu --canonicalize --split-input-file | FileCheck %s

// A dimension of size 1 comes in front, and goes again.
// CHECK-LABEL: func @two_dimensions(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x8x8xf32>, %[[W:.*]]: tensor<6x3x3x3xf32>, %[[B:.*]]: tensor<6xf32>
// CHECK-DAG: %[[WIDE:.*]] = tensor.expand_shape %[[X]] {{\[}}[0], [1], [2, 3], [4]] {{.*}} into tensor<2x3x1x8x8xf32>
// CHECK-DAG: %[[WEIGHT:.*]] = tensor.expand_shape %[[W]] {{.*}} into tensor<6x3x1x3x3xf32>
// CHECK: %[[Y:.*]] = cpu.conv %[[WIDE]], %[[WEIGHT]] plus %[[B]] {{.*}} strides [1, 2, 2] paddings [0, 1, 1] dilations [1, 1, 1] groups 1
// CHECK: tensor.collapse_shape %[[Y]] {{.*}} into tensor<2x6x4x4xf32>
func.func @two_dimensions(%x: tensor<2x3x8x8xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x4xf32> {
  %y = nn.conv %x, %w bias %b : tensor<6xf32> strides [2, 2] paddings [1, 1] dilations [1, 1] groups 1 ()
    : tensor<2x3x8x8xf32>, tensor<6x3x3x3xf32> -> tensor<2x6x4x4xf32>
  return %y : tensor<2x6x4x4xf32>
}

// -----

// With one place in the kernel an image is one line.
// CHECK-LABEL: func @one_place(
// CHECK: cpu.conv {{.*}} : tensor<2x3x1x1x56xf32>, tensor<6x3x1x1x1xf32> into tensor<2x6x1x1x56xf32>
func.func @one_place(%x: tensor<2x3x8x7xf32>, %w: tensor<6x3x1x1xf32>) -> tensor<2x6x8x7xf32> {
  %y = nn.conv %x, %w strides [1, 1] paddings [0, 0] dilations [1, 1] groups 1 ()
    : tensor<2x3x8x7xf32>, tensor<6x3x1x1xf32> -> tensor<2x6x8x7xf32>
  return %y : tensor<2x6x8x7xf32>
}

// -----

// What the run decides is checked there.
// CHECK-LABEL: func @channels_of_the_run(
// CHECK: tine.assert {{.*}} "Given groups=2, expected input to have %i channels, but got %i channels instead"
// CHECK: cpu.conv
func.func @channels_of_the_run(%x: tensor<2x?x8xf32>, %w: tensor<6x2x3xf32>) -> tensor<2x6x6xf32> {
  %y = nn.conv %x, %w strides [1] paddings [0] dilations [1] groups 2 ()
    : tensor<2x?x8xf32>, tensor<6x2x3xf32> -> tensor<2x6x6xf32>
  return %y : tensor<2x6x6xf32>
}

// -----

// The derivative by the weight has the channels of the convolution last; it is transposed.
// CHECK-LABEL: func @weight(
// CHECK: %[[T:.*]] = cpu.conv_weight {{.*}} into tensor<3x2x1x3x3x2xf32>
// CHECK: linalg.transpose ins(%[[T]] : {{.*}}) outs({{.*}} : tensor<3x2x2x1x3x3xf32>) permutation = [0, 5, 1, 2, 3, 4]
func.func @weight(%x: tensor<2x6x8x8xf32>, %g: tensor<2x6x6x6xf32>) -> tensor<6x2x3x3xf32> {
  %w = nn.conv_weight %x, %g strides [1, 1] paddings [0, 0] dilations [1, 1] groups 3 ()
    : tensor<2x6x8x8xf32>, tensor<2x6x6x6xf32> -> tensor<6x2x3x3xf32>
  return %w : tensor<6x2x3x3xf32>
}

// -----

// All channels are images of their own.
// CHECK-LABEL: func @pool(
// CHECK: cpu.pool arg_max {{.*}} kernel [1, 1, 3] strides [1, 1, 2] paddings [0, 0, 1] dilations [1, 1, 1] : tensor<6x1x1x9xf32> into tensor<6x1x1x5xi64>
func.func @pool(%x: tensor<2x3x9xf32>) -> tensor<2x3x5xi64> {
  %y = nn.pool arg_max %x kernel [3] strides [2] paddings [1] dilations [1] () : tensor<2x3x9xf32> -> tensor<2x3x5xi64>
  return %y : tensor<2x3x5xi64>
}

// -----

// Sizes that are known where the type does not say so.
// CHECK-LABEL: func @known_behind(
// CHECK: cpu.conv {{.*}} : tensor<2x3x1x1x8xf32>, tensor<6x3x1x1x3xf32> into tensor<2x6x1x1x6xf32>
// CHECK: cpu.pool {{.*}} : tensor<12x1x1x6xf32> into tensor<12x1x1x4xf32>
func.func @known_behind(%x: tensor<2x3x8xf32>, %w: tensor<6x3x3xf32>) -> tensor<?x6x4xf32> {
  %n = arith.constant 2 : index
  %c = tensor.cast %x : tensor<2x3x8xf32> to tensor<?x3x8xf32>
  %y = nn.conv %c, %w strides [1] paddings [0] dilations [1] groups 1 (%n)
    : tensor<?x3x8xf32>, tensor<6x3x3xf32> -> tensor<?x6x6xf32>
  %z = nn.pool max %y kernel [3] strides [1] paddings [0] dilations [1] (%n) : tensor<?x6x6xf32> -> tensor<?x6x4xf32>
  return %z : tensor<?x6x4xf32>
}
