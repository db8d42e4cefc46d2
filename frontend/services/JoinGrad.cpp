//===- JoinGrad.cpp - What is known of gradients where paths join ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a tensor requires a gradient, is a leaf, and which function made it
// is known at compile time on each path of a branch, and for each iteration of
// a loop. Here it is told of what comes out of them, as far as all agree, and
// who asks for more makes a loop tell it.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Objects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The value if it is there, or the tensor if it is one.
static const Value *presentIn(const Value *value) {
  if (value->is(Kind::Either))
    for (const Value &item : value->items)
      if (item.is(Kind::Tensor))
        return &item;
  bool may = value->is(Kind::Optional) || value->is(Kind::Maybe);
  return may ? presentIn(&value->items[0]) : value;
}

void GradFlags::markJoined(const Value &joined) {
  const Value &result = *presentIn(&joined);
  if (result.is(Kind::Tensor))
    mutate(result.id).isJoined = true;
}

/// The parts of a tuple, or of a list that is known at compile time.
static ArrayRef<Value> partsOf(const Heap &heap, const Value &value) {
  if (value.is(Kind::List) && !heap[value.id]->isRuntime)
    return heap[value.id]->items;
  return value.is(Kind::Tuple) ? ArrayRef<Value>(value.items)
                               : ArrayRef<Value>();
}

/// The order in memory is known if it is the same in all.
static void joinLayout(Object &joined,
                       ArrayRef<std::pair<const Heap *, Value>> values) {
  std::optional<Layout> layout;
  for (const auto &[from, value] : values) {
    const Value &own = *presentIn(&value);
    if (!own.is(Kind::Tensor))
      return;
    const Object &tensor = *(*from)[own.id];
    if (tensor.tensorType.getRank() != joined.tensorType.getRank())
      return;
    if (layout && !(*layout == tensor.layout)) {
      layout = Layout::unknown();
      break;
    }
    layout = tensor.layout;
  }
  if (layout)
    joined.layout = *layout;
}

void GradFlags::joinGrad(const Value &joined,
                         ArrayRef<std::pair<const Heap *, Value>> values,
                         bool byCount) {
  const Value &result = *presentIn(&joined);
  std::vector<Value> parts(partsOf(objects.heap, result));
  for (const auto &[i, part] : llvm::enumerate(parts)) {
    SmallVector<std::pair<const Heap *, Value>> own;
    for (const auto &[from, value] : values) {
      ArrayRef<Value> all = partsOf(*from, *presentIn(&value));
      if (all.size() == parts.size())
        own.emplace_back(from, all[i]);
    }
    joinGrad(part, own, byCount);
  }
  if (!result.is(Kind::Tensor))
    return;
  joinLayout(mutate(result.id), values);
  if (!get(result.id).requiresGrad)
    return;
  std::optional<std::string> name;
  bool isOne = true, isGraded = false, isPlain = false, isUnsure = false;
  bool isLeaf = false, isMade = false, isLeafUnsure = false;
  bool isAnyCounted = byCount, areAllCounted = true, isRetained = false;
  Site decidedByLoop{nullptr, 0};
  for (const auto &[from, value] : values) {
    const Value &own = *presentIn(&value);
    if (!own.is(Kind::Tensor))
      continue;
    const Object &tensor = *(*from)[own.id];
    // What requires a gradient was written to a view of its storage.
    const Object &storage = *(*from)[tensor.storage];
    bool isWritten =
        !tensor.requiresGrad && storage.gradWritten && !tensor.detached;
    auto flag = tensor.attributes.find(requiresGradSlot.str());
    bool isFlagged = flag != tensor.attributes.end() && !flag->second.isConst();
    bool isOwnUnsure =
        isWritten ? storage.unsureGrad
                  : tensor.requiresGrad && (tensor.unsureGrad || isFlagged);
    bool isOwnLeafUnsure = tensor.unsureLeaf && tensor.isJoined;
    bool isNameless =
        tensor.requiresGrad && !tensor.isLeaf && tensor.gradFn.empty();
    isUnsure |= isOwnUnsure;
    isRetained |= tensor.retains != GradFacts::Retains::No;
    isLeafUnsure |= isOwnLeafUnsure;
    isAnyCounted |= tensor.conflictDependsOnTripOnly;
    areAllCounted &= tensor.conflictDependsOnTripOnly ||
                     (!isOwnUnsure && !isOwnLeafUnsure && !isNameless);
    if (tensor.decidedByLoop.first)
      decidedByLoop = tensor.decidedByLoop;
    isGraded |= tensor.requiresGrad || isWritten;
    isPlain |= !tensor.requiresGrad && !isWritten;
    if (!tensor.requiresGrad && !isWritten)
      continue;
    (tensor.isLeaf && !isWritten ? isLeaf : isMade) = true;
    std::string ownName = isWritten ? "CopySlices" : tensor.gradFn;
    isOne &= !name || *name == ownName;
    name = ownName;
  }
  if (!isGraded && !isPlain)
    return;
  Object &tensor = mutate(result.id);
  if (!isGraded) {
    tensor.requiresGrad = false;
    tensor.isLeaf = true;
    return;
  }
  tensor.unsureGrad = isUnsure || isPlain;
  tensor.unsureLeaf = isLeafUnsure || (isLeaf && isMade);
  // Unrolling tells what is unsure if nothing else than counting chose.
  bool differ = isPlain || (isLeaf && isMade) || !isOne;
  tensor.conflictDependsOnTripOnly =
      isAnyCounted && areAllCounted && (byCount || !differ);
  tensor.decidedByLoop = decidedByLoop;
  tensor.gradFn = isOne && !tensor.unsureGrad ? *name : "";
  if (isRetained)
    tensor.retains = GradFacts::Retains::OnSomePaths;
}

void GradFlags::mergePaths(const Heap &before, const Heap &x, const Heap &y,
                           JoinPoint at) {
  mergeFacts(objects.heap, x, y, before.size(), at);
  objects.dropInvisible(before);
}

bool GradFlags::knowsSameGrad(const Heap &a, const Heap &b) {
  auto known = [](const Object &x) {
    return std::tie(x.requiresGrad, x.unsureGrad, x.unsureLeaf, x.gradFn);
  };
  bool isSame = true;
  a.forEachChange(b, std::min(a.size(), b.size()), [&](size_t id) {
    if (a[id] && b[id] && a[id]->kind == Object::Kind::Tensor)
      isSame &= known(*a[id]) == known(*b[id]);
  });
  return isSame;
}

} // namespace tine::elaborate
