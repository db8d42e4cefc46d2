//===- GradFlags.cpp - What autograd knows of tensors ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which require a gradient, which are leaves, and what a change of that means.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/GradFlags.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool GradFlags::requiresGrad(const Value &tensor) {
  const Object &object = get(tensor.id);
  return object.requiresGrad ||
         (get(object.storage).gradWritten && !object.detached);
}

bool GradFlags::knowsGrad(const Value &tensor, ast::Range range) {
  const Object &object = get(tensor.id);
  bool isUnsure = object.requiresGrad
                      ? object.unsureGrad
                      : !object.detached && get(object.storage).unsureGrad;
  for (ActiveLoop &loop : decisions.activeLoops)
    loop.asksGrad = true;
  if (!isUnsure && !graph.isMadeOfUnsure(tensor)) {
    std::optional<bool> isMixed = graph.isMadeOfMixedList(tensor);
    if (!isMixed)
      decisions.activeLoops.back().asksOfOther = range;
    if (!isMixed || !*isMixed)
      return true;
  }
  if (!decisions.learnGrad(tensor))
    errorOfUnsureGrad(range);
  return false;
}

void GradFlags::errorOfUnsureGrad(ast::Range range) {
  error(range, "whether this tensor requires a gradient depends on the path "
               "that data takes; give both paths one that does, or detach() "
               "it");
}

void GradFlags::becomeGraded(const Value &tensor, StringRef gradFn) {
  if (!objects.aliases(get(tensor.id).storage).empty())
    error(frames.here,
          "this writes what requires a gradient to a tensor that may be "
          "one of several on this path; use the operation without '_'");
  Object &object = mutate(tensor.id);
  object.requiresGrad = true;
  object.isLeaf = object.unsureGrad = false;
  object.gradFn = gradFn.str();
  Object &storage = mutate(object.storage);
  storage.graded = storage.gradWritten = true;
  storage.unsureGrad = false;
}

mlir::Value GradFlags::requiresGradFlag(const Value &tensor) {
  const Object &object = get(tensor.id);
  auto flag = object.attributes.find(requiresGradSlot.str());
  if (flag == object.attributes.end() || flag->second.isConst())
    return {};
  return flag->second.ssa;
}

/// Makes derivatives end at a detached tensor, whose elements may still carry
/// one under another name.
void GradFlags::startGraph(const Value &tensor, ast::Range range) {
  unsigned storage = get(tensor.id).storage;
  mlir::Value now = get(storage).current;
  if (!isa<FloatType>(getElementTypeOrSelf(now)))
    return;
  mlir::Value ended = nn::DetachOp::create(b, loc(range), now);
  Object copy = get(storage);
  copy.current = ended;
  // What earlier graphs read was not this leaf.
  copy.readAs.clear();
  if (!objects.sharesStorage(tensor)) {
    mutate(storage) = std::move(copy);
    return;
  }
  unsigned own = objects.allocate(std::move(copy));
  objects.link(own, storage);
  mutate(tensor.id).storage = own;
}

bool GradFlags::knowsLeaf(const Value &tensor, ast::Range range) {
  for (ActiveLoop &loop : decisions.activeLoops)
    loop.asksGrad = true;
  if (!get(tensor.id).unsureLeaf)
    return true;
  if (get(tensor.id).isJoined && decisions.learnGrad(tensor))
    return false;
  if (get(tensor.id).isJoined)
    error(range, "whether this tensor is a leaf depends on the path that data "
                 "takes; ask before the paths meet");
  else if (!decisions.keepHolder(get(tensor.id).storage))
    error(range,
          "whether this tensor is a leaf, and its gradient, is not known "
          "here: it comes from a list, dict or task of the run; keep "
          "the tensor itself in a variable, or give the loop that makes "
          "the list a length that is known at compile time");
  return false;
}

