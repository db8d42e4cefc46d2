//===- string_methods.cpp - Methods of strings ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The methods of strings. TorchScript's count bytes and know ASCII's letters;
// Python's count code points, which comes to the same for ASCII text: then they
// work by bytes, too. Letters beyond ASCII are in string_case.cpp.
//
// Arguments that Python gives a default may be left out from the end. Beside
// Python's methods: contains(sub) for `in`, repeat(n) for `s * n`, ord() for
// `ord(s)`, to_int(base) for `int(s, base)`, characters() for `list(s)`,
// decode() for what Python makes of a string of TorchScript, and
// split_white(limit) and rsplit_white(limit) for those with None.
//
//===----------------------------------------------------------------------===//

#include "string_methods.h"
#include "compare.h"
#include "errors.h"
#include "objects.h"
#include "unicode.h"

using namespace tine;

namespace {

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isAlpha(char c) { return isUpper(c) || isLower(c); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isAlnum(char c) { return isAlpha(c) || isDigit(c); }
bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}
bool isPrint(char c) { return c >= 0x20 && c != 0x7F; }
char upper(char c) { return isLower(c) ? char(c - 32) : c; }
char lower(char c) { return isUpper(c) ? char(c + 32) : c; }

//===-- Case ------------------------------------------------------------===//

template <typename Map> uint64_t mapped(const Call &call, Map map) {
  tine_string *result = newString(size_t(call.length()));
  for (int64_t i = 0; i < call.length(); ++i)
    result->data[i] = map(i, call.data()[i]);
  return slotOf(result);
}

uint64_t methodUpper(const Call &call) {
  return mapped(call, [](int64_t, char c) { return upper(c); });
}
uint64_t methodLower(const Call &call) {
  return mapped(call, [](int64_t, char c) { return lower(c); });
}
uint64_t methodSwapcase(const Call &call) {
  return mapped(
      call, [](int64_t, char c) { return isLower(c) ? upper(c) : lower(c); });
}
uint64_t methodCapitalize(const Call &call) {
  return mapped(call,
                [](int64_t i, char c) { return i ? lower(c) : upper(c); });
}
uint64_t methodTitle(const Call &call) {
  bool inside = false;
  return mapped(call, [&inside](int64_t, char c) {
    char result = inside ? lower(c) : upper(c);
    inside = isAlpha(c);
    return result;
  });
}

//===-- Classes ---------------------------------------------------------===//

template <typename Test> uint64_t all(const Call &call, Test test) {
  for (int64_t i = 0; i < call.length(); ++i)
    if (!test(call.data()[i]))
      return 0;
  return call.length() != 0;
}

uint64_t methodIsdigit(const Call &call) { return all(call, isDigit); }
uint64_t methodIsalpha(const Call &call) { return all(call, isAlpha); }
uint64_t methodIsalnum(const Call &call) { return all(call, isAlnum); }
uint64_t methodIsspace(const Call &call) { return all(call, isSpace); }
uint64_t methodIsprintable(const Call &call) {
  return !call.length() || all(call, isPrint);
}
uint64_t methodIsupper(const Call &call) {
  bool any = false;
  for (int64_t i = 0; i < call.length(); ++i) {
    if (isLower(call.data()[i]))
      return 0;
    any |= isUpper(call.data()[i]);
  }
  return any;
}
uint64_t methodIslower(const Call &call) {
  bool any = false;
  for (int64_t i = 0; i < call.length(); ++i) {
    if (isUpper(call.data()[i]))
      return 0;
    any |= isLower(call.data()[i]);
  }
  return any;
}
uint64_t methodIsidentifier(const Call &call) {
  if (!call.length() || isDigit(call.data()[0]))
    return 0;
  return all(call, [](char c) { return isAlnum(c) || c == '_'; });
}
uint64_t methodIstitle(const Call &call) {
  bool inside = false, any = false;
  for (int64_t i = 0; i < call.length(); ++i) {
    char c = call.data()[i];
    if ((isUpper(c) && inside) || (isLower(c) && !inside))
      return 0;
    inside = isAlpha(c);
    any |= inside;
  }
  return any;
}

//===-- Searching -------------------------------------------------------===//

int64_t findIn(const char *data, int64_t length, const tine_string *sub,
               int64_t from) {
  if (!sub->length)
    return from <= length ? from : -1;
  for (; from + sub->length <= length; ++from) {
    auto *hit = static_cast<const char *>(
        memchr(data + from, sub->data[0], size_t(length - from)));
    if (!hit || hit - data + sub->length > length)
      return -1;
    from = hit - data;
    if (!memcmp(hit, sub->data, size_t(sub->length)))
      return from;
  }
  return -1;
}

int64_t rfindIn(const char *data, int64_t length, const tine_string *sub) {
  for (int64_t at = length - sub->length; at >= 0; --at)
    if (!memcmp(data + at, sub->data, size_t(sub->length)))
      return at;
  return -1;
}

/// Arguments `first` and `first + 1` as Python's start and end, in bytes.
struct Bounds {
  int64_t start, end;
};
Bounds bounds(const Call &call, int first) {
  int64_t length = call.columns(call.data(), call.length());
  auto clamp = [=](int64_t i) {
    i = i < 0 ? i + length : i;
    return i < 0 ? 0 : i;
  };
  int64_t start = clamp(call.integer(first, 0));
  int64_t end = clamp(call.integer(first + 1, length));
  end = end < length ? end : length;
  if (start > length)
    return {call.length() + 1, call.length()};
  return {call.bytes(start), call.bytes(end)};
}

int64_t search(const Call &call, bool backwards) {
  Bounds range = bounds(call, 1);
  if (range.start > range.end)
    return -1;
  const char *data = call.data() + range.start;
  int64_t length = range.end - range.start;
  int64_t at = backwards ? rfindIn(data, length, call.string(0))
                         : findIn(data, length, call.string(0), 0);
  return at < 0 ? -1 : call.columns(call.data(), at + range.start);
}

uint64_t methodFind(const Call &call) { return uint64_t(search(call, false)); }
uint64_t methodRfind(const Call &call) { return uint64_t(search(call, true)); }

uint64_t found(const Call &call, int64_t at) {
  if (at < 0)
    raisef("ValueError", call.where, "substring not found");
  return uint64_t(at);
}
uint64_t methodIndex(const Call &call) {
  return found(call, search(call, false));
}
uint64_t methodRindex(const Call &call) {
  return found(call, search(call, true));
}

uint64_t methodContains(const Call &call) {
  return findIn(call.data(), call.length(), call.string(0), 0) >= 0;
}

uint64_t methodCount(const Call &call) {
  Bounds range = bounds(call, 1);
  const tine_string *sub = call.string(0);
  if (range.start > range.end)
    return 0;
  if (!sub->length)
    return uint64_t(
        call.columns(call.data() + range.start, range.end - range.start) + 1);
  uint64_t count = 0;
  for (int64_t at = range.start;
       (at = findIn(call.data(), range.end, sub, at)) >= 0; at += sub->length)
    ++count;
  return count;
}

uint64_t affix(const Call &call, bool atEnd) {
  Bounds range = bounds(call, 1);
  const tine_string *part = call.string(0);
  if (range.end - range.start < part->length)
    return 0;
  int64_t at = atEnd ? range.end - part->length : range.start;
  return !memcmp(call.data() + at, part->data, size_t(part->length));
}
uint64_t methodStartswith(const Call &call) { return affix(call, false); }
uint64_t methodEndswith(const Call &call) { return affix(call, true); }

//===-- Stripping and padding -------------------------------------------===//

/// The bytes of the space that begins at `at`, or 0.
int64_t spaceAt(const Call &call, const char *at, const char *end) {
  if (!call.points || !(*at & 0x80))
    return isSpace(*at);
  const char *next = at;
  return properties(decode(next, end)) & isWhite ? next - at : 0;
}

/// Where the code point in front of `at` begins.
const char *before(const Call &call, const char *at, const char *start) {
  --at;
  while (call.points && at != start && isContinuation(*at))
    --at;
  return at;
}

int64_t spaceBefore(const Call &call, const char *at, const char *start) {
  const char *previous = before(call, at, start);
  return spaceAt(call, previous, at) ? at - previous : 0;
}

uint64_t strip(const Call &call, bool left, bool right) {
  const char *at = call.data(), *end = at + call.length();
  auto unwanted = [&](const char *from, const char *to) {
    if (!call.count)
      return spaceAt(call, from, to) != 0;
    const tine_string *set = call.string(0);
    return memmem(set->data, size_t(set->length), from, size_t(to - from)) !=
           nullptr;
  };
  while (left && at != end) {
    const char *next = at + call.step(at, end);
    if (!unwanted(at, next))
      break;
    at = next;
  }
  while (right && at != end) {
    const char *previous = before(call, end, at);
    if (!unwanted(previous, end))
      break;
    end = previous;
  }
  return slotOf(tine_abi_string_new(at, end - at));
}
uint64_t methodStrip(const Call &call) { return strip(call, true, true); }
uint64_t methodLstrip(const Call &call) { return strip(call, true, false); }
uint64_t methodRstrip(const Call &call) { return strip(call, false, true); }

uint64_t padded(const Call &call, int64_t left, int64_t right) {
  const char *fill = " ";
  int64_t size = 1;
  if (call.count > 1) {
    fill = call.string(1)->data;
    size = call.string(1)->length;
    if (!size || call.columns(fill, size) != 1)
      raisef("TypeError", call.where,
             "The fill character must be exactly one character long");
  }
  left = left > 0 ? left : 0;
  right = right > 0 ? right : 0;
  int64_t total;
  if (__builtin_add_overflow(left, right, &total) ||
      __builtin_mul_overflow(total, size, &total) ||
      __builtin_add_overflow(total, call.length(), &total))
    raisef("OverflowError", call.where, "padded string is too long");
  Text text;
  text.reserve(size_t(total));
  auto add = [&](int64_t count) {
    if (size == 1)
      text.fill(size_t(count), *fill);
    else
      for (int64_t i = 0; i < count; ++i)
        text.add(fill, size_t(size));
  };
  add(left);
  text.add(call.self);
  add(right);
  return slotOf(text.string());
}
/// How many columns the text lacks.
int64_t missing(const Call &call) {
  return call.integer(0, 0) - call.columns(call.data(), call.length());
}
uint64_t methodRjust(const Call &call) {
  return padded(call, missing(call), 0);
}
uint64_t methodLjust(const Call &call) {
  return padded(call, 0, missing(call));
}
uint64_t methodCenter(const Call &call) {
  int64_t width = call.integer(0, 0), pad = missing(call);
  if (pad <= 0)
    return padded(call, 0, 0);
  int64_t left = pad / 2 + (pad & width & 1);
  return padded(call, left, pad - left);
}
uint64_t methodZfill(const Call &call) {
  int64_t pad = missing(call);
  bool sign = call.length() && (*call.data() == '+' || *call.data() == '-');
  Text text;
  text.add(call.data(), sign);
  text.fill(size_t(pad > 0 ? pad : 0), '0');
  text.add(call.data() + sign, size_t(call.length() - sign));
  return slotOf(text.string());
}
uint64_t methodExpandtabs(const Call &call) {
  int64_t size = call.integer(0, 8), column = 0;
  Text text;
  for (int64_t i = 0; i < call.length(); ++i) {
    char c = call.data()[i];
    if (c == '\t') {
      int64_t more = size > 0 ? size - column % size : 0;
      text.fill(size_t(more));
      column += more;
      continue;
    }
    text.add(c);
    column = c == '\n' || c == '\r'             ? 0
             : call.points && isContinuation(c) ? column
                                                : column + 1;
  }
  return slotOf(text.string());
}

//===-- Splitting and joining -------------------------------------------===//

void pushPart(tine_list *list, const char *data, int64_t length) {
  *tine_abi_list_push(list) = slotOf(tine_abi_string_new(data, length));
}

/// TorchScript's: without a limit, and by bytes, of which some are those of
/// U+2028 and U+2029.
void splitBytes(const Call &call, tine_list *list) {
  static const char white[] = " \t\n\r\v\f\x1C\x1D\x1E\x85\xE2\x80\xA8\xA9";
  const char *at = call.data(), *end = at + call.length();
  while (at != end) {
    const char *start = at;
    while (at != end && !memchr(white, *at, sizeof(white) - 1))
      ++at;
    if (at != start)
      pushPart(list, start, at - start);
    at += at != end;
  }
}

void splitSpaces(const Call &call, tine_list *list, int64_t limit) {
  if (!call.inPython)
    return splitBytes(call, list);
  const char *at = call.data(), *end = at + call.length();
  for (;;) {
    while (at != end && spaceAt(call, at, end))
      at += spaceAt(call, at, end);
    if (at == end)
      return;
    const char *start = at;
    if (limit-- == 0) {
      pushPart(list, start, end - start);
      return;
    }
    while (at != end && !spaceAt(call, at, end))
      at += call.step(at, end);
    pushPart(list, start, at - start);
  }
}

void rsplitSpaces(const Call &call, tine_list *list, int64_t limit) {
  const char *start = call.data(), *at = start + call.length();
  for (;;) {
    while (at != start && spaceBefore(call, at, start))
      at -= spaceBefore(call, at, start);
    if (at == start)
      break;
    const char *end = at;
    if (limit-- == 0) {
      pushPart(list, start, end - start);
      break;
    }
    while (at != start && !spaceBefore(call, at, start))
      at = before(call, at, start);
    pushPart(list, at, end - at);
  }
  tine_abi_list_reverse(list);
}

uint64_t methodSplitWhite(const Call &call) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  splitSpaces(call, list, call.integer(0, -1));
  return reinterpret_cast<uintptr_t>(list);
}
uint64_t methodRsplitWhite(const Call &call) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  rsplitSpaces(call, list, call.integer(0, -1));
  return reinterpret_cast<uintptr_t>(list);
}

