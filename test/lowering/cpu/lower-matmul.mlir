// RUN: tine-opt --lower-matmul=vector-bits=512 %s | FileCheck %s

// Products become loops over register tiles: fused multiply-adds of vectors with the
// accumulators as loop-carried values, no call and no cpu operation left.
// CHECK-LABEL: func.func private @matmul
func.func private @matmul(%x: memref<6x16xf32>, %p: memref<1x16x64xf32>, %y: memref<6x64xf32>) {
  // CHECK-NOT: cpu.matmul
  // CHECK: scf.for {{.*}} iter_args
  // CHECK: vector.load {{.*}} vector<16xf32>
  // CHECK: vector.fma {{.*}} : vector<16xf32>
  // CHECK: scf.yield
  // CHECK-NOT: call
  cpu.matmul %x, %p into %y : memref<6x16xf32>, memref<1x16x64xf32> into memref<6x64xf32>
  return
}
