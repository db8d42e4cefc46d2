// RUN: %tine-opt %s --fuse-optimizer-updates --canonicalize | FileCheck %s

// Two parameters of different shapes with a momentum each: four updates become
// one loop over vectors that the loop carries.
// CHECK-LABEL: func @momentum(
// CHECK-SAME: %[[N:.*]]: index, %[[W:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK-DAG: %[[P0:.*]] = tine.join %[[W]], %[[B]] : tensor<2x3xf32>, tensor<3xf32> -> tensor<9xf32>
// CHECK-DAG: %[[M0:.*]] = linalg.fill {{.*}} -> tensor<9xf32>
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[P:.*]] = %[[P0]], %[[M:.*]] = %[[M0]]) -> (tensor<9xf32>, tensor<9xf32>)
// CHECK: %[[PARTS:.*]]:2 = tine.split %[[P]] : tensor<9xf32> -> tensor<2x3xf32>, tensor<3xf32>
// CHECK: %[[GB:.*]] = nn.reduce sum %[[PARTS]]#0
// CHECK: %[[G:.*]] = tine.join %[[PARTS]]#0, %[[GB]]
// CHECK: %[[U:.*]]:2 = linalg.generic {{.*}} ins(%[[G]] : tensor<9xf32>) outs(%[[P]], %[[M]] : tensor<9xf32>, tensor<9xf32>)
// CHECK-NEXT: ^bb0(%[[GE:.*]]: f32, %[[PE:.*]]: f32, %[[ME:.*]]: f32):
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[ME]],
// CHECK-NEXT: %[[M1:.*]] = arith.addf %[[SCALED]], %[[GE]]
// CHECK-NEXT: %[[STEP:.*]] = arith.mulf %[[M1]],
// CHECK-NEXT: %[[P1:.*]] = arith.subf %[[PE]], %[[STEP]]
// CHECK-NEXT: linalg.yield %[[P1]], %[[M1]]
// CHECK: scf.yield %[[U]]#0, %[[U]]#1
// CHECK: %[[END:.*]]:2 = tine.split %[[R]]#0
// CHECK: return %[[END]]#0, %[[END]]#1
func.func @momentum(%n: index, %w0: tensor<2x3xf32>, %b0: tensor<3xf32>)
    -> (tensor<2x3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %lr = arith.constant 0.1 : f32
  %beta = arith.constant 0.9 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mw0 = nn.full %zero() : f32 -> tensor<2x3xf32>
  %mb0 = nn.full %zero() : f32 -> tensor<3xf32>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %w0, %b = %b0, %mw = %mw0, %mb = %mb0)
      -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>) {
    %gw = nn.reshape %w() : tensor<2x3xf32> -> tensor<2x3xf32>
    %sum = nn.reduce sum %w [0] : tensor<2x3xf32> -> tensor<3xf32>
    %mw1 = nn.mul %mw, %beta : (tensor<2x3xf32>, f32) -> tensor<2x3xf32>
    %mw2 = nn.add %mw1, %gw : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %dw = nn.mul %mw2, %lr : (tensor<2x3xf32>, f32) -> tensor<2x3xf32>
    %w1 = nn.sub %w, %dw {tine.update} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %mb1 = nn.mul %mb, %beta : (tensor<3xf32>, f32) -> tensor<3xf32>
    %mb2 = nn.add %mb1, %sum : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %db = nn.mul %mb2, %lr : (tensor<3xf32>, f32) -> tensor<3xf32>
    %b1 = nn.sub %b, %db {tine.update} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %w1, %b1, %mw2, %mb2 : tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>
  }
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<3xf32>
}

