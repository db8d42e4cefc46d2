//===- Elaborator.h - Abstract interpreter of model programs ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a program from its entry point. What is known at compile time (module
// structure, functions, strings, shapes, known numbers) is computed; what
// depends on data becomes IR in the dialects tine, nn, scf and arith.
//
// How it works:
//   1. `State` is everything that the program could observe: the variables of
//      the running function and the heap. Both arms of a branch and the body of
//      a loop are elaborated from a copy of it and joined (Joiner.cpp,
//      RuntimeLoop.cpp).
//   2. Calls are elaborated in place, with the caller's knowledge.
//   3. A choice that turns out wrong later, such as keeping a list at compile
//      time whose length then depends on data, is recorded as a fact and the
//      elaboration starts again, up to a cap of rounds.
//
// Errors: a function that fails has reported a diagnostic (or asked for a
// restart), has set `stopped`, and returns an invalid Value.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_ELABORATOR_H
#define TINE_FRONTEND_CONTROL_ELABORATOR_H

#include "frontend/script/Checker.h"
#include "frontend/services/Services.h"
#include "frontend/syntax/Parser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include <deque>

namespace tine::elaborate {

class Elaborator : public Interpreter, public Service {
public:
  Elaborator(mlir::MLIRContext *context, Diagnostics &diagnostics,
             Facts &facts);

  /// Elaborates the statements of a program into `program`.
  Value callBuiltin(const Value &callee, CallArgs &args) override;
  Value length(const Value &value, ast::Range range) override;
  Value toText(const Value &value, ast::Range range) override;
  std::optional<Value> callSpecialForm(llvm::StringRef name,
                                       CallArgs &args) override;
  Value withDerivative(const std::vector<Value> &outputs,
                       const std::vector<Value> &inputs, const Value &backward,
                       llvm::StringRef gradFn, ast::Range range) override;
  mlir::OwningOpRef<mlir::ModuleOp> elaborate(const SourceFile &file,
                                              const ast::Module &tree);
  bool restartRequested() const { return diagnoser.restart; }

  //===--------------------------------------------------------------------===//
  // Statements and control flow (Statements.cpp, Joiner.cpp, RuntimeLoop.cpp)
  //===--------------------------------------------------------------------===//

  Flow exec(ast::Block block);
  /// A block whose variables are its own: an arm or the body of a loop.
  Flow execNested(ast::Block block);
  Flow execFor(const ast::ForStmt *stmt);
  Flow execWhile(const ast::WhileStmt *stmt);
  /// Runs `rest` where `first` ended normally.
  Flow sequence(Flow first, llvm::function_ref<Flow()> rest,
                ast::Range range) override;
  Flow branch(mlir::Value condition, llvm::function_ref<Flow()> thenArm,
              llvm::function_ref<Flow()> elseArm, ast::Range range) override;
  /// A value of either arm: `if`-expressions, `and`, `or`.
  Value select(mlir::Value condition, llvm::function_ref<Value()> thenArm,
               llvm::function_ref<Value()> elseArm, ast::Range range) override;
  /// What `use` makes of a Kind::Either, on the path of each of the two.
  Value onEither(const Value &either, llvm::function_ref<Value(Value)> use,
                 ast::Range range) override;
  /// What `call` gives for each of the two that the `i`th positional argument
  /// is, or the keyword behind them.
  Value onEitherArgument(const CallArgs &args, size_t i,
                         llvm::function_ref<Value(CallArgs &)> call) override;
  /// A loop that stays a loop. `body` gets the iteration's number; `condition`
  /// is for while loops, else `trip` iterations run.
  Flow runtimeLoop(Value trip, llvm::function_ref<Value()> condition,
                   llvm::function_ref<Flow(Value)> body,
                   const LoopSource &source);
  /// The iterations of a loop, whether they are unrolled or not.
  Flow aroundLoop(const LoopSource &source, llvm::function_ref<Flow()> loop);
  /// The first iterations of a loop one by one, then `rest`, which is the
  /// others. `condition` says whether there is one more.
  Flow peeledLoop(int64_t peeled, llvm::function_ref<Value()> condition,
                  llvm::function_ref<Flow(int64_t)> body,
                  llvm::function_ref<Flow()> rest, ast::Range range);
  /// A flow in which `continue` (and `break`) has become the normal end.
  Flow absorb(Flow flow, bool breaks, ast::Range range) override;
  /// The iterations of a `while` one by one as long as its condition is known,
  /// then `rest`.
  Flow knownWhile(llvm::function_ref<Value()> condition,
                  llvm::function_ref<Flow()> body,
                  llvm::function_ref<Flow()> rest, ast::Range range);
  /// A loop whose iterations are elaborated one by one.
  Flow unrolledLoop(int64_t trip, llvm::function_ref<Flow(int64_t)> body,
                    ast::Range range) override;
  /// Runs `body` with each element of `iterable`.
  Flow iterate(Value iterable, const LoopSource &source,
               llvm::function_ref<Flow(Value)> body) override;
  /// `beside`: a list of compile time stays one however long it is, as it is
  /// walked over beside parameters.
  bool sequenceOf(Value iterable, ast::Range range, Sequence &out,
                  bool beside = false) override;
  bool assign(const ast::Expr *target, Value value, ast::Range range);
  bool assignName(llvm::StringRef name, Value value, ast::Range range);
  State save() const { return {frames.back().locals, objects.heap}; }
  void restore(const State &state);
  /// What a place of the state has now.
  Value contentsOf(const Slot &slot) const {
    return getSlot(frames.back().locals, objects.heap, slot);
  }
  void assign(const Slot &slot, Value value) {
    program.parameters.touch();
    setSlot(frames.back().locals, objects.heap, slot, std::move(value));
  }
  void refine(const ast::Expr *condition, bool truth);

