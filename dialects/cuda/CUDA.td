//===- CUDA.td - What GPUs compute as a whole --------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `cuda` dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CUDA
#define TINE_CUDA

include "dialects/linalg_ext/Destinations.td"

def CUDA_Dialect : Dialect {
  let name = "cuda";
  let cppNamespace = "::tine::cuda";
  let summary = "What GPUs compute as a whole";
  let description = [{
    Work of a kernel whose threads exchange what they have, which linalg cannot say. Ops take
    tensors or buffers; their destinations are overwritten.
  }];
}

def CUDA_Rows : AnyTypeOf<[2DTensorOf<[AnyType]>, MemRefRankOf<[AnyType], [2]>], "rows of elements">;
def CUDA_Columns : AnyTypeOf<[2DTensorOf<[I32]>, MemRefRankOf<[I32], [2]>], "rows of columns">;

def CUDA_SortPiecesOp : LinalgExt_DestinationOp<CUDA_Dialect, "sort_pieces"> {
  let summary = "sorts pieces of rows";
  let description = [{
    Each row has pieces of `width` neighbours, a power of two up to 2048; the last one may be shorter.
    The elements of a piece are put in order, and so is what `from` has for them. Equal elements come in
    the order of `from`, which has each number once in a row; NaN is greater than every number.

    Example:

    ```mlir
    func.func @f(%x: tensor<3x100xf32>, %from: tensor<3x100xi32>, %d: tensor<3x100xf32>,
                 %c: tensor<3x100xi32>) -> (tensor<3x100xf32>, tensor<3x100xi32>) {
      %e:2 = cuda.sort_pieces 64 descending %x, %from into %d, %c
          : tensor<3x100xf32>, tensor<3x100xi32> into tensor<3x100xf32>, tensor<3x100xi32>
          -> tensor<3x100xf32>, tensor<3x100xi32>
      return %e#0, %e#1 : tensor<3x100xf32>, tensor<3x100xi32>
    }
    ```
  }];
  let arguments = (ins CUDA_Rows:$elements, CUDA_Columns:$from, CUDA_Rows:$dest, CUDA_Columns:$columns,
                       I64Attr:$width, UnitAttr:$descending);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $width (`descending` $descending^)? $elements `,` $from `into` $dest `,` $columns attr-dict `:`
    type($elements) `,` type($from) `into` type($dest) `,` type($columns) (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    /// The most that a piece can have: two for each thread of a block.
    static constexpr int64_t mostWidth = 2048;
    ::mlir::MutableOperandRange getDpsInitsMutable() { return {getOperation(), 2, 2}; }
  }];
  let hasVerifier = 1;
}

#endif // TINE_CUDA
