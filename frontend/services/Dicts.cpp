//===- Dicts.cpp - Dicts of compile time and of the run -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookups and changes of dicts, which stay known as long as their keys are.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Budget.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/DictKeys.h"
#include "frontend/services/Entries.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/Switches.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Keys of a dict of compile time that are compared with one of the run.
static constexpr size_t mostCompared = 64;

bool sameKey(const Value &a, const Value &b) {
  if (a.is(Kind::Tuple) && b.is(Kind::Tuple) && a.classInfo == b.classInfo)
    return llvm::equal(a.items, b.items, sameKey);
  if (a.is(Kind::Str) && b.is(Kind::Str) && a.isConst() && b.isConst())
    return a.text == b.text;
  if (a.isNumber() && b.isNumber() && a.isConst() && b.isConst()) {
    double x = a.is(Kind::Float) ? a.real : a.integer,
           y = b.is(Kind::Float) ? b.real : b.integer;
    return x == y;
  }
  return sameValue(a, b);
}

bool knownKey(const Value &key) {
  if (key.is(Kind::Tuple))
    return llvm::all_of(key.items, knownKey);
  return key.isConst() || key.is(Kind::Tensor) || key.is(Kind::Object) ||
         key.is(Kind::None) || key.is(Kind::DType) || key.is(Kind::Device) ||
         key.is(Kind::Class);
}

static bool hasOwnEquality(Context &e, const Value &key) {
  if (key.is(Kind::Tuple))
    return llvm::any_of(key.items,
                        [&](const Value &v) { return hasOwnEquality(e, v); });
  return key.is(Kind::Object) &&
         e.objects.findMember(e.get(key.id).classInfo, "__eq__");
}

static int findKey(const std::vector<Value> &items, const Value &key) {
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (sameKey(items[i], key))
      return i;
  return -1;
}

int findKey(Context &e, const Value &dict, const Value &key, ast::Range range) {
  int at = findKey(e.get(dict.id).items, key);
  if (at >= 0 || !hasOwnEquality(e, key))
    return at;
  std::vector<Value> items = e.get(dict.id).items;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].kind != key.kind)
      continue;
    Value equal = e.model.compare(ast::CompareOp::Eq, items[i], key, range);
    if (!e.stopped() && !equal.isConst() && !e.decisions.unrollEnclosingLoop())
      e.error(range, e.objects.hasRole(key, ClassRole::AnyValue)
                         ? "a value of JSON whose type only the run knows is "
                           "no key; write str() or int() of it here"
                         : "whether these keys are equal, as their '__eq__' "
                           "says, must be known at compile time");
    if (e.stopped())
      return -1;
    if (equal.integer)
      return i;
  }
  return -1;
}

/// Lets the number of an iteration be known, of which a key is made.
static bool unrollForKey(Context &e, const Value &key) {
  bool isEnum = key.classInfo && key.classInfo->traits.isEnum;
  return !isEnum && !isData(key) && e.decisions.unrollEnclosingLoop();
}

/// Whether a key of the run is compared with those of a dict of compile time
/// one by one, as the dict cannot be one of the run.
static bool comparesKeys(Context &e, const Value &dict, const Value &key) {
  const Object &object = e.get(dict.id);
  bool isRare = (key.is(Kind::Tuple) || isRunTuple(e, key)) &&
                (!keyLeafType(e, e.types.typeOf(key)) ||
                 object.items.size() <= 2 * mostCompared);
  if (isRare || e.containers.isChosenFrom(dict))
    return true;
  return !e.script() && object.items.size() <= 2 * mostCompared &&
         hasStatic(e.types.typeOf(dict));
}

/// What may be under a key that only the run knows.
static bool findEntries(Context &e, const Value &dict, const Value &key,
                        std::vector<Entry> &out, ast::Range range) {
  if (unrollForKey(e, key))
    return false;
  e.containers.isOpen(dict);
  std::vector<Value> items = e.get(dict.id).items;
  for (size_t at = 0; at + 1 < items.size(); at += 2) {
    Value same = e.model.compare(ast::CompareOp::Eq, items[at], key, range);
    if (e.stopped())
      return false;
    if (same.isConst() && !same.integer)
      continue;
    Value value = items[at + 1];
    if (value.is(Kind::Maybe)) {
      same = makeBool(e.numbers.both(e.ssa(same), value.ssa, range));
      value = Value(value.items[0]);
    }
    out.push_back({at + 1, value, same});
  }
  return true;
}

