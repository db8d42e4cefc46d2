// RUN: %tine-opt %s --tine-to-llvm --verify-diagnostics

func.func @f(%f: !tine.future<i64>) {
  // expected-error @+1 {{'tine.wait' op: the pass 'tine-to-llvm' of the phase llvm needs a module that has been through the phase target: a spawn or wait is left}}
  %n = tine.wait %f : !tine.future<i64>
  return
}
