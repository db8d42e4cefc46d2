//===- Containers.cpp - Lists and dicts in both forms ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list or dict is known at compile time as long as its length is; a fact from
// an earlier round makes it exist at run time from its beginning.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Containers.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/DictKeys.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Containers::staticItems(const Value &value, std::vector<Value> &out) {
  if (value.is(Kind::Tuple)) {
    llvm::append_range(out, value.items);
    return true;
  }
  if (value.is(Kind::List) && !get(value.id).isRuntime) {
    llvm::append_range(out, get(value.id).items);
    return true;
  }
  if (value.is(Kind::Range) || value.is(Kind::Iterator) ||
      value.is(Kind::Class) || value.is(Kind::Dict) || value.is(Kind::Object)) {
    Sequence sequence;
    if (!paths.sequenceOf(value, frames.here, sequence) ||
        !sequence.length.isConst())
      return false;
    if (sequence.length.integer > 100000)
      return false;
    for (int64_t i = 0; i < sequence.length.integer && !stopped(); ++i)
      out.push_back(sequence.element(makeInt(i)));
    return !stopped();
  }
  if (value.is(Kind::Str) && value.isConst()) {
    Sequence sequence;
    if (!paths.sequenceOf(value, frames.here, sequence))
      return false;
    for (int64_t i = 0; i < sequence.length.integer; ++i)
      out.push_back(sequence.element(makeInt(i)));
    return true;
  }
  return false;
}

Value Containers::newList(std::vector<Value> items, Type elementType,
                          const void *node, ast::Range range) {
  if (!budget.checkLength(items.size(), range, "list"))
    return {};
  Object list{Object::Kind::List};
  list.site = decisions.siteOfMade(node ? node : nodeOf(range));
  list.elementType = elementType;
  // Without annotation an empty list is a list of tensors in TorchScript.
  if (items.empty() && !elementType && script())
    list.elementType = makeTensorType({});
  list.items = std::move(items);
  Type inRun = decisions.typeInRun(list.site);
  Value value = makeRef(Kind::List, objects.allocate(std::move(list)));
  if (!inRun)
    return value;
  mutate(value.id).elementType = inRun;
  return materialize(value, range) ? value : Value();
}

Value Containers::newDict(std::vector<Value> items, Type key, Type valueType,
                          const void *node, ast::Range range) {
  Object dict{Object::Kind::Dict};
  if (node)
    dict.site = decisions.siteOfMade(node);
  dict.keyType = key;
  dict.valueType = valueType;
  std::optional<std::pair<Type, Type>> inRun;
  if (node)
    inRun = decisions.dictInRun(dict.site);
  Value value = makeRef(Kind::Dict, objects.allocate(std::move(dict)));
  if (inRun) {
    Object &object = mutate(value.id);
    object.keyType = inRun->first;
    object.valueType = inRun->second;
    if (!materialize(value, range))
      return {};
  }
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (!dictSet(value, items[i], items[i + 1], range))
      return {};
  return value;
}

/// Restarts with the list as one of compile time, and the loops of few
/// iterations in which it grows unrolled; false where that was tried.
static bool keepsKnown(Context &e, Site made) {
  bool isNew = made.first && !e.script() && !e.diagnoser.collecting &&
               e.decisions.keepGrownList(made, "its elements are known at "
                                               "compile time only");
  if (isNew)
    e.requestRestart();
  return isNew;
}

bool Containers::materialize(const Value &container, ast::Range range) {
  const Object &object = get(container.id);
  if (object.isRuntime)
    return true;
  if (!knowsOrder(container, range))
    return false;
  Type type = types.typeOf(container);
  if (hasStatic(type))
    type = types.openTypeOf(container);
  SmallVector<mlir::Type> leaves;
  if (hasStatic(type) || isPartial(type) || !types.leafTypes(type, leaves)) {
    if ((container.is(Kind::List) && keepsKnown(*this, object.site)) ||
        bringObjects(*this, container, "a list or dict of the run holds them"))
      return false;
    error(range, "the elements of this " +
                     StringRef(container.is(Kind::List) ? "list" : "dict") +
                     ", which must exist at run time, are of different or "
                     "unknown types; annotate it");
    return false;
  }
  std::vector<Value> items = object.items;
  Location where = loc(range);
  if (container.is(Kind::List)) {
    mlir::Value list = ListNewOp::create(b, where, leaves[0]);
    for (const Value &item : items) {
      SmallVector<mlir::Value> values;
      if (!types.flatten(item, type->elements[0], range, values, /*keep=*/true))
        return false;
      ListAppendOp::create(b, where, list, values);
    }
    Object &made = mutate(container.id);
    made.isRuntime = true;
    made.current = list;
    made.elementType = type->elements[0];
    made.items.clear();
    return true;
  }
  mlir::Value dict = DictNewOp::create(b, where, leaves[0],
                                       keyCompare(*this, type->elements[0]));
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    SmallVector<mlir::Value> values;
    mlir::Value key =
        keyLeaf(*this, items[i], type->elements[0], range, /*keep=*/true);
    if (!key ||
        !types.flatten(items[i + 1], type->elements[1], range, values, true))
      return false;
    DictSetOp::create(b, where, dict, key, values);
  }
  Object &made = mutate(container.id);
  made.isRuntime = true;
  made.current = dict;
  made.keyType = type->elements[0];
  made.valueType = type->elements[1];
  made.items.clear();
  return true;
}

