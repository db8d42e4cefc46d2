//===- Entries.cpp - Entries of dicts that only some paths set ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dict of compile time has a key that only some paths have set as an entry
// whose value is Kind::Maybe: a value, and a flag that says in the run whether
// it is there. Where paths join, their dicts get the same keys in one order
// (BranchMerge.cpp, LoopMerge.cpp). Here is what a dict with such entries, an
// open one, does.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Entries.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// What is known of conditions
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Open dicts
//===----------------------------------------------------------------------===//

bool Containers::isOpen(const Value &dict) {
  if (!dict.is(Kind::Dict) || !get(dict.id).isOpen())
    return false;
  std::vector<Value> items;
  bool settles = false;
  const Object &object = get(dict.id);
  for (size_t i = 0; i + 1 < object.items.size(); i += 2) {
    const Value &value = object.items[i + 1];
    std::optional<bool> isSet =
        value.is(Kind::Maybe) ? numbers.isKnownTo(value.ssa) : std::nullopt;
    settles |= isSet.has_value();
    if (isSet && !*isSet)
      continue;
    items.push_back(object.items[i]);
    items.push_back(isSet ? Value(value.items[0]) : value);
  }
  if (settles)
    mutate(dict.id).items = std::move(items);
  return get(dict.id).isOpen();
}

bool Containers::needsKeys(const Value &dict, ast::Range range) {
  if (!isOpen(dict))
    return true;
  error(range, "which keys this dict has depends on the path that data takes; "
               "set them before the branch or loop");
  return false;
}

bool Containers::knowsOrder(const Value &dict, ast::Range range) {
  const Object &object = get(dict.id);
  if (!object.unsureOrder || object.isRuntime || object.items.size() <= 2)
    return true;
  error(range, "the order of this dict's keys depends on the path that data "
               "takes; set them before the branch or loop, or ask for them by "
               "name");
  return false;
}

mlir::Value Containers::anyEntry(const Value &dict, ast::Range range,
                                 size_t end) {
  // Entries that come together have one flag.
  SmallVector<mlir::Value> flags;
  const std::vector<Value> items = get(dict.id).items;
  for (size_t i = 1; i < std::min(end, items.size()); i += 2) {
    if (!items[i].is(Kind::Maybe))
      return ssa(makeBool(true));
    if (!llvm::is_contained(flags, items[i].ssa))
      flags.push_back(items[i].ssa);
  }
  mlir::Value any;
  for (mlir::Value flag : flags)
    any =
        any ? arith::OrIOp::create(b, loc(range), any, flag).getResult() : flag;
  return any ? any : ssa(makeBool(false));
}

Value Containers::countEntries(const Value &dict, ast::Range range) {
  const std::vector<Value> items = get(dict.id).items;
  llvm::MapVector<mlir::Value, int64_t> counts;
  int64_t certain = 0;
  for (size_t i = 1; i < items.size(); i += 2)
    if (items[i].is(Kind::Maybe))
      ++counts[items[i].ssa];
    else
      ++certain;
  mlir::Value sum;
  for (auto [flag, count] : counts) {
    int64_t others = sum ? 0 : certain;
    mlir::Value own = arith::SelectOp::create(
        b, loc(range), flag, constInt(count + others), constInt(others));
    sum =
        sum ? arith::AddIOp::create(b, loc(range), sum, own).getResult() : own;
  }
  return sum ? makeInt(sum) : makeInt(certain);
}

void Containers::loseOrder(const Value &dict, size_t at) {
  const std::vector<Value> &items = get(dict.id).items;
  mlir::Value own = items[at].ssa;
  bool isLast = true;
  for (size_t i = at + 2; i < items.size(); i += 2)
    isLast &= items[i].is(Kind::Maybe) && items[i].ssa == own;
  if (!isLast)
    mutate(dict.id).unsureOrder = true;
}

