//===- NNOps.td - Operations of the nn dialect -------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_OPS
#define TINE_NN_OPS

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// y[i] = f(x[i])
class NN_UnaryOp<string mnemonic, string what, NN_Elements elements, NN_Facts facts, string derivative = "">
    : NN_DerivableOp<mnemonic, facts, [Pure, Elementwise, SameOperandsAndResultType]>,
      NN_Function<mnemonic, elements, 1>, NN_UnaryDerivative<mnemonic, derivative> {
  defvar type = !if(elements.floats, "f32", "i64");
  let summary = what;
  let description = "Applies it to every element.\n\nExample:\n\n```mlir\n" #
    "func.func @f(%x: tensor<2x?x" # type # ">) -> tensor<2x?x" # type # "> {\n" #
    "  %y = nn." # mnemonic # " %x : tensor<2x?x" # type # ">\n" #
    "  return %y : tensor<2x?x" # type # ">\n}\n```\n";
  let arguments = (ins elements.tensor:$input);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let parts = NN_ElementByElement;
}

/// Rounds floats.
class NN_RoundingOp<string mnemonic, string what>
    : NN_UnaryOp<mnemonic, what, NN_Floats, NN_SavesNothing<"1">, NN_Zero>;

def NN_NegOp : NN_UnaryOp<"neg", "-x", NN_FloatsAndInts, NN_SavesNothing<"1">, "m.neg(m.g)">;
def NN_AbsOp : NN_UnaryOp<"abs", "the absolute value", NN_FloatsAndInts, NN_SavesOperands<"1">,
    "m.mul(m.g, m.make<SignOp>(m.x))">;
def NN_SignOp : NN_UnaryOp<"sign", "-1, 0 or 1 by the sign of x", NN_AllElements, NN_SavesNothing<"1">, NN_Zero>;
def NN_ExpOp : NN_UnaryOp<"exp", "e to the power of x", NN_Floats, NN_SavesResult<"4">, "m.mul(m.g, m.y)">;
def NN_Expm1Op : NN_UnaryOp<"expm1", "exp(x) - 1, accurate near 0", NN_Floats, NN_SavesResult<"4">,
    "m.mul(m.g, m.add(m.y, m.number(1)))">;
def NN_LogOp : NN_UnaryOp<"log", "the natural logarithm", NN_Floats, NN_SavesOperands<"4">, "m.div(m.g, m.x)">;
def NN_Log2Op : NN_UnaryOp<"log2", "the logarithm to base 2", NN_Floats, NN_SavesOperands<"4">,
    "m.div(m.g, m.mul(m.x, m.number(0.6931471805599453)))">;
def NN_Log10Op : NN_UnaryOp<"log10", "the logarithm to base 10", NN_Floats, NN_SavesOperands<"4">,
    "m.div(m.g, m.mul(m.x, m.number(2.302585092994046)))">;
def NN_Log1pOp : NN_UnaryOp<"log1p", "log(1 + x), accurate near 0", NN_Floats, NN_SavesOperands<"4">,
    "m.div(m.g, m.add(m.x, m.number(1)))">;
def NN_SqrtOp : NN_UnaryOp<"sqrt", "the square root", NN_Floats, NN_SavesResult<"2">,
    "m.div(m.g, m.mul(m.y, m.number(2)))">;
def NN_RsqrtOp : NN_UnaryOp<"rsqrt", "1 / sqrt(x)", NN_Floats, NN_SavesResult<"2">,
    "m.mul(m.mul(m.g, m.number(-0.5)), m.mul(m.mul(m.y, m.y), m.y))">;
def NN_ReciprocalOp : NN_UnaryOp<"reciprocal", "1 / x", NN_Floats, NN_SavesResult<"2">,
    "m.mul(m.neg(m.g), m.mul(m.y, m.y))">;
