//===- Sequences.cpp - What a loop goes over ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of iterable has a length and a way to its element of a number.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/control/EvenParts.h"
#include "frontend/objects/Iterators.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/DictKeys.h"
#include "frontend/services/TypeNames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

using Sequence = Sequence;

/// What Python does for the first element: that of a part of zip() comes behind
/// the iter() of all.
using Beginnings = std::vector<std::function<void()>>;

/// `sequenceOf` without that.
static bool walkOver(Elaborator &e, Value iterable, ast::Range range,
                     Sequence &out, Beginnings &begin, bool beside = false);

/// Whether the library's object is iterated over by '__len__' and
/// '__getitem__'.
static bool hasLengthAndItems(Elaborator &e, const Value &object) {
  const ClassInfo *info = e.get(object.id).classInfo;
  return info->scope->isLibrary && e.objects.findMember(info, "__len__") &&
         e.objects.findMember(info, "__getitem__");
}

/// Of two ints, where it is known though they are not: `t + 4` and `t`.
static std::optional<int64_t> differenceOf(const Value &a, const Value &b) {
  auto isInt = [](const Value &v) { return v.is(Kind::Int) && v.ssa; };
  if (!isInt(a) || !isInt(b))
    return std::nullopt;
  auto form = LinearForm::of(a.ssa).plus(LinearForm::of(b.ssa), -1);
  return form && form->terms.empty() ? std::optional(form->constant)
                                     : std::nullopt;
}

/// Elements that are known at compile time.
static bool ofKnown(std::vector<Value> items, Sequence &out) {
  out.length = makeInt(static_cast<int64_t>(items.size()));
  out.mustUnroll = true;
  out.element = [items = std::move(items)](const Value &i) {
    return items[i.integer];
  };
  return true;
}

/// The same; parts of a tensor can also be found in the run.
static bool ofKnown(Elaborator &e, std::vector<Value> items, Sequence &out) {
  std::optional<EvenParts> parts = EvenParts::of(e, items);
  ofKnown(std::move(items), out);
  if (!parts)
    return true;
  out.canRoll = true;
  out.element = [&e, parts, known = out.element](const Value &i) {
    return i.isConst() ? known(i) : parts->at(e, i);
  };
  return true;
}

static bool ofRange(Elaborator &e, const Value &iterable, ast::Range range,
                    Sequence &out) {
  const Value &start = iterable.items[0], &stop = iterable.items[1],
              &step = iterable.items[2];
  OpBuilder &b = e.b;
  if (step.isConst() && step.integer == 0) {
    e.error(range, "range() arg 3 must not be zero");
    return false;
  }
  if (start.isConst() && stop.isConst() && step.isConst()) {
    // In 128 bits: the ends may be far apart.
    __int128 span = static_cast<__int128>(stop.integer) - start.integer;
    __int128 s = step.integer;
    __int128 n = s > 0 ? (span + s - 1) / s : (-span - s - 1) / -s;
    out.length = makeInt(static_cast<int64_t>(n < 0 ? 0 : n));
  } else if (auto known = differenceOf(stop, start);
             known && step.isConst() && step.integer == 1) {
    out.length = makeInt(std::max<int64_t>(*known, 0));
  } else {
    if (!step.isConst())
      e.check(arith::CmpIOp::create(b, e.loc(range), arith::CmpIPredicate::ne,
                                    e.ssa(step), e.constInt(0)),
              "ValueError", "range() arg 3 must not be zero", range);
    Location where = e.loc(range);
    mlir::Value n = arith::SubIOp::create(b, where, e.ssa(stop), e.ssa(start));
    if (!step.isConst() || step.integer != 1)
      n = arith::CeilDivSIOp::create(b, where, n, e.ssa(step));
    out.length =
        makeInt(arith::MaxSIOp::create(b, where, n, e.constInt(0)).getResult());
  }
  out.element = [&e, start, step, range](Value i) {
    return e.model.binary(ast::BinaryOp::Add, start,
                          e.model.binary(ast::BinaryOp::Mul, i, step, range),
                          range);
  };
  return true;
}

