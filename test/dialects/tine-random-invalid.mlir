// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @f(%g: i64, %n: i64) {
  // expected-error @+1 {{knows no 'shuffle'}}
  %x = tine.python_draw "shuffle" %g, %n : i64
  return
}

// -----

func.func @f(%g: i64, %n: i64) {
  // expected-error @+1 {{gives a float where it is "random", else an int}}
  %x = tine.python_draw "random" %g, %n : i64
  return
}
