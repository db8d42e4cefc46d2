//===- Paths.h - Branches and loops -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs code on the paths of a branch or loop. Implemented by control.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_PATHS_H
#define TINE_FRONTEND_SERVICES_PATHS_H

#include "frontend/services/Interpreter.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::elaborate {

/// The number of elements, and how to get number i, of what `for` accepts.
struct Sequence {
  Value length;            // an int, known or not
  bool mustUnroll = false; // elements are known, and differ
  bool canRoll = false;    // though they do, element() takes an int of the run
  int64_t atMost = -1;     // where the length is not known, if it may be
  Value list;              // if it is the elements of one
  std::function<Value(Value)> element;
};

class Paths {
public:
  virtual ~Paths() = default;

  /// Runs `rest` where `first` ended normally.
  virtual Flow sequence(Flow first, llvm::function_ref<Flow()> rest,
                        ast::Range range) = 0;
  virtual Flow branch(mlir::Value condition, llvm::function_ref<Flow()> thenArm,
                      llvm::function_ref<Flow()> elseArm, ast::Range range) = 0;
  /// A value of either arm: `if`-expressions, `and`, `or`.
  virtual Value select(mlir::Value condition,
                       llvm::function_ref<Value()> thenArm,
                       llvm::function_ref<Value()> elseArm,
                       ast::Range range) = 0;
  /// What `use` makes of a Kind::Either, on the path of each of the two.
  virtual Value onEither(const Value &either,
                         llvm::function_ref<Value(Value)> use,
                         ast::Range range) = 0;
  /// What `call` gives for each of the two that the `i`th positional argument
  /// is, or the keyword behind them.
  virtual Value
  onEitherArgument(const CallArgs &args, size_t i,
                   llvm::function_ref<Value(CallArgs &)> call) = 0;
  /// Runs `body` with each element of `iterable`.
  virtual Flow iterate(Value iterable, const LoopSource &source,
                       llvm::function_ref<Flow(Value)> body) = 0;
  /// `beside`: a list of compile time stays one however long it is, as it is
  /// walked over beside parameters.
  virtual bool sequenceOf(Value iterable, ast::Range range, Sequence &out,
                          bool beside = false) = 0;
  /// A loop whose iterations are elaborated one by one.
  virtual Flow unrolledLoop(int64_t trip,
                            llvm::function_ref<Flow(int64_t)> body,
                            ast::Range range) = 0;
  /// A flow in which `continue` (and `break`) has become the normal end.
  virtual Flow absorb(Flow flow, bool breaks, ast::Range range) = 0;
  /// Ends the path with an error: the flow to the `try` that sees it, if any.
  virtual Flow raise(const std::vector<std::string> &kind, Value message,
                     ast::Range range) = 0;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_PATHS_H
