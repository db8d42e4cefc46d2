// RUN: tine-opt %s --hoist-loop-invariants | FileCheck %s

// What has sizes that are known moves.
// CHECK-LABEL: func.func @static
// CHECK: tensor.extract_slice
// CHECK: arith.negf
// CHECK: scf.for
// CHECK-NOT: negf
func.func @static(%x: tensor<4xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %empty) -> tensor<2xf32> {
    %part = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %z = arith.negf %part : tensor<2xf32>
    scf.yield %z : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// What reads as many elements as the run says stays behind its check, and so
// does a place that the run knows.
// CHECK-LABEL: func.func @checked
// CHECK: tensor.dim
// CHECK: scf.for
// CHECK: tine.assert
// CHECK: tensor.extract_slice
// CHECK: tensor.extract
// CHECK: arith.remsi
func.func @checked(%x: tensor<?xf32>, %w: tensor<4xf32>, %place: index,
                   %n: index, %ok: i1) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%y = %zero, %m = %c0) -> (f32, index) {
    tine.assert %ok, "RuntimeError", "does not fit"
    %size = tensor.dim %x, %c0 : tensor<?xf32>
    %part = tensor.extract_slice %x[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
    %e = tensor.extract %part[%c1] : tensor<2xf32>
    %f = tensor.extract %w[%place] : tensor<4xf32>
    %s = arith.addf %e, %f : f32
    %rest = arith.remsi %size, %n : index
    scf.yield %s, %rest : f32, index
  }
  return %r#0, %r#1 : f32, index
}

// A loop over places that tensors say is one of those.
// CHECK-LABEL: func.func @gathered
// CHECK: scf.for
// CHECK: linalg.generic
func.func @gathered(%x: tensor<4xf32>, %at: tensor<2xindex>, %n: index)
    -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %empty) -> tensor<2xf32> {
    %z = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
        ins(%at : tensor<2xindex>) outs(%empty : tensor<2xf32>) {
    ^bb0(%place: index, %out: f32):
      %e = tensor.extract %x[%place] : tensor<4xf32>
      linalg.yield %e : f32
    } -> tensor<2xf32>
    scf.yield %z : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
