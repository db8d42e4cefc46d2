// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @reshape_type(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{the element type must stay}}
  %y = nn.reshape %x () : tensor<2x3xf32> -> tensor<6xf64>
  return
}

// -----

func.func @reshape_elements(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{the number of elements must stay}}
  %y = nn.reshape %x () : tensor<2x3xf32> -> tensor<5xf32>
  return
}

// -----

func.func @permute_dims(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{needs one dim for each dimension}}
  %y = nn.permute %x [0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @permute_twice(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dims must be different}}
  %y = nn.permute %x [0, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @permute_range(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dim 2 is out of range for rank 2}}
  %y = nn.permute %x [2, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @permute_shape(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{the result's shape does not fit}}
  %y = nn.permute %x [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @expand(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{an operand of shape [2, 3] cannot be broadcast to [4, 3]}}
  %y = nn.expand %x () : tensor<2x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @slice_rank(%x: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{the slice must have the tensor's rank}}
  %y = nn.slice %x dim 0 from %i step 1 () : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @slice_type(%x: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{the element type must stay}}
  %y = nn.slice %x dim 0 from %i step 1 () : tensor<2x3xf32> -> tensor<1x3xf64>
  return
}

// -----

func.func @slice_step(%x: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{the step must be at least 1}}
  %y = nn.slice %x dim 0 from %i step 0 () : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_size(%x: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{needs a size when the result's dimension is dynamic, and only then}}
  %y = nn.slice %x dim 0 from %i step 1 () : tensor<2x3xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @insert_slice_type(%x: tensor<2x3xf64>, %d: tensor<2x9xf32>, %i: index) {
  // expected-error@+1 {{the element type must stay}}
  %y = nn.insert_slice %x into %d dim 1 from %i step 2 : tensor<2x3xf64> into tensor<2x9xf32>
  return
}

// -----

func.func @cat_of_nothing() {
  // expected-error@+1 {{needs at least one input}}
  %y = "nn.cat"() <{dim = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @cat_of_ranks(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{inputs must have the result's rank and element type}}
  %z = nn.cat %x, %y dim 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @list_cat(%l: !tine.list<i64, f64>) {
  // expected-error@+1 {{needs a list of tensors}}
  %y = nn.list_cat %l dim 0 : !tine.list<i64, f64> -> tensor<?xf32>
  return
}
