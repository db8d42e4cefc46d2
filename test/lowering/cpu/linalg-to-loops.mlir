// RUN: %tine-opt %s --linalg-to-loops --canonicalize | FileCheck %s

// CHECK: #[[WIDTH:.*]] = #llvm.loop_vectorize<width = 8 : i32>
// CHECK: #[[WIDE:.*]] = #llvm.loop_annotation<vectorize = #[[WIDTH]]>

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>
#column = affine_map<(d0, d1) -> (d1)>

// One loop over all elements.
// CHECK-LABEL: func @flat(
// CHECK: memref.collapse_shape
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @flat(%x: memref<20x10xf32>, %y: memref<20x10xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<20x10xf32>) outs(%y : memref<20x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %a : f32
    linalg.yield %c : f32
  }
  return
}

// The sum of a row stays in a register.
// CHECK-LABEL: func @row(
// CHECK: scf.for
// CHECK: memref.load
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args
// CHECK-NOT: memref.store
// CHECK: scf.yield
// CHECK: memref.store %[[R]]
func.func @row(%x: memref<20x10xf32>, %y: memref<20xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<20x10xf32>) outs(%y : memref<20xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// A result with an element for each iteration is stored beside one that has one
// for all.
// CHECK-LABEL: func @both(
// CHECK-SAME: %{{.*}}: memref<20x10xf32>, %[[EACH:.*]]: memref<20x10xf32>, %[[ALL:.*]]: memref<f32>
// CHECK: scf.for
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args
// CHECK: memref.store %{{.*}}, %[[EACH]]
// CHECK: scf.yield
// CHECK: memref.store %{{.*}}, %[[ALL]]
func.func @both(%x: memref<20x10xf32>, %y: memref<20x10xf32>, %z: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<20x10xf32>) outs(%y, %z : memref<20x10xf32>, memref<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.negf %a : f32
    %e = arith.addf %d, %c : f32
    linalg.yield %d, %e : f32, f32
  }
  return
}

// Four rows in one loop over the columns.
// CHECK-LABEL: func @column(
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for {{.*}} step %[[FOUR]]
// CHECK: scf.for
// CHECK-COUNT-4: arith.addf
// CHECK-NEXT: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @column(%x: memref<20x10xf32>, %y: memref<10xf32>) {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<20x10xf32>) outs(%y : memref<10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// Long rows are reduced in order; columns are cut.
// CHECK-LABEL: func @columns(
// CHECK: scf.parallel (%[[BEGIN:.*]]) =
// CHECK: %[[END:.*]] = arith.min
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: memref.store
func.func @columns(%x: memref<400x10000xf32>, %y: memref<10000xf32>) {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<400x10000xf32>) outs(%y : memref<10000xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// Large work is cut into chunks whose size does not depend on threads.
// CHECK-LABEL: func @large(
// CHECK: scf.parallel
// CHECK: scf.for
func.func @large(%x: memref<4000x1000xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<4000x1000xf32>)
  return
}

// CHECK-LABEL: func @unknown(
// CHECK: scf.parallel
func.func @unknown(%x: memref<?xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%x : memref<?xf32>)
  return
}

