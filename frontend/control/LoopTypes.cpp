//===- LoopTypes.cpp - In which types a loop carries what it changes ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/LoopMerge.h"
#include "frontend/services/Choices.h"
#include "frontend/services/RunObjects.h"
#include "frontend/syntax/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether a list or dict of compile time is in it.
static bool holdsMade(const Type &type) {
  return type->isMadeList || type->isMadeDict ||
         llvm::any_of(type->elements, holdsMade);
}

static bool isIntOrFloat(const Type &type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Float;
}

Type LoopMerge::typeOf(const Carried &known, const Value &value) {
  return known.isPlain ? e.types.typeOf(value) : typeOfChoice(e, value);
}

bool LoopMerge::assume(Carried &known, Type type) {
  known.type = std::move(type);
  return trial.again = true;
}

bool LoopMerge::peel(int most) {
  bool isNew =
      e.decisions.peel(e.frames.site(shape.source.node), most,
                       "its first iteration is unlike the others", range);
  if (isNew)
    e.requestRestart();
  return isNew;
}

bool LoopMerge::isMadeAnew(const Slot &slot) {
  return slot.kind == Slot::Kind::Local && !shape.live.contains(slot.name) &&
         shape.runs && !e.script() && alwaysSets(shape.source.body, slot.name);
}

bool LoopMerge::isZeroOf(const Slot &slot, const Type &sum) {
  Value start = getSlot(before, slot);
  return shape.runs && !shape.source.canLeave && !assumed.exit.raises &&
         slot.kind == Slot::Kind::Local && start.isConst() &&
         start.asDouble() == 0 && sum->tensor.hasStaticShape() &&
         isa<FloatType>(sum->tensor.getElementType()) &&
         onlyAddsTo(shape.source.body, slot.name);
}

LoopMerge::Start LoopMerge::changeStart(const Slot &slot, Carried &known,
                                        const Type &with, bool joins) {
  const Type &type = known.type;
  // A parameter in place of another tensor is one from then on.
  if (with->isParameter && !type->isParameter && peel(1))
    return Start::Stop;
  // So is a leaf in place of a tensor that is none.
  bool areTensors =
      type->kind == TypeKind::Tensor && with->kind == TypeKind::Tensor;
  if (areTensors && type->elements.empty() && !with->elements.empty() &&
      peel(1))
    return Start::Stop;
  if (joins)
    return Start::Fits;
  // A sum that starts with 0 is a float from the first iteration on.
  if (!e.script() && type->kind == TypeKind::Int &&
      with->kind == TypeKind::Float && peel(1))
    return Start::Stop;
  bool isTensor = with->kind == TypeKind::Tensor && with->tensor;
  if (!e.script() && isIntOrFloat(type) && (isTensor || with->isRecord)) {
    // The first iteration makes a tensor of the zero.
    if (isTensor && isZeroOf(slot, with)) {
      known.startsAtZero = true;
      assume(known, withoutTensors(with));
      return Start::Changed;
    }
    if (peel(1))
      return Start::Stop;
  }
  // Each iteration makes it anew, and there is one.
  if (isMadeAnew(slot) && !std::exchange(known.isReplaced, true))
    if (Type made =
            e.types.typeOfUnset(getSlot(trial.last.end, slot), before.heap)) {
      assume(known, made->elements[0]);
      return Start::Changed;
    }
  return Start::Fits;
}

bool LoopMerge::widen(const Slot &slot, Carried &known, const Type &with) {
  const Type type = known.type;
  bool isEmpty = type->kind == TypeKind::Dict && isPartial(type);
  bool areMade = holdsMade(type) || holdsMade(with);
  Type joined = areMade || isEmpty ? joinChoices(e, type, with)
                                   : e.types.joinTypes(type, with);
  Start start = changeStart(slot, known, with, joined != nullptr);
  if (start != Start::Fits)
    return start == Start::Changed;
  if (!joined)
    joined = e.types.joinAnyTypes(type, with);
  // None until the first iteration, of which there is one. Not the very tensor
  // of this iteration.
  if (type->kind == TypeKind::None && isMadeAnew(slot) &&
      !std::exchange(known.isReplaced, true))
    return assume(known, withoutTensors(with));
  if (!joined && slot.kind != Slot::Kind::Item && areMade &&
      !std::exchange(known.isPlain, true))
    return assume(known, {});
  if (!joined || !e.types.canFlatten(joined)) {
    // What only exists at compile time can change in unrolled iterations.
    constexpr StringLiteral why = "a loop carries them";
    if (e.decisions.unrollEnclosingLoop() || bringObjects(e, with, why) ||
        bringObjects(e, type, why))
      return false;
    std::string name = slot.kind == Slot::Kind::Item ? "an element of a list"
                                                     : "'" + slot.name + "'";
    std::string before = toString(type, with), behind = toString(with, type);
    if (before == behind)
      e.error(range, name + " is another '" + before +
                         "' behind each iteration of the loop, and it exists "
                         "at compile time only; keep what is needed behind "
                         "the loop of it (its state_dict(), what it computes), "
                         "or make it in front of the loop");
    else
      e.error(range, name + " has type '" + before +
                         "' before an iteration of the loop and type '" +
                         behind + "' behind it");
    return false;
  }
  return sameType(joined, type) || assume(known, joined);
}

} // namespace tine::elaborate