const tine_string *separator(const Call &call) {
  const tine_string *result = call.count ? call.string(0) : nullptr;
  if (result && !result->length)
    raisef("ValueError", call.where, "empty separator");
  return result; // null: white space
}

uint64_t methodSplit(const Call &call) {
  const tine_string *sep = separator(call);
  int64_t limit = call.integer(1, -1);
  tine_list *list = tine_abi_list_new(1, 1, 0);
  if (!sep) {
    splitSpaces(call, list, limit);
  } else {
    int64_t from = 0, at;
    while (limit-- != 0 &&
           (at = findIn(call.data(), call.length(), sep, from)) >= 0) {
      pushPart(list, call.data() + from, at - from);
      from = at + sep->length;
    }
    pushPart(list, call.data() + from, call.length() - from);
  }
  return reinterpret_cast<uintptr_t>(list);
}

uint64_t methodRsplit(const Call &call) {
  const tine_string *sep = separator(call);
  int64_t limit = call.integer(1, -1);
  tine_list *list = tine_abi_list_new(1, 1, 0);
  if (!sep) {
    rsplitSpaces(call, list, limit);
  } else {
    int64_t to = call.length(), at;
    while (limit-- != 0 && (at = rfindIn(call.data(), to, sep)) >= 0) {
      pushPart(list, call.data() + at + sep->length, to - at - sep->length);
      to = at;
    }
    pushPart(list, call.data(), to);
    tine_abi_list_reverse(list);
  }
  return reinterpret_cast<uintptr_t>(list);
}

