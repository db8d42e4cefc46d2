//===- Subscripts.cpp - x[i] of everything, read and written --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subscripts of containers, strings, modules; those of tensors are in
// Indexing.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/objects/SubscriptIndices.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/Switches.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether a subscript of the object is a number: of a container of modules.
static bool hasNumberedModules(Service &e, const Value &object) {
  Value method =
      e.objects.findMember(e.get(object.id).classInfo, "__getitem__");
  return method.is(Kind::Function) && method.function->scope->isLibrary &&
         e.objects.isModule(object);
}

static mlir::Value compareInts(Service &e, arith::CmpIPredicate predicate,
                               mlir::Value a, mlir::Value b, ast::Range range) {
  return arith::CmpIOp::create(e.b, e.loc(range), predicate, a, b);
}

/// What `use` gives for the place that an index means, which only the run
/// knows.
static Value atPlace(Service &e, const Value &index, mlir::Value size,
                     StringRef message, ast::Range range,
                     function_ref<Value(mlir::Value)> use) {
  Place place = e.containers.placeOf(index, size, range);
  return e.diagnoser.guarded(place.isThere, "IndexError", message, range,
                             [&] { return use(place.at); });
}

static Value chooseItem(Service &e, ArrayRef<Value> items, const Value &index,
                        ast::Range range) {
  int64_t size = items.size();
  auto choose = [&](mlir::Value at) {
    std::function<Value(int64_t)> from = [&](int64_t first) {
      if (first + 1 == size)
        return items[first];
      return e.paths.select(
          compareInts(e, arith::CmpIPredicate::eq, at, e.constInt(first),
                      range),
          [&] { return items[first]; }, [&] { return from(first + 1); }, range);
    };
    return from(0);
  };
  return atPlace(e, index, e.constInt(size), "list index out of range", range,
                 choose);
}

/// False, with an error, if a bound of a slice that only the run knows is no
/// int.
static bool hasIntBounds(Service &e, const Value &slice, StringRef what,
                         ast::Range range) {
  for (const Value &bound : slice.items)
    if (bound && !bound.is(Kind::None) && !bound.is(Kind::Int)) {
      e.error(range, "the bounds of a " + what + "'s slice have to be ints");
      return false;
    }
  return true;
}

/// Of a list or tuple.
static Value sliceItems(Service &e, const Value &base, const Value &index,
                        ast::Range range) {
  bool isList = base.is(Kind::List);
  if (knownSlice(index) && (!isList || !e.get(base.id).isRuntime)) {
    std::vector<Value> all, items;
    e.containers.staticItems(base, all);
    for (int64_t i : sliceIndices(index, all.size()))
      items.push_back(all[i]);
    if (isList)
      return e.containers.newList(items, e.get(base.id).elementType, nullptr,
                                  range);
    Value tuple = makeTuple(items);
    tuple.isSize = base.isSize;
    return tuple;
  }
  if (!isList) {
    if (e.decisions.unrollEnclosingLoop())
      return {};
    return e.error(
        range, "the bounds of a tuple's slice must be known at compile time");
  }
  if (!hasIntBounds(e, index, "list", range))
    return {};
  Type type = e.types.typeOf(base);
  if (hasStatic(type) &&
      (e.decisions.unrollEnclosingLoop() ||
       bringObjects(e, base, "only the run knows which of them a slice has")))
    return {};
  if (hasStatic(type))
    return e.error(range, "the elements of this list exist at compile time "
                          "only; the bounds of its slice must be known, too");
  SmallVector<mlir::Value> leaves;
  if (!e.types.flatten(base, type, range, leaves, true))
    return {};
  auto part = [&](int i) {
    return index.items[i] ? e.ssa(index.items[i]) : mlir::Value();
  };
  mlir::Value step = index.items[2] ? part(2) : e.constInt(1);
  mlir::Value out = ListSliceOp::create(e.b, e.loc(range), leaves[0].getType(),
                                        leaves[0], part(0), part(1), step);
  ValueRange values(out);
  return e.types.unflatten(type, values);
}

