// RUN: %tine-opt %s --outline-equal-nests --split-input-file | FileCheck %s

// The loops are equal but for the buffers that they work on.
// CHECK-LABEL: func private @nest(
// CHECK-SAME: %[[IN:.*]]: memref<64x64xf32>, %[[OUT:.*]]: memref<64x64xf32>)
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: linalg.generic {{.*}} ins(%[[IN]] : {{.*}}) outs(%[[OUT]] :
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
// CHECK: return
// CHECK-LABEL: func @one(
// CHECK-NOT: linalg
// CHECK: call @nest(%arg0, %arg1)
// CHECK-LABEL: func @two(
// CHECK-NOT: linalg
// CHECK: call @nest(%arg1, %arg0)
#map = affine_map<(i, j) -> (i, j)>
func.func @one(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %two : f32
    linalg.yield %z : f32
  }
  return
}
func.func @two(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<64x64xf32>) outs(%a : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %two : f32
    linalg.yield %z : f32
  }
  return
}

// -----

// Another constant is another function, a few elements are none, and what can
// fail stays where it is.
// CHECK-NOT: func private @nest
// CHECK-LABEL: func @apart(
#map = affine_map<(i) -> (i)>
func.func @apart(%a: memref<4096xf32>, %small: memref<8xf32>, %c: i1, %n: index) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %m = tine.string "no"
  linalg.fill ins(%two : f32) outs(%a : memref<4096xf32>)
  linalg.fill ins(%three : f32) outs(%a : memref<4096xf32>)
  linalg.fill ins(%two : f32) outs(%small : memref<8xf32>)
  linalg.fill ins(%two : f32) outs(%small : memref<8xf32>)
  scf.for %i = %zero to %n step %one {
    scf.if %c {
      tine.raise "ValueError", %m
    }
  }
  scf.for %i = %zero to %n step %one {
    scf.if %c {
      tine.raise "ValueError", %m
    }
  }
  return
}

// -----

// The outer loops differ; their inner nests are equal. Results are returned.
// CHECK-LABEL: func private @nest(
// CHECK: scf.for
// CHECK: return %{{.*}} : f32
// CHECK-LABEL: func @inside(
// CHECK: scf.for
// CHECK: call @nest(
// CHECK: arith.mulf
// CHECK: scf.for
// CHECK: call @nest(
// CHECK: arith.addf
func.func @inside(%a: memref<4096xf32>, %b: memref<4096xf32>, %n: index, %s: f32) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = scf.for %i = %zero to %n step %one iter_args(%v = %s) -> f32 {
    %r = scf.for %k = %zero to %n step %one iter_args(%w = %v) -> f32 {
      linalg.fill ins(%w : f32) outs(%a : memref<4096xf32>)
      %e = memref.load %a[%k] : memref<4096xf32>
      scf.yield %e : f32
    }
    %t = arith.mulf %r, %s : f32
    scf.yield %t : f32
  }
  %y = scf.for %i = %zero to %n step %one iter_args(%v = %s) -> f32 {
    %r = scf.for %k = %zero to %n step %one iter_args(%w = %v) -> f32 {
      linalg.fill ins(%w : f32) outs(%b : memref<4096xf32>)
      %e = memref.load %b[%k] : memref<4096xf32>
      scf.yield %e : f32
    }
    %t = arith.addf %r, %s : f32
    scf.yield %t : f32
  }
  return %x, %y : f32, f32
}

// -----

// What one nest gives another takes.
// CHECK-LABEL: func @gives_one(
// CHECK: %[[R:.*]] = call @[[LOOP:nest.*]](
// CHECK: call @[[NEST:nest.*]](%[[R]], %arg2)
// CHECK-LABEL: func @gives_two(
// CHECK: %[[R:.*]] = call @[[LOOP]](
// CHECK: call @[[NEST]](%[[R]], %arg2)
#map = affine_map<(i, j) -> (i, j)>
func.func @gives_one(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> (memref<64x64xf32>) {
    linalg.fill ins(%two : f32) outs(%m : memref<64x64xf32>)
    scf.yield %b : memref<64x64xf32>
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %two : f32
    linalg.yield %z : f32
  }
  return
}
func.func @gives_two(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> (memref<64x64xf32>) {
    linalg.fill ins(%two : f32) outs(%m : memref<64x64xf32>)
    scf.yield %b : memref<64x64xf32>
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %two : f32
    linalg.yield %z : f32
  }
  return
}

