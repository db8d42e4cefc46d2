//===- Context.h - What a builtin sees --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The services of a round of elaboration, by reference, and the few functions
// of them that nearly all code calls. A file includes the headers of the
// services that it uses.
//
//   Context   reads values and objects, emits code, reports errors
//   Service   also changes objects
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_CONTEXT_H
#define TINE_FRONTEND_SERVICES_CONTEXT_H

#include "frontend/values/Object.h"
#include "mlir/IR/Builders.h"

namespace tine::elaborate {

class Budget;
class Containers;
class Decisions;
class Diagnoser;
class Frames;
class GradFlags;
class Interpreter;
class Numbers;
class ObjectModel;
class Objects;
class Paths;
class Program;
class TensorBuilder;
class TypeLattice;

/// What reporting an error gives: the value by which a function of any type
/// says that it failed.
struct Failed {
  operator Value() const { return {}; }
  operator bool() const { return false; }
  operator mlir::Value() const { return {}; }
  operator mlir::Type() const { return {}; }
};

class Context {
public:
  Interpreter &run;
  Paths &paths;
  ObjectModel &model;
  Frames &frames;
  Diagnoser &diagnoser;
  Decisions &decisions;
  Budget &budget;
  Objects &objects;
  TypeLattice &types;
  Numbers &numbers;
  TensorBuilder &tensors;
  GradFlags &grads;
  Containers &containers;
  Program &program;
  mlir::OpBuilder &b;

  mlir::MLIRContext *getContext() const { return b.getContext(); }

  // Diagnoser
  Failed error(ast::Range range, const llvm::Twine &message) const;
  void warning(ast::Range range, const llvm::Twine &message) const;
  Failed kindError(llvm::StringRef kind, ast::Range range,
                   const llvm::Twine &pythons,
                   const llvm::Twine &message) const;
  Failed fault(llvm::StringRef kind, ast::Range range,
               const llvm::Twine &message) const;
  Failed die() const;
  Failed failQuietly() const;
  Failed requestRestart() const;
  bool stopped() const;
  mlir::Location loc(ast::Range range) const;
  void check(mlir::Value condition, llvm::StringRef kind,
             const llvm::Twine &message, ast::Range range,
             mlir::ValueRange numbers = {}) const;

  // Frames
  bool script() const;

  // Objects
  const Object &get(unsigned id) const;

  // Numbers
  mlir::Value ssa(const Value &scalar) const;
  mlir::Value constInt(int64_t value) const;
  mlir::Value constIndex(int64_t value) const;
};

class Service : public Context {
public:
  explicit Service(const Context &context) : Context(context) {}
  Service(const Service &) = delete;
  Service &operator=(const Service &) = delete;

  /// The object, to be changed; never keep the reference over an evaluation.
  Object &mutate(unsigned id);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_CONTEXT_H
