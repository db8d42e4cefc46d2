// RUN: %tine-opt %s --strip-devices | FileCheck %s

// Devices leave the types, wherever they stand, and are listed on the module.
// CHECK: module attributes {tine.devices = ["cpu:0", "cuda:0", "cuda:1"]}

// CHECK-LABEL: func @copies(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[Y:.*]] = nn.neg %[[X]] : tensor<2xf32>
// CHECK-NEXT: return %[[Y]] : tensor<2xf32>
func.func @copies(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = tine.to %x : tensor<2xf32> -> tensor<2xf32, #tine.device<cuda : 1>>
  %b = tine.to %a : tensor<2xf32, #tine.device<cuda : 1>> -> tensor<2xf32, #tine.device<cuda : 0>>
  %c = nn.neg %b : tensor<2xf32, #tine.device<cuda : 0>>
  %d = tine.to %c : tensor<2xf32, #tine.device<cuda : 0>> -> tensor<2xf32>
  return %d : tensor<2xf32>
}

// CHECK-LABEL: func @containers(
// CHECK-SAME: !tine.list<!tine.future<tensor<2xf32>>>
func.func @containers(%l: !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>>) {
  return
}
