// RUN: %tine-opt %s --issue-kernels --canonicalize | FileCheck %s
// RUN: %tine-opt %s --issue-kernels=report 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: issue-kernels.mlir:[[#]]:10: remark: the thread that issues work waits here for a number of the GPU

module attributes {gpu.container_module} {
  memref.global "private" constant @numbers : memref<2xi64> = dense<[3, 4]>
  gpu.module @kernels {
    gpu.func @k0(%x: !llvm.ptr<1>, %s: f32) kernel attributes {tine.kernel = 0 : i64} {
      gpu.return
    }
    gpu.func @k1(%x: !llvm.ptr<1>, %s: f32) kernel attributes {tine.kernel = 1 : i64} {
      gpu.return
    }
  }

  // Each argument is a word.
  // CHECK-LABEL: func @launch(
  // CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[S:.*]]: f32, %[[N:.*]]: index
  // CHECK-DAG: %[[K:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK-DAG: %[[WORDS:.*]] = llvm.alloca
  // CHECK-DAG: %[[A:.*]] = llvm.ptrtoint %[[P]]
  // CHECK: llvm.store %[[A]], %[[WORDS]]
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[S]] : f32 to i32
  // CHECK: %[[B:.*]] = arith.extui %[[BITS]] : i32 to i64
  // CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[WORDS]][8]
  // CHECK: llvm.store %[[B]], %[[SECOND]]
  // CHECK: %[[X:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: llvm.call @tine_abi_cuda_launch(%[[K]], %[[X]], %{{.*}}, %{{.*}}, %[[WORDS]])
  func.func @launch(%p: !llvm.ptr<1>, %s: f32, %n: index) attributes {tine.target = "cuda"} {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@k1 blocks in (%n, %one, %one) threads in (%one, %one, %one) args(%p : !llvm.ptr<1>, %s : f32)
    return
  }

  // CHECK-LABEL: func @accesses(
  // CHECK: %[[WORD:.*]] = llvm.call @tine_abi_cuda_read(%{{.*}}, %{{.*}}) : (!llvm.ptr, i64) -> i64
  // CHECK: %[[LOW:.*]] = arith.trunci %[[WORD]] : i64 to i32
  // CHECK: %[[E:.*]] = arith.bitcast %[[LOW]] : i32 to f32
  // CHECK: llvm.call @tine_abi_cuda_write(
  // CHECK: llvm.call @tine_abi_cuda_copy(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK: return %[[E]]
  func.func @accesses(%x: memref<?x4xf32>, %y: memref<?x4xf32>, %i: index) -> f32 attributes {tine.target = "cuda"} {
    %one = arith.constant 1 : index
    %e = memref.load %x[%i, %one] : memref<?x4xf32>
    memref.store %e, %y[%one, %i] : memref<?x4xf32>
    memref.copy %x, %y : memref<?x4xf32> to memref<?x4xf32>
    return %e : f32
  }

  // CHECK-LABEL: func @constant(
  // CHECK: %[[HOST:.*]] = memref.get_global @numbers
  // CHECK: %[[COPY:.*]] = llvm.call @tine_abi_cuda_constant(%{{.*}}, %{{.*}}) : (!llvm.ptr, i64) -> !llvm.ptr
  // CHECK: llvm.insertvalue %[[COPY]], %{{.*}}[1]
  // CHECK: %[[VIEW:.*]] = builtin.unrealized_conversion_cast
  // CHECK: return %[[VIEW]]
  func.func @constant() -> memref<2xi64> attributes {tine.target = "cuda"} {
    %n = memref.get_global @numbers : memref<2xi64>
    return %n : memref<2xi64>
  }

  // CHECK-LABEL: func @host(
  // CHECK: memref.load
  func.func @host(%x: memref<4xf32>, %i: index) -> f32 {
    %e = memref.load %x[%i] : memref<4xf32>
    return %e : f32
  }
}
