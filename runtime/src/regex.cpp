//===- regex.cpp - What the module re is made of --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns are short and compiled at each call; what they find is told as
// places, counted in code points, or as texts.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "regular_expressions.h"
#include "unicode.h"

using namespace tine;

namespace {

/// Places of a text as code points.
class Places {
public:
  explicit Places(tine_string *text) : text(text), isPlain(isAscii(text)) {}

  int64_t numberOf(const char *at) {
    int64_t byte = at - text->data;
    if (isPlain)
      return byte;
    if (byte < knownByte)
      return countPoints(text->data, byte);
    knownPoint += countPoints(text->data + knownByte, byte - knownByte);
    knownByte = byte;
    return knownPoint;
  }
  const char *at(int64_t number) const {
    int64_t most = text->length;
    int64_t bytes = isPlain ? (number < most ? number : most)
                            : bytesOfPoints(text->data, most, number);
    return text->data + bytes;
  }

private:
  tine_string *text;
  bool isPlain;
  int64_t knownByte = 0, knownPoint = 0;
};

} // namespace

static void compile(Regex &regex, tine_string *pattern, int64_t flags,
                    const char *where) {
  if (parseRegex(regex, pattern->data, pattern->length, flags))
    return;
  regex.error.add('\0');
  raisef(regex.isSupported ? "error" : "NotImplementedError", where, "%s",
         regex.error.data);
}

static void add(tine_list *list, int64_t number) {
  *tine_abi_list_push(list) = uint64_t(number);
}

static void addPlaces(tine_list *list, const Regex &regex,
                      const RegexMatcher &matcher, Places &places) {
  for (int32_t group = 0; group <= regex.groups; ++group) {
    const char *from = matcher.startOf(group), *to = matcher.endOf(group);
    add(list, from && to ? places.numberOf(from) : -1);
    add(list, from && to ? places.numberOf(to) : -1);
  }
}

tine_list *tine_abi_re_find(tine_string *pattern, int64_t flags,
                            tine_string *text, int64_t from, int64_t how,
                            const char *where) {
  Regex regex;
  compile(regex, pattern, flags, where);
  tine_list *list = tine_abi_list_new(1, 0, 0);
  Places places(text);
  RegexMatcher matcher(regex, text->data, text->length);
  if (!matcher.find(places.at(from < 0 ? 0 : from), RegexHow(how), false))
    return list;
  addPlaces(list, regex, matcher, places);
  add(list, matcher.lastGroup());
  return list;
}

/// Calls `visit` for each of at most `most` matches (0: of all).
template <typename Visit>
static void forEachMatch(const Regex &regex, tine_string *text, int64_t most,
                         Visit visit) {
  RegexMatcher matcher(regex, text->data, text->length);
  const char *at = text->data;
  bool advances = false;
  for (int64_t count = 0; most == 0 || count < most; ++count) {
    if (!matcher.find(at, RegexHow::Search, advances))
      return;
    visit(matcher);
    advances = matcher.endOf(0) == matcher.startOf(0);
    at = matcher.endOf(0);
  }
}

tine_list *tine_abi_re_all(tine_string *pattern, int64_t flags,
                           tine_string *text, int64_t most, const char *where) {
  Regex regex;
  compile(regex, pattern, flags, where);
  tine_list *list = tine_abi_list_new(1, 0, 0);
  Places places(text);
  forEachMatch(regex, text, most, [&](const RegexMatcher &matcher) {
    addPlaces(list, regex, matcher, places);
    add(list, matcher.lastGroup());
  });
  return list;
}

static void addText(tine_list *list, const char *from, const char *to) {
  tine_string *text = tine_abi_string_new(from, from ? to - from : 0);
  *tine_abi_list_push(list) = uint64_t(reinterpret_cast<uintptr_t>(text));
}

tine_list *tine_abi_re_texts(tine_string *pattern, int64_t flags,
                             tine_string *text, int64_t most, int64_t splits,
                             const char *where) {
  Regex regex;
  compile(regex, pattern, flags, where);
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = text->data;
  forEachMatch(regex, text, most, [&](const RegexMatcher &matcher) {
    if (splits)
      addText(list, at, matcher.startOf(0));
    if (!splits && !regex.groups)
      addText(list, matcher.startOf(0), matcher.endOf(0));
    for (int32_t group = 1; group <= regex.groups; ++group)
      addText(list, matcher.startOf(group), matcher.endOf(group));
    at = matcher.endOf(0);
  });
  if (splits)
    addText(list, at, text->data + text->length);
  return list;
}

int64_t tine_abi_re_groups(tine_string *pattern, int64_t flags,
                           const char *where) {
  Regex regex;
  return parseRegex(regex, pattern->data, pattern->length, flags) ? regex.groups
                                                                  : -1;
}

tine_string *tine_abi_re_error(tine_string *pattern, int64_t flags,
                               const char *where) {
  Regex regex;
  if (!parseRegex(regex, pattern->data, pattern->length, flags) &&
      !regex.isSupported)
    compile(regex, pattern, flags, where);
  return regex.error.string();
}
