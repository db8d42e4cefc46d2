// RUN: %tine-opt %s --split-input-file --keep-endless-loops | FileCheck %s
// RUN: %tine-opt %s --split-input-file --keep-endless-loops --canonicalize --cse | FileCheck %s --check-prefix=AFTER

// CHECK-LABEL: func.func @endless(
// CHECK: do {
// CHECK: tine.endless
// AFTER-LABEL: func.func @endless(
// AFTER: scf.while
// AFTER: tine.endless
func.func @endless() {
  %true = arith.constant true
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r = scf.while (%i = %c0) : (i64) -> i64 {
    scf.condition(%true) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c1 : i64
    scf.yield %j : i64
  }
  return
}

// -----

// The data decide.
// CHECK-LABEL: func.func @data(
// CHECK: tine.endless
func.func @data(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

// A loop that counts to an end goes, also one that stops earlier by a flag.
// CHECK-LABEL: func.func @ends(
// CHECK-NOT: tine.endless
// AFTER-LABEL: func.func @ends(
// AFTER-NOT: scf.while
func.func @ends(%n: i64, %flag: i1) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %false = arith.constant false
  %r = scf.while (%i = %c0) : (i64) -> i64 {
    %less = arith.cmpi slt, %i, %n : i64
    %both = arith.andi %flag, %less : i1
    scf.condition(%both) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c1 : i64
    scf.yield %j : i64
  }
  %s = scf.while (%i = %n) : (i64) -> i64 {
    %less = arith.cmpi sgt, %i, %c0 : i64
    %both = scf.if %less -> i1 {
      scf.yield %flag : i1
    } else {
      scf.yield %false : i1
    }
    scf.condition(%both) %i : i64
  } do {
  ^bb0(%i: i64):
    %c3 = arith.constant 3 : i64
    %j = arith.subi %i, %c3 : i64
    scf.yield %j : i64
  }
  return
}

// -----

// A step over the end of the numbers, one that does nothing, one away from the
// end, an end that the loop moves, and one that all numbers come up to.
// CHECK-LABEL: func.func @may_not_end(
// CHECK-COUNT-5: tine.endless
// AFTER-LABEL: func.func @may_not_end(
// AFTER-COUNT-5: scf.while
func.func @may_not_end(%n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %a = scf.while (%i = %c0) : (i64) -> i64 {
    %less = arith.cmpi slt, %i, %n : i64
    scf.condition(%less) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c2 : i64
    scf.yield %j : i64
  }
  %b = scf.while (%i = %c0) : (i64) -> i64 {
    %less = arith.cmpi slt, %i, %n : i64
    scf.condition(%less) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c0 : i64
    scf.yield %j : i64
  }
  %c = scf.while (%i = %c0) : (i64) -> i64 {
    %less = arith.cmpi slt, %i, %n : i64
    scf.condition(%less) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.subi %i, %c1 : i64
    scf.yield %j : i64
  }
  %d:2 = scf.while (%i = %c0, %m = %n) : (i64, i64) -> (i64, i64) {
    %less = arith.cmpi slt, %i, %m : i64
    scf.condition(%less) %i, %m : i64, i64
  } do {
  ^bb0(%i: i64, %m: i64):
    %j = arith.addi %i, %c1 : i64
    %k = arith.addi %m, %c1 : i64
    scf.yield %j, %k : i64, i64
  }
  %e = scf.while (%i = %c0) : (i64) -> i64 {
    %less = arith.cmpi sle, %i, %n : i64
    scf.condition(%less) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c1 : i64
    scf.yield %j : i64
  }
  return
}

// -----

// A loop with an effect needs none, nor does one around an endless one.
// CHECK-LABEL: func.func @inner(
// CHECK-COUNT-1: tine.endless
// CHECK-NOT: tine.endless
func.func @inner(%c: i1, %s: !tine.str) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    tine.print %s
    scf.yield
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.yield
    }
    scf.yield
  }
  return
}
