// RUN: %tine-opt %s --differentiate --canonicalize --cse --split-input-file | FileCheck %s

// d(x * w)/dw = x, weighted by the seed. Derivatives do not look through detach.
// CHECK-LABEL: func @straight(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>, %[[X:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[D:.*]] = nn.mul %[[S]], %[[X]]
// CHECK-NEXT: return %[[D]]
func.func @straight(%w: tensor<3xf32>, %x: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %v = nn.detach %w : tensor<3xf32>
  %y = nn.mul %w, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %z = nn.add %y, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d = nn.gradient of %z seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// What does not depend on an input has a gradient of zeros, and an input that
// is in between takes all of it.
// CHECK-LABEL: func @inputs(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK: %[[DY:.*]] = nn.mul %[[S]], %[[U]]
// CHECK: %[[ZERO:.*]] = nn.full
// CHECK: return %[[ZERO]], %[[DY]]
func.func @inputs(%w: tensor<3xf32>, %u: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %z = nn.mul %y, %u : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d:2 = nn.gradient of %z seeded %s by %w, %y : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// The backward pass goes through the arm that ran; the canonicalizer has made
// both branches one.
// CHECK-LABEL: func @branch(
// CHECK-SAME: %[[C:.*]]: i1, %[[W:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK: %[[D:.*]] = scf.if %[[C]] -> (tensor<3xf32>)
// CHECK-NEXT: %[[AGAIN:.*]] = nn.optimization_barrier %[[W]]
// CHECK-NEXT: %[[T:.*]] = nn.tanh %[[AGAIN]]
// CHECK-NEXT: %[[TT:.*]] = nn.mul %[[T]], %[[T]]
// CHECK-NEXT: %[[K:.*]] = nn.sub %{{.*}}, %[[TT]]
// CHECK-NEXT: %[[M:.*]] = nn.mul %[[S]], %[[K]]
// CHECK-NEXT: scf.yield %[[M]]
// CHECK: else
// CHECK-NEXT: %[[A:.*]] = nn.add %[[S]], %[[S]]
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: return %[[D]]
func.func @branch(%c: i1, %w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %y = scf.if %c -> tensor<3xf32> {
    %t = nn.tanh %w : tensor<3xf32>
    scf.yield %t : tensor<3xf32>
  } else {
    %n = nn.add %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %n : tensor<3xf32>
  }
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// The loop remembers in a list what the backward loop takes from its end.
// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[N:.*]]: index, %[[W:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]] {{.*}} iter_args(%[[X:.*]] = %[[W]])
// CHECK: %[[Y:.*]] = nn.mul %[[X]], %[[W]]
// CHECK: tine.list_append %[[L]], %[[X]]
// CHECK: scf.yield %[[Y]]
// CHECK: scf.for {{.*}} iter_args(%[[DX:.*]] = %[[S]], %[[DW:.*]] = %{{.*}}) -> (tensor<3xf32>, tensor<3xf32>)
// CHECK: %[[OLD:.*]] = tine.list_pop %[[L]][%{{.*}}]
// CHECK-DAG: nn.mul %[[DX]], %[[W]]
// CHECK-DAG: nn.mul %[[DX]], %[[OLD]]
// CHECK: nn.add %[[DW]]
func.func @loop(%n: index, %w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %w) -> tensor<3xf32> {
    %y = nn.mul %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %y : tensor<3xf32>
  }
  %d = nn.gradient of %r seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// All runs of an inner loop share one list.
// CHECK-LABEL: func @nested(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK-NOT: tine.list_new
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tine.list_append %[[L]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tine.list_pop %[[L]]
func.func @nested(%n: index, %w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %w) -> tensor<3xf32> {
    %t = scf.for %j = %zero to %i step %one iter_args(%y = %x) -> tensor<3xf32> {
      %z = nn.mul %y, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      scf.yield %z : tensor<3xf32>
    }
    scf.yield %t : tensor<3xf32>
  }
  %d = nn.gradient of %r seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// A loop's backward loop takes from the list, which puts back what its own
// backward loop adds.
// CHECK-LABEL: func @second(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: tine.list_append %[[L]]
// CHECK: scf.for
// CHECK: tine.list_pop %[[L]]
// CHECK: %[[DL:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: tine.list_insert %[[DL]]
// CHECK: scf.for
// CHECK: tine.list_pop %[[DL]]
func.func @second(%n: index, %w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %w) -> tensor<3xf32> {
    %y = nn.mul %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %y : tensor<3xf32>
  }
  %d = nn.gradient of %r seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %e = nn.gradient of %d seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %e : tensor<3xf32>
}

// -----

// How often a while loop ran is by how much its list has grown.
// CHECK-LABEL: func @while(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: %[[BEFORE:.*]] = tine.list_length %[[L]]
// CHECK: scf.while
// CHECK: tine.list_append %[[L]]
// CHECK: %[[BEHIND:.*]] = tine.list_length %[[L]]
// CHECK: %[[N:.*]] = arith.subi %[[BEHIND]], %[[BEFORE]]
// CHECK: %[[TRIP:.*]] = arith.index_cast %[[N]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[TRIP]]
// CHECK: tine.list_pop %[[L]]
func.func @while(%w: tensor<f32>, %s: tensor<f32>) -> tensor<f32> {
  %r = scf.while (%x = %w) : (tensor<f32>) -> tensor<f32> {
    %e = tensor.extract %x[] : tensor<f32>
    %limit = arith.constant 3.0 : f32
    %c = arith.cmpf olt, %e, %limit : f32
    scf.condition(%c) %x : tensor<f32>
  } do {
  ^bb0(%x: tensor<f32>):
    %y = nn.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %y : tensor<f32>
  }
  %d = nn.gradient of %r seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// The derivative of a fork is a fork; both run before either is awaited.
// CHECK-LABEL: func @forks(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>, %[[V:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK: %[[F:.*]] = tine.fork
// CHECK: tine.yield %[[T:.*]] : tensor<3xf32>
// CHECK: %[[G:.*]] = tine.fork
// CHECK: tine.wait %[[F]]
// CHECK: tine.wait %[[G]]
// CHECK: %[[DG:.*]] = tine.fork
// CHECK: %[[DF:.*]] = tine.fork
// CHECK-DAG: tine.wait %[[DF]]
// CHECK-DAG: tine.wait %[[DG]]
func.func @forks(%w: tensor<3xf32>, %v: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %f = tine.fork (%a = %w) : (tensor<3xf32>) -> !tine.future<tensor<3xf32>> {
    %t = nn.tanh %a : tensor<3xf32>
    tine.yield %t : tensor<3xf32>
  }
  %g = tine.fork (%a = %v) : (tensor<3xf32>) -> !tine.future<tensor<3xf32>> {
    %t = nn.tanh %a : tensor<3xf32>
    tine.yield %t : tensor<3xf32>
  }
  %x = tine.wait %f : !tine.future<tensor<3xf32>>
  %y = tine.wait %g : !tine.future<tensor<3xf32>>
  %z = nn.mul %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d:2 = nn.gradient of %z seeded %s by %w, %v : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// A list has a list of cotangents beside it.
// CHECK-LABEL: func @list(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: tine.list_append %[[L]]
// CHECK: nn.list_cat %[[L]]
// CHECK: %[[D:.*]] = tine.list_new
// CHECK: tine.list_append %[[D]]
// CHECK: tine.list_set %[[D]]
// CHECK: tine.list_pop %[[D]]
func.func @list(%w: tensor<3xf32>, %n: index, %s: tensor<?x3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %l = tine.list_new : !tine.list<tensor<3xf32>>
  scf.for %i = %zero to %n step %one {
    %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tine.list_append %l, %y : !tine.list<tensor<3xf32>>, tensor<3xf32>
  }
  %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<3xf32>> -> tensor<?x3xf32>
  %d = nn.gradient of %z seeded %s by %w : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// A checkpoint that draws runs again with the state that the generator had at
// first, and leaves it as it finds it.
// CHECK-LABEL: func @checkpoint(
// CHECK: %[[STATE:[0-9]+]] = nn.random_state
// CHECK: tine.fork ({{.*}}) inlined "it is a checkpoint"
// CHECK: tine.fork ({{.*}}[[FIRST:%[a-z0-9]+]] = %[[STATE]]
// CHECK-SAME: inlined
// CHECK: %[[OUTER:.*]] = nn.random_state
// CHECK-NEXT: tine.set_random_state [[FIRST]]
// CHECK: nn.random
// CHECK: tine.set_random_state %[[OUTER]]
func.func @checkpoint(%w: tensor<3xf32>, %p: f64, %s: tensor<3xf32>) -> tensor<3xf32> {
  %f = tine.fork (%a = %w, %q = %p) inlined "it is a checkpoint" : (tensor<3xf32>, f64) -> !tine.future<tensor<3xf32>> {
    %r = nn.random bernoulli %q, %q () : f64 -> tensor<3xf32>
    %t = nn.tanh %a : tensor<3xf32>
    %u = nn.mul %t, %r : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tine.yield %u : tensor<3xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<3xf32>>
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// One that draws anew does neither.
// CHECK-LABEL: func @drawn_anew(
// CHECK-NOT: random_state
func.func @drawn_anew(%w: tensor<3xf32>, %p: f64, %s: tensor<3xf32>) -> tensor<3xf32> {
  %f = tine.fork (%a = %w, %q = %p) inlined "it is a checkpoint" attributes {redraws = "all"} : (tensor<3xf32>, f64) -> !tine.future<tensor<3xf32>> {
    %r = nn.random bernoulli %q, %q () : f64 -> tensor<3xf32>
    %u = nn.mul %a, %r : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tine.yield %u : tensor<3xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<3xf32>>
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// The value of one tensor and the derivative of another.
// CHECK-LABEL: func @straight_through(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>, %[[V:.*]]: tensor<3xf32>, %[[T:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[DY:.*]] = nn.mul %[[S]], %[[V]]
// CHECK-NEXT: %[[DW:.*]] = nn.mul %[[DY]], %[[T]]
// CHECK-NEXT: return %[[V]], %[[DW]]
func.func @straight_through(%w: tensor<3xf32>, %v: tensor<3xf32>, %t: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %old = nn.mul %w, %t : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %new = nn.straight_through %old with %v : tensor<3xf32>
  %y = nn.mul %new, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %new, %d : tensor<3xf32>, tensor<3xf32>
}

// -----

// The list of cotangents goes back through a loop that makes a list anew: what
// its iteration ends with is taken from it, and one for what it starts with is
// made.
// CHECK-LABEL: func @carried_list(
// CHECK: %[[KEPT:.*]] = tine.list_new : <!tine.list<tensor<f32>>>
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}})
// CHECK: tine.list_append %[[KEPT]], %[[OLD]]
// CHECK: %[[D:.*]] = tine.list_new : <tensor<f32>>
// CHECK: tine.list_set %[[D]]
// CHECK: %[[BACK:.*]] = scf.for {{.*}} iter_args(%[[DNEW:.*]] = %[[D]])
// CHECK: %[[LIST:.*]] = tine.list_pop %[[KEPT]]
// CHECK: tine.list_pop %[[DNEW]]
// CHECK: %[[DOLD:.*]] = tine.list_new : <tensor<f32>>
// CHECK: tine.list_length %[[LIST]]
// CHECK: tine.list_set %[[DOLD]]
// CHECK: scf.yield %[[DOLD]]
// CHECK: %[[G:.*]] = tine.list_pop %[[BACK]]
// CHECK: return %[[G]]
func.func @carried_list(%w: tensor<f32>, %n: index, %s: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant -1 : i64
  %l = tine.list_new : <tensor<f32>>
  tine.list_append %l, %w : <tensor<f32>>, tensor<f32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<tensor<f32>> {
    %new = tine.list_new : <tensor<f32>>
    %e = tine.list_get %old[%last] : <tensor<f32>> -> tensor<f32>
    %x = nn.neg %e : tensor<f32>
    tine.list_append %new, %x : <tensor<f32>>, tensor<f32>
    scf.yield %new : !tine.list<tensor<f32>>
  }
  %e = tine.list_get %r[%last] : <tensor<f32>> -> tensor<f32>
  %g = nn.gradient of %e seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

// A branch gives the cotangents of the list that one of its arms replaces:
// those behind it where it stays, others where it was replaced.
// CHECK-LABEL: func @replaced_list(
// CHECK-SAME: %{{.*}}: tensor<f32>, %[[C:.*]]: i1, %{{.*}}: tensor<f32>
// CHECK: scf.if
// CHECK: else
// CHECK: scf.yield
// CHECK: %[[D:.*]] = tine.list_new : <tensor<f32>>
// CHECK: tine.list_set %[[D]]
// CHECK: %[[BOTH:.*]] = scf.if %[[C]] -> (!tine.list<tensor<f32>>)
// CHECK: %[[OTHER:.*]] = tine.list_new : <tensor<f32>>
// CHECK: tine.list_pop %[[D]]
// CHECK: tine.list_set %[[OTHER]]
// CHECK: scf.yield %[[OTHER]]
// CHECK: else
// CHECK: scf.yield %[[D]]
// CHECK: %[[G:.*]] = tine.list_pop %[[BOTH]]
// CHECK: return %[[G]]
func.func @replaced_list(%w: tensor<f32>, %c: i1, %s: tensor<f32>) -> tensor<f32> {
  %last = arith.constant -1 : i64
  %l = tine.list_new : <tensor<f32>>
  tine.list_append %l, %w : <tensor<f32>>, tensor<f32>
  %r = scf.if %c -> !tine.list<tensor<f32>> {
    %new = tine.list_new : <tensor<f32>>
    %e = tine.list_get %l[%last] : <tensor<f32>> -> tensor<f32>
    %x = nn.neg %e : tensor<f32>
    tine.list_append %new, %x : <tensor<f32>>, tensor<f32>
    scf.yield %new : !tine.list<tensor<f32>>
  } else {
    scf.yield %l : !tine.list<tensor<f32>>
  }
  %e = tine.list_get %r[%last] : <tensor<f32>> -> tensor<f32>
  %g = nn.gradient of %e seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}
