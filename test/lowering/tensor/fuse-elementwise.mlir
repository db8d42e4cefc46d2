// RUN: %tine-opt %s --nn-to-linalg --canonicalize --fuse-elementwise | FileCheck %s

// CHECK-LABEL: func @chain(
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<8x9xf32>, %y: tensor<9xf32>) -> tensor<8x9xf32> {
  %z = nn.add %x, %y : (tensor<8x9xf32>, tensor<9xf32>) -> tensor<8x9xf32>
  %e = nn.exp %z : tensor<8x9xf32>
  return %e : tensor<8x9xf32>
}

// The exponential of a row is computed once, not for each row of the result.
// CHECK-LABEL: func @repeated(
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @repeated(%x: tensor<8x9xf32>, %y: tensor<9xf32>) -> tensor<8x9xf32> {
  %e = nn.exp %y : tensor<9xf32>
  %z = nn.add %x, %e : (tensor<8x9xf32>, tensor<9xf32>) -> tensor<8x9xf32>
  return %z : tensor<8x9xf32>
}

// A reshape stays in front of a product.
// CHECK-LABEL: func @product(
// CHECK: tensor.collapse_shape
// CHECK: linalg.matmul
func.func @product(%x: tensor<2x4x3xf32>, %w: tensor<3x5xf32>) -> tensor<8x5xf32> {
  %r = nn.reshape %x () : tensor<2x4x3xf32> -> tensor<8x3xf32>
  %y = nn.matmul %r, %w : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}

// What is computed again is so in each of its two users.
// CHECK-LABEL: func @again(
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @again(%x: tensor<8x9xf32>, %y: tensor<8x9xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>) {
  %again = nn.optimization_barrier %x : tensor<8x9xf32>
  %e = nn.exp %again : tensor<8x9xf32>
  %u = nn.add %e, %y : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
  %v = nn.mul %e, %y : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
  return %u, %v : tensor<8x9xf32>, tensor<8x9xf32>
}

// The distance from the mean is taken in each of its two users: that reads no
// more than the distances would be. Two tensors as large are read once.
// CHECK-LABEL: func @centred(
// CHECK: linalg.generic
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: linalg.generic
// CHECK: arith.subf
// CHECK: math.exp
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @centred(%x: tensor<8x9xf32>, %m: tensor<8x1xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>) {
  %d = nn.sub %x, %m : (tensor<8x9xf32>, tensor<8x1xf32>) -> tensor<8x9xf32>
  %u = nn.mul %d, %d : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
  %v = nn.exp %d : tensor<8x9xf32>
  return %u, %v : tensor<8x9xf32>, tensor<8x9xf32>
}

// CHECK-LABEL: func @difference(
// CHECK-COUNT-1: arith.subf
// CHECK-NOT: arith.subf
// CHECK: return
func.func @difference(%x: tensor<8x9xf32>, %y: tensor<8x9xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>) {
  %d = nn.sub %x, %y : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
  %u = nn.mul %d, %d : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
  %v = nn.exp %d : tensor<8x9xf32>
  return %u, %v : tensor<8x9xf32>, tensor<8x9xf32>
}

// Work does not move into a loop.
// CHECK-LABEL: func @invariant(
// CHECK: math.exp
// CHECK: scf.for
// CHECK-NOT: math.exp
// CHECK: arith.addf
func.func @invariant(%x: tensor<8x9xf32>, %y: tensor<8x9xf32>, %n: index) -> tensor<8x9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = nn.exp %x : tensor<8x9xf32>
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> tensor<8x9xf32> {
    %t = nn.add %s, %e : (tensor<8x9xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
    scf.yield %t : tensor<8x9xf32>
  }
  return %z : tensor<8x9xf32>
}

// Of nothing, a reduction gives what it starts with, whatever its body yields.
// CHECK-LABEL: func @reduction_of_nothing(
// CHECK: %[[START:.*]] = linalg.fill
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[SOME]]
// CHECK: linalg.fill
// CHECK: else
// CHECK: scf.yield %[[START]]
func.func @reduction_of_nothing(%x: tensor<?xi64>) -> tensor<i1> {
  %true = arith.constant true
  %false = arith.constant false
  %empty = tensor.empty() : tensor<i1>
  %start = linalg.fill ins(%false : i1) outs(%empty : tensor<i1>) -> tensor<i1>
  %any = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<?xi64>) outs(%start : tensor<i1>) {
  ^bb0(%in: i64, %out: i1):
    linalg.yield %true : i1
  } -> tensor<i1>
  return %any : tensor<i1>
}
