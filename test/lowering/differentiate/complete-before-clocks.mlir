// RUN: %tine-opt %s --split-input-file --complete-before-clocks | FileCheck %s

// What is used behind a reading is there before; a view by what it shows. What
// was there already, or is not used again, is not named.
// CHECK-LABEL: func.func @straight(
func.func @straight(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[Y:.*]] = nn.exp
  // CHECK: %[[Z:.*]] = nn.neg
  %y = nn.exp %x : tensor<4x4xf32>
  %z = nn.neg %y : tensor<4x4xf32>
  %s = nn.sqrt %x : tensor<4x4xf32>
  tine.keep %s : tensor<4x4xf32>
  %v = nn.permute %z [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  // CHECK: tine.time realtime(%[[Z]] : tensor<4x4xf32>) : f64
  %t = tine.time realtime : f64
  // CHECK: %[[R:.*]] = nn.add
  %r = nn.add %v, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: tine.time realtime(%[[R]] : tensor<4x4xf32>) : f64
  %u = tine.time realtime : f64
  return %r : tensor<4x4xf32>
}

// -----

// A fill is fused with what reads it, wherever that is.
// CHECK-LABEL: func.func @fill(
// CHECK: tine.time realtime : f64
func.func @fill(%v: f32) -> tensor<4xf32> {
  %x = nn.full %v () : f32 -> tensor<4xf32>
  %t = tine.time realtime : f64
  %y = nn.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A loop comes to all its uses of an outer value again.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[Y:.*]] = nn.exp
  %y = nn.exp %x : tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %z = nn.neg %y : tensor<4xf32>
    tine.keep %z : tensor<4xf32>
    // CHECK: tine.time monotonic(%[[Y]] : tensor<4xf32>) : i64
    %t = tine.time monotonic : i64
  }
  return
}

// -----

// Calls and forks that read a clock.
// CHECK-LABEL: func.func @calls(
func.func private @now() -> f64 {
  %t = tine.time process : f64
  return %t : f64
}
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[Y:.*]] = nn.exp
  // CHECK-NEXT: tine.keep %[[Y]]
  // CHECK-NEXT: call @now
  %y = nn.exp %x : tensor<4xf32>
  %t = call @now() : () -> f64
  // CHECK-NEXT: %[[Z:.*]] = nn.neg
  // CHECK-NEXT: tine.keep %[[Z]]
  // CHECK-NEXT: tine.fork
  %z = nn.neg %y : tensor<4xf32>
  %f = tine.fork () : () -> !tine.future<f64> {
    %u = tine.time process : f64
    tine.yield %u : f64
  }
  return %z : tensor<4xf32>
}

// -----

// What a loop starts with is no use in the loop.
// CHECK-LABEL: func.func @starts(
func.func @starts(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = nn.exp %x : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<4xf32> {
    // CHECK: tine.time realtime : f64
    %t = tine.time realtime : f64
    %z = nn.neg %a : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
