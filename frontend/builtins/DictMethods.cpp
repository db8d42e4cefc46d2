//===- DictMethods.cpp - Methods of dicts ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of dicts that are known at compile time, as long as their keys are, and of
// those of the run.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/DictKeys.h"
#include "frontend/services/Entries.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// A call of a method of a dict.
class DictMethod {
public:
  DictMethod(Context &e, const Value &self, StringRef name, CallArgs &args)
      : e(e), self(self), name(name), args(args), range(args.range),
        where(e.loc(args.range)), runtime(e.get(self.id).isRuntime) {}

  Value run() {
    struct Method {
      StringRef name;
      Value (DictMethod::*method)();
      bool changes = false;
      bool takesKey = false; // and perhaps a default
    };
    static const Method methods[] = {
        {"keys", &DictMethod::view},
        {"values", &DictMethod::view},
        {"items", &DictMethod::view},
        {"copy", &DictMethod::copy},
        {"get", &DictMethod::get, false, true},
        {"setdefault", &DictMethod::get, true, true},
        {"pop", &DictMethod::pop, true, true},
        {"popitem", &DictMethod::popItem, true},
        {"clear", &DictMethod::clear, true},
        {"update", &DictMethod::update, true},
    };
    for (const Method &method : methods) {
      if (method.name != name)
        continue;
      if (method.changes && !e.containers.checkChange(self, range))
        return {};
      size_t given = args.positional.size();
      if (method.takesKey && (given == 0 || given > 2))
        return e.error(range, "'" + name + "' takes a key and a default");
      return (this->*method.method)();
    }
    return e.kindError("AttributeError", range,
                       "'dict' object has no attribute '" + name + "'",
                       "'dict' has no method '" + name + "'");
  }

private:
  Value arg(size_t i) const {
    return i < args.positional.size() ? args.positional[i] : Value();
  }
  mlir::Value current() const { return e.get(self.id).current; }

  Value view() {
    Value view;
    view.kind = Kind::Iterator;
    view.text = name.str();
    view.items = {self};
    return e.script() && !runtime ? e.containers.listOfView(view, range) : view;
  }

  /// get and setdefault.
  Value get() {
    Value fallback = arg(1) ? arg(1) : makeNone();
    Value has = e.containers.dictContains(self, arg(0), range);
    if (e.stopped())
      return {};
    auto there = [&] { return e.containers.dictGet(self, arg(0), range); };
    if (has.isConst() && has.integer)
      return there();
    bool sets = name == "setdefault";
    auto absent = [&]() -> Value {
      return !sets || e.containers.dictSet(self, arg(0), fallback, range)
                 ? fallback
                 : Value();
    };
    if (has.isConst())
      return absent();
    // What is there afterwards is one value, whoever set it.
    if (sets && (e.get(self.id).isRuntime || knownKey(arg(0)))) {
      e.paths.branch(
          has.ssa, []() -> Flow { return {}; },
          [&] { return absent() ? Flow() : Flow::none(); }, range);
      return e.stopped() ? Value() : there();
    }
    return e.paths.select(has.ssa, there, absent, range);
  }

  Value pop() {
    if (!runtime && knownKey(arg(0)))
      return popKnown();
    if (!arg(1) && !e.diagnoser.isCaught("KeyError"))
      return popInRun();
    Value has = e.containers.dictContains(self, arg(0), range);
    if (e.stopped())
      return {};
    auto absent = [&] {
      return arg(1) ? arg(1) : e.containers.missing(arg(0), range);
    };
    return e.paths.select(
        e.ssa(has), [&] { return popInRun(/*isThere=*/true); }, absent, range);
  }

  Value popKnown() {
    e.containers.isOpen(self);
    int at = findKey(e, self, arg(0), range);
    if (e.stopped())
      return {};
    if (at < 0)
      return arg(1)
                 ? arg(1)
                 : e.fault("KeyError", range, e.containers.textOfKey(arg(0)));
    Value value = e.get(self.id).items[at + 1];
    if (value.is(Kind::Maybe)) {
      Value own = value.items[0];
      if (arg(1))
        value = e.paths.select(
            value.ssa, [&] { return own; }, [&] { return arg(1); }, range);
      else
        return e.diagnoser.guarded(value.ssa, "KeyError",
                                   e.containers.textOfKey(arg(0)), range,
                                   [&] { return erase(at, own); });
      if (e.stopped())
        return {};
    }
    return erase(at, value);
  }

  Value erase(int at, const Value &value) {
    e.containers.eraseItems(self, at, 2);
    return value;
  }

  Value popInRun(bool isThere = false) {
    if (!e.containers.materialize(self, range))
      return {};
    Type type = e.get(self.id).valueType;
    mlir::Value key = keyLeaf(e, arg(0), e.get(self.id).keyType, range);
    if (!key)
      return {};
    SmallVector<mlir::Type> types;
    e.types.leafTypes(type, types);
    auto op = DictPopOp::create(e.b, where, types, current(), key);
    if (isThere)
      op->setAttr(neverFails, e.b.getUnitAttr());
    ValueRange leaves = op.getResults();
    Value value = e.types.unflatten(type, leaves);
    e.containers.share(value, range, self);
    return value;
  }

