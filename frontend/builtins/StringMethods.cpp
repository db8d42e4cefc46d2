//===- StringMethods.cpp - Methods of strings -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What they take, and whether they are computed at compile time.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// A method: its name, its kind of result (str, int, bool, list, or a tuple of
/// parts) and its parameters. Of those: s a str, i an int, b a bool, t a str or
/// a tuple of some, w a str or None for white space, and n and e where a search
/// begins and ends. A name stands in front of what Python takes by keyword, `?`
/// behind what has a default.
struct Signature {
  const char *name;
  char result;
  const char *parameters;
  bool isInScript = true;
};

static const Signature signatures[] = {
    {"capitalize", 's', ""},
    {"casefold", 's', "", false},
    {"center", 's', "i s?"},
    {"count", 'i', "s n? e?"},
    {"endswith", 'b', "t n? e?"},
    {"expandtabs", 's', "tabsize:i?"},
    {"find", 'i', "s n? e?"},
    {"index", 'i', "s n? e?"},
    {"isalnum", 'b', ""},
    {"isalpha", 'b', ""},
    {"isascii", 'b', "", false},
    {"isdecimal", 'b', ""},
    {"isdigit", 'b', ""},
    {"isidentifier", 'b', ""},
    {"islower", 'b', ""},
    {"isnumeric", 'b', ""},
    {"isprintable", 'b', ""},
    {"isspace", 'b', ""},
    {"istitle", 'b', ""},
    {"isupper", 'b', ""},
    {"ljust", 's', "i s?"},
    {"lower", 's', ""},
    {"lstrip", 's', "w?"},
    {"partition", 'p', "s"},
    {"removeprefix", 's', "s", false},
    {"removesuffix", 's', "s", false},
    {"replace", 's', "s s i?"},
    {"rfind", 'i', "s n? e?"},
    {"rindex", 'i', "s n? e?"},
    {"rjust", 's', "i s?"},
    {"rpartition", 'p', "s"},
    {"rsplit", 'l', "sep:w? maxsplit:i?"},
    {"rstrip", 's', "w?"},
    {"split", 'l', "sep:w? maxsplit:i?"},
    {"splitlines", 'l', "keepends:b?"},
    {"startswith", 'b', "t n? e?"},
    {"strip", 's', "w?"},
    {"swapcase", 's', ""},
    {"title", 's', ""},
    {"upper", 's', ""},
    {"zfill", 's', "i"},
};

/// The method of constants, or of the run.
static Value runMethod(Context &e, StringRef name, char result,
                       const Value &self, ArrayRef<Value> args,
                       ast::Range range) {
  char made = result == 'p' ? 'l' : result;
  Value value;
  if (self.isConst() &&
      llvm::all_of(args, [](const Value &v) { return v.isConst(); })) {
    value = foldMethod(e, name, made, self, args, range);
    if (e.stopped())
      return {};
  }
  if (!value) {
    SmallVector<mlir::Value> values;
    for (const Value &v : args)
      values.push_back(e.ssa(v));
    MLIRContext *context = e.getContext();
    mlir::Type text = StringType::get(context);
    mlir::Type type = made == 's'   ? text
                      : made == 'i' ? mlir::Type(e.b.getI64Type())
                      : made == 'b'
                          ? mlir::Type(e.b.getI1Type())
                          : mlir::Type(ListType::get(context, {text}));
    mlir::Value run = StringMethodOp::create(e.b, e.loc(range), type, name,
                                             e.ssa(self), values, e.script());
    ValueRange leaves(run);
    value =
        made == 's'   ? makeStrSsa(run)
        : made == 'i' ? makeInt(run)
        : made == 'b'
            ? makeBool(run)
            : e.types.unflatten(
                  makeType(TypeKind::List, {makeType(TypeKind::Str)}), leaves);
  }
  if (result != 'p')
    return value;
  std::vector<Value> parts(3);
  for (size_t i = 0; i < parts.size() && !e.stopped(); ++i)
    parts[i] =
        e.containers.listGet(value, makeInt(static_cast<int64_t>(i)), range,
                             /*isThere=*/true);
  return e.stopped() ? Value() : makeTuple(parts);
}

/// The arguments in the order of the parameters; what is not given is invalid.
static bool bindMethod(Context &e, const Signature &method, CallArgs &args,
                       SmallVectorImpl<Value> &out,
                       SmallVectorImpl<char> &kinds) {
  SmallVector<StringRef> parameters;
  StringRef(method.parameters).split(parameters, ' ', -1, /*KeepEmpty=*/false);
  if (args.positional.size() > parameters.size())
    return e.error(args.range, "'" + Twine(method.name) + "' takes at most " +
                                   Twine(parameters.size()) + " arguments");
  SmallVector<bool> used(args.keywords.size());
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    bool isOptional = parameter.consume_back("?");
    auto [name, kind] = parameter.contains(':')
                            ? parameter.split(':')
                            : std::pair<StringRef, StringRef>("", parameter);
    Value value;
    if (i < args.positional.size())
      value = args.positional[i];
    for (auto [k, keyword] : llvm::enumerate(args.keywords))
      if (!name.empty() && keyword.first == name && !value) {
        value = keyword.second;
        used[k] = true;
      }
    if (!value && !isOptional)
      return e.error(args.range, "'" + Twine(method.name) + "' needs " +
                                     Twine(i + 1) + " arguments");
    out.push_back(value);
    kinds.push_back(kind[0]);
  }
  for (auto [k, keyword] : llvm::enumerate(args.keywords))
    if (!used[k])
      return e.error(args.range, "'" + Twine(method.name) +
                                     "' takes no argument '" + keyword.first +
                                     "' by keyword");
  return true;
}

