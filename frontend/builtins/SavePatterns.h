//===- SavePatterns.h - Values as slots that are saved ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.save writes, as a pattern (tine_abi_save_torch in abi.h) and the
// leaves that it takes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_SAVEPATTERNS_H
#define TINE_FRONTEND_BUILTINS_SAVEPATTERNS_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Adds the pattern of a value and its leaves, and notes the types of what is
/// in it, by its keys ("['optimizer']['state']"), and its own by `file`, if
/// that is not empty; false after an error.
bool addSavePattern(Context &e, const Value &value, const std::string &file,
                    ast::Range range, std::string &pattern,
                    llvm::SmallVectorImpl<mlir::Value> &leaves);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_SAVEPATTERNS_H
