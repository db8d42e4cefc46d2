// RUN: %tine-opt %s --lower-attention --canonicalize --split-input-file | FileCheck %s

// 6 matrices with one chunk of rows each are few: chunks have the rows of one
// tile. Scores are on the stack, and so are the keys of a block, packed.
// CHECK-LABEL: func @causal(
// CHECK: scf.parallel (%[[ROW:.*]]) = (%{{.*}}) to (%{{.*}}) step (%c48)
// CHECK: %[[SCORES:.*]] = memref.alloca() {{.*}} : memref<48x192xf32>
// CHECK: %[[PACKED:.*]] = memref.alloca() {{.*}} : memref<12x8x16xf32>
// Blocks of keys, and tiles that see something of it.
// CHECK: scf.for %[[KEY:.*]] = %c0 to %{{.*}} step %c192
// CHECK: vector.store %{{.*}}, %[[PACKED]]
// CHECK: scf.for %{{.*}} = %[[ROW]] to %{{.*}} step %c48
// CHECK: %[[SEEN:.*]] = arith.cmpi sgt
// CHECK: scf.if %[[SEEN]]
// The product, scaled.
// CHECK: vector.fma
// CHECK: arith.mulf %{{.*}}, %cst{{.*}} : vector<8xf32>
// CHECK: vector.store %{{.*}}, %[[SCORES]]
// The greatest score of a row, the exponentials and their sum.
// CHECK: vector.reduction <maxnumf>
// CHECK: %[[P:.*]] = math.exp %{{.*}} : vector<8xf32>
// CHECK: vector.store %[[P]], %[[SCORES]]
// CHECK: vector.reduction <add>
// What was added up is scaled down, then the values are added.
// CHECK: vector.load %[[SUM:subview.*]][{{.*}}
// CHECK: vector.fma
// CHECK-NOT: linalg_ext.attention
func.func @causal(%q: memref<2x3x100x8xf32>, %k: memref<2x3x300x8xf32>, %v: memref<2x3x300x16xf32>,
                  %y: memref<2x3x100x16xf32>, %s: memref<2x3x100x2xf32>) {
  linalg_ext.attention %q, %k, %v into %y, %s scale 0.3 causal
    : (memref<2x3x100x8xf32>, memref<2x3x300x8xf32>, memref<2x3x300x16xf32>, memref<2x3x100x16xf32>, memref<2x3x100x2xf32>) -> ()
  return
}

// -----

// A mask of bools, one for each key. Values whose rows are strided are copied.
// CHECK-LABEL: func @masked(
// CHECK-SAME: %[[M:[^ ]*]]: memref<1x1x1x?xi1>
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: %[[SEEN:.*]] = memref.load %[[M]][%c0, %c0, %c0, %{{.*}}]
// CHECK: arith.select %[[SEEN]], %{{.*}}, %{{.*}} : f32
// CHECK: memref.dealloc %[[COPY]]
func.func @masked(%m: memref<1x1x1x?xi1>, %q: memref<?x3x?x8xf32>, %v: memref<?x3x?x8xf32, strided<[?, ?, ?, 2], offset: ?>>,
                  %k: memref<?x3x?x8xf32>, %y: memref<?x3x?x8xf32>, %s: memref<?x3x?x2xf32>) {
  linalg_ext.attention %q, %k, %v mask %m into %y, %s scale 1.0 zeros
    : (memref<?x3x?x8xf32>, memref<?x3x?x8xf32>, memref<?x3x?x8xf32, strided<[?, ?, ?, 2], offset: ?>>, memref<1x1x1x?xi1>, memref<?x3x?x8xf32>, memref<?x3x?x2xf32>) -> ()
  return
}

// -----

// With 2 matrices 4 groups of keys have a derivative by the queries each.
// CHECK-LABEL: func @derivative(
// CHECK: %[[PARTS:.*]] = memref.alloc() {{.*}} : memref<4x1x2x100x8xf32>
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c4)
// CHECK-DAG: memref.alloca() {{.*}} : memref<48x192xf32>
// CHECK: math.exp %{{.*}} : vector<8xf32>
// CHECK: arith.addf
// CHECK: memref.dealloc %[[PARTS]]
func.func @derivative(%q: memref<1x2x100x8xf32>, %k: memref<1x2x900x8xf32>, %y: memref<1x2x100x8xf32>, %s: memref<1x2x100x2xf32>,
                      %a: memref<1x2x100x8xf32>, %b: memref<1x2x900x8xf32>, %c: memref<1x2x900x8xf32>) {
  linalg_ext.attention_grad %q, %k, %k giving %y, %s seeded %y into %a, %b, %c scale 1.0
    : (memref<1x2x100x8xf32>, memref<1x2x900x8xf32>, memref<1x2x900x8xf32>, memref<1x2x100x8xf32>, memref<1x2x100x2xf32>,
       memref<1x2x100x8xf32>, memref<1x2x100x8xf32>, memref<1x2x900x8xf32>, memref<1x2x900x8xf32>) -> ()
  return
}
