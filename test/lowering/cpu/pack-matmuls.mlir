// RUN: tine-opt --nn-to-linalg --pack-matmuls=vector-bits=512 %s | FileCheck %s
// RUN: tine-opt --nn-to-linalg --pack-matmuls=vector-bits=256 %s | FileCheck %s --check-prefix=NARROW

// The right operand goes into panels as wide as a few vectors; K is the middle
// dimension. The panels of the narrow target hold fewer columns.
// CHECK-LABEL: func.func private @matmul
// NARROW-LABEL: func.func private @matmul
func.func private @matmul(%x: tensor<8x16xf32>, %w: tensor<128x16xf32>) -> tensor<8x128xf32> {
  // CHECK: %[[P:.*]] = cpu.pack transposed %{{.*}} -> tensor<2x16x64xf32>
  // CHECK: cpu.matmul %{{.*}}, %[[P]] into
  // NARROW: cpu.pack transposed %{{.*}} -> tensor<8x16x16xf32>
  %0 = nn.matmul %x, %w transposed : (tensor<8x16xf32>, tensor<128x16xf32>) -> tensor<8x128xf32>
  return %0 : tensor<8x128xf32>
}
