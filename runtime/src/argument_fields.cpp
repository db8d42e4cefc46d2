//===- argument_fields.cpp - Fields of help texts ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// text % fields, as help texts use it: %(default)s, %(prog)s, %(default).2f.
// Values of the program are known as texts only, from which numbers are read.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"
#include "unicode.h"

#include <math.h>
#include <stdio.h>

using namespace tine;
using namespace tine::arguments;

namespace {

/// A value by its str() and its repr().
struct Field {
  View text, repr;
};

/// What stands between % and the letter.
struct Spec {
  char flags[8] = {};
  int width = 0, precision = -1;
  bool isLeft = false;
};

constexpr int maxWidth = 1000;

class Expander {
public:
  Expander(Arena &arena, View text, View prog, const Argument *argument)
      : arena(arena), text(text), prog(prog), argument(argument),
        result(arena) {}

  View expand();
  View problem;

private:
  bool fail(const char *message, View name = {});
  bool expandOne();
  bool find(View name, Field &field);
  bool findOfArgument(View name, Field &field);
  Field stringField(View text);
  Field plainField(View text) { return {text, text}; }
  bool readSpec(Spec &spec);
  int readNumber();
  bool format(const Field &field, const Spec &spec, char letter);
  bool formatFloat(const Field &field, const Spec &spec, char letter);
  bool formatInt(const Field &field, const Spec &spec, char letter);
  void addPadded(View shown, const Spec &spec);

