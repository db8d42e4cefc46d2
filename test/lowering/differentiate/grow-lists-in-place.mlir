// RUN: %tine-opt %s --grow-lists-in-place --canonicalize | FileCheck %s

// The loop carries it no more.
// CHECK-LABEL: func @grown
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK-NOT: list_copy
// CHECK: tine.list_append %[[L]], %arg0
// CHECK: return %[[L]]
func.func @grown(%x: i64, %n: index) -> !tine.list<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : !tine.list<i64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<i64> {
    %copy = tine.list_copy %old : !tine.list<i64>
    tine.list_append %copy, %x : !tine.list<i64>, i64
    scf.yield %copy : !tine.list<i64>
  }
  return %r : !tine.list<i64>
}

// The list of the start is used behind the loop.
// CHECK-LABEL: func @seen
// CHECK: scf.for
// CHECK: tine.list_copy
func.func @seen(%x: i64, %n: index) -> (!tine.list<i64>, !tine.list<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : !tine.list<i64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<i64> {
    %copy = tine.list_copy %old : !tine.list<i64>
    tine.list_append %copy, %x : !tine.list<i64>, i64
    scf.yield %copy : !tine.list<i64>
  }
  return %r, %l : !tine.list<i64>, !tine.list<i64>
}

// The old list is read behind the change.
// CHECK-LABEL: func @compared
// CHECK: scf.for
// CHECK: tine.list_copy
func.func @compared(%x: i64, %n: index) -> !tine.list<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : !tine.list<i64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<i64> {
    %copy = tine.list_copy %old : !tine.list<i64>
    tine.list_append %copy, %x : !tine.list<i64>, i64
    %length = tine.list_length %old : !tine.list<i64>
    tine.list_append %copy, %length : !tine.list<i64>, i64
    scf.yield %copy : !tine.list<i64>
  }
  return %r : !tine.list<i64>
}

// A branch that begins a new list clears the old one.
// CHECK-LABEL: func @renewed
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: tine.list_append %[[L]], %arg0
// CHECK: scf.if
// CHECK: tine.list_length %[[L]]
// CHECK: tine.list_clear %[[L]]
// CHECK-NOT: list_new
// CHECK: return %{{.*}}, %[[L]]
func.func @renewed(%x: i64, %n: index, %c: i1) -> (i64, !tine.list<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i64
  %l = tine.list_new : !tine.list<i64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %old = %l) -> (i64, !tine.list<i64>) {
    tine.list_append %old, %x : !tine.list<i64>, i64
    %b:2 = scf.if %c -> (i64, !tine.list<i64>) {
      %k = tine.list_length %old : !tine.list<i64>
      %new = tine.list_new : !tine.list<i64>
      scf.yield %k, %new : i64, !tine.list<i64>
    } else {
      scf.yield %s, %old : i64, !tine.list<i64>
    }
    scf.yield %b#0, %b#1 : i64, !tine.list<i64>
  }
  return %r#0, %r#1 : i64, !tine.list<i64>
}

// Somebody still has the old list.
// CHECK-LABEL: func @kept
// CHECK: scf.if
// CHECK: tine.list_new
// CHECK-NOT: list_clear
// CHECK: return
func.func @kept(%x: i64, %c: i1) -> (!tine.list<i64>, i64) {
  %old = tine.list_new : !tine.list<i64>
  tine.list_append %old, %x : !tine.list<i64>, i64
  %b = scf.if %c -> !tine.list<i64> {
    %new = tine.list_new : !tine.list<i64>
    scf.yield %new : !tine.list<i64>
  } else {
    scf.yield %old : !tine.list<i64>
  }
  %k = tine.list_length %old : !tine.list<i64>
  return %b, %k : !tine.list<i64>, i64
}

// -----

// A loop that starts with no list starts with an empty one, which is cleared.
// CHECK-LABEL: func @first_set_in_branch(
// CHECK: %[[LIST:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tine.list_clear %[[LIST]]
func.func @first_set_in_branch(%n: index, %c: i1, %v: i64) {
  %none = ub.poison : !tine.list<i64>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%l = %none) -> !tine.list<i64> {
    %x = scf.if %c -> !tine.list<i64> {
      %new = tine.list_new : <i64>
      tine.list_append %new, %v : <i64>, i64
      scf.yield %new : !tine.list<i64>
    } else {
      scf.yield %l : !tine.list<i64>
    }
    scf.yield %x : !tine.list<i64>
  }
  return
}

