//===- argument_values.cpp - Values of arguments ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions from words, choices, and how messages show values and arguments.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"
#include "format_number.h"
#include "unicode.h"

#include <stdio.h>
#include <stdlib.h>

using namespace tine;
using namespace tine::arguments;

static bool isDecimalPoint(int32_t point) {
  return (properties(point) & isDecimal) == isDecimal;
}

bool arguments::isNegativeNumber(View text) {
  if (!text.startsWith("-"))
    return false;
  if (text[text.size - 1] == '\n')
    --text.size;
  const char *at = text.begin() + 1;
  size_t digits = 0, points = 0;
  while (at < text.end()) {
    int32_t point = decode(at, text.end());
    if (point == '.') {
      ++points;
      digits = 0;
    } else if (isDecimalPoint(point)) {
      ++digits;
    } else {
      return false;
    }
  }
  return digits && points <= 1;
}

namespace {

/// A number as Python reads it: white space around it is left out, digits of
/// all scripts are ASCII's, and so are underscores between two of them. Longer
/// ones than any number needs do not fit.
class Numeral {
public:
  explicit Numeral(View text) {
    // What strip() takes for white space, but int() and float() do not.
    for (char c : text)
      isGood &= c < 0x1C || c > 0x1F;
    text = strip(text);
    char *all = text.size < sizeof buffer
                    ? buffer
                    : (heap = static_cast<char *>(malloc(text.size + 1)));
    isGood &= all && !text.isEmpty();
    char last = 0;
    const char *at = text.begin();
    size_t size = 0;
    while (isGood && at != text.end()) {
      int32_t point = decode(at, text.end());
      char c = point > 0 && point < 128 ? char(point)
               : isDecimalPoint(point)  ? decimalDigit(point)
                                        : 0;
      bool isDigit = c >= '0' && c <= '9';
      isGood = c && (last != '_' || isDigit);
      isGood &= c != '_' || (last >= '0' && last <= '9');
      if (c != '_')
        all[size++] = c;
      last = c;
    }
    isGood &= last != '_';
    if (all)
      all[size] = 0;
    digits = all;
  }
  Numeral(const Numeral &) = delete;
  Numeral &operator=(const Numeral &) = delete;
  ~Numeral() { free(heap); }

  bool isGood = true;
  const char *digits = nullptr;

private:
  char buffer[64];
  char *heap = nullptr;
};

} // namespace

bool arguments::readInt(View text, int64_t &value) {
  Numeral numeral(text);
  if (!numeral.isGood)
    return false;
  const char *at = numeral.digits;
  bool isNegative = *at == '-';
  at += *at == '-' || *at == '+';
  if (!*at)
    return false;
  uint64_t number = 0;
  for (; *at; ++at) {
    if (*at < '0' || *at > '9' ||
        __builtin_mul_overflow(number, uint64_t(10), &number) ||
        __builtin_add_overflow(number, uint64_t(*at - '0'), &number))
      return false;
  }
  if (number > uint64_t(INT64_MAX) + isNegative)
    return false;
  value = int64_t(isNegative ? -number : number);
  return true;
}

bool arguments::readFloat(View text, double &value) {
  Numeral numeral(text);
  // Python knows no hexadecimal floats and no "nan(...)"; strtod would skip
  // white space behind nothing.
  if (!numeral.isGood || strpbrk(numeral.digits, "xX( \t\n\v\f\r"))
    return false;
  char *end;
  value = strtod(numeral.digits, &end);
  return end != numeral.digits && !*end;
}

bool arguments::convert(Arena &arena, const Argument &argument, View text,
                        ArgumentValue &value) {
  char *copy = arena.make<char>(text.size + 1);
  if (text.size)
    memcpy(copy, text.data, text.size);
  value.text = copy;
  value.size = text.size;
  if (argument.kind == Kind::Int) {
    if (!readInt(text, value.integer))
      return false;
    value.number = double(value.integer);
  } else if (argument.kind == Kind::Float) {
    return readFloat(text, value.number);
  } else if (argument.kind == Kind::Bool) {
    value.integer = !text.isEmpty();
    value.number = double(value.integer);
  }
  return true;
}

bool arguments::isChoice(const Argument &argument, const ArgumentValue &value) {
  if (!argument.hasChoices)
    return true;
  View text(value.text, value.size);
  for (const Choice &choice : argument.choices) {
    bool isNumber = !choice.repr.isNone() && !isString(choice.repr);
    if (argument.kind == Kind::Text) {
      if (!isNumber && choice.text == text)
        return true;
      continue;
    }
    if (isString(choice.repr))
      continue;
    int64_t integer;
    double number;
    if (choice.text == "True" || choice.text == "False")
      integer = choice.text == "True";
    else if (!readInt(choice.text, integer)) {
      if (readFloat(choice.text, number) && number == value.number)
        return true;
      continue;
    }
    if (argument.kind == Kind::Float ? double(integer) == value.number
                                     : integer == value.integer)
      return true;
  }
  return false;
}

