// RUN: %tine-opt %s --differentiate --canonicalize --split-input-file | FileCheck %s

// The way back goes through the iterations since the last gradient, whose
// values are kept.
// CHECK-LABEL: func @carried(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32>, %[[N:.*]]: index,
// CHECK-DAG: %[[KEPT:.*]] = tine.list_new : <tensor<3xf32>>
// CHECK-DAG: %[[RUNS:.*]] = tine.list_new : <i64>
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %[[W]], %{{.*}} = %{{.*}})
// CHECK: %[[NEXT:.*]] = nn.mul %[[H]], %[[W]]
// CHECK: %[[LENGTH:.*]] = tine.list_length %[[KEPT]]
// CHECK: %[[TRIP:.*]] = arith.index_cast %[[LENGTH]]
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[TRIP]]
// CHECK: %[[AT:.*]] = arith.subi %c-1_i64, %{{.*}}
// CHECK: %[[OLD:.*]] = tine.list_get %[[KEPT]][%[[AT]]]
// CHECK: nn.mul %{{.*}}, %[[OLD]]
// CHECK: scf.yield
// CHECK: tine.list_clear %[[KEPT]]
// CHECK: tine.list_append %[[RUNS]]
// CHECK: tine.list_append %[[KEPT]], %[[H]]
func.func @carried(%w: tensor<3xf32>, %n: index, %s: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %w, %g = %z) -> (tensor<3xf32>, tensor<3xf32>) {
    %x = nn.mul %h, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %d = nn.gradient of %x seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %x, %d : tensor<3xf32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}

// -----

// A graph that stays is read, not taken, and there is nothing to clear.
// CHECK-LABEL: func @retained(
// CHECK: tine.list_get
// CHECK-NOT: tine.list_clear
// CHECK-NOT: scf.if
// CHECK: return
func.func @retained(%w: tensor<3xf32>, %n: index, %s: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %w, %g = %z) -> (tensor<3xf32>, tensor<3xf32>) {
    %x = nn.mul %h, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %d = nn.gradient of %x seeded %s by %w {retain} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %x, %d : tensor<3xf32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}

// -----

// The parameter is changed at the end of an iteration; what the loss was made
// of is its new value. What is in front of the loop comes the first time only.
// CHECK-LABEL: func @updated(
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (tensor<3xf32>)
// CHECK: scf.for
// CHECK: %[[OLD:.*]] = tine.list_get
// CHECK: nn.mul %{{.*}}, %[[OLD]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i64
// CHECK: scf.if %[[FIRST]]
// CHECK: %[[NEW:.*]] = nn.sub %[[P]], %{{.*}} {tine.update}
// CHECK: tine.list_append %{{.*}}, %[[NEW]]
func.func @updated(%w: tensor<3xf32>, %n: index, %s: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%loss = %first, %p = %w) -> (tensor<3xf32>, tensor<3xf32>) {
    %d = nn.gradient of %loss seeded %s by %p : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %e = nn.detach %d : tensor<3xf32>
    %q = nn.detach %p : tensor<3xf32>
    %next = nn.sub %q, %e {tine.update} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %again = nn.mul %next, %next : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.yield %again, %next : tensor<3xf32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}
