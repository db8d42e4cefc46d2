//===- Passes.td - Passes of the phase differentiate -------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_PASSES
#define TINE_LOWERING_DIFFERENTIATE_PASSES

include "mlir/Pass/PassBase.td"

def KeepEndlessLoops : Pass<"keep-endless-loops", "mlir::func::FuncOp"> {
  let summary = "Gives a loop that may not end an effect";
  let dependentDialects = ["::tine::TineDialect"];
}

def KeepTimedWork : Pass<"keep-timed-work", "mlir::ModuleOp"> {
  let summary = "Keeps what nobody uses and is computed between two readings of a clock";
  let dependentDialects = ["::tine::TineDialect"];
}

def PinTimedWork : Pass<"pin-timed-work", "mlir::ModuleOp"> {
  let summary = "Keeps work between two readings of a clock in its loop, and apart from equal work";
  let dependentDialects = ["::tine::nn::NNDialect"];
  let options = [
    Option<"equal", "equal", "bool", "true",
           "Whether equal operations are kept apart">
  ];
}

def CheckReleasedGraphs : Pass<"check-released-graphs", "mlir::ModuleOp"> {
  let summary = "Raises an error where a gradient goes through a released graph";
  let dependentDialects = ["::tine::TineDialect", "::mlir::arith::ArithDialect"];
}

def GrowListsInPlace : Pass<"grow-lists-in-place", "mlir::ModuleOp"> {
  let summary = "Makes lists that a loop replaces by longer copies, or by new ones, the one list";
  let dependentDialects = ["::mlir::ub::UBDialect"];
}

def ResolveDepends : Pass<"resolve-depends", "mlir::ModuleOp"> {
  let summary = "Makes conditions of whether a tensor is made of another";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

def FindAttention : Pass<"find-attention", "mlir::ModuleOp"> {
  let summary = "Makes attention that is written as products and a softmax one op";
  let dependentDialects = ["::tine::nn::NNDialect"];
}

def SplitBatches : Pass<"split-batches", "mlir::ModuleOp"> {
  let summary = "Lets batches go through several devices in parts, where rows do not need each other";
  let dependentDialects = ["::tine::nn::NNDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"parts", "parts", "unsigned", "0", "How many parts; none by default">,
    Option<"report", "report", "bool", "false",
           "Emit a remark for each batch that is split">,
  ];
}

def Differentiate : Pass<"differentiate", "mlir::ModuleOp"> {
  let summary = "Makes gradients backward passes";
  let dependentDialects = ["::tine::TineDialect", "::tine::nn::NNDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect"];
  let options = [
    Option<"recompute", "recompute", "bool", "true",
           "Whether cheap values are computed again instead of kept">
  ];
}

def CompleteBeforeClocks : Pass<"complete-before-clocks", "mlir::ModuleOp"> {
  let summary = "Has computed before a clock is read what is used behind it";
  let dependentDialects = ["::tine::TineDialect"];
}

#endif // TINE_LOWERING_DIFFERENTIATE_PASSES
