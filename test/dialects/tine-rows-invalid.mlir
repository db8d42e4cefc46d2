// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @f(%address: index, %n: index) {
  // expected-error @+1 {{has no order 'last'}}
  tine.sort_row "last" %address, %n, %n
  return
}
