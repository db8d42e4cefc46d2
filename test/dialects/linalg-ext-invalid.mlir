// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @attention_element(%q: memref<2x3x5x8xf32>, %k: memref<2x3x7x8xf64>, %y: memref<2x3x5x8xf32>, %s: memref<2x3x5x2xf32>) {
  // expected-error @+1 {{takes 4 dimensions of one element type}}
  linalg_ext.attention %q, %k, %k into %y, %s scale 1.0
    : (memref<2x3x5x8xf32>, memref<2x3x7x8xf64>, memref<2x3x7x8xf64>, memref<2x3x5x8xf32>, memref<2x3x5x2xf32>) -> ()
  return
}

// -----

func.func @attention_mask(%q: memref<2x3x5x8xf32>, %m: memref<5x5xf32>, %s: memref<2x3x5x2xf32>) {
  // expected-error @+1 {{needs a mask of 4 dimensions}}
  linalg_ext.attention %q, %q, %q mask %m into %q, %s scale 1.0
    : (memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<5x5xf32>, memref<2x3x5x8xf32>, memref<2x3x5x2xf32>) -> ()
  return
}

// -----

func.func @attention_results(%q: memref<2x3x5x8xf32>) {
  // expected-error @+1 {{has two destinations}}
  linalg_ext.attention %q, %q, %q into %q scale 1.0
    : (memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>) -> ()
  return
}

// -----

func.func @attention_derivatives(%q: memref<2x3x5x8xf32>, %s: memref<2x3x5x2xf32>) {
  // expected-error @+1 {{has three destinations}}
  linalg_ext.attention_grad %q, %q, %q giving %q, %s seeded %q into %q scale 1.0
    : (memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>, memref<2x3x5x2xf32>, memref<2x3x5x8xf32>, memref<2x3x5x8xf32>) -> ()
  return
}
