//===- Passes.td - Passes of the phase tensor --------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TENSOR_PASSES
#define TINE_LOWERING_TENSOR_PASSES

include "mlir/Pass/PassBase.td"

def KeepLoopTypes : Pass<"keep-loop-types", "mlir::func::FuncOp"> {
  let summary = "Keeps the sizes with which a loop starts from being taken for those of all iterations";
  let dependentDialects = ["::tine::nn::NNDialect"];
}

def NameOperations : Pass<"name-operations", "mlir::ModuleOp"> {
  let summary = "Puts the names of operations of nn into their locations";
}

def NNToLinalg : Pass<"nn-to-linalg", "mlir::func::FuncOp"> {
  let summary = "Lowers operations of nn to linalg on tensors";
  let dependentDialects = ["::tine::TineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def FuseElementwise : Pass<"fuse-elementwise", "mlir::func::FuncOp"> {
  let summary = "Fuses elementwise loops where that saves memory traffic";
}

def HoistLoopInvariants : Pass<"hoist-loop-invariants", "mlir::func::FuncOp"> {
  let summary = "Computes in front of loops what does not change in them and cannot fail";
}

def SinkProductSums : Pass<"sink-product-sums", "mlir::func::FuncOp"> {
  let summary = "Makes sums of products over the iterations of a loop one product behind it";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def RemoveOptimizationBarriers : Pass<"remove-optimization-barriers", "mlir::func::FuncOp"> {
  let summary = "Removes what kept equal subexpressions apart";
}

def MergeEqualFunctions : Pass<"merge-equal-functions", "mlir::ModuleOp"> {
  let summary = "Makes private functions that do the same one";
}

#endif // TINE_LOWERING_TENSOR_PASSES
