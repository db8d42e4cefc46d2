// RUN: %tine-opt %s --schedule-forks=report --split-input-file --verify-diagnostics | FileCheck %s

// A body that only computes is a task, whatever stands around it.
// CHECK-LABEL: func @computes
// CHECK: tine.fork (%{{.*}} = %arg0) : (tensor<2xf32>)
func.func @computes(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %y = nn.neg %a : tensor<2xf32>
    tine.yield %y : tensor<2xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<2xf32>>
  return %y : tensor<2xf32>
}

// -----

// Effects count through calls.
func.func private @hello() {
  %s = tine.string "hello"
  tine.print %s loc("model.py":3:5)
  return
}
// CHECK-LABEL: func @prints
// CHECK: inlined "it prints at model.py:3:5"
func.func @prints() {
  // expected-remark @+1 {{fork runs inline: it prints at model.py:3:5}}
  %f = tine.fork () : () -> !tine.future<> {
    func.call @hello() : () -> ()
    tine.yield
  }
  tine.wait %f : !tine.future<>
  return
}

// -----

// CHECK-LABEL: func @effects
// CHECK: inlined "it draws random numbers
// CHECK: inlined "it seeds the generator of random numbers
// CHECK: inlined "it reads the clock
func.func @effects(%a: f64, %s: i64) {
  // expected-remark @+1 {{fork runs inline: it draws random numbers}}
  %f = tine.fork (%b = %a) : (f64) -> !tine.future<tensor<2xf32>> {
    %y = nn.random normal %b, %b () : f64 -> tensor<2xf32>
    tine.yield %y : tensor<2xf32>
  }
  // expected-remark @+1 {{fork runs inline: it seeds}}
  %g = tine.fork (%b = %s) : (i64) -> !tine.future<> {
    tine.manual_seed %b
    tine.yield
  }
  // expected-remark @+1 {{fork runs inline: it reads the clock}}
  %h = tine.fork () : () -> !tine.future<f64> {
    %t = tine.time realtime : f64
    tine.yield %t : f64
  }
  return
}

// -----

// A list that the body makes is its own.
// CHECK-LABEL: func @own_list
// CHECK: tine.fork (%{{.*}} = %arg0) : (i64)
func.func @own_list(%n: i64) {
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%m = %n) : (i64) -> !tine.future<!tine.list<i64>> {
    %l = tine.list_new : !tine.list<i64>
    tine.list_append %l, %m : !tine.list<i64>, i64
    tine.yield %l : !tine.list<i64>
  }
  return
}

// -----

// CHECK-LABEL: func @changes_capture
// CHECK: inlined "it changes a captured list
func.func private @push(%l: !tine.list<i64>, %n: i64) {
  tine.list_append %l, %n : !tine.list<i64>, i64
  return
}
func.func @changes_capture(%n: i64) {
  %l = tine.list_new : !tine.list<i64>
  // expected-remark @+1 {{fork runs inline: it changes a captured list}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<> {
    func.call @push(%k, %m) : (!tine.list<i64>, i64) -> ()
    tine.yield
  }
  return
}

// -----

// Filled before the fork and only read afterwards: shared as it is.
// CHECK-LABEL: func @reads_settled
// CHECK: %[[L:.*]] = tine.list_new
// CHECK-NOT: tine.list_copy
// CHECK: tine.fork (%{{.*}} = %[[L]],
func.func @reads_settled(%n: i64) -> i64 {
  %l = tine.list_new : !tine.list<i64>
  tine.list_append %l, %n : !tine.list<i64>, i64
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
    %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
    tine.yield %x : i64
  }
  %y = tine.list_length %l : !tine.list<i64>
  return %y : i64
}

// -----

// Changed while the task may run: it gets a copy.
// CHECK-LABEL: func @reads_changing
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: %[[C:.*]] = tine.list_copy %[[L]]
// CHECK: tine.fork (%{{.*}} = %[[C]],
func.func @reads_changing(%n: i64) {
  %l = tine.list_new : !tine.list<i64>
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
    %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
    tine.yield %x : i64
  }
  tine.list_append %l, %n : !tine.list<i64>, i64
  return
}