  /// The last entry, or the first: in TorchScript, and where an OrderedDict
  /// is asked for it.
  Value popItem() {
    Value last = makeBool(!e.script());
    bool isOrdered = e.objects.isOrdered(self);
    for (auto &[key, value] : args.keywords)
      if (isOrdered && key == "last" && args.positional.empty())
        last = value;
      else
        return e.error(range, "'popitem' takes no argument '" + key + "'");
    if (args.positional.size() > isOrdered)
      return e.error(range, isOrdered ? "'popitem' takes one argument, 'last'"
                                      : "'popitem' takes no arguments");
    if (arg(0))
      last = arg(0);
    if (!last.is(Kind::Bool) || !last.isConst())
      return e.error(range, "'last' of 'popitem' must be True or False, known "
                            "at compile time");
    if (runtime)
      return popItemInRun(last.integer);
    if (!e.containers.needsKeys(self, range) ||
        !e.containers.knowsOrder(self, range))
      return {};
    size_t count = e.get(self.id).items.size();
    if (count == 0)
      return e.fault(emptyKind(), range, emptyText());
    size_t at = last.integer ? count - 2 : 0;
    Value key = e.get(self.id).items[at];
    Value value = e.containers.entryAt(self, at + 1, key, range);
    if (e.stopped())
      return {};
    e.containers.eraseItems(self, at, 2);
    return makeTuple({key, value});
  }

  Value popItemInRun(bool isLast) {
    mlir::Value length = DictLengthOp::create(e.b, where, current());
    mlir::Value zero = e.ssa(makeInt(0)), one = e.ssa(makeInt(1));
    mlir::Value holds = arith::CmpIOp::create(
        e.b, where, arith::CmpIPredicate::ne, length, zero);
    e.check(holds, emptyKind(), emptyText(), range);
    if (e.stopped())
      return {};
    mlir::Value at =
        isLast ? arith::SubIOp::create(e.b, where, length, one).getResult()
               : zero;
    Type keyType = e.get(self.id).keyType, type = e.get(self.id).valueType;
    SmallVector<mlir::Type> types{keyLeafType(e, keyType)};
    e.types.leafTypes(type, types);
    auto entry = DictEntryOp::create(e.b, where, types, current(), at);
    ValueRange leaves = entry.getResults();
    DictPopOp::create(e.b, where, ArrayRef(types).drop_front(), current(),
                      leaves[0]);
    Value key = keyOfLeaf(e, keyType, leaves[0], range);
    leaves = leaves.drop_front();
    Value pair = makeTuple({key, e.types.unflatten(type, leaves)});
    e.containers.share(pair, range, self);
    return pair;
  }

  StringRef emptyKind() const {
    return e.script() ? "RuntimeError" : "KeyError";
  }
  StringRef emptyText() const { // A KeyError shows its text quoted.
    return e.script() ? "popitem(): dictionary is empty"
                      : "'popitem(): dictionary is empty'";
  }

  Value clear() {
    if (runtime) {
      DictClearOp::create(e.b, where, current());
    } else {
      KeyFacts facts = e.get(self.id);
      facts.unsureOrder = false;
      e.containers.setItems(self, {});
      e.containers.setKeyFacts(self, facts);
    }
    return makeNone();
  }

  Value copy() {
    if (e.containers.isOpen(self)) {
      Object copy = e.get(self.id);
      copy.site = {nullptr, 0};
      copy.Sharing::clear();
      copy.attributes.erase(defaultFactory.str());
      return makeRef(Kind::Dict, e.objects.allocate(std::move(copy)));
    }
    if (!runtime) {
      const Object &own = e.get(self.id);
      Value copy = e.containers.newDict(own.items, own.keyType, own.valueType,
                                        nullptr, range);
      if (copy && e.objects.isOrdered(self))
        e.objects.setAttribute(copy.id, "ordered", makeBool(true));
      if (copy) {
        KeyFacts facts = e.get(copy.id);
        facts.unsureOrder = e.get(self.id).unsureOrder;
        e.containers.setKeyFacts(copy, facts);
      }
      return copy;
    }
    Type type = e.types.typeOf(self);
    mlir::Value copy = DictCopyOp::create(e.b, where, current());
    ValueRange leaves(copy);
    return e.types.unflatten(type, leaves);
  }

  Value update() {
    for (auto &[key, value] : args.keywords)
      if (!e.containers.dictSet(self, makeStr(key), value, range))
        return {};
    if (args.positional.empty())
      return makeNone();
    if (!arg(0).is(Kind::Dict))
      return e.error(range, "'update' takes a dict");
    LoopSource source;
    source.node = nodeOf(range);
    source.range = range;
    Value view;
    view.kind = Kind::Iterator;
    view.text = "items";
    view.items = {arg(0)};
    e.frames.here = range;
    e.paths.iterate(view, source, [&](const Value &pair) -> Flow {
      return e.containers.dictSet(self, pair.items[0], pair.items[1], range)
                 ? Flow()
                 : Flow::none();
    });
    return e.stopped() ? Value() : makeNone();
  }

  Context &e;
  const Value &self;
  StringRef name;
  CallArgs &args;
  ast::Range range;
  Location where;
  bool runtime;
};

} // namespace

Value dictMethod(Context &e, const Value &self, StringRef name,
                 CallArgs &args) {
  return DictMethod(e, self, name, args).run();
}

} // namespace tine::elaborate