/// An element of items of compile time by an index that only the run knows: of
/// equal elements a list of the run is made, for others the loop around is
/// unrolled, but data choose between objects.
static Value itemInRun(Service &e, const Value &base, ArrayRef<Value> items,
                       const Value &index, ast::Range range) {
  Type type = e.types.typeOf(base);
  SmallVector<mlir::Type> leaves;
  bool uniform = base.is(Kind::List) && !hasStatic(type) && !isPartial(type) &&
                 e.types.leafTypes(type, leaves);
  // Leaves are known one by one.
  bool isKept = uniform && (e.grads.hasLeaf(base) ||
                            e.decisions.isUnrolled(e.get(base.id).site));
  bool isSwitched = !e.script() && canSwitch(items);
  if ((!uniform || isKept) && !(isSwitched && isData(index)) &&
      e.decisions.unrollEnclosingLoop())
    return {};
  if (isSwitched)
    return switchByIndex(e, items, index,
                         base.is(Kind::List) ? "list" : "tuple", range);
  if (uniform && e.containers.isChosenFrom(base))
    return chooseItem(e, items, index, range);
  if (uniform) {
    e.decisions.bringToRun(e.get(base.id).site, type->elements[0],
                           "only the run knows an index into it");
    return e.requestRestart();
  }
  // A tuple of numbers, such as a shape.
  Type element;
  for (const Value &v : items)
    element = e.types.joinTypes(element, e.types.typeOf(v));
  for (const Value &item : items)
    if (bringObjects(e, item, "only the run knows an index of them"))
      return {};
  if (items.empty() || !element || isPartial(element) || hasStatic(element))
    return e.error(range, "this index must be known at compile time, because "
                          "the elements are of different types");
  Value list = e.containers.newList(items, {}, nullptr, range);
  if (e.stopped() || !e.containers.materialize(list, range))
    return {};
  auto get = [&](mlir::Value at) {
    return e.containers.listGet(list, makeInt(at), range, /*isThere=*/true);
  };
  int64_t size = items.size();
  return atPlace(e, index, e.constInt(size),
                 base.is(Kind::List) ? "list index out of range"
                                     : "tuple index out of range",
                 range, get);
}

/// An element or a part of a list or tuple.
static Value ofSequence(Service &e, const Value &base, const Value &index,
                        ast::Range range) {
  if (index.is(Kind::Slice))
    return sliceItems(e, base, index, range);
  StringRef what = base.is(Kind::List) ? "list" : "tuple";
  if (!index.is(Kind::Int))
    return typeError(e, index, range,
                     what + " indices must be integers or slices, not " +
                         className(e, index),
                     "indices of a " + what + " must be integers, not '" +
                         toString(e.types.typeOf(index)) + "'");
  if (base.is(Kind::List) && e.get(base.id).isRuntime)
    return e.containers.listGet(base, index, range);
  std::vector<Value> items;
  e.containers.staticItems(base, items);
  if (!index.isConst())
    return itemInRun(e, base, items, index, range);
  auto size = static_cast<int64_t>(items.size());
  int64_t i = index.integer < 0 ? index.integer + size : index.integer;
  if (i < 0 || i >= size)
    return e.fault("IndexError", range, what + " index out of range");
  return items[i];
}

