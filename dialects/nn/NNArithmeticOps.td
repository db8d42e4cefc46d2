//===- NNArithmeticOps.td - Arithmetic and conversions -----*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise ops that rules of derivatives and many passes make.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_ARITHMETIC_OPS
#define TINE_NN_ARITHMETIC_OPS

include "dialects/nn/NNFunctions.td"

def NN_NegOp : NN_UnaryOp<"neg", "-x", NN_FloatsAndInts, NN_SavesNothing<"1">, "m.neg(m.g)">;

/// x / y. Of a number over a tensor PyTorch keeps what the program does not see.
def NN_FactsOfDiv : NN_Facts<
  "::llvm::isa<::mlir::RankedTensorType>(getLhs().getType()) ? (i == 0 ? Values{getRhs()} : allOperands(*this)) : Values{}",
  "true", "i == 0 ? Values{getRhs()} : allOperands(*this)", "2">;

def NN_AddOp : NN_BinaryOp<"add", "x + y; or for i1", NN_AllElements, NN_SavesNothing<"1">, "m.g", "m.g">;
def NN_SubOp : NN_BinaryOp<"sub", "x - y", NN_FloatsAndInts, NN_SavesNothing<"1">, "m.g", "m.neg(m.g)">;
def NN_MulOp : NN_BinaryOp<"mul", "x * y; and for i1", NN_AllElements, NN_SavesOther<"1">,
    "m.mul(m.g, m.y)", "m.mul(m.g, m.x)">;
def NN_DivOp : NN_BinaryOp<"div", "x / y of floats", NN_Floats, NN_FactsOfDiv,
    "m.div(m.g, m.y)", "m.mul(m.neg(m.g), m.div(m.div(m.x, m.y), m.y))">;

/// x * y + z; PyTorch keeps no number that scales a tensor.
def NN_FactsOfFma : NN_Facts<
  "i == 2 ? Values{} : Values{getOperand(1 - i)}",
  "i != 2 && ::llvm::isa<::mlir::RankedTensorType>(getOperand(1 - i).getType())",
  "i == 2 ? Values{} : Values{getOperand(1 - i)}", "1">;

def NN_FmaOp : NN_DerivableOp<"fma", NN_FactsOfFma, [Pure]>, NN_Function<"fma", NN_Floats, 3> {
  let summary = "x * y + z of floats, rounded once, with broadcasting";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: f32, %z: tensor<3xf32>) -> tensor<2x3xf32> {
      %w = nn.fma %x, %y, %z : (tensor<2x3xf32>, f32, tensor<3xf32>) -> tensor<2x3xf32>
      return %w : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ElementByElement;
  let arguments = (ins NN_Floats.operand:$x, NN_Floats.operand:$y, NN_Floats.operand:$z);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$x `,` $y `,` $z attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_FactsOfWhere : NN_Facts<"{getCondition()}", "true", NN_NoValues, "1">;

def NN_WhereOp : NN_DerivableOp<"where", NN_FactsOfWhere, [Pure]>, NN_Function<"where", NN_AllElements, 3> {
  let chooses = 1;
  let summary = "chooses from two tensors by a condition, with broadcasting";
  let description = [{
    Example:

    ```mlir
    func.func @f(%c: tensor<2x3xi1>, %x: tensor<3xf32>, %s: f32) -> tensor<2x3xf32> {
      %y = nn.where %c, %x, %s : (tensor<2x3xi1>, tensor<3xf32>, f32) -> tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ElementByElement;
  let arguments = (ins NN_BoolTensor:$condition, NN_Operand:$lhs, NN_Operand:$rhs);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_CastOp : NN_DerivableOp<"cast", NN_SavesNothing<"1">, [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "converts the element type as PyTorch's `to`";
  let description = [{
    A float becomes an integer by truncation; anything becomes i1 by comparing with 0;
    a wide integer is cut to a narrow one.

    Example:

    ```mlir
    func.func @f(%x: tensor<2xi64>) -> tensor<2xf32> {
      %y = nn.cast %x : tensor<2xi64> to tensor<2xf32>
      return %y : tensor<2xf32>
    }
    ```
  }];
  let parts = NN_ElementByElement;
  let arguments = (ins NN_Tensor:$input);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
}

#endif // TINE_NN_ARITHMETIC_OPS
