//===- argument_help.cpp - Usage and help of arguments ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of argparse's HelpFormatter and of the classes that derive from it.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"

using namespace tine;
using namespace tine::arguments;

namespace {

using Arguments = List<Argument *>;

constexpr int64_t indentStep = 2;

bool isHidden(View text) { return text.isNone() || text == "==SUPPRESS=="; }

int64_t widthOf(View text) { return int64_t(countPoints(text)); }

class Formatter {
public:
  Formatter(const Model &model, const Parser &parser)
      : arena(model.arena), parser(parser), width(model.columns - 2) {
    int64_t most = width - 20 > 4 ? width - 20 : 4;
    maxHelpPosition = most < 24 ? most : 24;
  }

  View usage(Arguments arguments, View prefix);
  View help();
  /// A text as a paragraph of its own.
  View paragraph(View text, int64_t indent);
  /// At most one empty line between two others, and none around them.
  View clean(View text);
  View problem;

private:
  View usageOf(const Arguments &arguments);
  void insertGroup(const Arguments &arguments, const Exclusive &group,
                   View *inserts, bool *inGroup);
  View usagePart(const Argument &argument, bool inGroup);
  View section(const Section &section);
  View action(const Argument &argument, int64_t indent);
  View invocation(const Argument &argument);
  View values(const Argument &argument);
  View metavar(const Argument &argument, size_t i);
  View defaultMetavar(const Argument &argument);
  View helpText(const Argument &argument);
  Argument listed(const Subparser &parser);
  View expand(View text, const Argument *argument = nullptr) {
    return expandFields(arena, text, parser.prog, argument, problem);
  }
  View join(View first, View second) {
    Buffer text(arena);
    text.add(first);
    text.add(second);
    return text.view();
  }
  void measure(const Argument &argument) {
    int64_t length = widthOf(invocation(argument)) + indentStep;
    longest = length > longest ? length : longest;
  }

