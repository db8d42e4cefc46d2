// RUN: %tine-opt %s --insert-reference-counts | FileCheck %s

// A function borrows its arguments and gives its results away.
// CHECK-LABEL: func @returns_argument(
// CHECK-NEXT: tine.retain %arg0
// CHECK-NEXT: return %arg0
func.func @returns_argument(%s: !tine.str) -> !tine.str {
  return %s : !tine.str
}

// What a block makes and does not pass on is released behind its last use.
// CHECK-LABEL: func @releases(
// CHECK: %[[S:.*]] = tine.format
// CHECK-NEXT: tine.print %[[S]]
// CHECK-NEXT: tine.release %[[S]]
// CHECK-NEXT: %[[U:.*]] = tine.string_concat
// CHECK-NEXT: tine.release %[[U]]
// CHECK-NEXT: return
func.func @releases(%n: i64, %a: !tine.str) {
  %s = tine.format eager "%i" (%n : i64)
  tine.print %s
  %unused = tine.string_concat %a, %a
  return
}

// The last use that takes a count moves it; an earlier one retains.
// CHECK-LABEL: func @moves(
// CHECK: %[[S:.*]] = tine.format
// CHECK-NEXT: tine.retain %[[S]]
// CHECK-NEXT: tine.list_append %arg0, %[[S]]
// CHECK-NEXT: tine.list_append %arg0, %[[S]]
// CHECK-NEXT: return
func.func @moves(%l: !tine.list<!tine.str>, %n: i64) {
  %s = tine.format eager "%i" (%n : i64)
  tine.list_append %l, %s : !tine.list<!tine.str>, !tine.str
  tine.list_append %l, %s : !tine.list<!tine.str>, !tine.str
  return
}

// Twice in one op: once retained, once moved.
// CHECK-LABEL: func @twice(
// CHECK: %[[S:.*]] = tine.format
// CHECK-NEXT: tine.retain %[[S]]
// CHECK-NEXT: return %[[S]], %[[S]]
func.func @twice(%n: i64) -> (!tine.str, !tine.str) {
  %s = tine.format eager "%i" (%n : i64)
  return %s, %s : !tine.str, !tine.str
}

// A loop takes what it starts with, and each iteration owns what it carries.
// CHECK-LABEL: func @loop(
// CHECK: tine.retain %arg0
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %arg0)
// CHECK-NEXT: %[[B:.*]] = tine.string_concat %[[A]], %arg0
// CHECK-NEXT: tine.release %[[A]]
// CHECK-NEXT: scf.yield %[[B]]
// CHECK: return %[[R]]
func.func @loop(%s: !tine.str, %n: index) -> !tine.str {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %s) -> !tine.str {
    %b = tine.string_concat %a, %s
    scf.yield %b : !tine.str
  }
  return %r : !tine.str
}

// Branches give counts away too, of what they do not own as well.
// CHECK-LABEL: func @branch(
// CHECK: %[[S:.*]] = tine.format
// CHECK: %[[R:.*]] = scf.if
// CHECK-NEXT: tine.retain %[[S]]
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: else
// CHECK-NEXT: %[[U:.*]] = tine.string_concat
// CHECK-NEXT: scf.yield %[[U]]
// CHECK: tine.release %[[S]]
// CHECK: return %[[R]]
func.func @branch(%c: i1, %n: i64) -> !tine.str {
  %s = tine.format eager "%i" (%n : i64)
  %r = scf.if %c -> !tine.str {
    scf.yield %s : !tine.str
  } else {
    %u = tine.string_concat %s, %s
    scf.yield %u : !tine.str
  }
  return %r : !tine.str
}

// CHECK-LABEL: func @select(
// CHECK: %[[R:.*]] = arith.select
// CHECK-NEXT: tine.retain %[[R]]
// CHECK-NEXT: return %[[R]]
func.func @select(%c: i1, %a: !tine.str, %b: !tine.str) -> !tine.str {
  %r = arith.select %c, %a, %b : !tine.str
  return %r : !tine.str
}

