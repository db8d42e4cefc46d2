//===- Comparisons.cpp - ==, <, is, in ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons and membership, in both modes.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value PythonObjects::identical(Value a, Value c, ast::Range range) {
  for (int i = 0; i < 2; ++i) {
    const Value &x = i == 0 ? a : c, &y = i == 0 ? c : a;
    if (!y.is(Kind::None))
      continue;
    if (x.is(Kind::Optional)) {
      return makeBool(
          arith::XOrIOp::create(b, loc(range), x.ssa, ssa(makeBool(true)))
              .getResult());
    }
    // Values of JSON, and matches of regular expressions.
    if (x.is(Kind::Object) && get(x.id).classInfo->scope->isLibrary &&
        objects.findMember(get(x.id).classInfo, "_is_none")) {
      CallArgs none(range);
      return run.callMethod(x, "_is_none", none);
    }
    return makeBool(x.is(Kind::None));
  }
  if (a.is(Kind::Either))
    return paths.onEither(
        a, [&](Value v) { return identical(v, c, range); }, range);
  if (c.is(Kind::Either))
    return identical(c, a, range);
  if (Value same = areOneInRun(*this, a, c, range))
    return same;
  if (c.is(Kind::Optional) && !a.is(Kind::Optional))
    return identical(c, a, range);
  if (a.is(Kind::Optional) && !c.is(Kind::Optional)) {
    Value inner = identical(a.items[0], c, range);
    if (stopped() || (inner.isConst() && !inner.integer))
      return inner;
    return inner.isConst()
               ? makeBool(a.ssa)
               : makeBool(arith::AndIOp::create(b, loc(range), a.ssa, inner.ssa)
                              .getResult());
  }
  if (a.kind != c.kind)
    return makeBool(false);
  auto untold = [&] {
    return error(range, "only the run knows whether these are one object, "
                        "because a branch or loop chose it; keep a flag "
                        "beside it");
  };
  if (a.is(Kind::Object) && a.id != c.id &&
      get(a.id).classInfo->has(ClassRole::Record) &&
      get(a.id).classInfo == get(c.id).classInfo) {
    bool isChoice = get(a.id).isChoice || get(c.id).isChoice;
    Object x = get(a.id), y = get(c.id);
    for (const auto &[name, part] : x.attributes) {
      Value same = identical(part, y.attributes.lookup(name), range);
      if (stopped() || (same.isConst() && !same.integer))
        return same;
    }
    if (isChoice)
      return untold();
    return makeBool(false);
  }
  bool refers = a.is(Kind::List) || a.is(Kind::Dict) || a.is(Kind::Tensor);
  auto mayBeRead = [&](const Value &read, const Value &kept) {
    return get(read.id).isRead && get(get(kept.id).storage).shared;
  };
  bool isUnknown =
      refers && a.id != c.id &&
      ((objects.aliases(a.id).count(c.id) && !get(a.id).isRuntime) ||
       (a.is(Kind::Tensor) && (mayBeRead(a, c) || mayBeRead(c, a))));
  if (isUnknown)
    return untold();
  if (a.is(Kind::List) || a.is(Kind::Dict)) {
    if (a.id == c.id)
      return makeBool(true);
    if (get(a.id).isRuntime && get(c.id).isRuntime &&
        get(a.id).current.getType() == get(c.id).current.getType())
      return makeBool(
          SameOp::create(b, loc(range), get(a.id).current, get(c.id).current)
              .getResult());
    return makeBool(false);
  }
  if (a.is(Kind::Tensor) || a.is(Kind::Object))
    return makeBool(a.id == c.id);
  // A member of an IntEnum is not the number that it is equal to.
  if (a.is(Kind::Int) && a.isConst() && c.isConst() &&
      a.classInfo != c.classInfo)
    return makeBool(false);
  // There is one object for each member.
  if (a.is(Kind::Tuple) && a.classInfo && a.classInfo->traits.isEnum)
    return a.classInfo == c.classInfo ? compare(ast::CompareOp::Eq, a, c, range)
                                      : makeBool(false);
  if (a.isNumber() || a.is(Kind::Str))
    return compare(ast::CompareOp::Eq, a, c, range);
  return makeBool(sameValue(a, c));
}

