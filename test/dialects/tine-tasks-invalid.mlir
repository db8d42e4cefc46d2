// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @results(%x: i64) {
  // expected-error@+1 {{expected one result, the future}}
  tine.fork (%a = %x) : (i64) -> () {
    tine.yield
  }
  return
}

// -----

func.func @captures(%x: i64) {
  // expected-error@+1 {{the region's arguments must match the captures}}
  %f = "tine.fork"(%x) ({
  ^bb0(%a: f64):
    "tine.yield"() : () -> ()
  }) : (i64) -> !tine.future<>
  return
}

// -----

func.func @leaves(%x: i64) {
  // expected-error@+1 {{the region must yield the leaves of the future}}
  %f = tine.fork (%a = %x) : (i64) -> !tine.future<f64> {
    tine.yield %a : i64
  }
  return
}

// -----

func.func @nobody(%x: i64) {
  // expected-error@+1 {{there is no function 'body'}}
  %f = tine.spawn @body(%x) : (i64) -> !tine.future<i64>
  return
}

// -----

func.func private @body(f64) -> i64
func.func @arguments(%x: i64) {
  // expected-error@+1 {{the captures must match the function's arguments}}
  %f = tine.spawn @body(%x) : (i64) -> !tine.future<i64>
  return
}

// -----

func.func private @body(i64) -> f64
func.func @future(%x: i64) {
  // expected-error@+1 {{the future's leaves must match the function's results}}
  %f = tine.spawn @body(%x) : (i64) -> !tine.future<i64>
  return
}

// -----

func.func @wait(%f: !tine.future<i64>) {
  // expected-error@+1 {{the results must be the leaves of the future}}
  %x = "tine.wait"(%f) : (!tine.future<i64>) -> f64
  return
}
