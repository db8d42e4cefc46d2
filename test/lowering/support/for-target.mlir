// RUN: %tine-opt %s --pass-pipeline='builtin.module(func.func(for-target{target=cuda pipeline=nn-to-linalg}))' | FileCheck %s
// RUN: %tine-opt %s --pass-pipeline='builtin.module(func.func(for-target{pipeline=nn-to-linalg,canonicalize}))' | FileCheck %s --check-prefix=CPU
// RUN: not %tine-opt %s --pass-pipeline='builtin.module(func.func(for-target{pipeline=nn-to-linal}))' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: 'nn-to-linal' does not refer to a registered pass

// CHECK-LABEL: func @host(
// CHECK: nn.tanh
// CPU-LABEL: func @host(
// CPU: math.tanh
func.func @host(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = nn.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @device(
// CHECK: math.tanh
// CPU-LABEL: func @device(
// CPU: nn.tanh
func.func @device(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tine.target = "cuda"} {
  %y = nn.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
