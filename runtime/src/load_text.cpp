//===- load_text.cpp - np.loadtxt() and np.genfromtxt() ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of numbers in a text.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "opened.h"
#include "stored.h"
#include "zip.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

using namespace tine;

namespace {

/// A line has at most so many columns.
constexpr size_t maxColumns = 1 << 24;

struct Field {
  const char *data;
  size_t size;
};

class TextReader {
public:
  const tine_string *delimiter, *comments, *columns;
  int64_t dtype, skipped, most;
  bool isLenient; // genfromtxt: what is no number is a NaN

  /// Reads the rows of the text; false with a message.
  bool read(const char *text, size_t size, Text &problem) {
    if (!readColumns(problem))
      return false;
    const char *at = text, *end = text + size;
    for (int64_t line = 0; at != end; ++line) {
      const char *stop = at;
      while (stop != end && *stop != '\n' && *stop != '\r')
        ++stop;
      const char *behind = stop;
      if (behind != end)
        behind += *stop == '\r' && stop + 1 != end && stop[1] == '\n' ? 2 : 1;
      if (line >= skipped && (most < 0 || rows < most) &&
          !readLine(at, stop, line, problem))
        return false;
      at = behind;
    }
    return true;
  }

  Array<double> floats;
  Array<int64_t> ints;
  int64_t rows = 0, width = 0;

private:
  bool isInteger() const { return !isFloating(int(dtype)); }

  /// "0,2" as numbers.
  bool readColumns(Text &problem) {
    const char *at = columns->data;
    while (*at) {
      char *stop = nullptr;
      long long number = strtoll(at, &stop, 10);
      if (stop == at) {
        problem.add("usecols must be an int or a sequence of ints");
        return false;
      }
      chosen.add(number);
      at = *stop == ',' ? stop + 1 : stop;
    }
    return true;
  }

  static bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
  }
  static Field strip(Field field) {
    while (field.size && isSpace(*field.data)) {
      ++field.data;
      --field.size;
    }
    while (field.size && isSpace(field.data[field.size - 1]))
      --field.size;
    return field;
  }

  bool readLine(const char *at, const char *end, int64_t line, Text &problem) {
    auto marks = size_t(comments->length);
    for (const char *mark = at; marks && mark + marks <= end; ++mark)
      if (!memcmp(mark, comments->data, marks))
        end = mark;
    if (strip({at, size_t(end - at)}).size == 0)
      return true;
    fields.clear();
    auto split = size_t(delimiter->length);
    if (!split) {
      while (at != end) {
        while (at != end && isSpace(*at))
          ++at;
        const char *start = at;
        while (at != end && !isSpace(*at))
          ++at;
        if (at != start)
          fields.add({start, size_t(at - start)});
      }
    } else {
      const char *start = at;
      for (; at + split <= end && fields.size() < maxColumns;)
        if (!memcmp(at, delimiter->data, split)) {
          fields.add({start, size_t(at - start)});
          start = at += split;
        } else {
          ++at;
        }
      fields.add({start, size_t(end - start)});
    }
    return addRow(line, problem);
  }

  bool addRow(int64_t line, Text &problem) {
    auto count = int64_t(fields.size());
    if (!found)
      found = count;
    if (count != found && (isLenient || !chosen.size()))
      return failOfColumns(count, line, problem);
    auto wanted = chosen.size() ? int64_t(chosen.size()) : count;
    for (int64_t i = 0; i < wanted; ++i) {
      int64_t column = chosen.size() ? chosen[size_t(i)] : i;
      if (column < 0)
        column += count;
      if (column < 0 || column >= count) {
        problem.addf("invalid column index %lld at row %lld with %lld columns",
                     static_cast<long long>(chosen[size_t(i)]),
                     static_cast<long long>(rows + 1),
                     static_cast<long long>(count));
        return false;
      }
      if (!addNumber(strip(fields[size_t(column)]), column, problem))
        return false;
    }
    width = wanted;
    ++rows;
    return true;
  }

