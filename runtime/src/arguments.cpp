//===- arguments.cpp - Arguments of the command line ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// argparse for generated code: parses, prints, and ends the program where
// Python does.
//
//===----------------------------------------------------------------------===//

#include "argument_parser.h"
#include "output.h"
#include "start.h"
#include "tine/abi.h"

#include <stdlib.h>
#include <string.h>

using namespace tine;

static void toOutput(void *, const char *data, size_t size) {
  writeOutput(data, size);
}

static void toErrors(void *, const char *data, size_t size) {
  flushOutput();
  writeAll(2, data, size);
}

static const ArgumentSink out = {toOutput, nullptr},
                          errors = {toErrors, nullptr};

static ArgumentDescription describe(const char *parser, int64_t bytes) {
  return {parser, size_t(bytes), programWord(), argumentColumns()};
}

int64_t tine_abi_parse_arguments(const char *parser, int64_t bytes,
                                 tine_list *words, int32_t known) {
  auto count = size_t(words->length);
  // It ends with the process, as what is found does.
  auto **texts =
      static_cast<const char **>(malloc((count + 1) * sizeof(char *)));
  if (!texts)
    fatal("out of memory for the command line");
  for (size_t i = 0; i < count; ++i)
    texts[i] = reinterpret_cast<const tine_string *>(words->slots[i])->data;
  int status = 0;
  ArgumentResults *found = parseArguments(describe(parser, bytes), texts, count,
                                          known != 0, out, errors, status);
  free(texts);
  if (!found) {
    flushOutput();
    endProcess(status);
  }
  return reinterpret_cast<int64_t>(found);
}

void tine_abi_print_parser(const char *parser, int64_t bytes, const char *what,
                           tine_string *message) {
  ArgumentDescription description = describe(parser, bytes);
  if (!strcmp(what, "help"))
    formatArgumentHelp(description, 0, out);
  else if (!strcmp(what, "usage"))
    formatArgumentUsage(description, 0, out);
  else
    formatArgumentError(description, 0, message->data, size_t(message->length),
                        errors);
}

static const ArgumentRow &rowOf(int64_t found, int64_t number) {
  return reinterpret_cast<const ArgumentResults *>(found)->rows[number];
}

/// The only value; an empty one where there is none.
static ArgumentValue valueOf(int64_t found, int64_t number) {
  const ArgumentRow &row = rowOf(found, number);
  return row.valueCount ? row.values[0] : ArgumentValue{"", 0, 0, 0};
}

int64_t tine_abi_argument_given(int64_t found, int64_t number) {
  return rowOf(found, number).given;
}

int64_t tine_abi_argument_form(int64_t found, int64_t number) {
  const ArgumentRow &row = rowOf(found, number);
  return row.occurrenceCount
             ? int64_t(row.occurrences[row.occurrenceCount - 1].form)
             : 0;
}

int64_t tine_abi_argument_count(int64_t found, int64_t number) {
  return rowOf(found, number).count;
}

int64_t tine_abi_argument_int(int64_t found, int64_t number) {
  return valueOf(found, number).integer;
}

double tine_abi_argument_float(int64_t found, int64_t number) {
  return valueOf(found, number).number;
}

static tine_string *textOf(const ArgumentValue &value) {
  return tine_abi_string_new(value.text, int64_t(value.size));
}

tine_string *tine_abi_argument_text(int64_t found, int64_t number) {
  return textOf(valueOf(found, number));
}

tine_list *tine_abi_argument_list(int64_t found, int64_t number,
                                  const char *what) {
  auto *results = reinterpret_cast<const ArgumentResults *>(found);
  const ArgumentValue *values =
      number < 0 ? results->unknown : results->rows[number].values;
  size_t count =
      number < 0 ? results->unknownCount : results->rows[number].valueCount;
  bool isText = *what == 't';
  tine_list *list = tine_abi_list_new(1, isText, int64_t(count));
  for (size_t i = 0; i < count; ++i) {
    uint64_t *slot = tine_abi_list_push(list);
    if (isText)
      *slot = reinterpret_cast<uint64_t>(textOf(values[i]));
    else if (*what == 'f')
      memcpy(slot, &values[i].number, sizeof(double));
    else
      *slot = uint64_t(values[i].integer);
  }
  return list;
}
