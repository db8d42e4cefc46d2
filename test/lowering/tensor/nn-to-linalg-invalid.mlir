// RUN: %tine-opt %s --nn-to-linalg --verify-diagnostics

func.func @sine_of_integers(%x: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error@+1 {{'nn.sin' is not supported for these element types}}
  %y = nn.sin %x : tensor<2xi64>
  return %y : tensor<2xi64>
}
