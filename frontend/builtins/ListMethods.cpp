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

#include "frontend/builtins/Methods.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether TorchScript sorts lists of these; of objects their class knows.
static bool isSortable(const Type &type) {
  return type->kind != TypeKind::Dict && type->kind != TypeKind::List &&
         (type->kind != TypeKind::Tuple ||
          llvm::all_of(type->elements, isSortable));
}

/// Sorts a list of compile time by what `key` gives for its elements, or by the
/// elements themselves.
static Value sortByKey(Context &e, const Value &self, std::vector<Value> items,
                       const Value &key, const Value &descending,
                       ast::Range range) {
  // What the run has to sort (_builtins.py).
  auto sortInRun = [&]() -> Value {
    if (hasStatic(e.types.typeOf(self)))
      return bringObjects(e, self, "the run sorts them")
                 ? Value()
                 : Value(e.error(
                       range,
                       "the elements of this list, or their keys, depend on "
                       "data, and exist at compile time only; sort their "
                       "indices, or tuples of numbers"));
    return e.run.callLibrary("_builtins.sort_by",
                             {self, key ? key : makeNone(), descending}, range);
  };
  if (e.get(self.id).isRuntime || !descending.isConst())
    return sortInRun();
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value &item : items) {
    keyed.push_back(
        {key ? e.run.call(key, CallArgs(range, {item})) : item, item});
    if (e.stopped())
      return {};
  }
  bool known = true;
  // By insertion: stable, and every comparison is known to be one of constants.
  std::vector<Value> sorted, keys;
  for (auto &[k, item] : keyed) {
    size_t at = keys.size();
    while (at > 0 && known) {
      Value before =
          descending.integer
              ? e.model.compare(ast::CompareOp::Lt, keys[at - 1], k, range)
              : e.model.compare(ast::CompareOp::Lt, k, keys[at - 1], range);
      if (e.stopped())
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
  e.containers.setItems(self, std::move(sorted));
  return makeNone();
}

/// Whether an op finds the item in a list of the run, in the form that it
/// takes.
static bool isFoundByOp(Context &e, const Value &list, Value &item,
                        ast::Range range) {
  Type element = e.get(list.id).elementType;
  if (!element)
    return false;
  if (element->kind == TypeKind::Float &&
      (item.is(Kind::Int) || item.is(Kind::Bool)))
    item = e.numbers.toFloat(item, range);
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

/// By an op of the run, or else by a function of the library.
template <typename Op>
static Value askList(Context &e, const Value &list, Value item,
                     StringRef function, ast::Range range) {
  if (!isFoundByOp(e, list, item, range))
    return e.stopped() ? Value()
                       : e.run.callLibrary(function, {list, item}, range);
  return makeInt(Op::create(e.b, e.loc(range),
                            e.types.compareOf(e.get(list.id).elementType),
                            e.get(list.id).current, e.ssa(item))
                     .getResult());
}

Value findInList(Context &e, const Value &list, Value item, ast::Range range) {
  return askList<ListFindOp>(e, list, item, "_builtins.find_item", range);
}

namespace {

/// A call of a method of a list; `index` and `count` are those of tuples, too.
class ListMethod {
public:
  ListMethod(Context &e, const Value &self, StringRef name, CallArgs &args)
      : e(e), self(self), name(name), args(args), range(args.range),
        where(e.loc(args.range)),
        runtime(self.is(Kind::List) && e.get(self.id).isRuntime) {
    if (self.is(Kind::Tuple))
      items = self.items;
    else if (!runtime)
      items = e.get(self.id).items;
  }

  Value run() {
    struct Entry {
      StringRef name;
      Value (ListMethod::*method)();
      bool changes;
      size_t low = 0, high = SIZE_MAX; // numbers of arguments
    };
    static const Entry entries[] = {
        {"append", &ListMethod::append, true, 1, 1},
        {"extend", &ListMethod::extend, true, 1, 1},
        {"insert", &ListMethod::insert, true, 2, 2},
        {"pop", &ListMethod::pop, true, 0, 1},
        {"__delitem__", &ListMethod::pop, true, 1, 1},
        {"remove", &ListMethod::find, true, 1, 1},
        {"clear", &ListMethod::clear, true},
        {"reverse", &ListMethod::reverse, true},
        {"sort", &ListMethod::sort, true},
        {"copy", &ListMethod::copy, false},
        {"index", &ListMethod::find, false, 1, 1},
        {"count", &ListMethod::find, false, 1, 1},
    };
    for (const Entry &entry : entries) {
      if (entry.name != name)
        continue;
      if (entry.changes && (!e.containers.checkChange(self, range) ||
                            e.decisions.showChange(self)))
        return {};
      size_t given = args.positional.size();
      if (given < entry.low || given > entry.high)
        return e.error(range,
                       "'" + name + "' got " + Twine(given) + " arguments");
      return (this->*entry.method)();
    }
    return e.kindError("AttributeError", range,
                       "'list' object has no attribute '" + name + "'",
                       "'list' has no method '" + name + "'");
  }

private:
  Value arg(size_t i) const {
    return i < args.positional.size() ? args.positional[i] : Value();
  }

  /// A change at a place that is not known needs a list of the run; false after
  /// a restart or an error.
  bool bringToRun(Type type = {}) {
    const Object &object = e.get(self.id);
    if (object.isRuntime)
      return true;
    if (!type)
      type = e.types.typeOf(self);
    if (object.site.first && type->kind == TypeKind::List && !isPartial(type)) {
      e.decisions.bringToRun(object.site, type->elements[0],
                             "it changes at a place that only the run knows");
      e.requestRestart();
      return false;
    }
    return e.containers.materialize(self, range);
  }

  mlir::Value current() const { return e.get(self.id).current; }

  Value append() {
    return e.containers.listAppend(self, arg(0), range) ? makeNone() : Value();
  }

  Value extend() {
    std::vector<Value> more;
    Value other = arg(0);
    bool few = other.is(Kind::Tuple) || other.is(Kind::List);
    if ((!runtime || few) && e.containers.staticItems(other, more) &&
        (!runtime || more.size() <= 16)) {
      for (const Value &item : more)
        if (!e.containers.listAppend(self, item, range))
          return {};
      return makeNone();
    }
    if (e.stopped())
      return {};
    if (other.is(Kind::List))
      return extendByList(other);
    Sequence sequence;
    if (!e.paths.sequenceOf(other, range, sequence))
      return {};
    LoopSource source;
    source.node = nodeOf(range);
    source.range = range;
    e.paths.iterate(other, source, [&](const Value &element) -> Flow {
      return e.containers.listAppend(self, element, range) ? Flow()
                                                           : Flow::none();
    });
    return e.stopped() ? Value() : makeNone();
  }

  Value extendByList(const Value &other) {
    Type type = e.types.joinTypes(e.types.typeOf(self), e.types.typeOf(other));
    if (!type)
      return e.error(range, "cannot extend a list of type '" +
                                toString(e.types.typeOf(self)) + "' by '" +
                                toString(e.types.typeOf(other)) + "'");
    if (!e.containers.needElementType(self.id, type->elements[0], range) ||
        !bringToRun(type))
      return {};
    SmallVector<mlir::Value> leaves;
    if (!e.types.flatten(self, type, range, leaves, true) ||
        !e.types.flatten(other, type, range, leaves, true))
      return {};
    ListExtendOp::create(e.b, where, leaves[0], leaves[1]);
    return makeNone();
  }

  Value insert() {
    if (!runtime && arg(0).isConst()) {
      int64_t n = items.size(), i = arg(0).integer;
      i = std::clamp<int64_t>(i < 0 ? i + n : i, 0, n);
      if (!e.budget.checkLength(items.size() + 1, range, "list") ||
          !e.budget.checkItem(self, arg(1), range))
        return {};
      std::vector<Value> own = e.get(self.id).items;
      own.insert(own.begin() + i, arg(1));
      e.containers.setItems(self, std::move(own));
      return makeNone();
    }
    if (!bringToRun() ||
        !e.containers.needElementType(self.id, e.types.typeOf(arg(1)), range))
      return {};
    SmallVector<mlir::Value> leaves;
    if (!e.types.flatten(arg(1), e.get(self.id).elementType, range, leaves,
                         true))
      return {};
    ListInsertOp::create(e.b, where, current(), e.ssa(arg(0)), leaves);
    return makeNone();
  }

  Value pop() {
    Value index = arg(0) ? arg(0) : makeInt(int64_t(-1));
    if (!index.is(Kind::Int) && !index.is(Kind::Bool))
      return e.error(range, "a list is indexed by integers, not by a value of "
                            "type '" +
                                toString(e.types.typeOf(index)) + "'");
    if (!runtime && index.isConst()) {
      int64_t n = items.size(),
              i = index.integer < 0 ? index.integer + n : index.integer;
      if (i < 0 || i >= n)
        return e.fault("IndexError", range, notThere(n == 0));
      return erase(i);
    }
    if (!bringToRun())
      return {};
    if (e.get(self.id).elementType->kind == TypeKind::Open)
      return e.fault("IndexError", range, notThere(/*isEmpty=*/true));
    if (!e.diagnoser.isCaught("IndexError"))
      return popThere(index);
    mlir::Value length = e.ssa(e.containers.listLength(self, range));
    auto popPlace = [&] {
      return e.diagnoser.guarded(
          e.containers.placeOf(index, length, range).isThere, "IndexError",
          notThere(/*isEmpty=*/!arg(0)), range,
          [&] { return popThere(index, true); });
    };
    if (!arg(0) || name != "pop")
      return popPlace();
    mlir::Value isFilled = arith::CmpIOp::create(
        e.b, where, arith::CmpIPredicate::ne, length, e.constInt(0));
    return e.diagnoser.guarded(isFilled, "IndexError",
                               notThere(/*isEmpty=*/true), range, popPlace);
  }

  /// What pop and `del` say of an index that is none.
  StringRef notThere(bool isEmpty) const {
    if (name == "__delitem__")
      return "list assignment index out of range";
    return isEmpty ? "pop from empty list" : "pop index out of range";
  }

  Value popThere(const Value &index, bool isThere = false) {
    ListPopOp op = popInRun(e.ssa(index));
    if (isThere)
      op->setAttr(neverFails, e.b.getUnitAttr());
    ValueRange leaves = op.getResults();
    Value value = e.types.unflatten(e.get(self.id).elementType, leaves);
    e.containers.share(value, range, self);
    return value;
  }

  /// The element that a list of compile time loses.
  Value erase(size_t i) {
    Value value = e.get(self.id).items[i];
    e.containers.eraseItems(self, i, 1);
    return value;
  }

  ListPopOp popInRun(mlir::Value at) {
    SmallVector<mlir::Type> types;
    e.types.leafTypes(e.get(self.id).elementType, types);
    return ListPopOp::create(e.b, where, types, current(), at);
  }

  Value clear() {
    if (runtime)
      ListClearOp::create(e.b, where, current());
    else
      e.containers.setItems(self, {});
    return makeNone();
  }

  Value reverse() {
    if (runtime) {
      ListReverseOp::create(e.b, where, current());
    } else {
      std::vector<Value> own = e.get(self.id).items;
      std::reverse(own.begin(), own.end());
      e.containers.setItems(self, std::move(own));
    }
    return makeNone();
  }

  Value copy() {
    if (!runtime)
      return e.containers.newList(items, e.get(self.id).elementType, nullptr,
                                  range);
    Type type = e.types.typeOf(self);
    mlir::Value copy = ListCopyOp::create(e.b, where, current());
    ValueRange leaves(copy);
    return e.types.unflatten(type, leaves);
  }

  Value sort() {
    Value descending = makeBool(false), by;
    for (auto &[key, value] : args.keywords) {
      if (key == "key")
        by = value;
      else if (key == "reverse")
        descending = value;
      else
        return e.error(range, "sort takes 'key' and 'reverse' only");
    }
    if (by && !by.is(Kind::None))
      return sortByKey(e, self, items, by, descending, range);
    if (!args.positional.empty())
      descending = arg(0);
    if (items.empty() && !runtime)
      return makeNone();
    Type type = e.types.typeOf(self);
    if (e.script() && type->kind == TypeKind::List &&
        !isSortable(type->elements[0]))
      return e.fault("RuntimeError", range,
                     "Contained elements in " + toString(type->elements[0]) +
                         " are not sortable. Only Int, Bool, Float, String, "
                         "Tensor, a User Defined Class with __lt__ method "
                         "defined or Tuples of aforementioned types can be "
                         "sorted.");
    TypeKind element = type->kind == TypeKind::List ? type->elements[0]->kind
                                                    : TypeKind::Unknown;
    if (element != TypeKind::Int && element != TypeKind::Float &&
        element != TypeKind::Str && element != TypeKind::Bool)
      return sortByKey(e, self, items, {}, descending, range);
    if (!runtime && descending.isConst() &&
        llvm::all_of(items, [](const Value &v) { return v.isConst(); })) {
      sortKnown(descending.integer);
      return makeNone();
    }
    if (!bringToRun())
      return {};
    ListSortOp::create(e.b, where,
                       e.types.compareOf(e.get(self.id).elementType), current(),
                       e.ssa(descending));
    return makeNone();
  }

  void sortKnown(bool descending) {
    std::sort(items.begin(), items.end(), [&](const Value &x, const Value &y) {
      const Value &p = descending ? y : x, &q = descending ? x : y;
      if (p.is(Kind::Str))
        return p.text < q.text;
      return p.is(Kind::Float) ? p.real < q.real : p.integer < q.integer;
    });
    e.containers.setItems(self, items);
  }

  StringRef notFound() const {
    if (self.is(Kind::Tuple))
      return "tuple.index(x): x not in tuple";
    return name == "index" ? "the value is not in the list"
                           : "list.remove(x): x not in list";
  }

  /// The error of index and remove, as a handler sees it.
  Value raiseNotFound() {
    Value text = makeStr(notFound());
    if (name == "index" && !self.is(Kind::Tuple)) {
      CallArgs item(range, {arg(0)}, {range});
      text = e.run.callBuiltin(makeBuiltin("repr"), item);
      if (!e.stopped())
        text = e.model.binary(ast::BinaryOp::Add, text,
                              makeStr(" is not in list"), range);
    }
    if (e.stopped())
      return {};
    e.paths.raise(errorClass("ValueError"), text, range);
    e.diagnoser.thrown = true;
    return e.diagnoser.die();
  }

  /// index, count and remove.
  Value find() {
    if (runtime)
      return findInRun();
    int64_t count = 0;
    for (auto [i, element] : llvm::enumerate(items)) {
      Value equal = e.model.isItem(element, arg(0), range);
      if (e.stopped())
        return {};
      if (!equal.isConst()) {
        if (self.is(Kind::Tuple))
          return e.error(range,
                         "this needs values that are known at compile time");
        return bringToRun() ? listMethod(e, self, name, args) : Value();
      }
      if (!equal.integer)
        continue;
      ++count;
      if (name == "index")
        return makeInt(static_cast<int64_t>(i));
      if (name == "remove") {
        erase(i);
        return makeNone();
      }
    }
    if (name == "count")
      return makeInt(count);
    return e.diagnoser.isSeen(errorClass("ValueError"))
               ? raiseNotFound()
               : e.fault("ValueError", range, notFound());
  }

  Value findInRun() {
    if (name == "count")
      return askList<ListCountOp>(e, self, arg(0), "_builtins.count_item",
                                  range);
    Value place = findInList(e, self, arg(0), range);
    if (e.stopped())
      return {};
    mlir::Value at = e.ssa(place);
    mlir::Value isThere = arith::CmpIOp::create(
        e.b, where, arith::CmpIPredicate::sge, at, e.constInt(0));
    bool isCaught = e.diagnoser.isCaught("ValueError");
    auto found = [&] {
      if (name == "index")
        return makeInt(at);
      ListPopOp op = popInRun(at);
      if (isCaught)
        op->setAttr(neverFails, e.b.getUnitAttr());
      return makeNone();
    };
    if (isCaught)
      return e.paths.select(
          isThere, found, [&] { return raiseNotFound(); }, range);
    e.check(isThere, "ValueError", notFound(), range);
    return found();
  }

  Context &e;
  const Value &self;
  StringRef name;
  CallArgs &args;
  ast::Range range;
  Location where;
  bool runtime;
  std::vector<Value> items; // of a list of compile time
};

} // namespace

Value listMethod(Context &e, const Value &self, StringRef name,
                 CallArgs &args) {
  return ListMethod(e, self, name, args).run();
}

} // namespace tine::elaborate
