// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @unknown() {
  // expected-error @+1 {{knows no 'reboot'}}
  tine.system "reboot"() : () -> ()
  return
}

// -----

func.func @other_argument(%n: i64) {
  // expected-error @+1 {{has other types than 'sleep' takes}}
  tine.system "sleep"(%n) : (i64) -> ()
  return
}

// -----

func.func @other_result(%path: !tine.str) -> f64 {
  // expected-error @+1 {{has other types than 'path_kind' takes}}
  %kind = tine.system "path_kind"(%path) : (!tine.str) -> f64
  return %kind : f64
}
