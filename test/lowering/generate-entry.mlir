// RUN: %tine-opt %s --generate-entry --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @{{.*}}("model.py\00")
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @{{.*}}("cpu:0,cuda:1\00")
// One team for the whole program; its first thread runs the program.
// CHECK: llvm.func internal @tine_body()
// CHECK: func.call @program()
// CHECK: llvm.func internal @tine_entry()
// CHECK: omp.parallel
// CHECK: omp.master
// CHECK: %[[B:.*]] = llvm.mlir.addressof @tine_body
// CHECK: llvm.call @tine_abi_root(%[[B]])
// CHECK: llvm.mlir.global external constant @tine_abi_program()
// CHECK: llvm.mlir.addressof @tine_entry
module attributes {tine.name = "model.py", tine.devices = ["cpu:0", "cuda:1"]} {
  func.func private @program() {
    return
  }
}

// -----

// Without a program there is nothing to enter.
// CHECK-LABEL: func @library
// CHECK-NOT: tine_entry
func.func @library() {
  return
}

// -----

// expected-error @+1 {{the program must have no arguments and no results}}
func.func private @program(%n: i64) {
  return
}
