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

// A block of 32 channels times 9 taps is packed on the stack, by whole vectors
// and then by halves of them, without masks; tiles of 6 rows and one of 4 read
// it.
// CHECK-LABEL: func @conv(
// CHECK: memref.alloca_scope
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<288x64xf32>
// CHECK: scf.while
// CHECK-NOT: mask
// CHECK: vector.load {{.*}} : memref<1x64x1x56x56xf32>, vector<16xf32>
// CHECK-NOT: mask
// CHECK: vector.load {{.*}} : memref<1x64x1x56x56xf32>, vector<8xf32>
// CHECK: vector.load {{.*}} : memref<1x64x1x56x56xf32>, vector<1xf32>
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

// Of 49 places 48 are three vectors in tiles of 8 rows; behind each tile the last
// place is 8 dot products, of vectors and then of what is left of a block.
// CHECK-LABEL: func @conv_rest(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<504x48xf32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<504x1xf32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<1x504xf32>
// CHECK-COUNT-24: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-8: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-8: vector.reduction <add>
// CHECK: arith.mulf
func.func @conv_rest(%x: memref<1x56x1x7x7xf32>, %w: memref<64x56x1x3x3xf32>, %d: memref<1x64x1x7x7xf32>) {
  cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1] groups 1
    : memref<1x56x1x7x7xf32>, memref<64x56x1x3x3xf32> into memref<1x64x1x7x7xf32>
  return
}

// -----

// Every second element is taken of two vectors, the second of which ends with the
// last one that is used.
// CHECK-LABEL: func @conv_stride(
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.shuffle {{.*}} [0, 2, 5, 7]
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

// Each channel for itself: some are copied with zeros around them, then tiles of
// 8 rows go over the taps in registers. 56 columns are 3 vectors and a rest.
// CHECK-LABEL: func @depthwise(
// CHECK: scf.parallel {{.*}} to (%c192) step (%c48)
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<1x3728xf32>
// CHECK-NOT: scf.while
// CHECK: vector.load {{.*}} : memref<2x96x1x56x56xf32>, vector<16xf32>
// CHECK: scf.for {{.*}} to %c48
// CHECK-COUNT-72: vector.fma
// CHECK-COUNT-8: vector.store {{.*}} : memref<2x96x3136xf32>, vector<16xf32>
// CHECK-COUNT-72: vector.fma
// CHECK-COUNT-8: vector.maskedstore
// NARROW-LABEL: func @depthwise(
// NARROW: arith.mulf {{.*}} : vector<4xf32>
func.func @depthwise(%x: memref<2x96x1x56x56xf32>, %w: memref<96x1x1x3x3xf32>, %c: memref<96xf32>, %d: memref<2x96x1x56x56xf32>) {
  cpu.conv %x, %w plus %c : memref<96xf32> into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1] groups 96
    : memref<2x96x1x56x56xf32>, memref<96x1x1x3x3xf32> into memref<2x96x1x56x56xf32>
  return
}

// -----

// Even and odd columns are apart; 7 columns are half a vector. A kernel of 5
// columns is a loop.
// CHECK-LABEL: func @depthwise_stride(
// CHECK: vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: vector.shuffle {{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK: scf.for {{.*}} to %c5 {{.*}} -> (vector<8xf32>,
// CHECK-COUNT-35: vector.fma
// CHECK: scf.yield
func.func @depthwise_stride(%x: memref<2x8x1x14x14xf32>, %w: memref<16x1x1x5x5xf32>, %d: memref<2x16x1x7x7xf32>) {
  cpu.conv %x, %w into %d strides [1, 2, 2] paddings [0, 2, 2] dilations [1, 1, 1] groups 8
    : memref<2x8x1x14x14xf32>, memref<16x1x1x5x5xf32> into memref<2x16x1x7x7xf32>
  return
}

// -----

// Of a large plane a band of rows is on the stack, with zeros where it ends.
// CHECK-LABEL: func @depthwise_bands(
// CHECK: memref<1x7440xf32>
// CHECK: scf.if
// CHECK: vector.load {{.*}} : memref<?x4x1x112x112xf32>
// CHECK: else
// CHECK: vector.store {{.*}} : memref<1x7440xf32>
func.func @depthwise_bands(%x: memref<?x4x1x112x112xf32>, %w: memref<4x1x1x3x3xf32>, %d: memref<?x4x1x112x112xf32>) {
  cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1] groups 4
    : memref<?x4x1x112x112xf32>, memref<4x1x1x3x3xf32> into memref<?x4x1x112x112xf32>
  return
}

// -----

// Images whose size the run decides are products, and so are many results.
// CHECK-LABEL: func @depthwise_dynamic(
// CHECK: scf.while
func.func @depthwise_dynamic(%x: memref<2x8x1x?x14xf32>, %w: memref<8x1x1x3x3xf32>, %d: memref<2x8x1x?x14xf32>) {
  cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1] groups 8
    : memref<2x8x1x?x14xf32>, memref<8x1x1x3x3xf32> into memref<2x8x1x?x14xf32>
  return
}

// -----

// A vector of sums for each tap; 14 rows are two tiles of 7.
// CHECK-LABEL: func @depthwise_weight(
// CHECK: memref<1x3x48xf32>
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-7: vector.maskedload {{.*}} : memref<2x64x196xf32>
// CHECK-COUNT-63: vector.fma
// CHECK: vector.reduction <add>
func.func @depthwise_weight(%x: memref<2x64x1x14x14xf32>, %g: memref<2x64x1x14x14xf32>, %d: memref<64x1x1x3x3x1xf32>) {
  cpu.conv_weight %x, %g into %d strides [1, 1, 1] paddings [0, 1, 1] dilations [1, 1, 1]
    : memref<2x64x1x14x14xf32>, memref<2x64x1x14x14xf32> into memref<64x1x1x3x3x1xf32>
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
