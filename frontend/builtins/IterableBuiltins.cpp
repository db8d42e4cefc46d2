//===- IterableBuiltins.cpp - Functions that go over what they are given --===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// range, enumerate, zip, list, sorted, map and their like.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Value rangeOf(Context &e, Bound &a) {
  Value r;
  r.kind = Kind::Range;
  r.items = {makeInt(int64_t(0)), a[0], makeInt(int64_t(1))};
  if (a.given(1))
    r.items = {a[0], a[1], a.given(2) ? a[2] : makeInt(int64_t(1))};
  for (Value &v : r.items) {
    if (v.is(Kind::Float) || v.is(Kind::Str))
      return e.error(a.range, "range() takes integers");
    v = e.numbers.toInt(v, a.range);
    if (e.stopped())
      return {};
  }
  return r;
}

static Value sliceOf(Context &e, Bound &a) {
  if (e.script())
    return e.error(a.range, "write the slice in brackets, as in x[1:3]");
  Value slice;
  slice.kind = Kind::Slice;
  slice.items = a[0].items;
  size_t given = slice.items.size();
  if (given < 1 || given > 3)
    return e.error(a.range, "slice() takes one to three arguments");
  // One is where it ends.
  if (given == 1)
    slice.items.insert(slice.items.begin(), Value());
  slice.items.resize(3);
  for (Value &bound : slice.items)
    if (bound.is(Kind::None))
      bound = Value();
  return slice;
}

/// What a text says of an object that is walked over: its class.
static std::string nameOfWalked(Context &e, const Value &value) {
  if (value.is(Kind::Iterator))
    return value.text;
  if (!value.is(Kind::Object))
    return toString(e.types.typeOf(value));
  const ClassInfo &info = *e.get(value.id).classInfo;
  return info.has(ClassRole::Iterator) ? "generator" : info.name;
}

/// Whether it has an order that can be gone backwards: __reversed__, or a
/// length and elements.
static bool isReversible(Context &e, const Value &value) {
  if (value.is(Kind::Iterator))
    return isDictView(value);
  if (value.isNumber() || value.is(Kind::None))
    return false;
  if (!value.is(Kind::Object))
    return true;
  const ClassInfo *info = e.get(value.id).classInfo;
  auto has = [&](StringRef name) {
    return bool(e.objects.findMember(info, name));
  };
  bool isOne = info->has(ClassRole::Iterator);
  return !isOne && !e.objects.isSet(value) &&
         (has("__reversed__") || (has("__len__") && has("__getitem__")));
}

static Value iteratorOf(Context &e, Bound &a) {
  Value v;
  v.kind = Kind::Iterator;
  v.text = a.name;
  if (a.name == "zip") {
    v.items = a[0].items;
    Value strict = e.model.truth(a[1], a.range);
    if (e.stopped())
      return {};
    if (!strict.isConst() || (e.script() && strict.integer))
      return e.error(a.range, e.script() ? "TorchScript's zip() has no 'strict'"
                                         : "'strict' of zip() must be known at "
                                           "compile time");
    v.integer = strict.integer;
  } else if (a.name == "enumerate")
    v.items = {a[0], a[1]};
  else
    v.items = {a[0]};
  if (a.name == "reversed" && !isReversible(e, a[0]))
    return e.fault("TypeError", a.range,
                   "'" + nameOfWalked(e, a[0]) + "' object is not reversible");
  if (a.name == "reversed" && e.script())
    return e.error(
        a.range,
        "reversed() is not supported in TorchScript; use range(n - 1, -1, -1)");
  return v;
}

/// Whether a function with `yield` gives it.
static bool isGenerated(Context &e, const Value &value) {
  return value.is(Kind::Object) &&
         e.objects.findMember(e.get(value.id).classInfo, "_generated");
}

