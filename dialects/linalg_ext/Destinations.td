//===- Destinations.td - Ops with destinations ------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dialects of ops on tensors or buffers share; Destinations.h has their
// effects and verifiers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LINALGEXT_DESTINATIONS
#define TINE_LINALGEXT_DESTINATIONS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The operand `dest` is one or several destinations.
class LinalgExt_DestinationOp<Dialect dialect, string mnemonic, list<Trait> traits = []>
    : Op<dialect, mnemonic, [
    AlwaysSpeculatable, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>] # traits> {
  code destination = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
  }];
}

#endif // TINE_LINALGEXT_DESTINATIONS
