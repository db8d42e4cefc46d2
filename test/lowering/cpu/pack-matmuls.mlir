// RUN: %tine-opt %s --nn-to-linalg --canonicalize --pack-matmuls=vector-bits=512 --loop-invariant-code-motion | FileCheck %s

// The bias is a row, the weight becomes two panels of 64 columns.
// CHECK-LABEL: func @linear(
// CHECK-SAME: %[[X:.*]]: tensor<50x30xf32>, %[[W:.*]]: tensor<100x30xf32>, %[[B:.*]]: tensor<100xf32>
// CHECK: %[[P:.*]] = cpu.pack transposed %[[W]] into {{.*}} -> tensor<2x30x64xf32>
// CHECK: cpu.matmul %[[X]], %[[P]] plus %[[B]]
func.func @linear(%x: tensor<50x30xf32>, %w: tensor<100x30xf32>, %b: tensor<100xf32>) -> tensor<50x100xf32> {
  %m = nn.matmul %x, %w transposed : (tensor<50x30xf32>, tensor<100x30xf32>) -> tensor<50x100xf32>
  %y = nn.add %m, %b : (tensor<50x100xf32>, tensor<100xf32>) -> tensor<50x100xf32>
  return %y : tensor<50x100xf32>
}

// One row: the matrix is read once anyway.
// CHECK-LABEL: func @row(
// CHECK-NOT: cpu.pack
// CHECK: cpu.matmul {{.*}} transposed into
func.func @row(%x: tensor<1x30xf32>, %w: tensor<100x30xf32>) -> tensor<1x100xf32> {
  %y = nn.matmul %x, %w transposed : (tensor<1x30xf32>, tensor<100x30xf32>) -> tensor<1x100xf32>
  return %y : tensor<1x100xf32>
}

// In a loop the packing of what does not change moves out.
// CHECK-LABEL: func @loop(
// CHECK: cpu.pack
// CHECK: scf.for
// CHECK: cpu.matmul
func.func @loop(%x: tensor<1x30xf64>, %w: tensor<30x30xf64>, %m: index, %n: index) -> tensor<1x30xf64> {
  %r = scf.for %i = %m to %n step %n iter_args(%s = %x) -> tensor<1x30xf64> {
    %y = nn.matmul %s, %w : (tensor<1x30xf64>, tensor<30x30xf64>) -> tensor<1x30xf64>
    scf.yield %y : tensor<1x30xf64>
  }
  return %r : tensor<1x30xf64>
}

// Products of integers stay.
// CHECK-LABEL: func @integers(
// CHECK: linalg.matmul
func.func @integers(%x: tensor<5x3xi64>, %y: tensor<3x4xi64>) -> tensor<5x4xi64> {
  %z = nn.matmul %x, %y : (tensor<5x3xi64>, tensor<3x4xi64>) -> tensor<5x4xi64>
  return %z : tensor<5x4xi64>
}