// -----

// Changed behind the wait: shared as it is, in a loop too.
// CHECK-LABEL: func @reads_before_wait
// CHECK-NOT: tine.list_copy
// CHECK: return
func.func @reads_before_wait(%n: i64, %from: index, %to: index) {
  %l = tine.list_new : !tine.list<i64>
  scf.for %i = %from to %to step %from {
    // expected-remark @+1 {{fork runs as a task}}
    %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
      %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
      tine.yield %x : i64
    }
    %x = tine.wait %f : !tine.future<i64>
    tine.list_append %l, %x : !tine.list<i64>, i64
  }
  return
}

// -----

// The next iteration changes what this one's task reads.
// CHECK-LABEL: func @changes_around_loop
// CHECK: tine.list_append
// CHECK: tine.list_copy
// CHECK: tine.fork
func.func @changes_around_loop(%n: i64, %from: index, %to: index) {
  %l = tine.list_new : !tine.list<i64>
  scf.for %i = %from to %to step %from {
    tine.list_append %l, %n : !tine.list<i64>, i64
    // expected-remark @+1 {{fork runs as a task}}
    %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
      %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
      tine.yield %x : i64
    }
  }
  return
}

// -----

// An argument that the caller changes later is copied.
func.func private @start_copied(%l: !tine.list<i64>, %n: i64) -> !tine.future<i64> {
  // CHECK-LABEL: func private @start_copied
  // CHECK: tine.list_copy
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
    %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
    tine.yield %x : i64
  }
  return %f : !tine.future<i64>
}
func.func @caller_changes(%n: i64) {
  %l = tine.list_new : !tine.list<i64>
  %f = func.call @start_copied(%l, %n) : (!tine.list<i64>, i64) -> !tine.future<i64>
  tine.list_append %l, %n : !tine.list<i64>, i64
  return
}

// -----

// One that nobody changes any more is not.
func.func private @start_shared(%l: !tine.list<i64>, %n: i64) -> !tine.future<i64> {
  // CHECK-LABEL: func private @start_shared
  // CHECK-NOT: tine.list_copy
  // CHECK: return
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<i64> {
    %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
    tine.yield %x : i64
  }
  return %f : !tine.future<i64>
}
func.func @caller_settles(%n: i64) {
  %l = tine.list_new : !tine.list<i64>
  tine.list_append %l, %n : !tine.list<i64>, i64
  %f = func.call @start_shared(%l, %n) : (!tine.list<i64>, i64) -> !tine.future<i64>
  return
}

// -----

// A copy could be told from the original: the body gives the list away.
// CHECK-LABEL: func @gives_away
// CHECK: inlined "it uses a list that may change beside it
func.func @gives_away(%n: i64) {
  %l = tine.list_new : !tine.list<i64>
  // expected-remark @+1 {{fork runs inline: it uses a list that may change}}
  %f = tine.fork (%k = %l, %m = %n) : (!tine.list<i64>, i64) -> !tine.future<!tine.list<i64>> {
    %x = tine.list_get %k[%m] : !tine.list<i64> -> i64
    tine.yield %k : !tine.list<i64>
  }
  tine.list_append %l, %n : !tine.list<i64>, i64
  return
}

// -----

// A list in a list that changes somewhere.
// CHECK-LABEL: func @reads_inner
// CHECK: inlined "it reads a list that may change
func.func @reads_inner(%ll: !tine.list<!tine.list<i64>>, %n: i64) {
  // expected-remark @+1 {{fork runs inline: it reads a list that may change}}
  %f = tine.fork (%k = %ll, %m = %n) : (!tine.list<!tine.list<i64>>, i64) -> !tine.future<i64> {
    %l = tine.list_get %k[%m] : !tine.list<!tine.list<i64>> -> !tine.list<i64>
    %x = tine.list_length %l : !tine.list<i64>
    tine.yield %x : i64
  }
  %l = tine.list_get %ll[%n] : !tine.list<!tine.list<i64>> -> !tine.list<i64>
  tine.list_append %l, %n : !tine.list<i64>, i64
  return
}

