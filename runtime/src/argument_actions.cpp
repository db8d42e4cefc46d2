//===- argument_actions.cpp - What arguments do with words ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions and checks of the words that an argument takes, conflicts with
// others, and its action.
//
//===----------------------------------------------------------------------===//

#include "argument_run.h"
#include "unicode.h"

using namespace tine;
using namespace tine::arguments;

/// Whether a word and a constant that are equal are one object of Python 3.11:
/// empty ones, and those of one character of Latin-1. But names of one letter
/// that Python's frozen modules have are objects of these modules in programs.
static bool isSharedText(View text) {
  if (text.isEmpty())
    return true;
  const char *at = text.begin();
  int32_t point = decode(at, text.end());
  return at == text.end() && point >= 0 && point < 256 &&
         (point >= 128 || !memchr("BCLST_abcdefhijklmnopqrstvwxy", point, 29));
}

/// Whether `is` finds that a converted word is the default: some short strings,
/// small integers and truth values are objects that there is one of.
static bool isShared(const Argument &argument, const ArgumentValue &value) {
  if (argument.repr.isNone())
    return false;
  View text(value.text, value.size);
  if (argument.kind == Kind::Text) {
    bool isText = argument.type.isNone() || argument.type == "str";
    return isText && isString(argument.repr) && argument.value == text &&
           isSharedText(text);
  }
  if (isString(argument.repr) || argument.kind == Kind::Float)
    return false;
  if (argument.kind == Kind::Bool)
    return argument.value == (value.integer ? "True" : "False");
  int64_t known;
  return readInt(argument.value, known) && known == value.integer &&
         known >= -5 && known <= 256;
}

bool Run::convertOne(Argument &argument, View text, ArgumentValue &value) {
  if (convert(arena, argument, text, value))
    return true;
  Buffer message(arena);
  message.add("invalid ");
  message.add(argument.type);
  message.add(" value: ");
  addRepr(message, text);
  return fail(argument, message.view());
}

bool Run::failChoice(Argument &argument, View shown) {
  Buffer message(arena);
  message.add("invalid choice: ");
  message.add(shown);
  message.add(" (choose from ");
  addChoices(message, argument, ", ", true);
  message.add(')');
  return fail(argument, message.view());
}

bool Run::checkChoice(Argument &argument, const ArgumentValue &value) {
  if (isChoice(argument, value))
    return true;
  Buffer shown(arena);
  addValue(shown, argument, value);
  return failChoice(argument, shown.view());
}

/// The default or const that stands for no words.
bool Run::takeAbsent(Argument &argument, Taken &taken) {
  bool isAny = argument.arity == Arity::Any;
  bool isConst = argument.isOption();
  View value = isConst ? argument.constValue : argument.value;
  View repr = isConst ? argument.constRepr : argument.repr;
  bool isNone = repr.isNone() || repr == "None";
  taken.form = isConst ? ArgumentForm::Const : ArgumentForm::Default;
  if (isAny) {
    taken.isDefault = !isNone;
    if (isNone)
      taken.form = ArgumentForm::Values;
    if (!argument.hasChoices)
      return true;
    View shown = isNone ? "[]" : repr;
    for (const Choice &choice : argument.choices)
      if ((choice.repr.isNone() ? choice.text : choice.repr) == shown)
        return true;
    return failChoice(argument, shown);
  }
  View other = argument.repr;
  bool otherIsNone = other.isNone() || other == "None";
  taken.isDefault = isNone ? otherIsNone : repr == other;
  if (!isString(repr))
    return true;
  taken.isDefault &= argument.kind == Kind::Text;
  ArgumentValue converted = {};
  if (!convertOne(argument, value, converted))
    return false;
  if (!isConst && argument.hasNoDefault && argument.kind == Kind::Bool) {
    // bool() of the mark that is to suppress it.
    taken.form = ArgumentForm::Values;
    taken.values.add(arena, converted);
  }
  return checkChoice(argument, converted);
}

bool Run::convertAll(Argument &argument, List<View> texts, Taken &taken) {
  bool isRest =
      argument.arity == Arity::Parsers || argument.arity == Arity::Remainder;
  List<View> kept;
  bool isDropped = isRest;
  for (View text : texts) {
    if (!isDropped && text == "--")
      isDropped = true;
    else
      kept.add(arena, text);
  }
  bool isOptional = argument.arity == Arity::Optional;
  bool isAny = argument.arity == Arity::Any && !argument.isOption();
  if (kept.isEmpty() && (isOptional || isAny))
    return takeAbsent(argument, taken);
  // Python would store a list for --x=--.
  if (kept.isEmpty() && argument.arity == Arity::Single)
    return fail(argument, "expected one argument");
  for (View text : kept) {
    ArgumentValue value = {};
    if (!convertOne(argument, text, value))
      return false;
    taken.values.add(arena, value);
  }
  if (argument.arity == Arity::Remainder)
    return true;
  for (const ArgumentValue &value : taken.values) {
    if (!checkChoice(argument, value))
      return false;
    if (argument.arity == Arity::Parsers)
      break;
  }
  taken.isDefault = (argument.arity == Arity::Single || isOptional) &&
                    isShared(argument, taken.values[0]);
  return true;
}

bool Run::checkConflicts(Argument &argument) {
  argument.isSeenWithValue = true;
  if (!argument.exclusive)
    return true;
  for (const Argument *other : argument.exclusive->arguments) {
    if (other == &argument || !other->isSeenWithValue)
      continue;
    Buffer text(arena);
    text.add("not allowed with argument ");
    text.add(nameOf(arena, *other));
    return fail(argument, text.view());
  }
  return true;
}

bool Run::take(Argument &argument, List<View> texts, View flag) {
  argument.isSeen = true;
  Taken taken;
  if (!convertAll(argument, texts, taken))
    return false;
  if (!taken.isDefault && !checkConflicts(argument))
    return false;
  // default=SUPPRESS of an absent positional.
  if (taken.form == ArgumentForm::Default && argument.hasNoDefault)
    return true;
  return act(argument, taken, flag, texts);
}

bool Run::act(Argument &argument, const Taken &taken, View flag,
              const List<View> &texts) {
  switch (argument.action) {
  case Action::Help:
    write(ending.out, formatHelp(model, parser));
    ending.status = 0;
    return false;
  case Action::Version:
    write(ending.out, formatVersion(model, parser, argument.version));
    ending.status = 0;
    return false;
  case Action::Append:
  case Action::AppendConst:
  case Action::Extend:
    break;
  default:
    argument.occurrences.clear();
    argument.values.clear();
  }
  ArgumentOccurrence occurrence = {};
  occurrence.order = ++order;
  occurrence.form = taken.form;
  occurrence.first = argument.values.size();
  for (const ArgumentValue &value : taken.values)
    argument.values.add(arena, value);
  if (argument.action == Action::Boolean) {
    ArgumentValue value = {};
    value.text = "";
    value.integer = !flag.startsWith("--no-");
    argument.values.add(arena, value);
  }
  occurrence.count = argument.values.size() - occurrence.first;
  argument.occurrences.add(arena, occurrence);
  ++argument.count;
  return argument.action != Action::Parsers || enter(argument, texts);
}
