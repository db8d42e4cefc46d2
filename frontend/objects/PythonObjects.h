//===- PythonObjects.h - What Python does with values -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators, attributes, instances.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_PYTHONOBJECTS_H
#define TINE_FRONTEND_OBJECTS_PYTHONOBJECTS_H

#include "frontend/objects/Classes.h"
#include "frontend/objects/Modules.h"
#include "frontend/objects/Scripts.h"
#include "frontend/services/ObjectModel.h"

namespace tine::elaborate {

class PythonObjects : public ObjectModel, public Service {
public:
  PythonObjects(const Context &context, Classes &classes, Scripts &scripting,
                Modules &modules)
      : Service(context), classes(classes), scripting(scripting),
        modules(modules) {}

  Value binary(ast::BinaryOp op, Value a, Value b, ast::Range range) override;
  Value unary(ast::UnaryOp op, Value a, ast::Range range) override;
  Value inplace(ast::BinaryOp op, Value a, Value b, ast::Range range) override;
  Value compare(ast::CompareOp op, Value a, Value b, ast::Range range) override;
  Value contains(Value container, Value item, ast::Range range) override;
  Value identical(Value a, Value b, ast::Range range) override;
  Value isItem(const Value &element, const Value &item,
               ast::Range range) override;
  Value truth(Value value, ast::Range range) override;
  Value subscript(Value base, Value index, ast::Range range) override;
  bool storeSubscript(Value base, Value index, Value value,
                      ast::Range range) override;
  Value length(const Value &value, ast::Range range) override;
  Value toText(const Value &value, ast::Range range) override;
  bool isHashable(const Value &key, ast::Range range) override;
  Value getAttribute(Value base, llvm::StringRef name,
                     ast::Range range) override;
  bool setAttribute(Value base, llvm::StringRef name, Value value,
                    ast::Range range) override;
  bool setAttributePlainly(const Value &base, llvm::StringRef name, Value value,
                           ast::Range range) override;
  bool deleteAttribute(Value base, llvm::StringRef name,
                       ast::Range range) override;
  Value tensorMethod(const Value &self, llvm::StringRef name) override;
  Value unknownAttribute(llvm::StringRef name, ast::Range range,
                         const llvm::Twine &message) override;
  Value instantiate(ClassInfo *classInfo, CallArgs &args) override;
  Value instantiatePlainly(ClassInfo *classInfo, CallArgs &args) override;

  Type evalType(const ast::Expr *annotation) override {
    return classes.evalType(annotation);
  }
  Value makeScripted(Value value, ast::Range range) override {
    return scripting.makeScripted(value, range);
  }
  Value readScripted(const Value &module, llvm::StringRef name,
                     ast::Range range) override {
    return scripting.readScripted(module, name, range);
  }
  bool scriptChildren(const Value &module, ast::Range range) override {
    return scripting.scriptChildren(module, range);
  }
  Value acrossScript(const Value &value, ast::Range range) override {
    return scripting.acrossScript(value, range);
  }
  Value qualified(llvm::StringRef name) override {
    return modules.qualified(name);
  }

  Classes &classes;
  Scripts &scripting;
  Modules &modules;
};

/// `a < b` and its like of two tuples, or of two lists.
Value orderSequences(Service &e, ast::CompareOp op, const Value &a,
                     const Value &c, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_PYTHONOBJECTS_H
