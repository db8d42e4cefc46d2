// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

// Results that move along the loop they are accumulated in.

#all = affine_map<(d0, d1) -> (d0, d1)>
#line = affine_map<(d0, d1) -> (d0)>

// A block for a line: in each tile of 1024 elements a thread combines 4, the
// threads what those before them have, in 8 steps of two barriers each.
// CHECK-LABEL: func @sums(
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c100, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @kernel0(
// CHECK-SAME: workgroup(%{{.*}} : memref<256xf64, #gpu.address_space<workgroup>>)
// CHECK: scf.for {{.*}} step %c1024 iter_args
// CHECK: scf.for
// CHECK-NOT: llvm.store
// CHECK: gpu.barrier
// CHECK-COUNT-17: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
func.func @sums(%x: memref<100x3000xf32>, %y: memref<100x3000xf32>, %sums: memref<100xf64>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#all, #all, #line], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<100x3000xf32>) outs(%y, %sums : memref<100x3000xf32>, memref<100xf64>) {
  ^bb0(%in: f32, %out: f32, %sum: f64):
    %a = arith.extf %in : f32 to f64
    %b = arith.addf %sum, %a : f64
    %c = arith.truncf %b : f64 to f32
    linalg.yield %c, %b : f32, f64
  }
  return
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#line = affine_map<(d0, d1) -> (d1)>

// Neighbouring lines share a block: 32 of them, with 8 threads each. With a
// block for each 32 most of a GPU would have no work: the lines are cut into
// parts, and a first kernel combines the elements of each.
// CHECK-LABEL: func @columns(
// CHECK: %[[PARTS:.*]] = memref.alloc
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK: memref.dealloc %[[PARTS]]
// CHECK: gpu.func @kernel0(
// CHECK: scf.for {{.*}} step %c8 iter_args
// CHECK-COUNT-4: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.func @kernel1(
// CHECK-COUNT-4: gpu.barrier
// CHECK: scf.for {{.*}} step %c128 iter_args
// CHECK-COUNT-8: gpu.barrier
func.func @columns(%x: memref<3000x100xi64>, %y: memref<3000x100xi64>, %max: memref<100xi64>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#all, #all, #line], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<3000x100xi64>) outs(%y, %max : memref<3000x100xi64>, memref<100xi64>) {
  ^bb0(%in: i64, %out: i64, %before: i64):
    %a = arith.maxsi %before, %in : i64
    linalg.yield %a, %a : i64, i64
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>

// Logarithms of sums of exponentials are combined as they are accumulated.
// CHECK-LABEL: func @logarithms(
// CHECK: gpu.func @kernel0(
// CHECK: gpu.barrier
// CHECK: math.log1p
func.func @logarithms(%x: memref<50xf64>, %y: memref<50xf64>, %sum: memref<f64>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#id, #id, #one], iterator_types = ["reduction"]}
      ins(%x : memref<50xf64>) outs(%y, %sum : memref<50xf64>, memref<f64>) {
  ^bb0(%in: f64, %out: f64, %before: f64):
    %high = arith.maximumf %before, %in : f64
    %low = arith.minimumf %before, %in : f64
    %same = arith.cmpf oeq, %high, %low : f64
    %apart = arith.subf %low, %high : f64
    %less = arith.select %same, %zero, %apart : f64
    %exp = math.exp %less : f64
    %log = math.log1p %exp : f64
    %all = arith.addf %high, %log : f64
    linalg.yield %all, %all : f64, f64
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>

// What depends on the order is done in it, by one thread.
// CHECK-LABEL: func @fading(
// CHECK: gpu.func @kernel0(
// CHECK-NOT: gpu.barrier
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
func.func @fading(%x: memref<5000xf64>, %y: memref<5000xf64>, %sum: memref<f64>) attributes {tine.target = "cuda"} {
  %half = arith.constant 0.5 : f64
  linalg.generic {indexing_maps = [#id, #id, #one], iterator_types = ["reduction"]}
      ins(%x : memref<5000xf64>) outs(%y, %sum : memref<5000xf64>, memref<f64>) {
  ^bb0(%in: f64, %out: f64, %before: f64):
    %a = arith.mulf %before, %half : f64
    %b = arith.addf %a, %in : f64
    linalg.yield %b, %b : f64, f64
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>

// Runs cannot be combined apart where what is added is itself accumulated.
// CHECK-LABEL: func @sums_of_sums(
// CHECK: gpu.func @kernel0(
// CHECK-NOT: gpu.barrier
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
func.func @sums_of_sums(%x: memref<5000xf64>, %y: memref<5000xf64>, %sum: memref<f64>, %sums: memref<f64>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#id, #id, #one, #one], iterator_types = ["reduction"]}
      ins(%x : memref<5000xf64>) outs(%y, %sum, %sums : memref<5000xf64>, memref<f64>, memref<f64>) {
  ^bb0(%in: f64, %out: f64, %before: f64, %all: f64):
    %a = arith.addf %before, %in : f64
    %b = arith.addf %all, %before : f64
    linalg.yield %b, %a, %b : f64, f64, f64
  }
  return
}
