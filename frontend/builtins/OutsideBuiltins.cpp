//===- OutsideBuiltins.cpp - Values from outside of the program -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library's modules argparse, sys and os are made of:
//   outside(name, value, fixable=True)
//                               the value, which is one from outside; fixable if
//                               it has an example
//   fixed(name)                 why it is fixed, or None
//   note_example(text, example) the text, which is that in the example
//   example_text(text)          what it is when compiled, or None
//   environment(name)           the variable when compiled, or None
//   command_line()              sys.argv
//   example()                   the words of the example, or None
//   parse_arguments(words, parser, known), print_parser(what, message, parser)
//   argument(found, what, number), argument_list(found, what, number)
//   argument_example(parser, words, number, what, is_list)
//                               the same when compiled, of `words` or of the
//                               example: where it is given, form, how often, and
//                               what; None if there is no example, and an
//                               argument is required
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TypeLattice.h"
#include "runtime/src/argument_parser.h"

#include <cstdlib>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Value outsideOf(Context &e, Bound &a) {
  mlir::Value value = a[1].is(Kind::List) ? e.get(a[1].id).current : a[1].ssa;
  if (a[0].isConst() && value)
    e.program.outside.add(value, a[0].text, a[2].integer != 0);
  return a[1];
}

static Value fixedOf(Context &e, Bound &a) {
  const OutsideFacts::Reason *reason =
      a[0].isConst() ? e.program.outside.findFixed(a[0].text) : nullptr;
  if (!reason)
    return makeNone();
  return makeStr(reason->place + ": " + reason->why);
}

static Value noteExample(Context &e, Bound &a) {
  const Value &text = a[0].is(Kind::Optional) ? a[0].items[0] : a[0];
  if (text.is(Kind::Str) && text.ssa && a[1].is(Kind::Str) && a[1].isConst())
    e.program.outside.noteExample(text.ssa, a[1].text);
  return a[0];
}

