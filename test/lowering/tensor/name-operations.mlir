// RUN: %tine-opt %s --name-operations --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: %tine-opt %s --name-operations --nn-to-linalg --fuse-elementwise --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: func @f(
// CHECK: nn.mul {{.*}} loc(fused<"mul">["m.py":3:5])
// CHECK: nn.relu {{.*}} loc(fused<"relu">["m.py":4:5])
// CHECK: nn.reduce {{.*}} loc(fused<"max">["m.py":5:5])
// Operations that were fused keep their names.
// FUSED-LABEL: func @f(
// FUSED: arith.mulf {{.*}} loc(fused<"mul">["m.py":3:5])
// FUSED: arith.select {{.*}} loc(fused<"relu">["m.py":4:5])
func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %y = nn.mul %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("m.py":3:5)
  %z = nn.relu %y : tensor<4x8xf32> loc("m.py":4:5)
  %m = nn.reduce max %z [1] : tensor<4x8xf32> -> tensor<4xf32> loc("m.py":5:5)
  return %m : tensor<4xf32>
}
