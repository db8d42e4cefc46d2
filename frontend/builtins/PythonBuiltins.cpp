//===- PythonBuiltins.cpp - Numbers and text of Python --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// print, len, int, str, format and their like; arithmetic functions are in
// NumberBuiltins.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value print(Context &e, CallArgs &args) {
  std::string separator = " ", end = "\n";
  bool toStderr = false;
  Value target;
  for (auto &[key, value] : args.keywords) {
    if (e.script())
      return e.error(args.range,
                     "print takes no keyword arguments in TorchScript");
    if (key == "flush")
      continue;
    if (key == "file" && value.is(Kind::None))
      continue;
    if (key == "file" && value.is(Kind::Object)) {
      target = value;
      continue;
    }
    if (key == "file") {
      if (!value.is(Kind::Builtin) ||
          (value.text != "sys.stderr" && value.text != "sys.stdout"))
        return e.error(args.range,
                       "print writes to sys.stdout, sys.stderr and open files "
                       "only");
      toStderr = value.text == "sys.stderr";
      continue;
    }
    if (key != "sep" && key != "end")
      return e.error(args.range, "print has no parameter '" + key + "'");
    if (value.is(Kind::None))
      continue;
    if (!value.is(Kind::Str) || !value.isConst())
      return e.error(
          args.range,
          "'" + key +
              "' of print must be a string that is known at compile time");
    (key == "sep" ? separator : end) = value.text;
  }
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (auto [i, value] : llvm::enumerate(args.positional)) {
    if (i)
      addLiteral(pattern, separator);
    ast::Range range = i < args.ranges.size() ? args.ranges[i] : args.range;
    if (!formatPattern(e, value, false, range, pattern, leaves))
      return {};
  }
  addLiteral(pattern, end);
  Value text = formatString(e, pattern, leaves, args.range);
  if (target) {
    CallArgs given(args.range, {text}, {args.range});
    e.run.callMethod(target, "write", given);
    return e.stopped() ? Value() : makeNone();
  }
  PrintOp::create(e.b, e.loc(args.range), e.ssa(text), toStderr);
  e.diagnoser.hadOutput = true;
  return makeNone();
}

Value length(Context &e, const Value &value, ast::Range range) {
  switch (value.kind) {
  case Kind::Str:
    if (value.isConst()) {
      if (e.script())
        return makeInt(static_cast<int64_t>(value.text.size()));
      int64_t n = 0;
      for (char c : value.text)
        n += (c & 0xc0) != 0x80;
      return makeInt(n);
    }
    return makeInt(
        StringLengthOp::create(e.b, e.loc(range), value.ssa, e.script())
            .getResult());
  case Kind::List:
    return e.containers.listLength(value, range);
  case Kind::Dict:
    if (!e.containers.knowsKeys(value, range))
      return {};
    if (e.containers.isOpen(value))
      return e.containers.countEntries(value, range);
    if (!e.get(value.id).isRuntime)
      return makeInt(static_cast<int64_t>(e.get(value.id).items.size() / 2));
    return makeInt(
        DictLengthOp::create(e.b, e.loc(range), e.get(value.id).current)
            .getResult());
  case Kind::Tuple:
    if (value.classInfo && e.objects.findMember(value.classInfo, "__len__"))
      return e.run.callMethod(value, "__len__", CallArgs(range));
    return makeInt(static_cast<int64_t>(value.items.size()));
  case Kind::Tensor:
    if (e.tensors.rank(value) == 0)
      return e.fault("TypeError", range, "len() of a 0-d tensor");
    return e.tensors.size(value, 0);
  case Kind::Object:
    if (e.objects.findMember(e.get(value.id).classInfo, "__len__"))
      return e.run.callMethod(value, "__len__", CallArgs(range));
    break;
  case Kind::Class:
    if (value.classInfo->traits.isEnum)
      return makeInt(
          static_cast<int64_t>(value.classInfo->fields.names.size()));
    break;
  case Kind::Range:
  case Kind::Iterator: {
    if (isDictView(value) && e.containers.isOpen(value.items[0]))
      return e.containers.countEntries(value.items[0], range);
    Sequence sequence;
    if (!e.paths.sequenceOf(value, range, sequence))
      return {};
    return sequence.length;
  }
  default:
    break;
  }
  return typeError(e, value, range,
                   "object of type '" + className(e, value) + "' has no len()",
                   "a value of type '" + toString(e.types.typeOf(value)) +
                       "' has no len()");
}

