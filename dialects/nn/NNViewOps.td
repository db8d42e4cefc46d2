//===- NNViewOps.td - Views --------------------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose result has elements of the operand, in another shape.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_VIEW_OPS
#define TINE_NN_VIEW_OPS

include "dialects/nn/NNBase.td"

def NN_ReshapeOp : NN_DerivableOp<"reshape", NN_SavesNothing<"1">, [Pure]> {
  let summary = "the same elements in row-major order with another shape";
  let description = [{
    Also squeeze, unsqueeze, flatten and view. The number of elements must be
    the same; with dynamic sizes the caller has checked it.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x6xf32>, %n: index) -> tensor<?x2x3xf32> {
      %y = nn.reshape %x (%n) : tensor<?x6xf32> -> tensor<?x2x3xf32>
      return %y : tensor<?x2x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutReshape(*this, dim, rows)">;
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `(` $sizes `)` attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NN_PermuteOp : NN_DerivableOp<"permute", NN_SavesNothing<"1">, [Pure]> {
  let summary = "reorders the dimensions";
  let description = [{
    Dimension i of the result is dimension `dims[i]` of the input.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
      %y = nn.permute %x [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
      return %y : tensor<3x2xf32>
    }
    ```
  }];
  let parts = NN_Parts<"Cuts{{getDims()[dim]}, {dim}}">;
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input $dims attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NN_ExpandOp : NN_DerivableOp<"expand", NN_SavesNothing<"1">, [Pure]> {
  let summary = "repeats dimensions of size 1 and adds leading dimensions";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<1x3xf32>, %n: index) -> tensor<?x3xf32> {
      %y = nn.expand %x (%n) : tensor<1x3xf32> -> tensor<?x3xf32>
      return %y : tensor<?x3xf32>
    }
    ```
  }];
  let parts = NN_ElementByElement;
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `(` $sizes `)` attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_SliceOp : NN_DerivableOp<"slice", NN_SavesNothing<"1">, [Pure]> {
  let summary = "every step-th element of one dimension, from a start";
  let description = [{
    `start` is in range, `step` at least 1, and the size of the result's
    dimension fits: the caller has clamped them.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x9xf32>, %s: index, %n: index) -> tensor<2x?xf32> {
      %y = nn.slice %x dim 1 from %s step 2 (%n) : tensor<2x9xf32> -> tensor<2x?xf32>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_Tensor:$input, I64Attr:$dim, Index:$start, I64Attr:$step,
                       Optional<Index>:$size);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim `from` $start `step` $step `(` ($size^)? `)` attr-dict `:`
    type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TINE_NN_VIEW_OPS