static Value listOf(Context &e, Bound &a) {
  std::vector<Value> items;
  if (!a.given(0))
    return a.name == "list" ? e.containers.newList({}, {}, nullptr, a.range)
                            : makeTuple({});
  if (!e.containers.staticItems(a[0], items)) {
    if (e.stopped())
      return {};
    if (a.name == "tuple" && e.decisions.keepItems(a[0]))
      return {};
    if (a.name == "tuple" && e.script())
      return e.error(a.range,
                     "the length of a tuple must be known at compile time");
    if (a.name == "tuple")
      return e.run.callLibrary("_tuples.tuple", {a[0]}, a.range);
    if (a[0].is(Kind::List)) {
      CallArgs none(a.range);
      return listMethod(e, a[0], "copy", none);
    }
    Value list =
        e.containers.newList({}, makeType(TypeKind::Unknown), nullptr, a.range);
    if (e.stopped())
      return {};
    // A sequence of run time: its elements one after the other.
    Sequence sequence;
    if (!e.paths.sequenceOf(a[0], a.range, sequence))
      return {};
    if (sequence.length.isConst()) {
      for (int64_t i = 0; i < sequence.length.integer && !e.stopped(); ++i)
        e.containers.listAppend(list, sequence.element(makeInt(i)), a.range);
      return e.stopped() ? Value() : list;
    }
    LoopSource source;
    source.node = nodeOf(a.range);
    source.range = a.range;
    e.frames.here = a.range;
    e.paths.iterate(a[0], source, [&](Value v) {
      return e.containers.listAppend(list, v, a.range) ? Flow() : Flow::none();
    });
    return e.stopped() ? Value() : list;
  }
  if (a.name == "tuple")
    return makeTuple(items);
  return e.containers.newList(items, {}, nullptr, a.range);
}

std::vector<Value> characters(StringRef text) {
  std::vector<Value> items;
  for (size_t i = 0; i < text.size();) {
    size_t n = 1;
    while (i + n < text.size() && (text[i + n] & 0xc0) == 0x80)
      ++n;
    items.push_back(makeStr(text.substr(i, n)));
    i += n;
  }
  return items;
}

/// The items of a list, or characters of a string, that are known at compile
/// time, each once; else what it gets.
static Value distinct(Context &e, Bound &a) {
  // The items of a generator, whose loop may be short, are better known.
  if (a[0].is(Kind::List) && e.get(a[0].id).isRuntime &&
      e.get(a[0].id).attributes.count("generated") &&
      e.decisions.keepItems(a[0]))
    return {};
  std::vector<Value> items, once;
  if (e.objects.isSet(a[0]))
    return e.objects.itemsOfSet(a[0], a.range);
  if (a[0].is(Kind::Str) && a[0].isConst()) {
    items = characters(a[0].text);
  } else if (!e.containers.staticItems(a[0], items) ||
             !llvm::all_of(items, [](const Value &v) { return v.isConst(); })) {
    return e.stopped() ? Value() : a[0];
  }
  std::set<std::pair<std::string, int64_t>> seen;
  for (const Value &item : items) {
    if (!item.is(Kind::Str) && !item.is(Kind::Int))
      return a[0];
    if (seen.insert({item.text, item.integer}).second)
      once.push_back(item);
  }
  return e.containers.newList(once, {}, nullptr, a.range);
}

/// The items of a set in an order that Python may have.
static Value orderOfSet(Context &e, Bound &a) {
  std::vector<Value> items;
  if (a[0].is(Kind::List) && e.get(a[0].id).isRuntime) {
    TypeKind kind = e.get(a[0].id).elementType->kind;
    if (kind == TypeKind::Str || kind == TypeKind::Open)
      return a[0];
    if (kind == TypeKind::Int)
      return e.run.callLibrary("_operations.order_of_ints", {a[0]}, a.range);
  }
  auto isText = [](const Value &v) { return v.is(Kind::Str); };
  bool known = e.containers.staticItems(a[0], items);
  if (e.stopped() || (known && llvm::all_of(items, isText)))
    return e.stopped() ? Value() : a[0];
  // Small numbers are in order as long as the table has a place for each.
  int64_t size = 8;
  while (5 * static_cast<int64_t>(items.size()) >= 3 * (size - 1))
    size *= 2;
  bool fits = known && llvm::all_of(items, [&](const Value &v) {
                return v.is(Kind::Int) && v.isConst() && v.integer >= 0 &&
                       v.integer < size;
              });
  if (!fits)
    return e.error(a.range, "the order of this set is Python's own; use "
                            "sorted() of it");
  llvm::sort(items, [](const Value &x, const Value &y) {
    return x.integer < y.integer;
  });
  return e.containers.newList(items, {}, nullptr, a.range);
}