void arguments::addRepr(Buffer &buffer, View text) {
  bool hasSingle = text.find("'") != text.size;
  bool hasDouble = text.find("\"") != text.size;
  char quote = hasSingle && !hasDouble ? '"' : '\'';
  buffer.add(quote);
  for (const char *at = text.begin(); at != text.end();) {
    const char *begin = at;
    int32_t point = decode(at, text.end());
    // A byte that is not UTF-8 is a lone surrogate in Python.
    if (point < 0)
      point = 0xDC00 + static_cast<unsigned char>(*begin);
    char escape[16];
    const char *letter = point == '\n'   ? "\\n"
                         : point == '\r' ? "\\r"
                         : point == '\t' ? "\\t"
                         : point == '\\' ? "\\\\"
                                         : nullptr;
    if (letter) {
      buffer.add(letter);
    } else if (point == quote) {
      buffer.add('\\');
      buffer.add(quote);
    } else if (properties(point) & isShown) {
      buffer.add(View(begin, size_t(at - begin)));
    } else {
      snprintf(escape, sizeof escape,
               point < 0x100     ? "\\x%02x"
               : point < 0x10000 ? "\\u%04x"
                                 : "\\U%08x",
               unsigned(point));
      buffer.add(escape);
    }
  }
  buffer.add(quote);
}

/// repr() of a float: the fewest digits that read back as the same number.
static void addFloat(Buffer &buffer, double value) {
  if (value != value)
    return buffer.add("nan");
  if (__builtin_signbit(value))
    buffer.add('-');
  if (__builtin_isinf(value))
    return buffer.add("inf");
  Digits digits = shortestDigits(value, false);
  int exponent = digits.exponent;
  auto count = size_t(digits.count);
  View all(digits.digits, count);
  if (exponent < -4 || exponent >= 16) {
    buffer.add(all.upTo(1));
    buffer.add(count > 1 ? "." : "");
    buffer.add(all.from(1));
    buffer.add(exponent < 0 ? "e-" : "e+");
    auto size = size_t(exponent < 0 ? -exponent : exponent);
    buffer.add(size < 10 ? "0" : "");
    buffer.addNumber(size);
    return;
  }
  if (exponent < 0) {
    buffer.add("0.");
    buffer.fill(size_t(-exponent - 1), '0');
    buffer.add(all);
    return;
  }
  auto whole = size_t(exponent) + 1;
  buffer.add(all.upTo(whole < count ? whole : count));
  buffer.fill(whole > count ? whole - count : 0, '0');
  buffer.add('.');
  buffer.add(whole < count ? all.from(whole) : View("0"));
}

void arguments::addValue(Buffer &buffer, const Argument &argument,
                         const ArgumentValue &value) {
  if (argument.kind == Kind::Text) {
    addRepr(buffer, View(value.text, value.size));
  } else if (argument.kind == Kind::Float) {
    addFloat(buffer, value.number);
  } else if (argument.kind == Kind::Bool) {
    buffer.add(value.integer ? "True" : "False");
  } else {
    if (value.integer < 0)
      buffer.add('-');
    auto size = uint64_t(value.integer);
    buffer.addNumber(value.integer < 0 ? -size : size);
  }
}

void arguments::addChoices(Buffer &buffer, const Argument &argument,
                           View separator, bool areReprs) {
  bool isFirst = true;
  for (const Choice &choice : argument.choices) {
    if (!isFirst)
      buffer.add(separator);
    isFirst = false;
    if (!areReprs)
      buffer.add(choice.text);
    else if (!choice.repr.isNone())
      buffer.add(choice.repr);
    else if (argument.kind == Kind::Text)
      addRepr(buffer, choice.text);
    else
      buffer.add(choice.text);
  }
}

View arguments::nameOf(Arena &arena, const Argument &argument) {
  Buffer name(arena);
  if (argument.isOption()) {
    for (View flag : argument.flags) {
      if (!name.isEmpty())
        name.add('/');
      name.add(flag);
    }
  } else if (argument.metavars.size() == 1) {
    return argument.metavars[0];
  } else if (!argument.metavars.isEmpty()) {
    // A tuple.
    for (View metavar : argument.metavars) {
      name.add(name.isEmpty() ? "(" : ", ");
      addRepr(name, metavar);
    }
    name.add(')');
  } else if (!argument.dest.isNone()) {
    return argument.dest;
  } else if (!argument.choices.isEmpty()) {
    name.add('{');
    addChoices(name, argument, ",", false);
    name.add('}');
  } else {
    return {};
  }
  return name.view();
}
