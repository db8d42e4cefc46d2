//===- CPU.td - Products of matrices with packed operands --*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `cpu` dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CPU
#define TINE_CPU

include "dialects/linalg_ext/Destinations.td"
include "mlir/IR/EnumAttr.td"

def CPU_Dialect : Dialect {
  let name = "cpu";
  let cppNamespace = "::tine::cpu";
  let summary = "Products, windows and sorts as CPUs compute them";
  let description = [{
    What the code generator for CPUs knows about products of matrices and linalg
    does not: the layout of a packed operand, a value to start from, and that
    the destination's old content is not read; and what it takes as a whole. Ops
    take tensors or buffers, but for `cpu.fused`, which is of buffers.

    The right operand is packed into *panels* [P, K, W]: element (k, n) of the
    matrix stands at [n / W, k, n % W]; the rest of the last panel is 0. Packing is an op
    of its own so that it moves out of loops.
  }];
}

// These are attributes, as upstream's folding of casts into ops with a
// destination makes the op anew and forgets other properties.
def CPU_Pool : I32EnumAttr<"Pool", "what becomes of the elements of a window", [
    I32EnumAttrCase<"max", 0>, I32EnumAttrCase<"sum", 1>, I32EnumAttrCase<"arg_max", 2>]> {
  let cppNamespace = "::tine::cpu";
}

def CPU_Order : I32EnumAttr<"Order", "how rows are sorted, and equal elements in them", [
    I32EnumAttrCase<"stable", 0>, I32EnumAttrCase<"unstable", 1>, I32EnumAttrCase<"top", 2>,
    I32EnumAttrCase<"partition", 3>, I32EnumAttrCase<"kth", 4>]> {
  let cppNamespace = "::tine::cpu";
}

def CPU_Matrix : AnyTypeOf<[
  RankedTensorOf<[F32, F64]>, MemRefOf<[F32, F64]>], "tensor or buffer of floats">;

class CPU_Op<string mnemonic, list<Trait> traits = []>
    : LinalgExt_DestinationOp<CPU_Dialect, mnemonic, traits>;

def CPU_PackOp : CPU_Op<"pack"> {
  let summary = "packs the right operand of a product into panels";
  let description = [{
    With `transposed` the matrix is given as [N, K].

    Example:

    ```mlir
    func.func @f(%w: tensor<100x10xf32>, %d: tensor<2x10x64xf32>) -> tensor<2x10x64xf32> {
      %p = cpu.pack transposed %w into %d : tensor<100x10xf32> into tensor<2x10x64xf32> -> tensor<2x10x64xf32>
      return %p : tensor<2x10x64xf32>
    }
    ```
  }];
  let arguments = (ins CPU_Matrix:$matrix, CPU_Matrix:$dest, UnitAttr:$transposed);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    (`transposed` $transposed^)? $matrix `into` $dest attr-dict `:`
    type($matrix) `into` type($dest) (`->` type($result)^)?
  }];
  let extraClassDeclaration = destination;
  let hasVerifier = 1;
}

def CPU_MatmulOp : CPU_Op<"matmul"> {
  let summary = "addend + lhs * rhs";
  let description = [{
    `rhs` is a matrix [K, N], with `transposed` its transpose [N, K], or panels made by
    `cpu.pack`. The addend is a matrix [M, N], one row [N], or absent for 0. The
    destination is overwritten.

    Example:

    ```mlir
    func.func @f(%x: tensor<5x10xf32>, %p: tensor<2x10x64xf32>, %b: tensor<100xf32>,
                 %d: tensor<5x100xf32>) -> tensor<5x100xf32> {
      %y = cpu.matmul %x, %p plus %b : tensor<100xf32> into %d
        : tensor<5x10xf32>, tensor<2x10x64xf32> into tensor<5x100xf32> -> tensor<5x100xf32>
      return %y : tensor<5x100xf32>
    }
    ```
  }];
  let arguments = (ins CPU_Matrix:$lhs, CPU_Matrix:$rhs, Optional<CPU_Matrix>:$addend,
                       CPU_Matrix:$dest, UnitAttr:$transposed);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`transposed` $transposed^)? (`plus` $addend^ `:` type($addend))? `into` $dest attr-dict
    `:` type($lhs) `,` type($rhs) `into` type($dest) (`->` type($result)^)?
  }];
  let extraClassDeclaration = destination;
  let hasVerifier = 1;
}