/// The members of an enum.
static bool ofEnum(const Value &iterable, Sequence &out) {
  std::vector<Value> members;
  for (const std::string &name : iterable.classInfo->fields.names)
    members.push_back(iterable.classInfo->members[name]);
  return ofKnown(std::move(members), out);
}

/// Restarts with the list of compile time as one of the run, if it can be one;
/// false if not.
static bool makeRuntime(Elaborator &e, const Value &iterable) {
  Type type = e.types.typeOf(iterable);
  if (hasStatic(type) || !e.types.canFlatten(type))
    return false;
  e.decisions.bringToRun(e.get(iterable.id), type,
                         "a loop of the run goes over it");
  e.requestRestart();
  return true;
}

static bool ofList(Elaborator &e, const Value &iterable, ast::Range range,
                   Sequence &out, bool beside) {
  const Object &list = e.get(iterable.id);
  if (list.isRuntime) {
    out.length = e.containers.listLength(iterable, range);
    out.element = [&e, iterable, range](const Value &i) {
      return e.containers.listGet(iterable, i, range, /*isThere=*/true);
    };
    return true;
  }
  // The library is Python at compile time; parameters keep their identity.
  bool stays =
      e.frames.back().scope->isLibrary || beside || e.grads.hasLeaf(iterable);
  if (list.items.size() > 64 && list.site.first && !stays &&
      makeRuntime(e, iterable))
    return false;
  ofKnown(e, list.items, out);
  // In TorchScript it is walked over a copy. Python sees what the body sets.
  if (e.script() || stays)
    return true;
  out.element = [&e, iterable, first = out.element](const Value &i) {
    const Object &now = e.get(iterable.id);
    bool isThere =
        !now.isRuntime && i.isConst() && size_t(i.integer) < now.items.size();
    return isThere ? now.items[size_t(i.integer)] : first(i);
  };
  return true;
}

static bool ofTensor(Elaborator &e, const Value &iterable, ast::Range range,
                     Sequence &out) {
  if (e.tensors.rank(iterable) == 0) {
    e.error(range, "iteration over a 0-d tensor");
    return false;
  }
  out.length = e.tensors.size(iterable, 0);
  out.element = [&e, iterable, range](Value i) {
    return e.tensors.selectIndex(iterable, 0, std::move(i), range);
  };
  return true;
}

/// Python's characters, TorchScript's bytes.
static bool ofString(Elaborator &e, const Value &iterable, ast::Range range,
                     Sequence &out, bool beside) {
  if (iterable.isConst()) {
    std::vector<Value> items;
    if (e.script())
      for (char byte : iterable.text)
        items.push_back(makeStr(StringRef(&byte, 1)));
    else
      items = characters(iterable.text);
    return ofKnown(std::move(items), out);
  }
  if (!e.script()) {
    // In one go: where a code point begins is known behind the one before.
    Type type = makeType(TypeKind::List, {makeType(TypeKind::Str)});
    mlir::Value list = StringMethodOp::create(
        e.b, e.loc(range),
        ListType::get(e.getContext(), {StringType::get(e.getContext())}),
        "characters", e.ssa(iterable), ValueRange(), /*bytes=*/false);
    ValueRange leaves(list);
    return e.paths.sequenceOf(e.types.unflatten(type, leaves), range, out,
                              beside);
  }
  out.length = e.model.length(iterable, range);
  out.element = [&e, iterable, range](Value i) {
    return e.model.subscript(iterable, std::move(i), range);
  };
  return true;
}

