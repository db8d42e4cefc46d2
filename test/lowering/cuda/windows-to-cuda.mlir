// RUN: %tine-opt %s --windows-to-cuda --split-input-file | FileCheck %s

// Loops over images, channels and places of the result; over channels and
// places of the window it is summed up, in their order.
// CHECK: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>
// CHECK: #[[Y:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func @conv(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x8x8xf32>
// CHECK: linalg.generic {indexing_maps = [#[[W]], #[[Y]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
// CHECK: arith.muli %{{.*}}, %c2
// CHECK: arith.subi %{{.*}}, %c1
// CHECK: arith.cmpi ult
// CHECK: %[[IN:.*]] = arith.andi
// CHECK: %[[E:.*]] = tensor.extract %[[X]]
// CHECK: %[[OR:.*]] = arith.select %[[IN]], %[[E]], %{{.*}} : f32
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @conv(%x: tensor<2x3x8x8xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x4xf32> {
  %y = nn.conv %x, %w bias %b : tensor<6xf32> strides [2, 2] paddings [1, 1] dilations [1, 1] groups 1 ()
    : tensor<2x3x8x8xf32>, tensor<6x3x3x3xf32> -> tensor<2x6x4x4xf32>
  return %y : tensor<2x6x4x4xf32>
}

// -----

// A loop goes over the groups, one over the channels of the result in each.
// CHECK-LABEL: func @weight(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x4x8xf32>, %[[G:[^:]*]]: tensor<2x6x8xf32>
// CHECK: %[[START:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2], [3]] {{.*}} into tensor<2x3x2x3xf32>
// CHECK: %[[SEED:.*]] = tensor.expand_shape %[[G]] {{\[}}[0], [1, 2], [3]] {{.*}} into tensor<2x2x3x8xf32>
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[SEED]] : {{.*}}) outs(%[[START]] :
// CHECK: %[[GROUP:.*]] = linalg.index 0
// CHECK: %[[CHANNEL:.*]] = linalg.index 2
// CHECK: %[[N:.*]] = linalg.index 4
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c2
// CHECK: %[[C:.*]] = arith.addi %[[FIRST]], %[[CHANNEL]]
// CHECK: tensor.extract %[[X]][%[[N]], %[[C]],
// CHECK: %[[RESULT:.*]] = tensor.collapse_shape %[[ALL]] {{\[}}[0, 1], [2], [3]]
// CHECK: return %[[RESULT]]
func.func @weight(%x: tensor<2x4x8xf32>, %g: tensor<2x6x8xf32>) -> tensor<6x2x3xf32> {
  %w = nn.conv_weight %x, %g strides [1] paddings [1] dilations [1] groups 2 ()
    : tensor<2x4x8xf32>, tensor<2x6x8xf32> -> tensor<6x2x3xf32>
  return %w : tensor<6x2x3xf32>
}

// -----

// CHECK-LABEL: func @places(
// CHECK: %[[BEST:.*]]:2 = linalg.generic
// CHECK: return %[[BEST]]#1
func.func @places(%x: tensor<2x3x9xf32>) -> tensor<2x3x4xi64> {
  %y = nn.pool arg_max %x kernel [3] strides [2] paddings [0] dilations [1] () : tensor<2x3x9xf32> -> tensor<2x3x4xi64>
  return %y : tensor<2x3x4xi64>
}

// -----

// A group of one channel is no product of matrices.
// CHECK-LABEL: func @depthwise(
// CHECK-NOT: expand_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-NOT: nn.conv
func.func @depthwise(%x: tensor<2x4x8xf32>, %w: tensor<4x1x3xf32>) -> tensor<2x4x6xf32> {
  %y = nn.conv %x, %w strides [1] paddings [0] dilations [1] groups 4 ()
    : tensor<2x4x8xf32>, tensor<4x1x3xf32> -> tensor<2x4x6xf32>
  return %y : tensor<2x4x6xf32>
}
