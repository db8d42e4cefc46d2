//===- NNRandomOps.td - Random numbers ---------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the generator of random numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_RANDOM_OPS
#define TINE_NN_RANDOM_OPS

include "dialects/nn/NNBase.td"

def NN_RandomOp : NN_Op<"random", [MemoryEffects<[MemRead, MemWrite]>,
    AllTypesMatch<["a", "b"]>]> {
  let summary = "draws a tensor from the generator of random numbers";
  let description = [{
    `a` and `b` are: uniform, the interval [a, b); normal, mean and standard
    deviation; normal_singly, the same, drawn one by one as for a tensor that is not
    contiguous; integers, the interval [a, b), or the whole range of `random_()` when b <= a;
    bernoulli, the probability a; exponential, the rate a; permutation takes
    neither. The draws are PyTorch's, bit for bit.

    Example:

    ```mlir
    func.func @f(%a: f64, %b: f64) -> tensor<2x3xf32> {
      %y = nn.random uniform %a, %b () : f64 -> tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let arguments = (ins EnumProp<NN_Distribution>:$distribution, AnyTypeOf<[F64, I64]>:$a,
                       AnyTypeOf<[F64, I64]>:$b, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$distribution $a `,` $b `(` $sizes `)` attr-dict `:` type($a) `->` type($result)";
  let hasVerifier = 1;
}

def NN_RandomStateOp : NN_Op<"random_state", [MemoryEffects<[MemRead]>]> {
  let summary = "the state of the generator of random numbers";
  let description = [{
    The bytes of the generator's state, in PyTorch's order. `tine.set_random_state` takes the generator back there.

    Example:

    ```mlir
    func.func @f() -> tensor<5056xi8> {
      %s = nn.random_state : tensor<5056xi8>
      return %s : tensor<5056xi8>
    }
    ```
  }];
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let extraClassDeclaration = [{
    static constexpr int64_t stateSize = 5056;
  }];
  let hasVerifier = 1;
}

#endif // TINE_NN_RANDOM_OPS
