// RUN: %tine-opt %s --nn-to-linalg --canonicalize | FileCheck %s

// A static size 1 is broadcast by the indexing map; a scalar is used in place.
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func @broadcast(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x1xf32>, %[[S:.*]]: f32
// CHECK: linalg.generic {{.*}}#[[COLUMN]]{{.*}} ins(%[[X]], %[[Y]]
// CHECK: arith.addf
// CHECK: arith.mulf {{.*}}, %[[S]]
func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>, %s: f32) -> tensor<2x3xf32> {
  %z = nn.add %x, %y : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %w = nn.mul %z, %s : (tensor<2x3xf32>, f32) -> tensor<2x3xf32>
  return %w : tensor<2x3xf32>
}

// Sizes that are not known to be the same are compared once; the result's
// size is known to be that of its producer.
// CHECK-LABEL: func @dynamic(
// CHECK: tine.assert {{.*}}, "RuntimeError", "The size of tensor a (%i) must match the size of tensor b (%i) at non-singleton dimension 0", %
// CHECK: scf.if {{.*}} -> (tensor<?xf32>)
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK-NOT: tine.assert
// CHECK: arith.mulf
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = nn.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %e = nn.exp %z : tensor<?xf32>
  %w = nn.mul %z, %e : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %w : tensor<?xf32>
}

// The check of the divisor stands before the loop, which cannot trap.
// CHECK-LABEL: func @divide(
// CHECK: linalg.generic {{.*}}reduction
// CHECK: tine.assert {{.*}}, "RuntimeError", "ZeroDivisionError"
// CHECK: linalg.generic
// CHECK: arith.divsi
func.func @divide(%x: tensor<4xi64>, %y: tensor<4xi64>) -> tensor<4xi64> {
  %z = nn.floor_divide %x, %y : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %z : tensor<4xi64>
}

// i8 is unsigned.
// CHECK-LABEL: func @unsigned(
// CHECK: arith.cmpi ult
// CHECK: arith.uitofp
func.func @unsigned(%x: tensor<4xi8>, %y: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xf32>) {
  %l = nn.lt %x, %y : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %f = nn.cast %x : tensor<4xi8> to tensor<4xf32>
  return %l, %f : tensor<4xi1>, tensor<4xf32>
}

// CHECK-LABEL: func @sum(
// CHECK: linalg.generic
// CHECK: %[[X:.*]] = arith.extf
// CHECK: arith.addf {{.*}} fastmath<reassoc> : f64
// CHECK: arith.truncf
func.func @sum(%x: tensor<2x9xf32>) -> tensor<2xf32> {
  %y = nn.reduce sum %x [1] : tensor<2x9xf32> -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// A column times a row adds nothing, not even to zero.
// CHECK-LABEL: func @outer
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[P:.*]] = arith.mulf
// CHECK-NEXT: linalg.yield %[[P]]
func.func @outer(%x: tensor<5x1xf32>, %y: tensor<4x1xf32>) -> tensor<5x4xf32> {
  %m = nn.matmul %x, %y transposed : (tensor<5x1xf32>, tensor<4x1xf32>) -> tensor<5x4xf32>
  return %m : tensor<5x4xf32>
}

