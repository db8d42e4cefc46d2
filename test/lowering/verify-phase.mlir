// RUN: %tine-opt %s --split-input-file --verify-phase=phase=place --verify-diagnostics

// expected-error @+1 {{'func.func' op after the phase place: a device is left in a type}}
func.func private @device(%t: tensor<2xf32, #tine.device<cuda : 1>>) {
  return
}

// -----

func.func private @fork() {
  // expected-error @+1 {{after the phase place: a fork is left}}
  %f = tine.fork () : () -> !tine.future<> {
  }
  return
}
