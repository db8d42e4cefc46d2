//===- command_line.cpp - The program's own command line --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sys.argv, and Tine's options beside it. Only programs that read their command
// line are linked with this file.
//
//===----------------------------------------------------------------------===//

#include "output.h"
#include "start.h"
#include "tine/abi.h"

#include <stdlib.h>
#include <string.h>

using namespace tine;

static char **words;
static int wordCount;

/// An option of Tine that stands alone.
static bool takesNothing(const char *option) {
  return !strcmp(option, "--help") || !strcmp(option, "--version") ||
         strchr(option, '=');
}

void tine::splitCommandLine(int &argc, char **&argv) {
  constexpr char prefix[] = "--tine-";
  constexpr size_t length = sizeof(prefix) - 1;
  const char *environment = getenv("TINE_OPTIONS");
  size_t most = size_t(argc) + 1;
  for (const char *c = environment; c && *c; ++c)
    most += *c == ' ';
  // They live as long as the process.
  auto **own = static_cast<char **>(calloc(most + 1, sizeof(char *)));
  words = static_cast<char **>(calloc(size_t(argc) + 1, sizeof(char *)));
  if (!own || !words)
    fatal("out of memory for the command line");
  int count = 0;
  if (argc > 0)
    own[count++] = words[wordCount++] = argv[0];
  if (environment && *environment) {
    char *rest = strdup(environment);
    for (char *word; (word = strsep(&rest, " "));)
      if (*word)
        own[count++] = word;
  }
  bool isRest = false;
  for (int i = 1; i < argc; ++i) {
    isRest |= !strcmp(argv[i], "--");
    if (isRest || strncmp(argv[i], prefix, length) != 0) {
      words[wordCount++] = argv[i];
      continue;
    }
    // "--threads" instead of "--tine-threads".
    char *option = argv[i] + length - 2;
    option[0] = '-';
    own[count++] = option;
    if (!takesNothing(option) && i + 1 < argc)
      own[count++] = argv[++i];
  }
  argc = count;
  argv = own;
}

const char *tine::programWord() {
  return wordCount ? words[0] : tine_abi_program.name;
}

tine_list *tine_abi_command_line(void) {
  tine_list *list = tine_abi_list_new(1, 1, wordCount);
  auto add = [list](const char *word) {
    *tine_abi_list_push(list) = reinterpret_cast<uint64_t>(
        tine_abi_string_new(word, int64_t(strlen(word))));
  };
  // The command line of a module has its inputs.
  if (!wordCount)
    add(programWord());
  for (int i = 0; i < wordCount; ++i)
    add(words[i]);
  return list;
}