Value PythonObjects::isItem(const Value &element, const Value &item,
                            ast::Range range) {
  bool refers = item.is(Kind::Tensor) || item.is(Kind::Object) ||
                item.is(Kind::List) || item.is(Kind::Dict);
  if (refers && element.kind == item.kind && element.id == item.id)
    return makeBool(true);
  Value equal = compare(ast::CompareOp::Eq, element, item, range);
  return stopped() ? Value() : truth(equal, range);
}

Value PythonObjects::contains(Value container, Value itemValue,
                              ast::Range range) {
  std::vector<Value> items;
  if (isDictOrEmpty(container) || isOfOpenKind(*this, container))
    return paths.onEither(
        container, [&](Value v) { return contains(v, itemValue, range); },
        range);
  bool isName =
      itemValue.is(Kind::Either) && (itemValue.items[0].is(Kind::DType) ||
                                     itemValue.items[0].is(Kind::Device));
  if (isName || isOfOpenKind(*this, itemValue))
    return paths.onEither(
        itemValue, [&](Value v) { return contains(container, v, range); },
        range);
  switch (container.kind) {
  case Kind::Str:
    if (!itemValue.is(Kind::Str))
      break;
    if (container.isConst() && itemValue.isConst())
      return makeBool(StringRef(container.text).contains(itemValue.text));
    {
      mlir::Value at = StringMethodOp::create(
          b, loc(range), b.getI64Type(), "find", ssa(container),
          ValueRange{ssa(itemValue)}, script());
      return makeBool(arith::CmpIOp::create(b, loc(range),
                                            arith::CmpIPredicate::sge, at,
                                            constInt(0))
                          .getResult());
    }
  case Kind::Dict:
    return containers.knowsKeys(container, range)
               ? containers.dictContains(container, itemValue, range)
               : Value();
  case Kind::Iterator:
    if (container.text == "keys")
      return contains(container.items[0], itemValue, range);
    break;
  case Kind::Range: {
    if (itemValue.is(Kind::Str) || itemValue.is(Kind::None))
      return makeBool(false);
    Value above =
        compare(ast::CompareOp::Ge, itemValue, container.items[0], range);
    Value below =
        compare(ast::CompareOp::Lt, itemValue, container.items[1], range);
    if (stopped())
      return {};
    if (above.isConst() && below.isConst() && container.items[2].isConst() &&
        container.items[2].integer == 1)
      return makeBool(above.integer && below.integer);
    break;
  }
  case Kind::List:
    if (get(container.id).isRuntime) {
      Value at = findInList(*this, container, itemValue, range);
      return stopped()
                 ? Value()
                 : compare(ast::CompareOp::Ge, at, makeInt(int64_t(0)), range);
    }
    [[fallthrough]];
  case Kind::Tuple: {
    containers.staticItems(container, items);
    Value result = makeBool(false);
    for (const Value &element : items) {
      Value equal = isItem(element, itemValue, range);
      if (stopped())
        return {};
      if (equal.isConst() && equal.integer)
        return makeBool(true);
      if (equal.isConst())
        continue;
      result = result.isConst()
                   ? equal
                   : makeBool(arith::OrIOp::create(b, loc(range), result.ssa,
                                                   equal.ssa)
                                  .getResult());
    }
    return result;
  }
  case Kind::Object: {
    CallArgs args(range, {itemValue});
    if (objects.findMember(get(container.id).classInfo, "__contains__")) {
      Value result = run.callMethod(container, "__contains__", args);
      return stopped() ? Value() : truth(result, range);
    }
    Value items = iterated(*this, container, range);
    if (stopped())
      return {};
    if (!items.is(Kind::Object))
      return contains(items, itemValue, range);
    break;
  }
  case Kind::Class:
    if (container.classInfo->traits.isEnum)
      return makeBool(itemValue.classInfo == container.classInfo);
    break;
  default:
    break;
  }
  std::string pythons =
      container.is(Kind::Str)
          ? "'in <string>' requires string as left operand, not " +
                className(*this, itemValue)
          : "argument of type '" + className(*this, container) +
                "' is not iterable";
  return typeError(*this, container, range, pythons,
                   "'in' is not supported between '" +
                       toString(types.typeOf(itemValue)) + "' and '" +
                       toString(types.typeOf(container)) + "'");
}

