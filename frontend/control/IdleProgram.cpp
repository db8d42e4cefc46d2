//===- IdleProgram.cpp - Programs that do nothing -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the statements of the file for what the user meant, and at the
// operations for what their calls do.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/IdleProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tine::elaborate {

/// Whether a statement of the file at most gives names their values.
static bool onlyDefines(const ast::Stmt *stmt) {
  switch (stmt->kind) {
  case ast::StmtKind::Assign:
  case ast::StmtKind::AnnAssign:
  case ast::StmtKind::AugAssign:
  case ast::StmtKind::Pass:
  case ast::StmtKind::FunctionDef:
  case ast::StmtKind::ClassDef:
  case ast::StmtKind::Import:
  case ast::StmtKind::ImportFrom:
    return true;
  case ast::StmtKind::Expr: // a text that documents
    return isa<ast::StringExpr>(cast<ast::ExprStmt>(stmt)->value);
  default:
    return false;
  }
}

void warnOfIdleProgram(const SourceFile &file, const ast::Module &tree,
                       ModuleOp module, Diagnostics &diagnostics) {
  if (!llvm::all_of(tree.body, onlyDefines))
    return;
  auto program = module.lookupSymbol<func::FuncOp>("program");
  for (Operation &op : program.getBody().front().without_terminator())
    if (!isMemoryEffectFree(&op))
      return;
  ast::Range range = tree.body.empty() ? ast::Range() : tree.body.back()->range;
  diagnostics.warning(file, range,
                      "the program does nothing: it only gives names values");
}

} // namespace tine::elaborate