defvar CPU_Windows = (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$paddings,
                          DenseI64ArrayAttr:$dilations);

/// Convolutions of 3 dimensions; others have dimensions of size 1 in front.
class CPU_WindowsOp<string mnemonic> : CPU_Op<mnemonic> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let extraClassDeclaration = destination;
  let hasVerifier = 1;
}

def CPU_ConvOp : CPU_WindowsOp<"conv"> {
  let summary = "a convolution of 3 dimensions";
  let description = [{
    `nn.conv` of an input [N, C, D, H, W] and a weight [O, C / G, d, h, w] in G groups, plus
    a number for each channel, if there is an addend [O].

    Example:

    ```mlir
    func.func @f(%x: tensor<2x8x1x9x9xf32>, %w: tensor<6x8x1x3x3xf32>, %b: tensor<6xf32>,
                 %d: tensor<2x6x1x7x7xf32>) -> tensor<2x6x1x7x7xf32> {
      %y = cpu.conv %x, %w plus %b : tensor<6xf32> into %d strides [1, 1, 1] paddings [0, 0, 0]
        dilations [1, 1, 1] groups 1
        : tensor<2x8x1x9x9xf32>, tensor<6x8x1x3x3xf32> into tensor<2x6x1x7x7xf32> -> tensor<2x6x1x7x7xf32>
      return %y : tensor<2x6x1x7x7xf32>
    }
    ```
  }];
  let arguments = !con((ins CPU_Matrix:$input, CPU_Matrix:$weight, Optional<CPU_Matrix>:$addend,
                            CPU_Matrix:$dest, I64Attr:$groups), CPU_Windows);
  let assemblyFormat = [{
    $input `,` $weight (`plus` $addend^ `:` type($addend))? `into` $dest `strides` $strides
    `paddings` $paddings `dilations` $dilations `groups` $groups attr-dict `:` type($input) `,`
    type($weight) `into` type($dest) (`->` type($result)^)?
  }];
}

def CPU_FusedOp : Op<CPU_Dialect, "fused", [
    NoTerminator, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "a convolution and what becomes of its sums while they are in the first cache";
  let description = [{
    A `cpu.conv` on buffers and an elementwise `linalg.generic`, whose operand number
    `sums` is what the convolution has written. Nobody else reads that: it may be written
    or not.

    Example:

    ```mlir
    #all = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
    func.func @f(%x: memref<2x8x1x9x9xf32>, %w: memref<6x8x1x3x3xf32>, %d: memref<2x6x1x7x7xf32>,
                 %y: memref<2x6x1x7x7xf32>) {
      cpu.fused sums 0 {
        cpu.conv %x, %w into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1] groups 1
          : memref<2x8x1x9x9xf32>, memref<6x8x1x3x3xf32> into memref<2x6x1x7x7xf32>
        linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
          ins(%d : memref<2x6x1x7x7xf32>) outs(%y : memref<2x6x1x7x7xf32>) {
        ^bb0(%s: f32, %o: f32):
          %n = arith.negf %s : f32
          linalg.yield %n : f32
        }
      }
      return
    }
    ```
  }];
  let arguments = (ins I64Attr:$sums);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`sums` $sums $body attr-dict";
  let extraClassDeclaration = [{
    ConvOp getConv() { return ::llvm::cast<ConvOp>(getBody().front().front()); }
    ::mlir::Operation *getEpilogue() { return &getBody().front().back(); }
  }];
  let hasVerifier = 1;
}

