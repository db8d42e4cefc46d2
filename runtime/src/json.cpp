//===- json.cpp - JSON values in the run ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked of values that were read, and the texts of those that are
// written.
//
//===----------------------------------------------------------------------===//

#include "json.h"
#include "errors.h"
#include "format_number.h"
#include "objects.h"
#include "unicode.h"

#include <stdlib.h>
#include <string.h>

using namespace tine;

namespace {

uint64_t wordAt(const char *place) {
  uint64_t word;
  memcpy(&word, place, sizeof(word));
  return word;
}

/// A list or dict, with the table behind its items.
struct Table {
  const char *value, *entries;
  uint64_t count;
  bool isDict;

  explicit Table(const char *value) : value(value), isDict(*value == 'o') {
    count = wordAt(value + 9);
    entries = value + wordAt(value + 1) - count * (isDict ? 24 : 8);
  }
  const char *item(uint64_t i) const {
    return value + wordAt(isDict ? entries + 24 * i + 8 : entries + 8 * i);
  }
  /// The text of the key, which is in front of what `length` says.
  const char *key(uint64_t i, uint64_t &length) const {
    const char *place = value + wordAt(entries + 24 * i);
    length = wordAt(place + 1);
    return place + 9;
  }
  uint64_t inOrder(uint64_t i) const { return wordAt(entries + 24 * i + 16); }
};

uint64_t bytesOf(const char *value) {
  switch (*value) {
  case 'i':
  case 'd':
    return 9;
  case 's':
  case 'I':
  case 'E':
    return 9 + wordAt(value + 1);
  case 'l':
  case 'o':
    return wordAt(value + 1);
  default:
    return 1;
  }
}

tine_string *newText(const char *data, uint64_t size) {
  return tine_abi_string_new(data, int64_t(size));
}

tine_string *part(const char *value) { return newText(value, bytesOf(value)); }

double floatAt(const char *value) {
  double number;
  memcpy(&number, value + 1, sizeof(number));
  return number;
}

void addTextRepr(Text &text, const char *data, uint64_t size) {
  tine_string *string = newText(data, size);
  addPythonRepr(text, string);
  tine_abi_release(string);
}

void addRepr(Text &text, const char *value) {
  switch (*value) {
  case 'n':
    return text.add("None");
  case 'f':
    return text.add("False");
  case 't':
    return text.add("True");
  case 'i':
    return text.addf("%lld", static_cast<long long>(wordAt(value + 1)));
  case 'd':
    return addPythonFloat(text, floatAt(value));
  case 's':
    return addTextRepr(text, value + 9, wordAt(value + 1));
  case 'I':
    return text.add(value + 9, wordAt(value + 1));
  default:
    break;
  }
  Table table(value);
  text.add(table.isDict ? '{' : '[');
  for (uint64_t i = 0; i < table.count; ++i) {
    if (i)
      text.add(", ");
    if (table.isDict) {
      uint64_t length;
      const char *key = table.key(i, length);
      addTextRepr(text, key, length);
      text.add(": ");
    }
    addRepr(text, table.item(i));
  }
  text.add(table.isDict ? '}' : ']');
}

/// A text as JSON has it.
void addQuoted(Text &text, const char *data, uint64_t size, bool isAscii) {
  static const char letters[] = "\"\\\b\f\n\r\t", escapes[] = "\"\\bfnrt";
  text.add('"');
  for (const char *at = data, *end = data + size; at < end;) {
    auto byte = static_cast<unsigned char>(*at);
    const char *special =
        byte ? static_cast<const char *>(memchr(letters, byte, 7)) : nullptr;
    if (special) {
      text.add('\\');
      text.add(escapes[special - letters]);
      ++at;
    } else if (byte < 0x20) {
      text.addf("\\u%04x", unsigned(byte));
      ++at;
    } else if (byte < 0x80 || !isAscii) {
      text.add(*at++);
    } else if (int32_t point = decode(at, end); point > 0xFFFF) {
      unsigned rest = unsigned(point) - 0x10000;
      text.addf("\\u%04x\\u%04x", 0xD800 + rest / 0x400, 0xDC00 + rest % 0x400);
    } else {
      text.addf("\\u%04x", unsigned(point) & 0xFFFF);
    }
  }
  text.add('"');
}

} // namespace

