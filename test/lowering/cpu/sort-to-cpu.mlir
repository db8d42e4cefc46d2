// RUN: %tine-opt %s --sort-to-cpu --canonicalize | FileCheck %s --implicit-check-not=nn.sort

// CHECK-LABEL: func @all(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<2x?xi64>
// CHECK: %[[I:.*]] = cpu.sort %[[X]] descending into %[[E]]
// CHECK: return %[[I]]
func.func @all(%x: tensor<2x?xf32>) -> tensor<2x?xi64> {
  %y, %i = nn.sort %x descending : tensor<2x?xf32> -> tensor<2x?xi64>
  return %i : tensor<2x?xi64>
}

// Of which the first columns are looked at.
// CHECK-LABEL: func @first(
// CHECK: cpu.sort %{{.*}} any_order into {{.*}} -> tensor<2x5xi64>
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @first(%x: tensor<2x?xf32>, %n: index) -> tensor<2x5xi64> {
  %y, %i = nn.sort %x {nn.any_order} : tensor<2x?xf32> -> tensor<2x?xi64>
  %z = tensor.extract_slice %i[0, 0] [2, 5] [1, 1] : tensor<2x?xi64> to tensor<2x5xi64>
  return %z : tensor<2x5xi64>
}

// CHECK-LABEL: func @rows_of_the_run(
// CHECK: cpu.sort %{{.*}} into {{.*}} -> tensor<?x3xi64>
// CHECK-NOT: tensor.extract_slice
// CHECK: cpu.sort %{{.*}} into {{.*}} -> tensor<?x5xi64>
// CHECK: tensor.extract_slice
func.func @rows_of_the_run(%x: tensor<?x5xf32>, %n: index) -> (tensor<?x3xi64>, tensor<?x5xi64>) {
  %zero = arith.constant 0 : index
  %y, %i = nn.sort %x : tensor<?x5xf32> -> tensor<?x5xi64>
  %rows = tensor.dim %x, %zero : tensor<?x5xf32>
  %z = tensor.extract_slice %i[0, 0] [%rows, 3] [1, 1] : tensor<?x5xi64> to tensor<?x3xi64>
  %v, %j = nn.sort %x : tensor<?x5xf32> -> tensor<?x5xi64>
  %w = tensor.extract_slice %j[0, 0] [%n, 5] [1, 1] : tensor<?x5xi64> to tensor<?x5xi64>
  return %z, %w : tensor<?x3xi64>, tensor<?x5xi64>
}

// Others than the first, or some rows only, need all.
// CHECK-LABEL: func @others(
// CHECK: cpu.sort %{{.*}} into {{.*}} -> tensor<2x9xi64>
// CHECK: tensor.extract_slice
// CHECK: cpu.sort %{{.*}} into {{.*}} -> tensor<2x9xi64>
// CHECK: tensor.extract_slice
func.func @others(%x: tensor<2x9xf32>) -> (tensor<2x5xi64>, tensor<1x5xi64>) {
  %y, %i = nn.sort %x : tensor<2x9xf32> -> tensor<2x9xi64>
  %z = tensor.extract_slice %i[0, 1] [2, 5] [1, 1] : tensor<2x9xi64> to tensor<2x5xi64>
  %v, %j = nn.sort %x : tensor<2x9xf32> -> tensor<2x9xi64>
  %w = tensor.extract_slice %j[0, 0] [1, 5] [1, 1] : tensor<2x9xi64> to tensor<1x5xi64>
  return %z, %w : tensor<2x5xi64>, tensor<1x5xi64>
}