// -----

// What a task changes of its caller's state is awaited where it is used, here
// behind the other task.
// CHECK-LABEL: func @disjoint
// CHECK: %[[F:.*]] = tine.fork
// CHECK: %[[G:.*]] = tine.fork
// CHECK: tine.wait %[[F]]
// CHECK: tine.wait %[[G]]
// CHECK: return
func.func @disjoint(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %n = nn.neg %a : tensor<2xf32>
    tine.yield %n : tensor<2xf32>
  }
  %p = tine.wait %f {implicit} : !tine.future<tensor<2xf32>>
  // expected-remark @+1 {{fork runs as a task}}
  %g = tine.fork (%a = %y) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %n = nn.exp %a : tensor<2xf32>
    tine.yield %n : tensor<2xf32>
  }
  %q = tine.wait %g {implicit} : !tine.future<tensor<2xf32>>
  %h = tine.fork () : () -> !tine.future<> { // expected-remark {{fork runs as a task}}
    tine.yield
  }
  return %p, %q : tensor<2xf32>, tensor<2xf32>
}

// -----

// The next task needs what this one changes; what nobody needs is not awaited.
// CHECK-LABEL: func @shared
// CHECK: tine.fork
// CHECK-SAME: inlined "it changes what is used right behind it
// CHECK: tine.wait
// CHECK: tine.fork
// CHECK-NOT: tine.wait
// CHECK: return
func.func @shared(%x: tensor<2xf32>) {
  // expected-remark @+1 {{fork runs inline: it changes what is used right behind it}}
  %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %n = nn.neg %a : tensor<2xf32>
    tine.yield %n : tensor<2xf32>
  }
  %p = tine.wait %f {implicit} : !tine.future<tensor<2xf32>>
  // expected-remark @+1 {{fork runs as a task}}
  %g = tine.fork (%a = %p) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %n = nn.exp %a : tensor<2xf32>
    tine.yield %n : tensor<2xf32>
  }
  %q = tine.wait %g {implicit} : !tine.future<tensor<2xf32>>
  return
}

// -----

// What a task changes is complete before a clock is read, also if nobody needs
// it then, or at all.
// CHECK-LABEL: func @timed
// CHECK: tine.time
// CHECK: %[[F:.*]] = tine.fork
// CHECK: nn.exp
// CHECK-NEXT: tine.wait %[[F]]
// CHECK-NEXT: tine.time
// CHECK-NEXT: nn.neg
// CHECK: scf.if
// CHECK-NEXT: %[[G:.*]] = tine.fork
// CHECK: nn.exp
// CHECK-NEXT: tine.wait %[[G]]
// CHECK-NEXT: {{^ *}}}
// CHECK-NEXT: tine.time
func.func @timed(%x: tensor<2xf32>, %c: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = tine.time realtime : f64
  // expected-remark @+1 {{fork runs as a task}}
  %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %n = nn.neg %a : tensor<2xf32>
    tine.yield %n : tensor<2xf32>
  }
  %p = tine.wait %f {implicit} : !tine.future<tensor<2xf32>>
  %e = nn.exp %x : tensor<2xf32>
  %u = tine.time realtime : f64
  %q = nn.neg %p : tensor<2xf32>
  scf.if %c {
    // expected-remark @+1 {{fork runs as a task}}
    %g = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
      %n = nn.neg %a : tensor<2xf32>
      tine.yield %n : tensor<2xf32>
    }
    %r = tine.wait %g {implicit} : !tine.future<tensor<2xf32>>
    %h = nn.exp %x : tensor<2xf32>
  }
  %v = tine.time realtime : f64
  return %e, %q : tensor<2xf32>, tensor<2xf32>
}
