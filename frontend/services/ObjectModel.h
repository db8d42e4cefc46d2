//===- ObjectModel.h - What Python does with values -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators and attributes, which classes of the program may define.
// Implemented by objects.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_OBJECTMODEL_H
#define TINE_FRONTEND_SERVICES_OBJECTMODEL_H

#include "frontend/services/Interpreter.h"

namespace tine::elaborate {

class ObjectModel {
public:
  virtual ~ObjectModel() = default;

  virtual Value binary(ast::BinaryOp op, Value a, Value b,
                       ast::Range range) = 0;
  virtual Value unary(ast::UnaryOp op, Value a, ast::Range range) = 0;
  virtual Value inplace(ast::BinaryOp op, Value a, Value b,
                        ast::Range range) = 0;
  virtual Value compare(ast::CompareOp op, Value a, Value b,
                        ast::Range range) = 0;
  virtual Value contains(Value container, Value item, ast::Range range) = 0;
  virtual Value identical(Value a, Value b, ast::Range range) = 0;
  /// Whether an element of a list is the item: the same object, or equal.
  virtual Value isItem(const Value &element, const Value &item,
                       ast::Range range) = 0;
  virtual Value truth(Value value, ast::Range range) = 0;
  virtual Value subscript(Value base, Value index, ast::Range range) = 0;
  virtual bool storeSubscript(Value base, Value index, Value value,
                              ast::Range range) = 0;
  virtual Value length(const Value &value, ast::Range range) = 0;
  /// Text of values as print, str and format make it.
  virtual Value toText(const Value &value, ast::Range range) = 0;
  /// False, with Python's error, for what has no hash and can be no key.
  virtual bool isHashable(const Value &key, ast::Range range) = 0;
  virtual Value getAttribute(Value base, llvm::StringRef name,
                             ast::Range range) = 0;
  virtual bool setAttribute(Value base, llvm::StringRef name, Value value,
                            ast::Range range) = 0;
  /// An object's own attribute as object.__setattr__ sets it; a module keeps
  /// account of parameters and modules.
  virtual bool setAttributePlainly(const Value &base, llvm::StringRef name,
                                   Value value, ast::Range range) = 0;
  virtual bool deleteAttribute(Value base, llvm::StringRef name,
                               ast::Range range) = 0;
  /// The method of a tensor, or of one of two; null if there is none.
  virtual Value tensorMethod(const Value &self, llvm::StringRef name) = 0;
  /// Reports that there is no such attribute, unless it failed to be set.
  virtual Value unknownAttribute(llvm::StringRef name, ast::Range range,
                                 const llvm::Twine &message) = 0;
  virtual Value instantiate(ClassInfo *classInfo, CallArgs &args) = 0;
  /// The same without a metaclass.
  virtual Value instantiatePlainly(ClassInfo *classInfo, CallArgs &args) = 0;
  virtual Type evalType(const ast::Expr *annotation) = 0;
  virtual Value makeScripted(Value value, ast::Range range) = 0;
  /// What a scripted module has under the name, where that is not what other
  /// modules have; else null.
  virtual Value readScripted(const Value &module, llvm::StringRef name,
                             ast::Range range) = 0;
  /// Scripts the children of a ScriptModule that is complete.
  virtual bool scriptChildren(const Value &module, ast::Range range) = 0;
  /// A list, dict or object of a class that goes from Python to TorchScript or
  /// back, which is a copy; other values as they are.
  virtual Value acrossScript(const Value &value, ast::Range range) = 0;
  virtual Value qualified(llvm::StringRef name) = 0;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_OBJECTMODEL_H