uint64_t methodSplitlines(const Call &call) {
  bool keep = call.integer(0, 0) != 0;
  // U+0085, U+2028 and U+2029 end lines, too.
  auto ends = [&](const char *c) -> int64_t {
    if (!call.points || !(*c & 0x80))
      return (*c >= '\n' && *c <= '\r') || (*c >= 0x1C && *c <= 0x1E);
    const char *next = c;
    int32_t point = decode(next, call.data() + call.length());
    return point == 0x85 || point == 0x2028 || point == 0x2029 ? next - c : 0;
  };
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = call.data(), *end = at + call.length();
  while (at != end) {
    const char *start = at;
    while (at != end && !ends(at))
      ++at;
    const char *stop = at;
    if (at != end)
      at += *at == '\r' && at + 1 != end && at[1] == '\n' ? 2 : ends(at);
    pushPart(list, start, (keep ? at : stop) - start);
  }
  return reinterpret_cast<uintptr_t>(list);
}

uint64_t methodJoin(const Call &call) {
  auto *list = reinterpret_cast<tine_list *>(call.args[0]);
  Text text;
  for (int64_t i = 0; i < list->length; ++i) {
    if (i)
      text.add(call.self);
    text.add(asString(*elementOf(list, i)));
  }
  return slotOf(text.string());
}

