//===- CUDA.h - What GPUs compute as a whole --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_CUDA_CUDA_H
#define TINE_DIALECTS_CUDA_CUDA_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/cuda/CUDADialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/cuda/CUDAOps.h.inc"

#endif // TINE_DIALECTS_CUDA_CUDA_H