def NN_SinOp : NN_UnaryOp<"sin", "the sine", NN_Floats, NN_SavesOperands<"4">, "m.mul(m.g, m.make<CosOp>(m.x))">;
def NN_CosOp : NN_UnaryOp<"cos", "the cosine", NN_Floats, NN_SavesOperands<"4">,
    "m.mul(m.g, m.neg(m.make<SinOp>(m.x)))">;
def NN_TanOp : NN_UnaryOp<"tan", "the tangent", NN_Floats, NN_SavesResult<NN_Never>,
    "m.mul(m.g, m.add(m.mul(m.y, m.y), m.number(1)))">;
def NN_AsinOp : NN_UnaryOp<"asin", "the inverse sine", NN_Floats, NN_SavesOperands<NN_Never>,
    "m.mul(m.g, m.make<RsqrtOp>(m.oneMinusSquare(m.x)))">;
def NN_AcosOp : NN_UnaryOp<"acos", "the inverse cosine", NN_Floats, NN_SavesOperands<NN_Never>,
    "m.mul(m.g, m.neg(m.make<RsqrtOp>(m.oneMinusSquare(m.x))))">;
def NN_AtanOp : NN_UnaryOp<"atan", "the inverse tangent", NN_Floats, NN_SavesOperands<"4">,
    "m.div(m.g, m.add(m.mul(m.x, m.x), m.number(1)))">;
def NN_SinhOp : NN_UnaryOp<"sinh", "the hyperbolic sine", NN_Floats, NN_SavesOperands<"4">,
    "m.mul(m.g, m.make<CoshOp>(m.x))">;
def NN_CoshOp : NN_UnaryOp<"cosh", "the hyperbolic cosine", NN_Floats, NN_SavesOperands<"4">,
    "m.mul(m.g, m.make<SinhOp>(m.x))">;
def NN_TanhOp : NN_UnaryOp<"tanh", "the hyperbolic tangent", NN_Floats, NN_SavesResult<"4">,
    "m.asKernel([](Unary &k) { return k.mul(k.g, k.oneMinusSquare(k.y)); })">;
def NN_SigmoidOp : NN_UnaryOp<"sigmoid", "1 / (1 + exp(-x))", NN_Floats, NN_SavesResult<"4">,
    "m.asKernel([](Unary &k) { return k.mul(k.mul(k.g, k.sub(k.number(1), k.y)), k.y); })">;
def NN_ErfOp : NN_UnaryOp<"erf", "the error function", NN_Floats, NN_SavesOperands<"4">,
    "m.mul(m.mul(m.make<ExpOp>(m.neg(m.mul(m.x, m.x))), m.number(2 / std::sqrt(M_PI))), m.g)">;
def NN_FloorOp : NN_RoundingOp<"floor", "the greatest integer not above x">;
def NN_CeilOp : NN_RoundingOp<"ceil", "the least integer not below x">;
def NN_RoundOp : NN_RoundingOp<"round", "the nearest integer, halves to even">;
def NN_TruncOp : NN_RoundingOp<"trunc", "x without its fraction">;
/// A NaN lets the cotangent through.
def NN_ReluOp : NN_UnaryOp<"relu", "max(x, 0); a NaN stays", NN_FloatsAndInts, NN_SavesResult<"1">,
    "m.where(m.compare<LeOp>(m.y, m.number(0)), m.number(0), m.g)">;
def NN_BitwiseNotOp : NN_UnaryOp<"bitwise_not", "every bit inverted; logical for i1", NN_IntsAndBools,
    NN_SavesNothing<"1">>;

