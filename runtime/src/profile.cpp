//===- profile.cpp - Profilers of the program -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.profiler: what a trace gathers between start and stop stays in memory,
// is written as a file for chrome://tracing, and summed up by names. A profile
// lives as long as the program, as its number may be anywhere.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "output.h"
#include "tine/abi.h"
#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace tine;

namespace {

/// Operations of one name, or of one name and shapes.
struct Row {
  const char *name;
  size_t length;
  const char *shapes;               // or null
  double calls, total, self, flops; // times in nanoseconds
  size_t first; // its number in the order of their appearance
};

struct Rows {
  Row *data;
  size_t count, capacity;
  bool made;
};

struct Profile {
  TracePart *parts; // taken when the profile ended
  bool ended;
  Rows rows[3]; // by enum tine_profile_rows
};

/// Those that are there stay where they are while another one begins.
Profile **profiles;
int64_t profileCount, profileCapacity;
int64_t running = -1;
SpinLock lock;

[[noreturn]] void outOfMemory() {
  raisef("RuntimeError", nullptr, "out of memory for a profile");
}

Profile *find(int64_t number) {
  lock.lock();
  Profile *profile =
      number >= 0 && number < profileCount ? profiles[number] : nullptr;
  lock.unlock();
  return profile;
}

bool isRow(const TraceRecord &record) {
  return !strcmp(record.category, "op") || !strcmp(record.category, "user") ||
         !strcmp(record.category, "copy");
}

Row *rowOf(Rows &rows, const TraceRecord &record, int64_t kind) {
  size_t length;
  const char *name = record.operation ? record.operation->name : record.name;
  if (name)
    length = strlen(name);
  else
    name = nameOfPlace(record.where, length);
  const char *shapes = kind == TINE_ROWS_BY_SHAPE
                           ? (record.operation ? record.operation->shapes : "")
                           : nullptr;
  for (size_t i = 0; kind != TINE_ROWS_SINGLE && i < rows.count; ++i) {
    Row &row = rows.data[i];
    if (row.length == length && !memcmp(row.name, name, length) &&
        (!shapes || !strcmp(row.shapes, shapes)))
      return &row;
  }
  if (rows.count == rows.capacity) {
    size_t capacity = rows.capacity ? 2 * rows.capacity : 64;
    auto *data = static_cast<Row *>(realloc(rows.data, capacity * sizeof(Row)));
    if (!data)
      outOfMemory();
    rows.data = data;
    rows.capacity = capacity;
  }
  Row &row = rows.data[rows.count];
  row = {name, length, shapes, 0, 0, 0, 0, rows.count};
  ++rows.count;
  return &row;
}

int compareSpans(const void *a, const void *b) {
  const auto *x = static_cast<const TraceRecord *>(a);
  const auto *y = static_cast<const TraceRecord *>(b);
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  // What is around something comes before it.
  if (x->duration != y->duration)
    return x->duration > y->duration ? -1 : 1;
  return 0;
}

/// Adds the spans of a thread. What is inside of another one is none of its own
/// time.
void addPart(Rows &rows, TracePart &part, int64_t kind) {
  qsort(part.records, part.count, sizeof(TraceRecord), compareSpans);
  struct Open {
    uint64_t end;
    size_t row;
  } open[64];
  size_t depth = 0;
  for (size_t i = 0; i < part.count; ++i) {
    const TraceRecord &record = part.records[i];
    if (!isRow(record))
      continue;
    while (depth && open[depth - 1].end <= record.start)
      --depth;
    Row *row = rowOf(rows, record, kind);
    row->calls += 1;
    row->total += double(record.duration);
    row->self += double(record.duration);
    if (record.flops > 0)
      row->flops += double(record.flops);
    if (depth)
      rows.data[open[depth - 1].row].self -= double(record.duration);
    if (depth < sizeof(open) / sizeof(*open))
      open[depth++] = {record.start + record.duration, row->first};
  }
}

Rows &rowsOf(int64_t number, int64_t kind) {
  static Rows none;
  Profile *profile = find(number);
  if (!profile || !profile->ended || kind < 0 || kind > TINE_ROWS_SINGLE)
    return none;
  Rows &rows = profile->rows[kind];
  if (!rows.made) {
    for (TracePart *part = profile->parts; part; part = part->next)
      addPart(rows, *part, kind);
    rows.made = true;
  }
  return rows;
}

double numberOf(const Row &row, int64_t what) {
  switch (what) {
  case 0:
    return row.calls;
  case 1:
    return row.total / 1e3;
  case 2:
    return row.self / 1e3;
  default:
    return row.flops;
  }
}

void addCell(Text &text, const char *cell, size_t length, int width) {
  if (size_t(width) > length)
    text.fill(size_t(width) - length);
  text.add(cell, length);
  text.add("  ");
}
void addCell(Text &text, const char *cell, int width) {
  addCell(text, cell, strlen(cell), width);
}

void addTime(Text &text, double microseconds, int width) {
  char cell[64];
  if (microseconds >= 1e6)
    snprintf(cell, sizeof(cell), "%.3fs", microseconds / 1e6);
  else if (microseconds >= 1e3)
    snprintf(cell, sizeof(cell), "%.3fms", microseconds / 1e3);
  else
    snprintf(cell, sizeof(cell), "%.3fus", microseconds);
  addCell(text, cell, width);
}

void addShare(Text &text, double part, double all, int width) {
  char cell[64] = "NaN";
  if (all != 0)
    snprintf(cell, sizeof(cell), "%.2f%%", part * 100 / all);
  addCell(text, cell, width);
}

int compareNames(const Row &a, const Row &b) {
  size_t length = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.name, b.name, length);
  return order ? order : a.length < b.length ? -1 : a.length > b.length;
}

