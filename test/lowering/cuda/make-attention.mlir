// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

// A block has 64 rows of a matrix, of which there are six; scores are not in memory.
// CHECK-LABEL: func @attention(
// CHECK-NOT: memref.alloc
// CHECK-DAG: %[[BLOCKS:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[THREADS:.*]] = arith.constant 128 : index
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[BLOCKS]], %{{.*}}, %{{.*}}) threads in (%[[THREADS]],
// CHECK-NOT: linalg_ext
// CHECK: gpu.module @kernels
// CHECK: llvm.func @tine_attention_f32_32(
// CHECK: gpu.func @kernel0(
// CHECK: llvm.call @tine_attention_f32_32(
func.func @attention(%q: memref<2x3x70x8xf32>, %k: memref<2x3x50x8xf32>, %v: memref<2x3x50x4xf32>,
                     %y: memref<2x3x70x4xf32>, %s: memref<2x3x70x2xf32>) attributes {tine.target = "cuda"} {
  linalg_ext.attention %q, %k, %v into %y, %s scale 2.500000e-01 causal
    : (memref<2x3x70x8xf32>, memref<2x3x50x8xf32>, memref<2x3x50x4xf32>, memref<2x3x70x4xf32>, memref<2x3x70x2xf32>) -> ()
  return
}
// What becomes of a product: it is scaled.
// CHECK: func.func private @kernel0_3(%{{.*}}: !llvm.ptr, %{{.*}}: index, %{{.*}}: index, %[[PRODUCT:.*]]: f32) -> f32
// CHECK: %[[SCALE:.*]] = arith.constant 2.500000e-01 : f32
// CHECK: %[[SCORE:.*]] = arith.mulf %[[PRODUCT]], %[[SCALE]] : f32
// CHECK: return %[[SCORE]] : f32

// -----

// The derivative by queries has blocks of rows, those by keys and values have
// blocks of keys. Sums of the rows go from one to the other.
// CHECK-LABEL: func @derivative(
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 18 : index
// CHECK-DAG: %[[KEYS:.*]] = arith.constant 12 : index
// CHECK: memref.alloc() : memref<2x3x70x1xf32>
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[ROWS]],
// CHECK: gpu.launch_func @kernels::@kernel1 blocks in (%[[KEYS]],
// CHECK: memref.dealloc
// CHECK: gpu.func @kernel0(
// CHECK: llvm.call @tine_attention_grad_queries_f32_64(
// CHECK: gpu.func @kernel1(
// CHECK: llvm.call @tine_attention_grad_keys_f32_64(
func.func @derivative(%q: memref<2x3x70x8xf32>, %k: memref<2x3x50x8xf32>, %v: memref<2x3x50x40xf32>,
                      %m: memref<1x1x70x50xi1>, %y: memref<2x3x70x40xf32>, %s: memref<2x3x70x2xf32>,
                      %g: memref<2x3x70x40xf32>, %a: memref<2x3x70x8xf32>, %b: memref<2x3x50x8xf32>,
                      %c: memref<2x3x50x40xf32>) attributes {tine.target = "cuda"} {
  linalg_ext.attention_grad %q, %k, %v mask %m giving %y, %s seeded %g into %a, %b, %c scale 2.500000e-01
    : (memref<2x3x70x8xf32>, memref<2x3x50x8xf32>, memref<2x3x50x40xf32>, memref<1x1x70x50xi1>, memref<2x3x70x40xf32>,
       memref<2x3x70x2xf32>, memref<2x3x70x40xf32>, memref<2x3x70x8xf32>, memref<2x3x50x8xf32>, memref<2x3x50x40xf32>) -> ()
  return
}
