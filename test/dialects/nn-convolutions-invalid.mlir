// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @rank(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) {
  // expected-error@+1 {{convolves 1 to 3 dimensions}}
  %y = nn.conv %x, %w strides [] paddings [] dilations [] groups 1 () : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @lists(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error@+1 {{needs a stride, a padding and a dilation for each dimension}}
  %y = nn.conv %x, %w strides [1] paddings [0, 0] dilations [1, 1] groups 1 ()
    : tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<2x4x6x6xf32>
  return
}

// -----

func.func @stride(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{strides, dilations and groups must be positive}}
  %y = nn.conv %x, %w strides [0] paddings [0] dilations [1] groups 1 () : tensor<2x3x8xf32>, tensor<4x3x3xf32> -> tensor<2x4x6xf32>
  return
}

// -----

func.func @channels(%x: tensor<2x4x8xf32>, %g: tensor<2x4x6xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %w = nn.conv_weight %x, %g strides [1] paddings [0] dilations [1] groups 2 () : tensor<2x4x8xf32>, tensor<2x4x6xf32> -> tensor<4x4x3xf32>
  return
}

// -----

func.func @types(%g: tensor<2x4x6xf32>, %w: tensor<4x3x3xf64>) {
  // expected-error@+1 {{operands must have one element type}}
  %x = nn.conv_transpose %g, %w strides [1] paddings [0] dilations [1] groups 1 () : tensor<2x4x6xf32>, tensor<4x3x3xf64> -> tensor<2x3x8xf32>
  return
}

// -----

func.func @bias(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{the bias must have a number for each channel}}
  %y = nn.conv %x, %w bias %b : tensor<5xf32> strides [1] paddings [0] dilations [1] groups 1 () : tensor<2x3x8xf32>, tensor<4x3x3xf32> -> tensor<2x4x6xf32>
  return
}

// -----

func.func @sizes(%x: tensor<2x3x?xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{needs one size for each dynamic dimension of the result}}
  %y = nn.conv %x, %w strides [1] paddings [0] dilations [1] groups 1 () : tensor<2x3x?xf32>, tensor<4x3x3xf32> -> tensor<2x4x?xf32>
  return
}

// -----

func.func @pool_rank(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has windows of 1 to 3 dimensions}}
  %y = nn.pool max %x kernel [] strides [] paddings [] dilations [] () : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @pool_lists(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{needs a kernel, a stride, a padding and a dilation for each dimension}}
  %y = nn.pool max %x kernel [2] strides [1, 1] paddings [0] dilations [1] () : tensor<2x3x8xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @pool_kernel(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{the kernel, strides and dilations must be positive}}
  %y = nn.pool max %x kernel [0] strides [1] paddings [0] dilations [1] () : tensor<2x3x8xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @pool_shapes(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = nn.pool max %x kernel [2] strides [1] paddings [0] dilations [1] () : tensor<2x3x8xf32> -> tensor<2x4x7xf32>
  return
}

// -----

func.func @pool_type(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{the result has the wrong element type}}
  %y = nn.pool arg_max %x kernel [2] strides [1] paddings [0] dilations [1] () : tensor<2x3x8xf32> -> tensor<2x3x7xf32>
  return
}
