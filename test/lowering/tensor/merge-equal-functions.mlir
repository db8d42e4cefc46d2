// RUN: %tine-opt %s --merge-equal-functions | FileCheck %s

// Where an op of arithmetic was written makes no difference; what it computes
// does.
// CHECK: func private @first(
// CHECK-NOT: @second
// CHECK: func private @other(
func.func private @first(%a: i64) -> i64 {
  %c = arith.constant 1 : i64 loc("a.py":1:1)
  %s = arith.addi %a, %c : i64 loc("a.py":1:5)
  return %s : i64
}
func.func private @second(%a: i64) -> i64 {
  %c = arith.constant 1 : i64 loc("a.py":7:1)
  %s = arith.addi %a, %c : i64 loc("a.py":7:5)
  return %s : i64
}
func.func private @other(%a: i64) -> i64 {
  %c = arith.constant 2 : i64
  %s = arith.addi %a, %c : i64
  return %s : i64
}

// Their callers become equal by that.
// CHECK: func private @calls_first(
// CHECK: tine.spawn @first
// CHECK-NOT: @calls_second
func.func private @calls_first(%a: i64) -> !tine.future<i64> {
  %f = tine.spawn @first(%a) : (i64) -> !tine.future<i64> loc("a.py":3:1)
  return %f : !tine.future<i64>
}
func.func private @calls_second(%a: i64) -> !tine.future<i64> {
  %f = tine.spawn @second(%a) : (i64) -> !tine.future<i64> loc("a.py":3:1)
  return %f : !tine.future<i64>
}

// What can fail names its line, so the line must be the same.
// CHECK: func private @fails_here(
// CHECK: func private @fails_there(
func.func private @fails_here() {
  %m = tine.string "no"
  tine.raise "ValueError", %m loc("a.py":4:1)
  return
}
func.func private @fails_there() {
  %m = tine.string "no"
  tine.raise "ValueError", %m loc("a.py":9:1)
  return
}

// In which module a trace has it makes no difference.
// CHECK: func private @fails_in_one(
// CHECK-NOT: func private @fails_in_another(
func.func private @fails_in_one() {
  %m = tine.string "no"
  tine.raise "ValueError", %m loc(fused<{module = ".a"}>["a.py":5:1])
  return
}
func.func private @fails_in_another() {
  %m = tine.string "no"
  tine.raise "ValueError", %m loc(fused<{module = ".b"}>["a.py":5:1])
  return
}

// CHECK: func @program
// CHECK-NEXT: tine.spawn @first(
// CHECK-NEXT: tine.spawn @first(
// CHECK-NEXT: tine.spawn @other(
// CHECK-NEXT: call @calls_first(
// CHECK-NEXT: call @calls_first(
// CHECK-NEXT: call @fails_here(
// CHECK-NEXT: call @fails_there(
// CHECK-NEXT: call @fails_in_one(
// CHECK-NEXT: call @fails_in_one(
func.func @program(%a: i64) {
  %0 = tine.spawn @first(%a) : (i64) -> !tine.future<i64>
  %1 = tine.spawn @second(%a) : (i64) -> !tine.future<i64>
  %2 = tine.spawn @other(%a) : (i64) -> !tine.future<i64>
  %3 = call @calls_first(%a) : (i64) -> !tine.future<i64>
  %4 = call @calls_second(%a) : (i64) -> !tine.future<i64>
  call @fails_here() : () -> ()
  call @fails_there() : () -> ()
  call @fails_in_one() : () -> ()
  call @fails_in_another() : () -> ()
  return
}