Value Containers::entryAt(const Value &dict, size_t at, const Value &key,
                          ast::Range range) {
  Value entry = get(dict.id).items[at];
  if (isUntold(entry) && !entry.known)
    return error(range, "this value of a dict " + entry.text);
  if (!entry.is(Kind::Maybe))
    return entry;
  const Object &object = get(dict.id);
  auto factory = object.attributes.find(defaultFactory.str());
  if (factory == object.attributes.end()) {
    if (diagnoser.isCaught("KeyError"))
      return diagnoser.guarded(entry.ssa, "KeyError", textOfKey(key), range,
                               [&] { return Value(entry.items[0]); });
    check(entry.ssa, "KeyError", textOfKey(key), range);
    // From here on it is there, and so is what came with it.
    if (!stopped() && entry.ssa.getParentBlock() == b.getInsertionBlock())
      for (Value &item : mutate(dict.id).items)
        if (item.is(Kind::Maybe) && item.ssa == entry.ssa)
          item = Value(item.items[0]);
    return stopped() ? Value() : entry.items[0];
  }
  if (!checkChange(dict, range))
    return {};
  Value make = factory->second, made = entry.items[0];
  if (make.is(Kind::Builtin) && make.text == "dict" && made.is(Kind::Dict) &&
      !get(made.id).isRuntime && objects.aliases(made.id).empty()) {
    // Where it is not there, an empty one is made: the same without its
    // entries, if nobody else knows it.
    mutate(dict.id).items[at] = makeNone();
    bool isOwn = !objects.reachable().count(made.id);
    mutate(dict.id).items[at] = entry;
    if (isOwn) {
      loseOrder(dict, at);
      mutate(dict.id).items[at] = made;
      std::vector<Value> items = get(made.id).items;
      llvm::DenseMap<mlir::Value, mlir::Value> flags;
      for (size_t i = 1; i < items.size(); i += 2) {
        bool may = items[i].is(Kind::Maybe);
        mlir::Value own = may ? items[i].ssa : mlir::Value();
        auto [flag, isNew] = flags.insert({own, {}});
        if (isNew)
          flag->second = numbers.both(own, entry.ssa, range);
        Value value = entry;
        value.ssa = flag->second;
        value.items = {may ? Value(items[i].items[0]) : items[i]};
        items[i] = value;
      }
      mutate(made.id).items = std::move(items);
      return made;
    }
  }
  paths.branch(
      entry.ssa, []() -> Flow { return {}; },
      [&]() -> Flow {
        CallArgs none(range);
        Value made = run.call(make, none);
        return !stopped() && dictSet(dict, key, made, range) ? Flow()
                                                             : Flow::none();
      },
      range);
  return stopped() ? Value() : dictGet(dict, key, range);
}

Flow Containers::iterateEntries(const Value &dict, StringRef which,
                                ast::Range range,
                                function_ref<Flow(Value)> body) {
  const std::vector<Value> items = get(dict.id).items;
  return paths.unrolledLoop(
      static_cast<int64_t>(items.size() / 2),
      [&](int64_t i) -> Flow {
        const Value &key = items[2 * i], &entry = items[2 * i + 1];
        bool may = entry.is(Kind::Maybe);
        const Value &value = may ? entry.items[0] : entry;
        Value element = which == "values"  ? value
                        : which == "items" ? makeTuple({key, value})
                                           : key;
        if (!may)
          return body(element);
        return paths.branch(
            entry.ssa, [&] { return body(element); },
            []() -> Flow { return {}; }, range);
      },
      range);
}

Value Containers::listOfEntries(const Value &dict, StringRef which,
                                bool needsOrder, ast::Range range) {
  if (!knowsKeys(dict, range) || (needsOrder && !knowsOrder(dict, range)))
    return {};
  Value list = newList({}, makeType(TypeKind::Unknown), nullptr, range);
  if (stopped())
    return {};
  iterateEntries(dict, which, range, [&](const Value &item) {
    return listAppend(list, item, range) ? Flow() : Flow::none();
  });
  if (stopped())
    return {};
  return get(list.id).conflict.empty()
             ? list
             : error(range, "these values of a dict, of which only the run "
                            "knows which there are, have no common type");
}

//===----------------------------------------------------------------------===//
// Where paths join
//===----------------------------------------------------------------------===//

