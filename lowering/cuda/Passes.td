//===- Passes.td - Passes of the target cuda ---------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_PASSES
#define TINE_LOWERING_CUDA_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// In the phase tensor
//===----------------------------------------------------------------------===//

def DecomposeAttention : Pass<"decompose-attention", "mlir::func::FuncOp"> {
  let summary = "Makes attention products and a softmax";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tine::nn::NNDialect",
    "::mlir::tensor::TensorDialect"];
}

def NonzeroToCuda : Pass<"nonzero-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes the places of true elements a scan and searches";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ScatterToCuda : Pass<"scatter-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes scatters a sort of the places and loops whose iterations do not meet";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::tine::TineDialect"];
}

def WindowsToCuda : Pass<"windows-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes convolutions and pooling sums and maxima of linalg";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::tine::TineDialect"];
}

def SortToCuda : Pass<"sort-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes sorts counts of what comes before an element, or merges";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

class Tine_KernelPass<string name> : Pass<name, "mlir::ModuleOp"> {
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def StackBookkeeping : Pass<"stack-bookkeeping", "mlir::func::FuncOp"> {
  let summary = "Keeps lists of buffers that deallocation compares on the stack";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def MakeKernels : Tine_KernelPass<"make-kernels"> {
  let summary = "Makes kernels of linalg on buffers in functions for GPUs";
}

def NestsToKernels : Tine_KernelPass<"nests-to-kernels"> {
  let summary = "Makes loops over elements in functions for GPUs kernels, of one thread where iterations meet";
  let options = [
    Option<"report", "report", "bool", "false", "Emit a remark for each of them">,
  ];
}

def MergeEqualKernels : Pass<"merge-equal-kernels", "mlir::ModuleOp"> {
  let summary = "Keeps one of equal kernels";
}

def IssueKernels : Tine_KernelPass<"issue-kernels"> {
  let summary = "Makes launches, copies and single accesses in functions for GPUs calls of the runtime";
  let options = [
    Option<"report", "report", "bool", "false",
           "Emit a remark where the host waits for a number">,
  ];
}

def KernelsToNvvm : Pass<"kernels-to-nvvm", "mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernels to the dialects llvm and nvvm";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect"];
}

#endif // TINE_LOWERING_CUDA_PASSES
