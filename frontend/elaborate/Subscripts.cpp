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

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/KnownText.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Python's indices(): the elements that a slice of known bounds takes.
static std::vector<int64_t> sliceIndices(const Value &slice, int64_t n) {
  int64_t step = slice.items[2] ? slice.items[2].integer : 1;
  auto bound = [&](const Value &v, int64_t absent) {
    if (!v)
      return absent;
    int64_t i = v.integer;
    if (i < 0)
      i += n;
    return step > 0 ? std::clamp<int64_t>(i, 0, n)
                    : std::clamp<int64_t>(i, -1, n - 1);
  };
  int64_t from = bound(slice.items[0], step > 0 ? 0 : n - 1);
  int64_t to = bound(slice.items[1], step > 0 ? n : -1);
  std::vector<int64_t> indices;
  for (int64_t i = from; step > 0 ? i < to : i > to; i += step)
    indices.push_back(i);
  return indices;
}

static bool knownSlice(const Value &slice) {
  return llvm::all_of(slice.items, [](const Value &v) {
    return !v || (v.is(Kind::Int) && v.isConst());
  });
}

bool Elaborator::hasNumberedModules(const Value &object) {
  Value method = findMember(get(object.id).classInfo, "__getitem__");
  return method.is(Kind::Function) && method.function->scope->isLibrary &&
         isModule(object);
}

/// Elements that are compared with an index one by one. Of more, a list of run
/// time is made.
static constexpr size_t mostChosen = 16;

bool Elaborator::isChosenFrom(const Value &made) {
  const Object &object = get(made.id);
  return !object.isRuntime && object.items.size() <= mostChosen &&
         llvm::any_of(object.items, [&](const Value &item) {
           return item.is(Kind::Tensor) && requiresGrad(item);
         });
}

Value Elaborator::chooseItem(ArrayRef<Value> items, const Value &index,
                             ast::Range range) {
  Location where = loc(range);
  auto holds = [&](arith::CmpIPredicate predicate, mlir::Value a,
                   int64_t than) -> mlir::Value {
    return arith::CmpIOp::create(b, where, predicate, a, constInt(than));
  };
  int64_t size = items.size();
  mlir::Value given = ssa(index);
  mlir::Value fromEnd = arith::AddIOp::create(b, where, given, constInt(size));
  mlir::Value isNegative = holds(arith::CmpIPredicate::slt, given, 0);
  mlir::Value at =
      arith::SelectOp::create(b, where, isNegative, fromEnd, given);
  check(holds(arith::CmpIPredicate::ult, at, size), "IndexError",
        "list index out of range", range);
  std::function<Value(int64_t)> from = [&](int64_t first) {
    if (first + 1 == size)
      return items[first];
    return select(
        holds(arith::CmpIPredicate::eq, at, first),
        [&] { return items[first]; }, [&] { return from(first + 1); }, range);
  };
  return from(0);
}

