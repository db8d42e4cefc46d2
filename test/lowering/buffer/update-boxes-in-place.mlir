// RUN: %tine-opt %s --update-boxes-in-place | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// The new value takes the memory of the old one.
// CHECK-LABEL: func @updated(
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %arg1)
// CHECK: %[[OWN:.*]] = tine.box_own %[[OLD]]
// CHECK: %[[BUFFER:.*]] = tine.box_buffer %[[OWN]]
// CHECK: %[[START:.*]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK: %[[NEW:.*]] = linalg.generic {{.*}} outs(%[[START]] :
// CHECK: bufferization.materialize_in_destination %[[NEW]] in writable %[[BUFFER]]
// CHECK: scf.yield %[[OWN]]
func.func @updated(%n: index, %v: !tine.box<tensor<8xf32>>) -> !tine.box<tensor<8xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %v) -> (!tine.box<tensor<8xf32>>) {
    %t = tine.unbox %old : !tine.box<tensor<8xf32>>
    %u = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : tensor<8xf32>) {
    ^bb0(%x: f32):
      %y = arith.addf %x, %x : f32
      linalg.yield %y : f32
    } -> tensor<8xf32>
    %b = tine.box %u : !tine.box<tensor<8xf32>>
    scf.yield %b : !tine.box<tensor<8xf32>>
  }
  return %r : !tine.box<tensor<8xf32>>
}

// What is overwritten is not copied for it.
// CHECK-LABEL: func @overwritten(
// CHECK-NOT: tine.box_own
// CHECK: tine.box %
func.func @overwritten(%v: !tine.box<tensor<8xf32>>, %x: f32) -> !tine.box<tensor<8xf32>> {
  %t = tine.unbox %v : !tine.box<tensor<8xf32>>
  %u = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %b = tine.box %u : !tine.box<tensor<8xf32>>
  return %b : !tine.box<tensor<8xf32>>
}
