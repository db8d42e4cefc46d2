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
