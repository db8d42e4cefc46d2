// RUN: %tine-opt %s --check-released-graphs --split-input-file --verify-diagnostics | FileCheck %s

func.func @twice(%w: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %a = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error @below {{Trying to backward through the graph a second time}}
  %b = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

// -----

// Retained, of another graph, or of one that saves nothing.
// CHECK-LABEL: func @fine(
// CHECK-NOT: tine.raise
// CHECK-NOT: tine.assert
// CHECK: return
func.func @fine(%w: tensor<3xf32>, %x: tensor<3xf32>, %s: tensor<3xf32>, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x2 = nn.mul %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %y = nn.mul %w, %x2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %a = nn.gradient of %y seeded %s by %w {retain} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %b = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %z = nn.mul %w, %x2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %c = nn.gradient of %z seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %t = nn.add %w, %x2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d = nn.gradient of %t seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %e = nn.gradient of %t seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%g = %e) -> tensor<3xf32> {
    %v = nn.mul %w, %x2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %f = nn.gradient of %v seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %f : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// -----

// In a loop the second time fails: the graph is in front of it, or the state
// goes on from one iteration to the next.
// CHECK-LABEL: func @again(
// CHECK: %[[RUNS:.*]] = tine.list_new : <i64>
// CHECK: scf.for
// CHECK: %[[COUNT:.*]] = tine.list_length %[[RUNS]]
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[COUNT]]
// CHECK: tine.assert %[[OK]], "RuntimeError"
// CHECK: tine.list_append %[[RUNS]]
// CHECK: scf.for
// CHECK: tine.assert
func.func @again(%w: tensor<3xf32>, %s: tensor<3xf32>, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%g = %s) -> tensor<3xf32> {
    %f = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %f : tensor<3xf32>
  }
  %q:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %s, %g = %s) -> (tensor<3xf32>, tensor<3xf32>) {
    %v = nn.mul %w, %h : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %f = nn.gradient of %v seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %v, %f : tensor<3xf32>, tensor<3xf32>
  }
  return %q#1 : tensor<3xf32>
}

// -----

// In a branch of a loop it has run before in some iteration, if ever twice.
// CHECK-LABEL: func @sometimes(
// CHECK: %[[RUNS:.*]] = tine.list_new : <i64>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %[[COUNT:.*]] = tine.list_length %[[RUNS]]
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[COUNT]]
// CHECK: tine.assert %[[OK]], "RuntimeError"
// CHECK: tine.list_append %[[RUNS]]
// CHECK: nn.gradient
func.func @sometimes(%w: tensor<3xf32>, %s: tensor<3xf32>, %n: index, %at: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%g = %s) -> tensor<3xf32> {
    %odd = arith.cmpi ugt, %i, %at : index
    %k = scf.if %odd -> tensor<3xf32> {
      %f = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      scf.yield %f : tensor<3xf32>
    } else {
      scf.yield %g : tensor<3xf32>
    }
    scf.yield %k : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// -----

// A graph of each iteration's own, in a branch.
// CHECK-LABEL: func @own(
// CHECK-NOT: tine.assert
// CHECK: return
func.func @own(%w: tensor<3xf32>, %s: tensor<3xf32>, %n: index, %at: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%g = %s) -> tensor<3xf32> {
    %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %odd = arith.cmpi ugt, %i, %at : index
    %k = scf.if %odd -> tensor<3xf32> {
      %f = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      scf.yield %f : tensor<3xf32>
    } else {
      scf.yield %g : tensor<3xf32>
    }
    scf.yield %k : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// -----

// Behind a loop that has iterations, its last one has released the graph.
func.func @behind(%w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %q:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %s, %g = %s) -> (tensor<3xf32>, tensor<3xf32>) {
    %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %f = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %y, %f : tensor<3xf32>, tensor<3xf32>
  }
  // expected-error @below {{Trying to backward through the graph a second time}}
  %b = nn.gradient of %q#0 seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %b : tensor<3xf32>
}

// -----

// The loop may have none.
// CHECK-LABEL: func @maybe_behind(
// CHECK-NOT: tine.raise
// CHECK: return
func.func @maybe_behind(%w: tensor<3xf32>, %s: tensor<3xf32>, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %q:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %z, %g = %s) -> (tensor<3xf32>, tensor<3xf32>) {
    %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %f = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %y, %f : tensor<3xf32>, tensor<3xf32>
  }
  %b = nn.gradient of %q#0 seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %b : tensor<3xf32>
}

// -----

// Behind a branch that may have taken it: the run counts, from the op on that
// both go through.
// CHECK-LABEL: func @maybe(
// CHECK: nn.mul
// CHECK-NEXT: %[[RUNS:.*]] = tine.list_new : <i64>
// CHECK: scf.if
// CHECK: tine.list_append %[[RUNS]]
// CHECK: nn.gradient
// CHECK: %[[COUNT:.*]] = tine.list_length %[[RUNS]]
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[COUNT]]
// CHECK: tine.assert %[[OK]], "RuntimeError"
// CHECK: nn.gradient
func.func @maybe(%w: tensor<3xf32>, %s: tensor<3xf32>, %c: i1) -> (tensor<3xf32>, tensor<3xf32>) {
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %a = scf.if %c -> tensor<3xf32> {
    %g = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %g : tensor<3xf32>
  } else {
    scf.yield %s : tensor<3xf32>
  }
  %b = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

// -----

// One of two arms runs; what is retained is not gone.
// CHECK-LABEL: func @arms(
// CHECK-NOT: tine.assert
// CHECK: return
func.func @arms(%w: tensor<3xf32>, %s: tensor<3xf32>, %c: i1) -> (tensor<3xf32>, tensor<3xf32>) {
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %a = scf.if %c -> tensor<3xf32> {
    %g = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %g : tensor<3xf32>
  } else {
    %h = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %h : tensor<3xf32>
  }
  %z = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %b = scf.if %c -> tensor<3xf32> {
    %g = nn.gradient of %z seeded %s by %w {retain} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %g : tensor<3xf32>
  } else {
    scf.yield %s : tensor<3xf32>
  }
  %d = nn.gradient of %z seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %a, %d : tensor<3xf32>, tensor<3xf32>
}

// -----

// In a loop that a condition ends, and the other gradient comes one iteration
// later.
// CHECK-LABEL: func @around(
// CHECK: nn.mul
// CHECK-DAG: %[[A:.*]] = tine.list_new : <i64>
// CHECK: scf.while
// CHECK: } do {
// CHECK: tine.assert
// CHECK: nn.gradient
// CHECK: tine.list_append
func.func @around(%w: tensor<3xf32>, %s: tensor<3xf32>, %c: i1) -> tensor<3xf32> {
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = scf.while (%g = %s) : (tensor<3xf32>) -> tensor<3xf32> {
    scf.condition(%c) %g : tensor<3xf32>
  } do {
  ^bb0(%g: tensor<3xf32>):
    %f = nn.gradient of %y seeded %g by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %f : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
