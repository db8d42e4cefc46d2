//===- argument_run.cpp - A command line that is parsed ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, their order among positionals, and what is required.
//
//===----------------------------------------------------------------------===//

#include "argument_run.h"
#include "unicode.h"

using namespace tine;
using namespace tine::arguments;

View arguments::errorText(const Model &model, const Parser &parser,
                          View message) {
  Buffer text(model.arena), escaped(model.arena);
  text.add(formatUsage(model, parser));
  text.add(parser.prog);
  text.add(": error: ");
  text.add(message);
  text.add('\n');
  View all = text.view();
  for (const char *at = all.begin(); at != all.end();) {
    const char *begin = at;
    if (decode(at, all.end()) >= 0) {
      escaped.add(View(begin, size_t(at - begin)));
      continue;
    }
    const char *digits = "0123456789abcdef";
    escaped.add("\\udc");
    escaped.add(digits[*begin >> 4 & 15]);
    escaped.add(digits[*begin & 15]);
  }
  return escaped.view();
}

bool Run::fail(View message) {
  write(ending.err, errorText(model, parser, message));
  ending.status = 2;
  return false;
}

bool Run::fail(const Argument &argument, View message) {
  Buffer text(arena);
  View name = nameOf(arena, argument);
  if (!name.isNone()) {
    text.add("argument ");
    text.add(name);
    text.add(": ");
  }
  text.add(message);
  return fail(text.view());
}

bool Run::fail(const Argument &argument, const char *message, View shown) {
  Buffer text(arena);
  text.add(message);
  text.add(shown);
  return fail(argument, text.view());
}

void Run::findAbbreviated(View word, List<Option> &found) {
  View head = word, value;
  if (parser.isPrefix(word[1])) {
    if (!parser.allowsAbbreviations)
      return;
    size_t sign = word.find("=");
    if (sign != word.size) {
      head = word.upTo(sign);
      value = word.from(sign + 1);
    }
    for (const Flag &flag : parser.flags)
      if (flag.text.startsWith(head))
        found.add(arena, {flag.argument, flag.text, value});
    return;
  }
  // One letter may have its value behind it.
  size_t letter = 1 + firstPoint(word.from(1));
  for (const Flag &flag : parser.flags) {
    if (flag.text == word.upTo(letter))
      found.add(arena, {flag.argument, flag.text, word.from(letter)});
    else if (flag.text.startsWith(word))
      found.add(arena, {flag.argument, flag.text, View()});
  }
}

bool Run::parseOption(View word, Option &option, char &letter) {
  letter = 'A';
  if (word.isEmpty() || !parser.isPrefix(word[0]))
    return true;
  option = {parser.findFlag(word), word, View()};
  if (option.argument) {
    letter = 'O';
    return true;
  }
  if (word.size == 1)
    return true;
  size_t sign = word.find("=");
  if (sign != word.size) {
    View head = word.upTo(sign);
    if (Argument *argument = parser.findFlag(head)) {
      option = {argument, head, word.from(sign + 1)};
      letter = 'O';
      return true;
    }
  }
  List<Option> found;
  findAbbreviated(word, found);
  if (found.size() > 1) {
    Buffer text(arena);
    text.add("ambiguous option: ");
    text.add(word);
    text.add(" could match ");
    for (size_t i = 0; i < found.size(); ++i) {
      text.add(i ? ", " : "");
      text.add(found[i].flag);
    }
    return fail(text.view());
  }
  if (found.size() == 1) {
    option = found[0];
    letter = 'O';
    return true;
  }
  bool isArgument = (isNegativeNumber(word) && !parser.hasNegativeFlags) ||
                    word.find(" ") != word.size;
  letter = isArgument ? 'A' : 'O';
  return true;
}

bool Run::classify() {
  pattern = arena.make<char>(count + 1);
  options = arena.make<Option>(count);
  bool areArguments = false;
  for (size_t i = 0; i < count; ++i) {
    pattern[i] = 'A';
    if (areArguments)
      continue;
    if (words[i] == "--") {
      pattern[i] = '-';
      areArguments = true;
    } else if (!parseOption(words[i], options[i], pattern[i])) {
      return false;
    }
  }
  return true;
}

/// How many of the words an option takes.
bool Run::matchOption(const Argument &argument, const char *from, size_t size,
                      size_t &taken) {
  size_t most = argument.arity == Arity::Number     ? argument.number
                : argument.arity == Arity::Single   ? 1
                : argument.arity == Arity::Optional ? 1
                                                    : SIZE_MAX;
  bool takesOptions =
      argument.arity == Arity::Remainder || argument.arity == Arity::Parsers;
  taken = 0;
  while (taken < size && taken < most &&
         (from[taken] == 'A' || (takesOptions && from[taken] == 'O')))
    ++taken;
  switch (argument.arity) {
  case Arity::Single:
    return taken || fail(argument, "expected one argument");
  case Arity::Some:
  case Arity::Parsers:
    return taken || fail(argument, "expected at least one argument");
  case Arity::Number:
    if (taken < argument.number) {
      Buffer text(arena);
      text.add("expected ");
      text.addNumber(argument.number);
      text.add(argument.number == 1 ? " argument" : " arguments");
      return fail(argument, text.view());
    }
    return true;
  default:
    return true;
  }
}

