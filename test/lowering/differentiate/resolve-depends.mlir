// RUN: %tine-opt %s --resolve-depends --split-input-file | FileCheck %s

// The condition of a branch is the flag.
// CHECK-LABEL: func @branch(
// CHECK-SAME: %[[C:.*]]: i1,
// CHECK-NOT: nn.depends
// CHECK: return %[[C]]
func.func @branch(%c: i1, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %y = scf.if %c -> tensor<f32> {
    %z = nn.mul %w, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %z : tensor<f32>
  } else {
    scf.yield %v : tensor<f32>
  }
  %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// A condition inside of a branch is a result of it, one for both inputs.
// CHECK-LABEL: func @nested(
// CHECK: %[[F:.*]] = arith.constant false
// CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (tensor<f32>, i1)
// CHECK: %[[D:.*]] = arith.cmpf
// CHECK: scf.yield %{{.*}}, %[[D]]
// CHECK: else
// CHECK: scf.yield %{{.*}}, %[[F]]
// CHECK: return %[[R]]#1, %[[R]]#1
func.func @nested(%c: i1, %w: tensor<f32>, %u: tensor<f32>, %v: tensor<f32>) -> (i1, i1) {
  %y = scf.if %c -> tensor<f32> {
    %e = tensor.extract %v[] : tensor<f32>
    %zero = arith.constant 0.0 : f32
    %d = arith.cmpf ogt, %e, %zero : f32
    %x = scf.if %d -> tensor<f32> {
      %z = nn.mul %w, %u : (tensor<f32>, tensor<f32>) -> tensor<f32>
      scf.yield %z : tensor<f32>
    } else {
      scf.yield %v : tensor<f32>
    }
    scf.yield %x : tensor<f32>
  } else {
    scf.yield %v : tensor<f32>
  }
  %a = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  %b = nn.depends %y on %u : (tensor<f32>, tensor<f32>) -> i1
  return %a, %b : i1, i1
}

// -----

// What each iteration uses is used if there is one.
// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: scf.for {{.*}} -> (tensor<f32>)
// CHECK: %[[RAN:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
// CHECK: return %[[RAN]]
func.func @loop(%n: index, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%x = %v) -> tensor<f32> {
    %z = nn.mul %x, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %z : tensor<f32>
  }
  %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// A loop that runs uses it always.
// CHECK-LABEL: func @runs(
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @runs(%w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %y = scf.for %i = %zero to %three step %one iter_args(%x = %v) -> tensor<f32> {
    %z = nn.mul %x, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %z : tensor<f32>
  }
  %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// What some iterations use is carried: once used, it stays used.
// CHECK-LABEL: func @sometimes(
// CHECK: %[[F:.*]] = arith.constant false
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[U:.*]] = %[[F]]) -> (tensor<f32>, i1)
// CHECK: scf.if %[[C:.*]] -> (tensor<f32>)
// CHECK: %[[O:.*]] = arith.select %[[C]], %{{.*}}, %[[U]]
// CHECK: scf.yield %{{.*}}, %[[O]]
// CHECK: return %[[R]]#1
func.func @sometimes(%n: index, %c: i1, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%x = %v) -> tensor<f32> {
    %k = arith.cmpi eq, %i, %one : index
    %z = scf.if %k -> tensor<f32> {
      %p = nn.mul %x, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
      scf.yield %p : tensor<f32>
    } else {
      scf.yield %x : tensor<f32>
    }
    scf.yield %z : tensor<f32>
  }
  %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// A while loop carries whether it ran.
