//===- Comprehensions.h - Comprehensions ------------------------*- C++ -*-===//
//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Also what displays of sets share with them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_COMPREHENSIONS_H
#define TINE_FRONTEND_CONTROL_COMPREHENSIONS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// `inAnyOrder` says that nobody sees the order of its items, so that it may go
/// over a set.
Value evalComprehension(Elaborator &e, const ast::ComprehensionExpr *expr,
                        bool inAnyOrder = false);

/// A set of the items of a list, made by the expression.
Value makeSet(Elaborator &e, const Value &items, const ast::Expr *expr);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_COMPREHENSIONS_H
