// RUN: %tine-opt %s --tine-to-llvm --verify-diagnostics

func.func @f(%f: !tine.future<i64>) {
  // expected-error @+1 {{'tine.wait' op cannot be lowered to LLVM}}
  %n = tine.wait %f : !tine.future<i64>
  return
}