bool Containers::needElementType(unsigned id, Type type, ast::Range range) {
  const Object &list = get(id);
  Type joined = types.joinHeldTypes(list.elementType, type);
  // In an unrolled loop each iteration may make a list of a type of its own.
  if (!joined && decisions.iterationPath != 0 && !script() &&
      decisions.tellApart(list.site, "it holds another type in an iteration")) {
    requestRestart();
    return false;
  }
  // One that a comprehension makes may exist at compile time, as others do.
  if (!joined && list.site.first && !script() &&
      decisions.keepList(list.site, "its elements are of different types")) {
    requestRestart();
    return false;
  }
  constexpr StringLiteral why = "a list of the run holds them";
  if (!joined && (bringObjects(*this, type, why) ||
                  bringObjects(*this, list.elementType, why)))
    return false;
  bool isUnfinished = type->kind == TypeKind::Static && type->classInfo &&
                      decisions.isOfRun(type->classInfo);
  if (!joined && isUnfinished) {
    error(range, "an object of class '" + type->classInfo->name +
                     "' is put into a list of the run before its '__init__' "
                     "has ended; do so behind it");
    return false;
  }
  if (!joined) {
    error(range, "a list of values of type '" +
                     toString(list.elementType, type) +
                     "' cannot hold one of type '" +
                     toString(type, list.elementType) + "'");
    return false;
  }
  if (!list.isRuntime) {
    return true;
  }
  if (sameType(joined, list.elementType))
    return true;
  if (!list.site.first &&
      types.close(makeType(TypeKind::List, {list.elementType}),
                  makeType(TypeKind::List, {joined})))
    return false;
  // What differs may be that elements require gradients: the same in the run.
  SmallVector<mlir::Type> own, wider;
  if (!list.site.first && types.leafTypes(list.elementType, own) &&
      types.leafTypes(joined, wider) && own == wider) {
    mutate(id).elementType = joined;
    return true;
  }
  if (!list.site.first) {
    error(range, "this list holds values of type '" +
                     toString(list.elementType) +
                     "' of one shape; a value of another shape cannot be put "
                     "into it here");
    return false;
  }
  decisions.bringToRun(list.site, joined, "it holds another type, too");
  requestRestart();
  return false;
}

Value Containers::listLength(const Value &list, ast::Range range) {
  const Object &object = get(list.id);
  if (!object.isRuntime)
    return makeInt(static_cast<int64_t>(object.items.size()));
  if (object.elementType->kind == TypeKind::Open)
    return makeInt(int64_t(0));
  return makeInt(
      ListLengthOp::create(b, loc(range), object.current).getResult());
}

void Containers::share(const Value &value, ast::Range range,
                       const Value &holder, size_t older) {
  if (value.is(Kind::Tensor) && value.id >= older) {
    Object &tensor = mutate(value.id);
    tensor.unsureLeaf = tensor.requiresGrad && !tensor.isLeaf;
    tensor.isRead = true;
    Object &storage = mutate(tensor.storage);
    storage.shared = true;
    if (holder)
      storage.heldBy = get(holder.id).site;
    storage.sharedAt = range;
    storage.sharedFile = &frames.file();
  }
  for (const Value &item : value.items)
    share(item, range, holder, older);
  if ((value.is(Kind::List) || value.is(Kind::Dict)) && value.id >= older &&
      get(value.id).isAwaited) {
    std::vector<Value> items = get(value.id).items;
    for (const Value &item : items)
      share(item, range, holder, older);
  }
}

bool Containers::checkChange(const Value &container, ast::Range range) {
  if (!container.is(Kind::List) && !container.is(Kind::Dict))
    return true;
  const Object &object = get(container.id);
  bool isAwaited = object.isAwaited;
  if (!isAwaited && (object.isRuntime || objects.aliases(container.id).empty()))
    return true;
  bool isList = container.is(Kind::List);
  error(range,
        Twine(isList ? "this list" : "this dict") +
            (isAwaited ? " is the result of a task that may be awaited again"
                       : " may be one of several that a branch or loop "
                         "chooses from, and another is still in use") +
            "; change a copy of it, as of " +
            (isList ? "list(...)" : "dict(...)"));
  return false;
}

