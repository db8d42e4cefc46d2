// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @reduce_twice(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dims must be different}}
  %y = nn.reduce sum %x [1, 1] : tensor<2x3xf32> -> tensor<f32>
  return
}

// -----

func.func @reduce_rank(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{the result must have rank 1}}
  %y = nn.reduce sum %x [1] : tensor<2x3xf32> -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_range(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dim -1 is out of range for rank 2}}
  %y = nn.reduce sum %x [-1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @index_of_sum(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{only max and min have an index}}
  %y = nn.arg_reduce sum %x dim 1 : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @index_type(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{the result must be i64 and have the reduced rank}}
  %y = nn.arg_reduce max %x dim 1 : tensor<2x3xf32> -> tensor<2xf32>
  return
}
