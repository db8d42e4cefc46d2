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

// The parameters that --load gives values, for the runtime: name, sizes, dtype, rank, first name of the tensor.
// CHECK: llvm.mlir.global internal constant @tine_parameter_sizes(dense<[2, -1, 0]> : tensor<3xi64>)
// CHECK: llvm.mlir.global internal constant @tine_parameters() {{.*}} : !llvm.array<2 x struct<(ptr, ptr, i32, i32, i64)>>
// CHECK: llvm.mlir.global external constant @tine_abi_program()
// CHECK: llvm.mlir.addressof @tine_parameters
module attributes {tine.parameters = [
    {name = "a.weight", dtype = 6 : i32, sizes = array<i64: 2, -1>, same = 0 : i64},
    {name = "b", dtype = 4 : i32, sizes = array<i64>, same = 0 : i64}]} {
  func.func private @program() {
    return
  }
}

// -----

// expected-error @+1 {{'tine.parameters' is not a list of parameters}}
module attributes {tine.parameters = [{name = "a", dtype = 6 : i32, sizes = array<i64>, same = 1 : i64}]} {
  func.func private @program() {
    return
  }
}

// -----

func.func private @program() {
  %b = tine.box_alloc() : !tine.box<tensor<2xf32>>
  // expected-error @+1 {{has a number that 'tine.parameters' of the module does not have}}
  %l = tine.load_parameter 0 %b : !tine.box<tensor<2xf32>>
  return
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

// -----

func.func private @program() {
  return
}
// expected-error @+1 {{has a name that Tine keeps for the entry of the executable: 'tine_entry'}}
func.func private @tine_entry() {
  return
}