uint64_t methodReplace(const Call &call) {
  const tine_string *old = call.string(0), *fresh = call.string(1);
  int64_t limit = call.integer(2, -1), from = 0, at;
  Text text;
  while (limit-- != 0 &&
         (at = findIn(call.data(), call.length(), old, from)) >= 0) {
    text.add(call.data() + from, size_t(at - from));
    text.add(fresh);
    from = at + old->length;
    if (!old->length) { // between all characters
      if (from == call.length())
        return slotOf(text.string());
      const char *next = call.data() + from;
      int64_t size = call.step(next, call.data() + call.length());
      text.add(next, size_t(size));
      from += size;
    }
  }
  text.add(call.data() + from, size_t(call.length() - from));
  return slotOf(text.string());
}

uint64_t methodRepeat(const Call &call) {
  int64_t times = call.integer(0, 0), total = 0;
  if (times > 0 && __builtin_mul_overflow(times, call.length(), &total))
    raisef("OverflowError", call.where, "repeated string is too long");
  Text text;
  text.reserve(size_t(total));
  for (int64_t i = 0; i < times && call.length(); ++i)
    text.add(call.self);
  return slotOf(text.string());
}

uint64_t methodOrd(const Call &call) {
  int64_t length = call.columns(call.data(), call.length());
  if (length != 1)
    raisef("TypeError", call.where,
           "ord() expected a character, but string of length %lld found",
           static_cast<long long>(length));
  const char *at = call.data();
  return call.points ? uint64_t(decode(at, at + call.length()))
                     : static_cast<unsigned char>(*at);
}