// A reduction of everything is one loop, cut into parts whose results are
// combined in their order.
// CHECK-LABEL: func @whole(
// CHECK-SAME: %{{.*}}: memref<4x1000000xf32>, %[[OUT:.*]]: memref<f32>
// CHECK: %[[PARTS:.*]] = memref.alloca() : memref<64xf32>
// CHECK: memref.collapse_shape
// CHECK: scf.parallel (%[[PART:.*]]) =
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}})
// CHECK: arith.addf
// CHECK: memref.store %[[R]], %[[PARTS]][%[[PART]]]
// CHECK: memref.load %[[OUT]][]
// CHECK: %[[S:.*]] = scf.for
// CHECK: memref.load %[[PARTS]]
// CHECK: arith.addf
// CHECK: memref.store %[[S]], %[[OUT]][]
func.func @whole(%x: memref<4x1000000xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<4x1000000xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// One whose steps cannot be grouped is not cut.
// CHECK-LABEL: func @ordered(
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @ordered(%x: memref<4x1000000xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<4x1000000xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// A copy with another dimension last goes by squares: dimensions that stay next
// to each other are one, and what is left over goes by elements.
// CHECK-LABEL: func @transposed(
// CHECK-SAME: %[[X:.*]]: memref<1x40x1x3x3x70xf32>, %[[Y:.*]]: memref<1x70x40x1x3x3xf32>
// CHECK: %[[IN:.*]] = memref.collapse_shape %[[X]] {{.*}} into memref<360x70xf32>
// CHECK: %[[OUT:.*]] = memref.collapse_shape %[[Y]] {{.*}} into memref<70x360xf32>
// CHECK: scf.for %[[J:.*]] = %c0 to %c64 step %c8
// CHECK: scf.for %[[I:.*]] = %c0 to %c360 step %c8
// CHECK: vector.load %[[IN]][%[[I]], %[[J]]] : memref<360x70xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK: vector.store %{{.*}}, %[[OUT]][%[[J]], %[[I]]] : memref<70x360xf32>, vector<8xf32>
// CHECK: scf.for %[[L:.*]] = %c64 to %c70
// CHECK: scf.for %[[K:.*]] = %c0 to %c360
// CHECK: memref.load %[[IN]][%[[K]], %[[L]]]
func.func @transposed(%x: memref<1x40x1x3x3x70xf32>, %y: memref<1x70x40x1x3x3xf32>) {
  linalg.transpose ins(%x : memref<1x40x1x3x3x70xf32>) outs(%y : memref<1x70x40x1x3x3xf32>)
      permutation = [0, 5, 1, 2, 3, 4]
  return
}

// The infinity of masked elements is made of the first maximum: LLVM would
// choose between maxima else, and not vectorise.
// CHECK-LABEL: func @masked(
// CHECK: %[[FIRST:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<6xf32>
// CHECK: %[[LOW:.*]] = arith.minimumf %[[FIRST]], %cst{{.*}} : f32
// CHECK: scf.for
// CHECK: %[[X:.*]] = arith.select %{{.*}}, %[[LOW]], %{{.*}} : f32
// CHECK: arith.maximumf %{{.*}}, %[[X]] : f32
func.func @masked(%m: memref<6x40xi1>, %x: memref<6x40xf32>, %y: memref<6xf32>) {
  %low = arith.constant 0xFF800000 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%m, %x : memref<6x40xi1>, memref<6x40xf32>) outs(%y : memref<6xf32>) {
  ^bb0(%a: i1, %b: f32, %c: f32):
    %d = arith.select %a, %low, %b : f32
    %e = arith.maximumf %c, %d : f32
    linalg.yield %e : f32
  }
  return
}

// Sums over the rows: each part of them into a row of its own, then these.
// CHECK-LABEL: func @parts(
// CHECK: %[[PARTS:.*]] = memref.alloca() {{.*}} : memref<8x1024xf32>
// CHECK: scf.parallel (%[[PART:.*]]) = (%c0{{.*}}) to (%c8{{.*}}) step (%c1{{.*}}) {
// CHECK:   %[[BEGIN:.*]] = arith.muli %[[PART]], %c128
// CHECK:   %[[OWN:.*]] = memref.subview %[[PARTS]][%[[PART]], 0] [1, 1024] [1, 1]
// CHECK:   %[[ROWS:.*]] = memref.subview %{{.*}}[%[[BEGIN]], 0]
// CHECK:   memref.load %[[ROWS]]
// CHECK:   memref.store %{{.*}}, %[[OWN]]
// CHECK: memref.load %[[PARTS]]
// CHECK-LABEL: func @looked_up(
func.func @parts(%x: memref<1024x1024xf32>, %y: memref<1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<1024x1024xf32>) outs(%y : memref<1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  }
  return
}

// The number of a row is read once for all of it.
// CHECK: scf.for %[[I:.*]] =
// CHECK:   %[[ROW:.*]] = memref.load %{{.*}}[%[[I]]] : memref<8xi64>
// CHECK:   scf.for %[[J:.*]] =
// CHECK-NOT: memref<8xi64>
// CHECK:     memref.store
// CHECK-LABEL: func @wide(
func.func @looked_up(%table: memref<100x64xf32>, %rows: memref<8xi64>, %y: memref<8x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%rows : memref<8xi64>) outs(%y : memref<8x64xf32>) {
  ^bb0(%row: i64, %b: f32):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %c = memref.load %table[%i, %j] : memref<100x64xf32>
    linalg.yield %c : f32
  }
  return
}

// LLVM is told to take as many f32 at once as a vector has.
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[WIDE]]}
func.func @wide(%x: memref<4x64xf32>, %y: memref<4xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x64xf32>) outs(%y : memref<4xf64>) {
  ^bb0(%a: f32, %b: f64):
    %c = arith.extf %a : f32 to f64
    %d = arith.addf %b, %c fastmath<reassoc> : f64
    linalg.yield %d : f64
  }
  return
}