JsonKind tine::kindOfJson(const char *value, size_t size) {
  switch (size ? *value : 0) {
  case 'n':
    return JsonKind::Null;
  case 'f':
  case 't':
    return JsonKind::Bool;
  case 'i':
  case 'I':
    return JsonKind::Int;
  case 'd':
    return JsonKind::Float;
  case 's':
    return JsonKind::String;
  case 'l':
    return JsonKind::List;
  case 'o':
    return JsonKind::Dict;
  case 'E':
    return JsonKind::Error;
  default:
    return JsonKind::Missing;
  }
}

void tine::addJsonRepr(Text &text, const char *value, size_t) {
  addRepr(text, value);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

tine_string *tine_abi_json_parse(tine_string *text, const char *where) {
  if (text->length > int64_t(1) << 30)
    raisef("MemoryError", where, "JSON of more than 1 GiB is not supported");
  Text value;
  parseJson(text->data, size_t(text->length), value);
  return value.string();
}

int64_t tine_abi_json_kind(tine_string *value, const char *) {
  return int64_t(kindOfJson(value->data, size_t(value->length)));
}

tine_string *tine_abi_json_text(tine_string *value, const char *) {
  char kind = value->data[0];
  if (kind == 's' || kind == 'E' || kind == 'I')
    return newText(value->data + 9, wordAt(value->data + 1));
  return newText("", 0);
}

int64_t tine_abi_json_int(tine_string *value, const char *where) {
  switch (value->data[0]) {
  case 'i':
    return int64_t(wordAt(value->data + 1));
  case 't':
    return 1;
  case 'I':
    raisef("OverflowError", where, "an int of JSON has more than 64 bits");
  default:
    return 0;
  }
}

double tine_abi_json_float(tine_string *value, const char *where) {
  if (value->data[0] == 'd')
    return floatAt(value->data);
  if (value->data[0] != 'I')
    return double(tine_abi_json_int(value, where));
  Text digits;
  digits.add(value->data + 9, wordAt(value->data + 1));
  digits.add("", 1);
  return strtod(digits.data, nullptr);
}

int64_t tine_abi_json_length(tine_string *value, const char *) {
  return int64_t(Table(value->data).count);
}

/// The place of a key in the order of keys: a search by halves.
static int64_t findKey(const Table &table, const tine_string *name) {
  uint64_t low = 0, high = table.count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2, length;
    uint64_t entry = table.inOrder(middle);
    const char *key = table.key(entry, length);
    auto wanted = uint64_t(name->length);
    int order = memcmp(key, name->data, length < wanted ? length : wanted);
    if (order == 0 && length == wanted)
      return int64_t(entry);
    if (order < 0 || (order == 0 && length < wanted))
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

tine_string *tine_abi_json_key(tine_string *value, tine_string *name,
                               const char *) {
  if (value->data[0] != 'o')
    return newText("", 0);
  Table table(value->data);
  int64_t entry = findKey(table, name);
  return entry < 0 ? newText("", 0) : part(table.item(uint64_t(entry)));
}

tine_string *tine_abi_json_item(tine_string *value, int64_t index,
                                const char *) {
  if (value->data[0] != 'l')
    return newText("", 0);
  Table table(value->data);
  if (index < 0)
    index += int64_t(table.count);
  return index < 0 || index >= int64_t(table.count)
             ? newText("", 0)
             : part(table.item(uint64_t(index)));
}

static void append(tine_list *list, tine_string *string) {
  *tine_abi_list_push(list) = uint64_t(reinterpret_cast<uintptr_t>(string));
}

tine_list *tine_abi_json_items(tine_string *value, const char *) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  Table table(value->data);
  for (uint64_t i = 0; i < table.count; ++i)
    append(list, part(table.item(i)));
  return list;
}

tine_list *tine_abi_json_keys(tine_string *value, const char *) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  Table table(value->data);
  for (uint64_t i = 0, length; i < table.count; ++i) {
    const char *key = table.key(i, length);
    append(list, newText(key, length));
  }
  return list;
}

tine_string *tine_abi_json_repr(tine_string *value, const char *) {
  Text text;
  addJsonRepr(text, value->data, size_t(value->length));
  return text.string();
}

tine_string *tine_abi_json_quote(tine_string *text, int64_t isAscii,
                                 const char *) {
  Text quoted;
  addQuoted(quoted, text->data, uint64_t(text->length), isAscii != 0);
  return quoted.string();
}
