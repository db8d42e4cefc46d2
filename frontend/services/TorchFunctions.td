//===- TorchFunctions.td - Functions that are one op -------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of torch that are one elementwise op of nn, and what Python
// sees of them. The op's record (NNElementwiseOps.td) says which elements it
// takes and what its derivative is. A function whose handler does more than
// make the op has no line here: `add` with its alpha, say, or `round` to
// decimals.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TORCH_FUNCTIONS
#define TINE_TORCH_FUNCTIONS

include "dialects/nn/NNTables.td"

/// `torch.name(x)` for each of the names, which are methods of tensors, too.
class Torch<NN_Function made, list<string> called> {
  NN_Function function = made;
  string op = made.function;
  string names = !interleave(called, " ");

  /// What PyTorch calls the node of the graph: `grad_fn=<NegBackward0>`. None
  /// if the result has no gradient.
  string gradName = !toupper(!substr(called[0], 0, 1)) # !substr(called[0], 1) # "Backward";

  /// There is `name_`, which changes its first argument.
  bit inPlace = 1;

  /// Where the op takes floats only, ints become floats; or they stay as they
  /// are: rounded, say.
  bit keepsInts = 0;
}

/// Its result has no gradient.
class TorchFlat<NN_Function made, list<string> called> : Torch<made, called> {
  let gradName = "";
}

class TorchRounding<NN_Function made, list<string> called> : Torch<made, called> {
  let keepsInts = 1;
}

def torchFunctionTable : GenericTable {
  let FilterClass = "Torch";
  let CppTypeName = "TorchFunction";
  let Fields = ["op", "names", "gradName", "inPlace", "keepsInts"];
}

// Of one operand.
def : Torch<NN_NegOp, ["neg", "negative"]>;
def : Torch<NN_AbsOp, ["abs", "absolute"]>;
def : Torch<NN_SignOp, ["sign"]>;
def : Torch<NN_SignOp, ["sgn"]>;
def : Torch<NN_ExpOp, ["exp"]>;
def : Torch<NN_Expm1Op, ["expm1"]>;
def : Torch<NN_LogOp, ["log"]>;
def : Torch<NN_Log2Op, ["log2"]>;
def : Torch<NN_Log10Op, ["log10"]>;
def : Torch<NN_Log1pOp, ["log1p"]> { let gradName = "Log1PBackward"; }
def : Torch<NN_SqrtOp, ["sqrt"]>;
def : Torch<NN_RsqrtOp, ["rsqrt"]>;
def : Torch<NN_ReciprocalOp, ["reciprocal"]>;
def : Torch<NN_SinOp, ["sin"]>;
def : Torch<NN_CosOp, ["cos"]>;
def : Torch<NN_TanOp, ["tan"]>;
def : Torch<NN_AsinOp, ["asin"]>;
def : Torch<NN_AcosOp, ["acos"]>;
def : Torch<NN_AtanOp, ["atan"]>;
def : Torch<NN_SinhOp, ["sinh"]>;
def : Torch<NN_CoshOp, ["cosh"]>;
def : Torch<NN_TanhOp, ["tanh"]>;
def : Torch<NN_SigmoidOp, ["sigmoid"]>;
def : Torch<NN_ErfOp, ["erf"]>;
def : Torch<NN_ReluOp, ["relu"]>;
def : TorchRounding<NN_FloorOp, ["floor"]>;
def : TorchRounding<NN_CeilOp, ["ceil"]>;
def : TorchRounding<NN_TruncOp, ["trunc"]>;
def : TorchFlat<NN_BitwiseNotOp, ["bitwise_not"]>;

// Of two operands.
def : Torch<NN_MulOp, ["mul", "multiply"]>;
def : Torch<NN_RemainderOp, ["remainder"]>;
def : Torch<NN_FmodOp, ["fmod"]>;
def : Torch<NN_Atan2Op, ["atan2"]>;
let inPlace = 0 in {
  def : Torch<NN_MaximumOp, ["maximum"]>;
  def : Torch<NN_MinimumOp, ["minimum"]>;
}
def : TorchFlat<NN_FloorDivideOp, ["floor_divide"]>;
def : TorchFlat<NN_BitwiseAndOp, ["bitwise_and", "__and__"]>;
def : TorchFlat<NN_BitwiseOrOp, ["bitwise_or", "__or__"]>;
def : TorchFlat<NN_BitwiseXorOp, ["bitwise_xor", "__xor__"]>;
def : TorchFlat<NN_ShiftLeftOp, ["bitwise_left_shift"]>;
def : TorchFlat<NN_ShiftRightOp, ["bitwise_right_shift"]>;
def : TorchFlat<NN_EqOp, ["eq"]>;
def : TorchFlat<NN_NeOp, ["ne"]>;
def : TorchFlat<NN_LtOp, ["lt"]>;
def : TorchFlat<NN_LeOp, ["le"]>;
def : TorchFlat<NN_GtOp, ["gt"]>;
def : TorchFlat<NN_GeOp, ["ge"]>;

#endif // TINE_TORCH_FUNCTIONS
