//===- LoopStatements.cpp - for, while, and what they go over -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over something known at compile time may be unrolled; others become
// loops of the program (Loops.cpp).
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/control/Liveness.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Flow Elaborator::withLoopElse(ast::Block orelse, ast::Range range,
                              function_ref<Flow()> loop) {
  Frame &frame = frames.back();
  std::string flag;
  if (!orelse.empty()) {
    flag = "$else" + std::to_string(frame.elseFlags.size());
    frame.locals[flag] = makeBool(true);
  }
  frame.elseFlags.push_back(flag);
  Flow flow = loop();
  frames.back().elseFlags.pop_back();
  if (stopped || orelse.empty())
    return flow;
  return sequence(
      flow,
      [&]() -> Flow {
        Value completed = frames.back().locals[flag];
        frames.back().locals.erase(flag);
        if (completed.isConst())
          return completed.integer ? exec(orelse) : Flow();
        return branch(
            completed.ssa, [&] { return exec(orelse); },
            []() -> Flow { return {}; }, range);
      },
      range);
}

Flow Elaborator::execWhile(const ast::WhileStmt *stmt) {
  if (!stmt->orelse.empty() && script()) {
    error(stmt->orelse.front()->range,
          "TorchScript has no 'else' of loops; use a flag instead");
    return Flow::none();
  }
  // A condition that is known to be false never runs; one that is known to be
  // true and stays so is a loop that ends by break or return.
  LoopSource source;
  source.node = stmt;
  source.body = stmt->body;
  source.range = stmt->range;
  source.canLeave = canLeaveLoop(stmt->body);
  source.isEndless = isEndless(stmt);
  // The condition is evaluated in the loop, so its names are live, too.
  auto *condition = stmt->condition;
  ast::ExprStmt conditionStmt;
  conditionStmt.value = condition;
  conditionStmt.range = condition->range;
  std::vector<const ast::Stmt *> all{&conditionStmt};
  all.insert(all.end(), stmt->body.begin(), stmt->body.end());
  source.body = all;
  auto defined = frames.back().defined;
  auto declared = frames.back().declared;
  auto more = [&] { return evalCondition(condition); };
  auto body = [&](auto) {
    frames.back().defined = defined;
    return execNested(stmt->body);
  };
  auto loop = [&] {
    auto rest = [&] { return runtimeLoop({}, more, body, source); };
    auto peeled = facts.peeled.find(site(stmt));
    return peeled == facts.peeled.end()
               ? rest()
               : peeledLoop(peeled->second, more, body, rest, stmt->range);
  };
  Flow flow = withLoopElse(stmt->orelse, stmt->range,
                           [&] { return aroundLoop(source, loop); });
  // The variables of its body are gone.
  if (script() && !stopped) {
    frames.back().defined = defined;
    frames.back().declared = declared;
  }
  return flow;
}

/// TorchScript unrolls loops over tuples and modules into the block around
/// them.
static bool isBlockOfItsOwn(const Value &iterable) {
  if (iterable.is(Kind::Tuple) || iterable.is(Kind::Object))
    return false;
  return !iterable.is(Kind::Iterator) ||
         llvm::all_of(iterable.items, isBlockOfItsOwn);
}

static void collectTargets(const ast::Expr *target,
                           std::vector<llvm::StringRef> &names) {
  if (auto *name = dyn_cast<ast::NameExpr>(target))
    names.push_back(name->id);
  if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
    for (const ast::Expr *item : tuple->elements)
      collectTargets(item, names);
}

