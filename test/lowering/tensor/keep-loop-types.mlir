// RUN: %tine-opt %s --keep-loop-types --canonicalize --remove-optimization-barriers | FileCheck %s

// The loop starts with five elements and gives the tensor another size: it
// stays a loop over tensors of any size.
// CHECK-LABEL: func @f(
// CHECK: scf.for {{.*}} -> (tensor<?xf32>)
// CHECK: %[[S:.*]] = nn.slice
// CHECK-NOT: tensor.cast
// CHECK: scf.yield %[[S]] : tensor<?xf32>
func.func @f(%x: tensor<5xf32>, %y: tensor<9xf32>, %n: index, %size: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cast = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %cast) -> tensor<?xf32> {
    %s = nn.slice %y dim 0 from %i step 1(%size) : tensor<9xf32> -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
