//===- NNElementwiseOps.td - Functions of elements ---------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the elements of one or two tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_ELEMENTWISE_OPS
#define TINE_NN_ELEMENTWISE_OPS

include "dialects/nn/NNFunctions.td"

/// Rounds floats.
class NN_RoundingOp<string mnemonic, string what>
    : NN_UnaryOp<mnemonic, what, NN_Floats, NN_SavesNothing<"1">, NN_Zero>;

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

class NN_ComparisonOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_AllElements, NN_SavesNothing<"1">> {
  let compares = 1;
  let to = "i1";
}

class NN_BitwiseOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_IntsAndBools, NN_SavesNothing<"1">>;

class NN_ShiftOp<string mnemonic, string what>
    : NN_BinaryOp<mnemonic, what, NN_Ints, NN_SavesNothing<NN_Never>>;

def NN_FactsOfPow : NN_Facts<
  "i == 0 ? allOperands(*this) : Values{getLhs(), getRhs(), getResult()}",
  "true", NN_AllOperands, NN_Never>;

/// By the left operand it is 1.
def NN_FactsOfRemainder : NN_Facts<
  "i == 0 ? Values{} : allOperands(*this)", "i == 1",
  "i == 0 ? Values{} : allOperands(*this)", NN_Never>;

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

#endif // TINE_NN_ELEMENTWISE_OPS
