//===- Interpreter.h - What runs the program --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What services and builtins ask of the room above them: to call a function of
// the program, to run code on the paths of a branch, to apply an operator that
// a class of the program may define.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_INTERPRETER_H
#define TINE_FRONTEND_SERVICES_INTERPRETER_H

#include "frontend/values/State.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::elaborate {

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
};

/// The number of elements, and how to get number i, of what `for` accepts.
struct Sequence {
  Value length;            // an int, known or not
  bool mustUnroll = false; // elements are known, and differ
  bool canRoll = false;    // though they do, element() takes an int of the run
  int64_t atMost = -1;     // where the length is not known, if it may be
  Value list;              // if it is the elements of one
  std::function<Value(Value)> element;
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
  virtual Value qualified(llvm::StringRef name) = 0;
  virtual Value instantiate(ClassInfo *classInfo, CallArgs &args) = 0;
  /// The same without a metaclass.
  virtual Value instantiatePlainly(ClassInfo *classInfo, CallArgs &args) = 0;
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
  virtual Value binary(ast::BinaryOp op, Value a, Value b,
                       ast::Range range) = 0;
  virtual Value unary(ast::UnaryOp op, Value a, ast::Range range) = 0;
  virtual Value compare(ast::CompareOp op, Value a, Value b,
                        ast::Range range) = 0;
  virtual Value contains(Value container, Value item, ast::Range range) = 0;
  virtual Value identical(Value a, Value b, ast::Range range) = 0;
  /// Whether an element of a list is the item: the same object, or equal.
  virtual Value isItem(const Value &element, const Value &item,
                       ast::Range range) = 0;
  virtual Value makeScripted(Value value, ast::Range range) = 0;
  virtual Value truth(Value value, ast::Range range) = 0;
  virtual Value subscript(Value base, Value index, ast::Range range) = 0;
  /// Text of values as print, str and format make it.
  virtual Value toText(const Value &value, ast::Range range) = 0;
  virtual Value length(const Value &value, ast::Range range) = 0;
  /// False, with Python's error, for what has no hash and can be no key.
  virtual bool isHashable(const Value &key, ast::Range range) = 0;
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
  /// Runs `rest` where `first` ended normally.
  virtual Flow sequence(Flow first, llvm::function_ref<Flow()> rest,
                        ast::Range range) = 0;
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
  /// With a reason in `inlined`, the task runs where it is forked.
  virtual Value fork(CallArgs &args, llvm::StringRef inlined = {},
                     llvm::StringRef redraws = {}) = 0;
  virtual Value wait(Value future, ast::Range range) = 0;
  /// Ends the path with an error: the flow to the `try` that sees it, if any.
  virtual Flow raise(const std::vector<std::string> &kind, Value message,
                     ast::Range range) = 0;
  virtual Value eval(const ast::Expr *expr) = 0;
  virtual Type evalType(const ast::Expr *annotation) = 0;
  /// A flow in which `continue` (and `break`) has become the normal end.
  virtual Flow absorb(Flow flow, bool breaks, ast::Range range) = 0;
  /// Scripts the children of a ScriptModule that is complete.
  virtual bool scriptChildren(const Value &module, ast::Range range) = 0;
  /// What a scripted module has under the name, where that is not what other
  /// modules have; else null.
  virtual Value readScripted(const Value &module, llvm::StringRef name,
                             ast::Range range) = 0;
  /// Reports that there is no such attribute, unless it failed to be set.
  virtual Value unknownAttribute(llvm::StringRef name, ast::Range range,
                                 const llvm::Twine &message) = 0;
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
