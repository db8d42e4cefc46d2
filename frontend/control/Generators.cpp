//===- Generators.cpp - Functions with yield ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the body of a loop leaves it, the generator is closed: it returns, and
// a hidden variable of it says how the loop was left (the code of a Flow).
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Generators.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/Iterators.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Visit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr const char *left = "$left";

const ast::YieldExpr *yieldOf(const ast::Stmt *stmt) {
  auto *expr = dyn_cast<ast::ExprStmt>(stmt);
  return expr ? dyn_cast<ast::YieldExpr>(expr->value) : nullptr;
}

/// A statement of the block that `is` accepts, outside nested functions.
static const ast::Stmt *
findStatement(ast::Block body, function_ref<bool(const ast::Stmt *)> is) {
  for (const ast::Stmt *stmt : body) {
    if (is(stmt))
      return stmt;
    for (ast::Block inner : ast::blocksOf(stmt))
      if (const ast::Stmt *found = findStatement(inner, is))
        return found;
  }
  return nullptr;
}

bool Generation::isNeeded(ast::Block body) {
  return findStatement(body, yieldOf);
}

Generation::Generation(Elaborator &e, Use use, Body body)
    : e(e), use(use), body(body), conditional(e.diagnoser.conditional),
      attempts(e.diagnoser.attempts.size()) {}

Flow Generation::give(const ast::YieldExpr *yield) {
  if (isManager() && std::exchange(hasGiven, true)) {
    e.fault("RuntimeError", yield->range, "generator didn't stop");
    return Flow::none();
  }
  Value value = yield->value ? e.eval(yield->value) : makeNone();
  if (e.stopped())
    return Flow::none();
  return e.afterCall(
      [&] { return isManager() ? around(yield, value) : inLoop(yield, value); },
      yield->range);
}

/// The body, in the frame of the caller.
Flow Generation::runBody(const ast::YieldExpr *yield, const Value &value) {
  Frame own = std::move(e.frames.back());
  e.frames.pop_back();
  Flow flow = isManager() ? body(value)
                          : e.frames.along(yield, [&] { return body(value); });
  e.frames.push_back(std::move(own));
  return e.stopped() ? Flow::none() : flow;
}

Flow Generation::around(const ast::YieldExpr *yield, const Value &value) {
  if (e.diagnoser.conditional == conditional && !yield->isFrom)
    return runBody(yield, value);
  e.error(yield->range, "the 'yield' of a context manager may not depend on a "
                        "condition or loop of the run");
  return Flow::none();
}

//===----------------------------------------------------------------------===//
// In a loop
//===----------------------------------------------------------------------===//

void Generation::begin() { setVariable(e, left, makeInt(int64_t(0))); }

Flow Generation::end(const ast::ReturnStmt *stmt) {
  if (stmt->value)
    e.eval(stmt->value);
  if (e.stopped())
    return Flow::none();
  begin();
  isEnded = true;
  Flow flow = Flow::none();
  flow.returns = true;
  flow.result = makeNone();
  return flow;
}

Flow Generation::inLoop(const ast::YieldExpr *yield, const Value &value) {
  // Its handlers see nothing of what the loop's body raises.
  auto &all = e.diagnoser.attempts;
  std::vector<Attempt> own(all.begin() + attempts, all.end());
  for (size_t i = attempts; i < all.size(); ++i)
    all[i].caught.clear();
  std::optional<Value> grad;
  if (callersGrad)
    grad = e.objects.exchangeMode(Mode::Grad, *callersGrad);
  auto one = [&](const Value &item) -> Flow {
    auto &locals = e.frames[e.frames.size() - 2].locals;
    // What the body leaves in others is not read again.
    std::map<std::string, Value> kept = locals;
    Flow flow =
        e.paths.absorb(runBody(yield, item), /*breaks=*/false, yield->range);
    e.frames[e.frames.size() - 2].locals = std::move(kept);
    return e.stopped() ? Flow::none() : leave(flow, yield->range);
  };
  Flow flow;
  if (yield->isFrom) {
    LoopSource source;
    source.node = yield;
    source.range = yield->range;
    source.canLeave = true;
    e.frames.here = yield->range;
    flow = e.paths.iterate(value, source, one);
  } else {
    flow = one(value);
  }
  if (e.stopped())
    return Flow::none();
  llvm::copy(own, all.begin() + attempts);
  if (grad)
    e.objects.exchangeMode(Mode::Grad, *grad);
  return checkHandlers(flow, yield->range) ? flow : Flow::none();
}

