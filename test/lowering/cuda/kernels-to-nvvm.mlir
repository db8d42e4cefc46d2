// RUN: %tine-opt %s --pass-pipeline='builtin.module(gpu.module(kernels-to-nvvm))' | FileCheck %s

// An index has 32 bits; addresses have 64.
// CHECK: llvm.func @k0(%[[X:.*]]: !llvm.ptr<1>, %[[N:.*]]: i64)
// CHECK-SAME: nvvm.kernel
// CHECK-DAG: %[[LIMIT:.*]] = llvm.trunc %[[N]] : i64 to i32
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
// CHECK: llvm.icmp "ult" %[[T]], %[[LIMIT]] : i32
// CHECK: llvm.cond_br
// CHECK: %[[AT:.*]] = llvm.sext %[[T]] : i32 to i64
// CHECK: llvm.getelementptr %[[X]][%[[AT]]]
// CHECK-NOT: builtin.unrealized_conversion_cast
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k0(%x: !llvm.ptr<1>, %n: i64) kernel attributes {known_block_size = array<i32: 256, 1, 1>, tine.kernel = 0 : i64} {
      %limit = arith.index_cast %n : i64 to index
      %t = gpu.thread_id x
      %in = arith.cmpi ult, %t, %limit : index
      scf.if %in {
        %at = arith.index_cast %t : index to i64
        %p = llvm.getelementptr %x[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        %one = arith.constant 1.0 : f32
        llvm.store %one, %p : f32, !llvm.ptr<1>
      }
      gpu.return
    }
  }
}