/// Another value under such a key, which is a member of an enum.
static bool setEntry(Context &e, const Value &dict, const Value &key,
                     const Value &value, ast::Range range) {
  std::vector<Entry> entries;
  if (!e.containers.needsKeys(dict, range))
    return false;
  if (!findEntries(e, dict, key, entries, range))
    return false;
  bool isEnum = key.classInfo && key.classInfo->traits.isEnum;
  const std::vector<Value> &items = e.get(dict.id).items;
  size_t members = 0;
  for (size_t at = 0; at < items.size(); at += 2)
    members +=
        items[at].kind == key.kind && items[at].classInfo == key.classInfo;
  if (!isEnum || members < key.classInfo->fields.names.size()) {
    e.error(range,
            "a key that only the run knows is a number or a string here; "
            "use one number for several (i * n + j), dicts in a dict, or "
            "give the dict all members of an enum first");
    return false;
  }
  for (const Entry &entry : entries) {
    Value now = entry.isIt.isConst()
                    ? value
                    : e.paths.select(
                          entry.isIt.ssa, [&] { return value; },
                          [&] { return entry.value; }, range);
    if (e.stopped())
      return false;
    e.containers.setItem(dict, entry.at, now);
  }
  return true;
}

/// The type of a dict of compile time, where its entries are of the run.
Type Containers::typeOfEntries(const Value &dict) {
  return get(dict.id).items.empty() ? types.typeOf(dict)
                                    : types.openTypeOf(dict);
}

/// Whether a dict that was to be known at compile time gets a key that only the
/// run knows: asks for a restart then.
static bool needsRun(Context &e, const Object &dict) {
  if (!e.decisions.isKeptDict(dict.site))
    return false;
  if (!e.decisions.unrollEnclosingLoop()) {
    e.decisions.giveUpDict(dict.site, "only the run knows some key of it");
    e.requestRestart();
  }
  return true;
}

bool Containers::knowsKeys(const Value &dict, ast::Range range) {
  if (!get(dict.id).unsureKeys || frames.back().scope->isLibrary)
    return true;
  error(range, "which parameters the optimizer has state for depends on the "
               "path that data takes, as their gradients do; ask for the "
               "state of one of them");
  return false;
}

Value Containers::valueOf(ArrayRef<Entry> entries, const Value &key,
                          ast::Range range) {
  if (entries.empty())
    return missing(key, range);
  const Entry &entry = entries.front();
  if (entry.isIt.isConst())
    return entry.value;
  auto hasObject = [](const Entry &one) { return canSwitch(one.value); };
  if (!script() && llvm::all_of(entries, hasObject)) {
    mlir::Value isThere = ssa(entries.front().isIt);
    for (const Entry &other : entries.drop_front())
      isThere = arith::OrIOp::create(b, loc(range), isThere, ssa(other.isIt));
    return paths.select(
        isThere, [&] { return switchByKey(*this, entries); },
        [&] { return missing(key, range); }, range);
  }
  return paths.select(
      entry.isIt.ssa, [&] { return entry.value; },
      [&] { return valueOf(entries.drop_front(), key, range); }, range);
}

bool Containers::fitsDeclared(const Value &dict, const Value &key,
                              const Value &value, ast::Range range) {
  const Object &object = get(dict.id);
  if (!script() || object.isRuntime || !object.keyType || !object.valueType)
    return true;
  Type own = types.typeOf(value);
  bool fits =
      types.joinTypes(object.keyType, types.typeOf(key)) &&
      (types.joinTypes(object.valueType, own) ||
       own->kind == TypeKind::Static || own->kind == object.valueType->kind);
  bool isDefault = object.valueType->kind == TypeKind::Tensor;
  return fits ||
         bool(error(range,
                    "a dict of type 'Dict[" + toString(object.keyType) + ", " +
                        toString(object.valueType) + "]' cannot hold '" +
                        toString(types.typeOf(key)) + "': '" + toString(own) +
                        "'" +
                        (isDefault ? "; without annotation an empty dict is a "
                                     "Dict[str, Tensor]: annotate it"
                                   : "")));
}

