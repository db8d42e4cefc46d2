// RUN: %tine-opt %s --differentiate="recompute=false" --canonicalize --split-input-file | FileCheck %s --check-prefix=BEFORE
// RUN: %tine-opt %s --differentiate --canonicalize --split-input-file | FileCheck %s

// Three tensors of each iteration are needed; the one of which they are made is
// kept instead.
// BEFORE-LABEL: func @one_for_three(
// BEFORE: tine.list_append %{{.*}} : <tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>>
// CHECK-LABEL: func @one_for_three(
// CHECK: %[[LIST:.*]] = tine.list_new : <tensor<8xf32>, tensor<8xf32>>
// CHECK: scf.for
// CHECK: %[[P:.*]] = nn.scan sum
// CHECK: tine.list_append %[[LIST]], %{{.*}}
// CHECK: scf.for
// CHECK: %[[KEPT:.*]]:2 = tine.list_pop %[[LIST]]
// CHECK-DAG: nn.exp
// CHECK-DAG: nn.mul
// CHECK: scf.yield
func.func @one_for_three(%w: tensor<8xf32>, %n: index, %s: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%x = %w) -> tensor<8xf32> {
    %p = nn.scan sum %x dim 0 : tensor<8xf32>
    %half = arith.constant 5.000000e-01 : f32
    %a = nn.mul %p, %half : (tensor<8xf32>, f32) -> tensor<8xf32>
    %e = nn.exp %p : tensor<8xf32>
    %t = nn.mul %a, %e : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %z = nn.mul %t, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  %d = nn.gradient of %y seeded %s by %w : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// The mask of a relu, and one that is drawn: bools.
// BEFORE-LABEL: func @masks(
// BEFORE: tine.list_append %{{.*}} : <tensor<8xf32>, tensor<8xf32>>
// CHECK-LABEL: func @masks(
// CHECK: %[[LIST:.*]] = tine.list_new : <tensor<8xi1>, tensor<8xi1>>
// CHECK: nn.random bernoulli
// CHECK: nn.cast %{{.*}} : tensor<8xf32> to tensor<8xi1>
// CHECK: nn.le
// CHECK: tine.list_append %[[LIST]]
// CHECK: tine.list_pop %[[LIST]]
// CHECK: nn.cast %{{.*}} : tensor<8xi1> to tensor<8xf32>
// CHECK: nn.where
func.func @masks(%w: tensor<8xf32>, %n: index, %p: f64, %s: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%x = %w) -> tensor<8xf32> {
    %q = nn.scan sum %x dim 0 : tensor<8xf32>
    %r = nn.relu %q : tensor<8xf32>
    %m = nn.random bernoulli %p, %p () : f64 -> tensor<8xf32>
    %scale = arith.constant 1.250000e+00 : f32
    %k = nn.mul %m, %scale : (tensor<8xf32>, f32) -> tensor<8xf32>
    %z = nn.mul %r, %k : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  %d = nn.gradient of %y seeded %s by %w : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// A task hands over nothing that follows from what it captured.
// BEFORE-LABEL: func @task(
// BEFORE: tine.fork {{.*}} -> !tine.future<tensor<8xf32>, tensor<8xf32>>
// CHECK-LABEL: func @task(
// CHECK: tine.fork {{.*}} -> !tine.future<tensor<8xf32>> {
// CHECK: tine.fork
// CHECK: nn.exp
// CHECK: nn.mul
func.func @task(%w: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %f = tine.fork (%a = %w) : (tensor<8xf32>) -> !tine.future<tensor<8xf32>> {
    %e = nn.exp %a : tensor<8xf32>
    tine.yield %e : tensor<8xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<8xf32>>
  %d = nn.gradient of %y seeded %s by %w : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// What can fail, is expensive, or would need more than it is, is kept.
// CHECK-LABEL: func @kept(
// CHECK: tine.list_new : <tensor<8xf32>, tensor<8xf32>>
func.func @kept(%w: tensor<8xf32>, %n: index, %s: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%x = %w) -> tensor<8xf32> {
    %a = nn.scan sum %x dim 0 : tensor<8xf32>
    %b = nn.flip %a [0] : tensor<8xf32>
    %q = nn.add %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %e = nn.softmax %q dim 0 : tensor<8xf32>
    %z = nn.mul %e, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  %d = nn.gradient of %y seeded %s by %w : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// In one block too: of a gelu's three tensors the first is kept, and the two
// others are computed again behind a barrier.
// BEFORE-LABEL: func @one_block(
// BEFORE-NOT: nn.optimization_barrier
// CHECK-LABEL: func @one_block(
// CHECK: %[[P:.*]] = nn.matmul
// CHECK: nn.exp %[[P]]
// CHECK: %[[Q:.*]] = nn.matmul
// CHECK: %[[AGAIN:.*]] = nn.optimization_barrier %[[P]]
// CHECK-DAG: nn.mul %[[AGAIN]]
// CHECK-DAG: nn.exp %[[AGAIN]]
// CHECK: return
func.func @one_block(%w: tensor<128x128xf32>, %v: tensor<128x128xf32>, %s: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %p = nn.matmul %w, %v : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %half = arith.constant 5.000000e-01 : f32
  %a = nn.mul %p, %half : (tensor<128x128xf32>, f32) -> tensor<128x128xf32>
  %e = nn.exp %p : tensor<128x128xf32>
  %t = nn.mul %a, %e : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %q = nn.matmul %t, %v : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %d = nn.gradient of %q seeded %s by %w : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %q, %d : tensor<128x128xf32>, tensor<128x128xf32>
}

// -----

// What fits the cache is kept, and what somebody uses behind the backward pass.
// CHECK-LABEL: func @kept_in_one_block(
// CHECK-NOT: nn.optimization_barrier
// CHECK: return
func.func @kept_in_one_block(%w: tensor<128x128xf32>, %u: tensor<8xf32>, %s: tensor<128x128xf32>, %r: tensor<8xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<8xf32>) {
  %e = nn.exp %w : tensor<128x128xf32>
  %d = nn.gradient of %e seeded %s by %w : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %f = nn.exp %u : tensor<8xf32>
  %g = nn.gradient of %f seeded %r by %u : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %e, %d, %g : tensor<128x128xf32>, tensor<128x128xf32>, tensor<8xf32>
}

// -----

// What loops compute as fast as they read it is not kept: the tensor that it is
// made of takes memory anyhow. It is so also behind a derivative of its own.
// CHECK-LABEL: func @centred(
// CHECK: %[[P:.*]] = nn.scan sum
// CHECK: %[[C:.*]] = nn.sub %[[P]], %[[M:.*]] :
// CHECK: nn.mul %[[C]], %[[C]]
// CHECK: %[[KEPT:.*]] = nn.optimization_barrier %[[P]] : tensor<64x128xf32>
// CHECK: %[[AGAIN:.*]] = nn.sub %[[KEPT]],
// CHECK: nn.mul %{{.*}}, %[[AGAIN]]
// CHECK-NOT: nn.sub
// CHECK: return
func.func @centred(%w: tensor<64x128xf32>, %m: tensor<1x128xf32>, %s: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %p = nn.scan sum %w dim 0 : tensor<64x128xf32>
  %c = nn.sub %p, %m : (tensor<64x128xf32>, tensor<1x128xf32>) -> tensor<64x128xf32>
  %v = nn.mul %c, %c : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %u = nn.detach %v : tensor<64x128xf32>
  %y = nn.with_derivative %u by %p : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%g: tensor<64x128xf32>):
    %a = nn.mul %g, %c : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    nn.cotangents %a : tensor<64x128xf32>
  }
  %d = nn.gradient of %y seeded %s by %w : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %y, %d : tensor<64x128xf32>, tensor<64x128xf32>
}
