//===- EndlessGenerators.cpp - next() of generators without an end --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variables of such a generator are in an object of the heap. Each next()
// runs, in a frame that has them, what is between two items.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Generators.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Exits.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// A generator without an end: `first`, and then again and again `before`, the
/// `yield` and `behind`. With an inner loop these are around it, and `inner`
/// and `rest` are what its body has around the `yield`.
class Endless {
public:
  explicit Endless(Elaborator &e, ast::Block body) : e(e) {
    auto *outer = dyn_cast<ast::WhileStmt>(body.back());
    if (!outer || !isEndless(outer))
      return;
    first = body.drop_back();
    const ast::Stmt *place = split(outer->body, before, behind);
    loop = dyn_cast_or_null<ast::ForStmt>(place);
    if (loop && loop->orelse.empty() && !loop->isAsync)
      place = split(loop->body, inner, rest);
    for (ast::Block block : {first, before, behind, inner, rest})
      if (Generation::isNeeded(block) || hasAbrupt(block))
        return;
    yield = place ? yieldOf(place) : nullptr;
    if (yield && yield->isFrom)
      yield = nullptr;
  }

  bool isOne() const { return yield; }

  Value next(bool isBegun, ast::Range range) {
    bool ok = isBegun ? run(loop ? rest : behind) : run(first);
    if (!loop)
      return ok && run(before) ? item() : Value();
    if (ok && !isBegun)
      ok = run(before) && begin();
    else if (ok)
      ok = goOn(range);
    ok = ok && e.assign(loop->target,
                        e.model.subscript(variable(walkedItems),
                                          variable(walkedPlace), range),
                        loop->target->range);
    return ok && !e.stopped() && run(inner) ? item() : Value();
  }

private:
  /// The statement of the block that has the `yield`, and what is around it.
  static const ast::Stmt *split(ast::Block block, ast::Block &front,
                                ast::Block &back) {
    for (auto [i, stmt] : llvm::enumerate(block))
      if (Generation::isNeeded(ast::Block(stmt))) {
        front = block.take_front(i);
        back = block.drop_front(i + 1);
        return stmt;
      }
    return nullptr;
  }

  Value variable(const char *name) {
    return *findVariable(e, e.frames.back(), name);
  }

  bool run(ast::Block block) {
    Flow flow = e.exec(block);
    if (!e.stopped() && !flow.onlyNormal())
      e.error(block.front()->range,
              "only the run knows whether this raises an error, which next() "
              "of a generator does not hand on; go over it by 'for'");
    return !e.stopped();
  }

  Value item() { return yield->value ? e.eval(yield->value) : makeNone(); }

  /// The inner loop from its start.
  bool begin() {
    Value items = e.eval(loop->iterable);
    if (e.stopped())
      return false;
    if (!items.is(Kind::Range) && !items.is(Kind::List) &&
        !items.is(Kind::Tensor)) {
      e.error(loop->iterable->range,
              "next() of this generator needs a range, list or tensor here; go "
              "over it by 'for' with 'break', or zip(range(n), ...)");
      return false;
    }
    Value length = e.model.length(items, loop->iterable->range);
    Value isAny = e.stopped() ? Value()
                              : e.model.compare(ast::CompareOp::Gt, length,
                                                makeInt(int64_t(0)),
                                                loop->iterable->range);
    if (e.stopped())
      return false;
    e.check(e.ssa(isAny), "NotImplementedError",
            "a generator goes over nothing, again and again",
            loop->iterable->range);
    setVariable(e, walkedItems, items);
    setVariable(e, walkedPlace, makeInt(int64_t(0)));
    return !e.stopped();
  }

  /// To the next item of the inner loop, or of another one.
  bool goOn(ast::Range range) {
    Value place = e.model.binary(ast::BinaryOp::Add, variable(walkedPlace),
                                 makeInt(int64_t(1)), range);
    Value length = e.model.length(variable(walkedItems), range);
    if (e.stopped())
      return false;
    setVariable(e, walkedPlace, place);
    Value isLeft = e.model.compare(ast::CompareOp::Lt, place, length, range);
    if (e.stopped())
      return false;
    auto again = [&]() -> Flow {
      return run(behind) && run(before) && begin() ? Flow() : Flow::none();
    };
    if (isLeft.isConst())
      return isLeft.integer || again().onlyNormal();
    e.paths.branch(isLeft.ssa, []() -> Flow { return {}; }, again, range);
    return !e.stopped();
  }

  Elaborator &e;
  ast::Block first, before, behind, inner, rest;
  const ast::ForStmt *loop = nullptr;
  const ast::YieldExpr *yield = nullptr;
};

} // namespace

std::optional<Value> nextOfEndless(Elaborator &e, const Value &generator,
                                   ast::Range range) {
  const auto &attributes = e.get(generator.id).attributes;
  Value function = attributes.at("_function");
  Endless endless(e, function.function->def->body);
  if (!endless.isOne() || attributes.count("_made") ||
      attributes.count("_walked"))
    return std::nullopt;
  constexpr const char *resumed = "_resumed";
  Value own = attributes.lookup(resumed);
  if (own && !own.is(Kind::Function))
    return Value(e.error(range, "only the run knows whether next() has begun "
                                "this generator; call it once in front of what "
                                "depends on the run, or count by yourself"));
  if (own)
    return inResumedFrame(
        e, own, nullptr, [&] { return endless.next(/*isBegun=*/true, range); },
        range);
  CallArgs args = argumentsOf(e, generator, range);
  Value item = inResumedFrame(
      e, function, &args,
      [&] { return endless.next(/*isBegun=*/false, range); }, range);
  if (!e.stopped())
    e.objects.setAttribute(generator.id, resumed, function);
  return item;
}

} // namespace tine::elaborate