/// What an object's own method says it is as a number; invalid without one.
static Value numberOf(Context &e, const Value &v, StringRef method,
                      ast::Range range) {
  if (!v.is(Kind::Object) || e.script() ||
      !e.objects.findMember(e.get(v.id).classInfo, method))
    return {};
  return e.run.callMethod(v, method, CallArgs(range));
}

/// An argument that is None in some runs, where that is an error.
static bool isThere(Context &e, Value &value, StringRef name, StringRef what,
                    ast::Range range) {
  if (value.is(Kind::Optional))
    value = e.diagnoser.present(value, "TypeError",
                                (name + "() argument must be " + what +
                                 " or a real number, not 'NoneType'")
                                    .str(),
                                range);
  return !e.stopped();
}

/// Of bytes the text that int() and float() read; else the value.
static Value numberText(Context &e, const Value &value, ast::Range range) {
  if (!value.is(Kind::Object) || e.script() ||
      !e.objects.findMember(e.get(value.id).classInfo, "_number_text"))
    return value;
  return e.run.callMethod(value, "_number_text", CallArgs(range, {}));
}

static Value convertTo(Context &e, Bound &a) {
  if (a.name == "float") {
    if (a.given(0))
      a.values[0] = numberText(e, a[0], a.range);
    if (e.stopped())
      return {};
    if (a.given(0) && !isThere(e, a[0], a.name, "a string", a.range))
      return {};
    return a.given(0) ? e.numbers.toFloat(a[0], a.range) : makeFloat(0.0);
  }
  return a.given(0) ? e.model.truth(a[0], a.range) : makeBool(false);
}

/// A method of strings that is no method in Python and gives an int.
static Value intOfText(Context &e, StringRef method, const Value &text,
                       ArrayRef<Value> args, ast::Range range) {
  if (text.isConst() &&
      llvm::all_of(args, [](const Value &v) { return v.isConst(); })) {
    Value known = foldMethod(e, method, 'i', text, args, range);
    if (known || e.stopped())
      return known;
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : args)
    values.push_back(e.ssa(v));
  return makeInt(StringMethodOp::create(e.b, e.loc(range), e.b.getI64Type(),
                                        method, e.ssa(text), values, e.script())
                     .getResult());
}

static Value intOf(Context &e, Bound &a) {
  if (a.given(0))
    a.values[0] = numberText(e, a[0], a.range);
  if (e.stopped())
    return {};
  if (!a.given(1)) {
    if (a.given(0) &&
        !isThere(e, a[0], "int", "a string, a bytes-like object", a.range))
      return {};
    if (a.given(0))
      if (Value own = numberOf(e, a[0], "__int__", a.range); own || e.stopped())
        return own ? e.numbers.toInt(own, a.range) : Value();
    Value number =
        a.given(0) ? e.numbers.toInt(a[0], a.range) : makeInt(int64_t(0));
    // Not the member of an IntEnum.
    return number && number.isConst() ? makeInt(number.integer) : number;
  }
  if (e.script())
    return e.error(a.range, "int() takes one argument in TorchScript");
  if (!a[0].is(Kind::Str) || !a[1].is(Kind::Int))
    return e.error(a.range, "int() with a base takes a str and an int");
  return intOfText(e, "to_int", a[0], {a[1]}, a.range);
}

static Value ordOf(Context &e, Bound &a) {
  if (a[0].is(Kind::Object) && !e.script())
    return e.run.callLibrary("_bytes.ord_of", {a[0]}, a.range);
  if (!a[0].is(Kind::Str))
    return e.error(a.range, "ord() takes a string of one character");
  return intOfText(e, "ord", a[0], {}, a.range);
}

