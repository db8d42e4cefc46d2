//===- RunObjects.h - Objects of the program in the run ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects of the program's classes exist at compile time, until lists of the
// run hold them, or paths choose between them. Then all objects of the class
// exist in the run from the end of `__init__` on, each as a list of one element
// that has its attributes: a reference, which containers, paths and loops may
// share, and whose attributes may change (docs/decisions/0022).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_RUNOBJECTS_H
#define TINE_FRONTEND_SERVICES_RUNOBJECTS_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Lets the objects in a value, or of a type, exist in the run, and asks for a
/// restart; false if there are none, or they do so already.
bool bringObjects(Context &e, const Value &value, llvm::StringRef why);
bool bringObjects(Context &e, const Type &type, llvm::StringRef why);

/// The same of what is no value because paths left another object in it each.
bool bringObjects(Context &e, const ClassInfo *classInfo, llvm::StringRef why);

/// Whether it is an object that exists in the run.
bool isOfRun(const Context &e, const Value &value);

/// The object that `__init__` has made exists in the run from here on, if those
/// of its class do; false after an error or restart.
bool beginInRun(Service &e, const Value &object, ast::Range range);

/// Appends the component of an object as a value of the type; false after an
/// error.
bool addReference(Context &e, const Value &object, const Type &type,
                  ast::Range range, llvm::SmallVectorImpl<mlir::Value> &out);

/// The object of a type that a component refers to.
Value objectBehind(Context &e, const Type &type, mlir::Value component);

/// Whether two objects of the run, or two values that are one or None, are one;
/// null for other values.
Value areOneInRun(Context &e, const Value &a, const Value &c, ast::Range range);

/// What an object of the run has as the attribute; null if nothing.
Value attributeInRun(Context &e, const Value &object, llvm::StringRef name,
                     ast::Range range);

/// An attribute that a path may not have set, which is an AttributeError of the
/// run.
Value presentAttribute(Context &e, const ClassInfo *info, llvm::StringRef name,
                       const Value &value, ast::Range range);

/// Whether it has the attribute; an error where only the run knows.
bool hasInRun(Context &e, const Value &object, llvm::StringRef name,
              ast::Range range);

/// All names and values; none after an error.
std::optional<std::vector<std::pair<std::string, Value>>>
attributesInRun(Context &e, const Value &object, ast::Range range);

bool setInRun(Context &e, const Value &object, llvm::StringRef name,
              const Value &value, ast::Range range);

/// Another object of the run with these attributes.
Value newInRun(Context &e, const Value &like,
               const std::vector<std::pair<std::string, Value>> &attributes,
               ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_RUNOBJECTS_H
