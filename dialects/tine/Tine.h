//===- Tine.h - The tine dialect --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect, its types, attributes and operations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_TINE_TINE_H
#define TINE_DIALECTS_TINE_TINE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "dialects/tine/TineEnums.h.inc"

#include "dialects/tine/TineDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/tine/TineAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/tine/TineTypes.h.inc"

namespace tine {

/// What a trace gathers; the program does not see it.
struct TraceResource : mlir::SideEffects::Resource::Base<TraceResource> {
  llvm::StringRef getName() final { return "trace"; }
};

} // namespace tine

#define GET_OP_CLASSES
#include "dialects/tine/TineOps.h.inc"

namespace tine {

/// True for the types that are pointers to counted objects at run time.
bool isCounted(mlir::Type type);

/// The number in `enum tine_dtype` (abi.h) of an element type; -1 without one.
int32_t getDtype(mlir::Type element);

/// What a request of tine.stored gives; null for another name.
mlir::Type typeOfStored(mlir::MLIRContext *context, llvm::StringRef name);

/// The device other than the host that a tensor or box of this type names, or
/// null.
DeviceAttr deviceOf(mlir::Type type);

/// The type of a tensor or box without the device that it names; any other type
/// as it is.
mlir::Type withoutDevice(mlir::Type type);

} // namespace tine

#endif // TINE_DIALECTS_TINE_TINE_H