static Value ofString(Service &e, const Value &base, const Value &index,
                      ast::Range range) {
  Location where = e.loc(range);
  if (index.is(Kind::Slice)) {
    if (base.isConst() && knownSlice(index)) {
      std::vector<Value> characters;
      e.containers.staticItems(base, characters);
      std::string text;
      for (int64_t i : sliceIndices(index, characters.size()))
        text += characters[i].text;
      return makeStr(text);
    }
    if (!hasIntBounds(e, index, "string", range))
      return {};
    auto part = [&](int i) {
      const Value &bound = index.items[i];
      return bound.is(Kind::Int) ? e.ssa(bound) : mlir::Value();
    };
    mlir::Value step = part(2);
    if (!step)
      step = e.constInt(1);
    return makeStrSsa(
        StringSliceOp::create(e.b, where, StringType::get(e.getContext()),
                              e.ssa(base), part(0), part(1), step, e.script())
            .getResult());
  }
  if (!index.is(Kind::Int))
    return typeError(e, index, range,
                     "string indices must be integers, not '" +
                         className(e, index) + "'",
                     "string indices must be integers");
  if (base.isConst() && index.isConst())
    return foldIndex(e, base, index.integer, range);
  auto character = [&] {
    return StringIndexOp::create(e.b, where, e.ssa(base), e.ssa(index),
                                 e.script());
  };
  if (!e.diagnoser.isCaught("IndexError"))
    return makeStrSsa(character().getResult());
  Value length = e.model.length(base, range);
  if (e.stopped())
    return {};
  auto there = [&] {
    auto op = character();
    op->setAttr(neverFails, e.b.getUnitAttr());
    return makeStrSsa(op.getResult());
  };
  return e.diagnoser.guarded(
      e.containers.placeOf(index, e.ssa(length), range).isThere, "IndexError",
      "string index out of range", range, there);
}

/// An element or a part of a range.
static Value ofRange(PythonObjects &e, const Value &base, const Value &index,
                     ast::Range range) {
  if (!index.is(Kind::Slice) && !index.is(Kind::Int))
    return typeError(e, index, range,
                     "range indices must be integers or slices, not " +
                         className(e, index),
                     "indices of a range must be integers, not '" +
                         toString(e.types.typeOf(index)) + "'");
  Sequence sequence;
  if (!e.paths.sequenceOf(base, range, sequence))
    return {};
  const Value &size = sequence.length;
  auto at = [&](Value place) {
    Value offset = e.binary(ast::BinaryOp::Mul, place, base.items[2], range);
    return e.binary(ast::BinaryOp::Add, base.items[0], offset, range);
  };
  if (index.is(Kind::Int)) {
    StringRef message = "range object index out of range";
    if (!size.isConst() || !index.isConst())
      return atPlace(e, index, e.ssa(size), message, range,
                     [&](mlir::Value place) { return at(makeInt(place)); });
    int64_t i =
        index.integer < 0 ? index.integer + size.integer : index.integer;
    if (i < 0 || i >= size.integer)
      return e.fault("IndexError", range, message);
    return at(makeInt(i));
  }
  if (!size.isConst() || !knownSlice(index))
    return e.error(range, "what a slice takes from a range must be known at "
                          "compile time; slice list() of the range");
  auto [from, to, step] = sliceBounds(index, size.integer);
  Value part = base;
  part.items = {
      at(makeInt(from)), at(makeInt(to)),
      e.binary(ast::BinaryOp::Mul, base.items[2], makeInt(step), range)};
  return part;
}

/// What __getitem__ gives.
static Value ofObject(Service &e, const Value &base, const Value &index,
                      ast::Range range) {
  const ClassInfo *info = e.get(base.id).classInfo;
  CallArgs args(range, {index});
  // Where an index of the run counts iterations a container of modules is
  // better off with the loop unrolled.
  bool isOfRun = index.is(Kind::Int) && !index.isConst();
  if (info->traits.isModule && isOfRun && (e.script() || !isData(index)) &&
      e.decisions.unrollEnclosingLoop())
    return {};
  if (info->traits.isModule && isOfRun && e.script())
    return e.error(range,
                   "an index of modules must be a literal in TorchScript");
  return e.frames.along(nodeOf(range), [&] {
    return e.run.callMethod(base, "__getitem__", args);
  });
}

