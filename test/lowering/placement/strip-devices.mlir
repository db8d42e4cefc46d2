// RUN: %tine-opt %s --strip-devices | FileCheck %s

// Devices leave the types of tensors, and are listed on the module.
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

// A future keeps the device of its tensor, wherever it is; that of the host goes.
// CHECK-LABEL: func @containers(
// CHECK-SAME: !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>>
// CHECK-SAME: !tine.future<!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>, !tine.list<tensor<2xf32>>>
// CHECK-SAME: !tine.future<tensor<2xf32>>
func.func @containers(%l: !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>>,
                      %t: !tine.future<!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>, !tine.list<tensor<2xf32, #tine.device<cuda : 1>>>>,
                      %h: !tine.future<tensor<2xf32, #tine.device<cpu : 0>>>) {
  return
}

// In a function of a device, what a wait gives is plain.
// CHECK-LABEL: func @waits(
// CHECK-SAME: %[[F:.*]]: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> tensor<2xf32>
// CHECK-NEXT: %[[X:.*]] = tine.wait %[[F]] {last} : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32>
// CHECK-NEXT: nn.neg %[[X]] : tensor<2xf32>
func.func @waits(%f: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> tensor<2xf32, #tine.device<cuda : 1>> attributes {tine.device = #tine.device<cuda : 1>} {
  %x = tine.wait %f {last} : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  %y = nn.neg %x : tensor<2xf32, #tine.device<cuda : 1>>
  return %y : tensor<2xf32, #tine.device<cuda : 1>>
}

// CHECK-LABEL: func @queues(
// CHECK: tine.enqueue #tine.device<cuda : 1>, @waits(%{{.*}}) : (!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
// CHECK: tine.transfer {{.*}} : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> <tensor<2xf32>>
func.func @queues(%f: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> !tine.future<tensor<2xf32>> {
  %g = tine.enqueue #tine.device<cuda : 1>, @waits(%f) : (!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  %h = tine.transfer #tine.device<cuda : 1> to #tine.device<cpu : 0>, %g : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> !tine.future<tensor<2xf32>>
  return %h : !tine.future<tensor<2xf32>>
}
