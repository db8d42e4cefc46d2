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

// -----

// A module: its entries by slots, with the names of sizes, and the body that
// calls the one of the command line.
// CHECK: llvm.func internal @tine_body()
// CHECK: func.call @program()
// CHECK: llvm.call @tine_abi_run_entry()
// CHECK: llvm.func internal @tine_call_forward(%[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr)
// CHECK: llvm.load {{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.load {{.*}} : !llvm.ptr -> i64
// CHECK: llvm.bitcast {{.*}} : i64 to f64
// CHECK: %[[R:.*]] = func.call @forward
// CHECK: llvm.store {{.*}}
// CHECK: llvm.mlir.global internal constant @tine_entries_{{.*}} : !llvm.array<1 x struct<(ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, i64, i64, ptr)>>
// CHECK: llvm.mlir.global external constant @tine_abi_program()
module attributes {
    tine.parameters = [{name = "w", dtype = 6 : i32, sizes = array<i64: 2>, same = 0 : i64}],
    tine.entries = [{function = @forward, state = array<i64: 0, -1>, updates = array<i64: 0>,
      inputs = [{name = "x", kind = 0 : i32, dtype = 6 : i32, sizes = array<i64: -1>, size_names = ["n"]}],
      outputs = [{name = "output", kind = 0 : i32, dtype = 6 : i32}]}]} {
  func.func private @program() {
    return
  }
  func.func @forward(%w: !tine.box<tensor<2xf32>>, %s: f64, %x: !tine.box<tensor<?xf32>>) -> (!tine.box<tensor<?xf32>>, !tine.box<tensor<2xf32>>) {
    return %x, %w : !tine.box<tensor<?xf32>>, !tine.box<tensor<2xf32>>
  }
}

// -----

// expected-error @+1 {{'tine.entries' is not a list of entries}}
module attributes {tine.entries = [{function = @program, state = array<i64: 0>, updates = array<i64>, inputs = [], outputs = []}]} {
  func.func private @program() {
    return
  }
}
