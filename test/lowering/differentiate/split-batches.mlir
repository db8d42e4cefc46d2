// RUN: %tine-opt %s --split-batches='parts=4 report' --split-input-file --verify-diagnostics | FileCheck %s

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// Both stages are there once a part, the last part first; slices know theirs.
// CHECK-LABEL: func.func @stages(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4xf32, #tine.device<cuda : 0>>
// CHECK: %[[X0:.*]] = nn.slice %[[X]] dim 0 from %c0 step 1() {tine.micro_batch = array<i64: 0, 0>} : {{.*}} -> tensor<2x4xf32, #tine.device<cuda : 0>>
// CHECK: %[[X3:.*]] = nn.slice %[[X]] dim 0 from %c6 step 1() {tine.micro_batch = array<i64: 0, 3>}
// CHECK-NEXT: %[[A3:.*]] = nn.matmul %[[X3]]
// CHECK: %[[A0:.*]] = nn.matmul %[[X0]]
// CHECK-NEXT: %[[B3:.*]] = tine.to %[[A3]] : tensor<2x4xf32, #tine.device<cuda : 0>> -> tensor<2x4xf32, #tine.device<cuda : 1>>
// CHECK: %[[B0:.*]] = tine.to %[[A0]]
// CHECK-NEXT: %[[C3:.*]] = nn.matmul %[[B3]]
// CHECK: %[[C0:.*]] = nn.matmul %[[B0]]
// CHECK: %[[Y:.*]] = nn.cat %[[C0]], {{.*}}, %[[C3]] dim 0
// CHECK: return %[[Y]]
func.func @stages(%x: !x0, %v: !w0, %w: !w1) -> !x1 {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-remark@+1 {{a batch of 8 goes over 2 devices in 4 parts of 2}}
  %b = tine.to %a : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  return %c : !x1
}

// -----