bool GradFlags::setRequiresGrad(const Value &tensor, const Value &flag,
                                ast::Range range) {
  if (!flag.isConst() &&
      (!flag.is(Kind::Bool) || !get(tensor.id).isLeaf || script())) {
    error(range, "requires_grad must be known at compile time here");
    return false;
  }
  bool on = !flag.isConst() || flag.integer != 0;
  if (on && !isa<FloatType>(tensors.tensorType(tensor).getElementType())) {
    fault("RuntimeError", range,
          "only Tensors of floating point dtype can require gradients");
    return false;
  }
  if (!on && requiresGrad(tensor) && !get(tensor.id).isLeaf) {
    fault("RuntimeError", range,
          "you can only change requires_grad flags of leaf variables. If you "
          "want to use a computed variable in a subgraph that doesn't require "
          "differentiation use var_no_grad = var.detach().");
    return false;
  }
  if (on != get(tensor.id).requiresGrad &&
      !objects.aliases(tensor.id).empty()) {
    error(range, "this tensor may be one of several that a branch or loop "
                 "chooses from, and another is still in use; detach() it, or "
                 "set requires_grad before");
    return false;
  }
  bool becomesLeaf =
      on && get(tensor.id).isLeaf && !get(tensor.id).requiresGrad;
  if (becomesLeaf && !get(tensor.id).detached && get(tensor.id).path.empty() &&
      get(get(tensor.id).storage).shared) {
    if (!decisions.keepHolder(get(tensor.id).storage))
      error(range, "this tensor is also kept in a list, dict, task or future, "
                   "where it would not require a gradient; detach() it, or set "
                   "requires_grad before it is put there");
    return false;
  }
  if (get(tensor.id).attributes.count(requiresGradSlot.str()) ||
      !flag.isConst())
    mutate(tensor.id).attributes[requiresGradSlot.str()] = flag;
  mutate(tensor.id).requiresGrad = on;
  if (!on)
    return true;
  // What was made of its value so far, or is a copy of it, is not made of it.
  Heap::Entry storage = objects.heap[get(tensor.id).storage];
  mlir::Value now = storage->current;
  auto isOfAnother = [&](const Heap::Entry &other) {
    return other && other->isStorage() && other->current == now &&
           other != storage;
  };
  if (becomesLeaf &&
      ((get(tensor.id).detached && storage->graded) || !now.use_empty() ||
       isa<BlockArgument>(now) ||
       (tensors.isStoredTwice(now) && llvm::any_of(objects.heap, isOfAnother))))
    startGraph(tensor, range);
  mutate(tensor.id).detached = false;
  Object &changed = mutate(get(tensor.id).storage);
  changed.graded = true;
  if (becomesLeaf)
    changed.isComputed = false;
  return true;
}

bool GradFlags::gradOf(ArrayRef<Value> inputs) {
  auto isGraded = [&](const Value &v) {
    return v.is(Kind::Tensor) && requiresGrad(v);
  };
  return llvm::any_of(inputs, isGraded) && objects.recordsGraph();
}

bool GradFlags::isLeaf(const Value &value) {
  return value.is(Kind::Tensor) &&
         (get(value.id).isParameter ||
          (get(value.id).isLeaf && get(value.id).requiresGrad));
}

bool GradFlags::hasLeaf(const Value &list) {
  return list.is(Kind::List) && !get(list.id).isRuntime &&
         llvm::any_of(get(list.id).items,
                      [&](const Value &item) { return isLeaf(item); });
}

void GradFlags::forgetGrad(unsigned id) {
  Value unknown;
  unknown.kind = Kind::Undefined;
  mutate(id).attributes["grad"] = unknown;
}

void GradFlags::setGradFn(const Value &tensor, StringRef name) {
  mutate(tensor.id).gradFn = name.str();
}

void GradFlags::setGraded(unsigned storage, bool graded) {
  mutate(storage).graded = graded;
}

void GradFlags::detach(const Value &tensor) {
  Object &object = mutate(tensor.id);
  object.requiresGrad = false;
  object.retains = GradFacts::Retains::No;
  object.isLeaf = object.detached = true;
  object.gradFn.clear();
  object.attributes.erase(requiresGradSlot.str());
}

void GradFlags::retain(const Value &tensor) {
  mutate(tensor.id).retains = GradFacts::Retains::Yes;
}

} // namespace tine::elaborate
