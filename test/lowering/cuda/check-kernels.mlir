// RUN: %tine-opt %s --split-input-file --make-kernels | FileCheck %s
// RUN: %tine-opt %s --split-input-file --make-kernels --merge-equal-kernels --issue-kernels=report 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS-NOT: waits here for a number

// One block of few threads; it writes only where an index is out of range.
// CHECK-LABEL: func @few(
// CHECK: %[[RECORD:.*]] = tine.open_check "IndexError", "index %i of %i", %{{.*}} : i64 parts %{{.*}} : memref<32xi64>
// CHECK-NOT: tine.check
// CHECK: memref.extract_aligned_pointer_as_index %[[RECORD]]
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c1{{[_ ,].*}} threads in (%c256
// CHECK-NOT: tine.settle_checks
// CHECK: gpu.func @kernel0(
// CHECK: scf.for %{{.*}} step %c256
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi sge
// CHECK: arith.minui
// CHECK-COUNT-8: gpu.shuffle xor
// CHECK: scf.if
// CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr<1>
// CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr<1>
// CALLS-LABEL: func @few(
// CALLS: llvm.call @tine_abi_cuda_check(
// CALLS: llvm.call @tine_abi_cuda_launch(
func.func @few(%i: memref<10xi64>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : i64
  %n = arith.constant 7 : i64
  tine.check %i from %zero to %n, "IndexError", "index %i of %i", %n : i64 : memref<10xi64>
  return
}

// -----

// Parts of many; where the dimension may be empty the job waits.
// CHECK-LABEL: func @many(
// CHECK-SAME: %{{.*}}: memref<?x4xi64>, %[[N:.*]]: i64
// CHECK: tine.open_check "IndexError", "index out of range in self" parts %{{.*}} : memref<32xi64>
// CHECK: %[[EMPTY:.*]] = arith.cmpi s{{.*}}%[[N]]{{.*}} : i64
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%{{.*}}) threads in (%c1024
// CHECK: scf.if %[[EMPTY]]
// CHECK-NEXT: tine.settle_checks
// CALLS-LABEL: func @many(
// CALLS: llvm.call @tine_abi_cuda_settle_checks()
func.func @many(%i: memref<?x4xi64>, %n: i64) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : i64
  tine.check %i from %zero to %n, "IndexError", "index out of range in self" : memref<?x4xi64>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// It passes work on other buffers, but not what makes the indices, and not an
// error that comes first.
// CHECK-LABEL: func @moves(
// CHECK: gpu.launch_func @kernels::@[[MADE:.*]] blocks
// CHECK: tine.assert
// CHECK: tine.open_check
// CHECK: gpu.launch_func
// CHECK: gpu.launch_func @kernels::@[[OTHER:.*]] blocks
func.func @moves(%i: memref<10xi64>, %x: memref<10xf32>, %y: memref<10xf32>, %fine: i1) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : i64
  %n = arith.constant 7 : i64
  linalg.fill ins(%zero : i64) outs(%i : memref<10xi64>)
  tine.assert %fine, "RuntimeError", "first"
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<10xf32>) outs(%y : memref<10xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %in : f32
    linalg.yield %a : f32
  }
  tine.check %i from %zero to %n, "IndexError", "index out of range in self" : memref<10xi64>
  return
}