Flow Elaborator::execFor(const ast::ForStmt *stmt) {
  if ((!stmt->orelse.empty() && script()) || stmt->isAsync) {
    error(stmt->range,
          stmt->isAsync
              ? "'async for' is not supported; use 'for'"
              : "TorchScript has no 'else' of loops; use a flag instead");
    return Flow::none();
  }
  Value iterable = eval(stmt->iterable);
  if (stopped)
    return Flow::none();
  LoopSource source;
  source.node = stmt;
  source.body = stmt->body;
  source.range = {stmt->range.begin, stmt->range.end};
  source.canLeave = canLeaveLoop(stmt->body);
  collectTargets(stmt->target, source.targets);
  auto defined = frames.back().defined;
  auto declared = frames.back().declared;
  bool ownBlock = isBlockOfItsOwn(iterable);
  auto iteration = [&](Value element) -> Flow {
    if (!ownBlock) {
      if (!assign(stmt->target, element, stmt->target->range))
        return Flow::none();
      return exec(stmt->body);
    }
    frames.back().defined = defined;
    // The variables of a loop are new ones in TorchScript.
    if (script())
      for (StringRef name : source.targets) {
        frames.back().locals.erase(name.str());
        frames.back().defined.erase(name.str());
      }
    if (!assign(stmt->target, element, stmt->target->range))
      return Flow::none();
    return execNested(stmt->body);
  };
  auto loop = [&] {
    here = stmt->iterable->range;
    return iterate(iterable, source, iteration);
  };
  Flow flow = withLoopElse(stmt->orelse, stmt->range,
                           [&] { return aroundLoop(source, loop); });
  if (script() && !stopped && ownBlock) {
    frames.back().defined = defined;
    frames.back().declared = declared;
  }
  return flow;
}

bool Elaborator::keepKnown(const Value &iterable) {
  bool isNew = false;
  if (iterable.is(Kind::List) && get(iterable.id).isRuntime) {
    Site made = get(iterable.id).site;
    isNew = made.first && facts.unrolled.insert(made).second;
    if (isNew)
      facts.runtimeLists.erase(made);
  }
  for (const Value &item : iterable.items)
    isNew |= keepKnown(item);
  if (isNew)
    requestRestart();
  return isNew;
}

bool Elaborator::keepLists() {
  if (script() || facts.keepsLists)
    return false;
  facts.keepsLists = true;
  facts.runtimeLists.clear();
  requestRestart();
  return true;
}

Value Elaborator::unknownSize(ast::Range range, const Twine &message) {
  return keepLists() ? Value() : error(range, message);
}

bool Elaborator::keepHolder(unsigned storage) {
  Site site = get(storage).heldBy;
  if (!site.first || script())
    return false;
  bool isNew = facts.unrolled.insert(site).second;
  // A dict whose keys are known may be one of compile time.
  if (facts.runtimeDicts.count(site))
    isNew |= facts.knownDicts.insert({site, true}).second;
  for (Site loop : facts.grownBy[site])
    isNew |= facts.unrolled.insert(loop).second;
  if (!isNew)
    return keepLists();
  facts.runtimeLists.erase(site);
  facts.runtimeDicts.erase(site);
  requestRestart();
  return true;
}

