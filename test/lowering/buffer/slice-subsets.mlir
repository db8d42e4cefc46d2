// RUN: %tine-opt %s --one-shot-bufferize=bufferize-function-boundaries --cse --canonicalize | FileCheck %s

// What is put back to where it was taken from is changed in place.
// CHECK-LABEL: func @same(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.fill
// CHECK-NOT: memref.copy
// CHECK: return
func.func @same(%x: tensor<8x?xf32> {bufferization.writable = true}, %i: index, %n: index, %v: f32) -> tensor<8x?xf32> {
  %part = tensor.extract_slice %x[0, %i] [8, %n] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
  %new = linalg.fill ins(%v : f32) outs(%part : tensor<8x?xf32>) -> tensor<8x?xf32>
  %y = tensor.insert_slice %new into %x[0, %i] [8, %n] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}

// Behind another offset it is not.
// CHECK-LABEL: func @moved(
// CHECK: memref.alloc
// CHECK: return
func.func @moved(%x: tensor<8x?xf32> {bufferization.writable = true}, %i: index, %j: index, %n: index, %v: f32) -> tensor<8x?xf32> {
  %part = tensor.extract_slice %x[0, %i] [8, %n] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
  %new = linalg.fill ins(%v : f32) outs(%part : tensor<8x?xf32>) -> tensor<8x?xf32>
  %y = tensor.insert_slice %new into %x[0, %j] [8, %n] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}
