//===- FormatFields.cpp - format() and % ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields with conversions and specifications, in the templates of str.format
// and of %. Those of f-strings are parsed (Expressions.cpp).
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// format(value, spec).
static bool formatSpecified(Context &e, Value value, const Value &spec,
                            ast::Range range, std::string &pattern,
                            SmallVectorImpl<mlir::Value> &leaves) {
  if (value.is(Kind::Either)) {
    Value text = e.paths.onEither(
        value,
        [&](Value v) {
          std::string own;
          SmallVector<mlir::Value> ownLeaves;
          return formatSpecified(e, v, spec, range, own, ownLeaves)
                     ? formatString(e, own, ownLeaves, range)
                     : Value();
        },
        range);
    return !e.stopped() &&
           formatPattern(e, text, false, range, pattern, leaves);
  }
  const ClassInfo *info =
      value.is(Kind::Object) ? e.get(value.id).classInfo : value.classInfo;
  if (info && !value.is(Kind::Class) && !e.script() &&
      e.objects.findMember(info, "__format__")) {
    Value text = e.run.callMethod(value, "__format__", CallArgs(range, {spec}));
    if (!e.stopped() && !text.is(Kind::Str))
      e.fault("TypeError", range,
              "__format__ must return a str, not " +
                  toString(e.types.typeOf(text)));
    return !e.stopped() &&
           formatPattern(e, text, false, range, pattern, leaves);
  }
  bool isEmpty = spec.isConst() && spec.text.empty();
  if (value.is(Kind::Optional) && !isEmpty)
    value = e.diagnoser.present(
        value, "TypeError",
        "unsupported format string passed to NoneType.__format__", range);
  // A Parameter has the text of an object.
  bool isParameter = value.is(Kind::Tensor) && e.get(value.id).isParameter;
  if (value.is(Kind::Tensor) && !isParameter && e.tensors.rank(value) == 0)
    value = e.numbers.item(value, range);
  if (isEmpty && !e.stopped())
    return formatPattern(e, value, false, range, pattern, leaves);
  if (value.is(Kind::Bool) && !spec.isConst())
    e.error(range, "the format specification of a bool must be known at "
                   "compile time; format int() or str() of it");
  else if (value.is(Kind::Bool))
    value = e.numbers.toInt(value, range);
  if (e.stopped())
    return false;
  char letter = value.is(Kind::Float) ? 'p'
                : value.is(Kind::Int) ? 'P'
                : value.is(Kind::Str) ? 'S'
                                      : 0;
  if (!letter) {
    if (value.is(Kind::Tensor) && spec.isConst())
      return e.fault("TypeError", range,
                     StringRef("unsupported format string passed to ") +
                         (isParameter ? "Parameter" : "Tensor") +
                         ".__format__");
    return e.error(range, "unsupported format string passed to " +
                              toString(e.types.typeOf(value)) + ".__format__");
  }
  // Not what would end the template, or the specification in it.
  bool isPlain = spec.isConst() && spec.text.find('\0') == std::string::npos &&
                 spec.text.find("%;") == std::string::npos;
  if (isPlain) {
    pattern += std::string("%") + letter + spec.text + "%;";
  } else {
    pattern += std::string("%*") + letter;
    leaves.push_back(e.ssa(spec));
  }
  leaves.push_back(e.ssa(value));
  return true;
}

bool formatField(Context &e, Value value, char conversion, const Value &spec,
                 ast::Range range, std::string &pattern,
                 SmallVectorImpl<mlir::Value> &leaves) {
  if (!conversion)
    return formatSpecified(e, value, spec, range, pattern, leaves);
  bool isEmpty = spec.isConst() && spec.text.empty();
  if (isEmpty && conversion != 'a')
    return formatPattern(e, value, conversion == 'r', range, pattern, leaves);
  std::string own;
  SmallVector<mlir::Value> ownLeaves;
  if (!formatPattern(e, value, conversion != 's', range, own, ownLeaves))
    return false;
  Value text = formatString(e, own, ownLeaves, range);
  if (e.stopped())
    return false;
  if (conversion == 'a' &&
      !(text.isConst() &&
        llvm::all_of(text.text, [](char c) { return !(c & 0x80); }))) {
    return e.error(range,
                   "the conversion '!a' is supported for ASCII text that is "
                   "known at compile time; use '!r'");
  }
  return formatSpecified(e, text, spec, range, pattern, leaves);
}

