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

// -----

func.func @box_part_outside(%v: !tine.box<tensor<8xf32>>) {
  // expected-error @+1 {{the part must lie in the vector}}
  %b = tine.box_part %v[5] : !tine.box<tensor<8xf32>> -> !tine.box<tensor<2x2xf32>>
  return
}

// -----

func.func @box_part_unknown(%v: !tine.box<tensor<?xf32>>) {
  // expected-error @+1 {{needs a vector and a part of known sizes and of one element type}}
  %b = tine.box_part %v[0] : !tine.box<tensor<?xf32>> -> !tine.box<tensor<2xf32>>
  return
}

// -----

func.func @box_part_elements(%v: !tine.box<tensor<8xf32>>) {
  // expected-error @+1 {{needs a vector and a part of known sizes and of one element type}}
  %b = tine.box_part %v[0] : !tine.box<tensor<8xf32>> -> !tine.box<tensor<2xf64>>
  return
}
