//===- Stages.cpp - What tinec can stop after -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of stages.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Stages.h"

namespace tine {

static constexpr StageInfo stages[] = {
    {Stage::AST, "ast", ".ast", "the syntax tree of a Python source"},
    {Stage::Import, "nn", ".mlir", "tensor operations and forks, as imported"},
    {Stage::Differentiate, "differentiate", ".mlir",
     "the same with the derivatives written out"},
    {Stage::Place, "place", ".mlir", "forks as functions, each on one device"},
    {Stage::Tensor, "tensor", ".mlir", "loops over tensors (linalg)"},
    {Stage::Buffer, "buffer", ".mlir", "loops over memory, boxes counted"},
    {Stage::Target, "target", ".mlir",
     "code of the target: OpenMP tasks, vectors"},
    {Stage::LLVMDialect, "llvm-dialect", ".mlir", "MLIR's LLVM dialect"},
    {Stage::LLVM, "llvm", ".ll", "optimised LLVM IR"},
    {Stage::Asm, "asm", ".s", "assembly"},
    {Stage::Obj, "obj", ".o", "an object file"},
    {Stage::Exe, "exe", "", "the executable"},
    {Stage::Graph, "graph", ".dot",
     "forks, waits, calls of devices and copies as a graph, with estimated "
     "times: DOT, or SVG if the name given by -o ends with .svg"},
    {Stage::Gpu, "gpu", ".gpu.mlir", "the kernels for GPUs (MLIR's gpu)"},
    {Stage::Ptx, "ptx", ".ptx", "the kernels as PTX"},
};

llvm::ArrayRef<StageInfo> getStages() { return stages; }

const StageInfo &getStage(Stage stage) {
  return stages[static_cast<unsigned>(stage)];
}

} // namespace tine