// CHECK-LABEL: func @while(
// CHECK: %[[R:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %[[RAN:.*]] = %false)
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[RAN]]
// CHECK: scf.yield %{{.*}}, %true
// CHECK: return %[[R]]#1
func.func @while(%w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %y = scf.while (%x = %v) : (tensor<f32>) -> tensor<f32> {
    %e = tensor.extract %x[] : tensor<f32>
    %limit = arith.constant 3.0 : f32
    %c = arith.cmpf olt, %e, %limit : f32
    scf.condition(%c) %x : tensor<f32>
  } do {
  ^bb0(%x: tensor<f32>):
    %z = nn.mul %x, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %z : tensor<f32>
  }
  %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// Nothing is made of what is detached; what is overwritten counts.
// CHECK-LABEL: func @detached(
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: return %[[F]], %[[T]]
func.func @detached(%w: tensor<f32>, %v: tensor<f32>) -> (i1, i1) {
  %x = nn.detach %w : tensor<f32>
  %y = nn.overwrite %v with %x : tensor<f32>
  %a = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  %b = nn.depends %y on %v : (tensor<f32>, tensor<f32>) -> i1
  return %a, %b : i1, i1
}

// -----

// A task gives the flag as one leaf more, and takes one as a capture.
// CHECK-LABEL: func @task(
// CHECK-SAME: %[[C:.*]]: i1,
// CHECK: %[[FUTURE:.*]] = tine.fork (%{{.*}}, %{{.*}}, %[[IN:.*]] = %[[C]]) {{.*}} -> !tine.future<tensor<f32>, i1> {
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[D:.*]] = arith.cmpf
// CHECK: %[[FLAG:.*]] = arith.select %[[D]], %[[IN]], %[[FALSE]]
// CHECK: tine.yield %{{.*}}, %[[FLAG]] : tensor<f32>, i1
// CHECK: %[[WAIT:.*]]:2 = tine.wait %[[FUTURE]]
// CHECK: return %[[WAIT]]#1
func.func @task(%c: i1, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %h = scf.if %c -> tensor<f32> {
    %z = nn.mul %w, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %z : tensor<f32>
  } else {
    scf.yield %v : tensor<f32>
  }
  %f = tine.fork (%x = %h, %u = %v) : (tensor<f32>, tensor<f32>) -> !tine.future<tensor<f32>> {
    %e = tensor.extract %u[] : tensor<f32>
    %zero = arith.constant 0.0 : f32
    %d = arith.cmpf ogt, %e, %zero : f32
    %r = scf.if %d -> tensor<f32> {
      %n = nn.neg %x : tensor<f32>
      scf.yield %n : tensor<f32>
    } else {
      scf.yield %u : tensor<f32>
    }
    tine.yield %r : tensor<f32>
  }
  %y = tine.wait %f : !tine.future<tensor<f32>>
  %a = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %a : i1
}

// -----

// A future that another task takes is not followed.
// CHECK-LABEL: func @kept(
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @kept(%c: i1, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
  %f = tine.fork (%b = %c, %x = %w, %u = %v) : (i1, tensor<f32>, tensor<f32>) -> !tine.future<tensor<f32>> {
    %r = scf.if %b -> tensor<f32> {
      %n = nn.neg %x : tensor<f32>
      scf.yield %n : tensor<f32>
    } else {
      scf.yield %u : tensor<f32>
    }
    tine.yield %r : tensor<f32>
  }
  %g = tine.fork (%t = %f) : (!tine.future<tensor<f32>>) -> !tine.future<> {
    tine.yield
  }
  %y = tine.wait %f : !tine.future<tensor<f32>>
  %a = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
  return %a : i1
}

// -----

// A gradient is made of what it is computed from: the one of w * v by w of v.
// CHECK-LABEL: func @gradient(
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: return %[[F]], %[[T]], %[[T]]
func.func @gradient(%w: tensor<f32>, %v: tensor<f32>, %s: tensor<f32>) -> (i1, i1, i1) {
  %y = nn.mul %w, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g = nn.gradient of %y seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %a = nn.depends %g on %w : (tensor<f32>, tensor<f32>) -> i1
  %b = nn.depends %g on %v : (tensor<f32>, tensor<f32>) -> i1
  %c = nn.depends %g on %s : (tensor<f32>, tensor<f32>) -> i1
  return %a, %b, %c : i1, i1, i1
}

// -----

// Where the function has kinks only, PyTorch's gradient is made of its input.
// CHECK-LABEL: func @kinked(
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: return %[[T]], %[[F]]
func.func @kinked(%w: tensor<f32>, %v: tensor<f32>, %s: tensor<f32>) -> (i1, i1) {
  %n = nn.neg %v : tensor<f32>
  %y = nn.overwrite %w with %n kinked : tensor<f32>
  %z = nn.overwrite %w with %n : tensor<f32>
  %g = nn.gradient of %y seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %h = nn.gradient of %z seeded %s by %w : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %a = nn.depends %g on %w : (tensor<f32>, tensor<f32>) -> i1
  %b = nn.depends %h on %w : (tensor<f32>, tensor<f32>) -> i1
  return %a, %b : i1, i1
}

// -----

