// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

// A kernel gives functions to the template that load an element of a factor and
// store one of the result; what they use of the kernel goes along in a table.
// Sizes are arguments. The first factor's neighbours are neighbours in the sum.
// CHECK-LABEL: func @product(
// CHECK-SAME: %[[X:.*]]: memref<?x301xf32>
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[N]], %[[C64]]
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[BLOCKS]], {{.*}}) threads in (%[[C256]],
// CHECK: gpu.func @kernel0
// CHECK-DAG: %[[LOAD_B:.*]] = func.constant @kernel0_2 : (!llvm.ptr, index, index) -> f32
// CHECK-DAG: %[[LOAD_A:.*]] = func.constant @kernel0_1 : (!llvm.ptr, index, index) -> f32
// CHECK-DAG: %[[STORE:.*]] = func.constant @kernel0_0 : (!llvm.ptr, index, index, f32) -> ()
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[PS:.*]] = builtin.unrealized_conversion_cast %[[STORE]]
// CHECK: %[[TS:.*]] = llvm.alloca
// CHECK: %[[PA:.*]] = builtin.unrealized_conversion_cast %[[LOAD_A]]
// CHECK: %[[TA:.*]] = llvm.alloca
// CHECK: %[[PB:.*]] = builtin.unrealized_conversion_cast %[[LOAD_B]]
// CHECK: %[[TB:.*]] = llvm.alloca
// CHECK: llvm.call @tine_product_f32_64({{.*}}, %[[TRUE]], %[[FALSE]], %[[FALSE]], %[[FALSE]], %[[PA]], %[[TA]], %{{.*}}, %{{.*}}, %[[PB]], %[[TB]], %{{.*}}, %{{.*}}, %[[PS]], %[[TS]])
// CHECK: func.func private @kernel0_0(%{{.*}}: !llvm.ptr, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index, %[[SUM:.*]]: f32)
// CHECK: %[[BEFORE:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// CHECK: %[[RESULT:.*]] = arith.addf %[[BEFORE]], %[[SUM]]
// CHECK: llvm.store %[[RESULT]]
// CHECK: func.func private @kernel0_1(%[[TABLE:.*]]: !llvm.ptr, %[[ROW:.*]]: index, %[[K:.*]]: index) -> f32
// CHECK: %[[WORD:.*]] = llvm.load %[[TABLE]] : !llvm.ptr -> i32
// CHECK: %[[STRIDE:.*]] = arith.index_castui %[[WORD]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[ROW]], %[[STRIDE]]
// CHECK: arith.addi %[[FIRST]], %[[K]]
// CHECK: func.func private @kernel0_2(
func.func @product(%x: memref<?x301xf32>, %y: memref<301x41xf32>, %z: memref<?x41xf32>) attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %y : memref<?x301xf32>, memref<301x41xf32>) outs(%z : memref<?x41xf32>)
  return
}

// -----

// Few results and long sums: parts of the sums, then a thread for each result
// that adds them.
// CHECK-LABEL: func @parts(
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<4608xi32>
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c16,
// CHECK: gpu.launch_func @kernels::@kernel1 blocks in (%c3,
// CHECK: memref.dealloc %[[PARTS]]
// CHECK: gpu.func @kernel0
// CHECK: llvm.call @tine_product_i32_32(
// CHECK: gpu.func @kernel1
// CHECK: scf.for
// CHECK: arith.addi
func.func @parts(%x: memref<36x2048xi32>, %y: memref<2048x16xi32>, %z: memref<36x16xi32>) attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %y : memref<36x2048xi32>, memref<2048x16xi32>) outs(%z : memref<36x16xi32>)
  return
}

// -----

