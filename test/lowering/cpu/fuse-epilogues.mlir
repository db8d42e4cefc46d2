// RUN: %tine-opt %s --fuse-epilogues | FileCheck %s
// RUN: %tine-opt %s --fuse-epilogues --lower-matmul | FileCheck %s --check-prefix=LOWERED

#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#column = affine_map<(d0, d1, d2, d3) -> (d3)>

// The sums are kept and scaled where the result is.
// CHECK-LABEL: func @scaled(
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<2x6x1x7x7xf32>
// CHECK: cpu.fused sums 0 {
// CHECK-NEXT: cpu.conv
// CHECK-NEXT: linalg.generic
// CHECK: }
// CHECK: memref.dealloc %{{.*}} : memref<2x8x1x9x9xf32>
// LOWERED-LABEL: func @scaled(
// LOWERED: %[[BOX:.*]] = tine.box_buffer
// LOWERED: %[[OUT:.*]] = memref.collapse_shape %[[BOX]]
// LOWERED: vector.fma
// LOWERED: arith.mulf {{.*}} : vector<8xf32>
// LOWERED: vector.store {{.*}}, %[[OUT]]
func.func @scaled(%w: memref<6x8x1x3x3xf32>, %s: memref<1x6x1x1xf32>) -> !tine.box<tensor<2x6x7x7xf32>> {
  %x = memref.alloc() : memref<2x8x1x9x9xf32>
  %sums = memref.alloc() : memref<2x6x1x7x7xf32>
  cpu.conv %x, %w into %sums strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<2x8x1x9x9xf32>, memref<6x8x1x3x3xf32> into memref<2x6x1x7x7xf32>
  memref.dealloc %x : memref<2x8x1x9x9xf32>
  %view = memref.collapse_shape %sums [[0], [1], [2, 3], [4]] : memref<2x6x1x7x7xf32> into memref<2x6x7x7xf32>
  %box = tine.box_alloc() : <tensor<2x6x7x7xf32>>
  %y = tine.box_buffer %box : <tensor<2x6x7x7xf32>> -> memref<2x6x7x7xf32>
  linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%view, %s : memref<2x6x7x7xf32>, memref<1x6x1x1xf32>) outs(%y : memref<2x6x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.mulf %a, %b : f32
    linalg.yield %d : f32
  }
  memref.dealloc %sums : memref<2x6x1x7x7xf32>
  return %box : !tine.box<tensor<2x6x7x7xf32>>
}

// What the convolution reads is not overwritten while it runs.
// CHECK-LABEL: func @over_the_input(
// CHECK-NOT: cpu.fused
func.func @over_the_input(%w: memref<8x8x1x1x1xf32>) {
  %x = memref.alloc() : memref<2x8x1x9x9xf32>
  %in = memref.collapse_shape %x [[0], [1], [2, 3], [4]] : memref<2x8x1x9x9xf32> into memref<2x8x9x9xf32>
  %sums = memref.alloc() : memref<2x8x1x9x9xf32>
  cpu.conv %x, %w into %sums strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<2x8x1x9x9xf32>, memref<8x8x1x1x1xf32> into memref<2x8x1x9x9xf32>
  %view = memref.collapse_shape %sums [[0], [1], [2, 3], [4]] : memref<2x8x1x9x9xf32> into memref<2x8x9x9xf32>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%view : memref<2x8x9x9xf32>) outs(%in : memref<2x8x9x9xf32>) {
  ^bb0(%a: f32, %c: f32):
    %d = arith.negf %a : f32
    linalg.yield %d : f32
  }
  memref.dealloc %sums : memref<2x8x1x9x9xf32>
  memref.dealloc %x : memref<2x8x1x9x9xf32>
  return
}

// Sums that others read, and operands by columns, stay in memory.
// CHECK-LABEL: func @read_twice(
// CHECK-NOT: cpu.fused
func.func @read_twice(%x: memref<2x8x1x9x9xf32>, %w: memref<8x8x1x1x1xf32>, %c: memref<9xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %sums = memref.alloc() : memref<2x8x1x9x9xf32>
  cpu.conv %x, %w into %sums strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<2x8x1x9x9xf32>, memref<8x8x1x1x1xf32> into memref<2x8x1x9x9xf32>
  %view = memref.collapse_shape %sums [[0], [1], [2, 3], [4]] : memref<2x8x1x9x9xf32> into memref<2x8x9x9xf32>
  %y = memref.alloc() : memref<2x8x9x9xf32>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%view : memref<2x8x9x9xf32>) outs(%y : memref<2x8x9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %d = arith.negf %a : f32
    linalg.yield %d : f32
  }
  %first = memref.load %view[%zero, %zero, %zero, %zero] : memref<2x8x9x9xf32>
  %more = memref.alloc() : memref<2x8x1x9x9xf32>
  cpu.conv %x, %w into %more strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<2x8x1x9x9xf32>, memref<8x8x1x1x1xf32> into memref<2x8x1x9x9xf32>
  %others = memref.collapse_shape %more [[0], [1], [2, 3], [4]] : memref<2x8x1x9x9xf32> into memref<2x8x9x9xf32>
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%others, %c : memref<2x8x9x9xf32>, memref<9xf32>) outs(%y : memref<2x8x9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.mulf %a, %b : f32
    linalg.yield %d : f32
  }
  memref.dealloc %y : memref<2x8x9x9xf32>
  memref.dealloc %sums : memref<2x8x1x9x9xf32>
  memref.dealloc %more : memref<2x8x1x9x9xf32>
  return %first : f32
}