// The bias is what the product starts from.
// CHECK-LABEL: func @linear(
// CHECK: %[[B:.*]] = linalg.broadcast
// CHECK: linalg.matmul {{.*}} outs(%[[B]]
func.func @linear(%x: tensor<5x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<5x4xf32> {
  %m = nn.matmul %x, %w transposed : (tensor<5x3xf32>, tensor<4x3xf32>) -> tensor<5x4xf32>
  %y = nn.add %m, %b : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
  return %y : tensor<5x4xf32>
}

// CHECK-LABEL: func @embedding(
// CHECK: tine.assert {{.*}}, "IndexError", "index out of range in self"
// CHECK: tensor.extract
func.func @embedding(%x: tensor<10x3xf32>, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  %y = nn.index_select %x, %i dim 0 : (tensor<10x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// CHECK-LABEL: func @index_from_end(
// CHECK: tine.assert {{.*}}, "IndexError", "index %i is out of bounds for dimension 0 with size %i", %{{.*}}, %
// CHECK: arith.select
// CHECK: tensor.extract
func.func @index_from_end(%x: tensor<10x3xf32>, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  %y = nn.index_select %x, %i dim 0 from_end : (tensor<10x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// Indices that are computed from constants are not checked again.
// CHECK-LABEL: func @places(
// CHECK-NOT: tine.assert
// CHECK: tensor.extract %arg0
// CHECK-LABEL: func @places_beyond(
// CHECK: tine.assert
func.func @places(%x: tensor<12xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %a = nn.iota %zero, %three () : i64 -> tensor<4xi64>
  %b = nn.iota %zero, %one () : i64 -> tensor<3xi64>
  %c = nn.reshape %a () : tensor<4xi64> -> tensor<4x1xi64>
  %d = nn.reshape %b () : tensor<3xi64> -> tensor<1x3xi64>
  %i = nn.add %c, %d : (tensor<4x1xi64>, tensor<1x3xi64>) -> tensor<4x3xi64>
  %y = nn.index_select %x, %i dim 0 : (tensor<12xf32>, tensor<4x3xi64>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func @places_beyond(%x: tensor<12xf32>, %n: i64) -> tensor<4xf32> {
  %zero = arith.constant 0 : i64
  %four = arith.constant 4 : i64
  %a = nn.iota %zero, %four () : i64 -> tensor<4xi64>
  %i = nn.add %a, %n : (tensor<4xi64>, i64) -> tensor<4xi64>
  %y = nn.index_select %x, %i dim 0 : (tensor<12xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// A size is checked by what it was computed from, which a cast does not change.
// CHECK-LABEL: func @cast(
// CHECK-SAME: %{{.*}}: tensor<1xf32>, %[[N:.*]]: index
// CHECK: arith.cmpi eq, %[[N]], %c1{{.*}} : index
// CHECK: tine.assert {{.*}}, "output with shape [1]
func.func @cast(%x: tensor<1xf32>, %n: index) -> tensor<1xf32> {
  %one = arith.constant 1.0 : f32
  %y = nn.full %one(%n) : f32 -> tensor<?xf32>
  %z = nn.add %x, %y : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %z, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %dim, %c1 : index
  tine.assert %same, "RuntimeError", "output with shape [1] doesn't match the broadcast shape [%i]", %dim : index
  %w = tensor.cast %z : tensor<?xf32> to tensor<1xf32>
  return %w : tensor<1xf32>
}

// CHECK-LABEL: func @cast_alone(
// CHECK: tine.assert {{.*}}, "Expected a tensor of size %i but got size %i"
func.func @cast_alone(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %y = tensor.cast %x : tensor<?x3xf32> to tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// Sizes of the run whose product overflows are no tensor.
// CHECK-LABEL: func @allocation(
// CHECK: arith.mului_extended
// CHECK: tine.assert {{.*}}, "RuntimeError", "a tensor of sizes [%i, %i] cannot be allocated"
// CHECK: tensor.empty
func.func @allocation(%n: index) -> tensor<?x4xf32> {
  %one = arith.constant 1.0 : f32
  %y = nn.full %one(%n) : f32 -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// All places are checked before the first write.
// CHECK-LABEL: func @scatter(
// CHECK: tine.assert {{.*}}, "scatter: expected as many values as places
// CHECK-NOT: scatter: expected values of size
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?xi64>) outs(%{{.*}} : tensor<i1>)
// CHECK: scf.if
// CHECK: tine.assert {{.*}}, "IndexError", "index %i is out of bounds
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: tensor.insert
func.func @scatter(%x: tensor<5x3xf32>, %p: tensor<?xi64>, %v: tensor<?x3xf32>) -> tensor<5x3xf32> {
  %y = nn.scatter add %v at %p into %x : tensor<?x3xf32> at tensor<?xi64> into tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

// CHECK-LABEL: func @nonzero(
// CHECK: %[[N:.*]] = scf.for
// CHECK: tensor.empty
// CHECK: tensor.insert
// CHECK: tensor.extract_slice {{.*}}[0] [%[[N]]] [1]
func.func @nonzero(%m: tensor<7xi1>) -> tensor<?xi64> {
  %y = nn.nonzero %m : tensor<7xi1> -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// Sorting says where elements come from; the target does it.
// CHECK-LABEL: func @sort(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
// CHECK: %{{.*}}, %[[I:.*]] = nn.sort %[[X]] descending
// CHECK: linalg.generic {{.*}} ins(%[[I]] :
// CHECK: tensor.extract %[[X]]
func.func @sort(%x: tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xi64>) {
  %y, %i = nn.sort %x descending : tensor<2x?xf32> -> tensor<2x?xi64>
  return %y, %i : tensor<2x?xf32>, tensor<2x?xi64>
}

// CHECK-LABEL: func @join(
// CHECK: tine.list_length
// CHECK: tine.assert {{.*}}, "RuntimeError", "stack expects a non-empty TensorList"
// CHECK: scf.for
// CHECK: tine.list_get
// CHECK: tensor.insert_slice
func.func @join(%l: !tine.list<tensor<2x3xf32>>) -> tensor<?x2x3xf32> {
  %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<2x3xf32>> -> tensor<?x2x3xf32>
  return %z : tensor<?x2x3xf32>
}

// One product for all steps, one in each step, one loop for the gates.
// CHECK-LABEL: func @lstm(
// CHECK: linalg.matmul
// CHECK: scf.for
// CHECK: linalg.matmul
// CHECK: linalg.generic
// CHECK: math.tanh
// CHECK: tensor.insert_slice
func.func @lstm(%x: tensor<5x3x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<16x8xf32>,
                %wh: tensor<16x4xf32>) -> tensor<5x3x4xf32> {
  %y, %hn, %cn = nn.rnn lstm %x, %h, %wi, %wh init %h : tensor<3x4xf32>
    : tensor<5x3x8xf32>, tensor<3x4xf32>, tensor<16x8xf32>, tensor<16x4xf32>
    -> tensor<5x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  return %y : tensor<5x3x4xf32>
}

// Draws stay: they need a box.
// CHECK-LABEL: func @random(
// CHECK: nn.random uniform
func.func @random(%a: f64) -> tensor<2xf32> {
  %y = nn.random uniform %a, %a () : f64 -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func @fma(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[S:.*]]: f32, %[[Z:.*]]: tensor<3xf32>
// CHECK: linalg.generic
// CHECK: ^bb0(%[[A:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
// CHECK: math.fma %[[A]], %[[S]], %[[C]]
func.func @fma(%x: tensor<2x3xf32>, %s: f32, %z: tensor<3xf32>) -> tensor<2x3xf32> {
  %w = nn.fma %x, %s, %z : (tensor<2x3xf32>, f32, tensor<3xf32>) -> tensor<2x3xf32>
  return %w : tensor<2x3xf32>
}

// With a stride of 1 a transposed convolution is a convolution with the
// weight flipped; else one for each remainder.
// CHECK-LABEL: func @transposed(
// CHECK: nn.conv {{.*}} strides [1] paddings [1] dilations [1] groups 1{{.*}} -> tensor<2x3x8xf32>
// CHECK-NOT: nn.conv
func.func @transposed(%g: tensor<2x4x8xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x3x8xf32> {
  %x = nn.conv_transpose %g, %w strides [1] paddings [1] dilations [1] groups 1 () : tensor<2x4x8xf32>, tensor<4x3x3xf32> -> tensor<2x3x8xf32>
  return %x : tensor<2x3x8xf32>
}

// All of the result is written: nothing fills it before.
// CHECK-LABEL: func @transposed_stride(
// CHECK-NOT: linalg.fill
// CHECK: nn.conv {{.*}} paddings [1] {{.*}} tensor<3x4x2xf32> -> tensor<2x3x5xf32>
// CHECK: nn.conv {{.*}} paddings [0] {{.*}} tensor<3x4x1xf32> -> tensor<2x3x4xf32>
// CHECK-NOT: nn.conv
func.func @transposed_stride(%g: tensor<2x4x4xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x3x9xf32> {
  %x = nn.conv_transpose %g, %w strides [2] paddings [0] dilations [1] groups 1 () : tensor<2x4x4xf32>, tensor<4x3x3xf32> -> tensor<2x3x9xf32>
  return %x : tensor<2x3x9xf32>
}

// No window reaches every third place.
// CHECK-LABEL: func @transposed_gaps(
// CHECK: linalg.fill
func.func @transposed_gaps(%g: tensor<2x4x4xf32>, %w: tensor<4x3x2xf32>) -> tensor<2x3x11xf32> {
  %x = nn.conv_transpose %g, %w strides [3] paddings [0] dilations [1] groups 1 () : tensor<2x4x4xf32>, tensor<4x3x2xf32> -> tensor<2x3x11xf32>
  return %x : tensor<2x3x11xf32>
}

// A scan is a reduction that writes what it has so far.
// CHECK-LABEL: func @scan(
// CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} tensor<2xf64>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]{{.*}} outs({{.*}}, %[[ZERO]] : tensor<2x3xf32>, tensor<2xf64>)
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f64
func.func @scan(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.scan sum %x dim 1 : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// A kernel takes all products of a batch.
// CHECK-LABEL: func @batch_for_gpu(
// CHECK-NOT: scf.for
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<4x3x5xf32>, tensor<4x5x2xf32>) outs(%[[ZERO]] : tensor<4x3x2xf32>)
func.func @batch_for_gpu(%x: tensor<4x3x5xf32>, %y: tensor<4x5x2xf32>) -> tensor<4x3x2xf32> attributes {tine.target = "cuda"} {
  %z = nn.batch_matmul %x, %y : (tensor<4x3x5xf32>, tensor<4x5x2xf32>) -> tensor<4x3x2xf32>
  return %z : tensor<4x3x2xf32>
}
