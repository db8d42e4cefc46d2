// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @rank(%q: tensor<3x5x8xf32>, %k: tensor<2x3x7x8xf32>) {
  // expected-error@+1 {{takes and gives tensors of 4 dimensions}}
  %y, %s = nn.attention %q, %k, %k scale 1.0
    : tensor<3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @element(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf64>) {
  // expected-error@+1 {{needs one element type}}
  %y, %s = nn.attention %q, %k, %k scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf64>, tensor<2x3x7x8xf64> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @batch(%q: tensor<2x3x5x8xf32>, %k: tensor<2x1x7x8xf32>) {
  // expected-error@+1 {{the batches do not fit}}
  %y, %s = nn.attention %q, %k, %k scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x1x7x8xf32>, tensor<2x1x7x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @keys(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x6x8xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y, %s = nn.attention %q, %k, %v scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x6x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @mask_of_ints(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %m: tensor<5x7xf32>) {
  // expected-error@+1 {{the mask needs 4 dimensions, and bools or the element type}}
  %y, %s = nn.attention %q, %k, %k mask %m : tensor<5x7xf32> scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @mask(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %m: tensor<1x2x5x7xf32>) {
  // expected-error@+1 {{the mask does not fit}}
  %y, %s = nn.attention %q, %k, %k mask %m : tensor<1x2x5x7xf32> scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return
}

// -----

func.func @derivative(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %y: tensor<2x3x5x8xf32>, %s: tensor<2x3x5x3xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %a, %b, %c = nn.attention_grad %q, %k, %k giving %y, %s seeded %y scale 1.0
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x3xf32>
  return
}
