//===- NNReductionOps.td - Along dimensions ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the rows of a tensor along dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_REDUCTION_OPS
#define TINE_NN_REDUCTION_OPS

include "dialects/nn/NNBase.td"

/// Of a maximum PyTorch may keep the places only.
def NN_FactsOfReduce : NN_Facts<
  "getReduction() == Reduction::prod ? Values{getInput(), getResult()} : Values{}",
  "getReduction() != Reduction::sum",
  "getReduction() == Reduction::prod ? allOperands(*this) : Values{}", NN_Never>;

def NN_ReduceOp : NN_DerivableOp<"reduce", NN_FactsOfReduce, [Pure]> {
  let summary = "reduces dimensions to one value";
  let description = [{
    With `keepdim` the reduced dimensions stay with size 1. A sum of f32 is
    accumulated in f64. max and min give NaN when an element is.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2xf32> {
      %y = nn.reduce sum %x [1] : tensor<2x?xf32> -> tensor<2xf32>
      %z = nn.reduce max %x [0] keepdim : tensor<2x?xf32> -> tensor<1x?xf32>
      return %y : tensor<2xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutReduced(*this, getDims(), getKeepdim(), dim)">;
  let arguments = (ins EnumProp<NN_Reduction>:$reduction, NN_Tensor:$input, DenseI64ArrayAttr:$dims,
                       UnitAttr:$keepdim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$reduction $input $dims (`keepdim` $keepdim^)? attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_ArgReduceOp : NN_DerivableOp<"arg_reduce", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "the index of the first greatest or smallest element of a dimension";
  let description = [{
    Only max and min. NaN counts as the greatest and the smallest.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2xi64> {
      %y = nn.arg_reduce max %x dim 1 : tensor<2x?xf32> -> tensor<2xi64>
      return %y : tensor<2xi64>
    }
    ```
  }];
  let parts = NN_Parts<"cutReduced(*this, {int64_t(getDim())}, getKeepdim(), dim)">;
  let arguments = (ins EnumProp<NN_Reduction>:$reduction, NN_Tensor:$input, I64Attr:$dim, UnitAttr:$keepdim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$reduction $input `dim` $dim (`keepdim` $keepdim^)? attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_SoftmaxOp : NN_DerivableOp<"softmax", NN_SavesResult<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "exp(x - max) / sum(exp(x - max)) along a dimension";
  let description = [{
    With `log` its logarithm.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.softmax %x dim 1 : tensor<2x3xf32>
      %z = nn.softmax %x dim 1 log : tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_FloatTensor:$input, I64Attr:$dim, UnitAttr:$log);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$input `dim` $dim (`log` $log^)? attr-dict `:` type($input)";
}

def NN_ScanOp : NN_DerivableOp<"scan", NN_SavesNothing<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "what all elements up to each give along a dimension";
  let description = [{
    Their sum, product, greatest or smallest one, or the logarithm of the sum of
    their exponentials. Sums, products and logarithms of f32 are accumulated in
    f64. From a NaN on, max and min are NaN. Sums alone have a derivative.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.scan sum %x dim 1 : tensor<2x3xf32>
      %z = nn.scan max %y dim 0 : tensor<2x3xf32>
      return %z : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins EnumProp<NN_Scan>:$kind, NN_Tensor:$input, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$kind $input `dim` $dim attr-dict `:` type($input)";
  let hasVerifier = 1;
}

#endif // TINE_NN_REDUCTION_OPS