Flow Elaborator::iterate(Value iterable, const LoopSource &source,
                         function_ref<Flow(Value)> body) {
  // A dict that may be empty, and its views.
  if (iterable.is(Kind::Either) &&
      (isDictOrEmpty(iterable) || isChoice(iterable) ||
       iterable.items[1].is(Kind::Iterator)))
    return branch(
        iterable.ssa, [&] { return iterate(iterable.items[0], source, body); },
        [&] { return iterate(iterable.items[1], source, body); }, source.range);
  if (iterable.is(Kind::Optional) && !script()) {
    iterable = present(iterable, "TypeError",
                       "'NoneType' object is not iterable", source.range);
    if (stopped)
      return Flow::none();
  }
  const Value &dict = isDictView(iterable) ? iterable.items[0] : iterable;
  if (isOpen(dict)) {
    if (!knowsKeys(dict, source.range) || !knowsOrder(dict, source.range))
      return Flow::none();
    held.push_back(dict);
    auto release = llvm::scope_exit([&] { held.pop_back(); });
    return iterateEntries(dict, iterable.text, source.range, body);
  }
  Sequence sequence;
  if (!sequenceOf(iterable, here, sequence))
    return Flow::none();
  held.push_back(iterable);
  auto releaseIterable = llvm::scope_exit([&] { held.pop_back(); });
  bool known = sequence.length.isConst();
  if (sequence.mustUnroll && !known) {
    if (keepKnown(iterable))
      return Flow::none();
    if (keepLists())
      return Flow::none();
    // Iterations that are known one by one; the run says how many come.
    if (sequence.atMost >= 0) {
      int64_t next = 0;
      return peeledLoop(
          sequence.atMost,
          [&] {
            return compare(ast::CompareOp::Lt, makeInt(next++), sequence.length,
                           source.range);
          },
          [&](int64_t i) {
            Value element = sequence.element(makeInt(i));
            return stopped ? Flow::none() : body(element);
          },
          [] { return Flow(); }, source.range);
    }
    error(source.range,
          "the number of iterations must be known at compile time, "
          "because the elements differ in kind");
    return Flow::none();
  }
  // The library and constructors of modules are Python at compile time.
  const Frame &frame = frames.back();
  bool constructs = frame.scope->isLibrary ||
                    (frame.owner && frame.owner->isModule && !frame.script &&
                     frame.function && frame.function->name == "__init__");
  bool unroll =
      known &&
      ((constructs && sequence.length.integer <= 1024) || sequence.mustUnroll ||
       facts.unrolled.count(site(source.node)) ||
       (sequence.preferUnroll && sequence.length.integer <= 64) ||
       sequence.length.integer <= 1);
  if (unroll)
    return unrolledLoop(
        sequence.length.integer,
        [&](int64_t i) -> Flow {
          auto step = [&]() -> Flow {
            Value element = sequence.element(makeInt(i));
            return stopped ? Flow::none() : body(element);
          };
          // Iterations of the library's loops may differ in types.
          return frames.back().scope->isLibrary ? along(i, step) : step();
        },
        source.range);
  auto bodyAt = [&](Value i) -> Flow {
    Value element = sequence.element(i);
    return stopped ? Flow::none() : body(element);
  };
  LoopSource walk = source;
  walk.iterable = iterable;
  auto peeled = facts.peeled.find(site(source.node));
  if (peeled == facts.peeled.end())
    return runtimeLoop(sequence.length, nullptr, bodyAt, walk);
  int64_t first = peeled->second;
  int64_t next = 0;
  return peeledLoop(
      first,
      [&] {
        return compare(ast::CompareOp::Lt, makeInt(next++), sequence.length,
                       source.range);
      },
      [&](int64_t i) { return bodyAt(makeInt(i)); },
      [&] {
        Value left = binary(ast::BinaryOp::Sub, sequence.length, makeInt(first),
                            source.range);
        return runtimeLoop(
            left, nullptr,
            [&](Value i) {
              return bodyAt(
                  binary(ast::BinaryOp::Add, i, makeInt(first), source.range));
            },
            walk);
      },
      source.range);
}

/// The i-th element of items that are known at compile time.
static Value pick(const std::vector<Value> &items, const Value &i) {
  return items[i.integer];
}

bool Elaborator::isLeaf(const Value &value) {
  return value.is(Kind::Tensor) &&
         (get(value.id).isParameter ||
          (get(value.id).isLeaf && get(value.id).requiresGrad));
}

bool Elaborator::hasLeaf(const Value &list) {
  return list.is(Kind::List) && !get(list.id).isRuntime &&
         llvm::any_of(get(list.id).items,
                      [&](const Value &item) { return isLeaf(item); });
}

bool Elaborator::isSequence(const Value &object) {
  const ClassInfo *info = get(object.id).classInfo;
  return info->scope->isLibrary && findMember(info, "__len__") &&
         findMember(info, "__getitem__");
}