  Arena &arena;
  const Parser &parser;
  int64_t width, maxHelpPosition;
  int64_t longest = 0; // invocation, with its indent
};

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

View Formatter::defaultMetavar(const Argument &argument) {
  if (parser.style == Style::MetavarType)
    return argument.type.isNone() ? View("str") : argument.type;
  if (!argument.isOption() || argument.dest.isNone())
    return argument.dest.isNone() ? View("") : argument.dest;
  if (!argument.upper.isNone())
    return argument.upper;
  Buffer text(arena);
  for (char c : argument.dest)
    text.add(c >= 'a' && c <= 'z' ? char(c - 32) : c);
  return text.view();
}

/// The i-th of the metavars, if it is a tuple.
View Formatter::metavar(const Argument &argument, size_t i) {
  size_t count = argument.metavars.size();
  if (count)
    return argument.metavars[i < count ? i : count - 1];
  if (!argument.hasChoices)
    return defaultMetavar(argument);
  Buffer text(arena);
  text.add('{');
  addChoices(text, argument, ",", false);
  text.add('}');
  return text.view();
}

View Formatter::values(const Argument &argument) {
  Buffer text(arena);
  auto add = [&](const char *before, size_t i, const char *behind) {
    text.add(before);
    text.add(metavar(argument, i));
    text.add(behind);
  };
  switch (argument.arity) {
  case Arity::Single:
    add("", 0, "");
    break;
  case Arity::Optional:
    add("[", 0, "]");
    break;
  case Arity::Any:
    if (argument.metavars.size() != 2) {
      add("[", 0, " ...]");
      break;
    }
    add("[", 0, " [");
    add("", 1, " ...]]");
    break;
  case Arity::Some:
    add("", 0, " [");
    add("", 1, " ...]");
    break;
  case Arity::Remainder:
    text.add("...");
    break;
  case Arity::Parsers:
    add("", 0, " ...");
    break;
  case Arity::Number:
    for (size_t i = 0; i < argument.number; ++i)
      add(i ? " " : "", i, "");
  }
  return text.view();
}

View Formatter::invocation(const Argument &argument) {
  if (!argument.isOption())
    return metavar(argument, 0);
  View taken = argument.takesNone() ? View("") : values(argument);
  Buffer text(arena);
  for (View flag : argument.flags) {
    text.add(text.isEmpty() ? "" : ", ");
    text.add(flag);
    if (argument.takesNone())
      continue;
    text.add(' ');
    text.add(taken);
  }
  return text.view();
}

//===----------------------------------------------------------------------===//
// Usage
//===----------------------------------------------------------------------===//

/// Brackets around the arguments of a group, if they are neighbours.
void Formatter::insertGroup(const Arguments &arguments, const Exclusive &group,
                            View *inserts, bool *inGroup) {
  const Arguments &members = group.arguments;
  size_t start = 0, count = members.size(), shown = 0;
  while (count && start < arguments.size() && arguments[start] != members[0])
    ++start;
  if (!count || count > arguments.size() - start)
    return;
  for (size_t i = 0; i < count; ++i)
    if (arguments[start + i] != members[i])
      return;
  for (size_t i = 0; i < count; ++i) {
    inGroup[start + i] = true;
    shown += !members[i]->isSuppressed;
  }
  auto insert = [&](size_t i, const char *first, const char *next) {
    inserts[i] = inserts[i].isNone() ? View(first) : join(inserts[i], next);
  };
  if (!group.isRequired) {
    insert(start, "[", " [");
    insert(start + count, "]", "]");
  } else if (shown > 1) {
    insert(start, "(", " (");
    insert(start + count, ")", ")");
  }
  for (size_t i = start + 1; i < start + count; ++i)
    inserts[i] = "|";
}

View Formatter::usagePart(const Argument &argument, bool inGroup) {
  if (!argument.isOption()) {
    View part = values(argument);
    bool isBracketed = part.size > 1 && part[0] == '[' && part.end()[-1] == ']';
    return inGroup && isBracketed ? part.from(1).upTo(part.size - 2) : part;
  }
  Buffer text(arena);
  bool isBracketed = !argument.isRequired && !inGroup;
  text.add(isBracketed ? "[" : "");
  text.add(argument.flags[0]);
  if (argument.action == Action::Boolean) {
    for (size_t i = 1; i < argument.flags.size(); ++i) {
      text.add(" | ");
      text.add(argument.flags[i]);
    }
  } else if (!argument.takesNone()) {
    text.add(' ');
    text.add(values(argument));
  }
  text.add(isBracketed ? "]" : "");
  return text.view();
}

bool isOpen(char c) { return c == '[' || c == '('; }
bool isClose(char c) { return c == ']' || c == ')'; }

/// Takes out the spaces inside of brackets, then brackets around nothing.
View cleanBrackets(Arena &arena, View text) {
  Buffer first(arena), second(arena), third(arena);
  for (size_t i = 0; i < text.size; ++i) {
    first.add(text[i]);
    i += isOpen(text[i]) && i + 1 < text.size && text[i + 1] == ' ';
  }
  text = first.view();
  for (size_t i = 0; i < text.size; ++i) {
    i += text[i] == ' ' && i + 1 < text.size && isClose(text[i + 1]);
    second.add(text[i]);
  }
  text = second.view();
  for (size_t i = 0; i < text.size; ++i) {
    size_t end = i + 1;
    while (isOpen(text[i]) && end < text.size && text[end] == ' ')
      ++end;
    if (isOpen(text[i]) && end < text.size && isClose(text[end]))
      i = end;
    else
      third.add(text[i]);
  }
  return strip(third.view());
}

View Formatter::usageOf(const Arguments &arguments) {
  size_t count = arguments.size();
  auto *inserts = arena.make<View>(count + 1);
  auto *inGroup = arena.make<bool>(count + 1);
  for (const Exclusive *group : parser.exclusives)
    insertGroup(arguments, *group, inserts, inGroup);
  auto *parts = arena.make<View>(count + 1);
  for (size_t i = 0; i < count; ++i) {
    if (!arguments[i]->isSuppressed)
      parts[i] = usagePart(*arguments[i], inGroup[i]);
    else if (inserts[i] == "|")
      inserts[i] = {};
    else if (inserts[i + 1] == "|")
      inserts[i + 1] = {};
  }
  Buffer text(arena);
  bool isFirst = true;
  for (size_t i = 0; i <= count; ++i) {
    const View both[] = {inserts[i], parts[i]};
    for (View part : both) {
      if (part.isNone())
        continue;
      text.add(isFirst ? "" : " ");
      text.add(part);
      isFirst = false;
    }
  }
  return cleanBrackets(arena, text.view());
}

/// With an empty line behind it.
View Formatter::usage(Arguments arguments, View prefix) {
  Buffer text(arena);
  text.add(prefix);
  if (!parser.usage.isNone()) {
    if (isHidden(parser.usage))
      return "";
    text.add(expand(parser.usage));
    text.add("\n\n");
    return text.view();
  }
  Arguments options, positionals, all;
  for (Argument *argument : arguments)
    (argument->isOption() ? options : positionals).add(arena, argument);
  for (Argument *argument : options)
    all.add(arena, argument);
  for (Argument *argument : positionals)
    all.add(arena, argument);
  View parts = usageOf(all);
  int64_t length = widthOf(prefix) + widthOf(parser.prog) +
                   (parser.prog.isEmpty() || parts.isEmpty() ? 0 : 1) +
                   widthOf(parts);
  if (!all.isEmpty() && length > width) {
    text.add(wrapUsage(arena, prefix, parser.prog, usageOf(options),
                       usageOf(positionals), width));
  } else {
    text.add(parser.prog);
    text.add(parser.prog.isEmpty() || parts.isEmpty() ? "" : " ");
    text.add(parts);
  }
  text.add("\n\n");
  return text.view();
}

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

View Formatter::paragraph(View text, int64_t indent) {
  if (text.find("%(prog)") != text.size)
    text = expand(text);
  Buffer result(arena);
  if (parser.style == Style::Raw || parser.style == Style::RawText) {
    for (View line : splitLines(arena, text, true)) {
      result.fill(size_t(indent));
      result.add(line);
    }
  } else {
    int64_t space = width - indent > 11 ? width - indent : 11;
    bool isFirst = true;
    for (View line :
         wrapText(arena, collapseSpace(arena, text), space, size_t(indent))) {
      result.add(isFirst ? "" : "\n");
      isFirst = false;
      result.fill(size_t(indent));
      result.add(line);
    }
  }
  result.add("\n\n");
  return result.view();
}

View Formatter::helpText(const Argument &argument) {
  View text = argument.help;
  bool mayLack = argument.isOption() || argument.arity == Arity::Optional ||
                 argument.arity == Arity::Any;
  if (parser.style == Style::Defaults && !argument.hasNoDefault && mayLack &&
      text.find("%(default)") == text.size)
    text = join(text, " (default: %(default)s)");
  return expand(text, &argument);
}

/// How the help shows a parser among its choices.
Argument Formatter::listed(const Subparser &parser) {
  Argument argument;
  argument.dest = parser.name;
  argument.help = parser.help;
  Buffer name(arena);
  name.add(parser.name);
  bool isFirst = true;
  for (View alias : parser.aliases) {
    name.add(isFirst ? " (" : ", ");
    name.add(alias);
    isFirst = false;
  }
  name.add(isFirst ? "" : ")");
  argument.metavars.add(arena, name.view());
  return argument;
}

View Formatter::action(const Argument &argument, int64_t indent) {
  int64_t position =
      longest + 2 < maxHelpPosition ? longest + 2 : maxHelpPosition;
  int64_t space = width - position > 11 ? width - position : 11;
  int64_t room = position - indent - 2;
  View header = invocation(argument);
  Buffer text(arena);
  text.fill(size_t(indent));
  text.add(header);
  int64_t length = widthOf(header), indentFirst = position;
  bool breaks = argument.help.isEmpty() || length > room;
  if (breaks) {
    text.add('\n');
  } else {
    text.fill(size_t(room - length + 2));
    indentFirst = 0;
  }
  if (!strip(argument.help).isEmpty()) {
    View help = helpText(argument);
    List<View> lines =
        parser.style == Style::RawText
            ? splitLines(arena, help, false)
            : wrapText(arena, collapseSpace(arena, help), space, 0);
    for (View line : lines) {
      text.fill(size_t(indentFirst));
      text.add(line);
      text.add('\n');
      indentFirst = position;
    }
  } else if (!breaks) {
    text.add('\n');
  }
  for (const Subparser &parser : argument.parsers)
    if (!parser.help.isNone())
      text.add(action(listed(parser), indent + indentStep));
  return text.view();
}

View Formatter::section(const Section &section) {
  Buffer items(arena), text(arena);
  if (!isHidden(section.description))
    items.add(paragraph(section.description, indentStep));
  for (const Argument *argument : section.arguments)
    if (!argument->isSuppressed)
      items.add(action(*argument, indentStep));
  if (items.isEmpty())
    return "";
  text.add('\n');
  if (!isHidden(section.title)) {
    text.add(section.title);
    text.add(":\n");
  }
  text.add(items.view());
  text.add('\n');
  return text.view();
}

View Formatter::clean(View text) {
  if (text.isEmpty())
    return text;
  Buffer result(arena);
  size_t begin = 0, end = text.size, breaks = 0;
  while (begin < end && text[begin] == '\n')
    ++begin;
  while (end > begin && text[end - 1] == '\n')
    --end;
  for (size_t i = begin; i < end; ++i) {
    breaks = text[i] == '\n' ? breaks + 1 : 0;
    if (breaks <= 2)
      result.add(text[i]);
  }
  result.add('\n');
  return result.view();
}

View Formatter::help() {
  for (const Section *section : parser.sections)
    for (const Argument *argument : section->arguments) {
      if (argument->isSuppressed)
        continue;
      measure(*argument);
      for (const Subparser &parser : argument->parsers)
        if (!parser.help.isNone())
          measure(listed(parser));
    }
  Buffer text(arena);
  text.add(usage(parser.arguments, "usage: "));
  if (!isHidden(parser.description))
    text.add(paragraph(parser.description, 0));
  for (const Section *part : parser.sections)
    text.add(section(*part));
  if (!isHidden(parser.epilog))
    text.add(paragraph(parser.epilog, 0));
  return clean(text.view());
}

} // namespace

