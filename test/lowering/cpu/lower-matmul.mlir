// RUN: %tine-opt %s --lower-matmul=vector-bits=512 --split-input-file | FileCheck %s
// RUN: %tine-opt %s --lower-matmul=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=NARROW

// 50 rows are five tiles of 6 and four of 5; a tile has four vectors across.
// CHECK-LABEL: func @tiles(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, {{.*}})
// CHECK: vector.load {{.*}} : memref<2x30x64xf32>, vector<16xf32>
// CHECK-COUNT-24: vector.fma
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, {{.*}})
// CHECK-COUNT-20: vector.fma
// CHECK: scf.yield
// Without a fused operation the product is rounded.
// NARROW-LABEL: func @tiles(
// NARROW-NOT: vector.fma
// NARROW: arith.mulf {{.*}} : vector<4xf32>
func.func @tiles(%x: memref<50x30xf32>, %p: memref<2x30x64xf32>, %d: memref<50x128xf32>) {
  cpu.matmul %x, %p into %d : memref<50x30xf32>, memref<2x30x64xf32> into memref<50x128xf32>
  return
}

// -----

// The last vector of 20 columns has 4 lanes; the sum starts from the row.
// CHECK-LABEL: func @edge(
// CHECK: vector.create_mask
// CHECK: vector.load %{{.*}} : memref<20xf32>, vector<16xf32>
// CHECK: vector.maskedload %{{.*}} : memref<20xf32>
// CHECK: vector.maskedstore
func.func @edge(%x: memref<3x5xf32>, %p: memref<1x5x32xf32>, %b: memref<20xf32>, %d: memref<3x20xf32>) {
  cpu.matmul %x, %p plus %b : memref<20xf32> into %d : memref<3x5xf32>, memref<1x5x32xf32> into memref<3x20xf32>
  return
}

// -----

// Chunks of a large product are independent.
// CHECK-LABEL: func @large(
// CHECK: scf.parallel
// CHECK: scf.if
func.func @large(%x: memref<?x4096xf32>, %p: memref<64x4096x64xf32>, %d: memref<?x4096xf32>) {
  cpu.matmul %x, %p into %d : memref<?x4096xf32>, memref<64x4096x64xf32> into memref<?x4096xf32>
  return
}

// -----

// Each of three tiles fetches two of the four lines of a row of the next panel.
// One panel has none behind it.
// CHECK-LABEL: func @ahead(
// CHECK-COUNT-2: memref.prefetch {{.*}}, read, locality<2>, data : memref<4x100x64xf32>
// CHECK-COUNT-24: vector.fma
// CHECK-LABEL: func @one_panel(
// CHECK-NOT: memref.prefetch
func.func @ahead(%x: memref<18x100xf32>, %p: memref<4x100x64xf32>, %d: memref<18x256xf32>) {
  cpu.matmul %x, %p into %d : memref<18x100xf32>, memref<4x100x64xf32> into memref<18x256xf32>
  return
}
func.func @one_panel(%x: memref<18x100xf32>, %p: memref<1x100x64xf32>, %d: memref<18x64xf32>) {
  cpu.matmul %x, %p into %d : memref<18x100xf32>, memref<1x100x64xf32> into memref<18x64xf32>
  return
}

// -----