#weight = affine_map<(n, o, e, c, k) -> (o, c, k)>
#result = affine_map<(n, o, e, c, k) -> (n, o, e)>
// The factor of a convolution reads from an image: its columns are the batch and
// the places in the result, its sums go over channels and the window, whose
// size is a constant.
// CHECK-LABEL: func @convolution(
// CHECK: gpu.func @kernel0
// CHECK: llvm.call @tine_product_f64_64({{.*}}, %true, %false,
// CHECK: func.func private @kernel0_2(%{{.*}}, %[[COLUMN:.*]]: index, %[[K:.*]]: index) -> f64
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[I:.*]] = arith.index_castui %[[COLUMN]] : index to i32
// CHECK-DAG: arith.mului_extended %[[I]],
// CHECK-DAG: %[[C:.*]] = arith.divui %[[K]], %[[C3]]
// CHECK-DAG: %[[W:.*]] = arith.remui %[[K]], %[[C3]]
// CHECK-DAG: arith.muli %[[W]], %[[C2]]
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f64
func.func @convolution(%x: memref<4x20x34xf64>, %w: memref<40x20x3xf64>, %y: memref<4x40x30xf64>) attributes {tine.target = "cuda"} {
  %two = arith.constant 2 : index
  linalg.generic {indexing_maps = [#weight, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%w : memref<40x20x3xf64>) outs(%y : memref<4x40x30xf64>) {
  ^bb0(%in: f64, %sum: f64):
    %n = linalg.index 0 : index
    %e = linalg.index 2 : index
    %c = linalg.index 3 : index
    %k = linalg.index 4 : index
    %off = arith.muli %k, %two : index
    %at = arith.addi %e, %off : index
    %a = memref.load %x[%n, %c, %at] : memref<4x20x34xf64>
    %p = arith.mulf %in, %a : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  }
  return
}

// -----

// Fewer rows than a tile is worth with little work, and another body, are no
// products.
// CHECK-LABEL: func @others(
// CHECK-NOT: tine_product
func.func @others(%x: memref<2x50xf32>, %y: memref<50x40xf32>, %z: memref<2x40xf32>, %m: memref<40x50xf32>, %n: memref<40x40xf32>) attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %y : memref<2x50xf32>, memref<50x40xf32>) outs(%z : memref<2x40xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%m, %y : memref<40x50xf32>, memref<50x40xf32>) outs(%n : memref<40x40xf32>) {
  ^bb0(%a: f32, %b: f32, %most: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.maximumf %most, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Matrices in memory, which may begin at any element: the host asks, and there
// are two kernels. The left one's neighbours are neighbours along the sum, 300
// elements from one row to the next one.
// CHECK-LABEL: func @pieces(
// CHECK-SAME: %[[X:[^:]*]]: memref<64x300xf32>
// CHECK: %[[AT:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[REST:.*]] = arith.remui %[[AT]], %c16
// CHECK: arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: } else {
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK: gpu.func @kernel0
// CHECK: llvm.call @tine_product_f32_64({{.*}}, %true, %false, %true, %true, %[[NONE:.*]], %[[NONE]], %arg{{.*}}, %{{.*}}, %[[NONE]], %[[NONE]], %arg{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: gpu.func @kernel1
// CHECK: llvm.call @tine_product_f32_64({{.*}}, %true, %false, %false, %false, %
func.func @pieces(%x: memref<64x300xf32>, %y: memref<300x40xf32>, %z: memref<64x40xf32>) attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %y : memref<64x300xf32>, memref<300x40xf32>) outs(%z : memref<64x40xf32>)
  return
}

// -----

// A new buffer begins at a multiple of 16 bytes. Batches are some elements from
// each other; a line of 10 elements is no whole number of pieces.
// CHECK-LABEL: func @new(
// CHECK-NOT: scf.if
// CHECK: gpu.func @kernel0
// CHECK: llvm.call @tine_product_f32_32({{.*}}, %true, %true, %true, %false,
// CHECK-NOT: gpu.func
func.func @new(%y: memref<4x10x24xf32>, %z: memref<4x20x24xf32>) -> memref<4x20x10xf32> attributes {tine.target = "cuda"} {
  %x = memref.alloc() : memref<4x20x10xf32>
  %a = memref.alloc() : memref<4x20x24xf32>
  memref.copy %z, %a : memref<4x20x24xf32> to memref<4x20x24xf32>
  %b = memref.alloc() : memref<4x10x25xf32>
  %v = memref.subview %b[0, 0, 0] [4, 10, 24] [1, 1, 1] : memref<4x10x25xf32> to memref<4x10x24xf32, strided<[250, 25, 1]>>
  linalg.generic {indexing_maps = [affine_map<(n, i, j, k) -> (n, i, k)>, affine_map<(n, i, j, k) -> (n, j, k)>, affine_map<(n, i, j, k) -> (n, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %v : memref<4x20x24xf32>, memref<4x10x24xf32, strided<[250, 25, 1]>>) outs(%x : memref<4x20x10xf32>) {
  ^bb0(%l: f32, %r: f32, %sum: f32):
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return %x : memref<4x20x10xf32>
}

// -----

// A vector on the right is one row on the left. A warp has a column.
// CHECK-LABEL: func @thin(
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%c63,
// CHECK: llvm.call @tine_product_f32_thin(%{{.*}}, %{{.*}}, %c1_i32, {{.*}}, %true, %true, %false, %false,
func.func @thin(%x: memref<501x65xf32>, %y: memref<65x1xf32>, %z: memref<501x1xf32>) attributes {tine.target = "cuda"} {
  linalg.matmul ins(%x, %y : memref<501x65xf32>, memref<65x1xf32>) outs(%z : memref<501x1xf32>)
  return
}
