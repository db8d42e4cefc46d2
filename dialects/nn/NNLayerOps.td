//===- NNLayerOps.td - Layers ------------------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that are a whole layer: attention and recurrent ones.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_LAYER_OPS
#define TINE_NN_LAYER_OPS

include "dialects/nn/NNBase.td"

/// How scores become weights.
defvar NN_Scores = (ins F64Attr:$scale, UnitAttr:$causal, UnitAttr:$zeros);

def NN_AttentionOp : NN_DerivableOp<"attention", NN_SavesOperands<NN_Never>, [Pure]> {
  let summary = "values weighted by the softmax of products of queries and keys";
  let description = [{
    `query` is [N, H, T, D], `key` [N, H, S, D], `value` [N, H, S, E]. A score is the product
    of a query and a key times `scale`. Each dimension of `mask` is 1 or that of [N, H, T, S]; one
    of floats is added to the scores, one of bools says with true what is seen. With
    `causal` query t sees keys 0 to t. The weights of a row are the softmax of the
    scores of what it sees; a row that sees nothing has NaN, or with `zeros` the result 0.
    Of no keys at all the result is 0.

    The second result [N, H, T, 2] is for the derivative: the greatest score of a
    row, and 1 over the sum of the exponentials of what they differ from it.

    Example:

    ```mlir
    func.func @f(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x?x8xf32>, %v: tensor<2x3x?x4xf32>,
                 %m: tensor<1x1x5x?xi1>) -> tensor<2x3x5x4xf32> {
      %y, %s = nn.attention %q, %k, %v mask %m : tensor<1x1x5x?xi1> scale 2.500000e-01 zeros
        : tensor<2x3x5x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
      %z, %t = nn.attention %q, %k, %v scale 2.500000e-01 causal
        : tensor<2x3x5x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
      return %y : tensor<2x3x5x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutAttention(*this, dim)">;
  let arguments = !con((ins NN_WideTensor:$query, NN_WideTensor:$key, NN_WideTensor:$value,
                            Optional<NN_MaskTensor>:$mask), NN_Scores);
  let results = (outs NN_WideTensor:$result, NN_WideTensor:$rows);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^ `:` type($mask))? `scale` $scale (`causal` $causal^)?
    (`zeros` $zeros^)? attr-dict `:` type($query) `,` type($key) `,` type($value) `->`
    type($result) `,` type($rows)
  }];
  let hasVerifier = 1;
}

def NN_AttentionGradOp : NN_Op<"attention_grad", [Pure, AllTypesMatch<["result", "seed"]>,
    AllTypesMatch<["query", "queryGrad"]>, AllTypesMatch<["key", "keyGrad"]>,
    AllTypesMatch<["value", "valueGrad"]>]> {
  let summary = "the derivative of nn.attention by queries, keys and values";
  let description = [{
    Of the operands and results of `nn.attention` and the derivative by its result.

    Example:

    ```mlir
    func.func @f(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>,
                 %y: tensor<2x3x5x4xf32>, %s: tensor<2x3x5x2xf32>, %g: tensor<2x3x5x4xf32>) {
      %a, %b, %c = nn.attention_grad %q, %k, %v giving %y, %s seeded %g scale 2.500000e-01 causal
        : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>
      return
    }
    ```
  }];
  let arguments = !con((ins NN_WideTensor:$query, NN_WideTensor:$key, NN_WideTensor:$value,
                            Optional<NN_MaskTensor>:$mask, NN_WideTensor:$result,
                            NN_WideTensor:$rows, NN_WideTensor:$seed), NN_Scores);
  let results = (outs NN_WideTensor:$queryGrad, NN_WideTensor:$keyGrad, NN_WideTensor:$valueGrad);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^ `:` type($mask))? `giving` $result `,` $rows `seeded`
    $seed `scale` $scale (`causal` $causal^)? (`zeros` $zeros^)? attr-dict `:` type($query) `,`
    type($key) `,` type($value) `->` type($result) `,` type($rows)
  }];
  let hasVerifier = 1;
}

def NN_RnnOp : NN_DerivableOp<"rnn", NN_SavesOperands<NN_Never>, [Pure, AttrSizedOperandSegments]> {
  let summary = "one direction of one recurrent layer over a sequence";
  let description = [{
    `input` is [T, B, I]; `h0` (and `c0`, lstm only) [B, H]; `w_ih` [G*H, I],
    `w_hh` [G*H, H], `b_ih` and `b_hh` [G*H] (both or none), with G = 4 gates i, f,
    g, o for lstm, 3 gates r, z, n for gru, else 1. `reverse` walks the sequence from
    its end. Results: `output` [T, B, H], `hn` [B, H], and `cn` [B, H] (lstm only).

    Example:

    ```mlir
    func.func @f(%x: tensor<5x3x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<16x8xf32>,
                 %wh: tensor<16x4xf32>, %b: tensor<16xf32>) -> tensor<5x3x4xf32> {
      %y, %hn, %cn = nn.rnn lstm %x, %h, %wi, %wh init %h : tensor<3x4xf32>
        bias %b, %b : tensor<16xf32>, tensor<16xf32>
        : tensor<5x3x8xf32>, tensor<3x4xf32>, tensor<16x8xf32>, tensor<16x4xf32>
        -> tensor<5x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
      return %y : tensor<5x3x4xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutRnn(*this, dim)">;
  let arguments = (ins EnumProp<NN_Cell>:$cell, NN_FloatTensor:$input, NN_FloatTensor:$h0,
                       NN_FloatTensor:$wIh, NN_FloatTensor:$wHh, Optional<NN_FloatTensor>:$c0,
                       Variadic<NN_FloatTensor>:$biases, UnitAttr:$reverse);
  let results = (outs NN_FloatTensor:$output, NN_FloatTensor:$hn, Optional<NN_FloatTensor>:$cn);
  let assemblyFormat = [{
    $cell $input `,` $h0 `,` $wIh `,` $wHh (`init` $c0^ `:` type($c0))?
    (`bias` $biases^ `:` type($biases))? (`reverse` $reverse^)? attr-dict `:` type($input) `,`
    type($h0) `,` type($wIh) `,` type($wHh) `->` type($output) `,` type($hn) (`,` type($cn)^)?
  }];
  let hasVerifier = 1;
}

#endif // TINE_NN_LAYER_OPS