  //===--------------------------------------------------------------------===//
  // Errors that the program handles (Attempts.cpp)
  //===--------------------------------------------------------------------===//

  /// Ends the path with an error: the flow to the `try` that sees it, if any.
  Flow raise(const ErrorClass &kind, Value message, ast::Range range) override;
  /// A call has ended with `flow`, which raises on some paths only: false, with
  /// an error, unless it is a statement of its own.
  bool leaveCall(const Flow &flow, ast::Range range);
  /// Runs `rest` with the value of a statement where its call has not raised.
  Flow afterCall(llvm::function_ref<Flow()> rest, ast::Range range);
  std::vector<std::pair<Value, Value>> handled; // those of handlers around
  std::optional<Flow> partlyRaised; // of the call that has just ended

  //===--------------------------------------------------------------------===//
  // Going on after an error (Recovery.cpp)
  //===--------------------------------------------------------------------===//

  /// What a statement that fails is undone to.
  struct Checkpoint {
    State state;
    mlir::OpBuilder::InsertPoint place;
    size_t frames = 0;
    bool script = false;
    std::optional<mlir::Location> callLoc;
    unsigned conditional = 0, forkDepth = 0, callDepth = 0;
    std::vector<ActiveLoop> activeLoops;
  };
  Checkpoint checkpoint() const;
  /// Leaves out the statement that failed; false when this must be the end.
  bool recover(const Checkpoint &point, const ast::Stmt *stmt);
  /// Reports that there is no such attribute, unless it failed to be set.
  Value unknownAttribute(llvm::StringRef name, ast::Range range,
                         const llvm::Twine &message) override;

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Operators.cpp)
  //===--------------------------------------------------------------------===//

  Value eval(const ast::Expr *expr) override;
  /// The truth of a condition.
  Value evalCondition(const ast::Expr *expr);
  bool evalArgs(const ast::CallExpr *expr, CallArgs &args);
  Value lookup(llvm::StringRef name, ast::Range range);
  /// The method of a tensor, or of one of two; null if there is none.
  Value tensorMethod(const Value &self, llvm::StringRef name) override;
  Value getAttribute(Value base, llvm::StringRef name,
                     ast::Range range) override;
  bool deleteAttribute(Value base, llvm::StringRef name,
                       ast::Range range) override;
  bool setAttribute(Value base, llvm::StringRef name, Value value,
                    ast::Range range) override;
  /// An object's own attribute as object.__setattr__ sets it; a module keeps
  /// account of parameters and modules.
  bool setAttributePlainly(const Value &base, llvm::StringRef name, Value value,
                           ast::Range range) override;
  Value binary(ast::BinaryOp op, Value a, Value b, ast::Range range) override;
  Value inplace(ast::BinaryOp op, Value a, Value b, ast::Range range);
  Value unary(ast::UnaryOp op, Value a, ast::Range range) override;
  /// Whether an element of a list is the item: the same object, or equal.
  Value isItem(const Value &element, const Value &item,
               ast::Range range) override;
  Value compare(ast::CompareOp op, Value a, Value b, ast::Range range) override;
  Value truth(Value value, ast::Range range) override;
  Value subscript(Value base, Value index, ast::Range range) override;
  bool storeSubscript(Value base, Value index, Value value, ast::Range range);
  Value contains(Value container, Value item, ast::Range range) override;
  Value identical(Value a, Value b, ast::Range range) override;

  //===--------------------------------------------------------------------===//
  // Calls, classes, forks (Calls.cpp, Classes.cpp, Forks.cpp)
  //===--------------------------------------------------------------------===//