uint64_t methodIsascii(const Call &call) { return isAscii(call.self); }

uint64_t methodIsFloat(const Call &call) {
  double value;
  return readFloat(call.self, value);
}
uint64_t methodIsInt(const Call &call) { return isIntText(call.self); }

uint64_t methodToInt(const Call &call) {
  return uint64_t(
      stringToInt(call.self, call.integer(0, 10), call.inPython, call.where));
}

/// TorchScript's; Python's has a function of its own.
uint64_t methodToFloat(const Call &call) {
  double value = scriptToFloat(call.self, call.where);
  uint64_t slot;
  memcpy(&slot, &value, sizeof(slot));
  return slot;
}

/// True; raises where the text is not UTF-8.
uint64_t methodDecode(const Call &call) {
  const char *at = call.data(), *end = at + call.length(), *start;
  do {
    start = at;
  } while (at != end && decode(at, end) >= 0);
  if (start == end)
    return 1;
  auto first = static_cast<unsigned char>(*start);
  int more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  bool starts = more && first < 0xF5;
  int count = 1;
  while (starts && start + count != end && isContinuation(start[count]))
    ++count;
  const char *reason = !starts                ? "invalid start byte"
                       : start + count == end ? "unexpected end of data"
                                              : "invalid continuation byte";
  auto position = static_cast<long long>(start - call.data());
  if (count > 1)
    raisef("UnicodeDecodeError", call.where,
           "'utf-8' codec can't decode bytes in position %lld-%lld: %s",
           position, position + count - 1, reason);
  raisef("UnicodeDecodeError", call.where,
         "'utf-8' codec can't decode byte 0x%02x in position %lld: %s", first,
         position, reason);
}

uint64_t methodCharacters(const Call &call) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *at = call.data(), *end = at + call.length();
  while (at != end) {
    int64_t size = call.step(at, end);
    pushPart(list, at, size);
    at += size;
  }
  return reinterpret_cast<uintptr_t>(list);
}