static Value exampleText(Context &e, Bound &a) {
  std::optional<std::string> text = e.program.outside.exampleOf(a[0]);
  return text ? makeStr(*text) : makeNone();
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

/// A new list of the run.
static Value listOf(Context &e, mlir::Value list, TypeKind element) {
  ValueRange leaves(list);
  return e.types.unflatten(makeType(TypeKind::List, {makeType(element)}),
                           leaves);
}

static mlir::Type leafOf(Context &e, StringRef what) {
  if (what == "float")
    return e.b.getF64Type();
  if (what == "text")
    return StringType::get(e.getContext());
  return e.b.getI64Type();
}

static Value commandLineOf(Context &e, Bound &a) {
  auto type = ListType::get(e.getContext(), {leafOf(e, "text")});
  return listOf(e, CommandLineOp::create(e.b, e.loc(a.range), type),
                TypeKind::Str);
}

/// The strings of a list that is known; nothing of another one.
static std::optional<std::vector<std::string>> stringsOf(Context &e,
                                                         const Value &list) {
  if (!list.is(Kind::List) || e.get(list.id).isRuntime)
    return std::nullopt;
  std::vector<std::string> strings;
  for (const Value &item : e.get(list.id).items) {
    if (!item.is(Kind::Str) || !item.isConst())
      return std::nullopt;
    strings.push_back(item.text);
  }
  return strings;
}

/// The description of a parser, which is known; nothing after an error.
static std::optional<std::vector<std::string>>
parserOf(Context &e, const Value &list, ast::Range range) {
  std::optional<std::vector<std::string>> lines = stringsOf(e, list);
  if (!lines)
    e.error(range, "the arguments of a parser must be known when compiled");
  else
    for (const std::string &line : *lines)
      if (line.find('\0') != std::string::npos) {
        e.error(range, "a text of a parser holds a NUL character");
        return std::nullopt;
      }
  return lines;
}

static ArrayAttr attributeOf(Context &e, const std::vector<std::string> &all) {
  return e.b.getStrArrayAttr(llvm::to_vector_of<StringRef>(all));
}

static Value parseArguments(Context &e, Bound &a) {
  auto lines = parserOf(e, a[1], a.range);
  if (!lines)
    return {};
  if (!a[0].is(Kind::List))
    return e.error(a.range, "the words of a command line are a list of str");
  if (!e.get(a[0].id).isRuntime && !e.containers.materialize(a[0], a.range))
    return {};
  mlir::Value words = e.get(a[0].id).current;
  e.diagnoser.hadOutput = true;
  return makeInt(ParseArgumentsOp::create(e.b, e.loc(a.range), e.b.getI64Type(),
                                          words, attributeOf(e, *lines),
                                          a[2].integer != 0)
                     .getFound());
}

static Value printParser(Context &e, Bound &a) {
  auto lines = parserOf(e, a[2], a.range);
  if (!lines)
    return {};
  PrintParserOp::create(e.b, e.loc(a.range), a[0].text, e.ssa(a[1]),
                        attributeOf(e, *lines));
  e.diagnoser.hadOutput = true;
  return makeNone();
}

static Value argumentOf(Context &e, Bound &a) {
  mlir::Type type = leafOf(e, a[1].text);
  mlir::Value value = ArgumentOp::create(e.b, e.loc(a.range), type, e.ssa(a[0]),
                                         a[1].text, uint64_t(a[2].integer));
  return type.isF64()         ? makeFloat(value)
         : type.isInteger(64) ? makeInt(value)
                              : makeStrSsa(value);
}

static Value argumentListOf(Context &e, Bound &a) {
  mlir::Type leaf = leafOf(e, a[1].text);
  auto type = ListType::get(e.getContext(), {leaf});
  return listOf(e,
                ArgumentListOp::create(e.b, e.loc(a.range), type, e.ssa(a[0]),
                                       a[1].text, uint64_t(a[2].integer)),
                leaf.isF64()         ? TypeKind::Float
                : leaf.isInteger(64) ? TypeKind::Int
                                     : TypeKind::Str);
}

static Value exampleOf(Context &e, Bound &a) {
  const OutsideFacts &facts = e.decisions.facts.outside;
  if (!facts.hasExample)
    return makeNone();
  std::vector<Value> words;
  for (const std::string &word : facts.example)
    words.push_back(makeStr(word));
  return e.containers.newList(std::move(words), {}, nullptr, a.range);
}

//===----------------------------------------------------------------------===//
// The example of a command line
//===----------------------------------------------------------------------===//

static void append(void *self, const char *data, size_t size) {
  static_cast<std::string *>(self)->append(data, size);
}

namespace {
struct FreeResults {
  void operator()(ArgumentResults *results) const { freeArguments(results); }
};
} // namespace
using Results = std::unique_ptr<ArgumentResults, FreeResults>;

/// What a command line says, or null with what argparse would print.
static Results parse(const std::vector<std::string> &lines,
                     const std::vector<std::string> &words, bool known,
                     std::string &printed) {
  std::string description;
  for (const std::string &line : lines)
    description += line + '\0';
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  ArgumentSink sink = {append, &printed};
  int status = 0;
  return Results(parseArguments({description.data(), description.size(), ""},
                                pointers.data(), pointers.size(), known, sink,
                                sink, status));
}

static Value valueOf(const ArgumentValue &value, StringRef what) {
  return what == "float"  ? makeFloat(value.number)
         : what == "text" ? makeStr(StringRef(value.text, value.size))
                          : makeInt(value.integer);
}

static Value argumentExample(Context &e, Bound &a) {
  auto lines = parserOf(e, a[0], a.range);
  if (!lines)
    return {};
  const OutsideFacts &facts = e.decisions.facts.outside;
  bool isExample = a[1].is(Kind::None);
  std::vector<std::string> words = facts.example;
  if (!isExample)
    words = stringsOf(e, a[1]).value_or(words);
  std::string printed;
  Results results = parse(*lines, words, true, printed);
  // Without an example nothing is given, which may not be enough.
  if (!results && isExample && !facts.hasExample)
    return makeNone();
  if (!results && isExample)
    return e.error(a.range, "the example of a command line is wrong: " +
                                StringRef(printed).trim());
  if (!results)
    return e.error(a.range, "argparse ends the program here: " +
                                StringRef(printed).trim());
  int64_t number = a[2].integer;
  StringRef what = a[3].text;
  ArgumentRow none = {};
  const ArgumentRow &row = number < 0 ? none : results->rows[number];
  const ArgumentValue *values = number < 0 ? results->unknown : row.values;
  size_t count = number < 0 ? results->unknownCount : row.valueCount;
  Value value = makeInt(0);
  if (a[4].integer) {
    std::vector<Value> items;
    for (size_t i = 0; i < count; ++i)
      items.push_back(valueOf(values[i], what));
    value = e.containers.newList(std::move(items), {}, nullptr, a.range);
  } else if (count) {
    value = valueOf(values[0], what);
  } else if (what == "text") {
    value = makeStr("");
  } else if (what == "float") {
    value = makeFloat(0.0);
  }
  int64_t form = row.occurrenceCount
                     ? int64_t(row.occurrences[row.occurrenceCount - 1].form)
                     : 0;
  return makeTuple(
      {makeInt(row.given), makeInt(form), makeInt(row.count), value});
}

void registerOutside(Registry &r) {
  r.add("_tine.argument_example", "parser, words, number, what, is_list",
        argumentExample);
  r.add("_tine.example", "", exampleOf);
  r.add("_tine.command_line", "", commandLineOf);
  r.add("_tine.parse_arguments", "words, parser, known", parseArguments);
  r.add("_tine.print_parser", "what, message, parser", printParser);
  r.add("_tine.argument", "found, what, number", argumentOf);
  r.add("_tine.argument_list", "found, what, number", argumentListOf);
  r.add("_tine.outside", "name, value, fixable=True", outsideOf);
  r.add("_tine.fixed", "name", fixedOf);
  r.add("_tine.note_example", "text, example", noteExample, TakesOptional);
  r.add("_tine.example_text", "text", exampleText);
  r.add("_tine.environment", "name", [](Context &, Bound &a) {
    const char *text = std::getenv(a[0].text.c_str());
    return text ? makeStr(text) : makeNone();
  });
}

} // namespace tine::elaborate
