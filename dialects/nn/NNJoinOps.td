//===- NNJoinOps.td - Parts and joins ----------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that put tensors together, or their elements in another order.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_JOIN_OPS
#define TINE_NN_JOIN_OPS

include "dialects/nn/NNBase.td"

def NN_InsertSliceOp : NN_DerivableOp<"insert_slice", NN_SavesNothing<NN_Never>, [Pure, AllTypesMatch<["into", "result"]>]> {
  let summary = "a tensor with every step-th element of one dimension replaced";
  let description = [{
    The inverse of `nn.slice`: the result is `into` with the slice replaced by `input`.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %d: tensor<2x9xf32>, %s: index) -> tensor<2x9xf32> {
      %y = nn.insert_slice %x into %d dim 1 from %s step 2 : tensor<2x3xf32> into tensor<2x9xf32>
      return %y : tensor<2x9xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_Tensor:$input, NN_Tensor:$into, I64Attr:$dim, Index:$start, I64Attr:$step);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `into` $into `dim` $dim `from` $start `step` $step attr-dict `:`
    type($input) `into` type($into)
  }];
  let hasVerifier = 1;
}

def NN_FlipOp : NN_DerivableOp<"flip", NN_SavesNothing<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "reverses the order of elements along dimensions";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.flip %x [0] : tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"llvm::is_contained(getDims(), dim) ? std::nullopt : cutAll(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input $dims attr-dict `:` type($input)";
}

def NN_CatOp : NN_DerivableOp<"cat", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "joins tensors along a dimension";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %z = nn.cat %x, %y dim 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
      return %z : tensor<2x7xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins Variadic<NN_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$inputs `dim` $dim attr-dict `:` functional-type($inputs, results)";
  let hasVerifier = 1;
}

def NN_ListCatOp : NN_DerivableOp<"list_cat", NN_SavesNothing<NN_Never>, [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "joins (or stacks) the tensors of a list that exists at run time";
  let description = [{
    With `stacked` a new dimension is made. Fails on an empty list and when sizes
    of the other dimensions differ.

    Example:

    ```mlir
    func.func @f(%l: !tine.list<tensor<2x3xf32>>) -> tensor<?x2x3xf32> {
      %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<2x3xf32>> -> tensor<?x2x3xf32>
      return %z : tensor<?x2x3xf32>
    }
    ```
  }];
  let arguments = (ins AnyType:$list, I64Attr:$dim, UnitAttr:$stacked);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$list `dim` $dim (`stacked` $stacked^)? attr-dict `:` type($list) `->` type($result)";
  let hasVerifier = 1;
}

#endif // TINE_NN_JOIN_OPS
