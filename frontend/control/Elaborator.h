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
//      a loop are elaborated from a copy of it and merged (Merge.h).
//   2. Calls are elaborated in place, with the caller's knowledge.
//   3. What turns out wrong later, such as keeping a list at compile time whose
//      length then depends on data, is decided otherwise (services/Decisions.h),
//      and elaboration starts again, up to a cap of rounds.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_ELABORATOR_H
#define TINE_FRONTEND_CONTROL_ELABORATOR_H

#include "frontend/control/ControlFlow.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Services.h"
#include "frontend/syntax/Parser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include <deque>

namespace tine::elaborate {

struct ModuleSource;

/// What a handler is running for.
struct HandledError {
  Value kind;
  Value again;                    // its text and arguments
  std::vector<std::string> kinds; // which it may be
};

class Elaborator : public Interpreter, public Service {
public:
  Elaborator(mlir::MLIRContext *context, Diagnostics &diagnostics,
             Facts &facts);

  const Registry &builtins() const override;
  bool isBuiltin(llvm::StringRef name) const override;
  Value callBuiltin(const Value &callee, CallArgs &args) override;
  std::optional<Value> callSpecialForm(llvm::StringRef name,
                                       CallArgs &args) override;
  Value withDerivative(const std::vector<Value> &outputs,
                       const std::vector<Value> &inputs, const Value &backward,
                       llvm::StringRef gradFn, ast::Range range) override;
  /// Elaborates the statements of a program into `program`, and those of
  /// entries, if there are any, into functions beside it.
  mlir::OwningOpRef<mlir::ModuleOp> elaborate(const SourceFile &file,
                                              const ast::Module &tree,
                                              const ModuleSource *entries);
  bool restartRequested() const { return diagnoser.restart; }

  //===--------------------------------------------------------------------===//
  // Statements and control flow (Statements.cpp, Merge.h)
  //===--------------------------------------------------------------------===//

  Flow exec(ast::Block block) override;
  /// The same; the steps of the first statement may have been taken.
  Flow execFrom(ast::Block block, bool areStepsTaken);
  /// A block whose variables are its own: an arm or the body of a loop.
  Flow execNested(ast::Block block);
  Flow execFor(const ast::ForStmt *stmt);
  Flow execWhile(const ast::WhileStmt *stmt);
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

  /// A call has ended with `flow`, which raises on some paths only: false, with
  /// an error or a request for another round, unless it is a statement or a
  /// step of its own (SteppedStatements.h).
  bool leaveCall(const Flow &flow, ast::Range range);
  /// Whether the expression in `range` is the whole of what runs here.
  bool isWhole(ast::Range range) const;
  /// Runs `rest` with the value of a statement where its call has not raised.
  Flow afterCall(llvm::function_ref<Flow()> rest, ast::Range range);
  std::vector<HandledError> handled; // those of handlers around
  ast::Range unpacked; // the iterable of the last `a, b = iterable`
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

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Lookup.cpp, CallExpressions.cpp)
  //===--------------------------------------------------------------------===//

  Value eval(const ast::Expr *expr) override;
  /// The truth of a condition.
  Value evalCondition(const ast::Expr *expr) override;
  bool evalArgs(const ast::CallExpr *expr, CallArgs &args) override;
  Value lookup(llvm::StringRef name, ast::Range range) override;

  //===--------------------------------------------------------------------===//
  // Calls, classes, forks (Calls.cpp, Classes.cpp, Forks.cpp)
  //===--------------------------------------------------------------------===//

  Value call(Value callee, CallArgs &args) override;
  Value callMethod(Value self, llvm::StringRef name, CallArgs &args) override;
  /// With a reason in `inlined`, the task runs where it is forked.
  Value fork(CallArgs &args, llvm::StringRef inlined = {},
             llvm::StringRef redraws = {}) override;
  Value wait(Value future, ast::Range range) override;
  /// Calls a function of the library by its qualified name.
  Value callLibrary(llvm::StringRef name, std::vector<Value> arguments,
                    ast::Range range) override;

  unsigned recoveries = 0;

private:
  /// Everything that a round of elaboration has.
  struct Rooms {
    Rooms(mlir::MLIRContext *context, Diagnostics &diagnostics, Facts &facts,
          Elaborator &e)
        : services(context, diagnostics, facts, e, flow, model),
          scripting(services.context), modules(services.context),
          classes(services.context, scripting, modules),
          model(services.context, classes, scripting, modules),
          flow(services.context, e) {}

    Services services;
    Scripts scripting;
    Modules modules;
    Classes classes;
    PythonObjects model;
    ControlFlow flow;
  };
  explicit Elaborator(std::unique_ptr<Rooms> rooms)
      : Service(rooms->services.context), flow(rooms->flow),
        classes(rooms->classes), scripting(rooms->scripting),
        modules(rooms->modules), rooms(std::move(rooms)) {}

public:
  ControlFlow &flow;
  Classes &classes;
  Scripts &scripting;
  Modules &modules;

private:
  std::unique_ptr<Rooms> rooms;
  friend class OwnDerivative;
  unsigned ownDerivatives = 0; // backward functions around here
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_ELABORATOR_H