Value PythonObjects::subscript(Value base, Value index, ast::Range range) {
  if (isDictOrEmpty(base) || isChoice(base))
    return paths.onEither(
        base, [&](Value v) { return subscript(v, index, range); }, range);
  if (isOfOpenKind(*this, base))
    return paths.onEither(
        base, [&](Value v) { return subscript(v, index, range); }, range);
  if (const Value *part = choiceIn(*this, base, index))
    return paths.onEither(
        *part,
        [&](Value v) {
          return subscript(base, withChosen(index, part, v), range);
        },
        range);
  // The program's own objects get what stands there.
  bool takesAny = base.is(Kind::Tensor) || base.is(Kind::Dict) ||
                  (base.is(Kind::Object) && !hasNumberedModules(*this, base));
  if (!takesAny && !toIntIndex(*this, index, range))
    return {};
  if (index.is(Kind::Slice) && !takesAny)
    for (Value &bound : index.items)
      if (!toIntIndex(*this, bound, range))
        return {};
  if (index.is(Kind::Slice) && index.items[2] && index.items[2].isConst() &&
      index.items[2].integer == 0)
    return kindError("ValueError", range, "slice step cannot be zero",
                     "slice step cannot be zero");
  switch (base.kind) {
  case Kind::Tensor:
    return indexTensor(*this, base, index, range);
  case Kind::Tuple:
  case Kind::List:
    return ofSequence(*this, base, index, range);
  case Kind::Class:
    if (base.classInfo->traits.isEnum && index.is(Kind::Str) && index.isConst())
      return llvm::is_contained(base.classInfo->fields.names, index.text)
                 ? getAttribute(base, index.text, range)
                 : kindError("KeyError", range, "'" + index.text + "'",
                             "the enum '" + base.classInfo->name +
                                 "' has no member '" + index.text + "'");
    break;
  case Kind::Dict:
    return containers.dictGet(base, index, range);
  case Kind::Str:
    return ofString(*this, base, index, range);
  case Kind::Object:
    if (objects.findMember(get(base.id).classInfo, "__getitem__"))
      return ofObject(*this, base, index, range);
    break;
  case Kind::Range:
    return ofRange(*this, base, index, range);
  case Kind::Optional: {
    Value value = diagnoser.present(
        base, "TypeError", "'NoneType' object is not subscriptable", range);
    return stopped() ? Value() : subscript(value, index, range);
  }
  default:
    break;
  }
  return typeError(*this, base, range,
                   "'" + className(*this, base) +
                       "' object is not subscriptable",
                   "a value of type '" + toString(types.typeOf(base)) +
                       "' cannot be indexed");
}

/// list[from:to:step] = values
static bool storeSlice(Service &e, const Value &list, Value slice,
                       const Value &value, ast::Range range) {
  for (Value &bound : slice.items)
    if (!toIntIndex(e, bound, range))
      return false;
  std::vector<Value> given;
  if (e.get(list.id).isRuntime || !knownSlice(slice) ||
      !e.containers.staticItems(value, given)) {
    if (!e.stopped() && !e.decisions.unrollEnclosingLoop() &&
        !e.decisions.keepItems(list))
      e.error(range, "assignment to a slice of a list whose length or bounds, "
                     "or what is assigned, depends on the run is not "
                     "supported; assign to its elements");
    return false;
  }
  if (!e.containers.checkChange(list, range) || e.decisions.showChange(list))
    return false;
  for (const Value &item : given)
    if (!e.budget.checkItem(list, item, range))
      return false;
  const auto size = static_cast<int64_t>(e.get(list.id).items.size());
  if (slice.items[2] && slice.items[2].integer == 0)
    return bool(e.fault("ValueError", range, "slice step cannot be zero"));
  std::vector<int64_t> places = sliceIndices(slice, size);
  int64_t step = slice.items[2] ? slice.items[2].integer : 1;
  if (step != 1) {
    if (places.size() != given.size())
      return bool(
          e.fault("ValueError", range,
                  "attempt to assign sequence of size " + Twine(given.size()) +
                      " to extended slice of size " + Twine(places.size())));
    for (auto [place, item] : llvm::zip_equal(places, given))
      e.mutate(list.id).items[place] = item;
    return true;
  }
  if (!e.budget.checkLength(size - places.size() + given.size(), range, "list"))
    return false;
  int64_t first = slice.items[0] ? slice.items[0].integer : 0;
  first = std::clamp<int64_t>(first < 0 ? first + size : first, 0, size);
  std::vector<Value> &items = e.mutate(list.id).items;
  items.erase(items.begin() + first, items.begin() + first + places.size());
  items.insert(items.begin() + first, given.begin(), given.end());
  return true;
}

