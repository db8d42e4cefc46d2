// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @result(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{has a result when it works on tensors, and only then}}
  cpu.matmul %x, %w into %d : tensor<2x3xf32>, tensor<3x4xf32> into tensor<2x4xf32>
  return
}

// -----

func.func @result_type(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{the result must have the destination's type}}
  %y = cpu.matmul %x, %w into %d : tensor<2x3xf32>, tensor<3x4xf32> into tensor<2x4xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @mixed(%x: memref<2x3xf32>, %w: tensor<3x4xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{takes either tensors or buffers}}
  %y = cpu.matmul %x, %w into %d : memref<2x3xf32>, tensor<3x4xf32> into tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @pack_ranks(%w: tensor<100x10xf32>, %d: tensor<10x64xf32>) {
  // expected-error@+1 {{packs a matrix into panels}}
  %p = cpu.pack %w into %d : tensor<100x10xf32> into tensor<10x64xf32> -> tensor<10x64xf32>
  return
}

// -----

func.func @pack_width(%w: tensor<10x100xf32>, %d: tensor<2x10x?xf32>) {
  // expected-error@+1 {{the width of a panel must be static}}
  %p = cpu.pack %w into %d : tensor<10x100xf32> into tensor<2x10x?xf32> -> tensor<2x10x?xf32>
  return
}

// -----

func.func @pack_shapes(%w: tensor<100x10xf32>, %d: tensor<2x10x64xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %p = cpu.pack %w into %d : tensor<100x10xf32> into tensor<2x10x64xf32> -> tensor<2x10x64xf32>
  return
}

// -----

func.func @matmul_ranks(%x: tensor<3xf32>, %w: tensor<3x4xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{multiplies a matrix by a matrix or panels}}
  %y = cpu.matmul %x, %w into %d : tensor<3xf32>, tensor<3x4xf32> into tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @matmul_panels(%x: tensor<5x10xf32>, %p: tensor<2x10x64xf32>, %d: tensor<5x100xf32>) {
  // expected-error@+1 {{panels cannot be transposed}}
  %y = cpu.matmul %x, %p transposed into %d : tensor<5x10xf32>, tensor<2x10x64xf32> into tensor<5x100xf32> -> tensor<5x100xf32>
  return
}

// -----

func.func @matmul_shapes(%x: tensor<2x3xf32>, %w: tensor<4x4xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = cpu.matmul %x, %w into %d : tensor<2x3xf32>, tensor<4x4xf32> into tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @addend_rank(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<f32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{the addend must be a row or a matrix}}
  %y = cpu.matmul %x, %w plus %b : tensor<f32> into %d : tensor<2x3xf32>, tensor<3x4xf32> into tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @addend(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>, %d: tensor<2x4xf32>) {
  // expected-error@+1 {{the addend does not fit}}
  %y = cpu.matmul %x, %w plus %b : tensor<3xf32> into %d : tensor<2x3xf32>, tensor<3x4xf32> into tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @conv_rank(%x: tensor<2x8x9xf32>, %w: tensor<6x8x3xf32>, %d: tensor<2x6x7xf32>) {
  // expected-error@+1 {{convolves 3 dimensions}}
  %y = cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : tensor<2x8x9xf32>, tensor<6x8x3xf32> into tensor<2x6x7xf32> -> tensor<2x6x7xf32>
  return
}

// -----

func.func @conv_shapes(%x: tensor<2x8x1x9x9xf32>, %w: tensor<6x8x1x3x3xf32>, %d: tensor<3x6x1x7x7xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : tensor<2x8x1x9x9xf32>, tensor<6x8x1x3x3xf32> into tensor<3x6x1x7x7xf32> -> tensor<3x6x1x7x7xf32>
  return
}

// -----

func.func @conv_addend(%x: tensor<2x8x1x9x9xf32>, %w: tensor<6x8x1x3x3xf32>, %b: tensor<5xf32>, %d: tensor<2x6x1x7x7xf32>) {
  // expected-error@+1 {{the addend does not fit}}
  %y = cpu.conv %x, %w plus %b : tensor<5xf32> into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : tensor<2x8x1x9x9xf32>, tensor<6x8x1x3x3xf32> into tensor<2x6x1x7x7xf32> -> tensor<2x6x1x7x7xf32>
  return
}

// -----

func.func @conv_lists(%x: tensor<2x8x1x9x9xf32>, %w: tensor<6x8x1x3x3xf32>, %d: tensor<2x6x1x7x7xf32>) {
  // expected-error@+1 {{needs a stride, a padding and a dilation for each of 3 dimensions}}
  %y = cpu.conv %x, %w into %d strides [1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : tensor<2x8x1x9x9xf32>, tensor<6x8x1x3x3xf32> into tensor<2x6x1x7x7xf32> -> tensor<2x6x1x7x7xf32>
  return
}

// -----

func.func @conv_weight_rank(%x: tensor<2x8x1x9x9xf32>, %g: tensor<2x6x1x7x7xf32>, %d: tensor<8x1x3x3x6xf32>) {
  // expected-error@+1 {{convolves 3 dimensions}}
  %w = cpu.conv_weight %x, %g into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1]
    : tensor<2x8x1x9x9xf32>, tensor<2x6x1x7x7xf32> into tensor<8x1x3x3x6xf32> -> tensor<8x1x3x3x6xf32>
  return
}

// -----

func.func @conv_weight_shapes(%x: tensor<2x8x1x9x9xf32>, %g: tensor<3x6x1x7x7xf32>, %d: tensor<1x8x1x3x3x6xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %w = cpu.conv_weight %x, %g into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1]
    : tensor<2x8x1x9x9xf32>, tensor<3x6x1x7x7xf32> into tensor<1x8x1x3x3x6xf32> -> tensor<1x8x1x3x3x6xf32>
  return
}

// -----

func.func @pool_rank(%x: tensor<6x9x9xf32>, %d: tensor<6x4x4xf32>) {
  // expected-error@+1 {{has windows of 3 dimensions}}
  %y = cpu.pool max %x into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 0, 0]
    dilations [1, 1, 1] : tensor<6x9x9xf32> into tensor<6x4x4xf32> -> tensor<6x4x4xf32>
  return
}

// -----

func.func @pool_shapes(%x: tensor<6x1x9x9xf32>, %d: tensor<5x1x4x4xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = cpu.pool max %x into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 0, 0]
    dilations [1, 1, 1] : tensor<6x1x9x9xf32> into tensor<5x1x4x4xf32> -> tensor<5x1x4x4xf32>
  return
}

// -----

func.func @pool_type(%x: tensor<6x1x9x9xf32>, %d: tensor<6x1x4x4xf32>) {
  // expected-error@+1 {{the destination has the wrong element type}}
  %y = cpu.pool arg_max %x into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 0, 0]
    dilations [1, 1, 1] : tensor<6x1x9x9xf32> into tensor<6x1x4x4xf32> -> tensor<6x1x4x4xf32>
  return
}

