//===- Exceptions.cpp - Errors that the run tells apart -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Exceptions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether `is` holds, of the run, or one did before: False at first.
static Value eitherOf(Context &e, const Value &any, const Value &is,
                      ast::Range range) {
  return any.isConst()
             ? is
             : makeBool(arith::OrIOp::create(e.b, e.loc(range), any.ssa, is.ssa)
                            .getResult());
}

Value anyOf(Context &e, ArrayRef<Value> values,
            function_ref<Value(const Value &)> ask, ast::Range range) {
  Value any = makeBool(false);
  for (const Value &value : values) {
    Value is = ask(value);
    if (e.stopped() || (is.isConst() && is.integer))
      return is;
    if (!is.isConst())
      any = eitherOf(e, any, is, range);
  }
  return any;
}

Value isOfError(Context &e, const Value &kind, ArrayRef<std::string> bases,
                ast::Range range) {
  if (kind.isConst())
    return makeBool(catches(bases, e.diagnoser.raised[kind.text]));
  Value any = makeBool(false);
  for (const auto &[name, classes] : e.diagnoser.raised) {
    if (e.stopped() || !catches(bases, classes))
      continue;
    Value is = e.model.compare(ast::CompareOp::Eq, kind, makeStr(name), range);
    if (!e.stopped())
      any = eitherOf(e, any, is, range);
  }
  return any;
}

void beginAttempts(Context &e) {
  if (!e.diagnoser.attempts.empty())
    return;
  Object error{Object::Kind::ClassAttributes};
  error.attributes["kind"] = makeStr("");
  error.attributes["message"] = makeStr("");
  error.attributes["given"] = makeNone();
  e.diagnoser.pendingError = e.objects.allocate(std::move(error));
}

bool isCaughtError(Context &e, const Value &value) {
  return e.objects.hasRole(value, ClassRole::CaughtError);
}

} // namespace tine::elaborate
