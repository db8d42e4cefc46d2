//===- Objects.cpp - The heap, and objects by number ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation, copies on write, modes, members of classes.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Objects.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Program.h"
#include "frontend/services/RunObjects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

unsigned Objects::allocate(Object object) {
  if (heap.empty())
    heap.grow(1); // 0 is no object (ClassInfo::object)
  decisions.facts.work.add(1);
  return heap.add(std::make_shared<Object>(std::move(object)));
}

Object &Objects::mutate(unsigned id) {
  program.parameters.touch();
  // A state that was saved keeps the object as it was.
  if (heap.isOnlyHolder(id))
    return const_cast<Object &>(*heap[id]);
  decisions.facts.work.add(heap[id]->items.size() / 8);
  auto copy = std::make_shared<Object>(*heap[id]);
  Object &object = *copy;
  heap.set(id, std::move(copy));
  return object;
}

bool Objects::sharesStorage(const Value &tensor) const {
  unsigned storage = get(tensor.id).storage;
  return llvm::any_of(reachable(), [&](unsigned id) {
    return id != tensor.id && heap[id] &&
           heap[id]->kind == Object::Kind::Tensor &&
           heap[id]->storage == storage;
  });
}

bool Objects::recordsGraph() { return knownMode(Mode::Grad, frames.here); }

Value Objects::exchangeMode(Mode mode, Value value) {
  Value before = this->objects.mode(mode);
  if (!sameValue(before, value))
    mutate(modesObject).attributes[nameOf(mode).str()] = std::move(value);
  return before;
}

int64_t Objects::knownMode(Mode mode, ast::Range range) {
  const Value &value = this->objects.mode(mode);
  if (!value.isConst())
    error(range, unknownMode(mode));
  return value.integer;
}

Value Objects::underMode(Mode mode, ast::Range range,
                         function_ref<Value(bool)> use) {
  Value flag = this->objects.mode(mode);
  // TorchScript has no values of two dtypes.
  if (flag.isConst() || script())
    return use(knownMode(mode, range));
  Value either;
  either.kind = Kind::Either;
  either.ssa = flag.ssa;
  either.items = {makeBool(true), makeBool(false)};
  auto arm = [&](Value known) {
    exchangeMode(mode, known);
    Value result = use(known.integer);
    exchangeMode(mode, flag);
    return result;
  };
  return paths.onEither(either, arm, range);
}

void Objects::setAttribute(unsigned object, StringRef name, Value value) {
  mutate(object).attributes[name.str()] = std::move(value);
}

void Objects::eraseAttribute(unsigned object, StringRef name) {
  mutate(object).attributes.erase(name.str());
}

void Objects::setClass(const Value &object, ClassInfo *classInfo) {
  mutate(object.id).classInfo = classInfo;
}

void Objects::replace(const Value &object, Object by) {
  mutate(object.id) = std::move(by);
}

bool Objects::hasRole(const Value &value, ClassRole role) {
  return value.is(Kind::Object) && get(value.id).classInfo->has(role);
}

bool Objects::isSet(const Value &value) {
  return hasRole(value, ClassRole::Set);
}

Value Objects::itemsOfSet(const Value &set, ast::Range range) {
  CallArgs none(range);
  return run.callMethod(set, "_in_any_order", none);
}

bool Objects::isUsable(const Value &value, ast::Range range) {
  const char *what = value.is(Kind::Tensor)   ? "this tensor "
                     : value.is(Kind::List)   ? "this list "
                     : value.is(Kind::Dict)   ? "this dict "
                     : value.is(Kind::Object) ? "this object "
                                              : nullptr;
  if (!what || get(value.id).conflict.empty())
    return true;
  auto held = decisions.heldObjects.find(get(value.id).site);
  if ((!get(value.id).conflictDependsOnTripOnly ||
       !decisions.unrollEnclosingLoop()) &&
      (held == decisions.heldObjects.end() ||
       !bringObjects(*this, held->second,
                     "a list or dict of the run holds "
                     "them")))
    error(range, what + get(value.id).conflict);
  return false;
}

void Objects::visitTensors(const Value &value,
                           function_ref<void(unsigned)> visit) {
  if (value.is(Kind::Tensor))
    visit(value.id);
  if ((value.is(Kind::List) || value.is(Kind::Dict)) &&
      !get(value.id).isRuntime)
    for (const Value &item : get(value.id).items)
      visitTensors(item, visit);
  for (const Value &item : value.items)
    visitTensors(item, visit);
}

Value Objects::findMember(const ClassInfo *classInfo, StringRef name) {
  for (const ClassInfo *c : classInfo->order)
    if (const Value *own = ownMember(c, name))
      return own->is(Kind::Undefined)
                 ? error(frames.here,
                         "the attribute '" + name + "' of class '" + c->name +
                             "' " +
                             (own->text.empty() ? "is not set on every "
                                                  "path"
                                                : own->text))
                 : *own;
  return {};
}

const Value *Objects::ownMember(const ClassInfo *info, StringRef name) {
  if (info->object) {
    const auto &attributes = get(info->object).attributes;
    auto attribute = attributes.find(name.str());
    return attribute == attributes.end() ? nullptr : &attribute->second;
  }
  // The program may have given the library's class others.
  if (info->scope->isLibrary)
    if (const Value *open = findOpen(info->scope->moduleName + "." +
                                     info->qualifiedName + "." + name))
      return open;
  auto member = info->members.find(name.str());
  return member == info->members.end() ? nullptr : &member->second;
}

bool Objects::isModule(const Value &value) {
  return value.is(Kind::Object) && get(value.id).classInfo->traits.isModule;
}

const Value *Objects::findOpen(const Twine &qualifiedName) const {
  if (!openAttributes)
    return nullptr;
  const auto &attributes = get(openAttributes).attributes;
  if (attributes.empty())
    return nullptr;
  auto found = attributes.find(qualifiedName.str());
  return found == attributes.end() ? nullptr : &found->second;
}

void Objects::dropInvisible(const Heap &before) {
  auto isGone = [](mlir::Value value) {
    return !GraphQuestions::isVisible(value);
  };
  auto isFormerGone = [](const Elements &former) {
    return !GraphQuestions::isVisible(former.value);
  };
  before.forEachChange(heap, before.size(), [&](size_t id) {
    if (!heap[id])
      return;
    if (llvm::any_of(heap[id]->readAs, isGone))
      llvm::erase_if(mutate(id).readAs, isGone);
    if (heap[id]->isStorage() && llvm::any_of(heap[id]->formerly, isFormerGone))
      llvm::erase_if(mutate(id).formerly, isFormerGone);
  });
}

bool claims(Context &e, const Value &object, StringRef name) {
  if (!object.is(Kind::Object))
    return false;
  Value words = e.objects.findMember(e.get(object.id).classInfo, "_abstract");
  if (!words.is(Kind::Str))
    return false;
  SmallVector<StringRef> list;
  StringRef(words.text).split(list, ' ');
  return llvm::is_contained(list, name);
}

} // namespace tine::elaborate