bool Generation::checkHandlers(const Flow &flow, ast::Range range) {
  auto &all = e.diagnoser.attempts;
  for (size_t i = attempts; i < all.size(); ++i) {
    bool closes = llvm::any_of(all[i].caught, [](StringRef name) {
      return name == "BaseException" || name == "GeneratorExit";
    });
    if ((flow.raises && !all[i].caught.empty()) || (flow.returns && closes))
      e.error(range, "what goes over this generator may leave it here, by an "
                     "error or 'break', and a handler in the generator is "
                     "around the 'yield'; put the 'yield' behind the 'try'");
  }
  return !e.stopped();
}

Flow Generation::leave(Flow flow, ast::Range range) {
  if (!flow.breaks && !flow.returns)
    return flow;
  isBroken |= flow.breaks;
  isReturned |= flow.returns;
  // A tuple tells what the body returns from the end of the generator.
  flow.result = flow.returns ? makeTuple({flow.result}) : makeNone();
  Location where = e.loc(range);
  if (!flow.code) {
    setVariable(e, left, makeInt(int64_t(flow.exit())));
  } else {
    mlir::Value code = flow.code;
    setVariable(
        e, left,
        makeInt(arith::ExtSIOp::create(e.b, where, e.b.getI64Type(), code)
                    .getResult()));
    auto constant = [&](int value) -> mlir::Value {
      return arith::ConstantOp::create(e.b, where,
                                       e.b.getI32IntegerAttr(value));
    };
    mlir::Value breaks = arith::CmpIOp::create(
        e.b, where, arith::CmpIPredicate::eq, code, constant(2));
    flow.code = arith::SelectOp::create(e.b, where, breaks, constant(1), code);
  }
  flow.breaks = false;
  flow.returns = true;
  if (flow.count() == 1)
    flow.code = nullptr;
  return flow;
}

void Generation::finish(const Flow &flow) {
  Flow &out = flowBehind;
  out = flow;
  if (!flow.returns)
    return;
  out.normal = flow.normal || isEnded;
  out.breaks = isBroken;
  out.returns = isReturned;
  const Value *how = findVariable(e, e.frames.back(), left);
  Value last = how && !how->is(Kind::Undefined) ? *how : makeInt(int64_t(0));
  Location where = *e.frames.back().call.location;
  auto constant = [&](int64_t value) -> mlir::Value {
    return arith::ConstantOp::create(e.b, where, e.b.getI32IntegerAttr(value));
  };
  out.code = nullptr;
  if (out.count() > 1) {
    mlir::Value code =
        last.isConst() ? constant(last.integer)
                       : arith::TruncIOp::create(e.b, where, e.b.getI32Type(),
                                                 e.ssa(last));
    if (flow.code)
      code = arith::SelectOp::create(
          e.b, where,
          arith::CmpIOp::create(e.b, where, arith::CmpIPredicate::eq, flow.code,
                                constant(1)),
          code, flow.code);
    out.code = code;
  }
  Value result = std::move(out.result);
  if (result.is(Kind::Optional))
    result = Value(result.items[0]);
  out.result = isReturned && result.is(Kind::Tuple) ? Value(result.items[0])
                                                    : makeNone();
}

//===----------------------------------------------------------------------===//
// The variables of what goes over it
//===----------------------------------------------------------------------===//

