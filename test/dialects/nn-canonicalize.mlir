// RUN: %tine-opt %s --canonicalize | FileCheck %s

// Sizes that contradict are on a path that is never taken; others are checked
// in the run.
// CHECK-LABEL: func @casts(
// CHECK-DAG: %[[NEVER:.*]] = ub.poison : tensor<3x5xf32>
// CHECK-DAG: %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<3x6xf32> to tensor<?x6xf32>
// CHECK: return %[[NEVER]], %[[CAST]]
func.func @casts(%x: tensor<3x6xf32>) -> (tensor<3x5xf32>, tensor<?x6xf32>) {
  %y = nn.neg %x : tensor<3x6xf32>
  %a = tensor.cast %y : tensor<3x6xf32> to tensor<3x?xf32>
  %b = tensor.cast %a : tensor<3x?xf32> to tensor<3x5xf32>
  %c = tensor.cast %y : tensor<3x6xf32> to tensor<?x?xf32>
  %d = tensor.cast %c : tensor<?x?xf32> to tensor<?x6xf32>
  return %b, %d : tensor<3x5xf32>, tensor<?x6xf32>
}