/// z[i] = f(x[i], y[i]) with broadcasting; the operands have one element type.
class NN_BinaryOp<string mnemonic, string what, NN_Elements elements, NN_Facts facts, string left = "",
                  string right = "">
    : NN_DerivableOp<mnemonic, facts, [Pure]>, NN_Function<mnemonic, elements, 2>,
      NN_BinaryDerivative<mnemonic, left, right> {
  defvar type = !if(elements.floats, "f32", "i64");
  string to = type;
  let summary = what;
  let description = "Applies it to every pair of elements after broadcasting.\n\nExample:\n\n```mlir\n" #
    "func.func @f(%x: tensor<2x3x" # type # ">, %y: tensor<3x" # type # ">, %s: " # type # ") {\n" #
    "  %z = nn." # mnemonic # " %x, %y : (tensor<2x3x" # type # ">, tensor<3x" # type # ">) -> tensor<2x3x" # to # ">\n" #
    "  %w = nn." # mnemonic # " %x, %s : (tensor<2x3x" # type # ">, " # type # ") -> tensor<2x3x" # to # ">\n" #
    "  return\n}\n```\n";
  let arguments = (ins elements.operand:$lhs, elements.operand:$rhs);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let parts = NN_ElementByElement;
  let extraClassDefinition = facts.definition # parts.definition #
    "::llvm::LogicalResult $cppClass::verify() { return verifyElementwise(*this, " #
    !if(compares, "true", "false") # "); }\n";
}

class NN_ComparisonOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_AllElements, NN_SavesNothing<"1">> {
  let compares = 1;
  let to = "i1";
}

class NN_BitwiseOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_IntsAndBools, NN_SavesNothing<"1">>;

class NN_ShiftOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_Ints, NN_SavesNothing<NN_Never>>;

/// x / y. Of a number over a tensor PyTorch keeps what the program does not see.
def NN_FactsOfDiv : NN_Facts<
  "::llvm::isa<::mlir::RankedTensorType>(getLhs().getType()) ? (i == 0 ? Values{getRhs()} : allOperands(*this)) : Values{}",
  "true", "i == 0 ? Values{getRhs()} : allOperands(*this)", "2">;
def NN_FactsOfPow : NN_Facts<
  "i == 0 ? allOperands(*this) : Values{getLhs(), getRhs(), getResult()}",
  "true", NN_AllOperands, NN_Never>;
/// By the left operand it is 1.
def NN_FactsOfRemainder : NN_Facts<
  "i == 0 ? Values{} : allOperands(*this)", "i == 1",
  "i == 0 ? Values{} : allOperands(*this)", NN_Never>;

def NN_AddOp : NN_BinaryOp<"add", "x + y; or for i1", NN_AllElements, NN_SavesNothing<"1">, "m.g", "m.g">;
def NN_SubOp : NN_BinaryOp<"sub", "x - y", NN_FloatsAndInts, NN_SavesNothing<"1">, "m.g", "m.neg(m.g)">;
def NN_MulOp : NN_BinaryOp<"mul", "x * y; and for i1", NN_AllElements, NN_SavesOther<"1">,
    "m.mul(m.g, m.y)", "m.mul(m.g, m.x)">;
def NN_DivOp : NN_BinaryOp<"div", "x / y of floats", NN_Floats, NN_FactsOfDiv,
    "m.div(m.g, m.y)", "m.mul(m.neg(m.g), m.div(m.div(m.x, m.y), m.y))">;
def NN_FloorDivideOp : NN_BinaryOp<"floor_divide", "floor(x / y); fails on an integer division by zero",
    NN_FloatsAndInts, NN_SavesNothing<NN_Never>, NN_Zero, NN_Zero>;
def NN_TruncDivideOp : NN_BinaryOp<"trunc_divide", "trunc(x / y); fails on an integer division by zero",
    NN_FloatsAndInts, NN_SavesNothing<NN_Never>, NN_Zero, NN_Zero>;
def NN_RemainderOp : NN_BinaryOp<"remainder",
    "x - y * floor(x / y), with the sign of y; fails on an integer division by zero",
    NN_FloatsAndInts, NN_FactsOfRemainder, "m.g", "m.mul(m.neg(m.g), m.make<FloorDivideOp>(m.x, m.y))">;
def NN_FmodOp : NN_BinaryOp<"fmod", "the remainder with the sign of x; fails on an integer division by zero",
    NN_FloatsAndInts, NN_FactsOfRemainder, "m.g", "m.mul(m.neg(m.g), m.make<TruncDivideOp>(m.x, m.y))">;
