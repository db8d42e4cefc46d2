// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @fma_of_integers(%x: tensor<3xi64>) {
  // expected-error@+1 {{needs an element type of floats}}
  %y = nn.fma %x, %x, %x : (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @fma_of_two_types(%x: tensor<3xf32>, %y: tensor<3xf64>) {
  // expected-error@+1 {{operands must have one element type}}
  %z = nn.fma %x, %y, %x : (tensor<3xf32>, tensor<3xf64>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cotangent_of_another_type(%x: tensor<3xf32>, %v: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{gives a cotangent of its type for each input}}
  %y = nn.with_derivative %v by %x : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32> {
  ^bb0(%dy: tensor<2xf32>):
    nn.cotangents %dy : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}
