//===- Passes.td - Passes that check phases ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PASSES
#define TINE_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def VerifyPhase : Pass<"verify-phase", "mlir::ModuleOp"> {
  let summary = "Fails when the module breaks what holds after a phase";
  let options = [
    Option<"phase", "phase", "std::string", "", "The phase's name">,
  ];
}

def RequirePhase : Pass<"require-phase", "mlir::ModuleOp"> {
  let summary = "Fails when a pass does not belong to the module's phase";
  let options = [
    Option<"pass", "pass", "std::string", "", "The pass's name">,
  ];
}

#endif // TINE_LOWERING_PASSES
