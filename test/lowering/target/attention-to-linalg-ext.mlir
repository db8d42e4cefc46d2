// RUN: %tine-opt %s --attention-to-linalg-ext --split-input-file | FileCheck %s

// The results get destinations.
// CHECK-LABEL: func @known(
// CHECK-DAG: %[[Y:.*]] = tensor.empty() : tensor<2x3x5x4xf32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.empty() : tensor<2x3x5x2xf32>
// CHECK-NOT: tine.raise
// CHECK: %[[R:.*]]:2 = linalg_ext.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} into %[[Y]], %[[ROWS]] scale 5.000000e-01 zeros
// CHECK: return %[[R]]#0
func.func @known(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>, %m: tensor<1x1x5x7xi1>) -> tensor<2x3x5x4xf32> {
  %y, %s = nn.attention %q, %k, %v mask %m : tensor<1x1x5x7xi1> scale 0.5 zeros
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
  return %y : tensor<2x3x5x4xf32>
}

// -----

// What the run decides is checked there: here that there are as many values as
// keys.
// CHECK-LABEL: func @of_the_run(
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: tine.assert %[[SAME]], "RuntimeError"
// CHECK: linalg_ext.attention {{.*}} causal
func.func @of_the_run(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x?x8xf32>, %v: tensor<2x3x?x8xf32>) -> tensor<2x3x5x8xf32> {
  %y, %s = nn.attention %q, %k, %v scale 0.5 causal
    : tensor<2x3x5x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x8xf32> -> tensor<2x3x5x8xf32>, tensor<2x3x5x2xf32>
  return %y : tensor<2x3x5x8xf32>
}

// -----

// CHECK-LABEL: func @derivative(
// CHECK-COUNT-2: tensor.empty() : tensor<2x3x{{5|7}}x8xf32>
// CHECK: tensor.empty() : tensor<2x3x7x4xf32>
// CHECK: linalg_ext.attention_grad {{.*}} giving %{{.*}}, %{{.*}} seeded %{{.*}} into
func.func @derivative(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>,
                      %y: tensor<2x3x5x4xf32>, %s: tensor<2x3x5x2xf32>, %g: tensor<2x3x5x4xf32>)
    -> (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>) {
  %a, %b, %c = nn.attention_grad %q, %k, %v giving %y, %s seeded %g scale 0.5
    : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
  return %a, %b, %c : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>
}
