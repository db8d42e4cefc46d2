//===- Statements.h - Kinds of statements -----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that have files of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_STATEMENTS_H
#define TINE_FRONTEND_CONTROL_STATEMENTS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// What sets and deletes variables, attributes and elements (Assignments.cpp):
// false after an error
//===----------------------------------------------------------------------===//

/// Where the items come from that a statement unpacks; nowhere if it does not.
ast::Range unpackedBy(const ast::Stmt *statement);
/// `a = b = value`
Flow execAssign(Elaborator &e, const ast::AssignStmt *stmt);
/// `a: T = value`, and `a: T`
bool execAnnAssign(Elaborator &e, const ast::AnnAssignStmt *stmt);
/// `a += value`
bool execAugAssign(Elaborator &e, const ast::AugAssignStmt *stmt);
/// `del a, b.c, d[i]`
bool execDelete(Elaborator &e, const ast::DeleteStmt *stmt);

//===----------------------------------------------------------------------===//
// Branches (IfStatements.cpp)
//===----------------------------------------------------------------------===//

/// The flow of an `if` together with the rest of its block, or none if the rest
/// is still to come. `point` is in front of it.
std::optional<Flow> execIf(Elaborator &e, const ast::IfStmt *stmt,
                           llvm::function_ref<Flow()> rest,
                           const Elaborator::Checkpoint &point);

//===----------------------------------------------------------------------===//
// Context managers (WithStatements.cpp)
//===----------------------------------------------------------------------===//

Flow execWith(Elaborator &e, const ast::WithStmt *stmt);

//===----------------------------------------------------------------------===//
// Loops (LoopStatements.cpp)
//===----------------------------------------------------------------------===//

/// Appends the variables that the target of a loop or comprehension names.
void collectTargets(const ast::Expr *target,
                    std::vector<llvm::StringRef> &names);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_STATEMENTS_H
