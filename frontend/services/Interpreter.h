//===- Interpreter.h - Calls of the program ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls functions and evaluates expressions of the program. Implemented by
// control.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_INTERPRETER_H
#define TINE_FRONTEND_SERVICES_INTERPRETER_H

#include "frontend/values/State.h"

namespace tine::elaborate {

class Registry;

/// The arguments of a call after evaluation.
struct CallArgs {
  CallArgs() = default;
  explicit CallArgs(ast::Range range, std::vector<Value> positional = {},
                    std::vector<ast::Range> ranges = {})
      : positional(std::move(positional)), range(range),
        ranges(std::move(ranges)) {}

  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;
  ast::Range range;
  std::vector<ast::Range> ranges; // of the positional ones
  bool inAnyOrder = false;        // nobody sees the order of their items
  /// A list of the run behind the positional ones (`*values`), if it is taken.
  Value rest;
  bool takesRest = false;
};

class Interpreter {
public:
  virtual ~Interpreter() = default;

  virtual Value call(Value callee, CallArgs &args) = 0;
  virtual Value callMethod(Value self, llvm::StringRef name,
                           CallArgs &args) = 0;
  /// Calls a function of the library by its qualified name.
  virtual Value callLibrary(llvm::StringRef name, std::vector<Value> arguments,
                            ast::Range range) = 0;
  virtual Value callBuiltin(const Value &callee, CallArgs &args) = 0;
  /// With arguments that are made for the call: CallArgs(range, {x, y}).
  Value call(Value callee, CallArgs &&args) {
    return call(std::move(callee), args);
  }
  Value callMethod(Value self, llvm::StringRef name, CallArgs &&args) {
    return callMethod(std::move(self), name, args);
  }
  Value callBuiltin(const Value &callee, CallArgs &&args) {
    return callBuiltin(callee, args);
  }
  virtual Value eval(const ast::Expr *expr) = 0;
  /// The truth of a condition.
  virtual Value evalCondition(const ast::Expr *expr) = 0;
  virtual bool evalArgs(const ast::CallExpr *expr, CallArgs &args) = 0;
  virtual Value lookup(llvm::StringRef name, ast::Range range) = 0;
  virtual Flow exec(ast::Block block) = 0;
  /// With a reason in `inlined`, the task runs where it is forked.
  virtual Value fork(CallArgs &args, llvm::StringRef inlined = {},
                     llvm::StringRef redraws = {}) = 0;
  virtual Value wait(Value future, ast::Range range) = 0;
  /// The table of builtin functions (builtins/Registry.h).
  virtual const Registry &builtins() const = 0;
  virtual bool isBuiltin(llvm::StringRef name) const = 0;
  /// Calls what is no function but a form of the language, as torch.jit.fork:
  /// none for other names.
  virtual std::optional<Value> callSpecialForm(llvm::StringRef name,
                                               CallArgs &args) = 0;
  /// The outputs, made of the inputs by a function of the name, whose
  /// derivative `backward` gives.
  virtual Value withDerivative(const std::vector<Value> &outputs,
                               const std::vector<Value> &inputs,
                               const Value &backward, llvm::StringRef gradFn,
                               ast::Range range) = 0;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_INTERPRETER_H