void Elaborator::checkLengths(ArrayRef<Sequence> parts, ast::Range range) {
  for (size_t i = 1; i < parts.size() && !stopped; ++i) {
    const Value &first = parts[0].length, &own = parts[i].length;
    auto message = [&](const char *relation) {
      return ("zip() argument " + Twine(i + 1) + " is " + relation +
              (i == 1 ? " than argument 1"
                      : " than arguments 1-" + std::to_string(i)))
          .str();
    };
    if (first.isConst() && own.isConst()) {
      if (first.integer != own.integer)
        fault("ValueError", range,
              message(own.integer < first.integer ? "shorter" : "longer"));
      continue;
    }
    using Predicate = arith::CmpIPredicate;
    for (auto [predicate, relation] : {std::pair(Predicate::sge, "shorter"),
                                       std::pair(Predicate::sle, "longer")})
      check(
          arith::CmpIOp::create(b, loc(range), predicate, ssa(own), ssa(first)),
          "ValueError", message(relation), range);
  }
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

bool Elaborator::sequenceOf(Value iterable, ast::Range range, Sequence &out,
                            bool beside) {
  switch (iterable.kind) {
  case Kind::Range: {
    Value start = iterable.items[0], stop = iterable.items[1],
          step = iterable.items[2];
    if (step.isConst() && step.integer == 0) {
      error(range, "range() arg 3 must not be zero");
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
        check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::ne,
                                    ssa(step), constInt(0)),
              "ValueError", "range() arg 3 must not be zero", range);
      Location where = loc(range);
      mlir::Value span = arith::SubIOp::create(b, where, ssa(stop), ssa(start));
      mlir::Value n = span;
      if (!step.isConst() || step.integer != 1)
        n = arith::CeilDivSIOp::create(b, where, span, ssa(step));
      out.length =
          makeInt(arith::MaxSIOp::create(b, where, n, constInt(0)).getResult());
    }
    out.element = [this, start, step, range](Value i) {
      return binary(ast::BinaryOp::Add, start,
                    binary(ast::BinaryOp::Mul, i, step, range), range);
    };
    return true;
  }
  case Kind::Class: {
    if (!iterable.classInfo->isEnum)
      break;
    Value members = makeTuple({});
    for (const std::string &name : iterable.classInfo->annotationOrder)
      members.items.push_back(iterable.classInfo->members[name]);
    return sequenceOf(members, range, out);
  }
  case Kind::Tuple:
    out.length = makeInt(static_cast<int64_t>(iterable.items.size()));
    out.mustUnroll = true;
    out.element = [items = iterable.items](Value i) { return pick(items, i); };
    return true;
  case Kind::List: {
    const Object &list = get(iterable.id);
    if (!list.isRuntime) {
      // Python looks at the list again in every step; a body that changes the
      // list it walks over is walked over a copy, as in TorchScript.
      out.length = makeInt(static_cast<int64_t>(list.items.size()));
      out.mustUnroll = out.preferUnroll = true;
      // The library is Python at compile time; parameters keep their identity.
      bool stays =
          frames.back().scope->isLibrary || beside || hasLeaf(iterable);
      if (list.items.size() > 64 && list.site.first && !stays) {
        Type type = typeOf(iterable);
        SmallVector<mlir::Type> leaves;
        if (!hasStatic(type) && !isPartial(type) && leafTypes(type, leaves)) {
          facts.runtimeLists[list.site] = type->elements[0];
          requestRestart();
          return false;
        }
      }
      out.element = [items = list.items](Value i) { return pick(items, i); };
      return true;
    }
    out.length = listLength(iterable, range);
    out.element = [this, iterable, range](Value i) {
      return listGet(iterable, i, range);
    };
    return true;
  }
  case Kind::Tensor: {
    if (rank(iterable) == 0) {
      error(range, "iteration over a 0-d tensor");
      return false;
    }
    out.length = size(iterable, 0);
    out.element = [this, iterable, range](Value i) {
      return selectIndex(iterable, 0, i, range);
    };
    return true;
  }
  case Kind::Str: {
    if (iterable.isConst()) {
      // Python's characters, TorchScript's bytes.
      std::vector<Value> items;
      if (script())
        for (char byte : iterable.text)
          items.push_back(makeStr(StringRef(&byte, 1)));
      else
        items = characters(iterable.text);
      out.length = makeInt(static_cast<int64_t>(items.size()));
      out.preferUnroll = true;
      out.mustUnroll = true;
      out.element = [items](Value i) { return pick(items, i); };
      return true;
    }
    if (!script()) {
      // In one go: where a code point begins is known behind the one before.
      Type type = makeType(TypeKind::List, {makeType(TypeKind::Str)});
      mlir::Value list = StringMethodOp::create(
          b, loc(range), ListType::get(context, {StringType::get(context)}),
          "characters", ssa(iterable), ValueRange(), /*bytes=*/false);
      ValueRange leaves(list);
      return sequenceOf(unflatten(type, leaves), range, out, beside);
    }
    out.length = length(iterable, range);
    out.element = [this, iterable, range](Value i) {
      return subscript(iterable, i, range);
    };
    return true;
  }
  case Kind::Dict: {
    Value keys;
    keys.kind = Kind::Iterator;
    keys.text = "keys";
    keys.items = {iterable};
    return sequenceOf(keys, range, out);
  }
  case Kind::Iterator: {
    llvm::StringRef which = iterable.text;
    if (which == "keys" || which == "values" || which == "items") {
      Value dict = iterable.items[0];
      if (!knowsKeys(dict, range) || !needsKeys(dict, range) ||
          !knowsOrder(dict, range))
        return false;
      const Object &object = get(dict.id);
      int part = which == "keys" ? 0 : which == "values" ? 1 : 2;
      if (!object.isRuntime) {
        std::vector<Value> items;
        for (size_t i = 0; i + 1 < object.items.size(); i += 2)
          items.push_back(
              part == 0   ? object.items[i]
              : part == 1 ? object.items[i + 1]
                          : makeTuple({object.items[i], object.items[i + 1]}));
        out.length = makeInt(static_cast<int64_t>(items.size()));
        out.mustUnroll = out.preferUnroll = true;
        out.element = [items](Value i) { return pick(items, i); };
        return true;
      }
      out.length = makeInt(
          DictLengthOp::create(b, loc(range), object.current).getResult());
      out.element = [this, dict, part, range](Value i) -> Value {
        const Object &object = get(dict.id);
        Type type =
            makeType(TypeKind::Tuple, {object.keyType, object.valueType});
        SmallVector<mlir::Type> types;
        leafTypes(type, types);
        auto entry =
            DictEntryOp::create(b, loc(range), types, object.current, ssa(i));
        ValueRange leaves = entry.getResults();
        Value pair = unflatten(type, leaves);
        share(pair, range, dict);
        return part == 2 ? pair : pair.items[part];
      };
      return true;
    }
    if (which == "enumerate") {
      Sequence inner;
      if (!sequenceOf(iterable.items[0], range, inner))
        return false;
      out = inner;
      Value start = iterable.items[1];
      out.element = [this, inner, start, range](Value i) {
        return makeTuple(
            {binary(ast::BinaryOp::Add, start, i, range), inner.element(i)});
      };
      return true;
    }
    if (which == "zip") {
      std::vector<Sequence> parts(iterable.items.size());
      out.length = makeInt(iterable.items.empty() ? 0 : INT64_MAX);
      bool besideLeaves = llvm::any_of(
          iterable.items, [&](const Value &list) { return hasLeaf(list); });
      for (auto [part, item] : llvm::zip(parts, iterable.items)) {
        if (!sequenceOf(item, range, part, besideLeaves))
          return false;
        out.mustUnroll |= part.mustUnroll;
        out.preferUnroll |= part.preferUnroll;
        if (part.mustUnroll && part.length.isConst())
          out.atMost = out.atMost < 0
                           ? part.length.integer
                           : std::min(out.atMost, part.length.integer);
        if (out.length.isConst() && part.length.isConst())
          out.length =
              makeInt(std::min(out.length.integer, part.length.integer));
        else if (out.length.isConst() && out.length.integer == INT64_MAX)
          out.length = part.length;
        else
          out.length =
              makeInt(arith::MinSIOp::create(b, loc(range), ssa(out.length),
                                             ssa(part.length))
                          .getResult());
      }
      if (iterable.integer) {
        checkLengths(parts, range);
        if (stopped)
          return false;
      }
      // A list of compile time beside one of run time has to exist at run time.
      if (out.mustUnroll && !out.length.isConst()) {
        std::vector<Value> lists = iterable.items;
        bool changed = false;
        for (auto [part, item] : llvm::zip(parts, lists)) {
          if (!part.mustUnroll)
            continue;
          if (item.is(Kind::Tuple))
            item = newList(item.items, {}, nullptr, range);
          if (!item.is(Kind::List) || get(item.id).isRuntime || hasLeaf(item) ||
              facts.unrolled.count(get(item.id).site))
            continue;
          Type type = typeOf(item);
          SmallVector<mlir::Type> leaves;
          if (hasStatic(type) || isPartial(type) || !leafTypes(type, leaves))
            continue;
          if (get(item.id).site.first) {
            facts.runtimeLists[get(item.id).site] = type->elements[0];
            requestRestart();
            return false;
          }
          if (!materialize(item, range))
            return false;
          changed = true;
        }
        if (changed) {
          iterable.items = lists;
          out = Sequence();
          return sequenceOf(iterable, range, out);
        }
      }
      out.element = [parts](Value i) {
        std::vector<Value> items(parts.size());
        llvm::transform(parts, items.begin(),
                        [&](const Sequence &part) { return part.element(i); });
        return makeTuple(items);
      };
      return true;
    }
    if (which == "reversed") {
      Sequence inner;
      if (!sequenceOf(iterable.items[0], range, inner))
        return false;
      out = inner;
      out.element = [this, inner, range](Value i) {
        Value last =
            binary(ast::BinaryOp::Sub, inner.length, makeInt(1), range);
        return inner.element(binary(ast::BinaryOp::Sub, last, i, range));
      };
      return true;
    }
    break;
  }
  case Kind::Object: {
    // ModuleList, Sequential and ParameterList: a method of the library gives
    // the items.
    CallArgs args;
    args.range = range;
    if (findMember(get(iterable.id).classInfo, "__iter__")) {
      Value items = callMethod(iterable, "__iter__", args);
      if (stopped)
        return false;
      // What iter() gives is an object of the library.
      if (!items.is(Kind::Object) ||
          (get(items.id).classInfo->scope->isLibrary && !isSequence(items) &&
           items.id != iterable.id))
        return sequenceOf(items, range, out);
      if (isSequence(items)) {
        out.length = callMethod(items, "__len__", args);
        out.element = [this, items, range](Value i) {
          CallArgs at;
          at.range = range;
          at.positional = {i};
          at.ranges = {range};
          return along(loc(range),
                       [&] { return callMethod(items, "__getitem__", at); });
        };
        return !stopped;
      }
      error(range, "'__iter__' must return a list, tuple or another iterable "
                   "of the language; iterators with '__next__' are not "
                   "supported");
      return false;
    }
    break;
  }
  default:
    break;
  }
  error(range,
        "cannot iterate over a value of type '" + toString(typeOf(iterable)) +
            "'; ranges, lists, tuples, dicts, strings and tensors can be");
  return false;
}

} // namespace tine::elaborate
