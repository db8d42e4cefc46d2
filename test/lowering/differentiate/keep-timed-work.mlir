// RUN: %tine-opt %s --split-input-file --keep-timed-work | FileCheck %s

// Of a chain the end is kept; what is used already is not.
// CHECK-LABEL: func.func @chain(
func.func @chain(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: nn.neg
  // CHECK-NEXT: tine.time
  %before = nn.neg %x : tensor<4x4xf32>
  %t = tine.time realtime : f64
  // CHECK-NEXT: nn.matmul
  // CHECK-NEXT: %[[Y:.*]] = nn.relu
  // CHECK-NEXT: tine.keep %[[Y]] :
  %p = nn.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = nn.relu %p : tensor<4x4xf32>
  // CHECK-NEXT: %[[Z:.*]] = nn.exp
  // CHECK-NEXT: tine.time
  %z = nn.exp %x : tensor<4x4xf32>
  %u = tine.time realtime : f64
  // CHECK-NEXT: nn.sqrt
  // CHECK-NEXT: return
  %behind = nn.sqrt %x : tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// -----

// A view takes no time, but what it shows does; so does what only a size, or
// only a condition, was asked of.
// CHECK-LABEL: func.func @views(
func.func @views(%x: tensor<4x?xf32>, %n: index) {
  %t = tine.time monotonic : i64
  // CHECK: %[[Y:.*]] = nn.exp
  // CHECK-NEXT: tine.keep %[[Y]]
  // CHECK-NEXT: nn.permute
  // CHECK: tensor.dim
  %y = nn.exp %x : tensor<4x?xf32>
  %v = nn.permute %y [1, 0] : tensor<4x?xf32> -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %v, %c0 : tensor<?x4xf32>
  // CHECK: %[[S:.*]] = nn.reduce
  // CHECK: %[[G:.*]] = nn.gt
  // CHECK-NEXT: tine.keep %[[G]]
  %s = nn.reduce sum %x [0, 1] : tensor<4x?xf32> -> tensor<f32>
  %zero = arith.constant 0.0 : f32
  %g = nn.gt %s, %zero : (tensor<f32>, f32) -> tensor<i1>
  %c = tensor.extract %g[] : tensor<i1>
  scf.if %c {
  }
  %u = tine.time monotonic : i64
  return
}

// -----

// What a loop overwrites is kept in the loop; what it adds up leads nowhere
// either.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: tensor<4xf32>, %n: index) {
  %t = tine.time realtime : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: %[[S:.*]] = nn.add
  // CHECK-NEXT: tine.keep %[[S]]
  // CHECK-NEXT: %[[M:.*]] = nn.mul
  // CHECK-NEXT: tine.keep %[[M]]
  // CHECK-NEXT: scf.yield
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<4xf32>, tensor<4xf32>) {
    %s = nn.add %a, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %m = nn.mul %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s, %m : tensor<4xf32>, tensor<4xf32>
  }
  %u = tine.time realtime : f64
  return
}

// -----

// Where work leads to an effect, the branch or loop around it has none of its
// own: it gets one.
// CHECK-LABEL: func.func @effects(
func.func @effects(%c: i1, %x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %t = tine.time realtime : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK-NEXT: tine.keep %[[I]] : index
  // CHECK-NEXT: nn.exp
  // CHECK-NEXT: scf.yield
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %s = nn.exp %a : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  // CHECK: scf.if %[[C:.*]] ->
  // CHECK-NEXT: tine.keep %[[C]] : i1
  %b = scf.if %c -> tensor<4xf32> {
    %s = nn.exp %r : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %r : tensor<4xf32>
  }
  // CHECK: scf.while
  // CHECK: tine.keep %{{.*}} : i1
  // CHECK-NEXT: scf.condition
  %w = scf.while (%a = %b) : (tensor<4xf32>) -> tensor<4xf32> {
    %zero = arith.constant 0.0 : f32
    %f = tensor.extract %a[%c0] : tensor<4xf32>
    %more = arith.cmpf ogt, %f, %zero : f32
    scf.condition(%more) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %s = nn.sqrt %a : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  %u = tine.time realtime : f64
  return %w : tensor<4xf32>
}

// -----

// A gradient is no use of the loss; each derivative is a result.
// CHECK-LABEL: func.func @gradient(
func.func @gradient(%w: tensor<3xf32>, %x: tensor<3xf32>, %one: tensor<f32>) -> tensor<3xf32> {
  %t = tine.time realtime : f64
  %y = nn.mul %w, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // CHECK: %[[L:.*]] = nn.reduce
  // CHECK-NEXT: tine.keep %[[L]]
  %l = nn.reduce sum %y [0] : tensor<3xf32> -> tensor<f32>
  // CHECK-NEXT: %[[D:.*]]:2 = nn.gradient
  // CHECK-NEXT: tine.keep %[[D]]#1
  %d:2 = nn.gradient of %l seeded %one by %w, %x : (tensor<f32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %u = tine.time realtime : f64
  return %d#0 : tensor<3xf32>
}

// -----

// A clock that a function reads is read where it is called, and what a function
// does between two readings of its caller is timed.
// CHECK-LABEL: func.func private @now(
func.func private @now() -> f64 {
  %t = tine.time process : f64
  return %t : f64
}
// CHECK-LABEL: func.func private @work(
// CHECK: nn.exp
// CHECK-NEXT: tine.keep
func.func private @work(%x: tensor<4xf32>) {
  %y = nn.exp %x : tensor<4xf32>
  return
}
// CHECK-LABEL: func.func private @rest(
// CHECK: nn.exp
// CHECK-NEXT: return
func.func private @rest(%x: tensor<4xf32>) {
  %y = nn.exp %x : tensor<4xf32>
  return
}
// CHECK-LABEL: func.func @calls(
// CHECK: call @work
// CHECK: tine.fork
// CHECK: nn.neg
// CHECK-NEXT: tine.keep
func.func @calls(%x: tensor<4xf32>) {
  %t = call @now() : () -> f64
  call @work(%x) : (tensor<4xf32>) -> ()
  %f = tine.fork (%a = %x) : (tensor<4xf32>) -> !tine.future<> {
    %y = nn.neg %a : tensor<4xf32>
    tine.yield
  }
  %u = call @now() : () -> f64
  call @rest(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

// One reading in a loop is two.
// CHECK-LABEL: func.func @around(
func.func @around(%x: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: nn.exp
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tine.time
  // CHECK-NEXT: nn.neg
  // CHECK-NEXT: tine.keep
  %e = nn.exp %x : tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = tine.time realtime : f64
    %y = nn.neg %x : tensor<4xf32>
  }
  return
}

// -----

// Without clocks nothing changes.
// CHECK-LABEL: func.func @none(
// CHECK-NEXT: nn.exp
// CHECK-NEXT: return
func.func @none(%x: tensor<4xf32>) {
  %y = nn.exp %x : tensor<4xf32>
  return
}
