//===- Raising.cpp - Errors that a program raises -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `raise`, and errors as objects. The error that is pending has the name of its
// class and its text, which the run may have to choose. What it has of Python
// besides is "given": its arguments where they are not this text alone, or the
// object of a class of the program. Where paths join, that may be lost.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Attempts.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/ObjectModel.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Flow ControlFlow::raise(const ErrorClass &kind, Value message,
                        ast::Range range) {
  if (stopped())
    return Flow::none();
  if (!diagnoser.isSeen(kind)) {
    RaiseOp::create(b, loc(range), b.getStringAttr(kind.front()), ssa(message));
    return Flow::none();
  }
  diagnoser.raised[kind.front()] = kind;
  auto &error = mutate(diagnoser.pendingError).attributes;
  error["kind"] = makeStr(kind.front());
  error["message"] = message;
  error["given"] = makeNone();
  return Flow::raise();
}

namespace {

struct Error {
  ErrorClass kind;
  Value message;
  Value given = makeNone();
};

} // namespace

static Flow raiseError(Elaborator &e, const Error &error, ast::Range range) {
  if (e.stopped())
    return Flow::none();
  Flow flow = e.paths.raise(error.kind, error.message, range);
  if (flow.raises)
    e.mutate(e.diagnoser.pendingError).attributes["given"] = error.given;
  return flow;
}

/// The text and arguments of an error of one of Python's own classes. That of a
/// KeyError is what a program writes for its key; TorchScript has the key.
static Error errorOf(Context &e, const ErrorClass &kind, const CallArgs &args) {
  Error error{kind, makeStr("")};
  const std::vector<Value> &given = args.positional;
  if (given.size() == 1 && kind.front() == "KeyError" && !e.script()) {
    CallArgs key(args.range, given, args.ranges);
    error.message = e.run.callBuiltin(makeBuiltin("repr"), key);
  } else if (!given.empty()) {
    error.message = e.model.toText(
        given.size() == 1 ? given[0] : makeTuple(given), args.range);
  }
  if (given.size() != 1 || !given[0].is(Kind::Str))
    error.given = makeTuple(given);
  return error;
}

/// An error that exists as an object; of no kind if the value is none.
static Error errorOf(Elaborator &e, const Value &object, ast::Range range) {
  if (isCaughtError(e, object)) {
    const auto &has = e.get(object.id).attributes;
    Value kind = has.lookup("_kind");
    if (!kind.isConst()) {
      e.error(range, "only the run knows which error this is; raise it where "
                     "it is handled, by a bare 'raise'");
      return {};
    }
    auto known = e.diagnoser.raised.find(kind.text);
    return {known == e.diagnoser.raised.end() ? errorClass(kind.text)
                                              : known->second,
            has.lookup("_message"), has.lookup("_given")};
  }
  if (!object.is(Kind::Object) ||
      !e.get(object.id).classInfo->traits.isException)
    return {};
  return {errorClass(classValue(e.get(object.id).classInfo)),
          e.model.toText(object, range), object};
}

/// What `raise` is given, which may be a class; of no kind if it is no error.
static Error evalError(Elaborator &e, const ast::RaiseStmt *stmt) {
  auto *call = dyn_cast<ast::CallExpr>(stmt->exception);
  Value callee = e.eval(call ? call->callee : stmt->exception);
  if (e.stopped())
    return {};
  ErrorClass kind = errorClass(callee);
  CallArgs args(stmt->range);
  if (call && !e.evalArgs(call, args))
    return {};
  // TorchScript knows the text only.
  if (call && e.script()) {
    if (kind.empty())
      kind = errorClass("RuntimeError");
    return errorOf(e, kind, args);
  }
  if (callee.is(Kind::Builtin) && !kind.empty())
    return errorOf(e, kind, args);
  Value object = callee;
  if (call || callee.is(Kind::Class))
    object = e.call(callee, args);
  return e.stopped() ? Error() : errorOf(e, object, stmt->range);
}

/// A bare `raise`, in a handler. Which of its kinds of errors it is, the run may
/// have to tell.
static Flow raiseAgain(Elaborator &e, const ast::RaiseStmt *stmt) {
  HandledError error = e.handled.empty() ? HandledError() : e.handled.back();
  if (error.kind.isConst())
    error.kinds = {error.kind.text};
  if (error.kinds.empty()) {
    e.error(stmt->range, "a bare 'raise' is supported in a handler of errors "
                         "that are raised; name the exception");
    return Flow::none();
  }
  std::function<Flow(size_t)> raise = [&](size_t i) -> Flow {
    auto here = [&] {
      return raiseError(e,
                        {e.diagnoser.raised[error.kinds[i]],
                         error.again.items[0], error.again.items[1]},
                        stmt->range);
    };
    if (i + 1 == error.kinds.size())
      return here();
    Value is = e.model.compare(ast::CompareOp::Eq, error.kind,
                               makeStr(error.kinds[i]), stmt->range);
    return e.stopped()
               ? Flow::none()
               : e.paths.branch(
                     is.ssa, here, [&] { return raise(i + 1); }, stmt->range);
  };
  return raise(0);
}

Flow execRaise(Elaborator &e, const ast::RaiseStmt *stmt) {
  if (!stmt->exception)
    return raiseAgain(e, stmt);
  Error error = evalError(e, stmt);
  if (e.stopped())
    return Flow::none();
  if (error.kind.empty()) {
    e.kindError("TypeError", stmt->range,
                "exceptions must derive from BaseException",
                "only exceptions can be raised");
    return Flow::none();
  }
  // What is no status is printed first.
  if (error.kind.front() == "SystemExit" && !e.frames.back().scope->isLibrary) {
    std::vector<Value> status;
    if (error.given.is(Kind::Tuple))
      status = error.given.items;
    else
      status = {error.message};
    e.callLibrary("sys.exit", status, stmt->range);
    return Flow::none();
  }
  Value cause = stmt->cause ? e.eval(stmt->cause) : Value();
  if (cause && error.given.is(Kind::Object))
    e.model.setAttributePlainly(error.given, "__cause__", cause, stmt->range);
  return raiseError(e, error, stmt->range);
}

Value makeError(Context &e, StringRef kind, const CallArgs &args) {
  if (!args.keywords.empty())
    return e.kindError("TypeError", args.range,
                       kind + "() takes no keyword arguments",
                       "'" + kind + "' takes no keyword arguments");
  Error error = errorOf(e, errorClass(kind), args);
  return e.stopped()
             ? Value()
             : e.run.callLibrary("_builtins._Caught",
                                 {makeStr(kind), error.message, error.given},
                                 args.range);
}

Value caughtError(Elaborator &e, ArrayRef<std::string> caught,
                  ast::Range range) {
  const auto error = e.get(e.diagnoser.pendingError).attributes;
  Value given = error.lookup("given");
  if (given.is(Kind::Object) && !e.get(given.id).isJoined &&
      !e.get(given.id).isChoice)
    return given;
  // One string, which is the text of all but a KeyError.
  auto mayBeKey = [&](const auto &entry) {
    return llvm::is_contained(entry.second, "KeyError") &&
           catches(caught, entry.second);
  };
  if (given.is(Kind::None) && llvm::none_of(e.diagnoser.raised, mayBeKey))
    given = makeTuple({error.lookup("message")});
  // Unknown, as the library reads it.
  if (!given.is(Kind::None) && !given.is(Kind::Tuple))
    given = makeBool(false);
  return e.callLibrary("_builtins._Caught",
                       {error.lookup("kind"), error.lookup("message"), given},
                       range);
}

} // namespace tine::elaborate
