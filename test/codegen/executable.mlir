// A program of the llvm and omp dialects becomes an executable that runs its
// tasks, whichever way the OpenMP runtime is linked.
// RUN: %tinec %s -o %t
// RUN: %t | FileCheck %s
// RUN: %tinec %s -O0 -o %t && %t | FileCheck %s
// RUN: %tinec %s --mcpu=x86-64 -o %t && %t | FileCheck %s
// RUN: %tinec %s --openmp=shared -o %t.shared && %t.shared | FileCheck %s
// RUN: llvm-readelf -d %t.shared | FileCheck %s --check-prefix=SHARED
// RUN: llvm-readelf -l %t | FileCheck %s --check-prefix=STATIC
// RUN: llvm-nm %t 2>&1 | FileCheck %s --check-prefix=STRIPPED
// RUN: %tinec %s -g -o %t.g && llvm-nm %t.g | FileCheck %s --check-prefix=KEPT

// CHECK: sum of 100 tasks: 5050
// SHARED-DAG: NEEDED{{.*}}libomp.so.5
// SHARED-DAG: RUNPATH{{.*}}$ORIGIN
// STATIC-NOT: INTERP
// STRIPPED: no symbols
// KEPT: {{[Tt]}} main

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global private constant @format("sum of %d tasks: %d\0A\00")
llvm.mlir.global internal @sum(0 : i32) : i32

llvm.func internal @add(%i: i32) {
  %sum = llvm.mlir.addressof @sum : !llvm.ptr
  %old = llvm.atomicrmw add %sum, %i acq_rel : !llvm.ptr, i32
  llvm.return
}

llvm.func @main() -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %last = llvm.mlir.constant(100 : i32) : i32
  omp.parallel {
    omp.single {
      llvm.br ^loop(%one : i32)
    ^loop(%i: i32):
      omp.task {
        llvm.call @add(%i) : (i32) -> ()
        omp.terminator
      }
      %next = llvm.add %i, %one : i32
      %more = llvm.icmp "sle" %next, %last : i32
      llvm.cond_br %more, ^loop(%next : i32), ^end
    ^end:
      omp.terminator
    }
    omp.terminator
  }
  %format = llvm.mlir.addressof @format : !llvm.ptr
  %address = llvm.mlir.addressof @sum : !llvm.ptr
  %sum = llvm.load %address : !llvm.ptr -> i32
  %n = llvm.call @printf(%format, %last, %sum) vararg(!llvm.func<i32 (ptr, ...)>)
    : (!llvm.ptr, i32, i32) -> i32
  llvm.return %zero : i32
}
