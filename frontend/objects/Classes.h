//===- Classes.h - Classes and functions of the program ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of classes and functions, and annotations.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_CLASSES_H
#define TINE_FRONTEND_OBJECTS_CLASSES_H

#include "frontend/objects/Modules.h"
#include "frontend/objects/Scripts.h"
#include "frontend/services/Context.h"
#include "frontend/services/Interpreter.h"

namespace tine::elaborate {

class Classes : public Service {
public:
  Classes(const Context &context, Scripts &scripting, Modules &modules)
      : Service(context), scripting(scripting), modules(modules) {}

  /// `outer` is the class around it.
  Value defineClass(const ast::ClassDefStmt *stmt,
                    const ClassInfo *outer = nullptr);
  bool defineClassBody(const ast::ClassDefStmt *stmt, ClassInfo &info);
  bool defineMember(ClassInfo &info, llvm::StringRef name, Value value,
                    ast::Range range);
  /// The names in the target of an assignment in a class body.
  bool defineMembers(ClassInfo &info, const ast::Expr *target,
                     const Value &value, ast::Range range);
  std::string qualifiedName(llvm::StringRef name, const ClassInfo *outer);
  /// Puts the bases into Python's order; false when there is none.
  bool orderBases(ClassInfo *info);
  /// Makes the class one with the decorator, @dataclass (Dataclasses.cpp);
  /// false after an error.
  bool makeDataclass(ClassInfo &info, const ast::Expr *decorator);
  Value defineFunction(const ast::FunctionDefStmt *stmt,
                       const ClassInfo *owner);
  Type evalType(const ast::Expr *annotation);

  Scripts &scripting;
  Modules &modules;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_CLASSES_H