Place Containers::placeOf(const Value &index, mlir::Value size,
                          ast::Range range) {
  Location where = loc(range);
  mlir::Value given = ssa(index);
  mlir::Value fromEnd = arith::AddIOp::create(b, where, given, size);
  mlir::Value isNegative = arith::CmpIOp::create(
      b, where, arith::CmpIPredicate::slt, given, constInt(0));
  mlir::Value at =
      arith::SelectOp::create(b, where, isNegative, fromEnd, given);
  // A negative one is a large one without its sign.
  return {at,
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::ult, at, size)};
}

Value Containers::listGet(const Value &list, const Value &index,
                          ast::Range range, bool isThere) {
  const Object &object = get(list.id);
  if (!object.isRuntime)
    return model.subscript(list, index, range);
  if (object.elementType->kind == TypeKind::Open)
    return diagnoser.fault("IndexError", range, "list index out of range");
  if (!isThere && diagnoser.isCaught("IndexError"))
    return diagnoser.guarded(
        placeOf(index, ssa(listLength(list, range)), range).isThere,
        "IndexError", "list index out of range", range,
        [&] { return listGet(list, index, range, true); });
  SmallVector<mlir::Type> components;
  types.leafTypes(object.elementType, components);
  Type type = object.elementType;
  auto op =
      ListGetOp::create(b, loc(range), components, object.current, ssa(index));
  if (isThere)
    op->setAttr(neverFails, b.getUnitAttr());
  ValueRange leaves = op.getResults();
  Value value = types.unflatten(type, leaves);
  share(value, range, list);
  return value;
}

bool Containers::listAppend(const Value &list, Value item, ast::Range range) {
  const Object &object = get(list.id);
  // A Size is a list in TorchScript.
  if (script() && item.is(Kind::Tuple) && item.isSize && object.elementType &&
      object.elementType->kind == TypeKind::List)
    item = newList(item.items, {}, nullptr, range);
  Type own = object.isRuntime ? types.openTypeOf(item) : types.typeOf(item);
  Type declared = object.elementType;
  if (!declared && !object.isRuntime && !object.items.empty())
    declared = types.typeOf(object.items.front());
  if (script() && declared && !object.isRuntime) {
    Type joined = types.joinTypes(declared, own);
    auto isNumber = [](const Type &type) {
      return type->kind == TypeKind::Float || type->kind == TypeKind::Int ||
             type->kind == TypeKind::Bool;
    };
    bool numberMix =
        isNumber(declared) && isNumber(own) && declared->kind != own->kind;
    if (numberMix || (!joined && own->kind != TypeKind::Static)) {
      // Tensors of other ranks or dtypes are fine while the list is known.
      if (!(declared->kind == TypeKind::Tensor &&
            own->kind == TypeKind::Tensor)) {
        error(range,
              "cannot append a value of type '" + toString(own, declared) +
                  "' to a list of type 'List[" + toString(declared, own) +
                  "]'" +
                  (declared->kind == TypeKind::Tensor && !declared->tensor
                       ? "; an empty list is a list of tensors: annotate it"
                       : ""));
        return false;
      }
    }
  }
  if (!object.isRuntime) {
    if (!budget.checkLength(object.items.size() + 1, range, "list") ||
        !budget.checkItem(list, item, range))
      return false;
    mutate(list.id).items.push_back(std::move(item));
    return true;
  }
  if (!needElementType(list.id, own, range))
    return false;
  SmallVector<mlir::Value> leaves;
  if (!types.flatten(item, get(list.id).elementType, range, leaves,
                     /*keep=*/true))
    return false;
  ListAppendOp::create(b, loc(range), get(list.id).current, leaves);
  return true;
}

void Containers::setItems(const Value &container, std::vector<Value> items) {
  mutate(container.id).items = std::move(items);
}

void Containers::setItem(const Value &container, size_t i, Value item) {
  mutate(container.id).items[i] = std::move(item);
}

void Containers::eraseItems(const Value &container, size_t begin,
                            size_t count) {
  std::vector<Value> &items = mutate(container.id).items;
  items.erase(items.begin() + begin, items.begin() + begin + count);
}

void Containers::setKeyFacts(const Value &dict, const KeyFacts &facts) {
  static_cast<KeyFacts &>(mutate(dict.id)) = facts;
}

bool Containers::isChosenFrom(const Value &made) {
  const Object &object = get(made.id);
  return !object.isRuntime && object.items.size() <= mostChosen &&
         llvm::any_of(object.items, [&](const Value &item) {
           return item.is(Kind::Tensor) && grads.requiresGrad(item);
         });
}

} // namespace tine::elaborate
