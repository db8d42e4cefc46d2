// RUN: %tine-opt %s --sort-to-cpu --canonicalize | FileCheck %s --implicit-check-not=nn.sort --implicit-check-not=nn.topk

// CHECK-LABEL: func @all(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<2x?xi64>
// CHECK: %[[I:.*]] = cpu.sort stable %[[X]] descending into %[[E]]
// CHECK: return %[[I]]
func.func @all(%x: tensor<2x?xf32>) -> tensor<2x?xi64> {
  %y, %i = nn.sort %x descending stable : tensor<2x?xf32> -> tensor<2x?xi64>
  return %i : tensor<2x?xi64>
}

// CHECK-LABEL: func @unstable(
// CHECK: cpu.sort unstable %{{.*}} into {{.*}} -> tensor<2x9xi64>
func.func @unstable(%x: tensor<2x9xf32>) -> tensor<2x9xi64> {
  %y, %i = nn.sort %x : tensor<2x9xf32> -> tensor<2x9xi64>
  return %i : tensor<2x9xi64>
}

// CHECK-LABEL: func @first(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x5xi64>
// CHECK: cpu.sort top %{{.*}} descending into %[[E]] {{.*}} -> tensor<2x5xi64>
func.func @first(%x: tensor<2x?xf32>) -> tensor<2x5xi64> {
  %k = arith.constant 5 : index
  %i = nn.topk sorted %x, %k descending : tensor<2x?xf32> -> tensor<2x5xi64>
  return %i : tensor<2x5xi64>
}

// How many are wanted, the run decides.
// CHECK-LABEL: func @of_the_run(
// CHECK-SAME: %[[X:.*]]: tensor<?x9xf32>, %[[K:.*]]: index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[E:.*]] = tensor.empty(%[[ROWS]], %[[K]]) : tensor<?x?xi64>
// CHECK: cpu.sort partition %[[X]] into %[[E]]
// CHECK: cpu.sort kth %[[X]] into
func.func @of_the_run(%x: tensor<?x9xf32>, %k: index) -> (tensor<?x?xi64>, tensor<?x?xi64>) {
  %i = nn.topk partition %x, %k : tensor<?x9xf32> -> tensor<?x?xi64>
  %j = nn.topk kth %x, %k : tensor<?x9xf32> -> tensor<?x?xi64>
  return %i, %j : tensor<?x?xi64>, tensor<?x?xi64>
}
