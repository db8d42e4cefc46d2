//===- DeviceMath.h - Mathematical functions of kernels ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_DEVICEMATH_H
#define TINE_CODEGEN_DEVICEMATH_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tine {

/// Defines the functions that kernels call by their names in libdevice or in
/// libm: by intrinsics, else by those of `library`, a file of bitcode, which is
/// read if one of them is needed. Fails when it cannot be read.
llvm::Error defineDeviceMath(llvm::Module &kernels, llvm::StringRef library);

} // namespace tine

#endif // TINE_CODEGEN_DEVICEMATH_H
