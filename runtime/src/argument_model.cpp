//===- argument_model.cpp - Parsers and their arguments ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of descriptions. One that is not well-formed gives some parser:
// what does not fit is left out.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"

using namespace tine;
using namespace tine::arguments;

/// Parsers within parsers. Each takes some of the stack.
static constexpr int maxDepth = 64;
/// Words that one argument may need. Each shows in its usage.
static constexpr size_t maxNumber = 1024;

Argument *Parser::findFlag(View text) const {
  for (const Flag &flag : flags)
    if (flag.text == text)
      return flag.argument;
  return nullptr;
}

namespace {

class Reader {
public:
  Reader(Model &model, const ArgumentDescription &description)
      : model(model), arena(model.arena), at(description.data),
        end(at + description.size) {}

  /// Up to the end, or the one of a nested parser.
  Parser *read(View prog, int depth);

private:
  /// What is open while a parser is read.
  struct State {
    Parser &parser;
    int depth;
    Argument *argument = nullptr;
    Section *section = nullptr;
    Exclusive *exclusive = nullptr;
    Argument *within = nullptr; // the only one that has parsers
    /// How many groups with a title came of parsers.
    List<Section *> groups = {};
    bool addsHelp = true;
  };

  template <typename T, typename... Values> T *create(Values... values) {
    auto *item = arena.make<T>();
    *item = T{values...};
    return item;
  }
  /// Takes the next KEY=VALUE.
  bool next(View &key, View &value);
  void beginArguments(State &state);
  List<View> splitFlags(View flags);
  void registerFlags(Parser &parser, Argument &argument);
  Section *addSection(State &state, View title);
  void addNegations(Argument &argument);
  void finishArity(Argument &argument);
  void finishGroups(State &state, Argument &argument);
  void finishArgument(State &state);
  void beginParsers(State &state);
  void readOfParser(State &state, View key, View value);
  bool readGroup(State &state, View key, View value);
  bool readParsers(State &state, View key, View value);
  void readOfArgument(Argument &argument, View key, View value);
  View copy(View text);