/// What an operator is elsewhere.
struct Comparison {
  StringRef name, swapped; // of functions, also with swapped operands
  arith::CmpIPredicate ofInts;
  arith::CmpFPredicate ofFloats;
  bool less, equal, greater; // whether it is true of such operands

  bool holds(int order) const {
    return order < 0 ? less : order > 0 ? greater : equal;
  }
};

/// Of the operators from == to >=.
static const Comparison &comparison(ast::CompareOp op) {
  using Int = arith::CmpIPredicate;
  using Float = arith::CmpFPredicate;
  static constexpr Comparison all[] = {
      {"eq", "eq", Int::eq, Float::OEQ, false, true, false},
      {"ne", "ne", Int::ne, Float::UNE, true, false, true},
      {"lt", "gt", Int::slt, Float::OLT, true, false, false},
      {"le", "ge", Int::sle, Float::OLE, true, true, false},
      {"gt", "lt", Int::sgt, Float::OGT, false, false, true},
      {"ge", "le", Int::sge, Float::OGE, false, true, true},
  };
  return all[static_cast<size_t>(op)];
}

/// What the object's method says of the other value; null, without an error,
/// if it has none or says NotImplemented.
static Value ask(Service &e, const Value &object, StringRef method,
                 const Value &other, ast::Range range) {
  if (!object.is(Kind::Object) ||
      !e.objects.findMember(e.get(object.id).classInfo, method))
    return {};
  CallArgs args(range, {other});
  Value result = e.run.callMethod(object, method, args);
  bool isNone = result.is(Kind::Builtin) && result.text == "NotImplemented";
  return isNone ? Value() : result;
}

/// What the methods of objects say, the left one's first; null, without an
/// error, if nothing.
static Value compareObjects(Service &e, ast::CompareOp op, const Value &a,
                            const Value &c, ast::Range range) {
  for (bool left : {true, false}) {
    const Value &object = left ? a : c, &other = left ? c : a;
    const Comparison &names = comparison(op);
    StringRef name = left ? names.name : names.swapped;
    Value result = ask(e, object, ("__" + name + "__").str(), other, range);
    if (result || e.stopped())
      return result;
    if (op != ast::CompareOp::Ne)
      continue;
    result = ask(e, object, "__eq__", other, range);
    if (result || e.stopped())
      return e.stopped() ? Value()
                         : e.model.unary(ast::UnaryOp::Not, result, range);
  }
  return {};
}

/// Whether two dicts of compile time have equal values under equal keys, of
/// which the run knows none.
static Value equalDicts(Service &e, const Value &a, const Value &c,
                        ast::Range range) {
  if (!e.containers.needsKeys(a, range) || !e.containers.needsKeys(c, range))
    return {};
  std::vector<Value> items = e.get(a.id).items, x, y;
  if (items.size() != e.get(c.id).items.size())
    return makeBool(false);
  if (e.objects.isOrdered(a) && e.objects.isOrdered(c) &&
      (!e.containers.knowsOrder(a, range) ||
       !e.containers.knowsOrder(c, range)))
    return {};
  if (e.objects.isOrdered(a) && e.objects.isOrdered(c))
    return e.model.compare(ast::CompareOp::Eq, makeTuple(items),
                           makeTuple(e.get(c.id).items), range);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    Value found = e.containers.dictContains(c, items[i], range);
    if (e.stopped() || !found.integer)
      return e.stopped() ? Value() : makeBool(false);
    x.push_back(items[i + 1]);
    y.push_back(e.containers.dictGet(c, items[i], range));
    if (e.stopped())
      return {};
  }
  return e.model.compare(ast::CompareOp::Eq, makeTuple(x), makeTuple(y), range);
}