// -----

func.func @sort(%x: tensor<2x9xf32>, %d: tensor<3x9xi64>) -> tensor<3x9xi64> {
  // expected-error @+1 {{takes a matrix and gives places of as many rows}}
  %y = cpu.sort stable %x into %d : tensor<2x9xf32> into tensor<3x9xi64> -> tensor<3x9xi64>
  return %y : tensor<3x9xi64>
}

// -----

func.func @fused_alone(%x: memref<2x8x1x9x9xf32>, %w: memref<6x8x1x3x3xf32>, %d: memref<2x6x1x7x7xf32>) {
  // expected-error @+1 {{holds a convolution on buffers and one operation}}
  cpu.fused sums 0 {
    cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
      : memref<2x8x1x9x9xf32>, memref<6x8x1x3x3xf32> into memref<2x6x1x7x7xf32>
  }
  return
}

// -----

func.func @fused_with_other(%x: memref<2x8x1x9x9xf32>, %w: memref<6x8x1x3x3xf32>, %d: memref<2x6x1x7x7xf32>) {
  // expected-error @+1 {{the second operation writes one buffer}}
  cpu.fused sums 0 {
    cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
      : memref<2x8x1x9x9xf32>, memref<6x8x1x3x3xf32> into memref<2x6x1x7x7xf32>
    memref.dealloc %d : memref<2x6x1x7x7xf32>
  }
  return
}

// -----

func.func @fused_operand(%x: memref<2x8x1x9x9xf32>, %w: memref<6x8x1x3x3xf32>, %d: memref<2x6x1x7x7xf32>) {
  // expected-error @+1 {{there is no such operand of the second operation}}
  cpu.fused sums 1 {
    cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
      : memref<2x8x1x9x9xf32>, memref<6x8x1x3x3xf32> into memref<2x6x1x7x7xf32>
    linalg.copy ins(%d : memref<2x6x1x7x7xf32>) outs(%d : memref<2x6x1x7x7xf32>)
  }
  return
}
