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

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def CPU_Dialect : Dialect {
  let name = "cpu";
  let cppNamespace = "::tine::cpu";
  let summary = "Products of matrices with packed operands";
  let description = [{
    What the code generator for CPUs knows about products of matrices and linalg
    does not: the layout of a packed operand, a value to start from, and that
    the destination's old content is not read. Both ops take tensors or buffers.

    The right operand is packed into *panels* [P, K, W]: element (k, n) of the
    matrix stands at [n / W, k, n % W]; the rest of the last panel is 0. Packing is an op
    of its own so that it moves out of loops.
  }];
}

def CPU_Matrix : AnyTypeOf<[
  RankedTensorOf<[F32, F64]>, MemRefOf<[F32, F64]>], "tensor or buffer of floats">;

class CPU_Op<string mnemonic> : Op<CPU_Dialect, mnemonic, [
    AlwaysSpeculatable, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  code destination = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
  }];
}

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

#endif // TINE_CPU