namespace {

/// Keeps the variables of the last frame that a loop changes and reads again in
/// an object.
class LoopVariables {
public:
  LoopVariables(Elaborator &e, const LoopSource &source) : e(e) {
    Frame &frame = e.frames.back();
    llvm::StringSet<> read = exposedNames(source.body);
    for (StringRef target : source.targets)
      read.erase(target);
    for (const auto &entry :
         namesLiveBehind(frame.body.statements, source.range))
      read.insert(entry.first());
    for (const auto &entry : read)
      if (setsName(source.body, entry.first()) ||
          llvm::is_contained(source.targets, entry.first()))
        add(entry.first());
    if (frame.generation && !frame.generation->isManager())
      add(left);
    if (!frame.body.elseFlags.empty() && !frame.body.elseFlags.back().empty())
      add(frame.body.elseFlags.back());
    llvm::sort(names);
    shareVariables(e, frame, names);
  }

  /// Puts them back.
  void release() {
    Frame &frame = e.frames.back();
    for (const std::string &name : names) {
      unsigned object = frame.cells.at(name);
      frame.cells.erase(name);
      const auto &attributes = e.get(object).attributes;
      if (auto it = attributes.find(name); it != attributes.end())
        frame.locals[name] = it->second;
    }
  }

private:
  void add(StringRef name) {
    if (!e.frames.back().cells.count(name.str()))
      names.push_back(name.str());
  }

