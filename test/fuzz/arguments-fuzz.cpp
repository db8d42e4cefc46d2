//===- arguments-fuzz.cpp - Fuzz target of the argument parser ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses any command line with a parser that has every kind of argument, or
// with any description: the input is words, which line breaks end, and behind
// an empty one a description, in which line breaks stand for the ends of texts.
// Either there are results, whose parts fit together, or a text for the user.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/argument_parser.h"
#include "test/fuzz/Check.h"
#include <algorithm>
#include <string>
#include <vector>

using namespace tine;

/// Longer ones show nothing else, but slowly.
static constexpr size_t maxWords = 64;

static const char *const everyKind =
    "description=of %(prog)s\nargument=-n,--number\ndest=n\ntype=int\n"
    "help=%(default)05d\ndefault=5\n"
    "argument=-f\ndest=f\ntype=float\nnargs=*\nmetavar=A\nmetavar=B\n"
    "argument=-1\ndest=one\naction=count\n"
    "argument=--tag\ndest=tag\naction=append\nnargs=?\nconst=x\n"
    "exclusive=required\nargument=-q,--quiet\ndest=q\naction=boolean\n"
    "argument=-v,--verbose,--value\ndest=v\naction=store_const\nexclusive=\n"
    "argument=--version\naction=version\nversion=%(prog)s 1\n"
    "group=Choices\nargument=\ndest=c\nnargs=?\nchoice=l1\nchoice=l2\n"
    "argument=\ndest=d\nnargs=2\ngroup=\n"
    "argument=\naction=parsers\ndest=command\nparser=run\nalias=r\n"
    "parser_help=runs\nargument=\ndest=rest\nnargs=...\nend=parser\n"
    "parser=show\nargument=\ndest=what\nnargs=+\nend=parser\n";

static ArgumentSink sinkTo(std::string &text) {
  auto append = [](void *self, const char *data, size_t size) {
    static_cast<std::string *>(self)->append(data, size);
  };
  return {append, &text};
}

static void look(const ArgumentResults &results, bool isKnown) {
  check(isKnown || !results.unknownCount, "no unknown words");
  for (size_t i = 0; i < results.rowCount; ++i) {
    const ArgumentRow &row = results.rows[i];
    check(!row.given == !row.occurrenceCount, "given or not");
    for (size_t k = 0; k < row.occurrenceCount; ++k) {
      const ArgumentOccurrence &one = row.occurrences[k];
      check(one.order > 0 && one.order <= row.given, "order");
      check(one.first + one.count <= row.valueCount, "values");
    }
    for (size_t k = 0; k < row.valueCount; ++k)
      check(!row.values[k].text[row.values[k].size], "text");
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string input(reinterpret_cast<const char *>(data), size), description;
  std::vector<std::string> words;
  size_t at = 0;
  while (at < size) {
    size_t end = std::min(input.find('\n', at), size);
    if (end == at) {
      description = input.substr(at + 1);
      break;
    }
    words.push_back(input.substr(at, end - at));
    at = end + 1;
  }
  if (words.size() > maxWords)
    return 0;
  if (description.empty())
    description = everyKind;
  for (char &c : description)
    c = c == '\n' ? '\0' : c;
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  ArgumentDescription given{description.data(), description.size(), "/bin/fuzz",
                            int64_t(size % 100)};
  for (bool isKnown : {false, true}) {
    std::string out, err;
    int status = -1;
    ArgumentResults *results =
        parseArguments(given, pointers.data(), pointers.size(), isKnown,
                       sinkTo(out), sinkTo(err), status);
    check(!results || (out.empty() && err.empty()), "nothing to say");
    check(results || (status == 0 && err.empty()) ||
              (status == 2 && !err.empty()),
          "how it ends");
    if (results)
      look(*results, isKnown);
    freeArguments(results);
  }
  std::string text, problem;
  formatArgumentHelp(given, 0, sinkTo(text));
  formatArgumentUsage(given, 1, sinkTo(text));
  check(checkArguments(given, sinkTo(problem)) == problem.empty(),
        "good or a problem");
  return 0;
}