static Value chrOf(Context &e, Bound &a) {
  bool isTensor = a[0].is(Kind::Tensor) && !e.script();
  if (!a[0].is(Kind::Int) && !a[0].is(Kind::Bool) && !isTensor)
    return e.error(a.range, "chr() takes an int");
  Value n = e.numbers.toInt(a[0], a.range);
  if (e.stopped())
    return {};
  // TorchScript makes a byte of it, of which a str of Python cannot be made.
  int64_t limit = e.script() ? 0x80 : 0x110000;
  std::string message = e.script()
                            ? "chr() is supported below 128 in TorchScript"
                            : "chr() arg not in range(0x110000)";
  auto isSurrogate = [](int64_t i) { return i >= 0xD800 && i < 0xE000; };
  if (n.isConst() && (n.integer < 0 || n.integer >= limit))
    return e.fault("ValueError", a.range, message);
  if (n.isConst() && isSurrogate(n.integer))
    return e.error(a.range, "half a character (a surrogate) is not supported");
  if (!n.isConst()) {
    // As unsigned numbers, those below the first are large.
    auto below = [&](mlir::Value i, int64_t end) -> mlir::Value {
      return arith::CmpIOp::create(
          e.b, e.loc(a.range), arith::CmpIPredicate::ult, i, e.constInt(end));
    };
    e.check(below(n.ssa, limit), "ValueError", message, a.range);
    mlir::Value half = below(
        arith::SubIOp::create(e.b, e.loc(a.range), n.ssa, e.constInt(0xD800)),
        0x800);
    mlir::Value yes = e.ssa(makeBool(true));
    if (!e.script())
      e.check(arith::XOrIOp::create(e.b, e.loc(a.range), half, yes),
              "UnicodeEncodeError", "surrogates not allowed", a.range);
  }
  return formatString(e, "%Pc%;", ValueRange{e.ssa(n)}, a.range);
}

static Value strOf(Context &e, Bound &a) {
  if (a.given(1) || a.given(2))
    return e.run.callLibrary("_bytes.str_of", {a[0], a[1], a[2]}, a.range);
  return toText(e, a[0], a.range);
}

static Value reprOf(Context &e, Bound &a) {
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  return formatPattern(e, a[0], true, a.range, pattern, leaves)
             ? formatString(e, pattern, leaves, a.range)
             : Value();
}

static Value formatOf(Context &e, Bound &a) {
  if (!a[1].is(Kind::Str))
    return e.error(a.range, "a format specification is a str");
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  return formatField(e, a[0], 0, a[1], a.range, pattern, leaves)
             ? formatString(e, pattern, leaves, a.range)
             : Value();
}

void registerLanguageBuiltins(Registry &r) {
  r.add("print", "*values", callForm, TakesChoices);
  r.add("len", "value",
        [](Context &e, Bound &a) { return length(e, a[0], a.range); });
  r.add("enum.auto", "",
        [](Context &, Bound &) { return makeBuiltin("enum.auto"); });
  r.add("int", "value=None, base=None", intOf, TakesOptional);
  r.add("float", "value=None", convertTo, TakesOptional);
  r.add("bool", "value=None", convertTo, TakesOptional);
  r.add("str", "value='', encoding=None, errors=None", strOf, TakesOptional);
  r.add("repr", "value", reprOf, TakesOptional);
  r.add("format", "value, format_spec=''", formatOf, TakesOptional);
  r.add("ord", "value", ordOf);
  r.add("chr", "value", chrOf);
  r.add("hex oct bin", "value", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int))
      return e.error(a.range, a.name + "() takes an int");
    char code = a.name == "hex" ? 'x' : a.name == "oct" ? 'o' : 'b';
    return formatString(e, std::string("%P#") + code + "%;",
                        ValueRange{e.ssa(a[0])}, a.range);
  });
}

} // namespace tine::elaborate
