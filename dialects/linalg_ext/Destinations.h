//===- Destinations.h - Ops with destinations -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and verifiers of ops that take tensors or buffers and overwrite their
// destinations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_LINALGEXT_DESTINATIONS_H
#define TINE_DIALECTS_LINALGEXT_DESTINATIONS_H

#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tine::linalg_ext {

using Effects = llvm::SmallVectorImpl<
    mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>;

/// Buffers that are inputs are read, destinations are written.
void addEffects(mlir::DestinationStyleOpInterface op, Effects &effects);

/// On tensors there is a result of its type for each destination, on buffers
/// none. Operands are either tensors or buffers.
llvm::LogicalResult verifyDestinations(mlir::DestinationStyleOpInterface op);

} // namespace tine::linalg_ext

#endif // TINE_DIALECTS_LINALGEXT_DESTINATIONS_H
