// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @seed(%y: tensor<2xf32>, %x: tensor<3xf32>) {
  // expected-error@+1 {{takes a seed of its type for each output}}
  %g = nn.gradient of %y seeded %x by %x : (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @gradient(%y: tensor<2xf32>, %x: tensor<3xf32>) {
  // expected-error@+1 {{gives a gradient of its type for each input}}
  %g = nn.gradient of %y seeded %y by %x : (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
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

// -----

func.func @cotangent_of_result(%x: tensor<3xf32>, %v: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{takes a cotangent of its type for each result}}
  %y = nn.with_derivative %v by %x : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32> {
  ^bb0(%dy: tensor<3xf32>):
    nn.cotangents %dy : tensor<3xf32>
  }
  return %y : tensor<2xf32>
}

// -----

func.func @values(%x: tensor<3xf32>, %v: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{gives its values}}
  %y = nn.with_derivative %v by %x : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%dy: tensor<3xf32>):
    nn.cotangents %dy : tensor<3xf32>
  }
  return %y : tensor<3xf32>
}
