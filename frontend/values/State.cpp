//===- State.cpp - States of a program and what differs between them ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is a place in the state that a branch or loop can change.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/State.h"

using namespace tine;

namespace tine::elaborate {

Value getSlot(const std::map<std::string, Value> &locals, const Heap &heap,
              const Slot &slot) {
  if (slot.kind == Slot::Kind::Local) {
    auto it = locals.find(slot.name);
    if (it != locals.end())
      return it->second;
    Value undefined;
    undefined.kind = Kind::Undefined;
    return undefined;
  }
  const Object &object = *heap[slot.id];
  if (slot.kind == Slot::Kind::Attribute) {
    auto it = object.attributes.find(slot.name);
    if (it != object.attributes.end())
      return it->second;
    if (slot.name == requiresGradSlot)
      return makeBool(object.requiresGrad);
    // One that the program gives a tensor begins otherwise (OpenAttributes.h).
    if (object.kind == Object::Kind::Tensor && slot.name.front() != '.')
      return makeNone();
    Value undefined;
    undefined.kind = Kind::Undefined;
    return undefined;
  }
  // A list may have lost elements, or become one of the run.
  if (slot.index < object.items.size())
    return object.items[slot.index];
  Value undefined;
  undefined.kind = Kind::Undefined;
  return undefined;
}

void setSlot(std::map<std::string, Value> &locals, Heap &heap, const Slot &slot,
             Value value) {
  if (slot.kind == Slot::Kind::Local) {
    if (value.is(Kind::Invalid))
      locals.erase(slot.name);
    else
      locals[slot.name] = std::move(value);
    return;
  }
  auto object = std::make_shared<Object>(*heap[slot.id]);
  if (slot.kind == Slot::Kind::Attribute) {
    // What a path assigned to a buffer is the buffer on every path.
    Value &attribute = object->attributes[slot.name];
    if (object->kind == Object::Kind::Instance && attribute.is(Kind::Tensor) &&
        value.is(Kind::Tensor) && heap[attribute.id] &&
        heap[attribute.id]->isBuffer && heap[value.id] &&
        !heap[value.id]->isBuffer) {
      auto tensor = std::make_shared<Object>(*heap[value.id]);
      tensor->isBuffer = true;
      heap.set(value.id, std::move(tensor));
    }
    attribute = std::move(value);
    if (slot.name == requiresGradSlot) {
      object->requiresGrad = !attribute.isConst() || attribute.integer;
      auto storage = std::make_shared<Object>(*heap[object->storage]);
      storage->graded |= object->requiresGrad;
      heap.set(object->storage, std::move(storage));
    }
  } else if (slot.index < object->items.size()) {
    object->items[slot.index] = std::move(value);
  }
  heap.set(slot.id, std::move(object));
}

std::vector<Slot> changedSlots(const State &before, const State &after) {
  std::set<Slot> slots;
  for (const auto &[name, value] : after.locals) {
    auto it = before.locals.find(name);
    if (it == before.locals.end() || !sameValue(it->second, value))
      slots.insert({Slot::Kind::Local, name, 0, 0});
  }
  for (const auto &[name, value] : before.locals)
    if (!after.locals.count(name))
      slots.insert({Slot::Kind::Local, name, 0, 0});
  size_t size = std::min(before.heap.size(), after.heap.size());
  before.heap.forEachChange(after.heap, size, [&](unsigned id) {
    if (!before.heap[id] || !after.heap[id])
      return;
    const Object &x = *before.heap[id], &y = *after.heap[id];
    if (x.kind == Object::Kind::Storage && x.current != y.current)
      slots.insert({Slot::Kind::Storage, "", id, 0});
    if (x.isTensor() && !x.isSameObject(y))
      slots.insert({Slot::Kind::Tensor, "", id, 0});
    else if (x.isTensor() && x.requiresGrad != y.requiresGrad) {
      bool isFlag = x.isLeaf && y.isLeaf;
      slots.insert({isFlag ? Slot::Kind::Attribute : Slot::Kind::Tensor,
                    isFlag ? requiresGradSlot.str() : "", id, 0});
    }
    if (!x.isStorage() && !x.isContainer()) {
      for (const auto &[name, value] : y.attributes) {
        auto it = x.attributes.find(name);
        if (it == x.attributes.end() || !sameValue(it->second, value))
          slots.insert({Slot::Kind::Attribute, name, id, 0});
      }
      for (const auto &[name, value] : x.attributes)
        if (!y.attributes.count(name))
          slots.insert({Slot::Kind::Attribute, name, id, 0});
    }
    if (x.isContainer()) {
      bool isDict = x.kind == Object::Kind::Dict;
      auto hasOtherKeys = [&] {
        for (size_t i = 0; i < x.items.size(); i += 2)
          if (!sameValue(x.items[i], y.items[i]))
            return true;
        return false;
      };
      if (x.isRuntime == y.isRuntime && !x.isRuntime &&
          x.items.size() == y.items.size() && !(isDict && hasOtherKeys())) {
        for (unsigned i = 0; i < x.items.size(); ++i)
          if (!sameValue(x.items[i], y.items[i]))
            slots.insert({Slot::Kind::Item, "", id, i});
      } else if (x.isRuntime != y.isRuntime || !x.isRuntime) {
        // Its length depends on the path: it must exist at run time.
        slots.insert({Slot::Kind::Item, "", id, ~0u});
      }
    }
  });
  return {slots.begin(), slots.end()};
}

/// Whether two objects got their attributes in one order.
static bool haveSameOrder(const Object &x, const Object &y) {
  return llvm::equal(
      x.attributes, y.attributes,
      [](const auto &a, const auto &b) { return a.first == b.first; });
}

void mergeFacts(Heap &joined, const Heap &x, const Heap &y, size_t older,
                JoinPoint at) {
  auto mergeAt = [&](size_t id) {
    if (!joined[id] || !x[id] || !y[id])
      return;
    auto object = std::make_shared<Object>(*joined[id]);
    object->mergeFacts(*x[id], *y[id], at);
    if (object->kind == Object::Kind::Instance &&
        !haveSameOrder(*x[id], *y[id]))
      object->unsureOrder = true;
    joined.set(id, std::move(object));
  };
  Heap before = joined;
  before.forEachChange(x, older, mergeAt);
  before.forEachChange(y, older, [&](size_t id) {
    if (before[id] == x[id])
      mergeAt(id);
  });
}

bool raiseFacts(Heap &assumed, const Heap &end, JoinPoint at,
                const std::set<unsigned> &except) {
  bool rises = false;
  assumed.forEachChange(end, assumed.size(), [&](size_t id) {
    if (!assumed[id] || !end[id] || except.count(id))
      return;
    auto object = std::make_shared<Object>(*assumed[id]);
    object->mergeFacts(*assumed[id], *end[id], at);
    // What the iteration made goes with it.
    static_cast<Reads &>(*object) = *assumed[id];
    auto isNew = [&](unsigned other) { return other >= assumed.size(); };
    llvm::erase_if(object->mayAlias, isNew);
    llvm::erase_if(object->unguarded, isNew);
    rises |= !object->hasSameFacts(*assumed[id]);
    assumed.set(id, std::move(object));
  });
  return rises;
}

} // namespace tine::elaborate
