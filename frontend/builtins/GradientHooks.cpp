//===- GradientHooks.cpp - Tensor.register_hook ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks are a dict that a tensor has as an attribute no program can name.
//
// A gradient is taken in stages: from the outputs to the computed tensors with
// hooks and the inputs, where it ends; then from the last of these tensors, by
// what its hooks make of its gradient, and so on. Hooks of leaves get the sum.
//
// What makes a computed tensor with hooks is marked. A gradient that meets a
// mark in a loop, branch or task that is done is refused: the tensor is gone.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "frontend/builtins/BackwardPass.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr const char *hooksName = "<hooks>";
static constexpr const char *markName = "tine.hooked";

namespace {

/// Gradients by inputs and tensors with hooks.
struct HookedGradients {
  Context &e;
  GraphUse graphUse;
  ast::Range range;
  std::vector<Value> targets; // tensors, each once
  std::vector<Value> totals;  // invalid where nothing depends on it
  std::vector<Value> before;  // what hooks were given
  std::vector<bool> isDone;   // of computed tensors with hooks

  /// Null, with or without an error, if it has none.
  Value hooksOf(const Value &tensor) {
    const auto &attributes = e.get(tensor.id).attributes;
    auto it = attributes.find(hooksName);
    if (it == attributes.end())
      return {};
    if (!it->second.is(Kind::Dict))
      return e.error(range, "whether a tensor has hooks depends on the path "
                            "that data takes");
    return e.get(it->second.id).items.empty() ? Value() : it->second;
  }

  bool isComputed(const Value &tensor) {
    return !e.get(tensor.id).isLeaf && hooksOf(tensor);
  }

  void addTarget(const Value &tensor) {
    if (llvm::any_of(targets,
                     [&](const Value &known) { return known.id == tensor.id; }))
      return;
    targets.push_back(tensor);
    totals.emplace_back();
    before.emplace_back();
    isDone.push_back(!isComputed(tensor));
  }

  size_t numberOf(const Value &tensor) {
    return llvm::find_if(targets,
                         [&](const Value &v) { return v.id == tensor.id; }) -
           targets.begin();
  }

  nn::DependenceGraph graphOf(ArrayRef<mlir::Value> of,
                              ArrayRef<mlir::Value> ends = {}) {
    return {of, e.b.getInsertionBlock()->getParent(), ends};
  }

  /// Whether what computes the value holds a mark that is out of reach.
  static bool holdsLost(mlir::Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (op->hasAttr(markName))
      return !GraphQuestions::isVisible(value);
    auto holdsMark = [](Operation *outer) {
      return outer && outer->getNumRegions() &&
             outer
                 ->walk([](Operation *inner) {
                   return inner->hasAttr(markName) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                 })
                 .wasInterrupted();
    };
    // A task is known by its future.
    return holdsMark(op) ||
           llvm::any_of(op->getOperands(), [&](mlir::Value operand) {
             return isa<FutureType>(operand.getType()) &&
                    holdsMark(operand.getDefiningOp());
           });
  }

  /// Finds the tensors with hooks that the outputs are made of.
  bool find(const Outputs &outputs) {
    SmallVector<mlir::Value> leaves;
    for (const auto &object : e.objects.heap)
      if (object && object->kind == Object::Kind::Tensor && object->isLeaf &&
          object->requiresGrad)
        leaves.push_back(e.get(object->storage).current);
    nn::DependenceGraph graph =
        graphOf(e.grads.graph.storedIn(outputs), leaves);
    for (unsigned id = 0; id < e.objects.heap.size() && !e.stopped(); ++id) {
      if (!e.objects.heap[id] ||
          e.objects.heap[id]->kind != Object::Kind::Tensor ||
          !e.objects.heap[id]->attributes.count(hooksName) ||
          e.objects.heap[id]->isLeaf)
        continue;
      Value tensor = makeRef(Kind::Tensor, id);
      mlir::Value value = e.grads.graph.storedIn(id);
      Operation *op = value.getDefiningOp();
      if (!isComputed(tensor))
        continue;
      if (!op || !op->hasAttr(markName))
        return e.error(range, "a tensor was changed in place, or chosen by a "
                              "branch or loop, since a hook was registered "
                              "for it"),
               false;
      if (graph.contains(value))
        addTarget(tensor);
    }
    if (e.stopped())
      return false;
    for (mlir::Value value : graph.values())
      if (!llvm::is_contained(leaves, value) && holdsLost(value))
        return e.error(range, "a hook was registered for a tensor in a loop, "
                              "branch or task, which is done; take the "
                              "gradient there, or register it outside"),
               false;
    return true;
  }

  /// Takes the gradient of the outputs up to the tensors that are not done.
  bool stage(const Outputs &outputs) {
    SmallVector<mlir::Value> ends;
    std::vector<Value> inputs, found;
    for (auto [i, tensor] : llvm::enumerate(targets)) {
      if (isComputed(tensor) && isDone[i])
        continue;
      if (!isDone[i])
        ends.push_back(e.grads.graph.storedIn(tensor.id));
      inputs.push_back(tensor);
    }
    if (!BackwardPass(e).gradientsUpTo(ends, outputs, inputs, graphUse, range,
                                       found))
      return false;
    for (auto [input, gradient] : llvm::zip_equal(inputs, found)) {
      Value &total = totals[numberOf(input)];
      if (!gradient)
        continue;
      if (total.is(Kind::Tensor) && gradient.is(Kind::Tensor)) {
        total = e.tensors.elementwise("nn.add", {total, gradient}, range,
                                      "AddBackward");
        if (e.stopped())
          return false;
      } else if (total) {
        return e.error(range,
                       "only the run knows whether a hook is called on the way "
                       "to this gradient");
      } else {
        total = gradient;
      }
    }
    return true;
  }

