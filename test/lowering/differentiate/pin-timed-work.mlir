// RUN: %tine-opt %s --split-input-file --pin-timed-work | FileCheck %s
// RUN: %tine-opt %s --split-input-file --pin-timed-work=equal=false | FileCheck %s --check-prefix=LOOPS
// RUN: %tine-opt %s --split-input-file --pin-timed-work --cse --loop-invariant-code-motion | FileCheck %s --check-prefix=AFTER

// What an iteration does again gets its left operand behind a barrier; what
// depends on it stays with it.
// CHECK-LABEL: func.func @loop(
// LOOPS-LABEL: func.func @loop(
// AFTER-LABEL: func.func @loop(
func.func @loop(%x: tensor<4x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tine.time realtime : f64
  // CHECK: scf.for
  // CHECK-NEXT: %[[X:.*]] = nn.optimization_barrier pinned %arg0
  // CHECK-NEXT: %[[P:.*]] = nn.matmul %[[X]], %arg0
  // CHECK-NEXT: nn.relu %[[P]]
  // LOOPS: nn.optimization_barrier pinned
  // AFTER: scf.for
  // AFTER: nn.matmul
  // AFTER: nn.relu
  scf.for %i = %c0 to %n step %c1 {
    %p = nn.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %y = nn.relu %p : tensor<4x4xf32>
    tine.keep %y : tensor<4x4xf32>
  }
  %u = tine.time realtime : f64
  return
}

// -----

// What an iteration changes needs no barrier, nor do views and what is made of
// numbers alone.
// CHECK-LABEL: func.func @varies(
// CHECK-NOT: pinned
func.func @varies(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %t = tine.time realtime : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x4xf32> {
    %v = nn.permute %x [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    %p = nn.matmul %a, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %h = nn.full %half () : f32 -> tensor<4x4xf32>
    %q = nn.mul %h, %half : (tensor<4x4xf32>, f32) -> tensor<4x4xf32>
    %y = nn.add %p, %q : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %y : tensor<4x4xf32>
  }
  %u = tine.time realtime : f64
  return %r : tensor<4x4xf32>
}

// -----

// But where a fill is all that an iteration does, it is done.
// CHECK-LABEL: func.func @fills(
// CHECK: scf.for
// CHECK-NEXT: %[[V:.*]] = nn.optimization_barrier pinned %{{.*}} : f32
// CHECK-NEXT: nn.full %[[V]]
// AFTER-LABEL: func.func @fills(
// AFTER: scf.for
// AFTER: nn.full
func.func @fills(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %t = tine.time realtime : f64
  scf.for %i = %c0 to %n step %c1 {
    %h = nn.full %half () : f32 -> tensor<400x400xf32>
    tine.keep %h : tensor<400x400xf32>
  }
  %u = tine.time realtime : f64
  return
}

// -----

// Equal work on both sides of a reading, and in one region, is done each time.
// Equal views do not make what they show look like another tensor.
// CHECK-LABEL: func.func @equal(
// LOOPS-LABEL: func.func @equal(
// AFTER-LABEL: func.func @equal(
func.func @equal(%x: tensor<4x4xf32>) {
  // CHECK: nn.matmul %arg0
  // LOOPS-NOT: pinned
  // AFTER-COUNT-3: nn.matmul
  // AFTER-NOT: nn.matmul
  %v = nn.permute %x [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %a = nn.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = tine.time realtime : f64
  // CHECK: tine.time
  // CHECK: %[[B:.*]] = nn.optimization_barrier pinned %arg0
  // CHECK-NEXT: nn.matmul %[[B]]
  %w = nn.permute %x [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %b = nn.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[C:.*]] = nn.optimization_barrier pinned %arg0
  // CHECK-NEXT: nn.matmul %[[C]]
  %c = nn.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %u = tine.time realtime : f64
  // Behind the last reading merging is free.
  // CHECK: tine.time
  // CHECK-NOT: pinned
  %d = nn.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  tine.keep %a, %b, %c, %d : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

// The counters of an optimizer's steps are numbers: they are merged.
// CHECK-LABEL: func.func @counters(
// LOOPS-LABEL: func.func @counters(
// CHECK-NOT: pinned
// AFTER-LABEL: func.func @counters(
// AFTER-COUNT-1: nn.add
// AFTER-NOT: nn.add
func.func @counters(%step: tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %t = tine.time realtime : f64
  %a = nn.add %step, %one : (tensor<f32>, f32) -> tensor<f32>
  %b = nn.add %step, %one : (tensor<f32>, f32) -> tensor<f32>
  tine.keep %a, %b : tensor<f32>, tensor<f32>
  %u = tine.time realtime : f64
  return
}

// -----

// What a gradient is taken of waits for its derivative.
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: pinned %arg0
// CHECK: nn.gradient
// CHECK: nn.optimization_barrier pinned %arg1
func.func @gradient(%w: tensor<3xf32>, %x: tensor<3xf32>, %one: tensor<f32>, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tine.time realtime : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %e = nn.exp %w : tensor<3xf32>
    %b = nn.mul %a, %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %b : tensor<3xf32>
  }
  %l = nn.reduce sum %r [0] : tensor<3xf32> -> tensor<f32>
  %d = nn.gradient of %l seeded %one by %w : (tensor<f32>, tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = nn.exp %x : tensor<3xf32>
    tine.keep %e : tensor<3xf32>
  }
  %u = tine.time realtime : f64
  return %d : tensor<3xf32>
}