/// Of tensors, or a tensor and a number.
static Value compareTensors(Service &e, ast::CompareOp op, Value a, Value c,
                            ast::Range range) {
  const Comparison &names = comparison(op);
  StringRef name = a.isNumber() ? names.swapped : names.name;
  CallArgs args(range);
  if (a.isNumber())
    std::swap(a, c);
  args.positional = {a, c};
  return e.run.callBuiltin(makeBuiltin(("torch." + name).str()), args);
}

static Value compareNumbers(Service &e, ast::CompareOp op, const Value &a,
                            const Value &c, ast::Range range) {
  bool floats = a.is(Kind::Float) || c.is(Kind::Float);
  if (a.isConst() && c.isConst()) {
    if (!floats)
      return makeBool(comparison(op).holds(
          a.integer < c.integer ? -1 : a.integer > c.integer));
    double x = a.asDouble(), y = c.asDouble();
    if (std::isnan(x) || std::isnan(y))
      return makeBool(op == ast::CompareOp::Ne);
    return makeBool(comparison(op).holds(x < y ? -1 : x > y));
  }
  if (floats)
    return makeBool(arith::CmpFOp::create(e.b, e.loc(range),
                                          comparison(op).ofFloats,
                                          e.ssa(e.numbers.toFloat(a, range)),
                                          e.ssa(e.numbers.toFloat(c, range)))
                        .getResult());
  return makeBool(arith::CmpIOp::create(e.b, e.loc(range),
                                        comparison(op).ofInts,
                                        e.ssa(e.numbers.toInt(a, range)),
                                        e.ssa(e.numbers.toInt(c, range)))
                      .getResult());
}

static Value compareStrings(Service &e, ast::CompareOp op, const Value &a,
                            const Value &c, ast::Range range) {
  if (a.isConst() && c.isConst())
    return makeBool(comparison(op).holds(a.text.compare(c.text)));
  mlir::Value order =
      StringCompareOp::create(e.b, e.loc(range), e.ssa(a), e.ssa(c));
  return makeBool(arith::CmpIOp::create(e.b, e.loc(range),
                                        comparison(op).ofInts, order,
                                        e.constInt(0))
                      .getResult());
}

/// Whether the elements of two lists or tuples of compile time are equal.
static Value equalItems(Service &e, const Value &a, const Value &c,
                        ast::Range range) {
  std::vector<Value> x, y;
  e.containers.staticItems(a, x);
  e.containers.staticItems(c, y);
  // A Size compares with lists in TorchScript.
  bool alike = a.kind == c.kind || e.script();
  Value result = makeBool(alike && x.size() == y.size());
  for (size_t i = 0; i < x.size() && (!result.isConst() || result.integer);
       ++i) {
    // Only Python takes one tensor as equal to itself.
    Value equal = e.script()
                      ? e.model.compare(ast::CompareOp::Eq, x[i], y[i], range)
                      : e.model.isItem(x[i], y[i], range);
    if (!e.stopped() && e.script())
      equal = e.model.truth(equal, range);
    if (e.stopped())
      return {};
    if (equal.isConst() && equal.integer)
      continue;
    result = result.isConst() || (equal.isConst() && !equal.integer)
                 ? equal
                 : makeBool(arith::AndIOp::create(e.b, e.loc(range),
                                                  e.ssa(result), e.ssa(equal))
                                .getResult());
  }
  return result;
}

/// Whether such elements are equal by more than one component.
static bool haveParts(const Type &type) {
  return type->kind == TypeKind::Object ||
         (type->kind != TypeKind::Tensor && !type->elements.empty());
}

