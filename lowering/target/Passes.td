//===- Passes.td - Passes for the code of all targets ------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGET_PASSES
#define TINE_LOWERING_TARGET_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// For backends
//===----------------------------------------------------------------------===//

def AttentionToLinalgExt : Pass<"attention-to-linalg-ext", "mlir::func::FuncOp"> {
  let summary = "Gives attention of nn destinations";
  let dependentDialects = ["::tine::TineDialect", "::tine::linalg_ext::LinalgExtDialect",
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def ExpandMath : Pass<"expand-math"> {
  let summary = "Expands functions of f32 to arithmetic that vectorises";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

//===----------------------------------------------------------------------===//
// Behind the passes of the backends
//===----------------------------------------------------------------------===//

def TineToOpenMP : Pass<"tine-to-openmp", "mlir::ModuleOp"> {
  let summary = "Makes spawns and waits OpenMP tasks";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::scf::SCFDialect"];
}

def GenerateEntry : Pass<"generate-entry", "mlir::ModuleOp"> {
  let summary = "Generates the entry point of a program and its description";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect"];
}

#endif // TINE_LOWERING_TARGET_PASSES