// A list of flags follows the list: what is read of it has the flag that was
// put in with it. An element that is made of no input counts for nothing.
// CHECK-LABEL: func @list(
// CHECK-SAME: %[[W:.*]]: tensor<f32>, %[[V:.*]]: tensor<f32>, %[[I:.*]]: i64
// CHECK-DAG: %[[NO:.*]] = arith.constant false
// CHECK-DAG: %[[YES:.*]] = arith.constant true
// CHECK: %[[L:.*]] = tine.list_new : <tensor<f32>, i64>
// CHECK: %[[F:.*]] = tine.list_new : <i1, i1>
// CHECK: tine.list_append %[[F]], %[[YES]], %[[NO]]
// CHECK: tine.list_append %[[F]], %[[NO]], %[[NO]]
// CHECK: tine.list_get %[[L]][%[[I]]]
// CHECK: %[[R:.*]]:2 = tine.list_get %[[F]][%[[I]]]
// CHECK: return %[[R]]#0
func.func @list(%w: tensor<f32>, %v: tensor<f32>, %i: i64, %s: tensor<f32>) -> i1 {
  %l = tine.list_new : <tensor<f32>, i64>
  %x = nn.mul %w, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
  tine.list_append %l, %x, %i : <tensor<f32>, i64>, tensor<f32>, i64
  %y = nn.mul %v, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
  tine.list_append %l, %y, %i : <tensor<f32>, i64>, tensor<f32>, i64
  %e:2 = tine.list_get %l[%i] : <tensor<f32>, i64> -> tensor<f32>, i64
  %d = nn.depends %e#0 on %w : (tensor<f32>, tensor<f32>) -> i1
  %g:2 = nn.gradient of %e#0 seeded %s by %w, %v : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d : i1
}

// -----

// Of all elements: whether one of them is.
// CHECK-LABEL: func @stacked(
// CHECK: %[[F:.*]] = tine.list_new : <i1>
// CHECK: scf.for
// CHECK: %[[C:.*]] = arith.cmpi
// CHECK: tine.list_append %[[F]], %[[C]]
// CHECK: %[[N:.*]] = tine.list_length %[[F]]
// CHECK: %[[ANY:.*]] = scf.for
// CHECK: tine.list_get %[[F]]
// CHECK: arith.ori
// CHECK: return %[[ANY]]
func.func @stacked(%w: tensor<f32>, %v: tensor<f32>, %n: index, %s: tensor<?xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : <tensor<f32>>
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi ugt, %i, %c1 : index
    %y = scf.if %c -> tensor<f32> {
      scf.yield %w : tensor<f32>
    } else {
      scf.yield %v : tensor<f32>
    }
    tine.list_append %l, %y : <tensor<f32>>, tensor<f32>
  }
  %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<f32>> -> tensor<?xf32>
  %d = nn.depends %z on %w : (tensor<?xf32>, tensor<f32>) -> i1
  %g:2 = nn.gradient of %z seeded %s by %w, %v : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d : i1
}

// -----