/// Whether two lists or tuples are equal.
static Value equalSequences(Service &e, const Value &a, const Value &c,
                            ast::Range range) {
  auto isRuntime = [&](const Value &v) {
    return v.is(Kind::List) && e.get(v.id).isRuntime;
  };
  if (!isRuntime(a) && !isRuntime(c))
    return equalItems(e, a, c, range);
  auto asList = [&](const Value &v) {
    return v.is(Kind::List) ? v
                            : e.containers.newList(v.items, {}, nullptr, range);
  };
  Value x = asList(a), y = asList(c);
  Type type = e.types.joinTypes(e.types.typeOf(x), e.types.typeOf(y));
  if (type && !e.script() && haveParts(type->elements[0]))
    return e.run.callLibrary("_operations.equal_lists", {x, y}, range);
  SmallVector<mlir::Value> leaves;
  if (!type || !e.types.flatten(x, type, range, leaves, true) ||
      !e.types.flatten(y, type, range, leaves, true))
    return e.stopped() ? Value() : e.error(range, "cannot compare these lists");
  mlir::Value equal = ListEqualOp::create(e.b, e.loc(range),
                                          e.types.compareOf(type->elements[0]),
                                          leaves[0], leaves[1]);
  return makeBool(equal);
}

static Value equalOptionals(Service &e, const Value &a, const Value &c,
                            ast::Range range) {
  const Value &optional = a.is(Kind::Optional) ? a : c;
  const Value &other = a.is(Kind::Optional) ? c : a;
  if (other.is(Kind::None))
    return e.model.identical(a, c, range);
  return e.paths.select(
      optional.ssa,
      [&] {
        return e.model.compare(ast::CompareOp::Eq, optional.items[0], other,
                               range);
      },
      [&] {
        return other.is(Kind::Optional)
                   ? e.model.identical(other, makeNone(), range)
                   : makeBool(false);
      },
      range);
}

/// Whether two values of other kinds are equal; null if they cannot be
/// compared.
static Value equalOthers(const Value &a, const Value &c) {
  bool same = a.kind == c.kind && sameValue(a, c);
  bool settled = a.kind != c.kind || a.is(Kind::None) || a.is(Kind::DType) ||
                 a.is(Kind::Device) || a.is(Kind::Class) ||
                 a.is(Kind::Object) || a.is(Kind::Function) ||
                 a.is(Kind::Builtin) || a.is(Kind::TypeValue) ||
                 (a.is(Kind::Dict) && same);
  return settled ? makeBool(same) : Value();
}

/// `a == c`; null, without an error, if they cannot be compared.
static Value equals(Service &e, const Value &a, const Value &c,
                    ast::Range range) {
  auto isMember = [](const Value &v) {
    return v.is(Kind::Tuple) && v.classInfo && v.classInfo->traits.isEnum;
  };
  if ((isMember(a) || isMember(c)) && a.classInfo != c.classInfo)
    return makeBool(false);
  auto isSequence = [](const Value &v) {
    return v.is(Kind::Tuple) || v.is(Kind::List);
  };
  if (isSequence(a) && isSequence(c))
    return equalSequences(e, a, c, range);
  if (a.is(Kind::Dict) && c.is(Kind::Dict) && e.get(a.id).keysAreKnown() &&
      e.get(c.id).keysAreKnown())
    return equalDicts(e, a, c, range);
  if (a.is(Kind::Dict) && c.is(Kind::Dict) && a.id != c.id && !e.script())
    return e.run.callLibrary("_operations.equal_dicts", {a, c}, range);
  if (a.is(Kind::Optional) || c.is(Kind::Optional))
    return equalOptionals(e, a, c, range);
  if (Value same = areOneInRun(e, a, c, range))
    return same;
  return equalOthers(
      a, a.is(Kind::Device) && c.is(Kind::Str) ? makeDevice(c.text) : c);
}

/// None has no order; false after an error.
static bool makePresent(Service &e, Value &side, ast::Range range) {
  if (!side.is(Kind::Optional) || e.script())
    return true;
  side = e.diagnoser.present(side, "TypeError",
                             "comparison not supported between instances of "
                             "'NoneType' and another type",
                             range);
  return !e.stopped();
}

