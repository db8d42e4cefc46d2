//===- ElementTypes.h - Element types of functions' operands ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not every function of PyTorch has a kernel for every dtype, and some compute
// in floating point whatever they are given.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_ELEMENTTYPES_H
#define TINE_FRONTEND_BUILTINS_ELEMENTTYPES_H

#include "frontend/builtins/Precision.h"
#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Gives tensors among the operands the element type that the function computes
/// with. False, with PyTorch's exception, where it has no kernel for them.
bool prepareElements(Context &e, llvm::StringRef function,
                     CallOperands &operands, ast::Range range);

/// Whether `prepareElements` does anything for the function.
bool hasElementRule(llvm::StringRef function);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_ELEMENTTYPES_H
