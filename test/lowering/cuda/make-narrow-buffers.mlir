// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

// A buffer of nothing but rounded values has elements of 2 bytes.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @rounded(
// CHECK: memref.alloc() : memref<64xbf16>
// CHECK: gpu.func @kernel0(
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NOT: arith.extf
// CHECK: llvm.store %{{.*}} : vector<4xbf16>, !llvm.ptr<1>
// CHECK: gpu.func @kernel1(
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<4xbf16>
// CHECK: arith.extf %{{.*}} : bf16 to f32
func.func @rounded(%x: memref<64xf32>, %z: memref<64xf32>) attributes {tine.target = "cuda"} {
  %y = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.truncf %in : f32 to bf16
    %e = arith.extf %n : bf16 to f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : memref<64xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sqrt %in : f32
    linalg.yield %s : f32
  }
  memref.dealloc %y : memref<64xf32>
  return
}

// -----

// Not where something else has it, or writes other values to it.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @others(
// CHECK: memref.alloc() {tine.rounded = bf16} : memref<64xf32>
// CHECK: memref.alloc() : memref<64xf32>
func.func @others(%x: memref<64xf32>, %z: memref<64xf32>) -> f32 attributes {tine.target = "cuda"} {
  %c0 = arith.constant 0 : index
  %y = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.truncf %in : f32 to bf16
    %e = arith.extf %n : bf16 to f32
    linalg.yield %e : f32
  }
  %first = memref.load %y[%c0] : memref<64xf32>
  %w = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%w : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.truncf %in : f32 to bf16
    %e = arith.extf %n : bf16 to f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%w : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  memref.dealloc %y : memref<64xf32>
  memref.dealloc %w : memref<64xf32>
  return %first : f32
}
