// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @unknown() {
  // expected-error @+1 {{knows no 'burn'}}
  tine.file "burn"() : () -> ()
  return
}

// -----

func.func @other_argument(%n: i64) {
  // expected-error @+1 {{has other types than 'remove' takes}}
  %error = tine.file "remove"(%n) : (i64) -> i64
  return
}

// -----

func.func @other_result(%n: i64) -> i64 {
  // expected-error @+1 {{has other types than 'line' takes}}
  %line = tine.file "line"(%n) : (i64) -> i64
  return %line : i64
}