thread_local int64_t sortedBy;
int compareRows(const void *a, const void *b) {
  const auto &x = *static_cast<const Row *>(a);
  const auto &y = *static_cast<const Row *>(b);
  double difference = 0;
  if (sortedBy == 5)
    difference = compareNames(x, y);
  else if (sortedBy == 4)
    difference = x.total / x.calls - y.total / y.calls;
  else if (sortedBy >= 0)
    difference = numberOf(x, sortedBy) - numberOf(y, sortedBy);
  // Descending; equal ones keep their order.
  if (difference != 0)
    return difference > 0 ? -1 : 1;
  return x.first < y.first ? -1 : x.first > y.first;
}

void addLine(Text &text, const int *widths, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    text.fill(size_t(widths[i]), '-');
    text.add("  ");
  }
  text.add('\n');
}

/// The prefix of the smallest number, and what it stands for.
const char *flopsPrefix(double least, double &scale) {
  static const char *const titles[] = {"Total FLOPs",  "Total KFLOPs",
                                       "Total MFLOPs", "Total GFLOPs",
                                       "Total TFLOPs", "Total PFLOPs"};
  int i = 0;
  for (scale = 1; i < 5 && least >= 1000 * scale; ++i)
    scale *= 1000;
  return titles[i];
}

} // namespace

int64_t tine_abi_profile_start(const char *where) {
  auto *profile = static_cast<Profile *>(calloc(1, sizeof(Profile)));
  lock.lock();
  bool hasRoom = profile && profileCount < profileCapacity;
  if (profile && !hasRoom) {
    int64_t capacity = profileCapacity ? 2 * profileCapacity : 16;
    auto **all = static_cast<Profile **>(
        realloc(profiles, size_t(capacity) * sizeof(Profile *)));
    hasRoom = all;
    profiles = all ? all : profiles;
    profileCapacity = all ? capacity : profileCapacity;
  }
  bool begins = hasRoom && running < 0 && gatherParts();
  int64_t number = profileCount;
  if (begins) {
    profiles[number] = profile;
    running = profileCount++;
  }
  lock.unlock();
  if (begins)
    return number;
  free(profile);
  if (!hasRoom)
    outOfMemory();
  raisef("RuntimeError", where, "Profiler is already enabled on this thread");
}

void tine_abi_profile_stop(int64_t number) {
  lock.lock();
  if (running == number && number >= 0) {
    profiles[number]->parts = takeParts();
    profiles[number]->ended = true;
    running = -1;
  }
  lock.unlock();
}

void tine_abi_profile_span(tine_string *name, int64_t start) {
  traceSpan("user", name->data, nullptr, uint64_t(start));
}