Value PythonObjects::compare(ast::CompareOp op, Value a, Value c,
                             ast::Range range) {
  // Two of one name are one, and what a file holds may be None.
  if (op == ast::CompareOp::Is || op == ast::CompareOp::IsNot)
    if ((objects.hasRole(a, ClassRole::ErrorType) && !c.is(Kind::None)) ||
        (objects.hasRole(c, ClassRole::ErrorType) && !a.is(Kind::None)) ||
        (objects.hasRole(a, ClassRole::StoredValue) && c.is(Kind::None)))
      op = op == ast::CompareOp::Is ? ast::CompareOp::Eq : ast::CompareOp::Ne;
  auto negate = [&](const Value &v) {
    return stopped() ? Value() : unary(ast::UnaryOp::Not, v, range);
  };
  switch (op) {
  case ast::CompareOp::Is:
    return identical(a, c, range);
  case ast::CompareOp::IsNot:
    return negate(identical(a, c, range));
  case ast::CompareOp::In:
    return contains(c, a, range);
  case ast::CompareOp::NotIn:
    return negate(contains(c, a, range));
  default:
    break;
  }
  if (a.is(Kind::Either) || c.is(Kind::Either)) {
    bool first = a.is(Kind::Either);
    const Value &either = first ? a : c, &other = first ? c : a;
    auto use = [&](Value v) {
      return first ? compare(op, v, c, range) : compare(op, a, v, range);
    };
    if (other.is(Kind::Float) && either.items[1].is(Kind::Float) &&
        llvm::none_of(either.items, isNumpyNumber) && !isNumpyNumber(other))
      return use(numbers.toFloat(either, range));
    return paths.onEither(either, use, range);
  }
  bool equality = op == ast::CompareOp::Eq || op == ast::CompareOp::Ne;
  if (!equality &&
      (!makePresent(*this, a, range) || !makePresent(*this, c, range)))
    return {};
  if ((a.is(Kind::Tensor) && (c.is(Kind::Tensor) || c.isNumber())) ||
      (c.is(Kind::Tensor) && a.isNumber()))
    return compareTensors(*this, op, a, c, range);
  if (a.is(Kind::Object) || c.is(Kind::Object))
    if (Value result = compareObjects(*this, op, a, c, range);
        result || stopped())
      return result;
  if (a.isNumber() && c.isNumber() && !script() &&
      (isNumpyNumber(a) || isNumpyNumber(c)))
    return numpyCompare(*this, op, a, c, range);
  if (a.isNumber() && c.isNumber())
    return compareNumbers(*this, op, a, c, range);
  if (a.is(Kind::Str) && c.is(Kind::Str))
    return compareStrings(*this, op, a, c, range);
  bool areLists = a.is(Kind::List) && c.is(Kind::List) && !script();
  if (!equality && (areLists || (a.is(Kind::Tuple) && c.is(Kind::Tuple))))
    return orderSequences(*this, op, a, c, range);
  // A dtype is an int in TorchScript.
  if (equality && a.is(Kind::DType) && c.is(Kind::Int))
    return compare(op, makeInt(a.integer), c, range);
  if (equality && c.is(Kind::DType) && a.is(Kind::Int))
    return compare(op, a, makeInt(c.integer), range);
  if (equality)
    if (Value equal = equals(*this, a, c, range); equal || stopped())
      return op == ast::CompareOp::Ne ? negate(equal) : equal;
  // Tuples that are equal before them may not be there.
  if (isOfRun(*this, a) && isOfRun(*this, c))
    return fault("TypeError", range,
                 StringRef("'") + ast::spelling(op) +
                     "' not supported between instances of '" +
                     className(*this, a) + "' and '" + className(*this, c) +
                     "'");
  auto nameOf = [&](const Value &v) {
    return v.is(Kind::Object) ? get(v.id).classInfo->name
                              : toString(types.typeOf(v));
  };
  return typeError(
      *this, {a, c}, range,
      StringRef("'") + ast::spelling(op) +
          "' not supported between instances of '" + className(*this, a) +
          "' and '" + className(*this, c) + "'",
      StringRef("'") + ast::spelling(op) + "' is not supported between '" +
          nameOf(a) + "' and '" + nameOf(c) + "'");
}

} // namespace tine::elaborate
