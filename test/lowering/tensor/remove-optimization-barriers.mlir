// RUN: %tine-opt %s --cse --remove-optimization-barriers | FileCheck %s

// Equal ops stay apart until then, and those behind one barrier are merged.
// CHECK-LABEL: func @f(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>)
// CHECK: %[[Y:.*]] = nn.exp %[[X]]
// CHECK-NEXT: %[[Z:.*]] = nn.exp %[[X]]
// CHECK-NEXT: return %[[Y]], %[[Z]], %[[Z]]
func.func @f(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y = nn.exp %x : tensor<3xf32>
  %again = nn.optimization_barrier %x : tensor<3xf32>
  %z = nn.exp %again : tensor<3xf32>
  %third = nn.optimization_barrier %x : tensor<3xf32>
  %u = nn.exp %third : tensor<3xf32>
  return %y, %z, %u : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