int64_t tine_abi_profile_export(int64_t number, tine_string *path) {
  int file = open(path->data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return errno;
  bool good = true;
  auto put = [&](const char *data, size_t size) {
    good = good && writeAll(file, data, size);
  };
  Text begin;
  addTraceBegin(begin, tine_abi_program.name);
  Profile *profile = find(number);
  TracePart *parts = profile ? profile->parts : nullptr;
  for (TracePart *part = parts; part; part = part->next)
    addLaneName(begin, part->lane, part->name);
  put(begin.data, begin.size);
  for (TracePart *part = parts; part; part = part->next)
    for (TraceText *text = part->first; text; text = text->next)
      put(text->data, text->size);
  put(traceEnd, strlen(traceEnd));
  int error = good ? 0 : errno;
  if (close(file) && !error)
    error = errno;
  return error;
}

int64_t tine_abi_profile_rows(int64_t number, int64_t kind) {
  return int64_t(rowsOf(number, kind).count);
}

tine_string *tine_abi_profile_text(int64_t number, int64_t kind, int64_t row,
                                   int64_t what) {
  Rows &rows = rowsOf(number, kind);
  if (row < 0 || size_t(row) >= rows.count)
    return tine_abi_string_new("", 0);
  const Row &at = rows.data[row];
  const char *shapes = at.shapes ? at.shapes : "";
  return what == 0 ? tine_abi_string_new(at.name, int64_t(at.length))
                   : tine_abi_string_new(shapes, int64_t(strlen(shapes)));
}

double tine_abi_profile_number(int64_t number, int64_t kind, int64_t row,
                               int64_t what) {
  Rows &rows = rowsOf(number, kind);
  if (row >= 0 && size_t(row) < rows.count)
    return numberOf(rows.data[row], what);
  double sum = 0;
  for (size_t i = 0; row == -1 && i < rows.count; ++i)
    sum += numberOf(rows.data[i], what);
  return sum;
}

tine_string *tine_abi_profile_table(int64_t number, int64_t kind,
                                    int64_t sortBy, int64_t limit,
                                    int64_t nameWidth, int64_t withFlops,
                                    tine_string *header) {
  bool byShape = kind == TINE_ROWS_BY_SHAPE;
  Rows &made = rowsOf(number, kind);
  Text text;
  if (made.count == 0)
    return text.string();
  auto *rows = static_cast<Row *>(tine_abi_alloc(made.count * sizeof(Row)));
  memcpy(rows, made.data, made.count * sizeof(Row));
  sortedBy = sortBy;
  qsort(rows, made.count, sizeof(Row), compareRows);

  size_t longestName = 0, longestShapes = 0;
  double all = 0, leastFlops = 0;
  for (size_t i = 0; i < made.count; ++i) {
    const Row &row = rows[i];
    longestName = row.length > longestName ? row.length : longestName;
    size_t shapes = row.shapes ? strlen(row.shapes) : 0;
    longestShapes = shapes > longestShapes ? shapes : longestShapes;
    all += row.self / 1e3;
    if (row.flops > 0 && (leastFlops == 0 || row.flops < leastFlops))
      leastFlops = row.flops;
  }
  withFlops = withFlops && leastFlops > 0;
  auto cut = [](size_t width, size_t longest) {
    return int(width < longest ? width : longest);
  };
  size_t mostName = nameWidth >= 0 ? size_t(nameWidth) : longestName + 4;
  int widths[9] = {cut(longestName + 4, mostName), 12, 12, 12, 12, 12, 12};
  const char *titles[9] = {"Name",        "Self CPU %", "Self CPU",
                           "CPU total %", "CPU total",  "CPU time avg",
                           "# of Calls"};
  size_t columns = 7;
  if (byShape) {
    titles[columns] = "Input Shapes";
    widths[columns++] = cut(longestShapes + 4, 80);
  }
  double scale = 1;
  if (withFlops) {
    titles[columns] = flopsPrefix(leastFlops, scale);
    widths[columns++] = 12;
  }
  if (header->length) {
    size_t length = 0;
    for (size_t i = 0; i < columns; ++i)
      length += size_t(widths[i]) + 2;
    text.fill(length - 2, '=');
    text.add('\n');
    text.add(header);
    text.add('\n');
  }
  addLine(text, widths, columns);
  for (size_t i = 0; i < columns; ++i)
    addCell(text, titles[i], widths[i]);
  text.add('\n');
  addLine(text, widths, columns);
  for (size_t i = 0; i < made.count && (limit < 0 || i < size_t(limit)); ++i) {
    const Row &row = rows[i];
    if (nameWidth >= 0 && int64_t(row.length) >= nameWidth - 3) {
      size_t kept = nameWidth > 3 ? size_t(nameWidth) - 3 : 0;
      Text name;
      name.add(row.name, kept < row.length ? kept : row.length);
      name.add("...");
      addCell(text, name.data, name.size, widths[0]);
    } else {
      addCell(text, row.name, row.length, widths[0]);
    }
    addShare(text, row.self / 1e3, all, 12);
    addTime(text, row.self / 1e3, 12);
    addShare(text, row.total / 1e3, all, 12);
    addTime(text, row.total / 1e3, 12);
    addTime(text, row.total / row.calls / 1e3, 12);
    char cell[64];
    snprintf(cell, sizeof(cell), "%.0f", row.calls);
    addCell(text, cell, 12);
    if (byShape) {
      size_t length = strlen(row.shapes);
      size_t room = size_t(widths[7]);
      addCell(text, row.shapes, length < room ? length : room, widths[7]);
    }
    if (withFlops) {
      if (row.flops > 0)
        snprintf(cell, sizeof(cell), "%.3f", row.flops / scale);
      else
        snprintf(cell, sizeof(cell), "--");
      addCell(text, cell, 12);
    }
    text.add('\n');
  }
  addLine(text, widths, columns);
  text.add("Self CPU time total: ");
  addTime(text, all, 0);
  text.size -= 2; // behind a cell
  text.add('\n');
  tine_abi_free(rows);
  return text.string();
}