/// Takes the option at `at`, which moves behind its values.
bool Run::takeOption(size_t &at) {
  auto [argument, flag, value] = options[at];
  if (!argument) {
    unknown.add(arena, words[at++]);
    return true;
  }
  // -xyz is -x -y -z if x and y take no value. Nothing is done before all of it
  // is known.
  List<Option> letters;
  List<View> texts;
  size_t taken = 0;
  ++at;
  while (!value.isNone()) {
    if (!matchOption(*argument, "A", 1, taken))
      return false;
    if (taken == 1) {
      texts.add(arena, value);
      break;
    }
    Buffer shown(arena);
    addRepr(shown, value);
    Buffer next(arena);
    if (!parser.isPrefix(flag[1]) && !value.isEmpty()) {
      letters.add(arena, {argument, flag, View()});
      size_t letter = firstPoint(value);
      next.add(flag[0]);
      next.add(value.upTo(letter));
      if (Argument *other = parser.findFlag(next.view())) {
        argument = other;
        flag = next.view();
        value = letter < value.size ? value.from(letter) : View();
        continue;
      }
    }
    return fail(*argument, "ignored explicit argument ", shown.view());
  }
  if (value.isNone()) {
    if (!matchOption(*argument, pattern + at, count - at, taken))
      return false;
    for (size_t i = 0; i < taken; ++i)
      texts.add(arena, words[at + i]);
    at += taken;
  }
  for (const Option &letter : letters)
    if (!take(*letter.argument, {}, letter.flag))
      return false;
  return take(*argument, texts, flag);
}

bool Run::takePositionals(size_t &at) {
  size_t left = positionals.size() - firstPositional;
  if (!left)
    return true;
  auto *taken = arena.make<size_t>(left);
  size_t matched = matchPositionals(positionals.data() + firstPositional, left,
                                    pattern + at, count - at, taken);
  for (size_t i = 0; i < matched; ++i) {
    List<View> texts;
    for (size_t k = 0; k < taken[i]; ++k)
      texts.add(arena, words[at + k]);
    at += taken[i];
    Argument &argument = *positionals[firstPositional + i];
    if (!take(argument, texts, View()))
      return false;
  }
  firstPositional += matched;
  return true;
}

/// Parses the words behind the name of a parser with that parser.
bool Run::enter(Argument &argument, const List<View> &texts) {
  for (size_t i = 0; i < argument.parsers.size(); ++i) {
    const Subparser &parser = argument.parsers[i];
    bool isChosen = parser.name == texts[0];
    for (View alias : parser.aliases)
      isChosen |= alias == texts[0];
    if (!isChosen)
      continue;
    argument.values[0].integer = int64_t(i);
    Run run(model, *parser.parser, ending, order, texts.data() + 1,
            texts.size() - 1);
    if (!run.parse())
      return false;
    for (View word : run.unknown)
      unknownWithin.add(arena, word);
    return true;
  }
  return true;
}

/// Whether parsing with a chosen parser has stored something for the name.
static bool isStoredWithin(const Parser &parser, View dest) {
  for (const Argument *argument : parser.arguments) {
    if (argument->action != Action::Parsers || !argument->isSeen)
      continue;
    auto chosen = size_t(argument->values[0].integer);
    const Parser &inner = *argument->parsers[chosen].parser;
    for (const Argument *other : inner.arguments)
      if (other->dest == dest && !other->hasNoDefault)
        return true;
    if (isStoredWithin(inner, dest))
      return true;
  }
  return false;
}

/// A default that is a string is converted when nothing else was stored.
bool Run::checkDefaults(Argument &argument) {
  if (!isString(argument.repr) || argument.hasNoDefault ||
      argument.kind == Kind::Text)
    return true;
  for (const Argument *other : parser.arguments) {
    if (other == &argument)
      break;
    if (other->dest == argument.dest && !other->hasNoDefault)
      return true;
  }
  for (const Argument *other : parser.arguments)
    if (other->dest == argument.dest && other->count)
      return true;
  if (isStoredWithin(parser, argument.dest))
    return true;
  ArgumentValue value = {};
  return convertOne(argument, argument.value, value);
}

bool Run::checkRequired() {
  Buffer names(arena);
  for (Argument *argument : parser.arguments) {
    if (argument->isSeen)
      continue;
    if (!argument->isRequired) {
      if (!checkDefaults(*argument))
        return false;
      continue;
    }
    names.add(names.isEmpty() ? "the following arguments are required: "
                              : ", ");
    names.add(nameOf(arena, *argument));
  }
  if (!names.isEmpty())
    return fail(names.view());
  for (const Exclusive *group : parser.exclusives) {
    bool isSeen = !group->isRequired || group->arguments.isEmpty();
    Buffer text(arena);
    for (const Argument *argument : group->arguments) {
      isSeen |= argument->isSeenWithValue;
      if (argument->isSuppressed)
        continue;
      text.add(text.isEmpty() ? "" : " ");
      text.add(nameOf(arena, *argument));
    }
    if (isSeen)
      continue;
    Buffer message(arena);
    message.add("one of the arguments ");
    message.add(text.view());
    message.add(" is required");
    return fail(message.view());
  }
  return true;
}

bool Run::parse() {
  if (!classify())
    return false;
  for (Argument *argument : parser.arguments)
    if (!argument->isOption())
      positionals.add(arena, argument);
  size_t at = 0, next = 0;
  while (true) {
    next = next < at ? at : next;
    while (next < count && pattern[next] != 'O')
      ++next;
    if (next == count)
      break;
    if (at != next) {
      size_t begin = at;
      if (!takePositionals(at))
        return false;
      if (at > begin)
        continue;
    }
    for (; at < next; ++at)
      unknown.add(arena, words[at]);
    if (!takeOption(at))
      return false;
  }
  if (!takePositionals(at))
    return false;
  for (; at < count; ++at)
    unknown.add(arena, words[at]);
  if (!checkRequired())
    return false;
  for (View word : unknownWithin)
    unknown.add(arena, word);
  return true;
}