/// PyTorch takes ints of NumPy, and what is a float of Python, too.
static bool isAssignable(Service &e, const Value &value, ast::Range range) {
  bool isOther = isNumpyNumber(value) && !isUnsureNumber(value) &&
                 (value.is(Kind::Bool) || numpyDType(value) == TINE_FLOAT32);
  if (!isOther || e.script() || e.frames.back().scope->isLibrary)
    return true;
  e.fault("TypeError", range,
          "can't assign a numpy." + value.classInfo->name +
              " to a tensor; take .item() of it");
  return false;
}

bool PythonObjects::storeSubscript(Value base, Value index, Value value,
                                   ast::Range range) {
  Location where = loc(range);
  if (isChoice(base) || (base.is(Kind::Tensor) && isChoice(value))) {
    bool first = isChoice(base);
    paths.onEither(
        first ? base : value,
        [&](Value v) {
          bool stored = first ? storeSubscript(v, index, value, range)
                              : storeSubscript(base, index, v, range);
          return stored ? makeNone() : Value();
        },
        range);
    return !stopped();
  }
  if (const Value *part = choiceIn(*this, base, index)) {
    paths.onEither(
        *part,
        [&](Value v) {
          Value chosen = withChosen(index, part, v);
          return storeSubscript(base, chosen, value, range) ? makeNone()
                                                            : Value();
        },
        range);
    return !stopped();
  }
  if (base.is(Kind::Tensor))
    return isAssignable(*this, value, range) &&
           storeTensor(*this, base, index, value, range);
  if (base.is(Kind::Dict))
    return containers.dictSet(base, index, value, range);
  if (base.is(Kind::Object)) {
    CallArgs args(range, {index, value});
    run.callMethod(base, "__setitem__", args);
    return !stopped();
  }
  if (!base.is(Kind::List)) {
    typeError(*this, base, range,
              "'" + className(*this, base) +
                  "' object does not support item assignment",
              "elements of a value of type '" + toString(types.typeOf(base)) +
                  "' cannot be assigned");
    return false;
  }
  if (index.is(Kind::Slice))
    return storeSlice(*this, base, index, value, range);
  if (!index.is(Kind::Int)) {
    typeError(*this, index, range,
              "list indices must be integers or slices, not " +
                  className(*this, index),
              "list indices must be integers");
    return false;
  }
  if (!get(base.id).isRuntime && index.isConst()) {
    int64_t n = get(base.id).items.size();
    int64_t i = index.integer < 0 ? index.integer + n : index.integer;
    if (i < 0 || i >= n) {
      fault("IndexError", range, "list assignment index out of range");
      return false;
    }
    if (!budget.checkItem(base, value, range))
      return false;
    mutate(base.id).items[i] = value;
    return true;
  }
  if (!get(base.id).isRuntime) {
    if (get(base.id).site.first) {
      Type type = types.joinTypes(types.typeOf(base)->kind == TypeKind::List
                                      ? types.typeOf(base)->elements[0]
                                      : Type(),
                                  types.typeOf(value));
      if (type && !isPartial(type)) {
        decisions.bringToRun(get(base.id).site, type,
                             "only the run knows an index that is set");
        requestRestart();
        return false;
      }
    }
    if (!containers.materialize(base, range))
      return false;
  }
  if (!containers.needElementType(base.id, types.typeOf(value), range))
    return false;
  SmallVector<mlir::Value> leaves;
  if (!types.flatten(value, get(base.id).elementType, range, leaves, true))
    return false;
  auto set = [&] {
    return ListSetOp::create(b, where, get(base.id).current, ssa(index),
                             leaves);
  };
  if (!diagnoser.isCaught("IndexError")) {
    set();
    return true;
  }
  auto setThere = [&] {
    set()->setAttr(neverFails, b.getUnitAttr());
    return makeNone();
  };
  diagnoser.guarded(
      containers.placeOf(index, ssa(containers.listLength(base, range)), range)
          .isThere,
      "IndexError", "list assignment index out of range", range, setThere);
  return !stopped();
}

} // namespace tine::elaborate