// Few rows go over a panel in blocks of 256 steps: the sums of a later block go
// on from those in the destination.
// CHECK-LABEL: func @short_blocks(
// CHECK: scf.for
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FIRST]] -> (vector<16xf32>
// CHECK: vector.load {{.*}} : memref<18x256xf32>
func.func @short_blocks(%x: memref<18x1024xf32>, %p: memref<4x1024x64xf32>, %d: memref<18x256xf32>) {
  cpu.matmul %x, %p into %d : memref<18x1024xf32>, memref<4x1024x64xf32> into memref<18x256xf32>
  return
}

// -----

// CHECK-LABEL: func @dots(
// CHECK: vector.reduction <add>
func.func @dots(%x: memref<1x32xf32>, %w: memref<10x32xf32>, %d: memref<1x10xf32>) {
  cpu.matmul %x, %w transposed into %d : memref<1x32xf32>, memref<10x32xf32> into memref<1x10xf32>
  return
}

// -----

// A destination with strided rows is written at the end, element by element.
// CHECK-LABEL: func @strided(
// CHECK-SAME: %[[D:[^:]*]]: memref<3x16xf32, strided<[32, 2]>>)
// CHECK: %[[C:.*]] = memref.alloc() : memref<3x16xf32>
// CHECK: %[[E:.*]] = memref.load %[[C]]
// CHECK-NEXT: memref.store %[[E]], %[[D]]
// CHECK: memref.dealloc %[[C]]
func.func @strided(%x: memref<3x5xf32>, %p: memref<1x5x16xf32>, %d: memref<3x16xf32, strided<[32, 2]>>) {
  cpu.matmul %x, %p into %d : memref<3x5xf32>, memref<1x5x16xf32> into memref<3x16xf32, strided<[32, 2]>>
  return
}

// -----

// CHECK-LABEL: func @pack(
// CHECK: vector.shuffle
// CHECK: memref.store
func.func @pack(%w: memref<100x40xf32>, %d: memref<2x40x64xf32>) {
  cpu.pack transposed %w into %d : memref<100x40xf32> into memref<2x40x64xf32>
  return
}

// -----

// A block of 56 channels times 9 taps is packed on the stack; tiles of 6 rows
// and one of 4 read it.
// CHECK-LABEL: func @conv(
// CHECK: memref.alloca_scope
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<288x64xf32>
// CHECK: scf.while
// CHECK: vector.maskedload {{.*}} : memref<1x64x1x56x56xf32>
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, {{.*}})
// CHECK-COUNT-24: vector.fma
// CHECK: scf.yield
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, {{.*}})
// CHECK-COUNT-16: vector.fma
// CHECK: scf.yield
func.func @conv(%x: memref<1x64x1x56x56xf32>, %w: memref<64x64x1x3x3xf32>, %d: memref<1x64x1x56x56xf32>) {
  cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1] groups 1
    : memref<1x64x1x56x56xf32>, memref<64x64x1x3x3xf32> into memref<1x64x1x56x56xf32>
  return
}

// -----

// Every second element is taken of vectors of twice the width.
// CHECK-LABEL: func @conv_stride(
// CHECK: vector.maskedload {{.*}} vector<32xf32>
// CHECK: vector.shuffle
func.func @conv_stride(%x: memref<1x3x1x9x9xf32>, %w: memref<4x3x1x3x3xf32>, %d: memref<1x4x1x4x4xf32>) {
  cpu.conv %x, %w into %d strides [1, 2, 2] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<1x3x1x9x9xf32>, memref<4x3x1x3x3xf32> into memref<1x4x1x4x4xf32>
  return
}

// -----

// Blocks of windows and of derivatives are packed; sums go on over the images.
// CHECK-LABEL: func @conv_weight(
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<126x192xf32>
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<1x192x16xf32>
// CHECK: vector.shuffle
// CHECK: scf.if
// CHECK: vector.fma
func.func @conv_weight(%x: memref<2x28x1x20x20xf32>, %g: memref<2x16x1x18x18xf32>, %d: memref<1x28x1x3x3x16xf32>) {
  cpu.conv_weight %x, %g into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1]
    : memref<2x28x1x20x20xf32>, memref<2x16x1x18x18xf32> into memref<1x28x1x3x3x16xf32>
  return
}

// -----

// Inside of a line by vectors, at its ends by elements.
// CHECK-LABEL: func @pool(
// CHECK: arith.cmpf ogt, {{.*}} : f32
// CHECK: vector.load {{.*}} : memref<6x1x50x50xf32>, vector<32xf32>
// CHECK: vector.shuffle
// CHECK: arith.cmpf ogt, {{.*}} : vector<16xf32>
// CHECK: arith.cmpf ogt, {{.*}} : f32
func.func @pool(%x: memref<6x1x50x50xf32>, %d: memref<6x1x25x25xf32>) {
  cpu.pool max %x into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 1, 1] dilations [1, 1, 1]
    : memref<6x1x50x50xf32> into memref<6x1x25x25xf32>
  return
}

// Chunks of panels of a large matrix.
// CHECK-LABEL: func @pack_large(
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: vector.load
func.func @pack_large(%x: memref<768x3072xf32>, %p: memref<192x768x16xf32>) {
  cpu.pack %x into %p : memref<768x3072xf32> into memref<192x768x16xf32>
  return
}
