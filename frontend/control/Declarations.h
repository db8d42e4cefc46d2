//===- Declarations.h - What tests say of loaded arrays ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `assert x.ndim == 2 and x.dtype == np.float32` tests an array that a file
// holds, and says what it is: so does `if x.ndim != 2: raise ...`, and
// `n, d = x.shape`.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_DECLARATIONS_H
#define TINE_FRONTEND_CONTROL_DECLARATIONS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// Notes what is so of loads where the test gives `truth`; true where that is
/// new, which asks for a restart, and after an error.
bool declares(Elaborator &e, const ast::Expr *test, bool truth);
/// The same of a statement that takes the sizes of an array apart.
bool declaresRank(Elaborator &e, const ast::AssignStmt *stmt);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_DECLARATIONS_H
