//===- Passes.h - Passes for the code of all targets ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the passes of Passes.td: create functions and registration.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGET_PASSES_H
#define TINE_LOWERING_TARGET_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tine {

#define GEN_PASS_DECL
#include "lowering/target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowering/target/Passes.h.inc"

} // namespace tine

#endif // TINE_LOWERING_TARGET_PASSES_H