  bool callHooks(size_t i) {
    Value hooks = hooksOf(targets[i]);
    if (e.stopped() || !hooks || !totals[i])
      return !e.stopped();
    if (!totals[i].is(Kind::Tensor))
      return e.error(range, "only the run knows whether this hook is called"),
             false;
    before[i] = totals[i];
    totals[i] = e.run.callLibrary("torch.utils.hooks.run_hooks",
                                  {hooks, before[i]}, range);
    if (!e.stopped() && !totals[i].is(Kind::Tensor))
      e.error(range, "expected hook to return a tensor or None");
    return !e.stopped();
  }

  /// One that nothing else that is not done is made of; the number of targets
  /// if all are done.
  size_t next() {
    for (size_t i = 0; i < targets.size(); ++i) {
      auto isBehind = [&](size_t other) {
        mlir::Value value = e.grads.graph.storedIn(targets[other].id);
        return other != i && !isDone[other] &&
               graphOf({value}).contains(e.grads.graph.storedIn(targets[i].id));
      };
      if (!isDone[i] && llvm::none_of(llvm::seq(targets.size()), isBehind))
        return i;
    }
    return targets.size();
  }
};

} // namespace

bool BackwardPass::gradients(const Outputs &outputs,
                             const std::vector<Value> &inputs,
                             GraphUse graphUse, ast::Range range,
                             std::vector<Value> &out, bool captures) {
  if (!grads.hasGradientHooks)
    return gradientsUpTo({}, outputs, inputs, graphUse, range, out);
  HookedGradients all{*this, graphUse, range, {}, {}, {}, {}};
  if (!all.find(outputs))
    return false;
  // The stages that follow go through the same graph.
  if (!all.targets.empty() && graphUse == GraphUse::Release)
    all.graphUse = GraphUse::Retain;
  for (const Value &input : inputs)
    all.addTarget(input);
  if (stopped())
    return false;
  for (size_t i = 0; i < all.targets.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if ((all.isComputed(all.targets[i]) || all.isComputed(all.targets[k])) &&
          grads.graph.storedIn(all.targets[i].id) ==
              grads.graph.storedIn(all.targets[k].id))
        return error(range, "the hooks of a copy (clone() and its like) are "
                            "not supported; compute it in another way, or "
                            "register them for what is computed of it"),
               false;
  Value grad =
      objects.exchangeMode(Mode::Grad, makeBool(graphUse == GraphUse::Create));
  bool succeeded = all.stage(outputs);
  for (size_t i = all.next(); succeeded && i < all.targets.size();
       i = all.next()) {
    all.isDone[i] = true;
    succeeded = all.callHooks(i);
    if (succeeded && all.totals[i])
      succeeded = all.stage({{all.targets[i]}, {all.totals[i]}});
  }
  for (size_t i = 0; succeeded && i < all.targets.size(); ++i)
    if (get(all.targets[i].id).isLeaf)
      succeeded = all.callHooks(i);
  objects.exchangeMode(Mode::Grad, grad);
  // One op, whose results nobody reads, says that the whole graph is released.
  std::vector<Value> unread;
  if (succeeded && all.graphUse != graphUse)
    succeeded = gradientsUpTo({}, outputs, inputs, graphUse, range, unread);
  if (!succeeded)
    return false;
  for (const Value &input : inputs) {
    size_t number = all.numberOf(input);
    // autograd.grad sees it in front of the hooks if it goes on from there.
    bool goesOn = captures && all.isComputed(input) &&
                  llvm::any_of(inputs, [&](const Value &other) {
                    return other.id != input.id &&
                           all.graphOf({grads.graph.storedIn(input.id)})
                               .contains(grads.graph.storedIn(other.id));
                  });
    out.push_back(goesOn ? all.before[number] : all.totals[number]);
  }
  return true;
}

/// The hooks of a tensor; the given ones from now on, if it has none.
static Value tensorHooks(Context &e, Bound &a) {
  auto known = e.get(a[0].id).attributes.find(hooksName);
  if (known != e.get(a[0].id).attributes.end())
    return known->second;
  if (!e.get(a[0].id).isLeaf) {
    Operation *op = e.grads.graph.storedIn(a[0].id).getDefiningOp();
    if (!e.get(a[0].id).path.empty())
      return e.error(a.range, "a hook of a view is not supported; register it "
                              "for the tensor that it is a view of");
    if (!op || op->getNumRegions())
      return e.error(a.range, "a loop or branch gives this tensor; register "
                              "the hook for what is computed of it");
    op->setAttr(markName, e.b.getUnitAttr());
  }
  e.grads.hasGradientHooks = true;
  e.objects.setAttribute(a[0].id, hooksName, a[1]);
  return a[1];
}

void registerGradientHooks(Registry &r) {
  r.add("_tine.tensor_hooks", "tensor, new", tensorHooks);
}

} // namespace tine::elaborate
