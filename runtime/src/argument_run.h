//===- argument_run.h - A command line that is parsed -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How argparse goes through a command line:
//
//  1. Every word is an option (O), the first "--" (-) or an argument (A).
//  2. As long as there are options, those positionals that match the arguments
//     in front of the next one take them, then the option takes its own.
//  3. The rest of the positionals take what is behind the last option.
//  4. Arguments and groups that are required are looked for.
//
// The first error ends it, and so does a help or a version.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ARGUMENT_RUN_H
#define TINE_RUNTIME_ARGUMENT_RUN_H

#include "argument_model.h"

namespace tine::arguments {

/// Where texts go, and how the program ends.
struct Ending {
  const ArgumentSink &out, &err;
  int status = 0;
};

inline void write(const ArgumentSink &sink, View text) {
  if (!text.isEmpty())
    sink.write(sink.self, text.data, text.size);
}

/// Usage and message. Python writes to stderr what is not UTF-8 as the escape
/// of a surrogate.
View errorText(const Model &model, const Parser &parser, View message);

/// How many of the first positionals match words of this pattern, and how many
/// words each takes.
size_t matchPositionals(Argument *const *arguments, size_t count,
                        const char *pattern, size_t size, size_t *taken);

/// What a word that is an option stands for.
struct Option {
  Argument *argument = nullptr; // null: of no parser here
  View flag;
  View value; // behind a = or the letter; may be none
};

/// The values of one occurrence.
struct Taken {
  ArgumentForm form = ArgumentForm::Values;
  List<ArgumentValue> values;
  /// Whether `is` finds the default, which is no presence in a group.
  bool isDefault = false;
};

/// Goes through the words of one parser. Functions that return false have ended
/// the program.
class Run {
public:
  Run(Model &model, Parser &parser, Ending &ending, int64_t &order,
      const View *words, size_t count)
      : model(model), arena(model.arena), parser(parser), ending(ending),
        order(order), words(words), count(count) {}

  bool parse();
  /// Words that nothing took; those of nested parsers are last.
  List<View> unknown;
  bool fail(View message);

private:
  bool fail(const Argument &argument, View message);
  bool fail(const Argument &argument, const char *message, View shown);
  bool classify();
  bool parseOption(View word, Option &option, char &letter);
  void findAbbreviated(View word, List<Option> &found);
  bool matchOption(const Argument &argument, const char *from, size_t size,
                   size_t &taken);
  bool takeOption(size_t &at);
  bool takePositionals(size_t &at);
  bool take(Argument &argument, List<View> texts, View flag);
  bool convertAll(Argument &argument, List<View> texts, Taken &taken);
  bool convertOne(Argument &argument, View text, ArgumentValue &value);
  bool checkChoice(Argument &argument, const ArgumentValue &value);
  bool takeAbsent(Argument &argument, Taken &taken);
  bool failChoice(Argument &argument, View shown);
  bool checkConflicts(Argument &argument);
  bool act(Argument &argument, const Taken &taken, View flag,
           const List<View> &texts);
  bool enter(Argument &argument, const List<View> &texts);
  bool checkRequired();
  bool checkDefaults(Argument &argument);

  Model &model;
  Arena &arena;
  Parser &parser;
  Ending &ending;
  int64_t &order;
  const View *words;
  size_t count;
  char *pattern = nullptr; // a letter for each word
  Option *options = nullptr;
  List<Argument *> positionals;
  size_t firstPositional = 0; // that has not been taken
  List<View> unknownWithin;   // of nested parsers
};

} // namespace tine::arguments

#endif // TINE_RUNTIME_ARGUMENT_RUN_H