bool Containers::setKnown(const Value &dict, Value key, Value value,
                          ast::Range range) {
  isOpen(dict);
  int at = findKey(*this, dict, key, range);
  size_t size = get(dict.id).items.size();
  if (stopped() || !budget.spend(range, size / 256) ||
      !budget.checkLength(size / 2, range, "dict") ||
      !budget.checkItem(dict, value, range))
    return false;
  if (at >= 0 && get(dict.id).items[at + 1].is(Kind::Maybe))
    loseOrder(dict, at + 1);
  Object &changed = mutate(dict.id);
  if (at >= 0) {
    changed.items[at + 1] = std::move(value);
  } else {
    changed.items.push_back(std::move(key));
    changed.items.push_back(std::move(value));
  }
  return true;
}

constexpr StringLiteral whyOfRun = "a dict of the run holds them";

bool Containers::bringForSet(const Value &dict, const Value &key,
                             const Value &value, ast::Range range) {
  const Object &object = get(dict.id);
  // Parameters and objects are known one by one.
  bool isOne = grads.isLeaf(value) || hasStatic(types.typeOf(value));
  // What the loop around makes is another one in each iteration.
  bool isMade = value.is(Kind::Object) && !decisions.activeLoops.empty() &&
                value.id >= decisions.activeLoops.back().older;
  if ((isOne && decisions.unrollEnclosingLoop()) || !needsKeys(dict, range) ||
      (isMade && bringObjects(*this, value, whyOfRun)))
    return false;
  Type type = typeOfEntries(dict);
  Type keyType =
      types.joinTypes(type->kind == TypeKind::Dict ? type->elements[0] : Type(),
                      types.typeOf(key));
  Type valueType = types.joinHeldTypes(
      type->kind == TypeKind::Dict ? type->elements[1] : Type(),
      types.openTypeOf(value));
  if (!keyType || !valueType || isPartial(valueType))
    return !bringObjects(*this, value, whyOfRun) &&
           !bringObjects(*this, dict, whyOfRun) &&
           bool(error(range, "the values of this dict are of different types"));
  if (decisions.canBeOfRun(object)) {
    decisions.bringToRun(object.site, keyType, valueType,
                         "it gets a key that only the run knows");
    requestRestart();
    return false;
  }
  return !needsRun(*this, object) && materialize(dict, range);
}

bool Containers::dictSet(const Value &dict, Value key, Value value,
                         ast::Range range) {
  if (!model.isHashable(key, range))
    return false;
  key = asRunKey(*this, dict, key, range);
  if (stopped() || !fitsDeclared(dict, key, value, range))
    return false;
  if (!get(dict.id).isRuntime) {
    if (isKnownKey(*this, key))
      return setKnown(dict, std::move(key), std::move(value), range);
    if (key.is(Kind::Tuple) &&
        (script() || !keyLeafType(*this, types.typeOf(key))))
      return setEntry(*this, dict, key, value, range);
    // A key that is not known: the dict must exist at run time.
    if (!bringForSet(dict, key, value, range))
      return false;
  }
  const Object &made = get(dict.id);
  Type keyType = types.joinTypes(made.keyType, types.typeOf(key));
  Type valueType = types.joinHeldTypes(made.valueType, types.openTypeOf(value));
  if (!keyType || !valueType) {
    // One of compile time can hold both.
    if (!script() && isKnownKey(*this, key) && made.site.first &&
        decisions.keepDict(made.site, "its values are of different types")) {
      requestRestart();
      return false;
    }
    if (bringObjects(*this, value, whyOfRun) ||
        bringObjects(*this, made.valueType, whyOfRun)) {
      decisions.facts.decided.runtimeDicts.erase(get(dict.id).site);
      return false;
    }
    Type own = types.typeOf(value);
    error(range, "a dict of type 'Dict[" + toString(made.keyType) + ", " +
                     toString(made.valueType, own) + "]' cannot hold '" +
                     toString(types.typeOf(key)) + "': '" +
                     toString(own, made.valueType) + "'");
    return false;
  }
  if (!sameType(keyType, made.keyType) ||
      !sameType(valueType, made.valueType)) {
    if (!made.site.first) {
      if (types.close(makeType(TypeKind::Dict, {made.keyType, made.valueType}),
                      makeType(TypeKind::Dict, {keyType, valueType})))
        return false;
      error(range, "this dict holds values of one shape; a value of another "
                   "shape cannot be put into it here");
      return false;
    }
    decisions.bringToRun(made.site, keyType, valueType,
                         "it holds values of another type, too");
    requestRestart();
    return false;
  }
  SmallVector<mlir::Value> leaves;
  mlir::Value keyValue = keyLeaf(*this, key, keyType, range, /*keep=*/true);
  if (!keyValue || !types.flatten(value, valueType, range, leaves, true))
    return false;
  DictSetOp::create(b, loc(range), get(dict.id).current, keyValue, leaves);
  return true;
}

