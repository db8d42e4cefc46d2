//===- NNFunctions.td - What is told of elementwise ops ----*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is to be known of an elementwise op, in its own record: which elements it
// takes and gives, its derivative. Functions.h declares the table that is made
// of it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_FUNCTIONS
#define TINE_NN_FUNCTIONS

include "llvm/TableGen/SearchableTable.td"
include "dialects/nn/NNBase.td"

/// The elements that an op takes; scalars have the type that it computes in.
class NN_Elements<list<Type> scalars, list<Type> narrow, string what, bit takesFloats, bit takesInts, bit takesBools> {
  TypeConstraint tensor = RankedTensorOf<scalars # narrow>;
  TypeConstraint operand =
    AnyTypeOf<[RankedTensorOf<scalars # narrow>, AnyTypeOf<scalars>], "tensor or scalar of " # what>;
  bit floats = takesFloats;
  bit ints = takesInts;
  bit bools = takesBools;
}

def NN_Floats : NN_Elements<[F32, F64], [F16, BF16], "floats", 1, 0, 0>;
def NN_Ints : NN_Elements<[I64, I32, I16, I8], [SI8], "integers", 0, 1, 0>;
def NN_IntsAndBools : NN_Elements<[I64, I32, I16, I8, I1], [SI8], "integers or bools", 0, 1, 1>;
def NN_FloatsAndInts :
  NN_Elements<[F32, F64, I64, I32, I16, I8], [F16, BF16, SI8], "floats or integers", 1, 1, 0>;
def NN_AllElements :
  NN_Elements<[F32, F64, I64, I32, I16, I8, I1], [F16, BF16, SI8], "floats, integers or bools", 1, 1, 1>;

/// A function of elements that is one op.
class NN_Function<string mnemonic, NN_Elements elements, bits<2> arity> {
  string function = "nn." # mnemonic;

  /// The elements that it takes.
  bit floats = elements.floats;
  bit ints = elements.ints;
  bit bools = elements.bools;

  bits<2> operands = arity;
  /// The result is a tensor of bools.
  bit compares = 0;
  /// The result's elements are operands', which must not wrap around.
  bit chooses = 0;
}

def functionTable : GenericTable {
  let FilterClass = "NN_Function";
  let CppTypeName = "Function";
  let Fields = ["function", "floats", "ints", "bools", "operands", "compares", "chooses"];
}

/// The cotangent of an operand, as an expression. In `m` it sees the operand `x`,
/// the result `y` and its cotangent `g`, or the operands `x` and `y`, the result
/// `z` and `g`, and the builders of Math (PullbacksElementwise.cpp).
defvar NN_Zero = "0"; // it is 0 everywhere

class NN_Derivative<string mnemonic> {
  string op = "nn." # mnemonic;
  string rule = "";
  bit isThere = 0;
}

/// None if no expression is given.
class NN_UnaryDerivative<string mnemonic, string ofOperand> : NN_Derivative<mnemonic> {
  let isThere = !ne(ofOperand, "");
  let rule = "[](Pullback &p) { " #
    !if(!eq(ofOperand, NN_Zero), "(void)p;", "Unary m(p); p.add(0, " # ofOperand # ");") # " }";
}

class NN_BinaryDerivative<string mnemonic, string left, string right> : NN_Derivative<mnemonic> {
  let isThere = !ne(left, "");
  let rule = "[](Pullback &p) { Binary m(p); " #
    !if(!eq(left, NN_Zero), "", "if (p.wants(0)) addReduced(p, 0, " # left # "); ") #
    !if(!eq(right, NN_Zero), "", "if (p.wants(1)) addReduced(p, 1, " # right # ");") # " }";
}

def derivativeTable : GenericTable {
  let FilterClass = "NN_Derivative";
  let FilterClassField = "isThere";
  let CppTypeName = "Derivative";
  let Fields = ["op", "rule"];
  string TypeOf_rule = "code";
}

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

#endif // TINE_NN_FUNCTIONS
