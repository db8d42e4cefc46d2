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

// -----

// A function of a device is called by its queue, or by one of the same device.
func.func private @part() attributes {tine.device = #tine.device<cuda : 1>} {
  return
}
func.func private @whole() attributes {tine.device = #tine.device<cuda : 1>} {
  func.call @part() : () -> ()
  return
}
func.func private @queued() {
  tine.enqueue #tine.device<cuda : 1>, @whole() : () -> ()
  // expected-error @+1 {{after the phase place: a function of a device is called from elsewhere}}
  func.call @part() : () -> ()
  return
}

// -----

func.func private @part() attributes {tine.device = #tine.device<cuda : 1>} {
  return
}
func.func private @queued() {
  // expected-error @+1 {{after the phase place: a function of a device is called from elsewhere}}
  tine.enqueue #tine.device<cuda : 0>, @part() : () -> ()
  return
}
