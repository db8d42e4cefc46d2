//===- LinalgExt.h - What linalg does not have ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_LINALGEXT_LINALGEXT_H
#define TINE_DIALECTS_LINALGEXT_LINALGEXT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/linalg_ext/LinalgExtDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/linalg_ext/LinalgExtOps.h.inc"

#endif // TINE_DIALECTS_LINALGEXT_LINALGEXT_H