/// A dict, or one of its views. `part` is 0 for keys, 1 for values and 2 for
/// both.
static bool ofDict(Elaborator &e, const Value &dict, int part, ast::Range range,
                   Sequence &out) {
  if (!e.containers.knowsKeys(dict, range) ||
      !e.containers.needsKeys(dict, range) ||
      !e.containers.knowsOrder(dict, range))
    return false;
  auto partOf = [part](const Value &key, const Value &value) {
    return part == 0 ? key : part == 1 ? value : makeTuple({key, value});
  };
  const Object &object = e.get(dict.id);
  if (!object.isRuntime) {
    std::vector<Value> items;
    for (size_t i = 0; i + 1 < object.items.size(); i += 2)
      items.push_back(partOf(object.items[i], object.items[i + 1]));
    return ofKnown(std::move(items), out);
  }
  if (object.keyType->kind == TypeKind::Open)
    return ofKnown({}, out), true;
  out.length = makeInt(
      DictLengthOp::create(e.b, e.loc(range), object.current).getResult());
  out.element = [&e, dict, part, range](const Value &i) -> Value {
    const Object &object = e.get(dict.id);
    Type keyType = object.keyType, valueType = object.valueType;
    SmallVector<mlir::Type> types{keyLeafType(e, keyType)};
    e.types.leafTypes(valueType, types);
    auto entry =
        DictEntryOp::create(e.b, e.loc(range), types, object.current, e.ssa(i));
    ValueRange leaves = entry.getResults().drop_front();
    Value key =
        part == 1 ? Value() : keyOfLeaf(e, keyType, entry.getResult(0), range);
    Value pair = makeTuple({key, e.types.unflatten(valueType, leaves)});
    e.containers.share(pair, range, dict);
    return part == 2 ? pair : pair.items[part];
  };
  return true;
}

static bool ofEnumerate(Elaborator &e, const Value &iterable, ast::Range range,
                        Sequence &out, Beginnings &begin) {
  if (!walkOver(e, iterable.items[0], range, out, begin))
    return false;
  out.element = [&e, inner = out.element, start = iterable.items[1],
                 range](const Value &i) {
    return makeTuple(
        {e.model.binary(ast::BinaryOp::Add, start, i, range), inner(i)});
  };
  return true;
}

static bool ofReversed(Elaborator &e, const Value &iterable, ast::Range range,
                       Sequence &out, Beginnings &begin) {
  if (!walkOver(e, iterable.items[0], range, out, begin))
    return false;
  out.element = [&e, inner = out, range](const Value &i) {
    Value last =
        e.model.binary(ast::BinaryOp::Sub, inner.length, makeInt(1), range);
    return inner.element(e.model.binary(ast::BinaryOp::Sub, last, i, range));
  };
  return true;
}

//===----------------------------------------------------------------------===//
// zip
//===----------------------------------------------------------------------===//

/// Raises where zip(strict=True) would, though before the first element.
static void checkLengths(Elaborator &e, ArrayRef<Sequence> parts,
                         ast::Range range) {
  for (size_t i = 1; i < parts.size() && !e.stopped(); ++i) {
    const Value &first = parts[0].length, &own = parts[i].length;
    auto message = [&](const char *relation) {
      return ("zip() argument " + Twine(i + 1) + " is " + relation +
              (i == 1 ? " than argument 1"
                      : " than arguments 1-" + std::to_string(i)))
          .str();
    };
    if (first.isConst() && own.isConst()) {
      if (first.integer != own.integer)
        e.fault("ValueError", range,
                message(own.integer < first.integer ? "shorter" : "longer"));
      continue;
    }
    using Predicate = arith::CmpIPredicate;
    for (auto [predicate, relation] : {std::pair(Predicate::sge, "shorter"),
                                       std::pair(Predicate::sle, "longer")})
      e.check(arith::CmpIOp::create(e.b, e.loc(range), predicate, e.ssa(own),
                                    e.ssa(first)),
              "ValueError", message(relation), range);
  }
}

/// What the shortest of the parts says of the length and of unrolling.
static void addPart(Elaborator &e, const Sequence &part, ast::Range range,
                    Sequence &out) {
  bool fits =
      (out.canRoll || !out.mustUnroll) && (part.canRoll || !part.mustUnroll);
  out.canRoll = fits && (out.canRoll || part.canRoll);
  out.mustUnroll |= part.mustUnroll;
  if (part.mustUnroll && part.length.isConst())
    out.atMost = out.atMost < 0 ? part.length.integer
                                : std::min(out.atMost, part.length.integer);
  if (out.length.isConst() && part.length.isConst())
    out.length = makeInt(std::min(out.length.integer, part.length.integer));
  else if (out.length.isConst() && out.length.integer == INT64_MAX)
    out.length = part.length;
  else
    out.length =
        makeInt(arith::MinSIOp::create(e.b, e.loc(range), e.ssa(out.length),
                                       e.ssa(part.length))
                    .getResult());
}

