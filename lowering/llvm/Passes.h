//===- Passes.h - Passes of the phase llvm ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the passes of Passes.td: create functions and registration.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_LLVM_PASSES_H
#define TINE_LOWERING_LLVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tine {

#define GEN_PASS_DECL
#include "lowering/llvm/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowering/llvm/Passes.h.inc"

} // namespace tine

#endif // TINE_LOWERING_LLVM_PASSES_H