Value stringFormatCall(Context &e, const Value &self, CallArgs &args) {
  ast::Range range = args.range;
  if (!self.isConst())
    return e.error(range,
                   "the template of 'format' must be known at compile time");
  StringRef text = self.text;
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  size_t next = 0;
  char numbering = 0; // of the fields: 'a'utomatic, or 'm'anual
  if (e.script()) {
    while (!text.empty()) {
      size_t at = text.find("{}");
      addLiteral(pattern, text.substr(0, at));
      if (at == StringRef::npos)
        break;
      text = text.drop_front(at + 2);
      if (next >= args.positional.size())
        return e.error(range, "too few arguments for the format string");
      if (!formatPattern(e, args.positional[next++], false, range, pattern,
                         leaves))
        return {};
    }
    return formatString(e, pattern, leaves, range);
  }
  while (!text.empty()) {
    size_t at = text.find_first_of("{}");
    addLiteral(pattern, text.substr(0, at));
    if (at == StringRef::npos)
      break;
    char c = text[at];
    text = text.drop_front(at + 1);
    if (text.starts_with(StringRef(&c, 1))) {
      pattern += c;
      text = text.drop_front(1);
      continue;
    }
    if (c == '}')
      return e.error(range, "single '}' encountered in format string");
    size_t close = 0;
    for (int depth = 1; close < text.size(); ++close) {
      depth += text[close] == '{' ? 1 : text[close] == '}' ? -1 : 0;
      if (!depth)
        break;
    }
    if (close == text.size())
      return e.error(range, "single '{' encountered in format string");
    auto [name, specText] = text.substr(0, close).split(':');
    text = text.drop_front(close + 1);
    char conversion = 0;
    size_t bang = name.find('!');
    if (bang != StringRef::npos) {
      conversion = bang + 2 == name.size() ? name[bang + 1] : '?';
      if (!StringRef("sra").contains(conversion))
        return e.error(range, "the conversion of a field is !s, !r or !a");
      name = name.substr(0, bang);
    }
    auto argument = [&](StringRef name) -> Value {
      size_t position = next;
      if (name.empty() || !name.getAsInteger(10, position)) {
        char own = name.empty() ? 'a' : 'm';
        if (numbering && numbering != own)
          return e.fault("ValueError", range,
                         own == 'a'
                             ? "cannot switch from manual field "
                               "specification to automatic field numbering"
                             : "cannot switch from automatic field "
                               "numbering to manual field specification");
        numbering = own;
        next += name.empty();
        if (position < args.positional.size())
          return args.positional[position];
        return e.error(range, "Replacement index " + Twine(position) +
                                  " out of range for positional args");
      }
      for (auto &[key, given] : args.keywords)
        if (key == name)
          return given;
      return e.error(range, "'format' has no argument '" + name + "'");
    };
    Value value = argument(name);
    // Fields in the specification are plain ones.
    std::string specPattern;
    SmallVector<mlir::Value> specLeaves;
    while (!e.stopped() && !specText.empty()) {
      auto [before, rest] = specText.split('{');
      addLiteral(specPattern, before);
      if (before.size() == specText.size())
        break;
      auto [inner, behind] = rest.split('}');
      specText = behind;
      Value part = argument(inner);
      if (e.stopped() ||
          !formatPattern(e, part, false, range, specPattern, specLeaves))
        return {};
    }
    if (e.stopped())
      return {};
    Value spec = formatString(e, specPattern, specLeaves, range);
    if (e.stopped() ||
        !formatField(e, value, conversion, spec, range, pattern, leaves))
      return {};
  }
  return formatString(e, pattern, leaves, range);
}

namespace {

/// `%`, flags, a width, a precision and a letter.
struct Conversion {
  StringRef flags, width, digits;
  std::string precision;
  char letter;
};

} // namespace

/// Adds a number in the way that C's printf says; false after an error.
static bool formatNumber(Context &e, Value value, const Conversion &how,
                         ast::Range range, std::string &pattern,
                         SmallVectorImpl<mlir::Value> &leaves) {
  char letter = how.letter;
  bool left = how.flags.contains('-');
  if (value.is(Kind::Tensor))
    value = e.numbers.item(value, range);
  if (e.stopped())
    return false;
  if (letter == 'i' || letter == 'u')
    letter = 'd';
  bool floats = StringRef("eEfFgG").contains(letter);
  StringRef converts = floats ? "__float__" : letter == 'd' ? "__int__" : "";
  if (value.is(Kind::Object) && !e.script() &&
      e.objects.findMember(e.get(value.id).classInfo, converts)) {
    value = e.run.callMethod(value, converts, CallArgs(range));
    if (e.stopped())
      return false;
  }
  if (!value.isNumber())
    return e.error(range, "%" + Twine(letter) + " needs a number, not '" +
                              toString(e.types.typeOf(value)) + "'");
  Value number =
      floats ? e.numbers.toFloat(value, range) : e.numbers.toInt(value, range);
  if (e.stopped())
    return false;
  if (e.script()) {
    pattern += std::string("%c") + letter + "%;";
    leaves.push_back(e.ssa(number));
    return true;
  }
  if (!StringRef("dxXoceEfFgG").contains(letter))
    return e.error(range,
                   "unsupported format character '" + Twine(letter) + "'");
  // The flags of C's printf in Python's mini language.
  bool isNumeral = letter != 'c';
  bool zero = isNumeral && how.flags.contains('0') && !left;
  std::string sign = !isNumeral                ? ""
                     : how.flags.contains('+') ? "+"
                     : how.flags.contains(' ') ? " "
                                               : "";
  std::string prefix = isNumeral && how.flags.contains('#') ? "#" : "";
  int64_t count = 0, columns = 0;
  if (isNumeral && !floats && !how.digits.empty()) {
    // A precision of ints is how many digits they have at least.
    if (how.digits.getAsInteger(10, count) ||
        (!how.width.empty() && how.width.getAsInteger(10, columns)))
      return e.error(range, "this format is not supported");
    if (!prefix.empty())
      prefix = letter == 'd' ? "" : std::string("0") + letter;
    Value part = e.run.callLibrary(
        "_builtins.with_precision",
        {number, makeStr(StringRef(&letter, 1)), makeInt(count), makeStr(sign),
         makeStr(prefix), makeInt(columns), makeBool(left), makeBool(zero)},
        range);
    return !e.stopped() &&
           formatPattern(e, part, false, range, pattern, leaves);
  }
  std::string spec = left ? "<" : zero ? "" : ">";
  spec += sign + prefix + (zero ? "0" : "") + how.width.str();
  if (floats)
    spec += how.precision;
  spec += letter;
  pattern += (floats ? "%p" : "%P") + spec + "%;";
  leaves.push_back(e.ssa(number));
  return true;
}

