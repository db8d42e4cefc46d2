// RUN: %tine-opt %s --differentiate --canonicalize --mlir-print-debuginfo | FileCheck %s

// What the backward pass is made of says so, and keeps its module; the forward
// pass, which gives more, stays what it was.
// CHECK-LABEL: func @f(
// CHECK: tine.fork {{.*}} {
// CHECK: nn.tanh {{.*}} loc(#[[TANH:.*]])
// CHECK: } {{.*}}loc(#[[FORK:.*]])
// CHECK: tine.fork {{.*}} {
// CHECK: nn.mul {{.*}} loc(#[[BACK:.*]])
// CHECK: } {{.*}}loc(#[[FORKBACK:.*]])
// CHECK-DAG: #[[TANH]] = loc(fused<{module = ".act"}>[#[[PLACE:.*]]])
// CHECK-DAG: #[[BACK]] = loc(fused<{backward}>[#[[TANH]]])
// CHECK-DAG: #[[FORKBACK]] = loc(fused<{backward}>[#[[FORK]]])
// CHECK-DAG: #[[PLACE]] = loc("m.py":3:5)
func.func @f(%x: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %f = tine.fork (%a = %x) : (tensor<3xf32>) -> !tine.future<tensor<3xf32>> {
    %y = nn.tanh %a : tensor<3xf32> loc(fused<{module = ".act"}>["m.py":3:5])
    tine.yield %y : tensor<3xf32>
  } loc(fused<{module = "cell"}>["m.py":7:5])
  %y = tine.wait %f : !tine.future<tensor<3xf32>>
  %d = nn.gradient of %y seeded %s by %x : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}