def CPU_ConvWeightOp : CPU_WindowsOp<"conv_weight"> {
  let summary = "the derivative of a convolution by its weight";
  let description = [{
    `nn.conv_weight` of an input [N, C, D, H, W] and the derivative by the convolution
    [N, O, D', H', W'] in G groups. The destination is [G, C / G, d, h, w, O / G]: the columns
    of the product are the channels of the convolution.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x8x1x9x9xf32>, %g: tensor<2x6x1x7x7xf32>,
                 %d: tensor<1x8x1x3x3x6xf32>) -> tensor<1x8x1x3x3x6xf32> {
      %w = cpu.conv_weight %x, %g into %d strides [1, 1, 1] paddings [0, 0, 0] dilations [1, 1, 1]
        : tensor<2x8x1x9x9xf32>, tensor<2x6x1x7x7xf32> into tensor<1x8x1x3x3x6xf32> -> tensor<1x8x1x3x3x6xf32>
      return %w : tensor<1x8x1x3x3x6xf32>
    }
    ```
  }];
  let arguments = !con((ins CPU_Matrix:$input, CPU_Matrix:$seed, CPU_Matrix:$dest), CPU_Windows);
  let assemblyFormat = [{
    $input `,` $seed `into` $dest `strides` $strides `paddings` $paddings `dilations` $dilations
    attr-dict `:` type($input) `,` type($seed) `into` type($dest) (`->` type($result)^)?
  }];
}

def CPU_Places : AnyTypeOf<[
  RankedTensorOf<[F32, F64, I64]>, MemRefOf<[F32, F64, I64]>], "tensor or buffer of floats or i64">;

def CPU_PoolOp : CPU_WindowsOp<"pool"> {
  let summary = "the greatest element, its place or the sum of each window";
  let description = [{
    `nn.pool` of images [P, D, H, W].

    Example:

    ```mlir
    func.func @f(%x: tensor<6x1x9x9xf32>, %d: tensor<6x1x4x4xf32>) -> tensor<6x1x4x4xf32> {
      %y = cpu.pool max %x into %d kernel [1, 3, 3] strides [1, 2, 2] paddings [0, 0, 0]
        dilations [1, 1, 1] : tensor<6x1x9x9xf32> into tensor<6x1x4x4xf32> -> tensor<6x1x4x4xf32>
      return %y : tensor<6x1x4x4xf32>
    }
    ```
  }];
  let arguments = !con((ins CPU_Pool:$pool, CPU_Matrix:$input, CPU_Places:$dest,
                            DenseI64ArrayAttr:$kernel), CPU_Windows);
  let assemblyFormat = [{
    $pool $input `into` $dest `kernel` $kernel `strides` $strides `paddings` $paddings `dilations`
    $dilations attr-dict `:` type($input) `into` type($dest) (`->` type($result)^)?
  }];
}

def CPU_Elements : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "tensor or buffer">;

def CPU_SortOp : CPU_Op<"sort"> {
  let summary = "the columns that the elements of sorted rows come from";
  let description = [{
    The destination has one for each of the first elements of each row, as many as it
    has columns. NaN is greater than every number. `stable` and `unstable` sort all, as
    nn.sort does; `top`, `partition` and `kth` find the first ones, as nn.topk.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x99xf32>, %d: tensor<2x99xi64>) -> tensor<2x99xi64> {
      %y = cpu.sort stable %x descending into %d : tensor<2x99xf32> into tensor<2x99xi64> -> tensor<2x99xi64>
      return %y : tensor<2x99xi64>
    }
    ```
  }];
  let arguments = (ins CPU_Order:$order, CPU_Elements:$input, CPU_Places:$dest,
                       UnitAttr:$descending);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $order $input (`descending` $descending^)? `into` $dest attr-dict `:` type($input) `into`
    type($dest) (`->` type($result)^)?
  }];
  let extraClassDeclaration = destination;
  let hasVerifier = 1;
}

#endif // TINE_CPU
