//===- Source.cpp - Source text and diagnostics ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps byte offsets to lines, and prints a diagnostic with its source line.
//
// The caret line repeats the tabs of the source line and leaves one column per
// terminal cell, so that it stays aligned with non-ASCII text. A long line is
// cut to a window around the caret.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Source.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace tine;
using llvm::StringRef;

SourceFile::SourceFile(std::string name, std::string text)
    : fileName(std::move(name)), contents(std::move(text)) {
  lineStarts.push_back(0);
  for (size_t i = 0, e = contents.size(); i < e; ++i) {
    char c = contents[i];
    if (c == '\n' || (c == '\r' && (i + 1 == e || contents[i + 1] != '\n')))
      lineStarts.push_back(static_cast<uint32_t>(i + 1));
  }
}

SourceFile::Position SourceFile::position(uint32_t offset) const {
  offset = std::min<size_t>(offset, contents.size());
  auto next = llvm::upper_bound(lineStarts, offset);
  unsigned line = static_cast<unsigned>(next - lineStarts.begin());
  return {line, offset - lineStarts[line - 1] + 1};
}

StringRef SourceFile::line(unsigned number) const {
  if (number == 0 || number > lineStarts.size())
    return {};
  size_t begin = lineStarts[number - 1];
  size_t end =
      number < lineStarts.size() ? lineStarts[number] : contents.size();
  return StringRef(contents).slice(begin, end).rtrim("\r\n");
}

//===----------------------------------------------------------------------===//
// The source line and the caret line
//===----------------------------------------------------------------------===//

namespace {
/// Longest line that is shown whole, and the bytes kept before the caret and in
/// total when it is longer.
constexpr size_t maxLine = 200;
constexpr size_t keptBefore = 80;
constexpr size_t keptWindow = 160;

bool isContinuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

/// One character as it is shown: its bytes in the line and its cells.
struct Shown {
  StringRef text;
  size_t bytes;
  unsigned cells;
};

Shown showCharacter(StringRef rest) {
  if (rest[0] == '\t')
    return {"\t", 1, 1};
  size_t bytes = llvm::getNumBytesForUTF8(static_cast<uint8_t>(rest[0]));
  if (bytes <= rest.size()) {
    StringRef text = rest.take_front(bytes);
    int cells = llvm::sys::unicode::columnWidthUTF8(text);
    if (cells > 0)
      return {text, bytes, static_cast<unsigned>(cells)};
  }
  return {"?", 1, 1};
}

/// Prints bytes [from, to) of a line and, under it, marks for [markFrom,
/// markTo); an empty mark still gets its caret.
void printLine(llvm::raw_ostream &os, StringRef line, size_t markFrom,
               size_t markTo) {
  size_t from = 0, to = line.size();
  if (line.size() > maxLine) {
    from = markFrom > keptBefore ? markFrom - keptBefore : 0;
    to = std::min(line.size(), from + keptWindow);
    while (from > 0 && isContinuation(line[from]))
      --from;
    while (to < line.size() && isContinuation(line[to]))
      ++to;
  }
  std::string text, marks;
  if (from > 0) {
    text += "...";
    marks += "   ";
  }
  for (size_t at = from; at < to;) {
    Shown shown = showCharacter(line.slice(at, to));
    text += shown.text;
    bool marked = at >= markFrom && at < markTo;
    if (marked || at == markFrom) {
      marks += at == markFrom ? '^' : '~';
      marks.append(shown.cells - 1, '~');
    } else if (shown.text == "\t") {
      marks += '\t';
    } else {
      marks.append(shown.cells, ' ');
    }
    at += shown.bytes;
  }
  if (to < line.size())
    text += "...";
  if (markFrom >= to)
    marks += '^';
  os << text << '\n' << StringRef(marks).rtrim(" \t") << '\n';
}
} // namespace

void Diagnostics::report(Severity severity, const SourceFile &file,
                         ast::Range range, const llvm::Twine &message) {
  if (severity != Severity::Note) {
    // A function may be wrong in another way for each of its callers.
    std::string what = severity == Severity::Error ? "" : message.str();
    repeated = !seen.emplace(file.name().str(), range.begin, what).second;
    if (severity == Severity::Error && !repeated)
      ++errors;
  }
  if (repeated)
    return;
  // A note belongs to what stands before it.
  if (severity != Severity::Note)
    showNotes = errors <= maxErrors;
  if (!showNotes) {
    if (severity == Severity::Error && errors == maxErrors + 1)
      os << file.name() << ": note: further errors are not shown\n";
    return;
  }
  static constexpr const char *names[] = {"error", "warning", "note"};
  SourceFile::Position at = file.position(range.begin);
  // A name or type in it may be of any length.
  std::string text = message.str();
  if (text.size() > maxMessage)
    text.replace(maxMessage / 2, text.size() - maxMessage, " ... ");
  os << file.name() << ':' << at.line << ':' << at.column << ": "
     << names[static_cast<unsigned>(severity)] << ": " << text << '\n';
  StringRef line = file.line(at.line);
  size_t from = std::min<size_t>(at.column - 1, line.size());
  size_t length = range.end > range.begin ? range.end - range.begin : 0;
  printLine(os, line, from, std::min(line.size(), from + length));
}

bool Diagnostics::hasReported(const SourceFile &file, ast::Range range) const {
  auto first = seen.lower_bound({file.name().str(), range.begin, ""});
  return first != seen.end() && std::get<0>(*first) == file.name() &&
         std::get<1>(*first) < range.end;
}

std::string tine::nearestName(StringRef name,
                              llvm::ArrayRef<StringRef> candidates) {
  // A third of the name may differ, and nothing of a very short one; beyond
  // that a hint misleads.
  if (name.size() < 3)
    return "";
  unsigned best = static_cast<unsigned>(name.size() / 3) + 1;
  StringRef nearest;
  for (StringRef candidate : candidates) {
    unsigned distance = name.edit_distance(candidate, true, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.str();
}
