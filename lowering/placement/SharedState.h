//===- SharedState.h - What code does to state that it shares ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects of functions and of the bodies of forks, through calls: output,
// random numbers and the clock; reads and changes of lists, dicts and cells.
//
// A container's *roots* are the values that it may be one of: where it was made
// (fresh), an argument of the function or fork, or unknown (taken from another
// container, a future or a call). A root is *leaked* when it is stored in a
// container or leaves a fork as a result.
//
// A type is *settled* when containers of it change only where they were made,
// before anybody else can hold them: then one that comes from elsewhere does
// not change any more.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_SHAREDSTATE_H
#define TINE_LOWERING_PLACEMENT_SHAREDSTATE_H

#include "dialects/tine/Tine.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {

/// True for references to containers that can change.
bool isMutable(mlir::Type type);
/// True when a value of the type may lead to such a reference.
bool holdsMutable(mlir::Type type);
/// "list", "dict" or "variable".
llvm::StringRef describeMutable(mlir::Type type);

/// What is done to the container that an argument refers to: the first op that
/// does so, or null.
struct ArgumentUse {
  mlir::Operation *changed = nullptr;
  mlir::Operation *read = nullptr;
  mlir::Operation *leaked = nullptr;
  mlir::Operation *captured = nullptr; ///< by a fork
};

/// Where a result comes from.
struct ResultOrigin {
  bool unknown = false;
  llvm::SmallSetVector<unsigned, 2> arguments;
};

struct Summary {
  /// The first op with an effect on the world, and what it does: "prints".
  mlir::Operation *effect = nullptr;
  llvm::StringRef effectName;
  /// The first op that changes a container of unknown origin.
  mlir::Operation *sharedWrite = nullptr;
  /// The first op that reads a container of unknown origin, by type.
  llvm::MapVector<mlir::Type, mlir::Operation *> sharedReads;
  llvm::SmallVector<ArgumentUse> arguments;
  llvm::SmallVector<ResultOrigin> results;
};

class SharedState {
public:
  explicit SharedState(mlir::ModuleOp module);

  /// What the body of a fork does; its arguments are the captures.
  Summary summarize(ForkOp fork);

  /// The first op that may change what the fork captures as operand `index`
  /// while its task may still run; null when there is none. With a null result,
  /// `unsettled` tells that code elsewhere may change it.
  mlir::Operation *findChange(ForkOp fork, unsigned index, bool &unsettled);

  bool isSettled(mlir::Type type) const { return !unsettledTypes.count(type); }

private:
  using Roots = llvm::SmallSetVector<mlir::Value, 4>;
  /// An op that changes a container, or a call that does.
  struct Change {
    mlir::Operation *op;
    mlir::Value container;
  };
  struct FunctionFacts {
    llvm::SmallVector<Change> changes;
    llvm::DenseSet<mlir::Value> leakedRoots;
    /// Calls that leave a container behind in a task.
    llvm::SmallVector<Change> captures;
  };

  Summary summarize(mlir::Region &region);
  Roots findRoots(mlir::Value value, mlir::Region *top);
  bool isFresh(mlir::Value root);
  void noteUse(mlir::OpOperand &operand, mlir::Region &top, Summary &summary);
  void noteOrigin(mlir::Operation *op, mlir::Value value, mlir::Region &top,
                  mlir::Operation *ArgumentUse::*use, Summary &summary);
  FunctionFacts &getFacts(mlir::func::FuncOp function);
  void collectFacts(mlir::func::FuncOp function);
  void findUnsettledTypes();
  const Summary *getCallee(mlir::func::CallOp call);
  bool mayAlias(const Roots &a, const Roots &b, const FunctionFacts &facts);
  bool isHeldElsewhere(const Roots &roots, const FunctionFacts &facts);

  mlir::ModuleOp module;
  llvm::DenseMap<mlir::Operation *, Summary> functions;
  llvm::DenseMap<mlir::Operation *, FunctionFacts> facts;
  llvm::DenseSet<mlir::Type> unsettledTypes;
};

/// True when `later` may run after `first` on a container with these roots.
bool mayRunAfter(mlir::Operation *later, mlir::Operation *first,
                 llvm::ArrayRef<mlir::Value> roots);

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_SHAREDSTATE_H
