//===- patterns-fuzz.cpp - Fuzz target of regular expressions -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first line is a pattern, what comes behind it a text, of which a few
// letters are looked at: a pattern may try as many ways as its text has parts.
// Repeats of repeats that match nothing have as many as Python's have, so that
// there is one `{` with one digit.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/errors.h"
#include "runtime/src/text_files.h"
#include "test/fuzz/Check.h"
#include <cstring>
#include <string>

using namespace tine;

namespace {
struct Search {
  tine_string *pattern, *text;
  int64_t flags;
};
} // namespace

/// Of matches with so many groups: places, and the group that was closed last.
static void checkPlaces(tine_list *places, int64_t groups, int64_t length) {
  int64_t width = 2 * groups + 3;
  check(places->length % width == 0, "places of whole matches");
  for (int64_t i = 0; i < places->length; ++i) {
    auto place = int64_t(places->slots[i]);
    if (i % width == width - 1)
      check(place >= 0 && place <= groups, "a group");
    else
      check(place >= -1 && place <= length, "a place");
  }
  tine_abi_release(places);
}

static void search(void *argument) {
  auto *how = static_cast<Search *>(argument);
  tine_abi_release(tine_abi_re_error(how->pattern, how->flags, nullptr));
  int64_t groups = tine_abi_re_groups(how->pattern, how->flags, nullptr);
  int64_t length = how->text->length;
  for (int64_t kind = 0; kind < 3; ++kind)
    checkPlaces(
        tine_abi_re_find(how->pattern, how->flags, how->text, 0, kind, nullptr),
        groups, length);
  checkPlaces(tine_abi_re_all(how->pattern, how->flags, how->text, 0, nullptr),
              groups, length);
  for (int64_t splits = 0; splits < 2; ++splits)
    tine_abi_release(tine_abi_re_texts(how->pattern, how->flags, how->text, 0,
                                       splits, nullptr));
}

/// True if no group is repeated so often, or such a repeat again, that the ways
/// to match nothing have no end.
static bool hasFewRepeats(const std::string &pattern) {
  size_t brace = pattern.find('{');
  return brace == std::string::npos ||
         (pattern.find('{', brace + 1) == std::string::npos &&
          pattern.find_first_not_of("0123456789", brace + 1) <= brace + 2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string all(reinterpret_cast<const char *>(data), size);
  if (size < 2 || findBadText(all.data(), size, /*isFinal=*/true).reason)
    return 0;
  size_t line = all.find('\n');
  std::string pattern =
      all.substr(1, line == std::string::npos ? 64 : line - 1);
  std::string text = line == std::string::npos ? "" : all.substr(line + 1, 10);
  if (line == 0 || pattern.size() > 64 || !hasFewRepeats(pattern) ||
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