// A first state that is made of nothing has a flag as the others have.
// CHECK-LABEL: func @states(
// CHECK-SAME: %[[I:[^:]*]]: i64
// CHECK: %[[F:.*]] = tine.list_new : <i1>
// CHECK: tine.list_append %[[F]], %false
// CHECK: tine.list_append %[[F]], %true
// CHECK: %[[R:.*]] = tine.list_get %[[F]][%[[I]]]
// CHECK: return %[[R]]
func.func @states(%w: tensor<f32>, %start: tensor<f32>, %i: i64) -> i1 {
  %l = tine.list_new : <tensor<f32>>
  tine.list_append %l, %start : <tensor<f32>>, tensor<f32>
  %x = nn.mul %w, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
  tine.list_append %l, %x : <tensor<f32>>, tensor<f32>
  %e = tine.list_get %l[%i] : <tensor<f32>> -> tensor<f32>
  %d = nn.depends %e on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// What joins all elements has each that no branch decides on.
// CHECK-LABEL: func @joined(
// CHECK-DAG: %[[YES:.*]] = arith.constant true
// CHECK-DAG: %[[C:.*]] = tine.list_new : <i1>
// CHECK: %[[ANY:.*]] = scf.for
// CHECK: return %[[YES]], %[[ANY]]
func.func @joined(%w: tensor<f32>, %v: tensor<f32>, %c: i1, %s: tensor<?xf32>) -> (i1, i1) {
  %l = tine.list_new : <tensor<f32>>
  %x = nn.mul %w, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
  tine.list_append %l, %x : <tensor<f32>>, tensor<f32>
  scf.if %c {
    tine.list_append %l, %v : <tensor<f32>>, tensor<f32>
  }
  %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<f32>> -> tensor<?xf32>
  %d = nn.depends %z on %w : (tensor<?xf32>, tensor<f32>) -> i1
  %e = nn.depends %z on %v : (tensor<?xf32>, tensor<f32>) -> i1
  %g:2 = nn.gradient of %z seeded %s by %w, %v : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d, %e : i1, i1
}

// -----

// A list that a branch gives has the flags of the list that its arm made.
// CHECK-LABEL: func @chosen_list(
// CHECK-SAME: %[[W:.*]]: tensor<f32>, %[[V:.*]]: tensor<f32>, %[[C:.*]]: i1, %[[I:.*]]: i64
// CHECK-DAG: %[[NO:.*]] = arith.constant false
// CHECK-DAG: %[[YES:.*]] = arith.constant true
// CHECK: %[[L:.*]]:2 = scf.if %[[C]] -> (!tine.list<tensor<f32>>, !tine.list<i1>)
// CHECK: %[[F:.*]] = tine.list_new : <i1>
// CHECK: tine.list_append %[[F]], %[[YES]]
// CHECK: scf.yield %{{.*}}, %[[F]]
// CHECK: else
// CHECK: %[[F:.*]] = tine.list_new : <i1>
// CHECK: tine.list_append %[[F]], %[[NO]]
// CHECK: scf.yield %{{.*}}, %[[F]]
// CHECK: %[[R:.*]] = tine.list_get %[[L]]#1[%[[I]]]
// CHECK: return %[[R]]
func.func @chosen_list(%w: tensor<f32>, %v: tensor<f32>, %c: i1, %i: i64) -> i1 {
  %l = scf.if %c -> !tine.list<tensor<f32>> {
    %a = tine.list_new : <tensor<f32>>
    tine.list_append %a, %w : <tensor<f32>>, tensor<f32>
    scf.yield %a : !tine.list<tensor<f32>>
  } else {
    %b = tine.list_new : <tensor<f32>>
    tine.list_append %b, %v : <tensor<f32>>, tensor<f32>
    scf.yield %b : !tine.list<tensor<f32>>
  }
  %e = tine.list_get %l[%i] : <tensor<f32>> -> tensor<f32>
  %d = nn.depends %e on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// A loop carries the flags of the list that it makes anew.
// CHECK-LABEL: func @carried_list(
// CHECK-SAME: %[[W:.*]]: tensor<f32>, %[[N:.*]]: index, %[[I:.*]]: i64
// CHECK: %[[START:.*]] = tine.list_new : <i1>
// CHECK: tine.list_append %[[START]], %false
// CHECK: %[[L:.*]]:2 = scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}}, %[[FLAGS:.*]] = %[[START]])
// CHECK: %[[NEXT:.*]] = tine.list_new : <i1>
// CHECK: %[[FLAG:.*]] = tine.list_get %[[FLAGS]][%[[I]]]
// CHECK: tine.list_append %[[NEXT]], %[[FLAG]]
// CHECK: tine.list_append %[[NEXT]], %true
// CHECK: scf.yield %{{.*}}, %[[NEXT]]
// CHECK: %[[R:.*]] = tine.list_get %[[L]]#1[%[[I]]]
// CHECK: return %[[R]]
func.func @carried_list(%w: tensor<f32>, %n: index, %i: i64) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %start = nn.full %f0() : f32 -> tensor<f32>
  %l = tine.list_new : <tensor<f32>>
  tine.list_append %l, %start : <tensor<f32>>, tensor<f32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<tensor<f32>> {
    %new = tine.list_new : <tensor<f32>>
    %e = tine.list_get %old[%i] : <tensor<f32>> -> tensor<f32>
    tine.list_append %new, %e : <tensor<f32>>, tensor<f32>
    tine.list_append %new, %w : <tensor<f32>>, tensor<f32>
    scf.yield %new : !tine.list<tensor<f32>>
  }
  %e = tine.list_get %r[%i] : <tensor<f32>> -> tensor<f32>
  %d = nn.depends %e on %w : (tensor<f32>, tensor<f32>) -> i1
  return %d : i1
}

// -----

// What the loop around the op carries is made of what earlier iterations used;
// the leaf, which an iteration may change in place, is one under all its names.
// CHECK-LABEL: func @earlier(
// CHECK-SAME: %[[C:.*]]: i1
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[FLAG:.*]] = %false)
// CHECK: tine.assert %[[FLAG]]
// CHECK: %[[NEXT:.*]] = arith.select %[[C]], %true, %[[FLAG]]
// CHECK: scf.yield %{{.*}}, %{{.*}}, %[[NEXT]]
func.func @earlier(%c: i1, %w: tensor<f32>, %v: tensor<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%leaf = %w, %h = %v) -> (tensor<f32>, tensor<f32>) {
    %d = nn.depends %h on %leaf earlier : (tensor<f32>, tensor<f32>) -> i1
    tine.assert %d, "ValueError", "none"
    %new = nn.neg %leaf {tine.update} : tensor<f32>
    %next = scf.if %c -> tensor<f32> {
      %x = nn.mul %new, %new : (tensor<f32>, tensor<f32>) -> tensor<f32>
      scf.yield %x : tensor<f32>
    } else {
      scf.yield %h : tensor<f32>
    }
    scf.yield %new, %next : tensor<f32>, tensor<f32>
  }
  return
}
