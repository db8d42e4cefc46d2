//===- Orders.cpp - < of tuples and lists ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Lexicographic: the first elements that differ decide.
static Value orderTuples(Service &e, ast::CompareOp op, const Value &a,
                         const Value &c, ast::Range range, size_t i = 0) {
  if (i >= a.items.size() || i >= c.items.size())
    return e.model.compare(op, makeInt(static_cast<int64_t>(a.items.size())),
                           makeInt(static_cast<int64_t>(c.items.size())),
                           range);
  Value same = e.model.isItem(a.items[i], c.items[i], range);
  if (e.stopped())
    return {};
  auto next = [&] { return orderTuples(e, op, a, c, range, i + 1); };
  auto decide = [&] {
    // Of dicts there is none, which counts where they are compared.
    if (a.items[i].is(Kind::Dict) && c.items[i].is(Kind::Dict))
      return e.diagnoser.fault("TypeError", range,
                               StringRef("'") + ast::spelling(op) +
                                   "' not supported between instances of "
                                   "'dict' and 'dict'");
    return e.model.compare(op, a.items[i], c.items[i], range);
  };
  if (same.isConst())
    return same.integer ? next() : decide();
  return e.paths.select(same.ssa, next, decide, range);
}

Value orderSequences(Service &e, ast::CompareOp op, const Value &a,
                     const Value &c, ast::Range range) {
  if (a.is(Kind::Tuple))
    return orderTuples(e, op, a, c, range);
  if (!e.get(a.id).isRuntime && !e.get(c.id).isRuntime)
    return orderTuples(e, op, makeTuple(e.get(a.id).items),
                       makeTuple(e.get(c.id).items), range);
  return e.run.callLibrary("_operations.are_in_order",
                           {a, c, makeStr(ast::spelling(op))}, range);
}

} // namespace tine::elaborate
