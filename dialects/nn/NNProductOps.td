//===- NNProductOps.td - Products and windows --------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of matrices, convolutions and pools.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_PRODUCT_OPS
#define TINE_NN_PRODUCT_OPS

include "dialects/nn/NNBase.td"

def NN_MatmulOp : NN_DerivableOp<"matmul", NN_SavesOther<NN_Never>, [Pure]> {
  let summary = "the product of two matrices";
  let description = [{
    With `transposed` the right operand is given as its transpose ([N, K], the
    layout of a linear layer's weight).

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %y = nn.matmul %x, %w transposed : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %y : tensor<2x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim == 0 ? Cuts{{0, -1}, {0}} : Cuts{{-1, getTransposed() ? 0 : 1}, {1}}">;
  let arguments = (ins NN_Tensor:$lhs, NN_Tensor:$rhs, UnitAttr:$transposed);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs (`transposed` $transposed^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_BatchMatmulOp : NN_DerivableOp<"batch_matmul", NN_SavesOther<NN_Never>, [Pure]> {
  let summary = "the products of the matrices of two batches";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<5x2x3xf32>, %w: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
      %y = nn.batch_matmul %x, %w : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
      return %y : tensor<5x2x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim == 0 ? Cuts{{0, 0}, {0}} : dim == 1 ? Cuts{{1, -1}, {1}} : Cuts{{-1, 2}, {2}}">;
  let arguments = (ins NN_Tensor:$lhs, NN_Tensor:$rhs);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

/// PyTorch keeps the input and the weight, whichever derivative is asked for.
def NN_FactsOfConv : NN_Facts<
  "{getInput(), getWeight()}", "true",
  "i < 2 ? Values{getOperand(1 - i)} : Values{}", NN_Never>;

def NN_FactsOfConvTranspose : NN_Facts<
  "{getInput(), getWeight()}", "true", "i < 2 ? Values{getOperand(1 - i)} : Values{}", NN_Never>;
def NN_FactsOfConvWeight : NN_Facts<
  "{getInput(), getSeed()}", "true", "i < 2 ? Values{getOperand(1 - i)} : Values{}", NN_Never>;
defvar NN_Window = (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$paddings,
                        DenseI64ArrayAttr:$dilations, I64Attr:$groups, Variadic<Index>:$sizes);

/// Windows of 1 to 3 dimensions, each with a stride, a padding in front and a dilation.
class NN_ConvOpBase<string mnemonic, NN_Facts facts, list<Trait> traits = []>
    : NN_DerivableOp<mnemonic, facts, [Pure] # traits> {
  let results = (outs NN_FloatTensor:$result);
  let hasVerifier = 1;
}

def NN_ConvOp : NN_ConvOpBase<"conv", NN_FactsOfConv, [AttrSizedOperandSegments]> {
  let summary = "a convolution";
  let description = [{
    `input` is [N, C, D...], `weight` [O, C / groups, K...], `bias` [O], with 1 to 3
    dimensions D. The result is [N, O, E...]: at e it is the bias plus the sum over all
    channels c of the group and all k of `weight[o, c, k] * input[n, c, e * stride + k *
    dilation - padding]`, where the input is 0 outside. The sizes E are free: they say how much is
    computed, and so how much padding there is behind.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3x8x8xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x4xf32> {
      %y = nn.conv %x, %w bias %b : tensor<6xf32> strides [2, 2] paddings [1, 1] dilations [1, 1] groups 1 ()
        : tensor<2x3x8x8xf32>, tensor<6x3x3x3xf32> -> tensor<2x6x4x4xf32>
      return %y : tensor<2x6x4x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutFirst(*this, 0)">;
  let arguments = !con((ins NN_FloatTensor:$input, NN_FloatTensor:$weight, Optional<NN_FloatTensor>:$bias), NN_Window);
  let assemblyFormat = [{
    $input `,` $weight (`bias` $bias^ `:` type($bias))? `strides` $strides `paddings` $paddings
    `dilations` $dilations `groups` $groups `(` $sizes `)` attr-dict `:` type($input) `,`
    type($weight) `->` type($result)
  }];
}

def NN_ConvTransposeOp : NN_ConvOpBase<"conv_transpose", NN_FactsOfConvTranspose> {
  let summary = "a transposed convolution: the derivative of nn.conv by its input";
  let description = [{
    `input` is [N, O, E...], `weight` [O, C / groups, K...], the result [N, C, D...]:
    what `nn.conv` with these attributes makes of the result's shape, taken back.

    Example:

    ```mlir
    func.func @f(%g: tensor<2x6x4x4xf32>, %w: tensor<6x3x3x3xf32>) -> tensor<2x3x8x8xf32> {
      %x = nn.conv_transpose %g, %w strides [2, 2] paddings [1, 1] dilations [1, 1] groups 1 ()
        : tensor<2x6x4x4xf32>, tensor<6x3x3x3xf32> -> tensor<2x3x8x8xf32>
      return %x : tensor<2x3x8x8xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutFirst(*this, 0)">;
  let arguments = !con((ins NN_FloatTensor:$input, NN_FloatTensor:$weight), NN_Window);
  let assemblyFormat = [{
    $input `,` $weight `strides` $strides `paddings` $paddings `dilations` $dilations
    `groups` $groups `(` $sizes `)` attr-dict `:` type($input) `,` type($weight) `->` type($result)
  }];
}

def NN_ConvWeightOp : NN_ConvOpBase<"conv_weight", NN_FactsOfConvWeight> {
  let summary = "the derivative of nn.conv by its weight";
  let description = [{
    `input` is [N, C, D...], `seed` (the derivative by the convolution) [N, O, E...], the result
    [O, C / groups, K...].

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3x8x8xf32>, %g: tensor<2x6x4x4xf32>) -> tensor<6x3x3x3xf32> {
      %w = nn.conv_weight %x, %g strides [2, 2] paddings [1, 1] dilations [1, 1] groups 1 ()
        : tensor<2x3x8x8xf32>, tensor<2x6x4x4xf32> -> tensor<6x3x3x3xf32>
      return %w : tensor<6x3x3x3xf32>
    }
    ```
  }];
  let arguments = !con((ins NN_FloatTensor:$input, NN_FloatTensor:$seed), NN_Window);
  let assemblyFormat = [{
    $input `,` $seed `strides` $strides `paddings` $paddings `dilations` $dilations
    `groups` $groups `(` $sizes `)` attr-dict `:` type($input) `,` type($seed) `->` type($result)
  }];
}

/// PyTorch keeps the input of an average, too.
def NN_FactsOfPool : NN_Facts<
  "getPool() == Pool::arg_max ? Values{} : Values{getInput()}", "getPool() != Pool::arg_max",
  NN_NoValues, NN_Never>;

def NN_PoolOp : NN_DerivableOp<"pool", NN_FactsOfPool, [Pure]> {
  let summary = "the greatest element or the sum of each window";
  let description = [{
    `input` is [N, C, D...] with 1 to 3 dimensions D, the result [N, C, E...]: at e the
    elements at `e * stride + k * dilation - padding` with k below `kernel`, without those
    that lie outside. `max` gives the greatest one, or NaN if one is, `arg_max` (i64) its place among
    the elements of the image in row-major order, the first one of equal ones and the last NaN.
    The sizes E are free, as in `nn.conv`; each window must have an element.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3x9x9xf32>) -> tensor<2x3x4x4xf32> {
      %y = nn.pool max %x kernel [3, 3] strides [2, 2] paddings [0, 0] dilations [1, 1] ()
        : tensor<2x3x9x9xf32> -> tensor<2x3x4x4xf32>
      return %y : tensor<2x3x4x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 1 ? std::nullopt : cutFirst(*this, dim)">;
  let arguments = (ins EnumProp<NN_Pool>:$pool, NN_FloatTensor:$input, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$paddings,
                       DenseI64ArrayAttr:$dilations, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $pool $input `kernel` $kernel `strides` $strides `paddings` $paddings `dilations` $dilations
    `(` $sizes `)` attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TINE_NN_PRODUCT_OPS
