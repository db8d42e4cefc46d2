//===- NNIndexingOps.td - Indices and order ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that read and write where tensors say, and sort.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_INDEXING_OPS
#define TINE_NN_INDEXING_OPS

include "dialects/nn/NNBase.td"

def NN_FactsOfIndexSelect : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;

def NN_IndexSelectOp : NN_DerivableOp<"index_select", NN_FactsOfIndexSelect, [Pure]> {
  let summary = "the slices of a dimension that a tensor of indices names";
  let description = [{
    The dimension is replaced by the dimensions of `indices` (i64, any rank):
    `nn.Embedding` is index_select of dim 0. Fails with IndexError when an index is out of
    range; with `from_end`, negative ones count from the end.

    Example:

    ```mlir
    func.func @f(%x: tensor<10x3xf32>, %i: tensor<2x5xi64>) -> tensor<2x5x3xf32> {
      %y = nn.index_select %x, %i dim 0 : (tensor<10x3xf32>, tensor<2x5xi64>) -> tensor<2x5x3xf32>
      return %y : tensor<2x5x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutIndexSelect(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, RankedTensorOf<[I64]>:$indices, I64Attr:$dim,
                       UnitAttr:$fromEnd);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` $dim (`from_end` $fromEnd^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_FactsOfGather : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;

def NN_GatherOp : NN_DerivableOp<"gather", NN_FactsOfGather, [Pure]> {
  let summary = "y[i, j, ..] = x[.., index[i, j, ..], ..] along a dimension";
  let description = [{
    Fails with IndexError when an index is out of range.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %i: tensor<2x5xi64>) -> tensor<2x5xf32> {
      %y = nn.gather %x, %i dim 1 : (tensor<2x3xf32>, tensor<2x5xi64>) -> tensor<2x5xf32>
      return %y : tensor<2x5xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutGather(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, RankedTensorOf<[I64]>:$indices, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` $dim attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_FactsOfScatter : NN_Facts<
  "getHow() == Scatter::write || getHow() == Scatter::add ? Values{getPlaces()} : allOperands(*this)",
  "true",
  "getHow() == Scatter::write || getHow() == Scatter::add ? Values{} : allOperands(*this)", NN_Never>;

def NN_ScatterOp : NN_DerivableOp<"scatter", NN_FactsOfScatter, [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "writes or adds rows at the places that a vector names";
  let description = [{
    Row i of `values` goes to row `places[i]` of `input`, one after the other: of several
    rows for one place, the last one stays (`write`) or all are combined. Fails with
    IndexError when a place is out of range; negative ones are.

    Example:

    ```mlir
    func.func @f(%x: tensor<5x3xf32>, %p: tensor<?xi64>, %v: tensor<?x3xf32>) -> tensor<5x3xf32> {
      %y = nn.scatter add %v at %p into %x : tensor<?x3xf32> at tensor<?xi64> into tensor<5x3xf32>
      return %y : tensor<5x3xf32>
    }
    ```
  }];
  let arguments = (ins EnumProp<NN_Scatter>:$how, NN_Tensor:$values, RankedTensorOf<[I64]>:$places,
                       NN_Tensor:$input);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $how $values `at` $places `into` $input attr-dict `:` type($values) `at` type($places) `into`
    type($input)
  }];
  let hasVerifier = 1;
}

def NN_NonzeroOp : NN_Op<"nonzero", [Pure]> {
  let summary = "the places of a vector of bools that are true, in order";
  let description = [{
    Example:

    ```mlir
    func.func @f(%m: tensor<7xi1>) -> tensor<?xi64> {
      %y = nn.nonzero %m : tensor<7xi1> -> tensor<?xi64>
      return %y : tensor<?xi64>
    }
    ```
  }];
  let arguments = (ins NN_BoolTensor:$input);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_FactsOfSort : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;

def NN_SortOp : NN_DerivableOp<"sort", NN_FactsOfSort, [Pure, AllTypesMatch<["input", "values"]>]> {
  let summary = "sorts every row of a matrix";
  let description = [{
    NaN is greater than every number. The second result has the column that each
    element came from. `stable`, equal elements keep their order; otherwise it is that
    of PyTorch: of `std::sort` in libstdc++, but for a single row of at least 32768 ints,
    ascending, which keeps it.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %y, %i = nn.sort %x descending : tensor<2x?xf32> -> tensor<2x?xi64>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutAll(*this, 0)">;
  let arguments = (ins NN_Tensor:$input, UnitAttr:$descending, UnitAttr:$stable);
  let results = (outs NN_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $input (`descending` $descending^)? (`stable` $stable^)? attr-dict `:` type($input) `->`
    type($indices)
  }];
  let hasVerifier = 1;
}

def NN_TopKOp : NN_DerivableOp<"topk", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "the columns of the k first elements of every row, were it sorted";
  let description = [{
    k is from 0 to the size of a row. NaN is greater than every number. `sorted`, they
    come in order; `partition` has them in any order, but the last one is the last of
    them; of `kth` the last one is that too, and nothing else is said. Of equal elements
    those are taken, in the order, that PyTorch takes.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>, %k: index) -> tensor<2x?xi64> {
      %i = nn.topk sorted %x, %k descending : tensor<2x?xf32> -> tensor<2x?xi64>
      return %i : tensor<2x?xi64>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutFirst(*this, 0)">;
  let arguments = (ins EnumProp<NN_Top>:$top, NN_Tensor:$input, Index:$k, UnitAttr:$descending);
  let results = (outs RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $top $input `,` $k (`descending` $descending^)? attr-dict `:` type($input) `->` type($indices)
  }];
  let hasVerifier = 1;
}

#endif // TINE_NN_INDEXING_OPS
