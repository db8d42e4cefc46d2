//===- NNInterfaces.td - What passes know of an op ---------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of an operation that has a derivative, in its own record. An op
// without them has no rule of its derivative: that does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_INTERFACES
#define TINE_NN_INTERFACES

include "mlir/IR/OpBase.td"

def NN_DerivativeInterface : OpInterface<"DerivativeOpInterface"> {
  let cppNamespace = "::tine::nn";
  let description = [{
    What a derivative takes from the forward pass, in PyTorch and here.
  }];
  let methods = [
    InterfaceMethod<[{
      The operands and results that PyTorch keeps for the derivative by an operand: it fails
      when they were changed in place since.
    }], "::tine::nn::Values", "getSavedFor", (ins "unsigned":$operand)>,
    InterfaceMethod<[{
      Whether PyTorch keeps anything for it, so that a second backward pass fails unless the
      graph was retained.
    }], "bool", "savesFor", (ins "unsigned":$operand)>,
    InterfaceMethod<[{
      What the derivative by an operand is computed from, as far as it can be derived itself.
      Nothing if it is piecewise constant.
    }], "::tine::nn::Values", "getReadsFor", (ins "unsigned":$operand)>,
    InterfaceMethod<[{
      What doing the op again costs, as additions of floats for an element; none if its result
      is kept always.
    }], "std::optional<int>", "getCost", (ins)>,
  ];
}

/// The methods of the interface. `i` is the number of the operand.
class NN_Facts<string saved, string saves, string reads, string cost> {
  code definition =
    "::tine::nn::Values $cppClass::getSavedFor(unsigned i) { (void)i; return " # saved # "; }\n" #
    "bool $cppClass::savesFor(unsigned i) { (void)i; return " # saves # "; }\n" #
    "::tine::nn::Values $cppClass::getReadsFor(unsigned i) { (void)i; return " # reads # "; }\n" #
    "std::optional<int> $cppClass::getCost() { return " # cost # "; }\n";
}

defvar NN_NoValues = "{}";
defvar NN_AllOperands = "allOperands(*this)";
defvar NN_TheResult = "{getOperation()->getResult(0)}";
defvar NN_OtherOperand = "{getOperation()->getOperand(1 - i)}";
defvar NN_Never = "std::nullopt";

/// Linear with constants of its own: it moves or adds elements.
class NN_SavesNothing<string cost> : NN_Facts<NN_NoValues, "false", NN_NoValues, cost>;
class NN_SavesOperands<string cost> : NN_Facts<NN_AllOperands, "true", NN_AllOperands, cost>;
class NN_SavesResult<string cost> : NN_Facts<NN_TheResult, "true", NN_AllOperands, cost>;
/// A product.
class NN_SavesOther<string cost> : NN_Facts<NN_OtherOperand, "true", NN_OtherOperand, cost>;
/// Which of the operands it is, decides.
class NN_SavesChoice<string cost> : NN_Facts<NN_AllOperands, "true", NN_NoValues, cost>;

def NN_PartsInterface : OpInterface<"PartsOpInterface"> {
  let cppNamespace = "::tine::nn";
  let description = [{
    How an operation on a batch is done on parts of it.
  }];
  let methods = [
    InterfaceMethod<[{
      What is cut of operands and results where the op makes only some rows, the same as on the whole. Rows lie along
      dimension `dim` of the first result, `rows` of them, each perhaps of several elements of that dimension, whose size is
      known. Nothing where the op needs other rows, too.
    }], "std::optional<::tine::nn::Cuts>", "getCuts", (ins "int64_t":$dim, "int64_t":$rows)>,
  ];
}

/// The method of that interface, as an expression of `dim` and `rows`: a function of Parts.h.
class NN_Parts<string cuts> {
  code definition =
    "std::optional<::tine::nn::Cuts> $cppClass::getCuts(int64_t dim, int64_t rows) { (void)dim; (void)rows; return " #
    cuts # "; }\n";
}

/// Needs the whole batch.
def NN_AsAWhole : NN_Parts<"std::nullopt">;
/// Each element is made of those in its place, after broadcasting.
def NN_ElementByElement : NN_Parts<"cutBroadcast(*this, dim)">;
/// Each row along dimension `dim` is made of that row of all operands, but for an attribute of that name.
def NN_ButAlongItsDim : NN_Parts<"uint64_t(dim) == getDim() ? std::nullopt : cutAll(*this, dim)">;

#endif // TINE_NN_INTERFACES