!x0 = tensor<10x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<10x4xf32, #tine.device<cuda : 1>>
!r1 = tensor<10xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// The last part is smaller. The loss is a sum of the parts' losses; labels are
// cut where rows meet them, and what they alone make is made once.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<10xf32, #tine.device<cuda : 1>>)
// CHECK: %[[L:.*]] = nn.neg %[[T]] : tensor<10xf32,
// CHECK: nn.slice %[[L]] dim 0 from %{{.*}} -> tensor<3xf32,
// CHECK: nn.slice %[[L]] dim 0 from %{{.*}} -> tensor<1xf32,
// CHECK: %[[S3:.*]] = nn.reduce sum %{{.*}} [0] : tensor<1xf32, {{.*}}> -> tensor<f32,
// CHECK-NEXT: nn.reduce
// CHECK-NEXT: nn.reduce
// CHECK-NEXT: %[[S0:.*]] = nn.reduce sum %{{.*}} [0] : tensor<3xf32, {{.*}}> -> tensor<f32,
// CHECK: %[[U:.*]] = nn.add %[[S0]],
// CHECK: %[[V:.*]] = nn.add %[[U]],
// CHECK: %[[W:.*]] = nn.add %[[V]], %[[S3]]
// CHECK: nn.gradient of %[[W]]
func.func @loss(%x: !x0, %v: !w0, %w: !w1, %t: !r1) -> (!w0, !w1) {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-remark@+1 {{a batch of 10 goes over 2 devices in 4 parts of 3, the last one of 1}}
  %b = tine.to %a : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  %r = nn.reduce sum %c [1] : !x1 -> !r1
  %l = nn.neg %t : !r1
  %d = nn.mul %r, %l : (!r1, !r1) -> !r1
  %s = nn.reduce sum %d [0] : !r1 -> tensor<f32, #tine.device<cuda : 1>>
  %g:2 = nn.gradient of %s seeded %s by %v, %w : (tensor<f32, #tine.device<cuda : 1>>, tensor<f32, #tine.device<cuda : 1>>, !w0, !w1) -> (!w0, !w1)
  return %g#0, %g#1 : !w0, !w1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// A sum without a gradient is one of all rows, as it was.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[Y:.*]] = nn.cat {{.*}} dim 0
// CHECK-NEXT: nn.reduce sum %[[Y]] [0, 1] : tensor<8x4xf32,
func.func @sum(%x: !x0, %v: !w0, %w: !w1) -> tensor<f32, #tine.device<cuda : 1>> {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-remark@+1 {{a batch of 8 goes over 2 devices in 4 parts of 2}}
  %b = tine.to %a : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  %s = nn.reduce sum %c [0, 1] : !x1 -> tensor<f32, #tine.device<cuda : 1>>
  return %s : tensor<f32, #tine.device<cuda : 1>>
}

// -----

!x0 = tensor<3x8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<3x8x4xf32, #tine.device<cuda : 1>>
!q1 = tensor<8x2x3x2xf32, #tine.device<cuda : 1>>
!m0 = tensor<24x4xf32, #tine.device<cuda : 0>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>

// The batch may be the second dimension, several elements of one, or the first
// of heads: the rows of sequences need each other, so the first one is no batch.
// CHECK-LABEL: func.func @sequences(
// CHECK: nn.slice %{{.*}} dim 1 {{.*}} -> tensor<3x2x4xf32,
// CHECK: nn.reshape {{.*}} -> tensor<6x4xf32,
// CHECK: nn.permute {{.*}} -> tensor<2x2x3x2xf32,
// CHECK: nn.attention {{.*}} -> tensor<2x2x3x2xf32,
// CHECK: nn.cat {{.*}} dim 0 : {{.*}} -> tensor<8x2x3x2xf32,
func.func @sequences(%x: !x0, %w: !w0) -> !q1 {
  %p = nn.permute %x [1, 0, 2] : !x0 -> tensor<8x3x4xf32, #tine.device<cuda : 0>>
  %f = nn.reshape %p() : tensor<8x3x4xf32, #tine.device<cuda : 0>> -> !m0
  %m = nn.matmul %f, %w : (!m0, !w0) -> !m0
  %n = nn.reshape %m() : !m0 -> tensor<8x3x4xf32, #tine.device<cuda : 0>>
  %a = nn.permute %n [1, 0, 2] : tensor<8x3x4xf32, #tine.device<cuda : 0>> -> !x0
  // expected-remark@+1 {{a batch of 8 goes over 2 devices in 4 parts of 2}}
  %b = tine.to %a : !x0 -> !x1
  %h = nn.reshape %b() : !x1 -> tensor<3x8x2x2xf32, #tine.device<cuda : 1>>
  %q = nn.permute %h [1, 2, 0, 3] : tensor<3x8x2x2xf32, #tine.device<cuda : 1>> -> !q1
  %y, %s = nn.attention %q, %q, %q scale 1.000000e+00 : !q1, !q1, !q1 -> !q1, tensor<8x2x3x2xf32, #tine.device<cuda : 1>>
  return %y : !q1
}

// -----

!x0 = tensor<3x8x4xf32, #tine.device<cuda : 0>>
!m0 = tensor<24x4xf32, #tine.device<cuda : 0>>
!m1 = tensor<24x4xf32, #tine.device<cuda : 1>>
!l1 = tensor<24xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// A dimension may go through the rows several times. Labels are cut that way.
// The first dimension would do for the product on the second device, and for
// the last one on the first device; the second dimension for all.
// CHECK-LABEL: func.func @several_times(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x8x4xf32, #tine.device<cuda : 0>>
// CHECK: nn.slice %[[X]] dim 1 {{.*}} -> tensor<3x2x4xf32,
// CHECK: nn.scan sum {{.*}} dim 0 : tensor<3x2x4xf32,
// CHECK: nn.reshape {{.*}} : tensor<3x2x4xf32, {{.*}}> -> tensor<6x4xf32,
// CHECK: %[[L:.*]] = nn.reshape %{{.*}} : tensor<24xf32, {{.*}}> -> tensor<3x8xf32,
// CHECK: %[[S:.*]] = nn.slice %[[L]] dim 1 {{.*}} -> tensor<3x2xf32,
// CHECK: nn.reshape %[[S]]() : tensor<3x2xf32, {{.*}}> -> tensor<6xf32,
// CHECK: %[[Y:.*]] = nn.cat {{.*}} dim 1 : {{.*}} -> tensor<3x8xf32,
// CHECK: nn.reshape %[[Y]]() : tensor<3x8xf32, {{.*}}> -> tensor<24xf32,
func.func @several_times(%x: !x0, %v: !w0, %w: !w1, %l: !l1) -> !l1 {
  %f = nn.reshape %x() : !x0 -> !m0
  %a = nn.matmul %f, %v : (!m0, !w0) -> !m0
  %b = nn.reshape %a() : !m0 -> !x0
  %c = nn.scan sum %b dim 0 : !x0
  %d = nn.reshape %c() : !x0 -> !m0
  %e = nn.matmul %d, %v : (!m0, !w0) -> !m0
  %g = nn.reshape %e() : !m0 -> !x0
  // expected-remark@+1 {{a batch of 8 goes over 2 devices in 4 parts of 2}}
  %h = tine.to %g : !x0 -> tensor<3x8x4xf32, #tine.device<cuda : 1>>
  %i = nn.reshape %h() : tensor<3x8x4xf32, #tine.device<cuda : 1>> -> !m1
  %j = nn.matmul %i, %w : (!m1, !w1) -> !m1
  %k = nn.reduce sum %j [1] : !m1 -> !l1
  %y = nn.mul %k, %l : (!l1, !l1) -> !l1
  return %y : !l1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!m0 = tensor<1x4xf32, #tine.device<cuda : 0>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// A mean over the batch that its rows need: behind it there is no product left
// to do on this device.
// CHECK-LABEL: func.func @statistics(
// CHECK-NOT: nn.slice
// expected-warning@+1 {{--pipeline=4 has nothing to split: no batch goes from one device to another in rows that do not need each other}}
func.func @statistics(%x: !x0, %v: !w0, %w: !w1) -> !x1 {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  %m = nn.reduce sum %a [0] keepdim : !x0 -> !m0
  // expected-warning@+1 {{the batch is not split: 'reduce' makes of all rows what each row needs, as a batch norm in training does}}
  %n = nn.sub %a, %m : (!x0, !m0) -> !x0
  // expected-note@+1 {{so this copy waits for all of it}}
  %b = tine.to %n : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  return %c : !x1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!m0 = tensor<1x4xf32, #tine.device<cuda : 0>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// With a product behind it, parts begin there. A mean over them is a sum of all.
// CHECK-LABEL: func.func @behind_statistics(
// CHECK: %[[N:.*]] = nn.sub %{{.*}} : (tensor<8x4xf32,
// CHECK: nn.slice %[[N]]
func.func @behind_statistics(%x: !x0, %v: !w0, %w: !w1) -> !x1 {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  %m = nn.reduce sum %a [0] keepdim : !x0 -> !m0
  %n = nn.sub %a, %m : (!x0, !m0) -> !x0
  %o = nn.matmul %n, %v : (!x0, !w0) -> !x0
  // expected-remark@+1 {{a batch of 8 goes over 2 devices in 4 parts of 2}}
  %b = tine.to %o : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  return %c : !x1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// Rows begin with what has a derivative of its own: there is no product in front
// of the copy then.
// expected-warning@+1 {{nothing to split}}
func.func @own_derivative(%x: !x0, %v: !w0, %w: !w1) -> !x1 {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-warning@+1 {{the batch is not split: what has a derivative of its own takes all rows}}
  %d = nn.with_derivative %a by %x : (!x0, !x0) -> !x0 {
  ^bb0(%g: !x0):
    nn.cotangents %g : !x0
  }
  // expected-note@+1 {{so this copy waits for all of it}}
  %b = tine.to %d : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  return %c : !x1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// A loop takes all rows.
// expected-warning@+1 {{nothing to split}}
func.func @loop(%x: !x0, %v: !w0, %w: !w1, %n: index) -> !x1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-note@+1 {{so this copy waits for all of it}}
  %b = tine.to %a : !x0 -> !x1
  // expected-warning@+1 {{the batch is not split: a loop or branch takes all rows}}
  %c = scf.for %i = %c0 to %n step %c1 iter_args(%y = %b) -> !x1 {
    %z = nn.matmul %y, %w : (!x1, !w1) -> !x1
    scf.yield %z : !x1
  }
  return %c : !x1
}

// -----

!x0 = tensor<?x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<?x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>

// expected-warning@+1 {{nothing to split}}
func.func @size_of_the_run(%x: !x0, %v: !w0, %w: !w1) -> !x1 {
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-warning@+2 {{the batch is not split: the run decides how many rows it has}}
  // expected-note@+1 {{so this copy waits for all of it}}
  %b = tine.to %a : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  return %c : !x1
}

// -----

!x0 = tensor<8x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<8x4xf32, #tine.device<cuda : 1>>
!w0 = tensor<4x4xf32, #tine.device<cuda : 0>>
!w1 = tensor<4x4xf32, #tine.device<cuda : 1>>
!s1 = tensor<f32, #tine.device<cuda : 1>>

// A gradient by the activations needs them as one tensor.
// expected-warning@+1 {{nothing to split}}
func.func @by_activations(%x: !x0, %v: !w0, %w: !w1) -> !x0 {
  // expected-warning@+1 {{the batch is not split: a gradient by all rows of it is asked for}}
  %a = nn.matmul %x, %v : (!x0, !w0) -> !x0
  // expected-note@+1 {{so this copy waits for all of it}}
  %b = tine.to %a : !x0 -> !x1
  %c = nn.matmul %b, %w : (!x1, !w1) -> !x1
  %s = nn.reduce sum %c [0, 1] : !x1 -> !s1
  %g = nn.gradient of %s seeded %s by %a : (!s1, !s1, !x0) -> !x0
  return %g : !x0
}

// -----

// expected-warning@+1 {{--pipeline=4 has nothing to split: one device has all the products to do}}
func.func @one_device(%x: tensor<8x4xf32, #tine.device<cuda : 0>>, %w: tensor<4x4xf32, #tine.device<cuda : 0>>) -> tensor<8x4xf32> {
  %a = nn.matmul %x, %w : (tensor<8x4xf32, #tine.device<cuda : 0>>, tensor<4x4xf32, #tine.device<cuda : 0>>) -> tensor<8x4xf32, #tine.device<cuda : 0>>
  %b = tine.to %a : tensor<8x4xf32, #tine.device<cuda : 0>> -> tensor<8x4xf32>
  return %b : tensor<8x4xf32>
}