  Arena &arena;
  View text, prog;
  const Argument *argument;
  Buffer result;
  size_t at = 0;
};

bool Expander::fail(const char *message, View name) {
  if (!problem.isNone())
    return false;
  Buffer buffer(arena);
  buffer.add(message);
  if (!name.isNone())
    addRepr(buffer, name);
  buffer.add(" in ");
  addRepr(buffer, text);
  problem = buffer.view();
  return false;
}

Field Expander::stringField(View text) {
  Buffer repr(arena);
  addRepr(repr, text);
  return {text, repr.view()};
}

constexpr const char *arityNames[] = {"None", "?", "*", "+", "...", "A..."};

bool Expander::findOfArgument(View name, Field &field) {
  const Argument &of = *argument;
  auto constant = [&](View value, View repr) {
    field = repr.isNone() ? plainField("None") : Field{value, repr};
    return true;
  };
  Buffer buffer(arena);
  if (name == "default")
    return !of.hasNoDefault && constant(of.value, of.repr);
  if (name == "const")
    return constant(of.constValue, of.constRepr);
  if (name == "dest") {
    field = stringField(of.dest);
    return !of.dest.isNone();
  }
  if (name == "type")
    field = of.type.isNone() ? plainField("None") : stringField(of.type);
  else if (name == "help")
    field = stringField(of.help);
  else if (name == "version" && of.action == Action::Version)
    field = stringField(of.version);
  else if (name == "required")
    field = plainField(of.isRequired ? "True" : "False");
  else if (name == "choices") {
    addChoices(buffer, of, ", ", false);
    field = of.hasChoices ? stringField(buffer.view()) : plainField("None");
  } else if (name == "nargs") {
    if (of.arity == Arity::Number)
      buffer.addNumber(of.number);
    else
      buffer.add(arityNames[size_t(of.arity)]);
    bool isText = of.arity != Arity::Number && of.arity != Arity::Single;
    field = isText ? stringField(buffer.view()) : plainField(buffer.view());
  } else if (name == "metavar" && of.metavars.size() < 2) {
    field = of.metavars.isEmpty() ? plainField("None")
                                  : stringField(of.metavars[0]);
  } else if (name == "option_strings" || name == "metavar") {
    bool isList = name == "option_strings";
    buffer.add(isList ? '[' : '(');
    bool isFirst = true;
    for (View item : isList ? of.flags : of.metavars) {
      buffer.add(isFirst ? "" : ", ");
      addRepr(buffer, item);
      isFirst = false;
    }
    buffer.add(isList ? ']' : ')');
    field = plainField(buffer.view());
  } else {
    return false;
  }
  return true;
}

bool Expander::find(View name, Field &field) {
  if (name == "prog") {
    field = stringField(prog);
    return true;
  }
  return argument && findOfArgument(name, field);
}

/// Digits; -1 for more than a width may be.
int Expander::readNumber() {
  int number = 0;
  for (; at < text.size && text[at] >= '0' && text[at] <= '9'; ++at)
    number = number < 0 || number * 10 + (text[at] - '0') > maxWidth
                 ? -1
                 : number * 10 + (text[at] - '0');
  return number;
}

bool Expander::readSpec(Spec &spec) {
  size_t count = 0;
  for (; at < text.size && text[at] && strchr("-+ #0", text[at]); ++at) {
    spec.isLeft |= text[at] == '-';
    if (!strchr(spec.flags, text[at]))
      spec.flags[count++] = text[at];
  }
  spec.width = readNumber();
  bool isGood = spec.width >= 0;
  if (at < text.size && text[at] == '.') {
    ++at;
    spec.precision = readNumber();
    isGood &= spec.precision >= 0;
  }
  if (at < text.size && text[at] && strchr("hlL", text[at]))
    ++at;
  return isGood;
}

void Expander::addPadded(View shown, const Spec &spec) {
  size_t size = countPoints(shown), width = size_t(spec.width);
  size_t pad = size < width ? width - size : 0;
  result.fill(spec.isLeft ? 0 : pad);
  result.add(shown);
  result.fill(spec.isLeft ? pad : 0);
}

bool Expander::formatInt(const Field &field, const Spec &spec, char letter) {
  int64_t number;
  double real;
  bool isDecimal = letter == 'd' || letter == 'i' || letter == 'u';
  if (field.text == "True" || field.text == "False")
    number = field.text == "True";
  else if (!readInt(field.text, number)) {
    if (!isDecimal || !readFloat(field.text, real) || !(fabs(real) < 0x1p63))
      return false;
    number = int64_t(real);
  }
  // A sign and magnitude, which C has for decimal ones only.
  Buffer head(arena);
  head.add(number < 0                ? "-"
           : strchr(spec.flags, '+') ? "+"
           : strchr(spec.flags, ' ') ? " "
                                     : "");
  if (strchr(spec.flags, '#') && !isDecimal) {
    head.add('0');
    head.add(letter);
  }
  char digits[maxWidth + 32];
  const char *pattern = letter == 'x'   ? "%.*llx"
                        : letter == 'X' ? "%.*llX"
                        : letter == 'o' ? "%.*llo"
                                        : "%.*llu";
  auto magnitude = static_cast<unsigned long long>(number);
  int length = snprintf(digits, sizeof digits, pattern,
                        spec.precision < 1 ? 1 : spec.precision,
                        number < 0 ? -magnitude : magnitude);
  View all(digits, size_t(length));
  size_t size = head.view().size + all.size, width = size_t(spec.width);
  bool fillsZeros = strchr(spec.flags, '0') && !spec.isLeft;
  Buffer shown(arena);
  shown.add(head.view());
  shown.fill(fillsZeros && size < width ? width - size : 0, '0');
  shown.add(all);
  addPadded(shown.view(), spec);
  return true;
}

bool Expander::formatFloat(const Field &field, const Spec &spec, char letter) {
  double number;
  if (field.text == "True" || field.text == "False")
    number = field.text == "True";
  else if (!readFloat(field.text, number))
    return false;
  char pattern[24], shown[2 * maxWidth + 32];
  snprintf(pattern, sizeof pattern, "%%%s*.*%c", spec.flags, letter);
  int size = snprintf(shown, sizeof shown, pattern, spec.width, spec.precision,
                      number);
  result.add(View(shown, size_t(size)));
  return true;
}

bool Expander::format(const Field &field, const Spec &spec, char letter) {
  if (letter == 's' || letter == 'r') {
    View shown = letter == 's' ? field.text : field.repr;
    size_t end = 0;
    for (int i = 0; i != spec.precision && end < shown.size; ++i)
      end += firstPoint(shown.from(end));
    addPadded(shown.upTo(end), spec);
    return true;
  }
  if (!letter || !strchr("diuxXoeEfFgG", letter))
    return fail("unsupported format character ", View(&letter, 1));
  bool isInt = strchr("diuxXo", letter);
  if (!isString(field.repr) && (isInt ? formatInt(field, spec, letter)
                                      : formatFloat(field, spec, letter)))
    return true;
  return fail("no number for the format character ", View(&letter, 1));
}

/// What follows a %, which is at `at`.
bool Expander::expandOne() {
  if (++at == text.size)
    return fail("incomplete format");
  if (text[at] == '%') {
    result.add(text[at++]);
    return true;
  }
  if (text[at] != '(')
    return fail("a % without a name");
  // A name may have parentheses.
  size_t begin = ++at;
  for (int depth = 1; at < text.size; ++at) {
    depth += text[at] == '(';
    depth -= text[at] == ')';
    if (!depth)
      break;
  }
  if (at == text.size)
    return fail("incomplete format key");
  View name = text.from(begin).upTo(at++ - begin);
  Spec spec;
  Field field;
  if (!find(name, field))
    return fail("no field ", name);
  if (!readSpec(spec))
    return fail("too wide a format");
  if (at == text.size)
    return fail("incomplete format");
  return format(field, spec, text[at++]);
}

View Expander::expand() {
  while (at < text.size) {
    if (text[at] != '%') {
      result.add(text[at++]);
      continue;
    }
    size_t begin = at;
    if (!expandOne())
      result.add(text.from(begin).upTo(at - begin));
  }
  return result.view();
}

} // namespace

View arguments::expandFields(Arena &arena, View text, View prog,
                             const Argument *argument, View &problem) {
  Expander expander(arena, text, prog, argument);
  View result = expander.expand();
  if (problem.isNone())
    problem = expander.problem;
  return result;
}
