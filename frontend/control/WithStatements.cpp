//===- WithStatements.cpp - Context managers ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `with` is a `try` of its own: __exit__ gets what the body has raised, and may
// keep it from going on. What only the run finds out to fail ends the program
// there, as behind `finally`.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Attempts.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"
#include "frontend/control/SeenFailures.h"
#include "frontend/control/Statements.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/syntax/Visit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

class With {
public:
  With(Elaborator &e, const ast::WithStmt *stmt) : e(e), stmt(stmt) {}

  /// The managers from number `i` on, and the body.
  Flow run(size_t i) {
    if (i == stmt->items.size())
      return e.exec(stmt->body);
    const ast::WithItem &item = stmt->items[i];
    Value manager;
    {
      AsWhole whole(e, item.context->range);
      manager = e.eval(item.context);
    }
    if (e.stopped())
      return Flow::none();
    return e.afterCall([&] { return within(i, manager); }, item.context->range);
  }

private:
  /// The body, in manager number `i` and those behind it.
  Flow within(size_t i, const Value &manager) {
    const ast::WithItem &item = stmt->items[i];
    auto inside = [&](const Value &bound) -> Flow {
      if (item.target && !e.assign(item.target, bound, item.context->range))
        return Flow::none();
      return run(i + 1);
    };
    if (manager.is(Kind::Iterator) &&
        StringRef(manager.text).starts_with("grad:"))
      return inGradMode(manager, [&] { return inside(manager); });
    if (manager.is(Kind::Device))
      return onDevice(manager, item.context->range,
                      [&] { return inside(manager); });
    if (auto args = argumentsOfGenerator(manager, item.context->range))
      return aroundBody(manager, *args, inside);
    if (!manager.is(Kind::Object)) {
      e.kindError("TypeError", item.context->range,
                  "'" + toString(e.types.typeOf(manager)) +
                      "' object does not support the context manager protocol",
                  "a value of type '" + toString(e.types.typeOf(manager)) +
                      "' cannot be used in 'with'");
      return Flow::none();
    }
    CallArgs args(item.context->range);
    Value bound = e.callMethod(manager, "__enter__", args);
    if (e.stopped())
      return Flow::none();
    auto body = [&] { return inside(bound); };
    return seesErrors(manager) ? attempt(manager, &item, body)
                               : behindAll(manager, body());
  }

  Flow inGradMode(const Value &manager, function_ref<Flow()> body) {
    Value before =
        e.objects.exchangeMode(Mode::Grad, makeBool(manager.text == "grad:on"));
    if (!manager.items.empty())
      before = manager.items.front();
    Flow flow = body();
    if (!e.stopped())
      e.objects.exchangeMode(Mode::Grad, before);
    return flow;
  }

  /// The device is the default one inside.
  Flow onDevice(const Value &device, ast::Range range,
                function_ref<Flow()> body) {
    Value number =
        e.callLibrary("torch._settings.default_device_number", {device}, range);
    if (e.stopped())
      return Flow::none();
    Value before = e.objects.exchangeMode(Mode::DefaultDevice, number);
    Flow flow = body();
    if (!e.stopped())
      e.objects.exchangeMode(Mode::DefaultDevice, before);
    return flow;
  }

  /// The arguments of a context manager that contextlib.contextmanager has
  /// made; none of another value.
  std::optional<CallArgs> argumentsOfGenerator(const Value &manager,
                                               ast::Range range) {
    const ClassInfo *info =
        manager.is(Kind::Object) ? e.get(manager.id).classInfo : nullptr;
    if (!info || !info->has(ClassRole::YieldManager))
      return std::nullopt;
    const auto &attributes = e.get(manager.id).attributes;
    CallArgs args(range, attributes.at("args").items);
    const std::vector<Value> &keywords = e.get(attributes.at("kwds").id).items;
    for (size_t i = 0; i + 1 < keywords.size(); i += 2)
      args.keywords.push_back({keywords[i].text, keywords[i + 1]});
    return args;
  }

  /// The manager is a function that yields: what the body returns, or where it
  /// goes, comes behind the rest of the function.
  Flow aroundBody(const Value &manager, CallArgs &args,
                  function_ref<Flow(const Value &)> inside) {
    bool isReached = false;
    // Where the function handles what the body raises, the program goes on.
    Flow left;
    auto body = [&](const Value &given) -> Flow {
      isReached = true;
      Whole whole = e.frames.back().body.whole;
      Flow flow = inside(given);
      e.frames.back().body.whole = whole;
      if (e.stopped() || flow.dead())
        return Flow::none();
      if (flow.raises && flow.count() == 1)
        return flow;
      left = unlessRaises(flow);
      return flow.raises ? raisedPart(e, flow, stmt->range) : Flow();
    };
    Value function = e.get(manager.id).attributes.at("func");
    {
      AsWhole whole(e, args.range);
      if (!callAround(e, function, args, body))
        return Flow::none();
    }
    if (!isReached)
      return fail("this context manager does not reach its 'yield'");
    return e.afterCall([&] { return left; }, stmt->range);
  }

  Flow fail(const char *message) {
    e.error(stmt->range, message);
    return Flow::none();
  }

  /// Whether __exit__ asks what was raised. Of the library's classes only those
  /// that say so do.
  bool seesErrors(const Value &manager) {
    const ClassInfo *info = e.get(manager.id).classInfo;
    return !e.script() &&
           (!info->scope->isLibrary || info->inherits(ClassRole::SeesErrors));
  }

