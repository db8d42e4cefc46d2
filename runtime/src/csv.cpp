//===- csv.cpp - Rows of text ---------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The states of CPython's reader. A row is a text of one line, or of more where
// a field in quotes has ends of lines.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"

#include <string.h>

using namespace tine;

namespace {

class Row {
public:
  Row(const tine_string *text, const tine_string *delimiter,
      const tine_string *quote, const tine_string *options, const char *where)
      : at(text->data), end(text->data + text->length), delimiter(delimiter),
        quote(quote), skipsSpace(memchr(options->data, ' ', length(options))),
        isStrict(memchr(options->data, 's', length(options))), where(where) {}

  /// Whether the last field is in quotes that nothing closes. The fields go to
  /// the list, if there is one.
  bool read(tine_list *into) {
    list = into;
    while (at < end && !isDone)
      step();
    if (at < end)
      raise("new-line character seen in unquoted field - do you need to open "
            "the file with newline=''?");
    bool isOpen = state == State::Quoted;
    if (isOpen && list && isStrict)
      raise("unexpected end of data");
    if (!isDone && state != State::Record)
      save();
    return isOpen;
  }

private:
  enum class State : uint8_t { Record, Field, Plain, Quoted, QuoteInQuoted };

  static size_t length(const tine_string *text) { return size_t(text->length); }

  [[noreturn]] void raise(const char *message) {
    raisef("Error", where, "%s", message);
  }

  bool take(const tine_string *text) {
    if (!text->length || *at != text->data[0] ||
        size_t(end - at) < length(text) ||
        memcmp(at, text->data, length(text)) != 0)
      return false;
    at += text->length;
    return true;
  }

  bool takeEnd() {
    if (*at != '\n' && *at != '\r')
      return false;
    while (at < end && (*at == '\n' || *at == '\r'))
      ++at;
    return true;
  }

  void add(char c) {
    if (field.size >= 131072)
      raise("field larger than field limit (131072)");
    field.add(c);
  }

  void save() {
    if (list)
      *tine_abi_list_push(list) =
          uint64_t(reinterpret_cast<uintptr_t>(field.string()));
    field.clear();
  }

  void step() {
    switch (state) {
    case State::Record:
      if (takeEnd()) {
        isDone = true;
        return;
      }
      state = State::Field;
      [[fallthrough]];
    case State::Field:
      if (take(quote))
        state = State::Quoted;
      else if (*at == ' ' && skipsSpace)
        ++at;
      else
        plain();
      return;
    case State::Plain:
      return plain();
    case State::Quoted:
      if (take(quote))
        state = State::QuoteInQuoted;
      else
        add(*at++);
      return;
    case State::QuoteInQuoted:
      if (take(quote)) {
        for (int64_t i = 0; i < quote->length; ++i)
          add(quote->data[i]);
        state = State::Quoted;
        return;
      }
      if (isStrict && *at != '\n' && *at != '\r' && !isDelimiter())
        raise("'delimiter' expected after 'quotechar'");
      return plain();
    }
  }

  bool isDelimiter() {
    const char *before = at;
    bool is = take(delimiter);
    at = before;
    return is;
  }

  /// The next character of a field without quotes, or what ends it.
  void plain() {
    if (takeEnd()) {
      save();
      isDone = true;
    } else if (take(delimiter)) {
      save();
      state = State::Field;
    } else {
      const char *from = at++;
      while (at < end && *at != '\n' && *at != '\r' &&
             *at != delimiter->data[0])
        ++at;
      if (field.size + size_t(at - from) > 131072)
        raise("field larger than field limit (131072)");
      field.add(from, size_t(at - from));
      state = State::Plain;
    }
  }

  const char *at, *end;
  const tine_string *delimiter, *quote;
  bool skipsSpace, isStrict;
  const char *where;
  State state = State::Record;
  bool isDone = false;
  Text field;
  tine_list *list = nullptr;
};

} // namespace

int64_t tine_abi_csv_is_open(tine_string *text, tine_string *delimiter,
                             tine_string *quote, tine_string *options,
                             const char *where) {
  if (!quote->length ||
      !memchr(text->data, quote->data[0], size_t(text->length)))
    return 0;
  return Row(text, delimiter, quote, options, where).read(nullptr);
}

tine_list *tine_abi_csv_row(tine_string *text, tine_string *delimiter,
                            tine_string *quote, tine_string *options,
                            const char *where) {
  tine_list *list = tine_abi_list_new(1, 1, 0);
  Row(text, delimiter, quote, options, where).read(list);
  return list;
}
