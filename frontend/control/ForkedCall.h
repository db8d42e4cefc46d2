//===- ForkedCall.h - The call that a task makes ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forked call is elaborated where it is forked, in a region of its own. Then
//
//   1. its result is given a type that every wait can make it from;
//   2. what it uses of the outside becomes its captures;
//   3. what it changed comes back beside its result, as hidden leaves: the
//      program goes on as if the task had run here, and awaits it where what it
//      changed is used.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_FORKEDCALL_H
#define TINE_FRONTEND_CONTROL_FORKEDCALL_H

#include "frontend/control/Merge.h"

namespace tine::elaborate {

class ForkedCall {
public:
  /// `inlined` says why the call must not become a task, `redraws` where its
  /// random numbers are drawn again; both are empty for `torch.jit.fork`.
  ForkedCall(Elaborator &e, const CallArgs &args, llvm::StringRef inlined,
             llvm::StringRef redraws);

  /// Gives the future, and leaves the state behind the fork in the elaborator.
  Value run();

private:
  bool isCallable(const Value &callee) const;
  Value elaborate(const Value &callee, CallArgs &inner);
  bool findResult();
  bool findChanges();
  ForkOp makeOp(mlir::ValueRange captured);
  void awaitChanges(ForkOp op);
  void leaveState();
  Value makeFuture(ForkOp op);

  bool isOfCaller(const Value &value) const {
    return value.id < before.heap.size();
  }
  /// What Python forks gives its result to TorchScript, which infers its type.
  Value asTorchScriptHasIt(Value value);
  /// The type of what a task gives back. `escaped` are objects that the task
  /// made and its caller has now.
  Type typeOfResult(const Value &result, const std::set<unsigned> &escaped);
  Type typeOfMade(const Value &result, const Type &type,
                  const std::set<unsigned> &escaped);
  bool exports(const Type &type) const;
  /// Whether all tensors of a result were made in the task and are kept
  /// nowhere.
  bool isNew(const Value &value, std::set<unsigned> &storages);
  /// What a path of a task gives may be a tensor of its caller: neither may be
  /// changed in place unseen.
  void freezeOrigins();

  /// What the task gives back.
  struct Result {
    Value value;
    Type type;
    bool isFresh = false;
    std::vector<std::string> gradFns;
    Origins origins;
  };

  Elaborator &e;
  const CallArgs &args;
  llvm::StringRef inlined, redraws;
  mlir::Location where, at; // of the call; of the fork, with its name
  State before;
  ScratchRegion scratch;
  mlir::Region &region;

  Path task;
  bool died = false;
  Result result;
  MovedValues changed;
  llvm::SmallVector<mlir::Value> yields;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_FORKEDCALL_H