// -----

// Where there may be no list, there is nothing to clear.
// CHECK-LABEL: func @nothing(
// CHECK-NOT: tine.list_clear
func.func @nothing(%c: i1, %v: i64) -> !tine.list<i64> {
  %none = ub.poison : !tine.list<i64>
  %x = scf.if %c -> !tine.list<i64> {
    %new = tine.list_new : <i64>
    tine.list_append %new, %v : <i64>, i64
    scf.yield %new : !tine.list<i64>
  } else {
    scf.yield %none : !tine.list<i64>
  }
  return %x : !tine.list<i64>
}

// -----

// What both arms give is that list; the branch gives it no more.
// CHECK-LABEL: func @both_arms(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i64)
// CHECK: return %[[L]], %[[R]]
func.func @both_arms(%c: i1, %v: i64) -> (!tine.list<i64>, i64) {
  %l = tine.list_new : <i64>
  %r:2 = scf.if %c -> (!tine.list<i64>, i64) {
    tine.list_append %l, %v : <i64>, i64
    scf.yield %l, %v : !tine.list<i64>, i64
  } else {
    %n = tine.list_length %l : <i64>
    scf.yield %l, %n : !tine.list<i64>, i64
  }
  return %r#0, %r#1 : !tine.list<i64>, i64
}

// -----

// The list that the loop starts with is used behind it.
// CHECK-LABEL: func @start_seen(
// CHECK: scf.for
// CHECK: tine.list_new
// CHECK-NOT: list_clear
// CHECK: return
func.func @start_seen(%x: i64, %n: index, %c: i1) -> (!tine.list<i64>, !tine.list<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : !tine.list<i64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<i64> {
    %b = scf.if %c -> !tine.list<i64> {
      %new = tine.list_new : !tine.list<i64>
      scf.yield %new : !tine.list<i64>
    } else {
      scf.yield %old : !tine.list<i64>
    }
    scf.yield %b : !tine.list<i64>
  }
  return %r, %l : !tine.list<i64>, !tine.list<i64>
}

// -----

// Each iteration keeps the list that the next one renews.
// CHECK-LABEL: func @captured(
// CHECK: scf.for
// CHECK: tine.list_new
// CHECK-NOT: list_clear
// CHECK: return
func.func @captured(%n: index, %c: i1, %kept: !tine.list<!tine.list<i64>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tine.list_new : !tine.list<i64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %l) -> !tine.list<i64> {
    %b = scf.if %c -> !tine.list<i64> {
      %new = tine.list_new : !tine.list<i64>
      scf.yield %new : !tine.list<i64>
    } else {
      scf.yield %old : !tine.list<i64>
    }
    tine.list_append %kept, %b : !tine.list<!tine.list<i64>>, !tine.list<i64>
    scf.yield %b : !tine.list<i64>
  }
  return
}

// -----

// Another list holds the old one.
// CHECK-LABEL: func @held(
// CHECK: scf.if
// CHECK: tine.list_new
// CHECK-NOT: list_clear
// CHECK: return
func.func @held(%c: i1, %k: i64, %lists: !tine.list<!tine.list<i64>>) -> !tine.list<i64> {
  %old = tine.list_get %lists[%k] : <!tine.list<i64>> -> !tine.list<i64>
  %b = scf.if %c -> !tine.list<i64> {
    %new = tine.list_new : !tine.list<i64>
    scf.yield %new : !tine.list<i64>
  } else {
    scf.yield %old : !tine.list<i64>
  }
  return %b : !tine.list<i64>
}

// -----

// The condition of an open loop only hands the list on.
// CHECK-LABEL: func @open_loop(
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.while
// CHECK: tine.list_append %[[L]]
// CHECK: tine.list_clear %[[L]]
func.func @open_loop(%c: i1, %x: i64) {
  %l = tine.list_new : !tine.list<i64>
  %r = scf.while (%arg = %l) : (!tine.list<i64>) -> !tine.list<i64> {
    scf.condition(%c) %arg : !tine.list<i64>
  } do {
  ^bb0(%old: !tine.list<i64>):
    tine.list_append %old, %x : !tine.list<i64>, i64
    %b = scf.if %c -> !tine.list<i64> {
      %new = tine.list_new : !tine.list<i64>
      scf.yield %new : !tine.list<i64>
    } else {
      scf.yield %old : !tine.list<i64>
    }
    scf.yield %b : !tine.list<i64>
  }
  return
}
