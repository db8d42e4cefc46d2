//===- Checker.h - Types of scripted functions ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch compiles a function where it is scripted, whole and whoever calls it;
// the elaborator sees what runs. This looks at the rest: it reads the tree of
// each scripted function, and reports what PyTorch certainly refuses.
//
// How: it walks a function in the order in which TorchScript compiles it, with
// the types that annotations and literals tell; what it does not know has
// TypeKind::Unknown and is accepted. Arms that TorchScript may leave out
// (`is None`, isinstance, hasattr, constants of modules) are not looked at, and
// what they set is unknown behind them. A function that is only called by
// scripted ones is scripted, too.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SCRIPT_CHECKER_H
#define TINE_FRONTEND_SCRIPT_CHECKER_H

#include "frontend/syntax/Source.h"
#include "frontend/values/Object.h"
#include <functional>
#include <set>
#include <vector>

namespace tine::elaborate {

class ScriptChecker {
public:
  /// A function or a method of a scripted class.
  void add(const FunctionInfo &function);
  /// What TorchScript compiles of a class.
  void addClass(const ClassInfo &info);
  /// What it compiles of a module: `forward` and what is exported.
  void addModule(const Object &module);

  /// Reports the errors in all of them, or the first one. Functions in which
  /// something was reported before are left out.
  void check(const SourceFile &file, const ast::Module &tree,
             Diagnostics &diagnostics, bool all,
             std::function<bool(llvm::StringRef)> isBuiltin) const;

  struct Scripted {
    const ast::FunctionDefStmt *def;
    bool hasSelf = false;
    const ClassInfo *owner = nullptr;
    /// Of a module; empty if they are not known.
    std::set<std::string> attributes = {};
  };

private:
  std::vector<Scripted> functions;
  std::set<const ast::FunctionDefStmt *> known;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SCRIPT_CHECKER_H