// A convolution with an epilogue stays whole beside an equal one without.
// CHECK-LABEL: func @fused(
// CHECK: cpu.conv
// CHECK: cpu.fused sums 0 {
// CHECK-NEXT: cpu.conv
// CHECK-NEXT: linalg
func.func @fused(%x: memref<2x8x1x9x9xf32>, %w: memref<8x8x1x1x1xf32>, %y: memref<2x8x1x9x9xf32>, %z: memref<2x8x1x9x9xf32>) {
  cpu.conv %x, %w into %y strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
    : memref<2x8x1x9x9xf32>, memref<8x8x1x1x1xf32> into memref<2x8x1x9x9xf32>
  cpu.fused sums 0 {
    cpu.conv %x, %w into %z strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
      : memref<2x8x1x9x9xf32>, memref<8x8x1x1x1xf32> into memref<2x8x1x9x9xf32>
    linalg.map { arith.negf } ins(%z : memref<2x8x1x9x9xf32>) outs(%y : memref<2x8x1x9x9xf32>)
  }
  return
}

// -----

// Equal nests of the host, of a device and of another one: a function for each,
// which is of that device.
// CHECK: func private @[[HOST:nest]](%{{.*}}: memref<4096xf32>) {
// CHECK: func @on_host(
// CHECK-COUNT-2: call @[[HOST]](
// CHECK: func private @[[FIRST:nest_0]]({{.*}} attributes {tine.device = #tine.device<cuda : 0>}
// CHECK: func @on_first(
// CHECK-COUNT-2: call @[[FIRST]](
// CHECK: func private @[[SECOND:nest_1]]({{.*}} attributes {tine.device = #tine.device<cuda : 1>}
// CHECK: func @on_second(
// CHECK-COUNT-2: call @[[SECOND]](
func.func @on_host(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%two : f32) outs(%a : memref<4096xf32>)
  linalg.fill ins(%two : f32) outs(%b : memref<4096xf32>)
  return
}
func.func @on_first(%a: memref<4096xf32>, %b: memref<4096xf32>) attributes {tine.device = #tine.device<cuda : 0>} {
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%two : f32) outs(%a : memref<4096xf32>)
  linalg.fill ins(%two : f32) outs(%b : memref<4096xf32>)
  return
}
func.func @on_second(%a: memref<4096xf32>, %b: memref<4096xf32>) attributes {tine.device = #tine.device<cuda : 1>} {
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%two : f32) outs(%a : memref<4096xf32>)
  linalg.fill ins(%two : f32) outs(%b : memref<4096xf32>)
  return
}

// -----

// What a target has in place of loops is long code: 256 elements are enough.
// Loops on as many stay where they are. A function with many calls is not
// inlined.
// CHECK: func private @[[PRODUCT:nest]](
// CHECK-SAME: attributes {passthrough = ["noinline"]}
// CHECK: cpu.matmul
// CHECK-LABEL: func @products(
// CHECK-NOT: cpu.matmul
// CHECK: scf.for
// CHECK-COUNT-16: func.call @[[PRODUCT]](
// CHECK: linalg.fill
// CHECK: linalg.fill
func.func @products(%a: memref<2x16xf32>, %w: memref<16x16xf32>, %b: memref<2x16xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %zero to %n step %one {
    %none = tine.string "keeps the loop"
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    cpu.matmul %a, %w into %b : memref<2x16xf32>, memref<16x16xf32> into memref<2x16xf32>
    tine.raise "ValueError", %none
  }
  linalg.fill ins(%two : f32) outs(%w : memref<16x16xf32>)
  linalg.fill ins(%two : f32) outs(%w : memref<16x16xf32>)
  return
}
