//===- Generators.h - Functions with yield ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a function with `yield` gives an object of the library that has the
// function and its arguments. A loop over it is elaborated as the body of the
// function, in a frame of its own, with the loop's body where it yields. So is
// the `with` of a context manager (contextlib.contextmanager). What else asks
// for items gets all of them in a list; where that could be told from Python,
// it is refused.
//
// Both frames change then, and State has the variables of one. Those of the
// loop that it changes and that are read again are kept in an object of the
// heap as long as it runs (services/Cells.h).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_GENERATORS_H
#define TINE_FRONTEND_CONTROL_GENERATORS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

/// A generator function that runs around something else.
class Generation {
public:
  /// What is done with a value that it gives.
  using Body = llvm::function_ref<Flow(const Value &)>;
  enum class Use : uint8_t { Manager, Loop };

  Generation(Elaborator &e, Use use, Body body);

  bool isManager() const { return use == Use::Manager; }
  /// `yield`, whose body runs in the frame of the caller.
  Flow give(const ast::YieldExpr *yield);

  //===--------------------------------------------------------------------===//
  // A loop's
  //===--------------------------------------------------------------------===//

  /// In the frame of the function, before and behind its body.
  void begin();
  void finish(const Flow &flow);
  /// The generator's own `return`.
  Flow end(const ast::ReturnStmt *stmt);
  /// The grad mode of the caller, where the function has one of its own.
  void switchGrad(const Value &mode) { callersGrad = mode; }
  /// How the loop ends that goes over it.
  Flow flowBehind;

  /// Whether the function has `yield`.
  static bool isNeeded(ast::Block body);

private:
  Flow runBody(const ast::YieldExpr *yield, const Value &value);
  Flow around(const ast::YieldExpr *yield, const Value &value);
  Flow inLoop(const ast::YieldExpr *yield, const Value &value);
  /// Leaves the function as the loop's body has left the loop.
  Flow leave(Flow flow, ast::Range range);
  bool checkHandlers(const Flow &flow, ast::Range range);

  Elaborator &e;
  Use use;
  Body body;
  unsigned conditional; // the branches and loops around the call
  size_t attempts;      // the `try` statements around it
  bool hasGiven = false;
  std::optional<Value> callersGrad;
  bool isEnded = false, isBroken = false, isReturned = false;
};

/// The `yield` that is all of a statement; null for others.
const ast::YieldExpr *yieldOf(const ast::Stmt *stmt);

/// What a generator that has not begun is called with.
CallArgs argumentsOf(Elaborator &e, const Value &generator, ast::Range range);

/// What a call of a generator function gives.
Value makeGenerator(Elaborator &e, const Value &function, const CallArgs &args);
/// An iterator over the items of a generator, which are made at once. If all of
/// them are asked for, it may do anything between them.
Value makeGenerated(Elaborator &e, const Value &generator, bool takesAll,
                    ast::Range range);
/// A loop over a generator, or what enumerate() or zip() make of one; none for
/// other values.
std::optional<Flow> overGenerator(Elaborator &e, const Value &iterable,
                                  const LoopSource &source,
                                  llvm::function_ref<Flow(Value)> body);

/// A list of the items, where it is what such a loop goes over: for generator
/// expressions, which are made at once.
Value listOfGenerator(Elaborator &e, const Value &iterable, ast::Range range);

/// The next item of a generator whose body ends with `while True` around one
/// `yield`, or around one `for` around it; none of another one.
std::optional<Value> nextOfEndless(Elaborator &e, const Value &generator,
                                   ast::Range range);

/// Variables of such a generator: what its inner loop goes over, and how far.
inline constexpr const char *walkedItems = "$items", *walkedPlace = "$place";
/// Gives what `run` does in a frame of the function (Calls.cpp). With arguments
/// it begins, and `function` becomes what goes on with the same variables.
Value inResumedFrame(Elaborator &e, Value &function, CallArgs *args,
                     llvm::function_ref<Value()> run, ast::Range range);
/// Runs a generator function (Calls.cpp).
void callGenerator(Elaborator &e, const Value &function, CallArgs &args,
                   Generation &generation);
/// Calls a generator function that is a context manager: `body` runs where it
/// yields. False after an error, or where the path ends.
bool callAround(Elaborator &e, const Value &function, CallArgs &args,
                Generation::Body body);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_GENERATORS_H
