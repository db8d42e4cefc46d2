// RUN: %tine-opt %s --outline-forks | FileCheck %s

// The body becomes a function beside the one that forks.
// CHECK-LABEL: func private @outer_fork(
// CHECK-SAME: %[[A:.*]]: tensor<2xf32>, %[[N:.*]]: i64) -> (tensor<2xf32>, i64)
// CHECK-SAME: tine.source_name = "outer"
// CHECK-NEXT: %[[Y:.*]] = nn.neg %[[A]]
// CHECK-NEXT: return %[[Y]], %[[N]]
// CHECK-LABEL: func @outer(
// CHECK: tine.spawn @outer_fork(%arg0, %arg1) inlined "it prints"
func.func @outer(%x: tensor<2xf32>, %n: i64) attributes {tine.source_name = "outer"} {
  %f = tine.fork (%a = %x, %m = %n) inlined "it prints" : (tensor<2xf32>, i64) -> !tine.future<tensor<2xf32>, i64> {
    %y = nn.neg %a : tensor<2xf32>
    tine.yield %y, %m : tensor<2xf32>, i64
  }
  return
}

// Inner forks first.
// CHECK-LABEL: func private @nested_fork_0(
// CHECK: tine.spawn @nested_fork()
// CHECK-LABEL: func @nested()
// CHECK: tine.spawn @nested_fork_0()
func.func @nested() {
  %f = tine.fork () : () -> !tine.future<!tine.future<i64>> {
    %g = tine.fork () : () -> !tine.future<i64> {
      %c = arith.constant 1 : i64
      tine.yield %c : i64
    }
    tine.yield %g : !tine.future<i64>
  }
  return
}

// A body that only calls a function spawns that function.
func.func private @callee(i64) -> i64
// CHECK-LABEL: func @forwards(
// CHECK: tine.spawn @callee(%arg0) : (i64) -> !tine.future<i64>
func.func @forwards(%n: i64) {
  %f = tine.fork (%a = %n) : (i64) -> !tine.future<i64> {
    %y = func.call @callee(%a) : (i64) -> i64
    tine.yield %y : i64
  }
  return
}
