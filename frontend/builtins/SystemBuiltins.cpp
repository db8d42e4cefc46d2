//===- SystemBuiltins.cpp - Clocks, streams, files, the operating system --===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the program asks of the machine that it runs on.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// What was computed before is complete then: keep-timed-work sees to it.
static Value timeOf(Context &e, Bound &a) {
  StringRef name = a.name;
  bool inNanoseconds = name.consume_back("_ns") || name == "trace_time";
  Clock clock = name == "time"           ? Clock::realtime
                : name == "process_time" ? Clock::process
                : name == "trace_time"   ? Clock::trace
                                         : Clock::monotonic;
  mlir::Type type =
      inNanoseconds ? mlir::Type(e.b.getI64Type()) : e.b.getF64Type();
  mlir::Value time =
      TimeOp::create(e.b, e.loc(a.range), type, clock, ValueRange());
  return inNanoseconds ? makeInt(time) : makeFloat(time);
}

/// _tine.profile(what, *values): the op tine.profile.
static Value profileOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  std::vector<mlir::Value> inputs;
  for (const Value &value : a[1].items) {
    inputs.push_back(e.ssa(value));
    if (e.stopped())
      return {};
  }
  mlir::Type type;
  if (what == "start" || what == "export" || what == "rows")
    type = e.b.getI64Type();
  else if (what == "text" || what == "table")
    type = StringType::get(e.b.getContext());
  else if (what == "number")
    type = e.b.getF64Type();
  auto op = ProfileOp::create(e.b, e.loc(a.range), type, what, inputs);
  if (!type)
    return makeNone();
  mlir::Value result = op.getResult();
  return type.isF64()         ? makeFloat(result)
         : type.isInteger(64) ? makeInt(result)
                              : makeStrSsa(result);
}

static Value warnOf(Context &e, Bound &a) {
  Value text = toText(e, a[0], a.range);
  if (e.stopped())
    return {};
  WarnOp::create(e.b, e.loc(a.range), e.ssa(text));
  return makeNone();
}

/// What the operating system is asked for; the result has the type of the
/// request's name.
static Value systemOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  SmallVector<mlir::Value> arguments;
  for (const Value &v : a[1].items) {
    if (!v.is(Kind::Str) && !v.isNumber())
      return e.error(a.range, "expected a str or a number, not '" +
                                  toString(e.types.typeOf(v)) + "'");
    arguments.push_back(e.ssa(v));
  }
  bool isText = what == "getenv" || what == "getcwd" || what == "hostname" ||
                what == "strftime";
  bool isNothing = what == "sleep" || what == "mkdir" || what == "remove";
  mlir::Type type = isText      ? mlir::Type(StringType::get(e.getContext()))
                    : isNothing ? mlir::Type()
                                : mlir::Type(e.b.getI64Type());
  auto op = SystemOp::create(e.b, e.loc(a.range),
                             isNothing ? TypeRange() : TypeRange(type), what,
                             arguments);
  e.diagnoser.hadOutput |= isNothing;
  return isNothing ? makeNone()
         : isText  ? makeStrSsa(op.getResult())
                   : makeInt(op.getResult());
}

template <bool toStderr> Value writeOf(Context &e, Bound &a) {
  if (!a[0].is(Kind::Str))
    return e.error(a.range, "write() takes a str");
  PrintOp::create(e.b, e.loc(a.range), e.ssa(a[0]), toStderr);
  e.diagnoser.hadOutput = true;
  return length(e, a[0], a.range);
}

void registerSystemBuiltins(Registry &r) {
  r.add("time.time time.perf_counter time.monotonic time.process_time "
        "time.time_ns time.perf_counter_ns time.monotonic_ns "
        "time.process_time_ns _tine.trace_time",
        "", timeOf);
  r.add("_tine.profile", "what, *values", profileOf);
  r.add("_tine.python_draw", "what, generator, argument",
        [](Context &e, Bound &a) {
          bool isFloat = a[0].text == "random" || a[0].text == "pcg_random" ||
                         a[0].text == "pcg_normal";
          mlir::Type type =
              isFloat ? mlir::Type(e.b.getF64Type()) : e.b.getI64Type();
          mlir::Value number = PythonDrawOp::create(
              e.b, e.loc(a.range), type, a[0].text, e.ssa(a[1]), e.ssa(a[2]));
          return isFloat ? makeFloat(number) : makeInt(number);
        });
  r.add("warnings.warn torch.warn", "message, category=None, stacklevel=2",
        warnOf);
  r.add("_tine.system", "what, *arguments", systemOf);
  r.add("_tine.write_file", "path, text", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Str))
      return e.error(a.range, "the name of a file is a str");
    WriteFileOp::create(e.b, e.loc(a.range), e.ssa(a[0]), e.ssa(a[1]));
    e.diagnoser.hadOutput = true;
    return makeNone();
  });
  r.add("_tine.png _tine.png_base64", "drawing, dpi", [](Context &e, Bound &a) {
    return makeStrSsa(StringMethodOp::create(
                          e.b, e.loc(a.range), StringType::get(e.getContext()),
                          a.name, e.ssa(a[0]), mlir::ValueRange{e.ssa(a[1])},
                          false)
                          .getResult());
  });
  r.add("sys.stdout.write", "text", writeOf<false>);
  r.add("sys.stderr.write", "text", writeOf<true>);
  r.add("sys.stdout.flush sys.stderr.flush", "",
        [](Context &, Bound &) { return makeNone(); });
  r.add("sys.stderr sys.stdout", "", [](Context &e, Bound &a) -> Value {
    return e.error(a.range, "a stream cannot be called");
  });
}

} // namespace tine::elaborate
