// RUN: %tine-opt %s --return-into-parts --split-input-file | FileCheck %s

// The task makes its result in the vector; the other part is copied to it.
// CHECK-LABEL: func private @task(
// CHECK-SAME: %[[INTO:[^ ]*]]: !tine.box<tensor<2x3xf32>>) -> !tine.box<tensor<2x3xf32>>
// CHECK: %[[BUFFER:.*]] = tine.box_buffer %[[INTO]]
// CHECK: %[[START:.*]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK: %[[MADE:.*]] = linalg.fill {{.*}} outs(%[[START]] :
// CHECK: bufferization.materialize_in_destination %[[MADE]] in writable %[[BUFFER]]
// CHECK: return %[[INTO]]
func.func private @task(%x: f32) -> !tine.box<tensor<2x3xf32>> {
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.fill ins(%x : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = tine.box %t : !tine.box<tensor<2x3xf32>>
  return %b : !tine.box<tensor<2x3xf32>>
}

// CHECK-LABEL: func @joins(
// CHECK: %[[V:.*]] = tine.box_alloc() : <tensor<8xf32>>
// CHECK: %[[P:.*]] = tine.box_part %[[V]][2] : <tensor<8xf32>> -> <tensor<2x3xf32>>
// CHECK: tine.spawn @task(%arg0, %[[P]])
// CHECK: tine.wait
// CHECK: %[[ALL:.*]] = tine.box_buffer %[[V]]
// CHECK: %[[OTHER:.*]] = tine.buffer_part %[[ALL]][0]
// CHECK: bufferization.materialize_in_destination %arg1 in writable %[[OTHER]]
// CHECK: %[[J:.*]] = tine.unbox %[[V]]
// CHECK: tine.keep %[[J]]
func.func @joins(%x: f32, %other: tensor<2xf32>) {
  %f = tine.spawn @task(%x) : (f32) -> !tine.future<!tine.box<tensor<2x3xf32>>>
  %b = tine.wait %f : !tine.future<!tine.box<tensor<2x3xf32>>>
  %t = tine.unbox %b : !tine.box<tensor<2x3xf32>>
  %j = tine.join %other, %t : tensor<2xf32>, tensor<2x3xf32> -> tensor<8xf32>
  tine.keep %j : tensor<8xf32>
  return
}

// Who does not join gives the task a new box.
// CHECK-LABEL: func @reads(
// CHECK: %[[B:.*]] = tine.box_alloc() : <tensor<2x3xf32>>
// CHECK: tine.spawn @task(%arg0, %[[B]])
func.func @reads(%x: f32) {
  %f = tine.spawn @task(%x) : (f32) -> !tine.future<!tine.box<tensor<2x3xf32>>>
  %b = tine.wait %f : !tine.future<!tine.box<tensor<2x3xf32>>>
  %t = tine.unbox %b : !tine.box<tensor<2x3xf32>>
  tine.keep %t : tensor<2x3xf32>
  return
}

// -----

// A result in a list would keep the vector; what a function got it cannot make
// anywhere else; nobody passes a box to a function that is called.
// CHECK-LABEL: func private @kept(%{{[^,]*}}: f32) ->
// CHECK-LABEL: func private @given(%{{[^,]*}}: !tine.box<tensor<2xf32>>) ->
// CHECK-LABEL: func private @called(%{{[^,]*}}: f32) ->
// CHECK-LABEL: func @none(
// CHECK: tine.join
func.func private @kept(%x: f32) -> !tine.box<tensor<2xf32>> {
  %t = tensor.splat %x : tensor<2xf32>
  %b = tine.box %t : !tine.box<tensor<2xf32>>
  return %b : !tine.box<tensor<2xf32>>
}
func.func private @given(%b: !tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>> {
  return %b : !tine.box<tensor<2xf32>>
}
func.func private @called(%x: f32) -> !tine.box<tensor<2xf32>> {
  %t = tensor.splat %x : tensor<2xf32>
  %b = tine.box %t : !tine.box<tensor<2xf32>>
  return %b : !tine.box<tensor<2xf32>>
}
func.func @none(%x: f32, %l: !tine.list<!tine.box<tensor<2xf32>>>) {
  %f0 = tine.spawn @kept(%x) : (f32) -> !tine.future<!tine.box<tensor<2xf32>>>
  %b0 = tine.wait %f0 : !tine.future<!tine.box<tensor<2xf32>>>
  tine.list_append %l, %b0 : !tine.list<!tine.box<tensor<2xf32>>>, !tine.box<tensor<2xf32>>
  %t0 = tine.unbox %b0 : !tine.box<tensor<2xf32>>
  %f1 = tine.spawn @given(%b0) : (!tine.box<tensor<2xf32>>) -> !tine.future<!tine.box<tensor<2xf32>>>
  %b1 = tine.wait %f1 : !tine.future<!tine.box<tensor<2xf32>>>
  %t1 = tine.unbox %b1 : !tine.box<tensor<2xf32>>
  %b2 = func.call @called(%x) : (f32) -> !tine.box<tensor<2xf32>>
  %f3 = tine.spawn @called(%x) : (f32) -> !tine.future<!tine.box<tensor<2xf32>>>
  %b3 = tine.wait %f3 : !tine.future<!tine.box<tensor<2xf32>>>
  %t3 = tine.unbox %b3 : !tine.box<tensor<2xf32>>
  %j = tine.join %t0, %t1, %t3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32> -> tensor<6xf32>
  tine.keep %j : tensor<6xf32>
  return
}
