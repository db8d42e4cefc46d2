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
include "mlir/IR/OpBase.td"

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

#endif // TINE_NN_FUNCTIONS
