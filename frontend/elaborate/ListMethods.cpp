//===- ListMethods.cpp - Methods of lists ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of a list known at compile time are carried out there.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Sorts a list of compile time by what `key` gives for its elements, or by the
/// elements themselves.
Value Elaborator::sortByKey(const Value &self, std::vector<Value> items,
                            const Value &key, const Value &descending,
                            ast::Range range) {
  // What the run has to sort (_builtins.py).
  auto sortInRun = [&]() -> Value {
    if (hasStatic(typeOf(self)))
      return error(range, "the elements of this list, or their keys, depend on "
                          "data, and exist at compile time only; sort their "
                          "indices, or tuples of numbers");
    return callLibrary("_builtins.sort_by",
                       {self, key ? key : makeNone(), descending}, range);
  };
  if (get(self.id).isRuntime || !descending.isConst())
    return sortInRun();
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value &item : items) {
    CallArgs args;
    args.range = range;
    args.positional = {item};
    keyed.push_back({key ? call(key, args) : item, item});
    if (stopped)
      return {};
  }
  bool known = true;
  // By insertion: stable, and every comparison is known to be one of constants.
  std::vector<Value> sorted, keys;
  for (auto &[k, item] : keyed) {
    size_t at = keys.size();
    while (at > 0 && known) {
      Value before = descending.integer
                         ? compare(ast::CompareOp::Lt, keys[at - 1], k, range)
                         : compare(ast::CompareOp::Lt, k, keys[at - 1], range);
      if (stopped)
        return {};
      known = before.isConst();
      if (!known || !before.integer)
        break;
      --at;
    }
    keys.insert(keys.begin() + at, k);
    sorted.insert(sorted.begin() + at, item);
  }
  if (!known)
    return sortInRun();
  mutate(self.id).items = std::move(sorted);
  return makeNone();
}

bool Elaborator::isFoundByOp(const Value &list, Value &item, ast::Range range) {
  Type element = get(list.id).elementType;
  if (!element)
    return false;
  if (element->kind == TypeKind::Float &&
      (item.is(Kind::Int) || item.is(Kind::Bool)))
    item = toFloat(item, range);
  switch (element->kind) {
  case TypeKind::Int:
    return item.is(Kind::Int) && !item.classInfo;
  case TypeKind::Float:
    return item.is(Kind::Float);
  case TypeKind::Bool:
    return item.is(Kind::Bool);
  case TypeKind::Str:
    return item.is(Kind::Str);
  default:
    return false;
  }
}

Value Elaborator::findInList(const Value &list, Value item, ast::Range range) {
  if (!isFoundByOp(list, item, range))
    return stopped ? Value()
                   : callLibrary("_builtins.find_item", {list, item}, range);
  return makeInt(ListFindOp::create(b, loc(range),
                                    compareOf(get(list.id).elementType),
                                    get(list.id).current, ssa(item))
                     .getResult());
}

Value Elaborator::countInList(const Value &list, Value item, ast::Range range) {
  if (!isFoundByOp(list, item, range))
    return stopped ? Value()
                   : callLibrary("_builtins.count_item", {list, item}, range);
  return makeInt(ListCountOp::create(b, loc(range),
                                     compareOf(get(list.id).elementType),
                                     get(list.id).current, ssa(item))
                     .getResult());
}

