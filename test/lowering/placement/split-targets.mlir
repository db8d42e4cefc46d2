// RUN: %tine-opt %s --split-targets=targets=cuda | FileCheck %s
// RUN: %tine-opt %s --split-targets | FileCheck %s --check-prefix=NONE

// What a device of the target's kind runs, and what that calls, is there twice.
// CHECK: module attributes {{{.*}}tine.targets = ["cuda"]}
// CHECK-LABEL: func private @shared(
// CHECK-LABEL: func private @shared_cuda(
// CHECK-SAME: attributes {tine.target = "cuda"}
// CHECK-LABEL: func private @part(
// CHECK: call @shared(
// CHECK-LABEL: func private @part_cuda(
// CHECK-SAME: attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"}
// CHECK: call @shared_cuda(
// CHECK-NOT: @other_cuda
// NONE-NOT: tine.target
// NONE-NOT: scf.if

!dev0 = tensor<4xf32, #tine.device<cuda : 0>>
!cpu1 = tensor<4xf32, #tine.device<cpu : 1>>
module attributes {tine.devices = ["cpu:0", "cpu:1", "cuda:0"]} {
  func.func private @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = nn.tanh %x : tensor<4xf32>
    return %y : tensor<4xf32>
  }
  func.func private @part(%x: !tine.future<!dev0>) -> tensor<4xf32> attributes {tine.device = #tine.device<cuda : 0>} {
    %t = tine.wait %x : !tine.future<!dev0> -> tensor<4xf32>
    %y = func.call @shared(%t) : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
  func.func private @other(%x: !tine.future<!cpu1>) attributes {tine.device = #tine.device<cpu : 1>} {
    return
  }

  // The place of the device decides which one is queued.
  // CHECK-LABEL: func @f(
  // CHECK: %[[RUNS:.*]] = tine.runs_on #tine.device<cuda : 0>, "cuda"
  // CHECK: %[[Y:.*]] = scf.if %[[RUNS]] -> (!tine.future<tensor<4xf32, #tine.device<cuda : 0>>>) {
  // CHECK-NEXT: %[[A:.*]] = tine.enqueue #tine.device<cuda : 0>, @part_cuda(
  // CHECK-NEXT: scf.yield %[[A]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[B:.*]] = tine.enqueue #tine.device<cuda : 0>, @part(
  // CHECK-NEXT: scf.yield %[[B]]
  // CHECK: tine.enqueue #tine.device<cpu : 1>, @other(
  // CHECK: return %[[Y]]
  func.func @f(%x: !tine.future<!dev0>, %z: !tine.future<!cpu1>) -> !tine.future<!dev0> {
    %y = tine.enqueue #tine.device<cuda : 0>, @part(%x) : (!tine.future<!dev0>) -> !tine.future<!dev0>
    tine.enqueue #tine.device<cpu : 1>, @other(%z) : (!tine.future<!cpu1>) -> ()
    return %y : !tine.future<!dev0>
  }
}
