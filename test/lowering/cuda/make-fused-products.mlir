// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

#row = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>
// The bias that the product is added to and the op that alone reads the sum are
// in its kernel; the sum is never stored. What frees an operand comes later.
// CHECK-LABEL: func @both(
// CHECK-SAME: %{{[^:]*}}: memref<9x21xf32>, %{{[^:]*}}: memref<21x13xf32>, %[[BIAS:[^:]*]]: !tine.box<tensor<13xf32>>
// CHECK-NOT: memref.alloc() {{.*}}memref<9x13xf32>
// CHECK: %[[Z:.*]] = memref.alloc() : memref<13x9xf32>
// CHECK-NOT: tine.release
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: tine.release %[[BIAS]]
// CHECK-NOT: gpu.launch_func
// CHECK: return %[[Z]]
// CHECK: func.func private @kernel0_0(%{{.*}}: !llvm.ptr, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index, %[[SUM:.*]]: f32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[B:.*]] = llvm.load %{{.*}} {alignment = 4 : i64}
// CHECK: %[[ALL:.*]] = arith.addf %[[B]], %[[SUM]]
// CHECK: %[[RELU:.*]] = arith.maximumf %[[ALL]], %[[ZERO]]
// CHECK: arith.muli %[[COLUMN]],
// CHECK: llvm.store %[[RELU]]
func.func @both(%x: memref<9x21xf32>, %w: memref<21x13xf32>, %box: !tine.box<tensor<13xf32>>) -> memref<13x9xf32> attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %b = tine.box_buffer %box : !tine.box<tensor<13xf32>> -> memref<13xf32>
  %y = memref.alloc() : memref<9x13xf32>
  linalg.broadcast ins(%b : memref<13xf32>) outs(%y : memref<9x13xf32>) dimensions = [0]
  tine.release %box : !tine.box<tensor<13xf32>>
  linalg.matmul ins(%x, %w : memref<9x21xf32>, memref<21x13xf32>) outs(%y : memref<9x13xf32>)
  %z = memref.alloc() : memref<13x9xf32>
  linalg.generic {indexing_maps = [#row, #turned], iterator_types = ["parallel", "parallel"]} ins(%y : memref<9x13xf32>) outs(%z : memref<13x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %zero : f32
    linalg.yield %a : f32
  }
  memref.dealloc %y : memref<9x13xf32>
  return %z : memref<13x9xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// A copy of a number is one.
// CHECK-LABEL: func @copied(
// CHECK-NOT: memref.copy
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK-NOT: gpu.launch_func
func.func @copied(%x: memref<9x21xf32>, %w: memref<21x13xf32>) -> (memref<9x13xf32>, memref<9x13xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %f = memref.alloc() : memref<9x13xf32>
  linalg.fill ins(%zero : f32) outs(%f : memref<9x13xf32>)
  %y = memref.alloc() : memref<9x13xf32>
  memref.copy %f, %y : memref<9x13xf32> to memref<9x13xf32>
  linalg.matmul ins(%x, %w : memref<9x21xf32>, memref<21x13xf32>) outs(%y : memref<9x13xf32>)
  %z = memref.alloc() : memref<9x13xf32>
  memref.copy %f, %z : memref<9x13xf32> to memref<9x13xf32>
  linalg.matmul ins(%x, %w : memref<9x21xf32>, memref<21x13xf32>) outs(%z : memref<9x13xf32>)
  memref.dealloc %f : memref<9x13xf32>
  return %y, %z : memref<9x13xf32>, memref<9x13xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// Something else reads the sum.
// CHECK-LABEL: func @twice(
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.launch_func @kernels::@kernel1
func.func @twice(%x: memref<9x21xf32>, %w: memref<21x13xf32>, %y: memref<9x13xf32>) -> memref<9x13xf32> attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %w : memref<9x21xf32>, memref<21x13xf32>) outs(%y : memref<9x13xf32>)
  %z = memref.alloc() : memref<9x13xf32>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%y : memref<9x13xf32>) outs(%z : memref<9x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.negf %in : f32
    linalg.yield %a : f32
  }
  return %z : memref<9x13xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// The op writes over a factor, which other blocks of the product still read.
