//===- Attempts.cpp - try, except, finally --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the body raises itself, by `raise`, `assert` or a failure that is known
// here, goes to the handlers; so does what lists, dicts, texts and numbers of
// the run raise (Diagnoser::guarded). Another operation that may fail in the
// run ends the program there, so that none may stand where a handler would
// catch it (RunErrors.cpp).
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Attempts.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/SeenFailures.h"
#include "frontend/control/SteppedStatements.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

Flow raisedPart(Elaborator &e, const Flow &flow, ast::Range range) {
  Flow part;
  part.raises = true;
  auto constant = [&](int value) -> mlir::Value {
    return arith::ConstantOp::create(e.b, e.loc(range),
                                     e.b.getI32IntegerAttr(value));
  };
  mlir::Value raises = isRaised(e, flow, range);
  part.code = arith::SelectOp::create(e.b, e.loc(range), raises,
                                      constant(Flow::raised), constant(0));
  return part;
}

bool Elaborator::isWhole(ast::Range range) const {
  const Whole &whole = frames.back().body.whole;
  return !partlyRaised && whole.range.begin == range.begin &&
         whole.range.end == range.end &&
         whole.conditional == diagnoser.conditional;
}

bool Elaborator::leaveCall(const Flow &flow, ast::Range range) {
  if (isWhole(range)) {
    partlyRaised = raisedPart(*this, flow, range);
    return true;
  }
  if (diagnoser.numbered && decisions.askByNumber(diagnoser.numbered))
    return false;
  if (goInSteps(*this))
    return false;
  error(range, "this call may raise an error, and only the run knows whether; "
               "a handler cannot catch it in the middle of this: make the call "
               "a statement of its own, as in 'x = f(y)'");
  return false;
}

Flow Elaborator::afterCall(function_ref<Flow()> rest, ast::Range range) {
  if (!partlyRaised)
    return rest();
  Flow flow = *std::exchange(partlyRaised, std::nullopt);
  return paths.sequence(flow, rest, range);
}

//===----------------------------------------------------------------------===//
// try
//===----------------------------------------------------------------------===//

mlir::Value isRaised(Elaborator &e, const Flow &flow, ast::Range range) {
  return arith::CmpIOp::create(
      e.b, e.loc(range), arith::CmpIPredicate::eq, flow.code,
      arith::ConstantOp::create(e.b, e.loc(range),
                                e.b.getI32IntegerAttr(Flow::raised)));
}

namespace {

/// One `try` with its handlers, without its `finally`.
class Attempted {
public:
  Attempted(Elaborator &e, const ast::TryStmt *stmt) : e(e), stmt(stmt) {}

  Flow run() {
    if (!readHandlers())
      return Flow::none();
    Block *block = e.b.getInsertionBlock();
    Operation *last = block->empty() ? nullptr : &block->back();
    Attempt attempt;
    for (const auto &names : caught)
      llvm::append_range(attempt.caught, names);
    e.diagnoser.attempts.push_back(attempt);
    Flow flow = e.exec(stmt->body);
    e.diagnoser.attempts.pop_back();
    if (e.stopped())
      return Flow::none();
    if (Operation *op = findCaught(block, last, attempt.caught)) {
      auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
      e.error(stmt->handlers.front().range,
              "what this handler would catch may happen in the run only" +
                  (place ? ", at line " + Twine(place.getLine()) : Twine("")) +
                  "; test for it before, or name what the body raises itself");
      return Flow::none();
    }
    if (!flow.raises)
      return orElse(flow);
    if (flow.count() == 1)
      return handler(0);
    return e.paths.branch(
        isRaised(e, flow, stmt->range), [&] { return handler(0); },
        [&] {
          Flow other = flow;
          other.raises = false;
          if (other.count() == 1)
            other.code = nullptr;
          return orElse(other);
        },
        stmt->range);
  }

private:
  bool readHandlers() {
    for (const ast::ExceptHandler &handler : stmt->handlers) {
      std::vector<std::string> names;
      Value type =
          handler.type ? e.eval(handler.type) : makeBuiltin("BaseException");
      std::vector<Value> types =
          type.is(Kind::Tuple) ? type.items : std::vector{type};
      for (const Value &one : types) {
        ErrorClass kind = errorClass(one);
        if (!e.stopped() && kind.empty())
          e.error(handler.range, "this is no class of exceptions");
        if (e.stopped())
          return false;
        names.push_back(kind.front());
      }
      caught.push_back(std::move(names));
    }
    return true;
  }

  Flow orElse(const Flow &flow) {
    return e.paths.sequence(
        flow, [&] { return e.exec(stmt->orelse); }, stmt->range);
  }

  /// From handler number `i` on, for an error that those before do not catch.
  Flow handler(size_t i) {
    if (i == stmt->handlers.size())
      return Flow::raise();
    Value is =
        isOfError(e, e.get(e.diagnoser.pendingError).attributes.at("kind"),
                  caught[i], stmt->range);
    if (e.stopped())
      return Flow::none();
    if (is.isConst())
      return is.integer ? handle(i) : handler(i + 1);
    return e.paths.branch(
        is.ssa, [&] { return handle(i); }, [&] { return handler(i + 1); },
        stmt->range);
  }

