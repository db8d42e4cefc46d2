//===- BackwardPass.cpp - What backward() does to .grad -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/BackwardPass.h"
#include "dialects/nn/Dependence.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void BackwardPass::resolveAliases(const Outputs &outputs,
                                  const std::vector<Value> *inputs,
                                  std::set<unsigned> &passed,
                                  std::set<unsigned> &unknown) {
  auto isLeaf = [&](unsigned id) {
    return objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
           objects.heap[id]->requiresGrad && objects.heap[id]->isLeaf;
  };
  std::vector<unsigned> leaves;
  if (inputs)
    for (const Value &input : *inputs)
      leaves.push_back(input.id);
  else
    for (unsigned id = 0; id < objects.heap.size(); ++id)
      leaves.push_back(id);
  llvm::erase_if(leaves, [&](unsigned id) {
    return !isLeaf(id) ||
           (objects.heap[id]->mayAlias.empty() && !objects.heap[id]->isChoice);
  });
  if (leaves.empty())
    return;
  auto dependences = [&](ArrayRef<mlir::Value> of) {
    return nn::DependenceGraph(of, b.getInsertionBlock()->getParent());
  };
  nn::DependenceGraph reached = dependences(grads.graph.storedIn(outputs));
  for (unsigned leaf : leaves) {
    if (!reached.contains(grads.graph.storedIn(leaf)))
      continue;
    // One that no variable has any more may still be in the graph.
    std::set<unsigned> others = objects.aliases(leaf);
    for (unsigned origin : objects.originsOf(leaf))
      if (origin != leaf && isLeaf(origin) &&
          reached.contains(grads.graph.storedIn(origin)))
        others.insert(origin);
    for (unsigned other : others) {
      // A choice between the leaf and what collects no gradients.
      if (!isLeaf(other)) {
        unknown.insert(other);
        continue;
      }
      if (inputs || !reached.contains(grads.graph.storedIn(other))) {
        unknown.insert(other);
        continue;
      }
      if (grads.graph.storedIn(leaf) == grads.graph.storedIn(other))
        continue;
      if (dependences({grads.graph.storedIn(leaf)})
              .contains(grads.graph.storedIn(other))) {
        passed.insert(leaf);
        unknown.insert(leaf);
      } else if (!dependences({grads.graph.storedIn(other)})
                      .contains(grads.graph.storedIn(leaf))) {
        unknown.insert(leaf);
        unknown.insert(other);
      }
    }
  }
}

/// Whether something else than a leaf may hold one of these gradients, each an
/// Optional: it would not see the sum that takes its place. Those of `unknown`
/// are not known any more.
static bool areHeld(Service &e, ArrayRef<Value> leaves,
                    const std::set<unsigned> &unknown, ast::Range range) {
  std::set<unsigned> origins;
  Heap known = e.objects.heap;
  for (unsigned id : unknown)
    e.grads.forgetGrad(id);
  for (const Value &leaf : leaves) {
    Value &gradient = e.mutate(leaf.id).attributes["grad"];
    if (!gradient.is(Kind::Optional))
      continue;
    unsigned storage = e.get(gradient.items[0].id).storage;
    if (!e.tensors.mayWrite(storage, range))
      return true;
    std::set<unsigned> own = e.objects.originsOf(storage);
    origins.insert(own.begin(), own.end());
    gradient = makeNone();
  }
  std::set<unsigned> all = e.objects.reachable(range);
  e.objects.heap = std::move(known);
  for (unsigned id : all)
    if (e.objects.heap[id] && e.objects.heap[id]->isStorage())
      for (unsigned origin : e.objects.originsOf(id))
        if (origins.count(origin))
          return e.error(range, "a variable or container may hold a gradient "
                                "that this adds to, and only the run knows "
                                "whether there is one; clone() it there"),
                 true;
  return false;
}

bool BackwardPass::backward(const Outputs &outputs,
                            const std::vector<Value> *inputs, GraphUse graphUse,
                            ast::Range range) {
  std::vector<Value> leaves;
  std::set<unsigned> passed, unknown;
  resolveAliases(outputs, inputs, passed, unknown);
  if (inputs) {
    leaves = *inputs;
  } else {
    for (unsigned id = 0; id < objects.heap.size(); ++id)
      if (objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
          objects.heap[id]->requiresGrad &&
          objects.heap[id]->conflict.empty() && !passed.count(id) &&
          (objects.heap[id]->isLeaf ||
           objects.heap[id]->retains != GradFacts::Retains::No) &&
          isa<FloatType>(objects.heap[id]->tensorType.getElementType()) &&
          // Nobody has what an arm of a branch made for itself.
          GraphQuestions::isVisible(grads.graph.storedIn(id)))
        leaves.push_back(makeRef(Kind::Tensor, id));
  }
  std::vector<Value> found;
  if (!gradients(outputs, leaves, graphUse, range, found))
    return false;
  bool createGraph = graphUse == GraphUse::Create;
  std::vector<Value> unsure;
  for (auto [leaf, gradient] : llvm::zip(leaves, found))
    if (auto old = get(leaf.id).attributes.find("grad");
        gradient && !createGraph && old != get(leaf.id).attributes.end() &&
        old->second.is(Kind::Optional))
      unsure.push_back(leaf);
  if (!unsure.empty() && areHeld(*this, unsure, unknown, range))
    return false;
  Value grad = objects.exchangeMode(Mode::Grad, makeBool(createGraph));
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Value &leaf = leaves[i];
    Value gradient = found[i];
    if (!gradient)
      continue;
    if (gradient.is(Kind::Undefined) ||
        (!get(leaf.id).isLeaf &&
         get(leaf.id).retains == GradFacts::Retains::OnSomePaths)) {
      grads.forgetGrad(leaf.id);
      continue;
    }
    auto known = get(leaf.id).attributes.find("grad");
    Value old =
        known == get(leaf.id).attributes.end() ? makeNone() : known->second;
    if (old.is(Kind::Undefined)) {
      // Whoever holds the gradient would see the sum.
      if (decisions.dropAssumption())
        return false;
      continue;
    }
    // Where there is none, it is zero: a sum takes no notice.
    Value optional = gradient.is(Kind::Optional) ? gradient : Value();
    if (optional)
      gradient = optional.items[0];
    if (old.is(Kind::Tensor) && !createGraph) {
      // Whoever holds the gradient sees the sum.
      Value sum = tensors.elementwise("nn.add", {old, gradient}, range, "");
      if (stopped() || !tensors.write(old, tensors.read(sum), range))
        return false;
      continue;
    }
    if (old.is(Kind::Tensor))
      gradient =
          tensors.elementwise("nn.add", {old, gradient}, range, "AddBackward");
    if (old.is(Kind::Optional)) {
      Value present = old.items[0];
      gradient = paths.select(
          old.ssa,
          [&] {
            return tensors.elementwise("nn.add", {present, gradient}, range,
                                       "");
          },
          [&] { return gradient; }, range);
    }
    if (stopped())
      return false;
    if (optional && !old.is(Kind::Tensor)) {
      if (old.is(Kind::Optional))
        optional.ssa =
            arith::OrIOp::create(b, loc(range), optional.ssa, old.ssa);
      optional.items = {gradient};
      gradient = optional;
    }
    mutate(leaf.id).attributes["grad"] = gradient;
  }
  objects.exchangeMode(Mode::Grad, grad);
  for (unsigned id : unknown)
    grads.forgetGrad(id);
  return true;
}

} // namespace tine::elaborate
