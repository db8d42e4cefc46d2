//===- argument_parser.cpp - Python's argparse ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From descriptions and words to results.
//
//===----------------------------------------------------------------------===//

#include "argument_run.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace tine;
using namespace tine::arguments;

static void fillRow(Arena &arena, const Argument &argument, ArgumentRow &row) {
  row.occurrences = argument.occurrences.data();
  row.occurrenceCount = argument.occurrences.size();
  row.values = argument.values.data();
  row.valueCount = argument.values.size();
  row.count = argument.count;
  if (row.occurrenceCount)
    row.given = row.occurrences[row.occurrenceCount - 1].order;
}

ArgumentResults *tine::parseArguments(const ArgumentDescription &description,
                                      const char *const *words, size_t count,
                                      bool known, const ArgumentSink &out,
                                      const ArgumentSink &err, int &status) {
  Arena arena;
  Model model{arena};
  readModel(model, description);
  auto *views = arena.make<View>(count);
  for (size_t i = 0; i < count; ++i)
    views[i] = words[i];
  Ending ending{out, err};
  int64_t order = 0;
  Run run(model, *model.parsers[0], ending, order, views, count);
  bool isGood = run.parse();
  if (isGood && !known && !run.unknown.isEmpty()) {
    Buffer text(arena);
    text.add("unrecognized arguments:");
    for (View word : run.unknown) {
      text.add(' ');
      text.add(word);
    }
    isGood = run.fail(text.view());
  }
  status = ending.status;
  if (!isGood)
    return nullptr;
  auto *results = arena.make<ArgumentResults>();
  results->rowCount = model.rows.size();
  results->rows = arena.make<ArgumentRow>(results->rowCount);
  for (size_t i = 0; i < results->rowCount; ++i)
    fillRow(arena, *model.rows[i], results->rows[i]);
  results->unknownCount = run.unknown.size();
  results->unknown = arena.make<ArgumentValue>(results->unknownCount);
  Argument text;
  for (size_t i = 0; i < results->unknownCount; ++i)
    convert(arena, text, run.unknown[i], results->unknown[i]);
  results->memory = arena.release();
  return results;
}

void tine::freeArguments(ArgumentResults *results) {
  if (results)
    Arena::free(results->memory);
}

/// Calls `make` with the parser and writes the text that it returns.
template <typename Make>
static void format(const ArgumentDescription &description, size_t parser,
                   const ArgumentSink &sink, Make make) {
  Arena arena;
  Model model{arena};
  readModel(model, description);
  if (parser < model.parsers.size())
    write(sink, make(model, *model.parsers[parser]));
}

void tine::formatArgumentHelp(const ArgumentDescription &description,
                              size_t parser, const ArgumentSink &sink) {
  format(description, parser, sink, formatHelp);
}

void tine::formatArgumentUsage(const ArgumentDescription &description,
                               size_t parser, const ArgumentSink &sink) {
  format(description, parser, sink, formatUsage);
}

void tine::formatArgumentError(const ArgumentDescription &description,
                               size_t parser, const char *message, size_t size,
                               const ArgumentSink &sink) {
  format(description, parser, sink,
         [&](const Model &model, const Parser &parser) {
           return errorText(model, parser, View(message, size));
         });
}

bool tine::checkArguments(const ArgumentDescription &description,
                          const ArgumentSink &problem) {
  Arena arena;
  Model model{arena};
  readModel(model, description);
  View text = model.problem;
  for (const Parser *parser : model.parsers)
    if (text.isNone())
      text = findProblem(model, *parser);
  write(problem, text);
  return text.isNone();
}

int64_t tine::argumentColumns() {
  const char *text = getenv("COLUMNS");
  int64_t columns = 0;
  if (text && readInt(text, columns) && columns > 0)
    return columns;
  winsize size = {};
  if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
    return size.ws_col;
  return 80;
}