  Value call(Value callee, CallArgs &args) override;
  Value callMethod(Value self, llvm::StringRef name, CallArgs &args) override;
  Value instantiate(ClassInfo *classInfo, CallArgs &args) override;
  /// The same without a metaclass.
  Value instantiatePlainly(ClassInfo *classInfo, CallArgs &args) override;
  /// Puts the bases into Python's order; false when there is none.
  bool orderBases(ClassInfo *info);
  /// `outer` is the class around it.
  Value defineClass(const ast::ClassDefStmt *stmt,
                    const ClassInfo *outer = nullptr);
  bool defineClassBody(const ast::ClassDefStmt *stmt, ClassInfo &info);
  std::string qualifiedName(llvm::StringRef name, const ClassInfo *outer);
  bool defineMember(ClassInfo &info, llvm::StringRef name, Value value,
                    ast::Range range);
  /// The names in the target of an assignment in a class body.
  bool defineMembers(ClassInfo &info, const ast::Expr *target,
                     const Value &value, ast::Range range);
  Value defineFunction(const ast::FunctionDefStmt *stmt,
                       const ClassInfo *owner);
  /// Makes the class one with the decorator, @dataclass (Dataclasses.cpp);
  /// false after an error.
  bool makeDataclass(ClassInfo &info, const ast::Expr *decorator);
  /// False, with Python's error, for what has no hash and can be no key.
  bool isHashable(const Value &key, ast::Range range) override;
  Value makeScripted(Value value, ast::Range range) override;
  /// A list, dict or object of a class that goes from Python to TorchScript or
  /// back, which is a copy; other values as they are.
  Value acrossScript(const Value &value, ast::Range range);
  /// Scripts the children of a ScriptModule that is complete.
  bool scriptChildren(const Value &module, ast::Range range) override;
  /// Whether Python looks at the attributes of a scripted module here.
  bool isReadByPython(const Value &module);
  /// What a scripted module has under the name, where that is not what other
  /// modules have; else null.
  Value readScripted(const Value &module, llvm::StringRef name,
                     ast::Range range) override;
  /// Whether Python gets elements of a container of modules by this method.
  /// Those of a scripted one are the modules that it was made of.
  bool isElementsOfScripted(const Value &self, const FunctionInfo &method);
  /// Whether the attribute is a constant of TorchScript, by its annotation or
  /// `__constants__`.
  bool isScriptConstant(const ClassInfo *classInfo, llvm::StringRef name);
  /// With a reason in `inlined`, the task runs where it is forked.
  Value fork(CallArgs &args, llvm::StringRef inlined = {},
             llvm::StringRef redraws = {}) override;
  Value wait(Value future, ast::Range range) override;
  Scope *library(llvm::StringRef name);
  /// Runs a module of the program that was not imported yet; null if there is
  /// none of the name, or after an error.
  Scope *importModule(llvm::StringRef name, ast::Range range);
  /// What such a module has under a name; null if nothing.
  Value ofUserModule(llvm::StringRef module, llvm::StringRef name,
                     ast::Range range);
  std::set<std::string> publicNamesOf(const Scope &scope);
  Value qualified(llvm::StringRef name) override;
  /// Calls a function of the library by its qualified name.
  Value callLibrary(llvm::StringRef name, std::vector<Value> arguments,
                    ast::Range range) override;

  //===--------------------------------------------------------------------===//
  // Builtins (Builtins.cpp, *Builtins.cpp, *Methods.cpp, Format*.cpp)
  //===--------------------------------------------------------------------===//

  Type evalType(const ast::Expr *annotation) override;

  std::set<std::string> failedAttributes; // that failed to be set
  unsigned recoveries = 0;
  ScriptChecker scriptChecker; // of what is scripted

private:
  explicit Elaborator(std::unique_ptr<Services> services)
      : Service(services->context), services(std::move(services)) {}
  std::unique_ptr<Services> services;
  friend class ForkedCall;
  friend class OwnDerivative;
  unsigned ownDerivatives = 0; // backward functions around here
  friend class Joiner;
  friend class RuntimeLoop;
  /// Whether a condition is computed of the numbers of iterations alone.
  bool isCounted(mlir::Value condition);
  /// Calls `visit` for every SSA value that differs from `before` in the state,
  /// or that is reached from what differs; it may replace the value.
  void visitChanged(const State &before, State &state,
                    llvm::function_ref<void(mlir::Value &)> visit,
                    Value *also = nullptr);

  std::deque<SourceFile> files;
  std::deque<std::unique_ptr<ast::Module>> trees;
  std::map<std::string, Scope *> libraries;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_ELABORATOR_H