/// A list of compile time beside one of the run has to exist in the run: makes
/// the lists of the parts such, as far as they can be. Whether there are any;
/// none after a restart or an error.
static std::optional<bool> bringToRun(Elaborator &e, ArrayRef<Sequence> parts,
                                      std::vector<Value> &lists,
                                      ast::Range range) {
  bool changed = false;
  for (auto [part, item] : llvm::zip(parts, lists)) {
    if (!part.mustUnroll)
      continue;
    if (item.is(Kind::Tuple))
      item = e.containers.newList(item.items, {}, nullptr, range);
    if (!item.is(Kind::List) || e.get(item.id).isRuntime ||
        e.grads.hasLeaf(item) || e.decisions.isUnrolled(e.get(item.id).site))
      continue;
    if (e.get(item.id).site.first) {
      if (makeRuntime(e, item))
        return std::nullopt;
      continue;
    }
    Type type = e.types.typeOf(item);
    if (hasStatic(type) || !e.types.canFlatten(type))
      continue;
    if (!e.containers.materialize(item, range))
      return std::nullopt;
    changed = true;
  }
  return changed;
}

static bool ofZip(Elaborator &e, Value iterable, ast::Range range,
                  Sequence &out, Beginnings &begin) {
  std::vector<Sequence> parts(iterable.items.size());
  out.length = makeInt(iterable.items.empty() ? 0 : INT64_MAX);
  bool besideLeaves = llvm::any_of(
      iterable.items, [&](const Value &list) { return e.grads.hasLeaf(list); });
  for (auto [part, item] : llvm::zip(parts, iterable.items)) {
    // Their lists are made at the same places of the library.
    size_t number = &part - parts.data();
    bool isWalked = e.frames.along(number, [&, &part = part, &item = item] {
      return walkOver(e, item, range, part, begin, besideLeaves);
    });
    if (!isWalked)
      return false;
    addPart(e, part, range, out);
  }
  if (iterable.integer) {
    checkLengths(e, parts, range);
    if (e.stopped())
      return false;
  }
  if (out.mustUnroll && !out.length.isConst()) {
    std::vector<Value> lists = iterable.items;
    std::optional<bool> changed = bringToRun(e, parts, lists, range);
    if (!changed)
      return false;
    if (*changed) {
      iterable.items = std::move(lists);
      out = Sequence();
      begin.clear();
      return ofZip(e, std::move(iterable), range, out, begin);
    }
  }
  out.element = [parts = std::move(parts)](const Value &i) {
    std::vector<Value> items(parts.size());
    llvm::transform(parts, items.begin(),
                    [&](const Sequence &part) { return part.element(i); });
    return makeTuple(items);
  };
  return true;
}

//===----------------------------------------------------------------------===//
// All kinds
//===----------------------------------------------------------------------===//

static bool notIterable(Elaborator &e, const Value &value, ast::Range range) {
  typeError(e, value, range,
            "'" + className(e, value) + "' object is not iterable",
            "cannot iterate over a value of type '" +
                toString(e.types.typeOf(value)) +
                "'; ranges, lists, tuples, dicts, strings and tensors can be");
  return false;
}

/// Views of dicts, enumerate, zip and reversed.
static bool ofIterator(Elaborator &e, const Value &iterable, ast::Range range,
                       Sequence &out, Beginnings &begin) {
  StringRef which = iterable.text;
  if (isDictView(iterable))
    return ofDict(e, iterable.items[0],
                  which == "keys"     ? 0
                  : which == "values" ? 1
                                      : 2,
                  range, out);
  if (which == "enumerate")
    return ofEnumerate(e, iterable, range, out, begin);
  if (which == "zip")
    return ofZip(e, iterable, range, out, begin);
  if (which == "reversed")
    return ofReversed(e, iterable, range, out, begin);
  return notIterable(e, iterable, range);
}

