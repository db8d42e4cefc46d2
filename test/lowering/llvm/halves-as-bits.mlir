// RUN: tine-opt %s --halves-as-bits | FileCheck %s
// RUN: tine-opt %s --halves-as-bits='has-half=false' | FileCheck %s --check-prefix=BITS

// CHECK-LABEL: llvm.func @f(%arg0: !llvm.ptr, %arg1: i1, %arg2: f16) -> f16
// CHECK: llvm.mlir.constant(16256 : i16) : i16
// CHECK: llvm.load %arg0 : !llvm.ptr -> i16
// CHECK: llvm.select {{.*}} : i1, i16
// CHECK: llvm.store {{.*}} : i16, !llvm.ptr
// BITS-LABEL: llvm.func @f(%arg0: !llvm.ptr, %arg1: i1, %arg2: i16) -> i16
llvm.func @f(%p: !llvm.ptr, %c: i1, %h: f16) -> f16 {
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  %x = llvm.load %p : !llvm.ptr -> bf16
  %y = llvm.select %c, %x, %one : i1, bf16
  llvm.store %y, %p : bf16, !llvm.ptr
  llvm.return %h : f16
}
