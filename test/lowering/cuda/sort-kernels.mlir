// RUN: %tine-opt %s --split-input-file --make-kernels | FileCheck %s

// Two blocks, each with a piece of 2048 elements for 1024 threads.
// CHECK-LABEL: func @long(
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c2{{.*}} threads in (%c1024
// CHECK: gpu.func @kernel0(
// CHECK-SAME: memref<2048xf32, #gpu.address_space<workgroup>>
// CHECK-SAME: memref<2048xi32, #gpu.address_space<workgroup>>
// CHECK: scf.for %[[LEVEL:.*]] = %{{.*}} to %c11
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: arith.cmpf olt
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
func.func @long(%x: memref<1x3000xf32>, %from: memref<1x3000xi32>, %y: memref<1x3000xf32>, %to: memref<1x3000xi32>) attributes {tine.target = "cuda"} {
  cuda.sort_pieces 2048 %x, %from into %y, %to : memref<1x3000xf32>, memref<1x3000xi32> into memref<1x3000xf32>, memref<1x3000xi32>
  return
}

// -----

// Eight pieces of 64 elements share a block of 256 threads.
// CHECK-LABEL: func @short(
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c13{{.*}} threads in (%c256
// CHECK: gpu.func @kernel0(
// CHECK-SAME: memref<512xi64, #gpu.address_space<workgroup>>
// CHECK: scf.for %[[LEVEL:.*]] = %{{.*}} to %c6
func.func @short(%x: memref<100x50xi64>, %from: memref<100x50xi32>, %y: memref<100x50xi64>, %to: memref<100x50xi32>) attributes {tine.target = "cuda"} {
  cuda.sort_pieces 64 descending %x, %from into %y, %to : memref<100x50xi64>, memref<100x50xi32> into memref<100x50xi64>, memref<100x50xi32>
  return
}