def NN_PowOp : NN_BinaryOp<"pow", "x to the power of y", NN_FloatsAndInts, NN_FactsOfPow,
    "ofBase(m)", "ofExponent(m)">;
def NN_Atan2Op : NN_BinaryOp<"atan2", "the angle of the point (y, x)", NN_Floats, NN_SavesOperands<NN_Never>,
    "ofAngle(m, m.y)", "m.neg(ofAngle(m, m.x))">;
def NN_MaximumOp : NN_BinaryOp<"maximum", "the greater one; NaN if either is", NN_AllElements,
    NN_SavesChoice<"1">, "ofChosen<LtOp>(m, m.x, m.y)", "ofChosen<LtOp>(m, m.y, m.x)"> {
  let chooses = 1;
}
def NN_MinimumOp : NN_BinaryOp<"minimum", "the smaller one; NaN if either is", NN_AllElements,
    NN_SavesChoice<"1">, "ofChosen<GtOp>(m, m.x, m.y)", "ofChosen<GtOp>(m, m.y, m.x)"> {
  let chooses = 1;
}
def NN_BitwiseAndOp : NN_BitwiseOp<"bitwise_and", "x & y">;
def NN_BitwiseOrOp : NN_BitwiseOp<"bitwise_or", "x | y">;
def NN_BitwiseXorOp : NN_BitwiseOp<"bitwise_xor", "x ^ y">;
def NN_ShiftLeftOp : NN_ShiftOp<"shift_left", "x << y">;
def NN_ShiftRightOp : NN_ShiftOp<"shift_right", "x >> y, arithmetic">;
def NN_EqOp : NN_ComparisonOp<"eq", "x == y">;
def NN_NeOp : NN_ComparisonOp<"ne", "x != y">;
def NN_LtOp : NN_ComparisonOp<"lt", "x < y">;
def NN_LeOp : NN_ComparisonOp<"le", "x <= y">;
def NN_GtOp : NN_ComparisonOp<"gt", "x > y">;
def NN_GeOp : NN_ComparisonOp<"ge", "x >= y">;

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

