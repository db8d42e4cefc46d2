//===- ControlFlow.h - Branches and loops -----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a branch or loop of the program becomes one of the IR, or is decided at
// compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_CONTROLFLOW_H
#define TINE_FRONTEND_CONTROL_CONTROLFLOW_H

#include "frontend/services/Context.h"
#include "frontend/services/Paths.h"

namespace tine::elaborate {

class Elaborator;

class ControlFlow : public Paths, public Service {
public:
  ControlFlow(const Context &context, Elaborator &e) : Service(context), e(e) {}

  Flow sequence(Flow first, llvm::function_ref<Flow()> rest,
                ast::Range range) override;
  Flow branch(mlir::Value condition, llvm::function_ref<Flow()> thenArm,
              llvm::function_ref<Flow()> elseArm, ast::Range range) override;
  Value select(mlir::Value condition, llvm::function_ref<Value()> thenArm,
               llvm::function_ref<Value()> elseArm, ast::Range range) override;
  Value onEither(const Value &either, llvm::function_ref<Value(Value)> use,
                 ast::Range range) override;
  Value onEitherArgument(const CallArgs &args, size_t i,
                         llvm::function_ref<Value(CallArgs &)> call) override;
  Flow iterate(Value iterable, const LoopSource &source,
               llvm::function_ref<Flow(Value)> body) override;
  bool sequenceOf(Value iterable, ast::Range range, Sequence &out,
                  bool beside = false) override;
  Flow unrolledLoop(int64_t trip, llvm::function_ref<Flow(int64_t)> body,
                    ast::Range range) override;
  Flow absorb(Flow flow, bool breaks, ast::Range range) override;
  Flow raise(const std::vector<std::string> &kind, Value message,
             ast::Range range) override;

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
  /// The iterations of a `while` one by one as long as its condition is known,
  /// then `rest`.
  Flow knownWhile(llvm::function_ref<Value()> condition,
                  llvm::function_ref<Flow()> body,
                  llvm::function_ref<Flow()> rest, ast::Range range);
  /// A loop of the run that asks in front of each iteration whether it goes on;
  /// what the question changes is carried.
  Flow testedLoop(LoopSource source, llvm::function_ref<Value()> test,
                  llvm::function_ref<Flow()> body);
  /// Whether a condition is computed of the numbers of iterations alone.
  bool isCounted(mlir::Value condition);

private:
  /// One item after the other, as long as the object gives more.
  Flow overStream(const Value &stream, const LoopSource &source,
                  llvm::function_ref<Flow(Value)> body);

  Elaborator &e;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_CONTROLFLOW_H
