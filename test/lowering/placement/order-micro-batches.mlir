// RUN: %tine-opt %s --order-micro-batches --split-input-file | FileCheck %s

!x0 = tensor<2x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<2x4xf32, #tine.device<cuda : 1>>
!b0 = tensor<6x4xf32, #tine.device<cuda : 0>>

// One forward, one backward: the first device begins with two parts, and holds
// two. Sums come with the last part that they need. What only the way back
// reads (%r) is made there; an effect stays.
// CHECK-LABEL: func @turns(
// CHECK: tine.print
// CHECK: %[[A0:.*]] = nn.relu %{{.*}}
// CHECK-NEXT: %[[B0:.*]] = tine.to %[[A0]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK: %[[A1:.*]] = nn.relu
// CHECK-NEXT: %[[B1:.*]] = tine.to %[[A1]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: %[[C0:.*]] = nn.neg %[[B0]]
// CHECK-NEXT: %[[D0:.*]] = tine.to %[[C0]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 1>
// CHECK-NEXT: %[[R0:.*]] = nn.exp %[[A0]]
// CHECK-NEXT: %[[E0:.*]] = nn.mul %[[D0]], %[[R0]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: %[[C1:.*]] = nn.neg %[[B1]]
// CHECK-NEXT: %[[D1:.*]] = tine.to %[[C1]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 1>
// CHECK: %[[A2:.*]] = nn.relu
// CHECK-NEXT: %[[B2:.*]] = tine.to %[[A2]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: %[[R1:.*]] = nn.exp %[[A1]]
// CHECK-NEXT: %[[E1:.*]] = nn.mul %[[D1]], %[[R1]]
// CHECK-NEXT: %[[S1:.*]] = nn.add %[[E0]], %[[E1]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: %[[C2:.*]] = nn.neg %[[B2]]
// CHECK-NEXT: %[[D2:.*]] = tine.to %[[C2]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 1>
// CHECK-NEXT: %[[R2:.*]] = nn.exp %[[A2]]
// CHECK-NEXT: %[[E2:.*]] = nn.mul %[[D2]], %[[R2]]
// CHECK-NEXT: %[[S2:.*]] = nn.add %[[S1]], %[[E2]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: %[[N:.*]] = nn.neg %[[S2]]
// CHECK-NEXT: return %[[N]]
func.func @turns(%x: !b0, %text: !tine.str) -> !x0 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x2 = nn.slice %x dim 0 from %c4 step 1() {tine.micro_batch = array<i64: 0, 2>} : !b0 -> !x0
  %x1 = nn.slice %x dim 0 from %c2 step 1() {tine.micro_batch = array<i64: 0, 1>} : !b0 -> !x0
  %x0 = nn.slice %x dim 0 from %c0 step 1() {tine.micro_batch = array<i64: 0, 0>} : !b0 -> !x0
  %a2 = nn.relu %x2 : !x0
  %a1 = nn.relu %x1 : !x0
  %a0 = nn.relu %x0 : !x0
  %t2 = tine.to %a2 : !x0 -> !x1
  %t1 = tine.to %a1 : !x0 -> !x1
  %t0 = tine.to %a0 : !x0 -> !x1
  %n2 = nn.neg %t2 : !x1
  %n1 = nn.neg %t1 : !x1
  %n0 = nn.neg %t0 : !x1
  tine.print %text
  %d0 = tine.to %n0 : !x1 -> !x0
  %d1 = tine.to %n1 : !x1 -> !x0
  %d2 = tine.to %n2 : !x1 -> !x0
  %r0 = nn.exp %a0 : !x0
  %r1 = nn.exp %a1 : !x0
  %r2 = nn.exp %a2 : !x0
  %e0 = nn.mul %d0, %r0 : (!x0, !x0) -> !x0
  %e1 = nn.mul %d1, %r1 : (!x0, !x0) -> !x0
  %e2 = nn.mul %d2, %r2 : (!x0, !x0) -> !x0
  %s1 = nn.add %e0, %e1 : (!x0, !x0) -> !x0
  %s2 = nn.add %s1, %e2 : (!x0, !x0) -> !x0
  %n = nn.neg %s2 : !x0
  return %n : !x0
}

// -----

!x0 = tensor<2x4xf32, #tine.device<cuda : 0>>
!x1 = tensor<2x4xf32, #tine.device<cuda : 1>>
!b0 = tensor<4x4xf32, #tine.device<cuda : 0>>

// What does not come back is not held: the devices do one part after the other.
// CHECK-LABEL: func @forward(
// CHECK: %[[A0:.*]] = nn.relu
// CHECK-NEXT: %[[B0:.*]] = tine.to %[[A0]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 0>
// CHECK: %[[A1:.*]] = nn.relu
// CHECK: tine.hand_over #tine.device<cuda : 0>
// CHECK-NEXT: nn.neg %[[B0]]
// CHECK-NEXT: tine.hand_over #tine.device<cuda : 1>
func.func @forward(%x: !b0) -> (!x1, !x1) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x1 = nn.slice %x dim 0 from %c2 step 1() {tine.micro_batch = array<i64: 0, 1>} : !b0 -> !x0
  %x0 = nn.slice %x dim 0 from %c0 step 1() {tine.micro_batch = array<i64: 0, 0>} : !b0 -> !x0
  %a1 = nn.relu %x1 : !x0
  %a0 = nn.relu %x0 : !x0
  %t1 = tine.to %a1 : !x0 -> !x1
  %t0 = tine.to %a0 : !x0 -> !x1
  %n1 = nn.neg %t1 : !x1
  %n0 = nn.neg %t0 : !x1
  return %n0, %n1 : !x1, !x1
}
