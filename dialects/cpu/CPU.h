//===- CPU.h - Products of matrices with packed operands --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_CPU_CPU_H
#define TINE_DIALECTS_CPU_CPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/cpu/CPUDialect.h.inc"
#include "dialects/cpu/CPUEnums.h.inc"

#define GET_OP_CLASSES
#include "dialects/cpu/CPUOps.h.inc"

#endif // TINE_DIALECTS_CPU_CPU_H
