// Kernels become PTX: functions of libdevice by instructions, those of libm
// from libclc, and nothing of it that is not called.
// RUN: %tinec %s --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=NONE
// RUN: %tinec %s --emit=ptx -o %t.again.ptx && cmp %t.ptx %t.again.ptx
// RUN: sed 's/@expm1/@j0/' %s > %t.undefined.mlir
// RUN: not %tinec %t.undefined.mlir --emit=ptx -o %t.none.ptx 2>&1 | FileCheck %s --check-prefix=UNDEFINED

// CHECK: .version 8.0
// CHECK: .target sm_80
// CHECK: .visible .entry k0(
// CHECK-NEXT: .param .u64 .ptr .global {{.*}}k0_param_0,
// CHECK-NEXT: .param .u32 k0_param_1
// CHECK: .reqntid 32
// CHECK: abs.f32
// CHECK: sqrt.rn.f64
// CHECK: cvt.rmi.f32.f32
// CHECK: fma.rn.f32
// CHECK: ret;
// CHECK: .visible .entry k1(
// CHECK: .maxntid 64
// CHECK: ret;
// CHECK: .visible .entry k2(
// CHECK: ret;
// NONE-NOT: .extern
// NONE-NOT: .func
// NONE-NOT: call
// NONE-NOT: __nv_
// UNDEFINED: undefined.mlir:[[#]]:{{[0-9]+}}: error: there is no function 'j0' for GPUs; compile with --targets=cpu
// UNDEFINED-NEXT: llvm.func @k1
// UNDEFINED-NOT: error
module attributes {gpu.container_module, tine.phase = "llvm"} {
  gpu.module @kernels {
    llvm.func @__nv_fabsf(f32) -> f32
    llvm.func @__nv_floorf(f32) -> f32
    llvm.func @__nv_fmaf(f32, f32, f32) -> f32
    llvm.func @__nv_sqrt(f64) -> f64
    llvm.func @expm1(f64) -> f64
    llvm.func @__nv_isinff(f32) -> i32
    llvm.func @__nv_isnanf(f32) -> i32
    llvm.func @__nv_isnand(f64) -> i32
    llvm.func @__nv_finitef(f32) -> i32
    llvm.func @__nv_isfinited(f64) -> i32
    llvm.func @__nv_signbitf(f32) -> i32
    llvm.func @__nv_sincosf(f32, !llvm.ptr, !llvm.ptr)
    llvm.func @__nv_fast_expf(f32) -> f32
    llvm.func @__nv_erff(f32) -> f32

    llvm.func @k0(%x: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tine.kernel = 0 : i64} {
      %0 = llvm.load %x : !llvm.ptr<1> -> f32
      %1 = llvm.call @__nv_fabsf(%0) : (f32) -> f32
      %2 = llvm.fpext %1 : f32 to f64
      %3 = llvm.call @__nv_sqrt(%2) : (f64) -> f64
      %4 = llvm.fptrunc %3 : f64 to f32
      %5 = llvm.call @__nv_floorf(%4) : (f32) -> f32
      %6 = llvm.sitofp %n : i32 to f32
      %7 = llvm.call @__nv_fmaf(%5, %6, %0) : (f32, f32, f32) -> f32
      llvm.store %7, %x : f32, !llvm.ptr<1>
      llvm.return
    }

    llvm.func @k1(%x: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, tine.kernel = 1 : i64} {
      %0 = llvm.load %x : !llvm.ptr<1> -> f64
      %1 = llvm.call @expm1(%0) : (f64) -> f64
      llvm.store %1, %x : f64, !llvm.ptr<1>
      llvm.return
    }

    // What takes a float and gives an integer, or nothing.
    llvm.func @k2(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %z: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, tine.kernel = 2 : i64} {
      %0 = llvm.load %x : !llvm.ptr<1> -> f32
      %d = llvm.load %y : !llvm.ptr<1> -> f64
      %1 = llvm.call @__nv_isinff(%0) : (f32) -> i32
      %2 = llvm.call @__nv_isnanf(%0) : (f32) -> i32
      %3 = llvm.call @__nv_isnand(%d) : (f64) -> i32
      %4 = llvm.call @__nv_finitef(%0) : (f32) -> i32
      %5 = llvm.call @__nv_isfinited(%d) : (f64) -> i32
      %6 = llvm.call @__nv_signbitf(%0) : (f32) -> i32
      %7 = llvm.add %1, %2 : i32
      %8 = llvm.add %7, %3 : i32
      %9 = llvm.add %8, %4 : i32
      %10 = llvm.add %9, %5 : i32
      %11 = llvm.add %10, %6 : i32
      llvm.store %11, %z : i32, !llvm.ptr<1>
      %sine = llvm.addrspacecast %x : !llvm.ptr<1> to !llvm.ptr
      %cosine = llvm.addrspacecast %y : !llvm.ptr<1> to !llvm.ptr
      llvm.call @__nv_sincosf(%0, %sine, %cosine) : (f32, !llvm.ptr, !llvm.ptr) -> ()
      %12 = llvm.call @__nv_fast_expf(%0) : (f32) -> f32
      %13 = llvm.call @__nv_erff(%12) : (f32) -> f32
      llvm.store %13, %z : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