// Two groups with rates of their own are two vectors; what a group reads in the
// middle of its updates is what it was then.
// CHECK-LABEL: func @groups(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK: scf.for {{.*}} -> (tensor<9xf32>, tensor<6xf32>)
// CHECK-COUNT-2: linalg.generic
func.func @groups(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %c0: tensor<2xf32>, %d0: tensor<2x2xf32>, %x: f32, %y: f32)
    -> (tensor<4xf32>, tensor<5xf32>, tensor<2xf32>, tensor<2x2xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:4 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0, %c = %c0, %d = %d0)
      -> (tensor<4xf32>, tensor<5xf32>, tensor<2xf32>, tensor<2x2xf32>) {
    %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
    %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
    %c1 = nn.mul %c, %y {tine.update} : (tensor<2xf32>, f32) -> tensor<2xf32>
    %d1 = nn.mul %d, %y {tine.update} : (tensor<2x2xf32>, f32) -> tensor<2x2xf32>
    scf.yield %a1, %b1, %c1, %d1 : tensor<4xf32>, tensor<5xf32>, tensor<2xf32>, tensor<2x2xf32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<5xf32>, tensor<2xf32>, tensor<2x2xf32>
}

// A first iteration in front of the loop is one loop too, and a loop around
// carries the vector as it is.
// CHECK-LABEL: func @nested(
// CHECK: %[[INIT:.*]] = tine.join %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<5xf32> -> tensor<9xf32>
// CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} ins(%[[INIT]] : tensor<9xf32>)
// CHECK: scf.for {{.*}} iter_args(%[[OUTER:.*]] = %[[FIRST]]) -> (tensor<9xf32>)
// CHECK-NEXT: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[P:.*]] = %[[OUTER]]) -> (tensor<9xf32>)
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[P]] : tensor<9xf32>)
// CHECK-NOT: tine.split
// CHECK: scf.yield %[[INNER]]
func.func @nested(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %x: f32) -> (tensor<4xf32>, tensor<5xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %af = nn.mul %a0, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
  %bf = nn.mul %b0, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
  %r:2 = scf.for %i = %first to %n step %one iter_args(%ai = %af, %bi = %bf) -> (tensor<4xf32>, tensor<5xf32>) {
    %s:2 = scf.for %j = %first to %n step %one iter_args(%a = %ai, %b = %bi) -> (tensor<4xf32>, tensor<5xf32>) {
      %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
      %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
      scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
    }
    scf.yield %s#0, %s#1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}

// What one update needs of the other one comes first: the sum of the new %a is
// part of the update of %b, so that both cannot be one loop without it.
// CHECK-LABEL: func @depends(
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] =
// CHECK: %[[PARTS:.*]]:2 = tine.split %[[P]]
// CHECK: %[[NEW:.*]] = nn.mul %[[PARTS]]#0
// CHECK: %[[SUM:.*]] = nn.reduce sum %[[NEW]]
// CHECK: tine.join %{{.*}}, %{{.*}}
// CHECK: linalg.generic
func.func @depends(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<5xf32>) {
    %ga = nn.reshape %a() : tensor<4xf32> -> tensor<4xf32>
    %a1 = nn.mul %a, %ga {tine.update} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %s = nn.reduce sum %a1 [0] : tensor<4xf32> -> tensor<f32>
    %s1 = nn.reshape %s() : tensor<f32> -> tensor<1xf32>
    %gb = nn.expand %s1() : tensor<1xf32> -> tensor<5xf32>
    %b1 = nn.mul %b, %gb {tine.update} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}

// A task takes a part of the vector.
// CHECK-LABEL: func @borrowed(
// CHECK: scf.for {{.*}} -> (tensor<9xf32>)
// CHECK: %[[PARTS:.*]]:2 = tine.split
// CHECK: tine.spawn @borrow(%[[PARTS]]#0)
// CHECK: linalg.generic
func.func private @borrow(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = nn.mul %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func @borrowed(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %x: f32) -> (tensor<4xf32>, tensor<5xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<5xf32>) {
    %f = tine.spawn @borrow(%a) : (tensor<4xf32>) -> !tine.future<tensor<4xf32>>
    %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
    %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}

// A task gives %a back, through a call of its own: it is left as it is, and so
// is what goes to a list. The loop around carries both as they are.
// CHECK-LABEL: func @given_back(
// CHECK: scf.for {{.*}} -> (tensor<4xf32>, tensor<5xf32>)
// CHECK: tine.spawn @give_back
func.func private @same(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func private @give_back(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = func.call @same(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func @given_back(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %x: f32, %l: !tine.list<tensor<5xf32>>)
    -> (tensor<4xf32>, tensor<5xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<5xf32>) {
    %f = tine.spawn @give_back(%a) : (tensor<4xf32>) -> !tine.future<tensor<4xf32>>
    tine.list_append %l, %b : !tine.list<tensor<5xf32>>, tensor<5xf32>
    %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
    %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}

// What a task that nobody knows takes is left as it is.
// CHECK-LABEL: func @boxed(
// CHECK: scf.for {{.*}} -> (tensor<4xf32>, tensor<11xf32>)
// CHECK: tine.spawn
func.func private @task(%a: tensor<4xf32>) -> tensor<4xf32>
func.func @boxed(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %c0: tensor<6xf32>, %x: f32)
    -> (tensor<4xf32>, tensor<5xf32>, tensor<6xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:3 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0, %c = %c0)
      -> (tensor<4xf32>, tensor<5xf32>, tensor<6xf32>) {
    %f = tine.spawn @task(%a) : (tensor<4xf32>) -> !tine.future<tensor<4xf32>>
    %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
    %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
    %c1 = nn.mul %c, %x {tine.update} : (tensor<6xf32>, f32) -> tensor<6xf32>
    scf.yield %a1, %b1, %c1 : tensor<4xf32>, tensor<5xf32>, tensor<6xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<5xf32>, tensor<6xf32>
}

// Without a mark it is not an optimizer's update, and a recurrence stays.
// CHECK-LABEL: func @recurrence(
// CHECK: scf.for {{.*}} -> (tensor<4xf32>, tensor<5xf32>)
func.func @recurrence(%n: index, %a0: tensor<4xf32>, %b0: tensor<5xf32>, %x: f32) -> (tensor<4xf32>, tensor<5xf32>) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %first to %n step %one iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<5xf32>) {
    %a1 = nn.mul %a, %x : (tensor<4xf32>, f32) -> tensor<4xf32>
    %b1 = nn.mul %b, %x : (tensor<5xf32>, f32) -> tensor<5xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}

// A while loop, with a branch that updates or does not.
// CHECK-LABEL: func @condition(
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<9xf32>) -> tensor<9xf32> {
// CHECK: tine.split
// CHECK: nn.reduce sum
// CHECK: scf.condition
// CHECK: %[[NEW:.*]] = scf.if %{{.*}} -> (tensor<9xf32>) {
// CHECK-NEXT: %[[U:.*]] = linalg.generic {{.*}} outs(%[[P:.*]] : tensor<9xf32>)
// CHECK: scf.yield %[[U]]
// CHECK: scf.yield %[[P]]
func.func @condition(%a0: tensor<4xf32>, %b0: tensor<5xf32>, %x: f32, %often: i1) -> (tensor<4xf32>, tensor<5xf32>) {
  %r:2 = scf.while (%a = %a0, %b = %b0) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
    %s = nn.reduce sum %a [0] : tensor<4xf32> -> tensor<f32>
    %v = tensor.extract %s[] : tensor<f32>
    %more = arith.cmpf ogt, %v, %x : f32
    scf.condition(%more) %a, %b : tensor<4xf32>, tensor<5xf32>
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<5xf32>):
    %n:2 = scf.if %often -> (tensor<4xf32>, tensor<5xf32>) {
      %a1 = nn.mul %a, %x {tine.update} : (tensor<4xf32>, f32) -> tensor<4xf32>
      %b1 = nn.mul %b, %x {tine.update} : (tensor<5xf32>, f32) -> tensor<5xf32>
      scf.yield %a1, %b1 : tensor<4xf32>, tensor<5xf32>
    } else {
      scf.yield %a, %b : tensor<4xf32>, tensor<5xf32>
    }
    scf.yield %n#0, %n#1 : tensor<4xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<5xf32>
}
