// RUN: %tine-opt %s --prune-loop-values | FileCheck %s

// %a and %b count alike, %c does not; nobody reads %d.
// CHECK-LABEL: func @counters(
// CHECK-SAME: %[[N:.*]]: index, %[[D:.*]]: tensor<4xf32>
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZERO:.*]], %[[C:.*]] = %[[ZERO]]) -> (tensor<f32>, tensor<f32>)
// CHECK: %[[NEXT:.*]] = nn.add %[[A]],
// CHECK: nn.add %[[A]], %[[A]]
// CHECK: scf.yield %[[NEXT]], %{{.*}} : tensor<f32>, tensor<f32>
func.func @counters(%n: index, %start: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %zero, %b = %zero, %c = %zero, %d = %start)
      -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xf32>) {
    %a1 = nn.add %a, %one : (tensor<f32>, f32) -> tensor<f32>
    %b1 = nn.add %b, %one : (tensor<f32>, f32) -> tensor<f32>
    %s = nn.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %c2 = nn.add %s, %two : (tensor<f32>, f32) -> tensor<f32>
    %new = nn.full %one() : f32 -> tensor<4xf32>
    scf.yield %a1, %b1, %c2, %new : tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// They start equal, but are exchanged for something else in turn.
// CHECK-LABEL: func @different(
// CHECK: iter_args(%{{.*}}, %{{.*}}) -> (tensor<f32>, tensor<f32>)
func.func @different(%n: index, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero)
      -> (tensor<f32>, tensor<f32>) {
    %a1 = nn.add %b, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %b1 = nn.mul %a, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %a1, %b1 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// What one iteration makes of one value the next makes of another.
// CHECK-LABEL: func @shifted(
// CHECK: iter_args(%{{.*}}, %{{.*}}, %{{.*}}) -> (tensor<f32>, tensor<f32>, tensor<f32>)
func.func @shifted(%n: index, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero, %c = %zero)
      -> (tensor<f32>, tensor<f32>, tensor<f32>) {
    scf.yield %b, %c, %x : tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func @condition(
// CHECK: scf.while (%[[A:.*]] = %{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK: scf.condition(%{{.*}}) %[[A]] : tensor<f32>
func.func @condition(%x: f32, %t: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r:3 = scf.while (%a = %zero, %b = %zero, %c = %t) : (tensor<f32>, tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>) {
    %v = tensor.extract %b[] : tensor<f32>
    %more = arith.cmpf ogt, %v, %x : f32
    scf.condition(%more) %a, %b, %c : tensor<f32>, tensor<f32>, tensor<4xf32>
  } do {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<4xf32>):
    %a1 = nn.add %a, %x : (tensor<f32>, f32) -> tensor<f32>
    %b1 = nn.add %b, %x : (tensor<f32>, f32) -> tensor<f32>
    scf.yield %a1, %b1, %t : tensor<f32>, tensor<f32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// Counted in a branch, both are still one.
// CHECK-LABEL: func @branch(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<f32>)
// CHECK: scf.if
func.func @branch(%n: index, %c: i1) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero)
      -> (tensor<f32>, tensor<f32>) {
    %s:2 = scf.if %c -> (tensor<f32>, tensor<f32>) {
      %a1 = nn.add %a, %one : (tensor<f32>, f32) -> tensor<f32>
      %b1 = nn.add %b, %one : (tensor<f32>, f32) -> tensor<f32>
      scf.yield %a1, %b1 : tensor<f32>, tensor<f32>
    } else {
      scf.yield %a, %b : tensor<f32>, tensor<f32>
    }
    scf.yield %s#0, %s#1 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// One of them is counted in one arm only.
// CHECK-LABEL: func @branches(
// CHECK: iter_args(%{{.*}}, %{{.*}}) -> (tensor<f32>, tensor<f32>)
func.func @branches(%n: index, %c: i1) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero)
      -> (tensor<f32>, tensor<f32>) {
    %a1 = nn.add %a, %one : (tensor<f32>, f32) -> tensor<f32>
    %b1 = nn.add %b, %one : (tensor<f32>, f32) -> tensor<f32>
    %s:2 = scf.if %c -> (tensor<f32>, tensor<f32>) {
      scf.yield %a1, %b1 : tensor<f32>, tensor<f32>
    } else {
      scf.yield %a, %b1 : tensor<f32>, tensor<f32>
    }
    scf.yield %s#0, %s#1 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}
