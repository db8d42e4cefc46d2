// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @scatter_shapes(%x: tensor<5x3xf32>, %p: tensor<2xi64>, %v: tensor<4x3xf32>) {
  // expected-error@+1 {{the shapes do not fit}}
  %y = nn.scatter write %v at %p into %x : tensor<4x3xf32> at tensor<2xi64> into tensor<5x3xf32>
  return
}

// -----

func.func @scatter_ranks(%x: tensor<5xf32>, %p: tensor<2xi64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{takes matrices, and a vector of places}}
  %y = nn.scatter write %v at %p into %x : tensor<2xf32> at tensor<2xi64> into tensor<5xf32>
  return
}

// -----

func.func @scatter_types(%x: tensor<5x1xf32>, %p: tensor<2xi64>, %v: tensor<2x1xi64>) {
  // expected-error@+1 {{the element types differ}}
  %y = nn.scatter write %v at %p into %x : tensor<2x1xi64> at tensor<2xi64> into tensor<5x1xf32>
  return
}

// -----

func.func @nonzero(%m: tensor<7xi1>) {
  // expected-error@+1 {{takes a vector and gives one of unknown size}}
  %y = nn.nonzero %m : tensor<7xi1> -> tensor<7xi64>
  return
}

// -----

func.func @sort(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{takes a matrix and gives two of its shape}}
  %y, %i = nn.sort %x : tensor<2x3xf32> -> tensor<3x2xi64>
  return
}

// -----

func.func @topk(%x: tensor<2x3xf32>, %k: index) {
  // expected-error@+1 {{takes a matrix and gives one of as many rows}}
  %i = nn.topk sorted %x, %k : tensor<2x3xf32> -> tensor<1x2xi64>
  return
}

// -----

func.func @scan_of_integers(%x: tensor<5xi64>) {
  // expected-error@+1 {{logsumexp takes floats}}
  %y = nn.scan logsumexp %x dim 0 : tensor<5xi64>
  return
}

// -----

func.func @scan_dimension(%x: tensor<5xf32>) {
  // expected-error@+1 {{dim 1 is out of range for rank 1}}
  %y = nn.scan sum %x dim 1 : tensor<5xf32>
  return
}

// -----

func.func @index_select(%x: tensor<10x3xf32>, %i: tensor<2x5xi64>) {
  // expected-error@+1 {{the result has the wrong rank}}
  %y = nn.index_select %x, %i dim 0 : (tensor<10x3xf32>, tensor<2x5xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gather(%x: tensor<2x3xf32>, %i: tensor<2x5xi64>) {
  // expected-error@+1 {{the indices must have the input's rank and the result's shape}}
  %y = nn.gather %x, %i dim 1 : (tensor<2x3xf32>, tensor<2x5xi64>) -> tensor<2x3xf32>
  return
}