Value percentFormat(Context &e, const Value &self, const Value &args,
                    ast::Range range) {
  if (!self.isConst())
    return e.error(range, "the template of % must be known at compile time");
  std::vector<Value> values;
  if (args.is(Kind::Tuple) &&
      !(args.classInfo && args.classInfo->traits.isEnum))
    values = args.items;
  else
    values = {args};
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i].is(Kind::Either))
      return e.paths.onEither(
          values[i],
          [&](Value v) {
            std::vector<Value> one = values;
            one[i] = v;
            return percentFormat(e, self, makeTuple(one), range);
          },
          range);
  StringRef text = self.text;
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  size_t next = 0;
  while (!text.empty()) {
    size_t at = text.find('%');
    addLiteral(pattern, text.substr(0, at));
    if (at == StringRef::npos)
      break;
    text = text.drop_front(at + 1);
    if (text.consume_front("%")) {
      pattern += "%%";
      continue;
    }
    Value named;
    if (!e.script() && args.is(Kind::Dict) && text.starts_with("(")) {
      auto [key, rest] = text.drop_front().split(')');
      named = e.containers.dictGet(args, makeStr(key), range);
      if (e.stopped())
        return {};
      text = rest;
    }
    size_t end = text.find_first_not_of("-+ #0123456789.*");
    if (end == StringRef::npos)
      return e.error(range, "incomplete format");
    StringRef modifiers = text.substr(0, end);
    char letter = text[end];
    text = text.drop_front(end + 1);
    if (modifiers.contains('*'))
      return e.error(range, "'*' in a format is not supported");
    if (!named && next >= values.size())
      return e.error(range, e.script()
                                ? "too few arguments for the format string"
                                : "not enough arguments for format string");
    Value value = named ? named : values[next++];
    if (e.script() &&
        (!modifiers.empty() || !StringRef("dieEfFcs").contains(letter)))
      return e.fault("RuntimeError", range,
                     "The specifier %" +
                         Twine(modifiers.empty() ? StringRef(&letter, 1)
                                                 : modifiers.take_front(1)) +
                         " is not supported in TorchScript format strings");
    if (e.script() && letter == 'c' && value.isNumber()) {
      CallArgs args;
      args.positional = {value};
      args.range = range;
      value = e.run.callBuiltin(makeBuiltin("chr"), args);
      if (e.stopped())
        return {};
    }
    // Flags, a width, and a precision.
    StringRef sizes = modifiers.ltrim("-+ #0");
    StringRef flags = modifiers.drop_back(sizes.size());
    auto [width, digits] = sizes.split('.');
    if (!llvm::all_of(width, llvm::isDigit) ||
        !llvm::all_of(digits, llvm::isDigit))
      return e.error(range, "unsupported format '%" + modifiers +
                                StringRef(&letter, 1) + "'");
    std::string precision;
    if (sizes.contains('.'))
      precision = ("." + (digits.empty() ? StringRef("0") : digits)).str();
    bool left = flags.contains('-');
    if (letter == 's' || letter == 'r' || letter == 'a' ||
        (letter == 'c' && value.is(Kind::Str) && e.script())) {
      std::string spec =
          sizes.empty() ? "" : (left ? "<" : ">") + width.str() + precision;
      if (!formatField(e, value, letter, makeStr(spec), range, pattern, leaves))
        return {};
      continue;
    }
    if (!formatNumber(e, value, {flags, width, digits, precision, letter},
                      range, pattern, leaves))
      return {};
  }
  if (next < values.size() && !args.is(Kind::Dict))
    return e.error(range,
                   "not all arguments converted during string formatting");
  return formatString(e, pattern, leaves, range);
}

} // namespace tine::elaborate
