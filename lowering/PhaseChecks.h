//===- PhaseChecks.h - Passes on modules of their phase ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which phase a pass belongs to, for the tools that let a user run any pass on
// any module.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PHASECHECKS_H
#define TINE_LOWERING_PHASECHECKS_H

namespace tine {

/// Reads off the phases which passes they run. What is registered when it is
/// called counts as MLIR's own and belongs to no phase.
void collectPhasesOfPasses();

} // namespace tine

#endif // TINE_LOWERING_PHASECHECKS_H