Value Elaborator::subscript(Value base, Value index, ast::Range range) {
  Location where = loc(range);
  if (isDictOrEmpty(base) || isChoice(base))
    return onEither(
        base, [&](Value v) { return subscript(v, index, range); }, range);
  // The program's own objects get what stands there.
  bool takesAny = base.is(Kind::Tensor) || base.is(Kind::Dict) ||
                  (base.is(Kind::Object) && !hasNumberedModules(base));
  if (!takesAny && (index.is(Kind::Tensor) || index.is(Kind::Bool))) {
    index = toInt(index, range);
    if (stopped)
      return {};
  }
  if (index.is(Kind::Slice) && !takesAny)
    for (Value &bound : index.items)
      if (bound.is(Kind::Tensor) || bound.is(Kind::Bool)) {
        bound = toInt(bound, range);
        if (stopped)
          return {};
      }
  if (index.is(Kind::Slice) && index.items[2] && index.items[2].isConst() &&
      index.items[2].integer == 0)
    return error(range, "slice step cannot be zero");
  switch (base.kind) {
  case Kind::Tensor:
    return indexTensor(base, index, range);
  case Kind::Tuple:
  case Kind::List: {
    bool runtime = base.is(Kind::List) && get(base.id).isRuntime;
    if (index.is(Kind::Slice)) {
      if (!runtime && knownSlice(index)) {
        std::vector<Value> all, items;
        staticItems(base, all);
        for (int64_t i : sliceIndices(index, all.size()))
          items.push_back(all[i]);
        if (base.is(Kind::List))
          return newList(items, get(base.id).elementType, nullptr, range);
        Value tuple = makeTuple(items);
        tuple.isSize = base.isSize;
        return tuple;
      }
      if (base.is(Kind::Tuple))
        return error(
            range,
            "the bounds of a tuple's slice must be known at compile time");
      for (const Value &bound : index.items)
        if (bound && !bound.is(Kind::None) && !bound.is(Kind::Int))
          return error(range, "the bounds of a list's slice have to be ints");
      Type type = typeOf(base);
      if (hasStatic(type))
        return error(range, "the elements of this list exist at compile time "
                            "only; the bounds of its slice must be known, too");
      SmallVector<mlir::Value> leaves;
      if (!flatten(base, type, range, leaves, true))
        return {};
      auto part = [&](int i) {
        return index.items[i] ? ssa(index.items[i]) : mlir::Value();
      };
      mlir::Value step = index.items[2] ? part(2) : constInt(1);
      mlir::Value out = ListSliceOp::create(b, where, leaves[0].getType(),
                                            leaves[0], part(0), part(1), step);
      ValueRange values(out);
      return unflatten(type, values);
    }
    if (!index.is(Kind::Int))
      return error(
          range,
          "indices of a " + StringRef(base.is(Kind::List) ? "list" : "tuple") +
              " must be integers, not '" + toString(typeOf(index)) + "'");
    if (runtime)
      return listGet(base, index, range);
    std::vector<Value> items;
    staticItems(base, items);
    if (index.isConst()) {
      int64_t i = index.integer < 0
                      ? index.integer + static_cast<int64_t>(items.size())
                      : index.integer;
      if (i < 0 || i >= static_cast<int64_t>(items.size())) {
        StringRef what = base.is(Kind::List) ? "list" : "tuple";
        return fault("IndexError", range, what + " index out of range");
      }
      return items[i];
    }
    // An index that is not known: of equal elements a list of run time is made,
    // for others the loop around is unrolled.
    Type type = typeOf(base);
    SmallVector<mlir::Type> leaves;
    bool uniform = base.is(Kind::List) && !hasStatic(type) &&
                   !isPartial(type) && leafTypes(type, leaves);
    // Leaves are known one by one.
    bool isKept =
        uniform && (hasLeaf(base) || facts.unrolled.count(get(base.id).site));
    if ((!uniform || isKept) && unrollEnclosingLoop())
      return {};
    if (uniform && isChosenFrom(base))
      return chooseItem(items, index, range);
    if (uniform) {
      facts.runtimeLists[get(base.id).site] = type->elements[0];
      return requestRestart();
    }
    // A tuple of numbers, such as a shape.
    Type element;
    for (const Value &v : items)
      element = joinTypes(element, typeOf(v));
    if (!items.empty() && element && !isPartial(element) &&
        !hasStatic(element)) {
      Value list = newList(items, {}, nullptr, range);
      if (!stopped && materialize(list, range))
        return listGet(list, index, range);
      return {};
    }
    return error(
        range,
        "this index must be known at compile time, because the elements are of "
        "different types");
  }
  case Kind::Class:
    if (base.classInfo->isEnum && index.is(Kind::Str) && index.isConst())
      return getAttribute(base, index.text, range);
    break;
  case Kind::Dict:
    return dictGet(base, index, range);
  case Kind::Str: {
    if (index.is(Kind::Slice)) {
      if (base.isConst() && knownSlice(index)) {
        std::vector<Value> characters;
        staticItems(base, characters);
        std::string text;
        for (int64_t i : sliceIndices(index, characters.size()))
          text += characters[i].text;
        return makeStr(text);
      }
      for (const Value &bound : index.items)
        if (bound && !bound.is(Kind::None) && !bound.is(Kind::Int))
          return error(range, "the bounds of a string's slice have to be ints");
      auto part = [&](int i) {
        const Value &bound = index.items[i];
        return bound.is(Kind::Int) ? ssa(bound) : mlir::Value();
      };
      mlir::Value step = part(2);
      if (!step)
        step = constInt(1);
      return makeStrSsa(
          StringSliceOp::create(b, where, StringType::get(context), ssa(base),
                                part(0), part(1), step, script())
              .getResult());
    }
    if (!index.is(Kind::Int))
      return error(range, "string indices must be integers");
    if (base.isConst() && index.isConst())
      return foldIndex(*this, base, index.integer, range);
    return makeStrSsa(
        StringIndexOp::create(b, where, ssa(base), ssa(index), script())
            .getResult());
  }
  case Kind::Object: {
    if (!findMember(get(base.id).classInfo, "__getitem__"))
      break;
    CallArgs args;
    args.range = range;
    args.positional = {index};
    // A container of modules needs the index at compile time.
    if (get(base.id).classInfo->isModule && index.is(Kind::Int) &&
        !index.isConst() && unrollEnclosingLoop())
      return {};
    return callMethod(base, "__getitem__", args);
  }
  case Kind::Range: {
    Value offset = binary(ast::BinaryOp::Mul, index, base.items[2], range);
    return binary(ast::BinaryOp::Add, base.items[0], offset, range);
  }
  case Kind::Optional: {
    Value value = present(base, "TypeError",
                          "'NoneType' object is not subscriptable", range);
    return stopped ? Value() : subscript(value, index, range);
  }
  default:
    break;
  }
  return error(range, "a value of type '" + toString(typeOf(base)) +
                          "' cannot be indexed");
}