static Value sortedOf(Context &e, Bound &a) {
  Bound inner = a;
  inner.name = "list";
  Value copy = listOf(e, inner);
  if (e.stopped())
    return {};
  CallArgs args(a.range);
  if (a.given(2))
    args.keywords = {{"reverse", a[2]}};
  if (a.given(1))
    args.keywords.push_back({"key", a[1]});
  listMethod(e, copy, "sort", args);
  return e.stopped() ? Value() : copy;
}

static Value mapOrFilter(Context &e, Bound &a) {
  // What a generator gives is asked for one by one.
  if (isGenerated(e, a[1]))
    return e.run.callLibrary("_generators." + a.name, {a[0], a[1]}, a.range);
  std::vector<Value> items, out;
  bool isKnown = e.containers.staticItems(a[1], items);
  if (e.stopped() || (!isKnown && e.decisions.keepItems(a[1])))
    return {};
  // The library's loop goes on where an item has not raised.
  bool mayBeCaught = items.size() > 1 && !e.diagnoser.attempts.empty() &&
                     a.name == "map" && !e.script();
  if (!isKnown || mayBeCaught)
    return e.run.callLibrary("_operations." + a.name, {a[0], a[1]}, a.range);
  for (const Value &item : items) {
    CallArgs args(a.range, {item});
    bool isTruth = a.name == "filter" && a[0].is(Kind::None);
    Value result = isTruth ? item : e.run.call(a[0], args);
    if (e.stopped())
      return {};
    if (a.name == "filter") {
      Value keep = e.model.truth(result, a.range);
      if (e.stopped())
        return {};
      if (!keep.isConst())
        return e.error(a.range, "filter() needs a condition that is known at "
                                "compile time; use a comprehension");
      if (!keep.integer)
        continue;
      result = item;
    }
    out.push_back(result);
  }
  return e.containers.newList(out, {}, nullptr, a.range);
}

void registerIterableBuiltins(Registry &r) {
  r.add("range", "start, stop=None, step=None", rangeOf);
  r.add("slice", "*bounds", sliceOf);
  r.add("enumerate", "iterable, start=0", iteratorOf,
        over(1) | ListsEntries | KeepsIterators);
  r.add("zip", "*iterables, strict=False", iteratorOf,
        over(std::numeric_limits<unsigned>::max()));
  r.add("reversed", "sequence", iteratorOf);
  r.add("list", "iterable=None", listOf,
        over(1) | TakesOptional | ListsEntries);
  r.add("tuple", "iterable=None", listOf, over(1) | TakesOptional);
  r.add("_tine.distinct", "iterable", distinct, over(1));
  r.add("_tine.item_there", "items, index", [](Context &e, Bound &a) {
    return e.containers.listGet(a[0], a[1], a.range, /*isThere=*/true);
  });
  // How many items each tuple in a list of the run has; None of other lists.
  r.add("_tine.width_of_items", "items", [](Context &e, Bound &a) {
    const Type &type = e.get(a[0].id).elementType;
    bool isTuple = type && type->kind == TypeKind::Tuple && !type->isRecord &&
                   !type->isMadeList && !type->isMadeDict;
    return isTuple ? makeInt(static_cast<int64_t>(type->elements.size()))
                   : makeNone();
  });
  r.add("_tine.order_of_set", "items", orderOfSet);
  r.add("sorted", "iterable, key=None, reverse=None", sortedOf,
        over(1) | IgnoresOrder);
  r.add("map filter", "function, iterable", mapOrFilter, over(2));
}

} // namespace tine::elaborate
