//===- CallExpressions.h - Elaboration of call expressions ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call in the source, and the mappings that calls and displays take apart.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_CALLEXPRESSIONS_H
#define TINE_FRONTEND_CONTROL_CALLEXPRESSIONS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// The value of a call; none after an error.
Value evalCall(Elaborator &e, const ast::CallExpr *expr);

/// The keys and values of what stands behind `**`; false after an error.
bool readMapping(Elaborator &e, const Value &value, ast::Range range,
                 std::vector<Value> &items);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_CALLEXPRESSIONS_H
