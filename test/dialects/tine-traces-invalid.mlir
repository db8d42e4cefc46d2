// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @f(%t: i64, %n: index) {
  // expected-error @+1 {{needs operations, bytes and 1 sizes, or no numbers}}
  tine.trace_end %t "exp" shapes "f32[?] -> f32[4]" flops -1 bytes -1 (%n)
  return
}

// -----

func.func @f(%p: i64) {
  // expected-error @+1 {{knows no 'pause'}}
  tine.profile "pause" %p : (i64) -> ()
  return
}
