// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{the vector must have one dimension of 8 elements, as many as its parts}}
  %v = tine.join %a, %b : tensor<2x3xf32>, tensor<2xf32> -> tensor<9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{parts and vector must have one element type}}
  %v = tine.join %a, %b : tensor<2x3xf32>, tensor<2xf64> -> tensor<8xf32>
  return
}

// -----

func.func @f(%v: tensor<2x4xf32>) {
  // expected-error @+1 {{the vector must have one dimension of 8 elements}}
  %a, %b = tine.split %v : tensor<2x4xf32> -> tensor<2x3xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%v: memref<8xf32>) {
  // expected-error @+1 {{the part must lie in the source}}
  %a = tine.buffer_part %v[7] : memref<8xf32> -> memref<2xf32>
  return
}

// -----

func.func @f(%v: memref<8xf32>) {
  // expected-error @+1 {{source and part must have one element type and the identity layout}}
  %a = tine.buffer_part %v[0] : memref<8xf32> -> memref<2xf64>
  return
}
