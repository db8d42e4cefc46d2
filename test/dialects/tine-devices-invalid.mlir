// RUN: %tine-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{device kind must be cpu or cuda, not 'tpu'}}
func.func private @kind(tensor<2xf32, #tine.device<tpu : 0>>)

// -----

// expected-error@+1 {{device index must not be negative}}
func.func private @index(tensor<2xf32, #tine.device<cuda : -1>>)

// -----

func.func @shape(%t: tensor<2xf32>) {
  // expected-error@+1 {{shape and element type must stay}}
  %u = tine.to %t : tensor<2xf32> -> tensor<3xf32, #tine.device<cuda : 1>>
  return
}

// -----

func.func @missing(%n: i64) {
  // expected-error@+1 {{there is no function 'nowhere'}}
  tine.enqueue #tine.device<cuda : 1>, @nowhere(%n) : (i64) -> ()
  return
}

// -----

func.func private @part(i64) -> i64
func.func @captures(%b: i1) {
  // expected-error@+1 {{the captures must match the function's arguments}}
  %f = tine.enqueue #tine.device<cuda : 1>, @part(%b) : (i1) -> !tine.future<i64>
  return
}

// -----

func.func private @part(i64) -> i64
func.func @count(%n: i64) {
  // expected-error@+1 {{there must be a future for each of the function's results}}
  tine.enqueue #tine.device<cuda : 1>, @part(%n) : (i64) -> ()
  return
}

// -----

func.func private @part(i64) -> i64
func.func @leaf(%n: i64) {
  // expected-error@+1 {{each future must hold one result of the function}}
  %f = tine.enqueue #tine.device<cuda : 1>, @part(%n) : (i64) -> !tine.future<f64>
  return
}

// -----

func.func @transfer(%t: tensor<2xf32>) {
  // expected-error@+1 {{the copy must be a future of the source's tensor}}
  %u = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %t : tensor<2xf32> -> !tine.future<tensor<3xf32>>
  return
}

// -----

func.func private @part(i64) -> tensor<2xf32>
func.func @device(%n: i64) {
  // expected-error@+1 {{a future's tensor must be on the device of the call}}
  %f = tine.enqueue #tine.device<cuda : 1>, @part(%n) : (i64) -> !tine.future<tensor<2xf32, #tine.device<cuda : 0>>>
  return
}

// -----

func.func private @part(i64) -> !tine.box<tensor<2xf32>>
func.func @no_device(%n: i64) {
  // expected-error@+1 {{a future's tensor must be on the device of the call}}
  %f = tine.enqueue #tine.device<cuda : 1>, @part(%n) : (i64) -> !tine.future<!tine.box<tensor<2xf32>>>
  return
}

// -----

func.func @to(%t: tensor<2xf32>) {
  // expected-error@+1 {{the copy must be on the device that it goes to}}
  %u = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %t : tensor<2xf32> -> !tine.future<tensor<2xf32>>
  return
}

// -----

func.func @to_host(%t: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) {
  // expected-error@+1 {{the copy must be on the device that it goes to}}
  %u = tine.transfer #tine.device<cuda : 1> to #tine.device<cpu : 0>, %t : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  return
}

// -----

func.func @from(%t: !tine.future<tensor<2xf32>>) {
  // expected-error@+1 {{the source must be on the device that it comes from}}
  %u = tine.transfer #tine.device<cuda : 1> to #tine.device<cpu : 0>, %t : !tine.future<tensor<2xf32>> -> !tine.future<tensor<2xf32>>
  return
}

// -----

// A wait may leave a device out, but names no other.
func.func @wait(%f: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) {
  %a = tine.wait %f : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  %b = tine.wait %f : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32>
  // expected-error@+1 {{the results must be the leaves of the future, whose devices may be left out}}
  %c = tine.wait %f : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32, #tine.device<cuda : 0>>
  return
}

// -----

func.func @wait_count(%f: !tine.future<i64, i64>) {
  // expected-error@+1 {{the results must be the leaves of the future, whose devices may be left out}}
  %c = tine.wait %f : !tine.future<i64, i64> -> i64
  return
}
