//===- save_text.cpp - np.savetxt() -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of numbers, each by a format as Python's % has it.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "output.h"
#include "saving.h"

#include <math.h>
#include <stdio.h>

using namespace tine;

namespace {

const tine_string *textAt(const uint64_t *slots, int i) {
  return reinterpret_cast<const tine_string *>(slots[i]);
}

/// A format with one or more conversions, taken apart.
class RowFormat {
public:
  /// Adds the text up to the next conversion and that, for printf; false at the
  /// end of the format, or, with `isBad`, where it is none of these.
  bool next(const char *&at, const char *end, Text &literal, Text &conversion) {
    literal.clear();
    conversion.clear();
    while (at != end) {
      if (*at != '%') {
        literal.add(*at++);
        continue;
      }
      ++at;
      if (at != end && *at == '%') {
        literal.add(*at++);
        continue;
      }
      conversion.add('%');
      int digits = 0;
      while (at != end && strchr("-+ #0123456789.", *at) && digits++ < 12)
        conversion.add(*at++);
      isBad = at == end || !strchr("diueEfFgG", *at);
      if (isBad)
        return false;
      conversion.add(*at++);
      return true;
    }
    return false;
  }
  bool isBad = false;
};

bool isWhole(char conversion) {
  return conversion == 'd' || conversion == 'i' || conversion == 'u';
}

/// One element by a conversion, as Python has it.
void addElement(Text &out, Text &conversion, const tine_tensor *tensor,
                int64_t i) {
  char letter = conversion.data[conversion.size - 1];
  bool isFloat = isFloating(tensor->head.dtype);
  char text[512];
  int length = 0;
  if (isWhole(letter)) {
    conversion.size -= 1;
    conversion.add("lld", 4);
    length = snprintf(text, sizeof(text), conversion.data,
                      isFloat ? (long long)(elementAsDouble(tensor, i))
                              : (long long)(elementAsInt(tensor, i)));
    conversion.size -= 4;
    conversion.add(letter);
  } else {
    double value = elementAsDouble(tensor, i);
    // A NaN has no sign in Python.
    if (isnan(value))
      value = double(NAN);
    conversion.add('\0');
    length = snprintf(text, sizeof(text), conversion.data, value);
    conversion.size -= 1;
  }
  out.add(text, length < int(sizeof(text)) ? size_t(length) : sizeof(text) - 1);
}

} // namespace

void tine_abi_save_text(tine_string *path, const char *, const uint64_t *slots,
                        const char *where) {
  const auto *tensor = reinterpret_cast<const tine_tensor *>(slots[0]);
  const tine_string *format = textAt(slots, 1), *delimiter = textAt(slots, 2),
                    *newline = textAt(slots, 3), *header = textAt(slots, 4),
                    *footer = textAt(slots, 5);
  int64_t rows = tensor->sizes[0];
  int64_t columns = tensor->head.rank > 1 ? tensor->sizes[1] : 1;
  const char *end = format->data + format->length;
  RowFormat parts;
  Text literal, conversion;
  int64_t count = 0;
  const char *at = format->data;
  while (parts.next(at, end, literal, conversion))
    ++count;
  if (parts.isBad || count == 0 || (count != 1 && count != columns))
    raisef("ValueError", where,
           parts.isBad || !count ? "invalid fmt: '%s'"
                                 : "fmt has wrong number of %% formats:  %s",
           format->data);
  Text out;
  SavedFile file(path, where);
  out.add(header);
  bool good = true;
  for (int64_t row = 0; good && row < rows; ++row) {
    at = format->data;
    for (int64_t column = 0; column < columns; ++column) {
      if (count == 1) {
        at = format->data;
        if (column)
          out.add(delimiter);
      }
      parts.next(at, end, literal, conversion);
      out.add(literal.data, literal.size);
      addElement(out, conversion, tensor, row * columns + column);
      if (count == 1 || column + 1 == columns) {
        parts.next(at, end, literal, conversion);
        out.add(literal.data, literal.size);
      }
    }
    out.add(newline);
    if (out.size > 1 << 16) {
      good = writeAll(file.descriptor, out.data, out.size);
      out.clear();
    }
  }
  out.add(footer);
  file.finish(good && writeAll(file.descriptor, out.data, out.size));
}