// The same reference in another type has a count of its own.
// CHECK-LABEL: func @other_type(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK-NEXT: %[[R:.*]] = builtin.unrealized_conversion_cast %[[L]]
// CHECK-NEXT: tine.retain %[[R]]
// CHECK-NEXT: tine.release %[[L]]
// CHECK-NEXT: return %[[R]]
func.func @other_type() -> !tine.list<> {
  %l = tine.list_new : !tine.list<i64>
  %r = builtin.unrealized_conversion_cast %l : !tine.list<i64> to !tine.list<>
  return %r : !tine.list<>
}

// A task takes its captures; a wait gives counts.
func.func private @body(!tine.str) -> !tine.str
// CHECK-LABEL: func @task(
// CHECK: tine.retain %arg0
// CHECK-NEXT: %[[F:.*]] = tine.spawn
// CHECK-NEXT: %[[R:.*]] = tine.wait %[[F]]
// CHECK-NEXT: tine.release %[[F]]
// CHECK-NEXT: return %[[R]]
func.func @task(%s: !tine.str) -> !tine.str {
  %f = tine.spawn @body(%s) : (!tine.str) -> !tine.future<!tine.str>
  %r = tine.wait %f : !tine.future<!tine.str>
  return %r : !tine.str
}

// A box lives as long as the tensors in its memory: a later read of one keeps
// the count from moving into the list.
// CHECK-LABEL: func @box(
// CHECK: %[[B:.*]] = tine.box %arg0
// CHECK: tine.retain %[[B]]
// CHECK-NEXT: tine.list_append %arg1, %[[B]]
// CHECK: linalg.negf
// CHECK: tine.release %[[B]]
// CHECK-NEXT: return
func.func @box(%x: tensor<2xf32>, %l: !tine.list<!tine.box<tensor<2xf32>>>) {
  %b = tine.box %x : !tine.box<tensor<2xf32>>
  %t = tine.unbox %b : !tine.box<tensor<2xf32>>
  %v = tensor.extract_slice %t[1][1][1] : tensor<2xf32> to tensor<1xf32>
  tine.list_append %l, %b : !tine.list<!tine.box<tensor<2xf32>>>, !tine.box<tensor<2xf32>>
  %e = tensor.empty() : tensor<1xf32>
  %y = linalg.negf ins(%v : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  tine.keep %y : tensor<1xf32>
  return
}

// Constants and poison are not counted.
// CHECK-LABEL: func @uncounted(
// CHECK-NOT: tine.retain
// CHECK-NOT: tine.release
// CHECK: return
func.func @uncounted(%l: !tine.list<!tine.str>) -> !tine.str {
  %s = tine.string "text"
  tine.list_append %l, %s : !tine.list<!tine.str>, !tine.str
  %p = ub.poison : !tine.str
  return %p : !tine.str
}

// A loop that starts with a box and reads its memory in the body leaves a count
// behind.
// CHECK-LABEL: func @box_in_loop(
// CHECK: %[[B:.*]] = tine.box %arg0
// CHECK: tine.retain %[[B]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[B]])
// CHECK: return
func.func @box_in_loop(%x: tensor<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tine.box %x : !tine.box<tensor<2xf32>>
  %t = tine.unbox %b : !tine.box<tensor<2xf32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %b) -> !tine.box<tensor<2xf32>> {
    %e = tensor.empty() : tensor<2xf32>
    %y = linalg.negf ins(%t : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %next = tine.box %y : !tine.box<tensor<2xf32>>
    scf.yield %next : !tine.box<tensor<2xf32>>
  }
  return
}

// What becomes a box takes its count, unless the box is read behind that. A part
// has a count of its own.
// CHECK-LABEL: func @owns(
// CHECK: %[[V:.*]] = tine.box_alloc
// CHECK-NEXT: %[[P:.*]] = tine.box_part %[[V]][3]
// CHECK-NEXT: %[[O:.*]] = tine.box_own %[[V]]
// CHECK-NEXT: tine.list_append %arg0, %[[P]]
// CHECK-NEXT: return %[[O]]
func.func @owns(%l: !tine.list<!tine.box<tensor<2xf32>>>) -> !tine.box<tensor<8xf32>> {
  %v = tine.box_alloc() : !tine.box<tensor<8xf32>>
  %p = tine.box_part %v[3] : !tine.box<tensor<8xf32>> -> !tine.box<tensor<2xf32>>
  %o = tine.box_own %v : !tine.box<tensor<8xf32>>
  tine.list_append %l, %p : !tine.list<!tine.box<tensor<2xf32>>>, !tine.box<tensor<2xf32>>
  return %o : !tine.box<tensor<8xf32>>
}

// CHECK-LABEL: func @owns_and_reads(
// CHECK: %[[V:.*]] = tine.box_alloc
// CHECK: tine.retain %[[V]]
// CHECK-NEXT: tine.box_own %[[V]]
// CHECK-NEXT: tine.keep
// CHECK-NEXT: tine.release %[[V]]
func.func @owns_and_reads() -> !tine.box<tensor<8xf32>> {
  %v = tine.box_alloc() : !tine.box<tensor<8xf32>>
  %t = tine.unbox %v : !tine.box<tensor<8xf32>>
  %o = tine.box_own %v : !tine.box<tensor<8xf32>>
  tine.keep %t : tensor<8xf32>
  return %o : !tine.box<tensor<8xf32>>
}

// A branch that changes the box in one arm owns it in both.
// CHECK-LABEL: func @owns_in_arm(
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %{{.*}})
// CHECK-NOT: tine.retain %[[V]]
// CHECK: scf.if
// CHECK-NEXT: %[[O:.*]] = tine.box_own %[[V]]
// CHECK-NEXT: scf.yield %[[O]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V]]
// CHECK: scf.yield
func.func @owns_in_arm(%v0: !tine.box<tensor<8xf32>>, %n: index, %c: i1) -> !tine.box<tensor<8xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0) -> (!tine.box<tensor<8xf32>>) {
    %t = tine.unbox %v : !tine.box<tensor<8xf32>>
    tine.keep %t : tensor<8xf32>
    %new = scf.if %c -> (!tine.box<tensor<8xf32>>) {
      %o = tine.box_own %v : !tine.box<tensor<8xf32>>
      scf.yield %o : !tine.box<tensor<8xf32>>
    } else {
      scf.yield %v : !tine.box<tensor<8xf32>>
    }
    scf.yield %new : !tine.box<tensor<8xf32>>
  }
  return %r : !tine.box<tensor<8xf32>>
}

// An arm that does not need it releases it.
// CHECK-LABEL: func @owns_or_drops(
// CHECK: %[[V:.*]] = tine.box_alloc
// CHECK: scf.if
// CHECK-NEXT: %[[O:.*]] = tine.box_own %[[V]]
// CHECK-NEXT: scf.yield %[[O]]
// CHECK-NEXT: } else {
// CHECK-NEXT: tine.release %[[V]]
// CHECK-NEXT: tine.retain %arg0
// CHECK-NEXT: scf.yield %arg0
func.func @owns_or_drops(%other: !tine.box<tensor<8xf32>>, %c: i1) -> !tine.box<tensor<8xf32>> {
  %v = tine.box_alloc() : !tine.box<tensor<8xf32>>
  %new = scf.if %c -> (!tine.box<tensor<8xf32>>) {
    %o = tine.box_own %v : !tine.box<tensor<8xf32>>
    scf.yield %o : !tine.box<tensor<8xf32>>
  } else {
    scf.yield %other : !tine.box<tensor<8xf32>>
  }
  return %new : !tine.box<tensor<8xf32>>
}
