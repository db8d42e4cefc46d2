//===- ArgumentLog.h - Results of the argument parser as text ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form in which record_arguments.py writes what argparse stores.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_RUNTIME_ARGUMENTLOG_H
#define TINE_TEST_RUNTIME_ARGUMENTLOG_H

#include "argument_parser.h"

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace tine::test {

inline std::string textOf(const ArgumentValue &value) {
  return std::string(value.text, value.size);
}

/// One line an occurrence, in their order, and one of the unknown words. A
/// letter of `kinds` says what a row is: i, f, s of values, b(oolean), c(ount),
/// p(arsers).
inline std::string logOf(const ArgumentResults &results,
                         const std::string &kinds) {
  std::map<int64_t, std::string> lines;
  for (size_t i = 0; i < results.rowCount; ++i) {
    const ArgumentRow &row = results.rows[i];
    for (size_t k = 0; k < row.occurrenceCount; ++k) {
      const ArgumentOccurrence &occurrence = row.occurrences[k];
      const char *forms[] = {"values", "const", "default"};
      std::string line =
          std::to_string(i) + " " + forms[size_t(occurrence.form)];
      for (size_t v = 0; v < occurrence.count; ++v) {
        const ArgumentValue &value = row.values[occurrence.first + v];
        if (kinds[i] == 'p' && v)
          break;
        char number[40];
        std::snprintf(number, sizeof number, "%.17g", value.number);
        line += " | " + (kinds[i] == 's'   ? textOf(value)
                         : kinds[i] == 'f' ? number
                                           : std::to_string(value.integer));
      }
      if (kinds[i] == 'c')
        line += " | times " + std::to_string(row.count);
      lines[occurrence.order] = line + "\n";
    }
  }
  std::string log;
  for (const auto &line : lines)
    log += line.second;
  log += "-1 ";
  for (size_t i = 0; i < results.unknownCount; ++i)
    log += (i ? " | " : "") + textOf(results.unknown[i]);
  return log + "\n";
}

inline ArgumentSink sinkTo(std::string &text) {
  auto append = [](void *self, const char *data, size_t size) {
    static_cast<std::string *>(self)->append(data, size);
  };
  return {append, &text};
}

/// What becomes of a command line.
struct Parsed {
  Parsed(const ArgumentDescription &description,
         const std::vector<std::string> &words, bool isKnown,
         const std::string &kinds) {
    std::vector<const char *> pointers;
    for (const std::string &word : words)
      pointers.push_back(word.c_str());
    ArgumentResults *results =
        parseArguments(description, pointers.data(), pointers.size(), isKnown,
                       sinkTo(out), sinkTo(err), status);
    if (!results)
      return;
    status = -1;
    log = logOf(*results, kinds);
    freeArguments(results);
  }

  int status = -1; // -1: the program goes on
  std::string out, err, log;
};

} // namespace tine::test

#endif // TINE_TEST_RUNTIME_ARGUMENTLOG_H