MergedKeys mergeKeys(const Object &a, const Object &c) {
  MergedKeys merged;
  merged.isUnsure = a.unsureOrder || c.unsureOrder;
  std::vector<Value> &keys = merged.keys;
  for (size_t i = 0; i + 1 < a.items.size(); i += 2)
    keys.push_back(a.items[i]);
  size_t next = 0; // behind the last key of `c`
  auto find = [&](const Value &key) -> size_t {
    if (next < keys.size() && sameKey(keys[next], key))
      return next;
    return llvm::find_if(keys,
                         [&](const Value &k) { return sameKey(k, key); }) -
           keys.begin();
  };
  for (size_t i = 0; i + 1 < c.items.size(); i += 2) {
    size_t at = find(c.items[i]);
    if (at == keys.size()) {
      // In front of what comes behind it in `c`.
      for (size_t j = i + 2; j + 1 < c.items.size() && at == keys.size();
           j += 2)
        at = find(c.items[j]);
      at = std::max(at, next);
      keys.insert(keys.begin() + at, c.items[i]);
    }
    merged.isUnsure |= at < next;
    next = std::max(next, at + 1);
  }
  return merged;
}

std::shared_ptr<Object> withKeys(const Object &dict, ArrayRef<Value> keys) {
  auto result = std::make_shared<Object>(dict);
  result->items.clear();
  for (const Value &key : keys) {
    // Most are in the same place.
    size_t at = result->items.size(), size = dict.items.size();
    if (at >= size || !sameKey(dict.items[at], key))
      for (at = 0; at < size && !sameKey(dict.items[at], key);)
        at += 2;
    Value unset;
    unset.kind = Kind::Undefined;
    result->items.push_back(key);
    result->items.push_back(at < size ? dict.items[at + 1] : unset);
  }
  return result;
}

void Containers::dropUnset(unsigned dict) {
  std::vector<Value> items;
  for (size_t i = 0; i + 1 < get(dict).items.size(); i += 2)
    if (!isAbsent(get(dict).items[i + 1]))
      items.insert(items.end(), {get(dict).items[i], get(dict).items[i + 1]});
  if (items.size() != get(dict).items.size())
    mutate(dict).items = std::move(items);
}

bool hasKeysOf(const Object &dict, const Heap &before) {
  if (dict.isRuntime || !dict.keysAreKnown())
    return false;
  for (size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    const Value &key = dict.items[i];
    if (!key.isConst() && (key.id >= before.size() || !before[key.id]))
      return false;
  }
  return true;
}

/// Stands for the flag of an entry.
static void *flagOf(const Value &entry) {
  static char isSet, isNot;
  return entry.is(Kind::Maybe)       ? entry.ssa.getAsOpaquePointer()
         : entry.is(Kind::Undefined) ? static_cast<void *>(&isNot)
                                     : static_cast<void *>(&isSet);
}

unsigned EntryGroups::find(const Slot &slot, const Value &before) {
  auto [group, isNew] = groups.insert({slot, 0});
  if (isNew) {
    auto [start, isFirst] = starts.insert({flagOf(before), count});
    count += isFirst;
    group->second = start->second;
  }
  return group->second;
}

void EntryGroups::add(const Slot &slot, const Value &end) {
  auto group = groups.find(slot);
  if (group != groups.end())
    ends[{group->second, flagOf(end)}].push_back(slot);
}

bool EntryGroups::split() {
  bool splits = false;
  std::set<unsigned> seen;
  for (const auto &[key, slots] : ends) {
    if (seen.insert(key.first).second)
      continue;
    for (const Slot &slot : slots)
      groups[slot] = count;
    ++count;
    splits = true;
  }
  ends.clear();
  return splits;
}

bool Containers::canOpen(unsigned dict, const State &entry, const State &end) {
  const Object &made = *end.heap[dict];
  Type type = types.typeOf(makeRef(Kind::Dict, dict));
  return keepsKeys(made, type) && hasKeysOf(made, entry.heap) &&
         hasKeysOf(*entry.heap[dict], entry.heap);
}

bool Containers::keepsKeys(const Object &dict, const Type &type) {
  if (script())
    return false;
  // Tensors and objects are keys of compile time only.
  for (size_t i = 0; i + 1 < dict.items.size(); i += 2)
    if (!dict.items[i].isConst())
      return true;
  return !decisions.mayBeOfRun(dict) || hasStatic(type) ||
         !types.canFlatten(type) ||
         (decisions.keepsLists() &&
          type->elements[1]->kind == TypeKind::Tensor);
}

} // namespace tine::elaborate
