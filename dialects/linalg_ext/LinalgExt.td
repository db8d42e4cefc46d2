//===- LinalgExt.td - What linalg does not have -----------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `linalg_ext` dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LINALGEXT
#define TINE_LINALGEXT

include "dialects/linalg_ext/Destinations.td"

def LinalgExt_Dialect : Dialect {
  let name = "linalg_ext";
  let cppNamespace = "::tine::linalg_ext";
  let summary = "Operations with destinations that linalg does not have";
  let description = [{
    What targets compute as a whole, and each in its own way. Ops take tensors or
    buffers; their destinations are overwritten.
  }];
}

class LinalgExt_Op<string mnemonic, list<Trait> traits = []>
    : LinalgExt_DestinationOp<LinalgExt_Dialect, mnemonic, traits>;

def LinalgExt_Matrix : AnyTypeOf<[
  RankedTensorOf<[F32, F64]>, MemRefOf<[F32, F64]>], "tensor or buffer of floats">;

def LinalgExt_Mask : AnyTypeOf<[
  RankedTensorOf<[F32, F64, I1]>, MemRefOf<[F32, F64, I1]>], "tensor or buffer of floats or bools">;

defvar LinalgExt_Scores = (ins F64Attr:$scale, UnitAttr:$causal, UnitAttr:$zeros);

/// Ops with several destinations.
class LinalgExt_AttentionOpBase<string mnemonic> : LinalgExt_Op<mnemonic, [AttrSizedOperandSegments]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let extraClassDeclaration = destination;
  let hasVerifier = 1;
}

def LinalgExt_AttentionOp : LinalgExt_AttentionOpBase<"attention"> {
  let summary = "values weighted by the softmax of products of queries and keys";
  let description = [{
    `nn.attention` into a destination for the result and one for what the derivative
    takes of the rows. No matrix of scores is in memory.

    Example:

    ```mlir
    func.func @f(%q: memref<2x3x5x8xf32>, %k: memref<2x3x7x8xf32>, %v: memref<2x3x7x4xf32>,
                 %y: memref<2x3x5x4xf32>, %s: memref<2x3x5x2xf32>) {
      linalg_ext.attention %q, %k, %v into %y, %s scale 2.500000e-01 causal
        : (memref<2x3x5x8xf32>, memref<2x3x7x8xf32>, memref<2x3x7x4xf32>, memref<2x3x5x4xf32>, memref<2x3x5x2xf32>) -> ()
      return
    }
    ```
  }];
  let arguments = !con((ins LinalgExt_Matrix:$query, LinalgExt_Matrix:$key, LinalgExt_Matrix:$value,
                            Optional<LinalgExt_Mask>:$mask, Variadic<LinalgExt_Matrix>:$dest), LinalgExt_Scores);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? `into` $dest `scale` $scale (`causal` $causal^)?
    (`zeros` $zeros^)? attr-dict `:` functional-type(operands, results)
  }];
}

def LinalgExt_AttentionGradOp : LinalgExt_AttentionOpBase<"attention_grad"> {
  let summary = "the derivative of linalg_ext.attention by queries, keys and values";
  let description = [{
    `nn.attention_grad` into a destination for each derivative.

    Example:

    ```mlir
    func.func @f(%q: memref<2x3x5x8xf32>, %k: memref<2x3x7x8xf32>, %v: memref<2x3x7x4xf32>,
                 %y: memref<2x3x5x4xf32>, %s: memref<2x3x5x2xf32>, %g: memref<2x3x5x4xf32>,
                 %a: memref<2x3x5x8xf32>, %b: memref<2x3x7x8xf32>, %c: memref<2x3x7x4xf32>) {
      linalg_ext.attention_grad %q, %k, %v giving %y, %s seeded %g into %a, %b, %c scale 2.500000e-01
        : (memref<2x3x5x8xf32>, memref<2x3x7x8xf32>, memref<2x3x7x4xf32>, memref<2x3x5x4xf32>, memref<2x3x5x2xf32>,
           memref<2x3x5x4xf32>, memref<2x3x5x8xf32>, memref<2x3x7x8xf32>, memref<2x3x7x4xf32>) -> ()
      return
    }
    ```
  }];
  let arguments = !con((ins LinalgExt_Matrix:$query, LinalgExt_Matrix:$key, LinalgExt_Matrix:$value,
                            Optional<LinalgExt_Mask>:$mask, LinalgExt_Matrix:$output, LinalgExt_Matrix:$rows,
                            LinalgExt_Matrix:$seed, Variadic<LinalgExt_Matrix>:$dest), LinalgExt_Scores);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? `giving` $output `,` $rows `seeded` $seed `into`
    $dest `scale` $scale (`causal` $causal^)? (`zeros` $zeros^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // TINE_LINALGEXT