  Model &model;
  Arena &arena;
  const char *at, *end;
};

size_t numberOf(View text) {
  int64_t number = 0;
  return readInt(text, number) && number >= 0 ? size_t(number) : SIZE_MAX;
}

/// The item of a table whose first member is a name.
template <typename T, size_t n>
const T *findName(const T (&table)[n], View name) {
  for (const T &item : table)
    if (name == item.name)
      return &item;
  return nullptr;
}

constexpr struct {
  const char *name;
  Action action;
} actions[] = {
    {"store", Action::Store},     {"store_const", Action::StoreConst},
    {"append", Action::Append},   {"append_const", Action::AppendConst},
    {"extend", Action::Extend},   {"count", Action::Count},
    {"boolean", Action::Boolean}, {"help", Action::Help},
    {"version", Action::Version}, {"parsers", Action::Parsers},
};

constexpr struct {
  const char *name;
  Arity arity;
} arities[] = {
    {"?", Arity::Optional},
    {"*", Arity::Any},
    {"+", Arity::Some},
    {"...", Arity::Remainder},
};

constexpr struct {
  const char *name;
  Kind kind;
} kinds[] = {
    {"int", Kind::Int},
    {"float", Kind::Float},
    {"bool", Kind::Bool},
};

constexpr struct {
  const char *name;
  Style style;
} styles[] = {
    {"defaults", Style::Defaults},
    {"raw", Style::Raw},
    {"rawtext", Style::RawText},
    {"metavar", Style::MetavarType},
};

constexpr struct {
  const char *name;
  View Parser::*member;
} parserTexts[] = {
    {"prog", &Parser::prog},
    {"usage", &Parser::usage},
    {"description", &Parser::description},
    {"epilog", &Parser::epilog},
    {"prefix_chars", &Parser::prefixChars},
};

constexpr struct {
  const char *name;
  View Argument::*member;
} argumentTexts[] = {
    {"dest", &Argument::dest},
    {"upper", &Argument::upper},
    {"type", &Argument::type},
    {"help", &Argument::help},
    {"version", &Argument::version},
    {"default", &Argument::value},
    {"default_repr", &Argument::repr},
    {"const", &Argument::constValue},
    {"const_repr", &Argument::constRepr},
    {"title", &Argument::title},
    {"description", &Argument::description},
    {"prog", &Argument::prog},
    {"nargs", &Argument::nargs},
};

bool Reader::next(View &key, View &value) {
  if (at == end)
    return false;
  const auto *stop = static_cast<const char *>(memchr(at, 0, size_t(end - at)));
  View text(at, size_t((stop ? stop : end) - at));
  at = stop ? stop + 1 : end;
  size_t sign = text.find("=");
  key = text.upTo(sign);
  value = sign == text.size ? View("") : text.from(sign + 1);
  return true;
}

Section *Reader::addSection(State &state, View title) {
  auto *section = create<Section>();
  section->title = title;
  state.parser.sections.add(arena, section);
  return section;
}

/// Makes the flags known to the parser. As in a dict, the last argument has
/// one, in the place of the first.
void Reader::registerFlags(Parser &parser, Argument &argument) {
  for (View flag : argument.flags) {
    bool isNew = true;
    for (Flag &known : parser.flags)
      if (known.text == flag) {
        known.argument = &argument;
        isNew = false;
      }
    if (isNew)
      parser.flags.add(arena, {flag, &argument});
    parser.hasNegativeFlags |= isNegativeNumber(flag);
  }
}

List<View> Reader::splitFlags(View flags) {
  List<View> result;
  while (!flags.isEmpty()) {
    size_t comma = flags.find(",");
    if (comma)
      result.add(arena, flags.upTo(comma));
    flags = flags.from(comma < flags.size ? comma + 1 : comma);
  }
  return result;
}

/// Ends the keys of the parser itself.
void Reader::beginArguments(State &state) {
  Parser &parser = state.parser;
  if (!parser.sections.isEmpty())
    return;
  if (parser.prefixChars.isEmpty())
    parser.prefixChars = "-";
  addSection(state, "positional arguments");
  addSection(state, "options");
  if (!state.addsHelp)
    return;
  auto *help = create<Argument>();
  help->action = Action::Help;
  help->help = "show this help message and exit";
  help->hasNoDefault = true;
  help->arity = Arity::Number;
  Buffer flags(arena);
  char prefix = parser.isPrefix('-') ? '-' : parser.prefixChars[0];
  flags.add(prefix);
  flags.add("h,");
  flags.fill(2, prefix);
  flags.add("help");
  help->flags = splitFlags(flags.view());
  registerFlags(parser, *help);
  parser.arguments.add(arena, help);
  parser.sections[1]->arguments.add(arena, help);
}

/// Before the first of the parsers within.
void Reader::beginParsers(State &state) {
  Argument &argument = *state.argument;
  state.within = &argument;
  if (argument.prog.isNone())
    argument.prog = formatProgPrefix(model, state.parser, argument);
}

/// Behind each --name of a boolean, --no-name.
void Reader::addNegations(Argument &argument) {
  List<View> flags = argument.flags;
  argument.flags = {};
  for (View flag : flags) {
    argument.flags.add(arena, flag);
    if (!flag.startsWith("--"))
      continue;
    Buffer other(arena);
    other.add("--no-");
    other.add(flag.from(2));
    argument.flags.add(arena, other.view());
  }
}

void Reader::finishArity(Argument &argument) {
  Action action = argument.action;
  bool takesValues = action == Action::Store || action == Action::Append ||
                     action == Action::Extend;
  if (action == Action::Parsers) {
    argument.hasChoices = true;
    argument.arity = Arity::Parsers;
  } else if (!takesValues) {
    argument.arity = Arity::Number;
    argument.number = 0;
  } else if (const auto *known = findName(arities, argument.nargs)) {
    argument.arity = known->arity;
  } else if (!argument.nargs.isNone()) {
    argument.arity = Arity::Number;
    argument.number = numberOf(argument.nargs);
    if (argument.number > maxNumber) {
      argument.number = maxNumber;
      model.problem = "an argument needs more than 1024 words";
    }
  }
}

/// Puts the argument into the groups that are open.
void Reader::finishGroups(State &state, Argument &argument) {
  Section *section = state.section;
  bool isParsers = argument.action == Action::Parsers;
  if (isParsers &&
      !(argument.title.isNone() && argument.description.isNone())) {
    section = addSection(state, argument.title.isNone() ? View("subcommands")
                                                        : argument.title);
    section->description = argument.description;
  } else if (!section || isParsers) {
    section = state.parser.sections[argument.isOption() ? 1 : 0];
  }
  section->arguments.add(arena, &argument);
  if (state.exclusive && !isParsers) {
    argument.exclusive = state.exclusive;
    state.exclusive->arguments.add(arena, &argument);
  }
}

/// What follows from the properties, once they are complete.
void Reader::finishArgument(State &state) {
  if (!state.argument)
    return;
  Argument &argument = *state.argument;
  Action action = argument.action;
  if (action == Action::Boolean)
    addNegations(argument);
  registerFlags(state.parser, argument);
  finishArity(argument);
  // As the constructors of these actions: the first takes a metavar, but drops
  // it, and the others have default=SUPPRESS.
  if (action == Action::StoreConst)
    argument.metavars = {};
  argument.hasNoDefault |= action == Action::Help || action == Action::Version;
  if (argument.repr.isNone() && !argument.value.isNone())
    argument.repr = argument.value;
  if (argument.constRepr.isNone() && !argument.constValue.isNone())
    argument.constRepr = argument.constValue;
  for (Choice &choice : argument.choices)
    if (choice.repr.isNone() && argument.kind == Kind::Text) {
      Buffer repr(arena);
      addRepr(repr, choice.text);
      choice.repr = repr.view();
    }
  bool mayLack = argument.arity == Arity::Optional ||
                 argument.arity == Arity::Parsers ||
                 (argument.arity == Arity::Any && !argument.repr.isNone());
  argument.isRequired |= !argument.isOption() && !mayLack;
  finishGroups(state, argument);
  state.argument = nullptr;
}

void Reader::readOfParser(State &state, View key, View value) {
  if (key == "add_help")
    state.addsHelp = !(value == "0");
  else if (key == "allow_abbrev")
    state.parser.allowsAbbreviations = !(value == "0");
  else if (key == "formatter") {
    const auto *style = findName(styles, value);
    state.parser.style = style ? style->style : Style::Plain;
  } else if (const auto *text = findName(parserTexts, key))
    state.parser.*(text->member) = value;
}

/// False for a key that is none of a group.
bool Reader::readGroup(State &state, View key, View value) {
  bool isTitled = key == "group", isExclusive = key == "exclusive";
  bool reopens = key == "reopen_group",
       reopensExclusive = key == "reopen_exclusive";
  if (key == "group_description") {
    if (state.section)
      state.section->description = value;
    return true;
  }
  if (!isTitled && !isExclusive && !reopens && !reopensExclusive &&
      !(key == "untitled_group"))
    return false;
  beginArguments(state);
  finishArgument(state);
  if (isExclusive) {
    state.exclusive = nullptr;
    if (!value.isEmpty()) {
      state.exclusive = create<Exclusive>();
      state.exclusive->isRequired = value == "required";
      state.parser.exclusives.add(arena, state.exclusive);
    }
  } else if (reopensExclusive) {
    size_t i = numberOf(value);
    state.exclusive = i < state.parser.exclusives.size()
                          ? state.parser.exclusives[i]
                          : nullptr;
  } else if (reopens) {
    size_t i = numberOf(value);
    state.section = i < state.groups.size() ? state.groups[i] : nullptr;
  } else if (isTitled && value.isEmpty()) {
    state.section = nullptr;
  } else {
    state.section = addSection(state, isTitled ? value : View());
    state.groups.add(arena, state.section);
  }
  return true;
}

/// False for a key that is none of the parsers within.
bool Reader::readParsers(State &state, View key, View value) {
  Argument &argument = *state.argument;
  bool isOther = state.within && state.within != &argument;
  if (key == "parser" && isOther)
    model.problem = "a parser has two arguments whose choices are parsers";
  if (key == "parser" && state.depth == maxDepth)
    model.problem = "more than 64 parsers within each other";
  if (key == "parser" && !isOther && state.depth < maxDepth) {
    if (!state.within)
      beginParsers(state);
    Buffer prog(arena);
    prog.add(argument.prog);
    prog.add(' ');
    prog.add(value);
    Subparser parser;
    parser.name = value;
    argument.choices.add(arena, {value, View()});
    // What belongs to the choice stands in front of what belongs to the parser.
    View nextKey, nextValue;
    const char *here = at;
    while (next(nextKey, nextValue)) {
      if (nextKey == "alias") {
        parser.aliases.add(arena, nextValue);
        argument.choices.add(arena, {nextValue, View()});
      } else if (nextKey == "parser_help")
        parser.help = nextValue;
      else
        break;
      here = at;
    }
    at = here;
    size_t i = argument.parsers.size();
    argument.parsers.add(arena, parser);
    argument.parsers[i].parser = read(prog.view(), state.depth + 1);
    return true;
  }
  return false;
}

void Reader::readOfArgument(Argument &argument, View key, View value) {
  if (const auto *text = findName(argumentTexts, key)) {
    argument.*(text->member) = value;
    if (key == "type") {
      const auto *kind = findName(kinds, value);
      argument.kind = kind ? kind->kind : Kind::Text;
    }
  } else if (key == "action") {
    const auto *action = findName(actions, value);
    argument.action = action ? action->action : Action::Store;
    if (argument.action == Action::Version && argument.help.isNone())
      argument.help = "show program's version number and exit";
  } else if (key == "choice") {
    argument.hasChoices = true;
    argument.choices.add(arena, {value, View()});
  } else if (key == "choice_repr" && !argument.choices.isEmpty())
    argument.choices[argument.choices.size() - 1].repr = value;
  else if (key == "no_choices")
    argument.hasChoices = true;
  else if (key == "metavar")
    argument.metavars.add(arena, value);
  else if (key == "suppressed")
    argument.isSuppressed = value == "1";
  else if (key == "required")
    argument.isRequired = value == "1";
  else if (key == "default_suppressed" && value == "1") {
    argument.hasNoDefault = true;
    argument.value = "==SUPPRESS==";
    argument.repr = "'==SUPPRESS=='";
  }
}

Parser *Reader::read(View prog, int depth) {
  auto *parser = create<Parser>();
  parser->allowsAbbreviations = true;
  parser->prog = prog;
  model.parsers.add(arena, parser);
  State state{*parser, depth};
  View key, value;
  while (next(key, value)) {
    if (key == "end" && value == "parser") {
      if (depth)
        break;
    } else if (key == "argument") {
      beginArguments(state);
      finishArgument(state);
      state.argument = create<Argument>();
      model.rows.add(arena, state.argument);
      state.argument->flags = splitFlags(value);
      parser->arguments.add(arena, state.argument);
    } else if (readGroup(state, key, value)) {
    } else if (!state.argument) {
      if (parser->sections.isEmpty())
        readOfParser(state, key, value);
    } else if (state.argument->action != Action::Parsers ||
               !readParsers(state, key, value)) {
      readOfArgument(*state.argument, key, value);
    }
  }
  beginArguments(state);
  finishArgument(state);
  return parser;
}

} // namespace

void arguments::readModel(Model &model,
                          const ArgumentDescription &description) {
  model.columns = description.columns;
  View program = description.program ? description.program : "";
  for (size_t i = program.size; i-- > 0;)
    if (program[i] == '/') {
      program = program.from(i + 1);
      break;
    }
  model.program = program;
  Reader(model, description).read(program, 0);
}