  Elaborator &e;
  std::vector<std::string> names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Generators as values
//===----------------------------------------------------------------------===//

Value makeGenerator(Elaborator &e, const Value &function,
                    const CallArgs &args) {
  std::vector<Value> keywords;
  for (const auto &[name, value] : args.keywords) {
    keywords.push_back(makeStr(name));
    keywords.push_back(value);
  }
  Value named = makeTuple(std::move(keywords));
  Value positional = makeTuple(args.positional);
  return e.callLibrary("torch.utils._iterator.Generator",
                       {function, positional, named}, args.range);
}

CallArgs argumentsOf(Elaborator &e, const Value &generator, ast::Range range) {
  const auto &attributes = e.get(generator.id).attributes;
  CallArgs args(range, attributes.at("_args").items);
  args.ranges.assign(args.positional.size(), range);
  const std::vector<Value> &keywords = attributes.at("_kwds").items;
  for (size_t i = 0; i + 1 < keywords.size(); i += 2)
    args.keywords.push_back({keywords[i].text, keywords[i + 1]});
  return args;
}

/// Whether the value is the generator, or leads to it.
static bool leadsTo(Elaborator &e, const Value &value, unsigned generator,
                    std::set<unsigned> &seen) {
  auto leads = [&](const Value &part) {
    return leadsTo(e, part, generator, seen);
  };
  if (llvm::any_of(value.items, leads))
    return true;
  bool refers =
      value.is(Kind::List) || value.is(Kind::Dict) || value.is(Kind::Object);
  if (!refers || !seen.insert(value.id).second)
    return false;
  const Object &object = e.get(value.id);
  return value.id == generator || llvm::any_of(object.items, leads) ||
         llvm::any_of(object.attributes,
                      [&](const auto &entry) { return leads(entry.second); });
}

/// Whether a variable leads to the generator, so that Python closes it later
/// than where a loop leaves it. Variables of generators end with them.
static bool isKept(Elaborator &e, const Value &generator) {
  std::set<unsigned> seen;
  return llvm::any_of(e.frames, [&](const Frame &frame) {
    return !frame.generation &&
           llvm::any_of(variablesOf(e, frame), [&](const auto &variable) {
             return leadsTo(e, variable.second, generator.id, seen);
           });
  });
}

/// Whether it could be told when a `with` is left: not of an open file.
static bool showsItsEnd(const ast::WithItem &item) {
  auto *call = dyn_cast<ast::CallExpr>(item.context);
  if (!call)
    return true;
  if (auto *name = dyn_cast<ast::NameExpr>(call->callee))
    return name->id != "open";
  auto *attribute = dyn_cast<ast::AttributeExpr>(call->callee);
  return !attribute || attribute->name != "open";
}

/// Whether it could be told when the function is left at a `yield`.
static bool showsItsEnd(const ast::FunctionDefStmt &def) {
  return findStatement(def.body, [](const ast::Stmt *stmt) {
    if (auto *with = dyn_cast<ast::WithStmt>(stmt))
      return Generation::isNeeded(with->body) &&
             llvm::any_of(with->items, [](const ast::WithItem &item) {
               return showsItsEnd(item);
             });
    auto *attempt = dyn_cast<ast::TryStmt>(stmt);
    return attempt && !attempt->finalbody.empty() &&
           Generation::isNeeded(attempt->body);
  });
}

/// Runs a generator from its beginning to its end.
static Flow walk(Elaborator &e, const Value &generator,
                 const LoopSource &source, Generation::Body body) {
  constexpr const char *state = "_walked"; // 1 at its end, 2 somewhere
  const auto &attributes = e.get(generator.id).attributes;
  Value walked = attributes.lookup(state);
  if (walked.isConst() && walked.integer == 1)
    return {};
  if (walked || attributes.count("_resumed")) {
    e.error(
        source.range,
        "a loop over this generator, or next(), may have left it before its "
        "end, and "
        "a second one would go on there, which is not supported; use one "
        "loop, or call the function again");
    return Flow::none();
  }
  Value function = attributes.at("_function");
  CallArgs args = argumentsOf(e, generator, source.range);
  e.objects.setAttribute(generator.id, state, makeInt(int64_t(2)));
  LoopVariables variables(e, source);
  Generation generation(e, Generation::Use::Loop, body);
  e.frames.along(source.node, [&] {
    callGenerator(e, function, args, generation);
    return true;
  });
  if (e.stopped())
    return Flow::none();
  variables.release();
  Flow flow = generation.flowBehind;
  if (flow.onlyNormal())
    e.objects.setAttribute(generator.id, state, makeInt(int64_t(1)));
  if ((flow.breaks || flow.returns) && isKept(e, generator) &&
      showsItsEnd(*function.function->def)) {
    e.error(source.range,
            "this loop may leave the generator, whose 'finally' or 'with' then "
            "ends when no variable has it any more; write the call into the "
            "'for'");
    return Flow::none();
  }
  return e.paths.absorb(flow, /*breaks=*/true, source.range);
}

Value makeGenerated(Elaborator &e, const Value &generator, bool takesAll,
                    ast::Range range) {
  Value function = e.get(generator.id).attributes.at("_function");
  const ast::FunctionDefStmt *def = function.function->def;
  auto isEndlessLoop = [](const ast::Stmt *stmt) {
    auto *loop = dyn_cast<ast::WhileStmt>(stmt);
    return loop && isEndless(loop) &&
           !findStatement(loop->body, [](const ast::Stmt *inner) {
             return isa<ast::ReturnStmt>(inner);
           });
  };
  if (findStatement(def->body, isEndlessLoop))
    return e.error(range,
                   "all items of this generator would be made at once "
                   "here, and it has no end; go over it by 'for' with "
                   "'break', zip(range(n), ...) or itertools.islice(); "
                   "for next(), let one 'for' at most be around its 'yield'");
  State before = e.save();
  Block *block = e.b.getInsertionBlock();
  auto end = [&] { return block->empty() ? nullptr : &block->back(); };
  Operation *begin = end(), *last = begin;
  bool hasGiven = false;
  Value items =
      e.containers.newList({}, makeType(TypeKind::Unknown), def, range);
  auto append = [&](const Value &item) -> Flow {
    if (!std::exchange(hasGiven, true))
      last = end();
    return e.containers.listAppend(items, item, range) ? Flow() : Flow::none();
  };
  LoopSource source;
  source.node = def;
  source.range = range;
  if (e.stopped())
    return {};
  walk(e, generator, source, append);
  if (e.stopped())
    return {};
  Operation *seen = takesAll ? nullptr : findEffect(block, last, begin);
  bool changes =
      !takesAll &&
      llvm::any_of(changedSlots(before, e.save()), [&](const Slot &slot) {
        return slot.kind != Slot::Kind::Local && slot.id != generator.id &&
               slot.id < before.heap.size();
      });
  if (seen || changes)
    return e.error(range,
                   Twine("this generator ") +
                       (seen ? "prints, uses files, draws random numbers "
                               "or reads the clock"
                             : "changes what it did not make") +
                       " between its items, which are made at once here; "
                       "go over it by 'for'");
  Value iterator =
      e.callLibrary("torch.utils._iterator.Iterator", {items}, range);
  // A set of them is better known.
  if (!e.stopped())
    if (Value kept = e.get(iterator.id).attributes.lookup("_values");
        kept.is(Kind::List))
      e.mutate(kept.id).attributes["generated"] = makeBool(true);
  return iterator;
}

/// Whether a loop may run the generator here. Loops of the library may be in
/// functions that make lists of what Python makes one by one.
static bool mayWalk(Elaborator &e, const Value &generator) {
  const Frame &frame = e.frames.back();
  bool goesOn = !frame.scope->isLibrary || frame.generation ||
                frame.scope->moduleName == "_generators";
  return goesOn && !e.script() &&
         !e.get(generator.id).attributes.count("_made");
}

static Value generatorOf(Elaborator &e, const Value &iterable,
                         ast::Range range);

/// The same of an object whose __iter__ is a generator function, or a progress
/// bar.
static Value generatorOfObject(Elaborator &e, const Value &object,
                               ast::Range range) {
  const ClassInfo *info = e.get(object.id).classInfo;
  if (info->scope->isLibrary && e.objects.findMember(info, "_walks"))
    return generatorOf(e, e.get(object.id).attributes.lookup("iterable"),
                       range);
  if (isAskedByNumber(e, object))
    return e.callLibrary("_generators.by_number", {object}, range);
  Value iter = ownersMember(e, info, "__iter__");
  if (!iter.is(Kind::Function) || !iter.function->def ||
      !Generation::isNeeded(iter.function->def->body))
    return {};
  CallArgs none(range);
  return e.callMethod(object, "__iter__", none);
}

/// The generator that gives what the iterable does; null if none does.
static Value generatorOf(Elaborator &e, const Value &iterable,
                         ast::Range range) {
  if (isGenerator(e, iterable))
    return mayWalk(e, iterable) ? iterable : Value();
  if (iterable.is(Kind::Object))
    return generatorOfObject(e, iterable, range);
  if (!iterable.is(Kind::Iterator))
    return {};
  if (iterable.text == "enumerate") {
    Value source = generatorOf(e, iterable.items[0], range);
    return !source || e.stopped()
               ? Value()
               : e.callLibrary("_generators.numbered",
                               {source, iterable.items[1]}, range);
  }
  if (iterable.text != "zip" || iterable.integer)
    return {};
  auto isNumbered = [](const Value &part) {
    return part.is(Kind::Range) || part.is(Kind::List) ||
           part.is(Kind::Tuple) || part.is(Kind::Tensor) || part.is(Kind::Str);
  };
  std::vector<Value> parts[2]; // in front of the generator, and behind
  Value source;
  for (const Value &part : iterable.items) {
    if (isNumbered(part)) {
      parts[bool(source)].push_back(part);
      continue;
    }
    if (source || !(source = generatorOf(e, part, range)) || e.stopped())
      return {};
  }
  if (!source)
    return {};
  return e.callLibrary("_generators.zipped",
                       {makeTuple(parts[0]), source, makeTuple(parts[1])},
                       range);
}

Value listOfGenerator(Elaborator &e, const Value &iterable, ast::Range range) {
  Value generator = generatorOf(e, iterable, range);
  return generator && !e.stopped() ? iterated(e, generator, range) : iterable;
}

std::optional<Flow> overGenerator(Elaborator &e, const Value &iterable,
                                  const LoopSource &source,
                                  function_ref<Flow(Value)> body) {
  Value generator = generatorOf(e, iterable, source.range);
  if (e.stopped())
    return Flow::none();
  if (!generator)
    return std::nullopt;
  return walk(e, generator, source,
              [&](const Value &item) { return body(item); });
}

} // namespace tine::elaborate
