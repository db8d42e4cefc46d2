//===- ArgumentParserTest.cpp - Python's argparse ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command lines and what argparse makes of them: recorded ones of random
// parsers, and what is not as in Python or no word can tell.
//
//===----------------------------------------------------------------------===//

#include "ArgumentLog.h"
#include "TestSupport.h"

#include <cstdlib>

using namespace tine;
using namespace tine::test;

namespace {

struct RecordedCase {
  Recorded description, program;
  int64_t columns;
  bool isKnown;
  size_t count;
  Recorded words[12];
  Recorded kinds;
  int status;
  Recorded out, err, log;
};

const RecordedCase recordedCases[] = {
#include "expected/arguments.inc"
};

/// A description with a line for each key.
std::string describe(std::string lines) {
  for (char &c : lines)
    c = c == '\n' ? '\0' : c;
  return lines;
}

ArgumentDescription descriptionOf(const std::string &text) {
  return {text.data(), text.size(), "/usr/bin/train"};
}

Parsed parse(const std::string &lines, const std::vector<std::string> &words,
             const std::string &kinds, bool isKnown = false) {
  std::string text = describe(lines);
  return Parsed(descriptionOf(text), words, isKnown, kinds);
}

TEST(ArgumentParser, AgreesWithPython) {
  for (const RecordedCase &one : recordedCases) {
    std::string program = one.program.string();
    ArgumentDescription description{one.description.data, one.description.size,
                                    program.c_str(), one.columns};
    std::vector<std::string> words;
    for (size_t i = 0; i < one.count; ++i)
      words.push_back(one.words[i].string());
    Parsed parsed(description, words, one.isKnown, one.kinds.string());
    std::string shown;
    for (const std::string &word : words)
      shown += " '" + word + "'";
    SCOPED_TRACE(one.description.string() + shown);
    EXPECT_EQ(parsed.status, one.status);
    EXPECT_EQ(parsed.out, one.out.string());
    EXPECT_EQ(parsed.err, one.err.string());
    EXPECT_EQ(parsed.log, one.log.string());
  }
}

TEST(ArgumentParser, KeepsWhatTheProgramNeeds) {
  std::string text = describe("argument=--n\ndest=n\ntype=int\n"
                              "argument=--tag\ndest=tag\naction=append\n");
  ArgumentResults *results = nullptr;
  {
    std::vector<std::string> words = {"--tag", "a", "--n=1_0", "--tag=b"};
    std::vector<const char *> pointers;
    for (const std::string &word : words)
      pointers.push_back(word.c_str());
    std::string out, err;
    int status = 0;
    results = parseArguments(descriptionOf(text), pointers.data(), 4, false,
                             sinkTo(out), sinkTo(err), status);
    text.clear();
  }
  ASSERT_TRUE(results);
  ASSERT_EQ(results->rowCount, 2u);
  const ArgumentRow &n = results->rows[0], &tag = results->rows[1];
  EXPECT_EQ(n.given, 2);
  EXPECT_EQ(n.values[0].integer, 10);
  EXPECT_STREQ(n.values[0].text, "1_0");
  EXPECT_EQ(tag.given, 3);
  EXPECT_EQ(tag.count, 2);
  ASSERT_EQ(tag.occurrenceCount, 2u);
  EXPECT_EQ(tag.occurrences[1].first, 1u);
  EXPECT_EQ(textOf(tag.values[1]), "b");
  EXPECT_EQ(results->unknownCount, 0u);
  freeArguments(results);
}

TEST(ArgumentParser, RefusesIntsBeyond64Bits) {
  const char *lines = "argument=--n\ndest=n\ntype=int\n";
  EXPECT_EQ(parse(lines, {"--n=-9223372036854775808"}, "i").log,
            "0 values | -9223372036854775808\n-1 \n");
  Parsed parsed = parse(lines, {"--n", "9223372036854775808"}, "i");
  EXPECT_EQ(parsed.status, 2);
  EXPECT_EQ(parsed.err, "usage: train [-h] [--n N]\ntrain: error: argument "
                        "--n: invalid int value: '9223372036854775808'\n");
}

// Python stores an empty list in place of a value.
TEST(ArgumentParser, RefusesDashesForOneValue) {
  Parsed parsed = parse("argument=--n\ndest=n\n", {"--n=--"}, "s");
  EXPECT_EQ(parsed.status, 2);
  EXPECT_EQ(parsed.err, "usage: train [-h] [--n N]\n"
                        "train: error: argument --n: expected one argument\n");
}

// sys.argv has surrogates there, which stderr escapes.
TEST(ArgumentParser, ShowsBytesThatAreNotText) {
  Parsed parsed =
      parse("argument=--n\ndest=n\ntype=int\n", {"--n", "a\xff"}, "i");
  EXPECT_EQ(parsed.err, "usage: train [-h] [--n N]\ntrain: error: argument "
                        "--n: invalid int value: 'a\\udcff'\n");
  parsed = parse("add_help=0\n", {"\xc3("}, "");
  EXPECT_EQ(parsed.err, "usage: train\n"
                        "train: error: unrecognized arguments: \\udcc3(\n");
}

TEST(ArgumentParser, FormatsTextsOfEveryParser) {
  std::string text = describe("add_help=0\nargument=\naction=parsers\n"
                              "parser=a\nadd_help=0\nargument=--x\ndest=x\n"
                              "end=parser\nparser=b\nend=parser\n");
  ArgumentDescription description = descriptionOf(text);
  std::string usage, help, error, none;
  formatArgumentUsage(description, 1, sinkTo(usage));
  EXPECT_EQ(usage, "usage: train a [--x X]\n");
  formatArgumentHelp(description, 2, sinkTo(help));
  EXPECT_EQ(help, "usage: train b [-h]\n\noptions:\n"
                  "  -h, --help  show this help message and exit\n");
  formatArgumentError(description, 0, "no", 2, sinkTo(error));
  EXPECT_EQ(error, "usage: train {a,b} ...\ntrain: error: no\n");
  formatArgumentHelp(description, 3, sinkTo(none));
  EXPECT_EQ(none, "");
}

TEST(ArgumentParser, SaysWhichTextHasNoFormat) {
  const std::pair<const char *, const char *> cases[] = {
      {"help=%(lr)s of it", "no field 'lr' in '%(lr)s of it'"},
      {"help=50%", "incomplete format in '50%'"},
      {"help=50% more", "a % without a name in '50% more'"},
      {"help=%(default", "incomplete format key in '%(default'"},
      {"help=%(default)q", "unsupported format character 'q' in '%(default)q'"},
      {"help=%(dest)d", "no number for the format character 'd' in '%(dest)d'"},
      {"help=%(dest)9999s", "too wide a format in '%(dest)9999s'"},
  };
  for (auto [help, expected] : cases) {
    std::string text =
        describe(std::string("argument=--n\ndest=n\n") + help + "\n");
    std::string problem;
    EXPECT_FALSE(checkArguments(descriptionOf(text), sinkTo(problem)));
    EXPECT_EQ(problem, expected);
  }
  std::string text = describe("argument=--n\ndest=n\ndefault=5\n"
                              "help=%(default)05.1f%% of %(prog)s\n");
  std::string problem;
  EXPECT_TRUE(checkArguments(descriptionOf(text), sinkTo(problem)));
  EXPECT_EQ(problem, "");
}

// What positionals take needs no time that is exponential or a square.
TEST(ArgumentParser, TakesManyWords) {
  std::string lines, kinds;
  for (int i = 0; i < 20; ++i) {
    lines += "argument=\ndest=x\nnargs=*\n";
    kinds += "s";
  }
  lines += "argument=\ndest=last\nnargs=2\n";
  std::vector<std::string> words(100000, "word");
  Parsed parsed = parse(lines, words, kinds + "s");
  EXPECT_EQ(parsed.status, -1);
  EXPECT_NE(parsed.log.find("20 values | word | word\n"), std::string::npos);
}

TEST(ArgumentParser, LimitsWhatDescriptionsAsk) {
  std::string lines;
  for (int i = 0; i < 100; ++i)
    lines += "argument=\naction=parsers\nparser=x\n";
  std::vector<std::string> words(100, "x");
  Parsed parsed = parse(lines, words, std::string(100, 'p'), true);
  EXPECT_NE(parsed.err.find("invalid choice: 'x' (choose from )"),
            std::string::npos);
  parsed =
      parse("argument=--n\ndest=n\nnargs=999999999999\n", {"--n", "x"}, "s");
  EXPECT_NE(parsed.err.find("expected 1024 arguments"), std::string::npos);
  std::string problem;
  std::string text = describe(lines);
  EXPECT_FALSE(checkArguments(descriptionOf(text), sinkTo(problem)));
  EXPECT_EQ(problem, "more than 64 parsers within each other");
}

TEST(ArgumentParser, HasTheWidthOfTheTerminal) {
  setenv("COLUMNS", " 1_20 ", 1);
  EXPECT_EQ(argumentColumns(), 120);
  setenv("COLUMNS", "-5", 1);
  EXPECT_GT(argumentColumns(), 0);
  unsetenv("COLUMNS");
}

} // namespace
