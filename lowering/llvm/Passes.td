//===- Passes.td - Passes of the phase llvm ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_LLVM_PASSES
#define TINE_LOWERING_LLVM_PASSES

include "mlir/Pass/PassBase.td"

def TineToLLVM : Pass<"tine-to-llvm", "mlir::ModuleOp"> {
  let summary = "Makes everything that is left LLVM and calls of the runtime";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def BoolsAsBytes : Pass<"bools-as-bytes"> {
  let summary = "Loads and stores bools as bytes, which LLVM can vectorize";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def HalvesAsBits : Pass<"halves-as-bits"> {
  let summary = "Makes bf16, and f16 where the target has none, i16";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"hasHalf", "has-half", "bool", "true",
           "Whether the target converts f16 (F16C)">,
  ];
}

#endif // TINE_LOWERING_LLVM_PASSES