bool Elaborator::storeSubscript(Value base, Value index, Value value,
                                ast::Range range) {
  Location where = loc(range);
  if (isChoice(base) || (base.is(Kind::Tensor) && isChoice(value))) {
    bool first = isChoice(base);
    onEither(
        first ? base : value,
        [&](Value v) {
          bool stored = first ? storeSubscript(v, index, value, range)
                              : storeSubscript(base, index, v, range);
          return stored ? makeNone() : Value();
        },
        range);
    return !stopped;
  }
  if (base.is(Kind::Tensor))
    return storeTensor(base, index, value, range);
  if (base.is(Kind::Dict))
    return dictSet(base, index, value, range);
  if (base.is(Kind::Object)) {
    CallArgs args;
    args.range = range;
    args.positional = {index, value};
    callMethod(base, "__setitem__", args);
    return !stopped;
  }
  if (!base.is(Kind::List)) {
    error(range, "elements of a value of type '" + toString(typeOf(base)) +
                     "' cannot be assigned");
    return false;
  }
  if (index.is(Kind::Slice)) {
    error(range, "assignment to a slice of a list is not supported; assign to "
                 "its elements");
    return false;
  }
  if (!index.is(Kind::Int)) {
    error(range, "list indices must be integers");
    return false;
  }
  if (!get(base.id).isRuntime && index.isConst()) {
    int64_t n = get(base.id).items.size();
    int64_t i = index.integer < 0 ? index.integer + n : index.integer;
    if (i < 0 || i >= n) {
      fault("IndexError", range, "list assignment index out of range");
      return false;
    }
    if (!checkItem(base, value, range))
      return false;
    mutate(base.id).items[i] = value;
    return true;
  }
  if (!get(base.id).isRuntime) {
    if (get(base.id).site.first) {
      Type type = joinTypes(typeOf(base)->kind == TypeKind::List
                                ? typeOf(base)->elements[0]
                                : Type(),
                            typeOf(value));
      if (type && !isPartial(type)) {
        facts.runtimeLists[get(base.id).site] = type;
        requestRestart();
        return false;
      }
    }
    if (!materialize(base, range))
      return false;
  }
  if (!needElementType(base.id, typeOf(value), range))
    return false;
  SmallVector<mlir::Value> leaves;
  if (!flatten(value, get(base.id).elementType, range, leaves, true))
    return false;
  ListSetOp::create(b, where, get(base.id).current, ssa(index), leaves);
  return true;
}

} // namespace tine::elaborate
