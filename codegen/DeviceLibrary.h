//===- DeviceLibrary.h - Bitcode that kernels call --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICELIBRARY_H
#define TINE_CODEGEN_DEVICELIBRARY_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tine {

/// Functions that are called and not defined.
llvm::SmallVector<llvm::Function *> missingFunctions(llvm::Module &module);

/// Defines those of them that a file of bitcode has, with what they need, for
/// this module alone. Fails when it cannot be read.
llvm::Error linkDeviceLibrary(llvm::Module &kernels, llvm::StringRef library);

} // namespace tine

#endif // TINE_CODEGEN_DEVICELIBRARY_H
