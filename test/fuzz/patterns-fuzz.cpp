//===- patterns-fuzz.cpp - Fuzz target of regular expressions -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first line is a pattern, what comes behind it a text, of which a few
// letters are looked at: a pattern may try as many ways as its text has parts.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/errors.h"
#include "runtime/src/text_files.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace tine;

static void check(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

namespace {
struct Search {
  tine_string *pattern, *text;
  int64_t flags;
};
} // namespace

static void checkPlaces(tine_list *places, int64_t length) {
  for (int64_t i = 0; i < places->length; ++i) {
    auto place = int64_t(places->slots[i]);
    check(place >= -1 && place <= length + 100, "a place or a group");
  }
  tine_abi_release(places);
}

static void search(void *argument) {
  auto *how = static_cast<Search *>(argument);
  tine_abi_release(tine_abi_re_error(how->pattern, how->flags, nullptr));
  check(tine_abi_re_groups(how->pattern, how->flags, nullptr) >= -1, "groups");
  int64_t length = how->text->length;
  for (int64_t kind = 0; kind < 3; ++kind)
    checkPlaces(
        tine_abi_re_find(how->pattern, how->flags, how->text, 0, kind, nullptr),
        length);
  checkPlaces(tine_abi_re_all(how->pattern, how->flags, how->text, 0, nullptr),
              length);
  for (int64_t splits = 0; splits < 2; ++splits)
    tine_abi_release(tine_abi_re_texts(how->pattern, how->flags, how->text, 0,
                                       splits, nullptr));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string all(reinterpret_cast<const char *>(data), size);
  if (size < 2 || findBadText(all.data(), size, /*isFinal=*/true).reason)
    return 0;
  size_t line = all.find('\n');
  std::string pattern =
      all.substr(1, line == std::string::npos ? 64 : line - 1);
  std::string text = line == std::string::npos ? "" : all.substr(line + 1, 10);
  if (line == 0 || pattern.size() > 64 ||
      findBadText(text.data(), text.size(), true).reason ||
      findBadText(pattern.data(), pattern.size(), true).reason)
    return 0;
  constexpr int64_t flags[] = {0, 2, 8, 16, 64, 256, 2 | 8 | 16, 2 | 256};
  Search how = {tine_abi_string_new(pattern.data(), int64_t(pattern.size())),
                tine_abi_string_new(text.data(), int64_t(text.size())),
                flags[data[0] % 8]};
  if (tine_error *error = attempt(search, &how, nullptr))
    releaseError(error);
  tine_abi_release(how.pattern);
  tine_abi_release(how.text);
  return 0;
}
