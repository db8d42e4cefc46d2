// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @vectors(%x: tensor<3xf32>) {
  // expected-error@+1 {{takes and gives matrices}}
  %y = nn.matmul %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @inner(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = nn.matmul %x, %w transposed : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @one_matrix(%x: tensor<5x2x3xf32>, %w: tensor<3x4xf32>) {
  // expected-error@+1 {{takes and gives batches of matrices}}
  %y = nn.batch_matmul %x, %w : (tensor<5x2x3xf32>, tensor<3x4xf32>) -> tensor<5x2x4xf32>
  return
}

// -----

func.func @batches(%x: tensor<5x2x3xf32>, %w: tensor<6x3x4xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = nn.batch_matmul %x, %w : (tensor<5x2x3xf32>, tensor<6x3x4xf32>) -> tensor<5x2x4xf32>
  return
}
