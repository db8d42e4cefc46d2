// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @fma_of_integers(%x: tensor<3xi64>) {
  // expected-error@+1 {{must be tensor or scalar of floats, but got 'tensor<3xi64>'}}
  %y = nn.fma %x, %x, %x : (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @sine_of_integers(%x: tensor<3xi64>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of 32-bit float or 64-bit float or 16-bit float or bfloat16 type values}}
  %y = nn.sin %x : tensor<3xi64>
  return
}

// -----

func.func @difference_of_bools(%x: tensor<3xi1>) {
  // expected-error@+1 {{must be tensor or scalar of floats or integers, but got 'tensor<3xi1>'}}
  %y = nn.sub %x, %x : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return
}

// -----

func.func @fma_of_two_types(%x: tensor<3xf32>, %y: tensor<3xf64>) {
  // expected-error@+1 {{operands must have one element type}}
  %z = nn.fma %x, %y, %x : (tensor<3xf32>, tensor<3xf64>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @rank(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{an operand has a higher rank than the result}}
  %z = nn.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @shape(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{an operand of shape [4] cannot be broadcast to [2, 3]}}
  %z = nn.add %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @device(%x: tensor<3xf32>, %y: tensor<3xf32, #tine.device<cuda : 1>>) {
  // expected-error@+1 {{operands and result must be on one device}}
  %z = nn.add %x, %y : (tensor<3xf32>, tensor<3xf32, #tine.device<cuda : 1>>) -> tensor<3xf32>
  return
}

// -----

func.func @scalars(%x: f32) {
  // expected-error@+1 {{needs a tensor operand}}
  %z = nn.add %x, %x : (f32, f32) -> tensor<f32>
  return
}

// -----

func.func @type_of_sum(%x: tensor<3xf32>) {
  // expected-error@+1 {{the result has the wrong element type}}
  %z = nn.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf64>
  return
}

// -----

func.func @type_of_comparison(%x: tensor<3xf32>) {
  // expected-error@+1 {{the result has the wrong element type}}
  %z = nn.lt %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @type_of_choice(%c: tensor<3xi1>, %x: tensor<3xf32>, %y: f64) {
  // expected-error@+1 {{the result has the wrong element type}}
  %z = nn.where %c, %x, %y : (tensor<3xi1>, tensor<3xf32>, f64) -> tensor<3xf32>
  return
}

// -----

// Scalars have the type that is computed in.
func.func @half_scalar(%x: tensor<3xbf16>, %s: bf16) {
  // expected-error@+1 {{must be tensor or scalar of floats, integers or bools, but got 'bf16'}}
  %y = nn.add %x, %s : (tensor<3xbf16>, bf16) -> tensor<3xbf16>
  return
}

// -----

func.func @wide_scalar(%x: tensor<3xbf16>, %s: f64) {
  // expected-error@+1 {{operands must have one element type}}
  %y = nn.add %x, %s : (tensor<3xbf16>, f64) -> tensor<3xbf16>
  return
}

// -----

func.func @two_halves(%x: tensor<3xbf16>, %y: tensor<3xf16>) {
  // expected-error@+1 {{operands must have one element type}}
  %z = nn.mul %x, %y : (tensor<3xbf16>, tensor<3xf16>) -> tensor<3xbf16>
  return
}

// -----

func.func @byte_scalar(%x: tensor<3xsi8>, %s: i8) {
  // expected-error@+1 {{operands must have one element type}}
  %y = nn.add %x, %s : (tensor<3xsi8>, i8) -> tensor<3xsi8>
  return
}

// -----

func.func @choice_of_bytes(%c: tensor<3xi1>, %x: tensor<3xsi8>, %y: tensor<3xi8>) {
  // expected-error@+1 {{the result has the wrong element type}}
  %z = nn.where %c, %x, %y : (tensor<3xi1>, tensor<3xsi8>, tensor<3xi8>) -> tensor<3xsi8>
  return
}