  /// __exit__ on every path, where it may raise an error itself.
  Flow behindAll(const Value &manager, const Flow &flow) {
    if (e.stopped() || flow.dead())
      return flow;
    AsWhole whole(e, stmt->range);
    if (!leave(manager))
      return Flow::none();
    if (!e.partlyRaised)
      return flow;
    Flow exit = *std::exchange(e.partlyRaised, std::nullopt);
    return e.paths.branch(
        isRaised(e, exit, stmt->range), [] { return Flow::raise(); },
        [&] { return flow; }, stmt->range);
  }

  /// __exit__ where nothing was raised; false after an error.
  bool leave(const Value &manager) {
    CallArgs args(stmt->range, {makeNone(), makeNone(), makeNone()});
    e.callMethod(manager, "__exit__", args);
    return !e.stopped();
  }

  Flow attempt(const Value &manager, const ast::WithItem *item,
               function_ref<Flow()> body) {
    unsigned around = e.diagnoser.pendingError;
    beginAttempts(e);
    SeenFailures failures(e, item);
    Block *block = e.b.getInsertionBlock();
    Operation *last = block->empty() ? nullptr : &block->back();
    Attempt attempt;
    attempt.hasFinally = true;
    if (maySuppress(manager) || failures.areRaised())
      attempt.caught.push_back("BaseException");
    e.diagnoser.attempts.push_back(attempt);
    Flow flow = body();
    e.diagnoser.attempts.pop_back();
    if (e.stopped())
      return Flow::none();
    if (maySuppress(manager) && !checkNothingElseFails(block, last))
      return Flow::none();
    failures.endBody();
    flow = leave(manager, flow);
    failures.find();
    return e.stopped() ? Flow::none()
                       : endAttempts(e, flow, around, stmt->range);
  }

  /// __exit__ behind a body that has ended with `flow`.
  Flow leave(const Value &manager, const Flow &flow) {
    if (!flow.raises)
      return behindAll(manager, flow);
    if (flow.count() == 1)
      return raisedIn(manager);
    return e.paths.branch(
        isRaised(e, flow, stmt->range), [&] { return raisedIn(manager); },
        [&] { return behindAll(manager, unlessRaises(flow)); }, stmt->range);
  }

  /// A flow on the paths that do not raise.
  static Flow unlessRaises(Flow flow) {
    flow.raises = false;
    if (flow.count() == 1)
      flow.code = nullptr;
    return flow;
  }

  /// Whether __exit__ may return true, as far as its text tells.
  bool maySuppress(const Value &manager) {
    Value exit = e.objects.findMember(e.get(manager.id).classInfo, "__exit__");
    const ast::FunctionDefStmt *def =
        exit.is(Kind::Function) ? exit.function->def : nullptr;
    return def && givesTruth(def->body);
  }

  static bool givesTruth(ast::Block block) {
    for (const ast::Stmt *s : block) {
      if (auto *returns = dyn_cast<ast::ReturnStmt>(s);
          returns && returns->value && !isa<ast::NoneExpr>(returns->value)) {
        auto *truth = dyn_cast<ast::BoolExpr>(returns->value);
        if (!truth || truth->value)
          return true;
      }
      if (llvm::any_of(ast::blocksOf(s), givesTruth))
        return true;
    }
    return false;
  }

  /// False, with an error, where an operation of the body may fail in the run.
  bool checkNothingElseFails(Block *block, Operation *last) {
    Operation *op = findCaught(block, last, {"BaseException"});
    if (!op)
      return true;
    auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
    e.error(stmt->range,
            "the __exit__ of this 'with' may keep an error from going on, and "
            "one may happen in the run only" +
                (place ? ", at line " + Twine(place.getLine()) : Twine("")) +
                "; test for it before");
    return false;
  }

  /// __exit__ with the error that is pending.
  Flow raisedIn(const Value &manager) {
    unsigned pending = e.diagnoser.pendingError;
    const auto error = e.get(pending).attributes;
    Value kind = error.lookup("kind");
    Value caught = caughtError(e, {"BaseException"}, stmt->range);
    Value traceback =
        e.stopped() ? Value()
                    : e.callLibrary("_builtins._Traceback", {}, stmt->range);
    if (e.stopped())
      return Flow::none();
    Value type = kind.isConst() && isException(kind.text)
                     ? makeBuiltin(kind.text)
                     : e.model.getAttribute(caught, "__class__", stmt->range);
    CallArgs args(stmt->range, {type, caught, traceback});
    Value result =
        e.stopped() ? Value() : e.callMethod(manager, "__exit__", args);
    Value suppresses =
        e.stopped() ? Value() : e.model.truth(result, stmt->range);
    if (e.stopped())
      return Flow::none();
    // A `try` in __exit__ may have had errors of its own.
    auto goesOn = [&]() -> Flow {
      e.diagnoser.pendingError = pending;
      e.mutate(pending).attributes = error;
      return Flow::raise();
    };
    if (suppresses.isConst())
      return suppresses.integer ? Flow() : goesOn();
    return e.paths.branch(
        suppresses.ssa, []() -> Flow { return {}; }, goesOn, stmt->range);
  }

  Elaborator &e;
  const ast::WithStmt *stmt;
};

} // namespace

Flow execWith(Elaborator &e, const ast::WithStmt *stmt) {
  if (stmt->isAsync) {
    e.error(stmt->range, "'async with' is not supported");
    return Flow::none();
  }
  return With(e, stmt).run(0);
}

} // namespace tine::elaborate
