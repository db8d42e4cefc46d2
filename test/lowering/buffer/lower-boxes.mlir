// RUN: %tine-opt %s --lower-boxes | FileCheck %s

// The producers write into the box: it is allocated before them.
// CHECK-LABEL: func @in_place(
// CHECK: %[[B:.*]] = tine.box_alloc(%arg1) : <tensor<?xf32>>
// CHECK: %[[M:.*]] = tine.box_buffer %[[B]]
// CHECK: %[[E:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK: %[[F:.*]] = linalg.fill ins(%arg0 : f32) outs(%[[E]]
// CHECK: bufferization.materialize_in_destination %[[F]] in writable %[[M]]
// CHECK: return %[[B]]
func.func @in_place(%v: f32, %n: index) -> !tine.box<tensor<?xf32>> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = tine.box %f : !tine.box<tensor<?xf32>>
  return %b : !tine.box<tensor<?xf32>>
}

// A tensor with another use is copied, and its size is asked for.
// CHECK-LABEL: func @copied(
// CHECK: tensor.empty
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: tensor.dim %[[F]]
// CHECK: %[[B:.*]] = tine.box_alloc
// CHECK: bufferization.materialize_in_destination %[[F]] in writable
// CHECK: linalg.fill ins(%arg0 : f32) outs(%[[F]]
func.func @copied(%v: f32, %n: index) -> !tine.box<tensor<?xf32>> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = tine.box %f : !tine.box<tensor<?xf32>>
  %g = linalg.fill ins(%v : f32) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  tine.keep %g : tensor<?xf32>
  return %b : !tine.box<tensor<?xf32>>
}

// Two users of one empty tensor do not get one memory.
// CHECK-LABEL: func @split(
// CHECK-DAG: bufferization.to_tensor
// CHECK-DAG: tensor.empty
// CHECK: return
func.func @split(%v: f32) -> !tine.box<tensor<2xf32>> {
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %b = tine.box %f : !tine.box<tensor<2xf32>>
  %g = linalg.fill ins(%v : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  tine.keep %g : tensor<2xf32>
  return %b : !tine.box<tensor<2xf32>>
}

// CHECK-LABEL: func @reads(
// CHECK: %[[M:.*]] = tine.box_buffer %arg0 : <tensor<2xf32>> -> memref<2xf32>
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[M]] restrict :
// CHECK: tine.keep %[[T]]
func.func @reads(%b: !tine.box<tensor<2xf32>>) {
  %t = tine.unbox %b : !tine.box<tensor<2xf32>>
  tine.keep %t : tensor<2xf32>
  return
}
