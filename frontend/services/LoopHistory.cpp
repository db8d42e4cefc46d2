//===- LoopHistory.cpp - What earlier iterations made ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GraphQuestions.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

llvm::DenseSet<mlir::Value>
GraphQuestions::madeBefore(const nn::DependenceGraph &graph) {
  llvm::DenseSet<mlir::Value> found, leaves;
  // Whatever a leaf was made of, it has no part in the graph.
  for (const ActiveLoop &loop : decisions.activeLoops)
    if (const Heap *start = loop.history.start)
      for (const auto &object : *start)
        if (object && object->kind == Object::Kind::Tensor &&
            object->requiresGrad && object->isLeaf)
          leaves.insert((*start)[object->storage]->current);
  SmallVector<mlir::Value> todo;
  auto visit = [&](mlir::Value value) {
    if (found.insert(value).second && !leaves.contains(value))
      todo.push_back(value);
  };
  auto loopOf = [&](mlir::Value value) -> LoopHistory * {
    for (ActiveLoop &loop : decisions.activeLoops)
      if (!loop.history.args.empty() && isa<BlockArgument>(value) &&
          loop.history.args.front().getParentBlock() == value.getParentBlock())
        return &loop.history;
    return nullptr;
  };
  auto ask = [&](LoopHistory &loop, unsigned i) {
    auto [known, isNew] = loop.sources.try_emplace(i);
    LoopHistory::Sources &sources = known->second;
    if (isNew) {
      nn::DependenceGraph start({loop.inits[i]}, loop.outside);
      for (mlir::Value value : start.values())
        if (!loop.prologue->isAncestor(value.getParentRegion()))
          sources.outer.insert(value);
    }
    for (auto [k, init] : llvm::enumerate(loop.inits)) {
      bool isStorage = loop.storages.contains(loop.args[k]);
      if (llvm::any_of(nn::versionsOf(init, !isStorage), [&](mlir::Value v) {
            return sources.outer.contains(v);
          }))
        sources.args.insert(k);
    }
    for (mlir::Value value : sources.outer)
      visit(value);
    for (unsigned k : sources.args)
      visit(loop.args[k]);
  };
  for (const ActiveLoop &loop : decisions.activeLoops)
    for (mlir::Value arg : loop.history.args)
      if (graph.contains(arg) && !leaves.contains(arg))
        todo.push_back(arg);
  while (!todo.empty()) {
    mlir::Value value = todo.pop_back_val();
    if (LoopHistory *loop = loopOf(value)) {
      auto at = llvm::find(loop->args, value);
      if (at != loop->args.end())
        ask(*loop, at - loop->args.begin());
    }
    if (!todo.empty())
      continue;
    // What a loop starts with is its argument in the first iteration.
    for (ActiveLoop &loop : decisions.activeLoops)
      for (auto [arg, init] : llvm::zip(loop.history.args, loop.history.inits))
        if (leaves.contains(arg) && found.contains(init))
          visit(arg);
  }
  return found;
}

bool GraphQuestions::reachesCarried(ArrayRef<mlir::Value> outputs,
                                    const std::vector<Value> &inputs) {
  SmallVector<mlir::Value> ends;
  for (const Value &input : inputs)
    llvm::append_range(ends, valuesOfInput(input.id));
  nn::DependenceGraph graph(outputs, b.getInsertionBlock()->getParent(), ends);
  for (const ActiveLoop &loop : decisions.activeLoops)
    for (mlir::Value arg : loop.history.args) {
      const Heap *start = loop.history.start;
      bool isGraded = start && llvm::any_of(*start, [&](const auto &object) {
                        return object && object->kind == Object::Kind::Tensor &&
                               object->requiresGrad && !object->isLeaf &&
                               (*start)[object->storage]->current == arg;
                      });
      if (isGraded && graph.contains(arg) && !llvm::is_contained(ends, arg))
        return true;
    }
  return false;
}

bool LoopHistory::learn(ValueRange yields, Region *body) {
  bool isNew = false;
  for (auto &[i, known] : sources) {
    size_t before = known.outer.size() + known.args.size();
    nn::DependenceGraph graph({yields[i]}, body);
    for (mlir::Value value : graph.values())
      if (!body->isAncestor(value.getParentRegion()) &&
          !prologue->isAncestor(value.getParentRegion()))
        known.outer.insert(value);
    for (auto [k, arg] : llvm::enumerate(args)) {
      bool isStorage = storages.contains(arg);
      if (graph.contains(arg) ||
          llvm::any_of(nn::versionsOf(yields[k], !isStorage),
                       [&](mlir::Value v) { return graph.contains(v); }))
        known.args.insert(k);
    }
    isNew |= before != known.outer.size() + known.args.size();
  }
  return isNew;
}

} // namespace tine::elaborate
