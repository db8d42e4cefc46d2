// RUN: %tine-opt %s --divide-write-chains | FileCheck %s

// After 16 writes in a row the tensor goes through memory, and later ops use what is there.
// CHECK-LABEL: func @long(
// CHECK-COUNT-16: tensor.insert_slice
// CHECK: %[[B:.*]] = bufferization.to_buffer %{{.*}} : tensor<20x4xf32> to memref<20x4xf32>
// CHECK-NEXT: %[[T:.*]] = bufferization.to_tensor %[[B]] restrict writable : memref<20x4xf32> to tensor<20x4xf32>
// CHECK: tensor.insert_slice %arg1 into %[[T]][16, 0]
// CHECK-NOT: bufferization
// CHECK: return
func.func @long(%x0: tensor<20x4xf32>, %r: tensor<4xf32>) -> tensor<20x4xf32> {
  %x1 = tensor.insert_slice %r into %x0[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x2 = tensor.insert_slice %r into %x1[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x3 = tensor.insert_slice %r into %x2[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x4 = tensor.insert_slice %r into %x3[3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x5 = tensor.insert_slice %r into %x4[4, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x6 = tensor.insert_slice %r into %x5[5, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x7 = tensor.insert_slice %r into %x6[6, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x8 = tensor.insert_slice %r into %x7[7, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x9 = tensor.insert_slice %r into %x8[8, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x10 = tensor.insert_slice %r into %x9[9, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x11 = tensor.insert_slice %r into %x10[10, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x12 = tensor.insert_slice %r into %x11[11, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x13 = tensor.insert_slice %r into %x12[12, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x14 = tensor.insert_slice %r into %x13[13, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x15 = tensor.insert_slice %r into %x14[14, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x16 = tensor.insert_slice %r into %x15[15, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x17 = tensor.insert_slice %r into %x16[16, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x18 = tensor.insert_slice %r into %x17[17, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  return %x18 : tensor<20x4xf32>
}

// A view of an earlier version that is read behind the end of a section may share its memory.
// CHECK-LABEL: func @read_later(
// CHECK-NOT: bufferization
// CHECK: return
func.func @read_later(%x0: tensor<20x4xf32>, %r: tensor<4xf32>) -> (tensor<20x4xf32>, tensor<4xf32>) {
  %v = tensor.extract_slice %x0[19, 0] [1, 4] [1, 1] : tensor<20x4xf32> to tensor<4xf32>
  %x1 = tensor.insert_slice %r into %x0[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x2 = tensor.insert_slice %r into %x1[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x3 = tensor.insert_slice %r into %x2[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x4 = tensor.insert_slice %r into %x3[3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x5 = tensor.insert_slice %r into %x4[4, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x6 = tensor.insert_slice %r into %x5[5, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x7 = tensor.insert_slice %r into %x6[6, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x8 = tensor.insert_slice %r into %x7[7, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x9 = tensor.insert_slice %r into %x8[8, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x10 = tensor.insert_slice %r into %x9[9, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x11 = tensor.insert_slice %r into %x10[10, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x12 = tensor.insert_slice %r into %x11[11, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x13 = tensor.insert_slice %r into %x12[12, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x14 = tensor.insert_slice %r into %x13[13, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x15 = tensor.insert_slice %r into %x14[14, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x16 = tensor.insert_slice %r into %x15[15, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x17 = tensor.insert_slice %r into %x16[16, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x18 = tensor.insert_slice %r into %x17[17, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  return %x18, %v : tensor<20x4xf32>, tensor<4xf32>
}

// One that is read in between does not matter.
// CHECK-LABEL: func @read_before(
// CHECK: bufferization.to_buffer
func.func @read_before(%x0: tensor<20x4xf32>, %r: tensor<4xf32>, %i: index) -> (tensor<20x4xf32>, f32) {
  %v = tensor.extract_slice %x0[19, 0] [1, 4] [1, 1] : tensor<20x4xf32> to tensor<4xf32>
  %e = tensor.extract %v[%i] : tensor<4xf32>
  %x1 = tensor.insert_slice %r into %x0[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x2 = tensor.insert_slice %r into %x1[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x3 = tensor.insert_slice %r into %x2[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x4 = tensor.insert_slice %r into %x3[3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x5 = tensor.insert_slice %r into %x4[4, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x6 = tensor.insert_slice %r into %x5[5, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x7 = tensor.insert_slice %r into %x6[6, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x8 = tensor.insert_slice %r into %x7[7, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x9 = tensor.insert_slice %r into %x8[8, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x10 = tensor.insert_slice %r into %x9[9, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x11 = tensor.insert_slice %r into %x10[10, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x12 = tensor.insert_slice %r into %x11[11, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x13 = tensor.insert_slice %r into %x12[12, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x14 = tensor.insert_slice %r into %x13[13, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x15 = tensor.insert_slice %r into %x14[14, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x16 = tensor.insert_slice %r into %x15[15, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x17 = tensor.insert_slice %r into %x16[16, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x18 = tensor.insert_slice %r into %x17[17, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  return %x18, %e : tensor<20x4xf32>, f32
}

// Short chains stay as they are.
// CHECK-LABEL: func @short(
// CHECK-NOT: bufferization
// CHECK: return
func.func @short(%x0: tensor<20x4xf32>, %r: tensor<4xf32>) -> tensor<20x4xf32> {
  %x1 = tensor.insert_slice %r into %x0[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x2 = tensor.insert_slice %r into %x1[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x3 = tensor.insert_slice %r into %x2[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x4 = tensor.insert_slice %r into %x3[3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x5 = tensor.insert_slice %r into %x4[4, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x6 = tensor.insert_slice %r into %x5[5, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x7 = tensor.insert_slice %r into %x6[6, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x8 = tensor.insert_slice %r into %x7[7, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x9 = tensor.insert_slice %r into %x8[8, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x10 = tensor.insert_slice %r into %x9[9, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x11 = tensor.insert_slice %r into %x10[10, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x12 = tensor.insert_slice %r into %x11[11, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x13 = tensor.insert_slice %r into %x12[12, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x14 = tensor.insert_slice %r into %x13[13, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  %x15 = tensor.insert_slice %r into %x14[14, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<20x4xf32>
  return %x15 : tensor<20x4xf32>
}
