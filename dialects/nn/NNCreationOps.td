//===- NNCreationOps.td - Tensors of known elements --------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose result is made of a number.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_CREATION_OPS
#define TINE_NN_CREATION_OPS

include "dialects/nn/NNBase.td"

def NN_FullOp : NN_Op<"full", [Pure]> {
  let summary = "a tensor whose elements are all the same scalar";
  let description = [{
    Example:

    ```mlir
    func.func @f(%n: index, %v: f32) -> tensor<?x2xf32> {
      %y = nn.full %v (%n) : f32 -> tensor<?x2xf32>
      return %y : tensor<?x2xf32>
    }
    ```
  }];
  let arguments = (ins NN_Number:$value, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$value `(` $sizes `)` attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def NN_IotaOp : NN_Op<"iota", [Pure, AllTypesMatch<["start", "step"]>]> {
  let summary = "the vector start, start + step, start + 2 step, ...";
  let description = [{
    Computed as `start + i * step`, in double precision for floats.

    Example:

    ```mlir
    func.func @f(%n: index, %v: i64) -> tensor<?xi64> {
      %y = nn.iota %v, %v (%n) : i64 -> tensor<?xi64>
      return %y : tensor<?xi64>
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[F64, I64]>:$start, AnyTypeOf<[F64, I64]>:$step, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$start `,` $step `(` $sizes `)` attr-dict `:` type($start) `->` type($result)";
  let hasVerifier = 1;
}

#endif // TINE_NN_CREATION_OPS
