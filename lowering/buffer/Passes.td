//===- Passes.td - Passes of the phase buffer --------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_BUFFER_PASSES
#define TINE_LOWERING_BUFFER_PASSES

include "mlir/Pass/PassBase.td"

def BoxEscapingTensors : Pass<"box-escaping-tensors", "mlir::ModuleOp"> {
  let summary = "Boxes tensors that cross a function, future, container or cell";
  let dependentDialects = ["::tine::TineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::linalg::LinalgDialect"];
}

def CarryBoxes : Pass<"carry-boxes", "mlir::ModuleOp"> {
  let summary = "Carries tensors that come from or go to boxes as boxes through loops and branches";
  let dependentDialects = ["::tine::TineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::bufferization::BufferizationDialect"];
}

def ReturnIntoParts : Pass<"return-into-parts", "mlir::ModuleOp"> {
  let summary = "Makes results of tasks in the vectors that their callers join them to";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def UpdateBoxesInPlace : Pass<"update-boxes-in-place", "mlir::func::FuncOp"> {
  let summary = "Gives what a box becomes the memory of the box, where nobody else has it";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def InsertReferenceCounts : Pass<"insert-reference-counts", "mlir::func::FuncOp"> {
  let summary = "Adds retains and releases of counted objects";
  let dependentDialects = ["::tine::TineDialect"];
}

def LowerBoxes : Pass<"lower-boxes", "mlir::func::FuncOp"> {
  let summary = "Makes boxes allocations that their producers can fill in place";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def WriteIntoParts : Pass<"write-into-parts", "mlir::func::FuncOp"> {
  let summary = "Computes what is joined to a vector in its place there";
}

def CopyLeavingParts : Pass<"copy-leaving-parts", "mlir::func::FuncOp"> {
  let summary = "Gives a part of a vector that leaves a branch or loop a buffer of its own";
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::scf::SCFDialect"];
}

def DivideWriteChains : Pass<"divide-write-chains", "mlir::func::FuncOp"> {
  let summary = "Lets a tensor that straight code writes to many times go through memory now and then";
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ShrinkBoxLifetimes : Pass<"shrink-box-lifetimes", "mlir::func::FuncOp"> {
  let summary = "Moves releases up to just behind the last use of the memory";
}

def ExpandStridedCopies : Pass<"expand-strided-copies", "mlir::func::FuncOp"> {
  let summary = "Makes copies from and to strided views elementwise loops";
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def OutlineEqualNests : Pass<"outline-equal-nests", "mlir::ModuleOp"> {
  let summary = "Moves loop nests that occur more than once to functions";
}

#endif // TINE_LOWERING_BUFFER_PASSES