// CHECK-LABEL: func @over(
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.launch_func @kernels::@kernel1
func.func @over(%w: memref<21x21xf32>, %x: memref<21x21xf32>) -> memref<21x21xf32> attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %z = memref.alloc() : memref<21x21xf32>
  memref.copy %x, %z : memref<21x21xf32> to memref<21x21xf32>
  %y = memref.alloc() : memref<21x21xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<21x21xf32>)
  linalg.matmul ins(%z, %w : memref<21x21xf32>, memref<21x21xf32>) outs(%y : memref<21x21xf32>)
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%y : memref<21x21xf32>) outs(%z : memref<21x21xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.negf %in : f32
    linalg.yield %a : f32
  }
  memref.dealloc %y : memref<21x21xf32>
  return %z : memref<21x21xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// A factor is written to before the op, so the product does not move there.
// CHECK-LABEL: func @changed(
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK: gpu.launch_func @kernels::@kernel2
func.func @changed(%x: memref<21x21xf32>, %w: memref<21x21xf32>) -> memref<21x21xf32> attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<21x21xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<21x21xf32>)
  linalg.matmul ins(%x, %w : memref<21x21xf32>, memref<21x21xf32>) outs(%y : memref<21x21xf32>)
  linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%x : memref<21x21xf32>) {
  ^bb0(%out: f32):
    %a = arith.negf %out : f32
    linalg.yield %a : f32
  }
  %z = memref.alloc() : memref<21x21xf32>
  linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel", "parallel"]} ins(%y, %x : memref<21x21xf32>, memref<21x21xf32>) outs(%z : memref<21x21xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.addf %in, %other : f32
    linalg.yield %a : f32
  }
  memref.dealloc %y : memref<21x21xf32>
  return %z : memref<21x21xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
// Factors are read as they were before they were extended and transposed, and
// multiplied as bf16. Neighbours of both are neighbours along the sum.
// CHECK-LABEL: func @extended(
// CHECK-NOT: memref<40x50xf32>
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK-NOT: gpu.launch_func
// CHECK: llvm.call @tine_product_bf16_64({{.*}}, %true, %true, {{.*}}) :
// CHECK: func.func private @kernel0_1(%{{.*}}: !llvm.ptr, %[[ROW:.*]]: index, %[[K:.*]]: index) -> bf16
// CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
func.func @extended(%x: memref<40x50xbf16>, %w: memref<36x50xbf16>) -> memref<40x36xf32> attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<40x50xf32>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%x : memref<40x50xbf16>) outs(%a : memref<40x50xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  }
  %b = memref.alloc() : memref<50x36xf32>
  linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "parallel"]} ins(%w : memref<36x50xbf16>) outs(%b : memref<50x36xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  }
  %y = memref.alloc() : memref<40x36xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<40x36xf32>)
  linalg.matmul ins(%a, %b : memref<40x50xf32>, memref<50x36xf32>) outs(%y : memref<40x36xf32>)
  memref.dealloc %a : memref<40x50xf32>
  memref.dealloc %b : memref<50x36xf32>
  return %y : memref<40x36xf32>
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// Values that were rounded are those of f16, and so is their buffer.
// CHECK-LABEL: func @rounded(
// CHECK: memref.alloc() : memref<40x40xf16>
// CHECK: llvm.call @tine_product_f16_64({{.*}}, %true, %false, %true, %true,
func.func @rounded(%x: memref<40x40xf32>, %y: memref<40x40xf32>) attributes {tine.target = "cuda"} {
  %a = memref.alloc() : memref<40x40xf32>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%x : memref<40x40xf32>) outs(%a : memref<40x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %h = arith.truncf %in : f32 to f16
    %e = arith.extf %h : f16 to f32
    linalg.yield %e : f32
  }
  linalg.matmul ins(%a, %a : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>)
  memref.dealloc %a : memref<40x40xf32>
  return
}

// -----

#row = affine_map<(i, j) -> (i, j)>
// A second op leaves values that were not.
// CHECK-LABEL: func @mixed(
// CHECK: llvm.call @tine_product_f32_64(
func.func @mixed(%x: memref<40x40xf32>, %y: memref<40x40xf32>) attributes {tine.target = "cuda"} {
  %a = memref.alloc() : memref<40x40xf32>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%x : memref<40x40xf32>) outs(%a : memref<40x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %h = arith.truncf %in : f32 to f16
    %e = arith.extf %h : f16 to f32
    linalg.yield %e : f32
  }
  %row = memref.subview %a[1, 0] [1, 40] [1, 1] : memref<40x40xf32> to memref<1x40xf32, strided<[40, 1], offset: 40>>
  linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%row : memref<1x40xf32, strided<[40, 1], offset: 40>>) {
  ^bb0(%out: f32):
    %s = arith.mulf %out, %out : f32
    linalg.yield %s : f32
  }
  linalg.matmul ins(%a, %a : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>)
  memref.dealloc %a : memref<40x40xf32>
  return
}