/// An object whose items are found by their numbers in the run.
static bool ofLengthAndItems(Elaborator &e, const Value &items,
                             ast::Range range, Sequence &out,
                             Beginnings &begin) {
  CallArgs args(range);
  out.length = e.callMethod(items, "__len__", args);
  out.element = [&e, items, range](const Value &i) {
    CallArgs at(range, {i}, {range});
    return e.frames.along(
        e.loc(range), [&] { return e.callMethod(items, "__getitem__", at); });
  };
  if (e.objects.findMember(e.get(items.id).classInfo, "_begin"))
    begin.push_back([&e, items, range] {
      CallArgs none(range);
      e.callMethod(items, "_begin", none);
    });
  return !e.stopped();
}

/// ModuleList, Sequential and ParameterList: a method of the library gives the
/// items.
static bool ofObject(Elaborator &e, const Value &iterable, ast::Range range,
                     Sequence &out, Beginnings &begin) {
  CallArgs args(range);
  if (isStream(e, iterable)) {
    Value all = e.callLibrary("_streams.items", {iterable}, range);
    return !e.stopped() && walkOver(e, all, range, out, begin);
  }
  if (!e.objects.findMember(e.get(iterable.id).classInfo, "__iter__")) {
    if (hasLengthAndItems(e, iterable))
      return ofLengthAndItems(e, iterable, range, out, begin);
    Value items = iterated(e, iterable, range);
    if (e.stopped())
      return false;
    return items.is(Kind::Object) ? notIterable(e, iterable, range)
                                  : walkOver(e, items, range, out, begin);
  }
  Value items = e.callMethod(iterable, "__iter__", args);
  if (!e.stopped() && isOwnIterator(e, items))
    items = allItems(e, items, range);
  if (e.stopped())
    return false;
  // What iter() gives is an object of the library.
  if (!items.is(Kind::Object) ||
      (e.get(items.id).classInfo->scope->isLibrary &&
       !hasLengthAndItems(e, items) && items.id != iterable.id))
    return walkOver(e, items, range, out, begin);
  if (!hasLengthAndItems(e, items)) {
    e.fault("TypeError", range,
            "iter() returned non-iterator of type '" + className(e, items) +
                "'");
    return false;
  }
  return ofLengthAndItems(e, items, range, out, begin);
}

static bool walkOver(Elaborator &e, Value iterable, ast::Range range,
                     Sequence &out, Beginnings &begin, bool beside) {
  if (iterable.is(Kind::Optional) && !e.script()) {
    iterable = e.diagnoser.present(iterable, "TypeError",
                                   "'NoneType' object is not iterable", range);
    if (e.stopped())
      return false;
  }
  switch (iterable.kind) {
  case Kind::Range:
    return ofRange(e, iterable, range, out);
  case Kind::Class:
    return iterable.classInfo->traits.isEnum ? ofEnum(iterable, out)
                                             : notIterable(e, iterable, range);
  case Kind::Tuple:
    return ofKnown(e, std::move(iterable.items), out);
  case Kind::List:
    out.list = iterable;
    return ofList(e, iterable, range, out, beside);
  case Kind::Tensor:
    return ofTensor(e, iterable, range, out);
  case Kind::Str:
    return ofString(e, iterable, range, out, beside);
  case Kind::Dict:
    return ofDict(e, iterable, /*part=*/0, range, out);
  case Kind::Iterator:
    return ofIterator(e, iterable, range, out, begin);
  case Kind::Object:
    return ofObject(e, iterable, range, out, begin);
  default:
    return notIterable(e, iterable, range);
  }
}

bool ControlFlow::sequenceOf(Value iterable, ast::Range range, Sequence &out,
                             bool beside) {
  Beginnings begin;
  if (!walkOver(e, std::move(iterable), range, out, begin, beside))
    return false;
  for (const std::function<void()> &step : begin)
    if (!stopped())
      step();
  return !stopped();
}

} // namespace tine::elaborate
