// RUN: %tine-opt %s --split-input-file --verify-phase=phase=place --verify-diagnostics

// expected-error @+1 {{'func.func' op after the phase place: a device is left in a type that is not a future's}}
func.func private @device(%t: tensor<2xf32, #tine.device<cuda : 1>>) {
  return
}

// -----

// expected-error @+1 {{a device is left in a type that is not a future's}}
func.func private @result() -> tensor<2xf32, #tine.device<cuda : 1>>

// -----

// expected-error @+1 {{a device is left in a type that is not a future's}}
func.func private @box(%b: !tine.list<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>) {
  return
}

// -----

// A list in a future holds tensors of the host.
// expected-error @+1 {{a device is left in a type that is not a future's}}
func.func private @inner(%b: !tine.future<!tine.list<tensor<2xf32, #tine.device<cuda : 1>>>>) {
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

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>
!dev1 = tensor<2xf32, #tine.device<cuda : 1>>

// Futures on the host, of a device and of copies, alone and in containers.
func.func private @part(%x: !tine.future<!dev1>, %l: !tine.list<!tine.future<!dev1>>, %n: i64) -> tensor<2xf32> attributes {tine.device = #tine.device<cuda : 1>} {
  %y = tine.wait %x : !tine.future<!dev1> -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @good(%x: !tine.future<!dev1>, %l: !tine.list<!tine.future<!dev1>>, %t: !tine.future<!tine.future<!dev0>, i64>) -> tensor<2xf32> {
  %f, %n = tine.wait %t : !tine.future<!tine.future<!dev0>, i64>
  %y = tine.enqueue #tine.device<cuda : 1>, @part(%x, %l, %n) : (!tine.future<!dev1>, !tine.list<!tine.future<!dev1>>, i64) -> !tine.future<!dev1>
  %h = tine.transfer #tine.device<cuda : 1> to #tine.device<cpu : 0>, %y : !tine.future<!dev1> -> !tine.future<tensor<2xf32>>
  %z = tine.wait %h : !tine.future<tensor<2xf32>>
  return %z : tensor<2xf32>
}

// -----

func.func private @host_access(%x: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) {
  // expected-error @+1 {{after the phase place: the host waits for a tensor of a device}}
  %y = tine.wait %x : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32>
  return
}

// -----

func.func private @box_access(%x: !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>) {
  // expected-error @+1 {{after the phase place: the host waits for a tensor of a device}}
  %y = tine.wait %x : !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>> -> !tine.box<tensor<2xf32>>
  return
}

// -----

func.func private @device_access(%l: !tine.list<!tine.list<i64>>) attributes {tine.device = #tine.device<cuda : 1>} {
  %x = ub.poison : !tine.future<tensor<2xf32, #tine.device<cuda : 0>>>
  // expected-error @+1 {{after the phase place: a function of a device waits for a tensor of another}}
  %y = tine.wait %x : !tine.future<tensor<2xf32, #tine.device<cuda : 0>>> -> tensor<2xf32>
  return
}

// -----

// A tensor of the host is of another, too.
// expected-error @+1 {{after the phase place: a function of a device takes a future of another's tensor}}
func.func private @takes(%x: !tine.list<!tine.future<tensor<2xf32>>>) attributes {tine.device = #tine.device<cuda : 1>} {
  return
}

// -----

// expected-error @+1 {{after the phase place: a function of a device takes a future of another's tensor}}
func.func private @takes_boxes(%x: !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 0>>>>) attributes {tine.device = #tine.device<cuda : 1>} {
  return
}

// -----

func.func private @given(%x: !tine.future<tensor<2xf32, #tine.device<cuda : 0>>>) {
  // expected-error @+1 {{after the phase place: a device is given a tensor of another}}
  tine.enqueue #tine.device<cuda : 1>, @part(%x) : (!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>) -> ()
  return
}
func.func private @part(!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>) attributes {tine.device = #tine.device<cuda : 1>}

// -----

func.func private @given_by_host(%x: !tine.list<tensor<2xf32>>) {
  // expected-error @+1 {{after the phase place: a device is given a tensor of another}}
  tine.enqueue #tine.device<cuda : 1>, @part(%x) : (!tine.list<tensor<2xf32>>) -> ()
  return
}
func.func private @part(!tine.list<tensor<2xf32>>) attributes {tine.device = #tine.device<cuda : 1>}