View arguments::formatUsage(const Model &model, const Parser &parser) {
  Formatter formatter(model, parser);
  return formatter.clean(formatter.usage(parser.arguments, "usage: "));
}

View arguments::formatHelp(const Model &model, const Parser &parser) {
  return Formatter(model, parser).help();
}

View arguments::formatVersion(const Model &model, const Parser &parser,
                              View version) {
  Formatter formatter(model, parser);
  return formatter.clean(formatter.paragraph(version, 0));
}

View arguments::formatProgPrefix(const Model &model, const Parser &parser,
                                 const Argument &argument) {
  Arguments positionals;
  for (Argument *other : parser.arguments)
    if (other != &argument && !other->isOption())
      positionals.add(model.arena, other);
  Formatter formatter(model, parser);
  return strip(formatter.clean(formatter.usage(positionals, "")));
}

View arguments::findProblem(const Model &model, const Parser &parser) {
  Arena &arena = model.arena;
  Formatter formatter(model, parser);
  formatter.help();
  for (const Argument *argument : parser.arguments) {
    if (argument->action == Action::Version)
      formatter.paragraph(argument->version, 0);
    bool lacksType = parser.style == Style::MetavarType &&
                     argument->type.isNone() && !argument->takesNone();
    const char *reason =
        lacksType ? " has no type that MetavarTypeHelpFormatter can show"
        : !argument->isOption() && argument->metavars.size() > 1
            ? " is positional: argparse cannot show its tuple of metavars"
            : nullptr;
    if (!reason || argument->isSuppressed || !formatter.problem.isNone())
      continue;
    Buffer text(arena);
    text.add(nameOf(arena, *argument));
    text.add(reason);
    formatter.problem = text.view();
  }
  return formatter.problem;
}
