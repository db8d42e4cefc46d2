// RUN: %tine-opt %s --fuse-rows | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// Each row is reduced and scaled before the next one. The result of the
// reduction is there for one row only.
// CHECK-LABEL: func @softened(
// CHECK-NOT: memref.alloc()
// CHECK: scf.parallel
// CHECK: memref.alloca_scope
// CHECK: %[[TOP:.*]] = memref.alloca() {{.*}} : memref<1x1xf32>
// CHECK: scf.for %[[I:.*]] =
// CHECK: linalg.fill {{.*}} outs(%[[TOP]] :
// CHECK: %[[X:.*]] = memref.subview %{{.*}}[%[[I]], 0] [1, 1024] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[X]] : {{.*}} outs(%[[TOP]] :
// CHECK: %[[Y:.*]] = memref.subview %{{.*}}[%[[I]], 0] [1, 1024] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[TOP]] : {{.*}} outs(%[[Y]] :
// CHECK: return
func.func @softened(%x: memref<512x1024xf32>) -> !tine.box<tensor<512x1024xf32>> {
  %zero = arith.constant 0.0 : f32
  %top = memref.alloc() : memref<512x1xf32>
  linalg.fill ins(%zero : f32) outs(%top : memref<512x1xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x1024xf32>) outs(%top : memref<512x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  %box = tine.box_alloc() : <tensor<512x1024xf32>>
  %y = tine.box_buffer %box : <tensor<512x1024xf32>> -> memref<512x1024xf32>
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %top : memref<512x1024xf32>, memref<512x1xf32>) outs(%y : memref<512x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  }
  memref.dealloc %top : memref<512x1xf32>
  return %box : !tine.box<tensor<512x1024xf32>>
}

// The second one reads other rows than the first one has written.
// CHECK-LABEL: func @turned(
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @turned(%x: memref<512x512xf32>) -> !tine.box<tensor<512x512xf32>> {
  %box = tine.box_alloc() : <tensor<512x512xf32>>
  %y = tine.box_buffer %box : <tensor<512x512xf32>> -> memref<512x512xf32>
  %z = memref.alloc() : memref<512x512xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x512xf32>) outs(%z : memref<512x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %a : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : memref<512x512xf32>) outs(%y : memref<512x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  }
  memref.dealloc %z : memref<512x512xf32>
  return %box : !tine.box<tensor<512x512xf32>>
}

// The caller's buffers may be the same memory.
// CHECK-LABEL: func @unknown(
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @unknown(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x512xf32>) outs(%y : memref<512x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %a : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<512x512xf32>) outs(%x : memref<512x512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  }
  return
}

// A row on the stack of the second group has its allocation in the first one.
// CHECK-LABEL: func @two_groups(
// CHECK-NOT: memref.alloc() : memref<1024x1024xf32>
// CHECK-COUNT-2: scf.parallel
// CHECK: return
func.func @two_groups(%x: memref<512x1024xf32>) -> (!tine.box<tensor<512x1024xf32>>, !tine.box<tensor<1024x1024xf32>>) {
  %box = tine.box_alloc() : <tensor<512x1024xf32>>
  %y = tine.box_buffer %box : <tensor<512x1024xf32>> -> memref<512x1024xf32>
  %z = memref.alloc() : memref<512x1024xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x1024xf32>) outs(%z : memref<512x1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %a : f32
    linalg.yield %c : f32
  }
  %t = memref.alloc() : memref<1024x1024xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : memref<512x1024xf32>) outs(%y : memref<512x1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  }
  memref.dealloc %z : memref<512x1024xf32>
  %other = tine.box_alloc() : <tensor<1024x1024xf32>>
  %w = tine.box_buffer %other : <tensor<1024x1024xf32>> -> memref<1024x1024xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%t : memref<1024x1024xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<1024x1024xf32>) outs(%w : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : memref<1024x1024xf32>) outs(%t : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %a : f32
    linalg.yield %c : f32
  }
  memref.dealloc %t : memref<1024x1024xf32>
  return %box, %other : !tine.box<tensor<512x1024xf32>>, !tine.box<tensor<1024x1024xf32>>
}