std::string Containers::textOfKey(const Value &key) const {
  return key.is(Kind::Str)   ? (script() ? key.text : "'" + key.text + "'")
         : key.is(Kind::Int) ? std::to_string(key.integer)
                             : "the key";
}

bool Containers::bringForLookup(const Value &dict, ast::Range range) {
  if (!needsKeys(dict, range))
    return false;
  const Object &object = get(dict.id);
  Type type = typeOfEntries(dict);
  if (decisions.canBeOfRun(object) && type->kind == TypeKind::Dict &&
      !isPartial(type)) {
    decisions.bringToRun(object.site, type->elements[0], type->elements[1],
                         "a key is looked up that only the run knows");
    requestRestart();
    return false;
  }
  return !needsRun(*this, object) && materialize(dict, range);
}

static const Value *factoryOf(const Object &dict) {
  auto factory = dict.attributes.find(defaultFactory.str());
  return factory == dict.attributes.end() ? nullptr : &factory->second;
}

bool Containers::makeMissing(const Value &dict, const Value &key,
                             ast::Range range) {
  auto make = [&] {
    CallArgs none(range);
    Value made = run.call(Value(*factoryOf(get(dict.id))), none);
    return !stopped() && dictSet(dict, key, made, range);
  };
  Value has = dictContains(dict, key, range);
  if (stopped() || has.isConst())
    return !stopped() && (has.integer || make());
  paths.branch(
      has.ssa, []() -> Flow { return {}; },
      [&] { return make() ? Flow() : Flow::none(); }, range);
  return !stopped();
}

/// Whether no key of a dict of the run is of this kind.
static bool hasOtherKeys(Context &e, const Object &dict, const Value &key) {
  if (e.script() || !dict.isRuntime || !dict.keyType)
    return false;
  return dict.keyType->kind == TypeKind::Str
             ? key.isNumber()
             : dict.keyType->kind == TypeKind::Int && key.is(Kind::Str);
}

/// Whether asking for the key None is an error.
static bool lacksNone(Context &e, const Value &dict) {
  const Object &object = e.get(dict.id);
  return !e.script() && object.isRuntime && object.keyType &&
         (object.keyType->kind == TypeKind::Str ||
          object.keyType->kind == TypeKind::Int) &&
         !factoryOf(object);
}

Value Containers::dictGet(const Value &dict, Value key, ast::Range range) {
  if (isOfOpenKind(*this, key))
    return paths.onEither(
        key, [&](Value v) { return dictGet(dict, v, range); }, range);
  if (!model.isHashable(key, range))
    return {};
  key = asRunKey(*this, dict, key, range);
  if (stopped())
    return {};
  if (key.is(Kind::None) && lacksNone(*this, dict))
    return fault("KeyError", range, "None");
  if (key.is(Kind::Optional) && lacksNone(*this, dict)) {
    key = diagnoser.present(key, "KeyError", "None", range);
    if (stopped())
      return {};
  }
  const Object &object = get(dict.id);
  if (!object.isRuntime) {
    if (isKnownKey(*this, key)) {
      isOpen(dict);
      int at = findKey(*this, dict, key, range);
      if (at >= 0 || stopped())
        return stopped() ? Value() : entryAt(dict, at + 1, key, range);
      if (const Value *factory = factoryOf(object)) {
        CallArgs none(range);
        Value made = run.call(Value(*factory), none);
        return stopped() || !dictSet(dict, key, made, range) ? Value() : made;
      }
      return fault("KeyError", range, textOfKey(key));
    }
    if (comparesKeys(*this, dict, key)) {
      if (factoryOf(object) && !makeMissing(dict, key, range))
        return {};
      std::vector<Entry> entries;
      return findEntries(*this, dict, key, entries, range)
                 ? valueOf(entries, key, range)
                 : Value();
    }
    if (!factoryOf(object) && !bringForLookup(dict, range))
      return {};
  }
  if (factoryOf(get(dict.id)) && !makeMissing(dict, key, range))
    return {};
  const Object &made = get(dict.id);
  if (diagnoser.openKinds && hasOtherKeys(*this, made, key))
    return fault("KeyError", range, key.isConst() ? textOfKey(key) : "the key");
  Type type = made.valueType;
  if (type->kind == TypeKind::Open)
    return fault("KeyError", range, textOfKey(key));
  if (diagnoser.isCaught("KeyError") && !factoryOf(made)) {
    Value has = dictContains(dict, key, range);
    return stopped() ? Value()
                     : paths.select(
                           ssa(has),
                           [&] { return entryOfRun(dict, key, range, true); },
                           [&] { return missing(key, range); }, range);
  }
  return entryOfRun(dict, key, range, false);
}

