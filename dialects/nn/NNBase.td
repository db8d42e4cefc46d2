//===- NNBase.td - The dialect and what its ops share ------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `nn` dialect, its attributes and the constraints and classes of its ops.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_BASE
#define TINE_NN_BASE

include "dialects/nn/NNInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::tine::nn";
  let summary = "Tensor operations with PyTorch's semantics";
  let description = [{
    Operations on ranked tensors with PyTorch's broadcasting. Element types are
    f32, f64, f16, bf16, i64, i32, i16, si8 (PyTorch's int8), i8 (its uint8, unsigned)
    and i1 (bool). Promotion is
    explicit: the operands of an elementwise op have one element type, and `nn.cast`
    stands where PyTorch converts.

    The *narrow* types f16, bf16 and si8 are types of elements only: an op on them
    computes in f32 or i16 and rounds, or wraps around, once at its end
    (`widen-narrow-types`). An operand of an elementwise op may be a scalar of the type
    that it computes in. A
    dynamic dimension of an operand of size 1 is broadcast like a static one;
    when two sizes do not fit, the op fails with PyTorch's error (see `tine.raise`).
    Ops are values: a view reads and never aliases, an
    in-place operation of the source is an op and a new value.

    Sizes of dynamic dimensions of a result that do not follow from the operands
    are operands of type index, in the order of the dimensions.
  }];
  let dependentDialects = ["::tine::TineDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
  let hasCanonicalizer = 1;
  let useDefaultAttributePrinterParser = 1;
}

class NN_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tine::nn";
  let genSpecializedAttr = 0;
}

def NN_Reduction : NN_Enum<"Reduction", "how elements are reduced", [
  I32EnumAttrCase<"sum", 0>, I32EnumAttrCase<"prod", 1>, I32EnumAttrCase<"max", 2>,
  I32EnumAttrCase<"min", 3>, I32EnumAttrCase<"any", 4>, I32EnumAttrCase<"all", 5>]>;
def NN_ReductionAttr : EnumAttr<NN_Dialect, NN_Reduction, "reduction">;

def NN_Scan : NN_Enum<"Scan", "what a scan takes an element into", [
  I32EnumAttrCase<"sum", 0>, I32EnumAttrCase<"prod", 1>, I32EnumAttrCase<"max", 2>,
  I32EnumAttrCase<"min", 3>, I32EnumAttrCase<"logsumexp", 4>]>;

def NN_Scatter : NN_Enum<"Scatter", "what becomes of an element that is written to", [
  I32EnumAttrCase<"write", 0>, I32EnumAttrCase<"add", 1>, I32EnumAttrCase<"multiply", 2>,
  I32EnumAttrCase<"maximum", 3>, I32EnumAttrCase<"minimum", 4>]>;
def NN_ScatterAttr : EnumAttr<NN_Dialect, NN_Scatter, "scatter">;

def NN_Pool : NN_Enum<"Pool", "what becomes of the elements of a window", [
  I32EnumAttrCase<"max", 0>, I32EnumAttrCase<"sum", 1>, I32EnumAttrCase<"arg_max", 2>]>;

def NN_Top : NN_Enum<"Top", "how the first elements of a row are found", [
  I32EnumAttrCase<"sorted", 0>, I32EnumAttrCase<"partition", 1>, I32EnumAttrCase<"kth", 2>]>;

def NN_Distribution : NN_Enum<"Distribution", "what a generator draws", [
  I32EnumAttrCase<"uniform", 0>, I32EnumAttrCase<"normal", 1>, I32EnumAttrCase<"integers", 2>,
  I32EnumAttrCase<"permutation", 3>, I32EnumAttrCase<"bernoulli", 4>,
  I32EnumAttrCase<"exponential", 5>, I32EnumAttrCase<"normal_singly", 6>]>;
def NN_DistributionAttr : EnumAttr<NN_Dialect, NN_Distribution, "distribution">;

def NN_Cell : NN_Enum<"RnnCell", "the cell of a recurrent layer", [
  I32EnumAttrCase<"lstm", 0>, I32EnumAttrCase<"gru", 1>, I32EnumAttrCase<"rnn_tanh", 2>,
  I32EnumAttrCase<"rnn_relu", 3>]>;
def NN_CellAttr : EnumAttr<NN_Dialect, NN_Cell, "cell">;

def NN_Number : AnyTypeOf<[F32, F64, I64, I32, I16, I8, I1], "type of a scalar">;
def NN_Tensor : RankedTensorOf<[F32, F64, F16, BF16, I64, I32, I16, SI8, I8, I1]>;
def NN_FloatTensor : RankedTensorOf<[F32, F64, F16, BF16]>;
def NN_BoolTensor : RankedTensorOf<[I1]>;
def NN_WideTensor : RankedTensorOf<[F32, F64]>;
def NN_MaskTensor : RankedTensorOf<[F32, F64, I1]>;
def NN_Operand : AnyTypeOf<[NN_Tensor, NN_Number], "tensor or scalar">;

class NN_Op<string mnemonic, list<Trait> traits = []> : Op<NN_Dialect, mnemonic, traits>;

/// An op with a derivative, or whose result need not be kept for one.
class NN_DerivableOp<string mnemonic, NN_Facts facts, list<Trait> traits = []>
    : NN_Op<mnemonic, traits # [DeclareOpInterfaceMethods<NN_DerivativeInterface>,
                                DeclareOpInterfaceMethods<NN_PartsInterface>]> {
  /// How it is done on parts of a batch.
  NN_Parts parts = NN_AsAWhole;
  let extraClassDefinition = facts.definition # parts.definition;
}

#endif // TINE_NN_BASE