Value Elaborator::listMethod(const Value &self, StringRef name,
                             CallArgs &args) {
  ast::Range range = args.range;
  static const std::set<StringRef> changing = {"append",  "extend", "insert",
                                               "pop",     "remove", "clear",
                                               "reverse", "sort"};
  if (changing.count(name) && !checkChange(self, range))
    return {};
  Location where = loc(range);
  auto arg = [&](size_t i) {
    return i < args.positional.size() ? args.positional[i] : Value();
  };
  auto needs = [&](size_t low, size_t high) {
    if (args.positional.size() >= low && args.positional.size() <= high)
      return true;
    error(range,
          "'" + name + "' got " + Twine(args.positional.size()) + " arguments");
    return false;
  };
  std::vector<Value> items;
  if (self.is(Kind::Tuple)) {
    items = self.items;
  } else if (!get(self.id).isRuntime) {
    items = get(self.id).items;
  }
  bool runtime = self.is(Kind::List) && get(self.id).isRuntime;
  // A change at a place that is not known needs a list of run time.
  auto needRuntime = [&]() -> bool {
    const Object &object = get(self.id);
    if (object.isRuntime)
      return true;
    Type type = typeOf(self);
    if (object.site.first && type->kind == TypeKind::List && !isPartial(type)) {
      facts.runtimeLists[object.site] = type->elements[0];
      requestRestart();
      return false;
    }
    return materialize(self, range);
  };
  if (name == "append") {
    if (!needs(1, 1) || !listAppend(self, arg(0), range))
      return {};
    return makeNone();
  }
  if (name == "extend") {
    if (!needs(1, 1))
      return {};
    std::vector<Value> more;
    Value other = arg(0);
    bool few = other.is(Kind::Tuple) || other.is(Kind::List);
    if ((!runtime || few) && staticItems(other, more) &&
        (!runtime || more.size() <= 16)) {
      for (const Value &item : more)
        if (!listAppend(self, item, range))
          return {};
      return makeNone();
    }
    if (stopped)
      return {};
    if (other.is(Kind::List)) {
      Type type = joinTypes(typeOf(self), typeOf(other));
      if (!type)
        return error(range, "cannot extend a list of type '" +
                                toString(typeOf(self)) + "' by '" +
                                toString(typeOf(other)) + "'");
      if (!needElementType(self.id, type->elements[0], range) || !needRuntime())
        return {};
      SmallVector<mlir::Value> leaves;
      if (!flatten(self, type, range, leaves, true) ||
          !flatten(other, type, range, leaves, true))
        return {};
      ListExtendOp::create(b, where, leaves[0], leaves[1]);
      return makeNone();
    }
    Sequence sequence;
    if (!sequenceOf(other, range, sequence))
      return {};
    LoopSource source;
    source.node = nodeOf(range);
    source.range = range;
    iterate(other, source, [&](Value element) -> Flow {
      return listAppend(self, element, range) ? Flow() : Flow::none();
    });
    return stopped ? Value() : makeNone();
  }
  if (name == "insert") {
    if (!needs(2, 2))
      return {};
    if (!runtime && arg(0).isConst()) {
      int64_t n = items.size(), i = arg(0).integer;
      i = std::clamp<int64_t>(i < 0 ? i + n : i, 0, n);
      if (!checkLength(items.size() + 1, range, "list") ||
          !checkItem(self, arg(1), range))
        return {};
      Object &object = mutate(self.id);
      object.items.insert(object.items.begin() + i, arg(1));
      return makeNone();
    }
    if (!needRuntime() || !needElementType(self.id, typeOf(arg(1)), range))
      return {};
    SmallVector<mlir::Value> leaves;
    if (!flatten(arg(1), get(self.id).elementType, range, leaves, true))
      return {};
    ListInsertOp::create(b, where, get(self.id).current, ssa(arg(0)), leaves);
    return makeNone();
  }
  if (name == "pop") {
    if (!needs(0, 1))
      return {};
    Value index = arg(0) ? arg(0) : makeInt(int64_t(-1));
    if (!index.is(Kind::Int) && !index.is(Kind::Bool))
      return error(range, "a list is indexed by integers, not by a value of "
                          "type '" +
                              toString(typeOf(index)) + "'");
    if (!runtime && index.isConst()) {
      int64_t n = items.size(),
              i = index.integer < 0 ? index.integer + n : index.integer;
      if (i < 0 || i >= n)
        return fault("IndexError", range,
                     n ? "pop index out of range" : "pop from empty list");
      Object &object = mutate(self.id);
      Value value = object.items[i];
      object.items.erase(object.items.begin() + i);
      return value;
    }
    if (!needRuntime())
      return {};
    SmallVector<mlir::Type> types;
    Type type = get(self.id).elementType;
    leafTypes(type, types);
    auto op =
        ListPopOp::create(b, where, types, get(self.id).current, ssa(index));
    ValueRange leaves = op.getResults();
    Value value = unflatten(type, leaves);
    share(value, range, self);
    return value;
  }
  if (name == "clear") {
    if (runtime)
      ListClearOp::create(b, where, get(self.id).current);
    else
      mutate(self.id).items.clear();
    return makeNone();
  }
  if (name == "reverse") {
    if (runtime) {
      ListReverseOp::create(b, where, get(self.id).current);
    } else {
      Object &object = mutate(self.id);
      std::reverse(object.items.begin(), object.items.end());
    }
    return makeNone();
  }
  if (name == "copy") {
    if (!runtime)
      return newList(items, get(self.id).elementType, nullptr, range);
    Type type = typeOf(self);
    mlir::Value copy = ListCopyOp::create(b, where, get(self.id).current);
    ValueRange leaves(copy);
    return unflatten(type, leaves);
  }
  if (name == "sort") {
    Value descending = makeBool(false), by;
    for (auto &[key, value] : args.keywords) {
      if (key == "key")
        by = value;
      else if (key == "reverse")
        descending = value;
      else
        return error(range, "sort takes 'key' and 'reverse' only");
    }
    if (by && !by.is(Kind::None))
      return sortByKey(self, items, by, descending, range);
    if (!args.positional.empty())
      descending = arg(0);
    if (items.empty() && !runtime)
      return makeNone();
    Type type = typeOf(self);
    TypeKind element = type->kind == TypeKind::List ? type->elements[0]->kind
                                                    : TypeKind::Unknown;
    if (element != TypeKind::Int && element != TypeKind::Float &&
        element != TypeKind::Str && element != TypeKind::Bool) {
      return sortByKey(self, items, {}, descending, range);
    }
    bool known =
        !runtime && descending.isConst() &&
        llvm::all_of(items, [](const Value &v) { return v.isConst(); });
    if (known) {
      std::sort(
          items.begin(), items.end(), [&](const Value &x, const Value &y) {
            const Value &p = descending.integer ? y : x,
                        &q = descending.integer ? x : y;
            if (p.is(Kind::Str))
              return p.text < q.text;
            return p.is(Kind::Float) ? p.real < q.real : p.integer < q.integer;
          });
      mutate(self.id).items = items;
      return makeNone();
    }
    if (!needRuntime())
      return {};
    ListSortOp::create(b, where, compareOf(get(self.id).elementType),
                       get(self.id).current, ssa(descending));
    return makeNone();
  }
  if (name == "index" || name == "count" || name == "remove") {
    if (!needs(1, 1))
      return {};
    if (!runtime) {
      int64_t count = 0;
      for (auto [i, element] : llvm::enumerate(items)) {
        Value equal = isItem(element, arg(0), range);
        if (stopped)
          return {};
        if (!equal.isConst()) {
          if (self.is(Kind::Tuple))
            return error(range,
                         "this needs values that are known at compile time");
          if (!needRuntime())
            return {};
          return listMethod(self, name, args);
        }
        if (!equal.integer)
          continue;
        ++count;
        if (name == "index")
          return makeInt(static_cast<int64_t>(i));
        if (name == "remove") {
          Object &object = mutate(self.id);
          object.items.erase(object.items.begin() + i);
          return makeNone();
        }
      }
      if (name == "count")
        return makeInt(count);
      return fault("ValueError", range,
                   name == "index" ? "the value is not in the list"
                                   : "list.remove(x): x not in list");
    }
    if (name == "count")
      return countInList(self, arg(0), range);
    Value place = findInList(self, arg(0), range);
    if (stopped)
      return {};
    mlir::Value list = get(self.id).current, at = ssa(place);
    check(arith::CmpIOp::create(b, where, arith::CmpIPredicate::sge, at,
                                constInt(0)),
          "ValueError",
          name == "index" ? "the value is not in the list"
                          : "list.remove(x): x not in list",
          range);
    if (name == "index")
      return makeInt(at);
    SmallVector<mlir::Type> types;
    leafTypes(get(self.id).elementType, types);
    ListPopOp::create(b, where, types, list, at);
    return makeNone();
  }
  return error(range, "'list' has no method '" + name + "'");
}

} // namespace tine::elaborate