  bool failOfColumns(int64_t count, int64_t line, Text &problem) const {
    if (isLenient)
      problem.addf("Some errors were detected !\n    Line #%lld (got %lld "
                   "columns instead of %lld)",
                   static_cast<long long>(line + 1),
                   static_cast<long long>(count),
                   static_cast<long long>(found));
    else
      problem.addf("the number of columns changed from %lld to %lld at row "
                   "%lld; use `usecols` to select a subset and avoid this "
                   "error",
                   static_cast<long long>(found), static_cast<long long>(count),
                   static_cast<long long>(rows + 1));
    return false;
  }

  bool addNumber(Field field, int64_t column, Text &problem) {
    // Behind a field there is something that is no part of a number.
    char buffer[128];
    char *stop = nullptr;
    bool isRead = field.size && field.size < sizeof(buffer) &&
                  !memchr(field.data, 0, field.size) &&
                  !memchr(field.data, 'x', field.size) &&
                  !memchr(field.data, 'X', field.size);
    if (isRead) {
      memcpy(buffer, field.data, field.size);
      buffer[field.size] = 0;
      errno = 0;
      if (isInteger()) {
        ints.add(strtoll(buffer, &stop, 10));
        isRead = !errno;
      } else {
        floats.add(strtod(buffer, &stop));
      }
      isRead &= stop == buffer + field.size;
      if (!isRead)
        isInteger() ? ints.shrink(ints.size() - 1)
                    : floats.shrink(floats.size() - 1);
    }
    if (isRead)
      return true;
    if (isLenient) {
      isInteger() ? ints.add(-1) : floats.add(double(NAN));
      return true;
    }
    problem.add("could not convert string '");
    problem.add(field.data, field.size < 100 ? field.size : 100);
    Text name;
    addType(name, int(dtype), nullptr, 0);
    name.size -= 2;
    problem.add("' to ");
    problem.add(name.data, name.size);
    problem.addf(" at row %lld, column %lld.", static_cast<long long>(rows),
                 static_cast<long long>(column + 1));
    return false;
  }

  Array<int64_t> chosen;
  Array<Field> fields;
  int64_t found = 0; // columns of the first row
};

/// The sizes without those of 1, as np.loadtxt gives them.
int squeeze(int64_t rows, int64_t columns, int64_t atLeast, int64_t *sizes) {
  int rank = 0;
  if (rows == 0) {
    sizes[rank++] = 0;
    if (atLeast == 2)
      sizes[rank++] = 1;
    return rank;
  }
  if (rows != 1 || atLeast == 2)
    sizes[rank++] = rows;
  if (columns != 1 || atLeast == 2)
    sizes[rank++] = columns;
  if (rank < atLeast)
    sizes[rank++] = 1;
  return rank;
}

} // namespace

tine_string *tine_abi_stored_load_text(
    tine_string *path, tine_string *delimiter, tine_string *comments,
    tine_string *columns, int64_t dtype, int64_t skipped, int64_t most,
    int64_t atLeast, int64_t isLenient, const char *where) {
  OpenedFile file(path, where);
  Text text, problem;
  text.fill(file.size, 0);
  errno = 0;
  bool good = !file.size || readAt(file.descriptor, text.data, file.size, 0);
  file.shut();
  if (!good) {
    problem.add(errno ? strerror(errno) : "it ends too early");
    raiseOfContents("OSError", path, problem, where);
  }
  TextReader reader;
  reader.delimiter = delimiter;
  reader.comments = comments;
  reader.columns = columns;
  reader.dtype = dtype;
  reader.skipped = skipped;
  reader.most = most;
  reader.isLenient = isLenient != 0;
  if (!reader.read(text.data, text.size, problem))
    raiseOfContents("ValueError", path, problem, where);
  StoredBuilder builder(path);
  bool isFloat = isFloating(int(dtype));
  int64_t sizes[2] = {};
  StoredNode node;
  node.kind = STORED_TENSOR;
  node.dtype = isFloat ? TINE_FLOAT64 : TINE_INT64;
  node.rank = uint8_t(squeeze(reader.rows, reader.width, atLeast, sizes));
  size_t count = isFloat ? reader.floats.size() : reader.ints.size();
  node.value = builder.addData(count * 8);
  node.more = 0;
  addShape(builder.sizes, sizes, node.rank, false);
  builder.nodes.add(node);
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  if (count)
    memcpy(data,
           isFloat ? static_cast<void *>(reader.floats.begin())
                   : static_cast<void *>(reader.ints.begin()),
           count * 8);
  return string;
}
