//===- Passes.td - Passes that run passes ------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_PASSES
#define TINE_LOWERING_SUPPORT_PASSES

include "mlir/Pass/PassBase.td"

def ForTarget : Pass<"for-target", "mlir::func::FuncOp"> {
  let summary = "Runs passes on the functions of one target";
  let options = [
    Option<"target", "target", "std::string", [{"cpu"}], "The target's name">,
    Option<"pipeline", "pipeline", "std::string", "", "Passes on functions">,
  ];
}

#endif // TINE_LOWERING_SUPPORT_PASSES
