//===- Object.cpp - Mutable objects and how they merge --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merges of the domains. Each names all fields of its domain in a
// structured binding, so that one that is added there is missed here.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Object.h"
#include "llvm/ADT/STLExtras.h"

namespace tine::elaborate {

/// Adds to a set, which is kept as a vector, what it does not have yet.
template <typename T>
static void unite(std::vector<T> &set, const std::vector<T> &other) {
  for (const T &element : other)
    if (!llvm::is_contained(set, element))
      set.push_back(element);
}

static bool isSameType(const Type &a, const Type &b) {
  return a == b || (a && b && sameType(a, b));
}

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

bool Identity::isSameObject(const Identity &other) const {
  const auto &[storage1, path1, layout1, tensorType1, isParameter1, isBuffer1,
               movesElements1, elementType1, keyType1, valueType1, classInfo1,
               scripted1, original1, conflict1, tripOnly1] = *this;
  const auto &[storage2, path2, layout2, tensorType2, isParameter2, isBuffer2,
               movesElements2, elementType2, keyType2, valueType2, classInfo2,
               scripted2, original2, conflict2, tripOnly2] = other;
  return storage1 == storage2 && path1 == path2 && layout1 == layout2 &&
         tensorType1 == tensorType2 && isParameter1 == isParameter2 &&
         isBuffer1 == isBuffer2 && movesElements1 == movesElements2 &&
         isSameType(elementType1, elementType2) &&
         isSameType(keyType1, keyType2) && isSameType(valueType1, valueType2) &&
         classInfo1 == classInfo2 && scripted1 == scripted2 &&
         original1 == original2;
}

bool Identity::same(const Identity &other) const {
  return isSameObject(other) && conflict == other.conflict &&
         conflictDependsOnTripOnly == other.conflictDependsOnTripOnly;
}

/// Why nothing can stand for both.
static const char *whyApart(const Identity &x, const Identity &y) {
  if (x.storage != y.storage)
    return "is given another storage on one path of a branch or loop that "
           "depends on data; assign to the variable instead";
  if (x.tensorType != y.tensorType || x.path != y.path ||
      !(x.layout == y.layout))
    return "is given another shape or order on one path of a branch or loop "
           "that depends on data; assign to the variable instead";
  if (x.isParameter != y.isParameter || x.isBuffer != y.isBuffer)
    return "becomes a parameter or buffer on one path of a branch or loop "
           "that depends on data; do so before it";
  if (x.classInfo != y.classInfo || x.scripted != y.scripted ||
      x.original != y.original)
    return "becomes one of another class on one path of a branch or loop that "
           "depends on data";
  return "has elements of another type on each path of a branch or loop that "
         "depends on data; annotate it";
}

/// Any conflict stays. Unrolling tells what is behind it if that is so of each.
static void takeConflict(Identity &joined, const Identity &from) {
  bool &tripOnly = joined.conflictDependsOnTripOnly;
  if (from.conflict.empty()) {
    // Of a gradient: the loop may tell.
    tripOnly |= joined.conflict.empty() && from.conflictDependsOnTripOnly;
  } else if (joined.conflict.empty()) {
    joined.conflict = from.conflict;
    tripOnly = from.conflictDependsOnTripOnly;
  } else {
    tripOnly &= from.conflictDependsOnTripOnly;
  }
}

void Identity::merge(const Identity &x, const Identity &y, JoinPoint at) {
  // The join may have found one, or an inner one.
  Identity own = *this;
  *this = x;
  conflict.clear();
  conflictDependsOnTripOnly = false;
  if (!own.conflict.empty())
    takeConflict(*this, own);
  takeConflict(*this, x);
  takeConflict(*this, y);
  // A type of elements that is not known yet is no other one.
  auto take = [](Type &type, const Type &other) {
    if (other && (!type || type->kind == TypeKind::Unknown))
      type = other;
  };
  Identity other = y;
  take(elementType, other.elementType);
  take(keyType, other.keyType);
  take(valueType, other.valueType);
  take(other.elementType, elementType);
  take(other.keyType, keyType);
  take(other.valueType, valueType);
  if (conflict.empty() && !isSameObject(other)) {
    conflict = whyApart(*this, other);
    conflictDependsOnTripOnly = at.isCounted;
  }
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

void Sharing::merge(const Sharing &x, const Sharing &y, JoinPoint) {
  const Sharing &holder = x.shared ? x : y;
  const auto &[shared1, sharedAt1, sharedFile1, heldBy1, isAwaited1, mayAlias1,
               guards1, unguarded1, isChoice1, isRead1] = x;
  const auto &[shared2, sharedAt2, sharedFile2, heldBy2, isAwaited2, mayAlias2,
               guards2, unguarded2, isChoice2, isRead2] = y;
  Sharing result;
  result.shared = shared1 || shared2;
  result.sharedAt = holder.sharedAt;
  result.sharedFile = holder.sharedFile;
  result.heldBy = heldBy1.first ? heldBy1 : heldBy2;
  result.isAwaited = isAwaited1 || isAwaited2;
  result.mayAlias = mayAlias1;
  unite(result.mayAlias, mayAlias2);
  result.unguarded = unguarded1;
  unite(result.unguarded, unguarded2);
  // What one path alone knows, none tells.
  for (const auto *guards : {&guards1, &guards2})
    for (const Guard &guard : *guards)
      if (llvm::is_contained(guards1, guard) &&
          llvm::is_contained(guards2, guard))
        unite(result.guards, {guard});
      else
        unite(result.unguarded, {guard.storage});
  result.isChoice = isChoice1 || isChoice2;
  result.isRead = isRead1 || isRead2;
  *this = std::move(result);
}

bool Sharing::same(const Sharing &other) const {
  return shared == other.shared && isAwaited == other.isAwaited &&
         isChoice == other.isChoice && isRead == other.isRead &&
         guards == other.guards && unguarded.size() == other.unguarded.size() &&
         mayAlias.size() == other.mayAlias.size() &&
         llvm::all_of(mayAlias, [&](unsigned id) {
           return llvm::is_contained(other.mayAlias, id);
         });
}

//===----------------------------------------------------------------------===//
// GradFacts
//===----------------------------------------------------------------------===//

void GradFacts::merge(const GradFacts &x, const GradFacts &y, JoinPoint) {
  const auto &[graded1, gradWritten1, isComputed1, unsureGrad1, requiresGrad1,
               isLeaf1, detached1, retains1, gradFn1, isJoined1, unsureLeaf1,
               decidedByLoop1] = x;
  const auto &[graded2, gradWritten2, isComputed2, unsureGrad2, requiresGrad2,
               isLeaf2, detached2, retains2, gradFn2, isJoined2, unsureLeaf2,
               decidedByLoop2] = y;
  GradFacts result;
  result.graded = graded1 || graded2;
  result.gradWritten = gradWritten1 || gradWritten2;
  result.isComputed = isComputed1 || isComputed2;
  result.isLeaf = isLeaf1 && isLeaf2;
  // Of leaves it is an attribute (requiresGradSlot), which the join has set.
  result.requiresGrad =
      result.isLeaf ? requiresGrad : requiresGrad1 || requiresGrad2;
  result.detached = detached1 && detached2;
  result.unsureGrad = unsureGrad1 || unsureGrad2 ||
                      gradWritten1 != gradWritten2 ||
                      (requiresGrad1 != requiresGrad2 && !result.isLeaf);
  result.unsureLeaf = unsureLeaf1 || unsureLeaf2 || isLeaf1 != isLeaf2;
  result.isJoined = isJoined1 || isJoined2 || isLeaf1 != isLeaf2;
  result.retains = retains1 == retains2 ? retains1 : Retains::OnSomePaths;
  if (gradFn1 == gradFn2 && !result.unsureGrad)
    result.gradFn = gradFn1;
  result.decidedByLoop = decidedByLoop1.first ? decidedByLoop1 : decidedByLoop2;
  *this = std::move(result);
}

bool GradFacts::same(const GradFacts &other) const {
  auto known = [](const GradFacts &f) {
    return std::tie(f.graded, f.gradWritten, f.isComputed, f.unsureGrad,
                    f.requiresGrad, f.isLeaf, f.detached, f.retains, f.gradFn,
                    f.isJoined, f.unsureLeaf);
  };
  return known(*this) == known(other);
}

//===----------------------------------------------------------------------===//
// Reads and KeyFacts
//===----------------------------------------------------------------------===//

void Reads::merge(const Reads &x, const Reads &y, JoinPoint) {
  const auto &[readAs1, formerly1] = x;
  const auto &[readAs2, formerly2] = y;
  Reads result;
  result.readAs = readAs1;
  unite(result.readAs, readAs2);
  result.formerly = formerly1;
  unite(result.formerly, formerly2);
  *this = std::move(result);
}

void KeyFacts::merge(const KeyFacts &x, const KeyFacts &y, JoinPoint) {
  const auto &[unsureKeys1, unsureOrder1] = x;
  const auto &[unsureKeys2, unsureOrder2] = y;
  unsureKeys = unsureKeys1 || unsureKeys2;
  // The join may have found it.
  unsureOrder = unsureOrder || unsureOrder1 || unsureOrder2;
}

bool KeyFacts::same(const KeyFacts &other) const {
  return unsureKeys == other.unsureKeys && unsureOrder == other.unsureOrder;
}

//===----------------------------------------------------------------------===//
// Object
//===----------------------------------------------------------------------===//

bool Object::keysAreKnown() const {
  if (isRuntime)
    return false;
  for (size_t i = 0; i < items.size(); i += 2)
    if (!items[i].isConst() && !items[i].is(elaborate::Kind::Tensor) &&
        !items[i].is(elaborate::Kind::Object))
      return false;
  return true;
}

bool Object::isOpen() const {
  if (kind != Kind::Dict || isRuntime)
    return false;
  for (size_t i = 1; i < items.size(); i += 2)
    if (items[i].is(elaborate::Kind::Maybe))
      return true;
  return false;
}

} // namespace tine::elaborate