static Value joined(Context &e, const Value &self, Value list,
                    ast::Range range) {
  std::vector<Value> items;
  if (e.objects.isSet(list))
    return e.error(range, "the order of a set is Python's own; join sorted() "
                          "of it");
  if (!e.containers.staticItems(list, items)) {
    if (!e.stopped() && !list.is(Kind::List)) {
      list = e.run.callBuiltin(makeBuiltin("list"), CallArgs(range, {list}));
    }
    if (e.stopped())
      return {};
    if (!list.is(Kind::List))
      return e.error(range, "join takes a list of strings");
  }
  if (items.empty() && list.is(Kind::List) && e.get(list.id).isRuntime) {
    Type element = e.get(list.id).elementType;
    if (!element || element->kind != TypeKind::Str)
      return e.error(range, "join takes strings");
    return makeStrSsa(StringMethodOp::create(e.b, e.loc(range),
                                             StringType::get(e.getContext()),
                                             "join", e.ssa(self),
                                             ValueRange{e.get(list.id).current})
                          .getResult());
  }
  Value text = makeStr("");
  for (auto [i, item] : llvm::enumerate(items)) {
    if (!item.is(Kind::Str))
      return typeError(e, item, range,
                       "sequence item " + Twine(i) +
                           ": expected str instance, " + className(e, item) +
                           " found",
                       "join takes strings");
    if (i)
      text = e.model.binary(ast::BinaryOp::Add, text, self, range);
    text = e.model.binary(ast::BinaryOp::Add, text, item, range);
  }
  return text;
}

/// Whether one of several strings is there.
static Value anyAffix(Context &e, StringRef name, const Value &self,
                      SmallVector<Value> args, ast::Range range) {
  std::vector<Value> affixes = args[0].items;
  Value any = makeBool(false);
  for (const Value &affix : affixes) {
    if (!affix.is(Kind::Str))
      return e.error(range, "'" + name + "' takes a str or a tuple of str");
    args[0] = affix;
    Value one = runMethod(e, name, 'b', self, args, range);
    if (e.stopped())
      return {};
    if (one.isConst() && one.integer)
      return one;
    if (one.isConst())
      continue;
    any = makeBool(any.isConst() ? one.ssa
                                 : arith::OrIOp::create(e.b, e.loc(range),
                                                        any.ssa, one.ssa)
                                       .getResult());
  }
  return any;
}

Value stringMethod(Context &e, const Value &self, StringRef name,
                   CallArgs &args) {
  ast::Range range = args.range;
  if (name == "format")
    return stringFormatCall(e, self, args);
  if (name == "join") {
    if (args.positional.size() != 1 || !args.keywords.empty())
      return e.error(range, "'join' takes one argument");
    return joined(e, self, args.positional[0], range);
  }
  if (name == "encode" && !e.script()) {
    Value encode = e.model.qualified("_bytes.encode");
    args.positional.insert(args.positional.begin(), self);
    return e.run.call(encode, args);
  }
  const Signature *method = llvm::find_if(
      signatures, [&](const Signature &s) { return name == s.name; });
  if (method == std::end(signatures) || (e.script() && !method->isInScript)) {
    SmallVector<StringRef> names{"format", "join"};
    for (const Signature &s : signatures)
      if (name != s.name && (!e.script() || s.isInScript))
        names.push_back(s.name);
    std::string near = nearestName(name, names);
    return e.kindError(
        "AttributeError", range, "'str' object has no attribute '" + name + "'",
        "'str' has no method '" + name + "'" +
            (e.script() ? " in TorchScript" : "") +
            (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  SmallVector<Value> values, given;
  SmallVector<char> kinds;
  if (!bindMethod(e, *method, args, values, kinds))
    return {};
  std::string use = name.str();
  bool isTuple = false;
  for (auto [i, value] : llvm::enumerate(values)) {
    char kind = kinds[i];
    bool isNone = !value || value.is(Kind::None);
    if (kind == 'w' && isNone && e.script() && name == "rsplit") {
      if (value)
        return e.error(range, "'rsplit' takes a str here in TorchScript, not "
                              "None; write ' '");
      value = makeStr(" ");
      isNone = false;
    }
    if (kind == 'w' && isNone) {
      // Only a limit is left of the arguments.
      if (method->result == 'l')
        use += "_white";
      continue;
    }
    if (!value)
      break;
    if (isNone && (kind == 'n' || kind == 'e'))
      value = makeInt(kind == 'n' ? int64_t(0) : INT64_MAX);
    isTuple |= kind == 't' && value.is(Kind::Tuple) && !e.script();
    bool wantsText = kind == 's' || kind == 'w' || kind == 't';
    if (wantsText ? !value.is(Kind::Str) && !(kind == 't' && isTuple)
                  : !value.is(Kind::Int) && !value.is(Kind::Bool))
      return e.error(
          range, "'" + name + "' takes " + (wantsText ? "a str" : "an int") +
                     " here, not '" + toString(e.types.typeOf(value)) + "'");
    given.push_back(wantsText ? value : e.numbers.toInt(value, range));
  }
  if (isTuple)
    return anyAffix(e, name, self, given, range);
  return runMethod(e, use, method->result, self, given, range);
}

} // namespace tine::elaborate
