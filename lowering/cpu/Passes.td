//===- Passes.td - Passes of the target cpu ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_PASSES
#define TINE_LOWERING_CPU_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// In the phase tensor, behind fusion
//===----------------------------------------------------------------------===//

def WindowsToCpu : Pass<"windows-to-cpu", "mlir::func::FuncOp"> {
  let summary = "Makes convolutions and pooling of nn ops of the dialect cpu";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def SortToCpu : Pass<"sort-to-cpu", "mlir::func::FuncOp"> {
  let summary = "Makes nn.sort and nn.topk an op of the dialect cpu";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::tensor::TensorDialect"];
}

def PackMatmuls : Pass<"pack-matmuls", "mlir::func::FuncOp"> {
  let summary = "Makes products of floats cpu.matmul and packs their right operands";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::affine::AffineDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

//===----------------------------------------------------------------------===//
// On buffers, at the end of the phase buffer
//===----------------------------------------------------------------------===//

def FuseRows : Pass<"fuse-rows", "mlir::func::FuncOp"> {
  let summary = "Runs operations on the same rows in one loop over them";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def FuseEpilogues : Pass<"fuse-epilogues", "mlir::func::FuncOp"> {
  let summary = "Joins convolutions and what is computed from their elements";
  let dependentDialects = ["::tine::cpu::CPUDialect"];
}

def ParallelizeBatches : Pass<"parallelize-batches", "mlir::func::FuncOp"> {
  let summary = "Runs the products of a batch at the same time";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def StackSmallBuffers : Pass<"stack-small-buffers", "mlir::func::FuncOp"> {
  let summary = "Puts small buffers of static size that live in one block on the stack";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

def TraceOperations : Pass<"trace-operations", "mlir::ModuleOp"> {
  let summary = "Puts spans of a trace around nests that are worth it";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::tine::TineDialect"];
}

def LowerAttention : Pass<"lower-attention", "mlir::func::FuncOp"> {
  let summary = "Lowers attention on buffers to loops and vectors";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ExpandNarrowFloats : Pass<"expand-narrow-floats", "mlir::ModuleOp"> {
  let summary = "Expands conversions of bf16, and of f16 where the target has none, to arithmetic on bits";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"hasHalf", "has-half", "bool", "true",
           "Whether the target converts f16 (F16C)">,
  ];
}

def LowerMatmul : Pass<"lower-matmul", "mlir::func::FuncOp"> {
  let summary = "Lowers the products of the dialect cpu to loops and vectors";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ExpandMaskedStores : Pass<"expand-masked-stores", "mlir::func::FuncOp"> {
  let summary = "Expands stores of a vector's first lanes where the target has no registers for masks";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def LinalgToLoops : Pass<"linalg-to-loops", "mlir::func::FuncOp"> {
  let summary = "Lowers linalg on buffers to loops, over chunks where they are large";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ParallelToTasks : Pass<"parallel-to-tasks", "mlir::func::FuncOp"> {
  let summary = "Runs the chunks of parallel loops as OpenMP tasks";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::scf::SCFDialect", "::tine::TineDialect"];
}

#endif // TINE_LOWERING_CPU_PASSES
