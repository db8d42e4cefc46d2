//===- ArgumentDriver.cpp - Argument parser on given cases ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the cases that record_arguments.py --compare writes to its standard
// input, and answers what becomes of each.
//
//===----------------------------------------------------------------------===//

#include "ArgumentLog.h"

#include <vector>

using namespace tine;
using namespace tine::test;

static bool read(int64_t &number) {
  return std::fread(&number, sizeof number, 1, stdin) == 1;
}

static bool read(std::string &text) {
  int64_t size = 0;
  if (!read(size))
    return false;
  text.resize(size_t(size));
  return std::fread(&text[0], 1, text.size(), stdin) == text.size();
}

static void write(int64_t number) {
  std::fwrite(&number, sizeof number, 1, stdout);
}

static void write(const std::string &text) {
  write(int64_t(text.size()));
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int main() {
  int64_t columns = 0, isKnown = 0, count = 0;
  while (read(columns) && read(isKnown) && read(count)) {
    // The description, the program, what the rows are, and the words.
    std::vector<std::string> texts(static_cast<size_t>(count));
    for (std::string &text : texts)
      if (!read(text))
        return 1;
    ArgumentDescription description{texts[0].data(), texts[0].size(),
                                    texts[1].c_str(), columns};
    std::vector<std::string> words(texts.begin() + 3, texts.end());
    Parsed parsed(description, words, isKnown, texts[2]);
    std::string problem;
    bool isGood = checkArguments(description, sinkTo(problem));
    write(int64_t(parsed.status));
    write(int64_t(isGood));
    write(parsed.out);
    write(parsed.err);
    write(parsed.log);
  }
  return 0;
}