  /// The kinds of errors that have been raised and that handler `i` is for.
  std::vector<std::string> kindsOf(size_t i) {
    std::vector<std::string> kinds;
    for (const auto &[name, kind] : e.diagnoser.raised) {
      bool isEarlier = llvm::any_of(ArrayRef(caught).take_front(i),
                                    [&, &kind = kind](const auto &names) {
                                      return catches(names, kind);
                                    });
      if (!isEarlier && catches(caught[i], kind))
        kinds.push_back(name);
    }
    return kinds;
  }

  Flow handle(size_t i) {
    const ast::ExceptHandler &handler = stmt->handlers[i];
    const auto &error = e.get(e.diagnoser.pendingError).attributes;
    Value kind = error.at("kind");
    Value again = makeTuple({error.at("message"), error.at("given")});
    if (!handler.name.empty()) {
      Value named = caughtError(e, caught[i], handler.range);
      if (e.stopped() || !e.assignName(handler.name, named, handler.range))
        return Flow::none();
    }
    e.mutate(e.diagnoser.pendingError).attributes["given"] = makeNone();
    e.handled.push_back({kind, again, kindsOf(i)});
    Flow flow = e.exec(handler.body);
    e.handled.pop_back();
    if (!handler.name.empty())
      e.frames.back().locals.erase(handler.name.str());
    return flow;
  }

  Elaborator &e;
  const ast::TryStmt *stmt;
  std::vector<std::vector<std::string>> caught; // by handler
};

} // namespace

/// Behind a `try` that no other sees: what is still raised ends the program.
static Flow endUnseen(Elaborator &e, Flow flow, ast::Range range) {
  if (e.stopped() || !flow.raises || !e.diagnoser.attempts.empty())
    return flow;
  Value kind = e.get(e.diagnoser.pendingError).attributes.at("kind");
  Value message = e.get(e.diagnoser.pendingError).attributes.at("message");
  std::vector<std::string> kinds;
  for (const auto &entry : e.diagnoser.raised)
    if (!kind.isConst() || kind.text == entry.first)
      kinds.push_back(entry.first);
  // The first of the kinds from number `i` on that it is.
  std::function<Flow(size_t)> raise = [&](size_t i) -> Flow {
    auto here = [&]() -> Flow {
      RaiseOp::create(e.b, e.loc(range), e.b.getStringAttr(kinds[i]),
                      e.ssa(message));
      return Flow::none();
    };
    if (i + 1 == kinds.size())
      return here();
    Value is =
        e.model.compare(ast::CompareOp::Eq, kind, makeStr(kinds[i]), range);
    return e.stopped() ? Flow::none()
                       : e.paths.branch(
                             is.ssa, here, [&] { return raise(i + 1); }, range);
  };
  auto fails = [&] { return raise(0); };
  if (flow.count() == 1)
    return fails();
  mlir::Value raises = isRaised(e, flow, range);
  flow.raises = false;
  Flow other = flow;
  if (other.count() == 1)
    other.code = nullptr;
  return e.paths.branch(raises, fails, [&] { return other; }, range);
}

Flow endAttempts(Elaborator &e, const Flow &flow, unsigned around,
                 ast::Range range) {
  Flow end = endUnseen(e, flow, range);
  if (e.diagnoser.attempts.empty())
    e.diagnoser.pendingError = around;
  return end;
}

/// A `try` with its handlers, and its `finally` behind them.
static Flow execFinally(Elaborator &e, const ast::TryStmt *stmt) {
  SeenFailures failures(e, stmt);
  Attempt attempt;
  attempt.hasFinally = true;
  if (failures.areRaised())
    attempt.caught.push_back("BaseException");
  e.diagnoser.attempts.push_back(attempt);
  Flow flow = Attempted(e, stmt).run();
  e.diagnoser.attempts.pop_back();
  if (e.stopped() || flow.dead())
    return Flow::none();
  failures.endBody();
  unsigned pending = e.diagnoser.pendingError;
  const auto error = e.get(pending).attributes;
  Flow last = e.exec(stmt->finalbody);
  if (e.stopped())
    return Flow::none();
  if (last.returns || last.breaks || last.continues) {
    e.error(stmt->finalbody.front()->range,
            "'finally' may not return, break or continue");
    return Flow::none();
  }
  failures.find();
  // A `try` in it may have had errors of its own.
  auto goesOn = [&] {
    e.diagnoser.pendingError = pending;
    if (flow.raises)
      e.mutate(pending).attributes = error;
    return flow;
  };
  if (e.stopped() || !last.raises)
    return e.stopped() ? Flow::none() : goesOn();
  if (last.count() == 1)
    return Flow::raise();
  return e.paths.branch(
      isRaised(e, last, stmt->range), [] { return Flow::raise(); }, goesOn,
      stmt->range);
}

Flow execTry(Elaborator &e, const ast::TryStmt *stmt) {
  if (e.script()) {
    e.error(stmt->range, "'try' is not supported in TorchScript: test for the "
                         "error before the call");
    return Flow::none();
  }
  unsigned around = e.diagnoser.pendingError;
  beginAttempts(e);
  Flow flow =
      stmt->finalbody.empty() ? Attempted(e, stmt).run() : execFinally(e, stmt);
  return endAttempts(e, flow, around, stmt->range);
}

} // namespace tine::elaborate