Value Containers::missing(const Value &key, ast::Range range) {
  CallArgs args(range, {key}, {range});
  Value text = run.callBuiltin(makeBuiltin("repr"), args);
  if (stopped())
    return {};
  if (diagnoser.isSeen(errorClass("KeyError"))) {
    paths.raise(errorClass("KeyError"), text, range);
    diagnoser.thrown = true;
  } else {
    RaiseOp::create(b, loc(range), b.getStringAttr("KeyError"), ssa(text));
  }
  return diagnoser.die();
}

Value Containers::entryOfRun(const Value &dict, const Value &key,
                             ast::Range range, bool isThere) {
  const Object &made = get(dict.id);
  Type type = made.valueType;
  mlir::Value keyValue = keyLeaf(*this, key, made.keyType, range);
  if (!keyValue)
    return {};
  SmallVector<mlir::Type> components;
  types.leafTypes(type, components);
  auto op = DictGetOp::create(b, loc(range), components, get(dict.id).current,
                              keyValue);
  if (isThere)
    op->setAttr(neverFails, b.getUnitAttr());
  ValueRange values = op.getResults();
  Value value = types.unflatten(type, values);
  share(value, range, dict);
  return value;
}

Value Containers::dictContains(const Value &dict, Value key, ast::Range range) {
  if (isOfOpenKind(*this, key))
    return paths.onEither(
        key, [&](Value v) { return dictContains(dict, v, range); }, range);
  if (!model.isHashable(key, range))
    return {};
  key = asRunKey(*this, dict, key, range);
  if (stopped())
    return {};
  const Object &object = get(dict.id);
  if (!object.isRuntime) {
    if (isKnownKey(*this, key)) {
      isOpen(dict);
      int at = findKey(*this, dict, key, range);
      if (stopped())
        return {};
      bool may = at >= 0 && get(dict.id).items[at + 1].is(Kind::Maybe);
      return may ? makeBool(get(dict.id).items[at + 1].ssa) : makeBool(at >= 0);
    }
    if (object.items.empty())
      return makeBool(false);
    if (comparesKeys(*this, dict, key)) {
      std::vector<Entry> entries;
      if (!findEntries(*this, dict, key, entries, range))
        return {};
      Value found = makeBool(false);
      for (const Entry &entry : entries)
        found = makeBool(
            arith::OrIOp::create(b, loc(range), ssa(found), ssa(entry.isIt))
                .getResult());
      return found;
    }
    if (!bringForLookup(dict, range))
      return {};
  }
  if (hasOtherKeys(*this, get(dict.id), key))
    return makeBool(false);
  mlir::Value keyValue = keyLeaf(*this, key, get(dict.id).keyType, range);
  if (!keyValue)
    return {};
  return makeBool(
      DictContainsOp::create(b, loc(range), get(dict.id).current, keyValue)
          .getResult());
}

Value Containers::listOfView(const Value &view, ast::Range range) {
  CallArgs args(range, {view}, {range});
  return run.callBuiltin(makeBuiltin("list"), args);
}

} // namespace tine::elaborate
