//===- Scripts.h   - From Python to TorchScript -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions, classes and modules that TorchScript compiles.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_SCRIPTS_H
#define TINE_FRONTEND_OBJECTS_SCRIPTS_H

#include "frontend/script/Checker.h"
#include "frontend/services/Context.h"

namespace tine::elaborate {

class Scripts : public Service {
public:
  explicit Scripts(const Context &context) : Service(context) {}

  Value makeScripted(Value value, ast::Range range);
  /// A list, dict or object of a class that goes from Python to TorchScript or
  /// back, which is a copy; other values as they are.
  Value acrossScript(const Value &value, ast::Range range);
  /// Scripts the children of a ScriptModule that is complete.
  bool scriptChildren(const Value &module, ast::Range range);
  /// Whether Python looks at the attributes of a scripted module here.
  bool isReadByPython(const Value &module);
  /// What a scripted module has under the name, where that is not what other
  /// modules have; else null.
  Value readScripted(const Value &module, llvm::StringRef name,
                     ast::Range range);
  /// Whether Python gets elements of a container of modules by this method.
  /// Those of a scripted one are the modules that it was made of.
  bool isElementsOfScripted(const Value &self, const FunctionInfo &method);
  /// Whether the attribute is a constant of TorchScript, by its annotation or
  /// `__constants__`.
  bool isScriptConstant(const ClassInfo *classInfo, llvm::StringRef name);

  ScriptChecker scriptChecker; // of what is scripted
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_SCRIPTS_H
