// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @width(%x: tensor<3x9xf32>, %c: tensor<3x9xi32>) -> (tensor<3x9xf32>, tensor<3x9xi32>) {
  // expected-error@+1 {{the width must be a power of two up to 2048}}
  %y:2 = cuda.sort_pieces 12 %x, %c into %x, %c : tensor<3x9xf32>, tensor<3x9xi32> into tensor<3x9xf32>, tensor<3x9xi32> -> tensor<3x9xf32>, tensor<3x9xi32>
  return %y#0, %y#1 : tensor<3x9xf32>, tensor<3x9xi32>
}

// -----

func.func @elements(%x: tensor<3x9xf32>, %d: tensor<3x9xf64>, %c: tensor<3x9xi32>) {
  // expected-error@+1 {{the destination must have the same elements}}
  %y:2 = cuda.sort_pieces 16 %x, %c into %d, %c : tensor<3x9xf32>, tensor<3x9xi32> into tensor<3x9xf64>, tensor<3x9xi32> -> tensor<3x9xf64>, tensor<3x9xi32>
  return
}

// -----

func.func @sizes(%x: tensor<3x9xf32>, %c: tensor<3x8xi32>) {
  // expected-error@+1 {{all rows must have the same sizes}}
  %y:2 = cuda.sort_pieces 16 %x, %c into %x, %c : tensor<3x9xf32>, tensor<3x8xi32> into tensor<3x9xf32>, tensor<3x8xi32> -> tensor<3x9xf32>, tensor<3x8xi32>
  return
}

// -----

func.func @results(%x: tensor<3x9xf32>, %c: tensor<3x9xi32>) {
  // expected-error@+1 {{has a result when it works on tensors, and only then}}
  %y = cuda.sort_pieces 16 %x, %c into %x, %c : tensor<3x9xf32>, tensor<3x9xi32> into tensor<3x9xf32>, tensor<3x9xi32> -> tensor<3x9xf32>
  return
}