//===----------------------------------------------------------------------===//
// Making tensors
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def NN_ReshapeOp : NN_DerivableOp<"reshape", NN_SavesNothing<"1">, [Pure]> {
  let summary = "the same elements in row-major order with another shape";
  let description = [{
    Also squeeze, unsqueeze, flatten and view. The number of elements must be
    the same; with dynamic sizes the caller has checked it.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x6xf32>, %n: index) -> tensor<?x2x3xf32> {
      %y = nn.reshape %x (%n) : tensor<?x6xf32> -> tensor<?x2x3xf32>
      return %y : tensor<?x2x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutReshape(*this, dim, rows)">;
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `(` $sizes `)` attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NN_PermuteOp : NN_DerivableOp<"permute", NN_SavesNothing<"1">, [Pure]> {
  let summary = "reorders the dimensions";
  let description = [{
    Dimension i of the result is dimension `dims[i]` of the input.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
      %y = nn.permute %x [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
      return %y : tensor<3x2xf32>
    }
    ```
  }];
  let parts = NN_Parts<"Cuts{{getDims()[dim]}, {dim}}">;
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input $dims attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NN_ExpandOp : NN_DerivableOp<"expand", NN_SavesNothing<"1">, [Pure]> {
  let summary = "repeats dimensions of size 1 and adds leading dimensions";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<1x3xf32>, %n: index) -> tensor<?x3xf32> {
      %y = nn.expand %x (%n) : tensor<1x3xf32> -> tensor<?x3xf32>
      return %y : tensor<?x3xf32>
    }
    ```
  }];
  let parts = NN_ElementByElement;
  let arguments = (ins NN_Tensor:$input, Variadic<Index>:$sizes);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `(` $sizes `)` attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_SliceOp : NN_DerivableOp<"slice", NN_SavesNothing<"1">, [Pure]> {
  let summary = "every step-th element of one dimension, from a start";
  let description = [{
    `start` is in range, `step` at least 1, and the size of the result's
    dimension fits: the caller has clamped them.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x9xf32>, %s: index, %n: index) -> tensor<2x?xf32> {
      %y = nn.slice %x dim 1 from %s step 2 (%n) : tensor<2x9xf32> -> tensor<2x?xf32>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_Tensor:$input, I64Attr:$dim, Index:$start, I64Attr:$step,
                       Optional<Index>:$size);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim `from` $start `step` $step `(` ($size^)? `)` attr-dict `:`
    type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def NN_InsertSliceOp : NN_DerivableOp<"insert_slice", NN_SavesNothing<NN_Never>, [Pure, AllTypesMatch<["into", "result"]>]> {
  let summary = "a tensor with every step-th element of one dimension replaced";
  let description = [{
    The inverse of `nn.slice`: the result is `into` with the slice replaced by `input`.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %d: tensor<2x9xf32>, %s: index) -> tensor<2x9xf32> {
      %y = nn.insert_slice %x into %d dim 1 from %s step 2 : tensor<2x3xf32> into tensor<2x9xf32>
      return %y : tensor<2x9xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_Tensor:$input, NN_Tensor:$into, I64Attr:$dim, Index:$start, I64Attr:$step);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $input `into` $into `dim` $dim `from` $start `step` $step attr-dict `:`
    type($input) `into` type($into)
  }];
  let hasVerifier = 1;
}

def NN_FlipOp : NN_DerivableOp<"flip", NN_SavesNothing<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "reverses the order of elements along dimensions";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.flip %x [0] : tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"llvm::is_contained(getDims(), dim) ? std::nullopt : cutAll(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input $dims attr-dict `:` type($input)";
}

def NN_CatOp : NN_DerivableOp<"cat", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "joins tensors along a dimension";
  let description = [{
    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %z = nn.cat %x, %y dim 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
      return %z : tensor<2x7xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins Variadic<NN_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$inputs `dim` $dim attr-dict `:` functional-type($inputs, results)";
  let hasVerifier = 1;
}

def NN_ListCatOp : NN_DerivableOp<"list_cat", NN_SavesNothing<NN_Never>, [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "joins (or stacks) the tensors of a list that exists at run time";
  let description = [{
    With `stacked` a new dimension is made. Fails on an empty list and when sizes
    of the other dimensions differ.

    Example:

    ```mlir
    func.func @f(%l: !tine.list<tensor<2x3xf32>>) -> tensor<?x2x3xf32> {
      %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<2x3xf32>> -> tensor<?x2x3xf32>
      return %z : tensor<?x2x3xf32>
    }
    ```
  }];
  let arguments = (ins AnyType:$list, I64Attr:$dim, UnitAttr:$stacked);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$list `dim` $dim (`stacked` $stacked^)? attr-dict `:` type($list) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Of a maximum PyTorch may keep the places only.
def NN_FactsOfReduce : NN_Facts<
  "getReduction() == Reduction::prod ? Values{getInput(), getResult()} : Values{}",
  "getReduction() != Reduction::sum",
  "getReduction() == Reduction::prod ? allOperands(*this) : Values{}", NN_Never>;
def NN_ReduceOp : NN_DerivableOp<"reduce", NN_FactsOfReduce, [Pure]> {
  let summary = "reduces dimensions to one value";
  let description = [{
    With `keepdim` the reduced dimensions stay with size 1. A sum of f32 is
    accumulated in f64. max and min give NaN when an element is.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2xf32> {
      %y = nn.reduce sum %x [1] : tensor<2x?xf32> -> tensor<2xf32>
      %z = nn.reduce max %x [0] keepdim : tensor<2x?xf32> -> tensor<1x?xf32>
      return %y : tensor<2xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutReduced(*this, getDims(), getKeepdim(), dim)">;
  let arguments = (ins EnumProp<NN_Reduction>:$reduction, NN_Tensor:$input, DenseI64ArrayAttr:$dims,
                       UnitAttr:$keepdim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$reduction $input $dims (`keepdim` $keepdim^)? attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_ArgReduceOp : NN_DerivableOp<"arg_reduce", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "the index of the first greatest or smallest element of a dimension";
  let description = [{
    Only max and min. NaN counts as the greatest and the smallest.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2xi64> {
      %y = nn.arg_reduce max %x dim 1 : tensor<2x?xf32> -> tensor<2xi64>
      return %y : tensor<2xi64>
    }
    ```
  }];
  let parts = NN_Parts<"cutReduced(*this, {int64_t(getDim())}, getKeepdim(), dim)">;
  let arguments = (ins EnumProp<NN_Reduction>:$reduction, NN_Tensor:$input, I64Attr:$dim, UnitAttr:$keepdim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$reduction $input `dim` $dim (`keepdim` $keepdim^)? attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_SoftmaxOp : NN_DerivableOp<"softmax", NN_SavesResult<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "exp(x - max) / sum(exp(x - max)) along a dimension";
  let description = [{
    With `log` its logarithm.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.softmax %x dim 1 : tensor<2x3xf32>
      %z = nn.softmax %x dim 1 log : tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins NN_FloatTensor:$input, I64Attr:$dim, UnitAttr:$log);
  let results = (outs NN_FloatTensor:$result);
  let assemblyFormat = "$input `dim` $dim (`log` $log^)? attr-dict `:` type($input)";
}

def NN_ScanOp : NN_DerivableOp<"scan", NN_SavesNothing<NN_Never>, [Pure, SameOperandsAndResultType]> {
  let summary = "what all elements up to each give along a dimension";
  let description = [{
    Their sum, product, greatest or smallest one, or the logarithm of the sum of
    their exponentials. Sums, products and logarithms of f32 are accumulated in
    f64. From a NaN on, max and min are NaN. Sums alone have a derivative.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %y = nn.scan sum %x dim 1 : tensor<2x3xf32>
      %z = nn.scan max %y dim 0 : tensor<2x3xf32>
      return %z : tensor<2x3xf32>
    }
    ```
  }];
  let parts = NN_ButAlongItsDim;
  let arguments = (ins EnumProp<NN_Scan>:$kind, NN_Tensor:$input, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$kind $input `dim` $dim attr-dict `:` type($input)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

def NN_FactsOfIndexSelect : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;
def NN_IndexSelectOp : NN_DerivableOp<"index_select", NN_FactsOfIndexSelect, [Pure]> {
  let summary = "the slices of a dimension that a tensor of indices names";
  let description = [{
    The dimension is replaced by the dimensions of `indices` (i64, any rank):
    `nn.Embedding` is index_select of dim 0. Fails with IndexError when an index is out of
    range; with `from_end`, negative ones count from the end.

    Example:

    ```mlir
    func.func @f(%x: tensor<10x3xf32>, %i: tensor<2x5xi64>) -> tensor<2x5x3xf32> {
      %y = nn.index_select %x, %i dim 0 : (tensor<10x3xf32>, tensor<2x5xi64>) -> tensor<2x5x3xf32>
      return %y : tensor<2x5x3xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutIndexSelect(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, RankedTensorOf<[I64]>:$indices, I64Attr:$dim,
                       UnitAttr:$fromEnd);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` $dim (`from_end` $fromEnd^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_FactsOfGather : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;
def NN_GatherOp : NN_DerivableOp<"gather", NN_FactsOfGather, [Pure]> {
  let summary = "y[i, j, ..] = x[.., index[i, j, ..], ..] along a dimension";
  let description = [{
    Fails with IndexError when an index is out of range.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %i: tensor<2x5xi64>) -> tensor<2x5xf32> {
      %y = nn.gather %x, %i dim 1 : (tensor<2x3xf32>, tensor<2x5xi64>) -> tensor<2x5xf32>
      return %y : tensor<2x5xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutGather(*this, dim)">;
  let arguments = (ins NN_Tensor:$input, RankedTensorOf<[I64]>:$indices, I64Attr:$dim);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` $dim attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_FactsOfScatter : NN_Facts<
  "getHow() == Scatter::write || getHow() == Scatter::add ? Values{getPlaces()} : allOperands(*this)",
  "true",
  "getHow() == Scatter::write || getHow() == Scatter::add ? Values{} : allOperands(*this)", NN_Never>;
def NN_ScatterOp : NN_DerivableOp<"scatter", NN_FactsOfScatter, [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "writes or adds rows at the places that a vector names";
  let description = [{
    Row i of `values` goes to row `places[i]` of `input`, one after the other: of several
    rows for one place, the last one stays (`write`) or all are combined. Fails with
    IndexError when a place is out of range; negative ones are.

    Example:

    ```mlir
    func.func @f(%x: tensor<5x3xf32>, %p: tensor<?xi64>, %v: tensor<?x3xf32>) -> tensor<5x3xf32> {
      %y = nn.scatter add %v at %p into %x : tensor<?x3xf32> at tensor<?xi64> into tensor<5x3xf32>
      return %y : tensor<5x3xf32>
    }
    ```
  }];
  let arguments = (ins EnumProp<NN_Scatter>:$how, NN_Tensor:$values, RankedTensorOf<[I64]>:$places,
                       NN_Tensor:$input);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $how $values `at` $places `into` $input attr-dict `:` type($values) `at` type($places) `into`
    type($input)
  }];
  let hasVerifier = 1;
}

def NN_NonzeroOp : NN_Op<"nonzero", [Pure]> {
  let summary = "the places of a vector of bools that are true, in order";
  let description = [{
    Example:

    ```mlir
    func.func @f(%m: tensor<7xi1>) -> tensor<?xi64> {
      %y = nn.nonzero %m : tensor<7xi1> -> tensor<?xi64>
      return %y : tensor<?xi64>
    }
    ```
  }];
  let arguments = (ins NN_BoolTensor:$input);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def NN_FactsOfSort : NN_Facts<"{getIndices()}", "true", NN_NoValues, NN_Never>;
def NN_SortOp : NN_DerivableOp<"sort", NN_FactsOfSort, [Pure, AllTypesMatch<["input", "values"]>]> {
  let summary = "sorts every row of a matrix";
  let description = [{
    NaN is greater than every number. The second result has the column that each
    element came from. `stable`, equal elements keep their order; otherwise it is that
    of PyTorch: of `std::sort` in libstdc++, but for a single row of at least 32768 ints,
    ascending, which keeps it.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %y, %i = nn.sort %x descending : tensor<2x?xf32> -> tensor<2x?xi64>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutAll(*this, 0)">;
  let arguments = (ins NN_Tensor:$input, UnitAttr:$descending, UnitAttr:$stable);
  let results = (outs NN_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $input (`descending` $descending^)? (`stable` $stable^)? attr-dict `:` type($input) `->`
    type($indices)
  }];
  let hasVerifier = 1;
}

def NN_TopKOp : NN_DerivableOp<"topk", NN_SavesNothing<NN_Never>, [Pure]> {
  let summary = "the columns of the k first elements of every row, were it sorted";
  let description = [{
    k is from 0 to the size of a row. NaN is greater than every number. `sorted`, they
    come in order; `partition` has them in any order, but the last one is the last of
    them; of `kth` the last one is that too, and nothing else is said. Of equal elements
    those are taken, in the order, that PyTorch takes.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>, %k: index) -> tensor<2x?xi64> {
      %i = nn.topk sorted %x, %k descending : tensor<2x?xf32> -> tensor<2x?xi64>
      return %i : tensor<2x?xi64>
    }
    ```
  }];
  let parts = NN_Parts<"dim > 0 ? std::nullopt : cutFirst(*this, 0)">;
  let arguments = (ins EnumProp<NN_Top>:$top, NN_Tensor:$input, Index:$k, UnitAttr:$descending);
  let results = (outs RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $top $input `,` $k (`descending` $descending^)? attr-dict `:` type($input) `->` type($indices)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Recurrent layers
//===----------------------------------------------------------------------===//

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

#endif // TINE_NN_OPS