uint64_t parts(const Call &call, bool backwards) {
  const tine_string *sep = call.string(0);
  if (!sep->length)
    raisef("ValueError", call.where, "empty separator");
  int64_t at = backwards ? rfindIn(call.data(), call.length(), sep)
                         : findIn(call.data(), call.length(), sep, 0);
  tine_list *list = tine_abi_list_new(1, 1, 0);
  const char *data = call.data(), *end = data + call.length();
  if (at < 0 && backwards) {
    pushPart(list, "", 0);
    pushPart(list, "", 0);
  }
  if (at < 0) {
    pushPart(list, data, call.length());
  } else {
    pushPart(list, data, at);
    pushPart(list, sep->data, sep->length);
    pushPart(list, data + at + sep->length, end - data - at - sep->length);
  }
  if (at < 0 && !backwards) {
    pushPart(list, "", 0);
    pushPart(list, "", 0);
  }
  return reinterpret_cast<uintptr_t>(list);
}
uint64_t methodPartition(const Call &call) { return parts(call, false); }
uint64_t methodRpartition(const Call &call) { return parts(call, true); }

uint64_t withoutAffix(const Call &call, bool atEnd) {
  int64_t cut = affix(call, atEnd) ? call.string(0)->length : 0;
  return slotOf(tine_abi_string_new(call.data() + (atEnd ? 0 : cut),
                                    call.length() - cut));
}
uint64_t methodRemoveprefix(const Call &call) {
  return withoutAffix(call, false);
}
uint64_t methodRemovesuffix(const Call &call) {
  return withoutAffix(call, true);
}

struct Method {
  const char *name;
  uint64_t (*function)(const Call &);
  /// Of letters beyond ASCII, if it differs.
  uint64_t (*ofPoints)(const Call &) = nullptr;
};

constexpr Method methods[] = {
    {"capitalize", methodCapitalize, pointsCapitalize},
    {"casefold", methodLower, pointsFold},
    {"center", methodCenter},
    {"characters", methodCharacters},
    {"contains", methodContains},
    {"count", methodCount},
    {"decode", methodDecode},
    {"endswith", methodEndswith},
    {"expandtabs", methodExpandtabs},
    {"find", methodFind},
    {"index", methodIndex},
    {"is_float", methodIsFloat},
    {"is_int", methodIsInt},
    {"isalnum", methodIsalnum, pointsIsalnum},
    {"isalpha", methodIsalpha, pointsIsalpha},
    {"isascii", methodIsascii},
    {"isdecimal", methodIsdigit, pointsIsdecimal},
    {"isdigit", methodIsdigit, pointsIsdigit},
    {"isidentifier", methodIsidentifier, pointsIsidentifier},
    {"islower", methodIslower, pointsIslower},
    {"isnumeric", methodIsdigit, pointsIsnumeric},
    {"isprintable", methodIsprintable, pointsIsprintable},
    {"isspace", methodIsspace, pointsIsspace},
    {"istitle", methodIstitle, pointsIstitle},
    {"isupper", methodIsupper, pointsIsupper},
    {"join", methodJoin},
    {"ljust", methodLjust},
    {"lower", methodLower, pointsLower},
    {"lstrip", methodLstrip},
    {"ord", methodOrd},
    {"partition", methodPartition},
    {"removeprefix", methodRemoveprefix},
    {"removesuffix", methodRemovesuffix},
    {"repeat", methodRepeat},
    {"replace", methodReplace},
    {"rfind", methodRfind},
    {"rindex", methodRindex},
    {"rjust", methodRjust},
    {"rpartition", methodRpartition},
    {"rsplit", methodRsplit},
    {"rsplit_white", methodRsplitWhite},
    {"rstrip", methodRstrip},
    {"split", methodSplit},
    {"split_white", methodSplitWhite},
    {"splitlines", methodSplitlines},
    {"startswith", methodStartswith},
    {"strip", methodStrip},
    {"swapcase", methodSwapcase, pointsSwapcase},
    {"title", methodTitle, pointsTitle},
    {"to_float", methodToFloat},
    {"to_int", methodToInt},
    {"upper", methodUpper, pointsUpper},
    {"zfill", methodZfill},
};

} // namespace

uint64_t tine_abi_string_method(const char *name, tine_string *self,
                                const uint64_t *args, int64_t count,
                                int32_t bytes, const char *where) {
  bool points = !bytes && !isAscii(self);
  for (const Method &method : methods)
    if (!strcmp(method.name, name))
      return (points && method.ofPoints ? method.ofPoints : method.function)(
          {self, args, count, where, !bytes, points});
  raisef("RuntimeError", where, "strings have no method '%s'", name);
}
