// RUN: tine-opt %s --differentiate --split-input-file | FileCheck %s

// The region makes the cotangent; what it reads of the values is the result.
// CHECK-LABEL: func.func @own(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>
// CHECK: %[[E:.*]] = nn.exp %[[X]]
// CHECK-NOT: nn.with_derivative
// CHECK: %[[D:.*]] = nn.mul %[[S]], %[[E]]
// CHECK: return %[[D]]
func.func @own(%x: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %e = nn.exp %x : tensor<3xf32>
  %y = nn.with_derivative %e by %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%dy: tensor<3xf32>):
    %dx = nn.mul %dy, %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    nn.cotangents %dx : tensor<3xf32>
  }
  %d = nn.gradient of %y seeded %s by %x : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}
