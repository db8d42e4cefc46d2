//===- argument_text.cpp - Lines of help texts ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What argparse uses of Python beside itself, textwrap.wrap() and
// str.splitlines(), and the lines of a usage.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"
#include "unicode.h"

using namespace tine;
using namespace tine::arguments;

namespace {

bool isAsciiSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The code points of a text, in which textwrap finds chunks: white space,
/// words, and the parts of words that hyphens and dashes end.
class Points {
public:
  Points(Arena &arena, View text) : text(text) {
    count = countPoints(text);
    points = arena.make<int32_t>(count);
    offsets = arena.make<size_t>(count + 1);
    const char *at = text.begin();
    for (size_t i = 0; i < count; ++i) {
      offsets[i] = size_t(at - text.begin());
      points[i] = decode(at, text.end());
    }
    offsets[count] = text.size;
  }

  size_t size() const { return count; }
  View slice(size_t begin, size_t end) const {
    return text.from(offsets[begin]).upTo(offsets[end] - offsets[begin]);
  }
  int32_t operator[](size_t i) const { return points[i]; }
  /// Where the chunk that begins at `begin` ends.
  size_t chunkEnd(size_t begin) const;
  bool isBlank(size_t begin, size_t end) const {
    return strip(slice(begin, end)).isEmpty();
  }

private:
  bool isSpace(size_t i) const {
    return points[i] > 0 && points[i] < 128 && isAsciiSpace(char(points[i]));
  }
  bool isWord(size_t i) const {
    return i < count && (points[i] == '_' ||
                         (properties(points[i]) & (isLetter | isDecimal)));
  }
  bool isWordLetter(size_t i) const {
    return isWord(i) && (properties(points[i]) & isDecimal) != isDecimal;
  }
  bool isHyphen(size_t i) const { return i < count && points[i] == '-'; }
  bool isWordOrMark(size_t i) const {
    return isWord(i) ||
           (points[i] > 0 && points[i] < 128 && strchr("!\"'&.,?", points[i]));
  }
  /// A dash of two or more hyphens before a word, behind a word at `i` - 1.
  /// Returns its end, or `i`.
  size_t dashEnd(size_t i) const {
    if (!i || !isWordOrMark(i - 1) || !isHyphen(i) || !isHyphen(i + 1))
      return i;
    size_t end = i;
    while (isHyphen(end))
      ++end;
    return isWord(end) ? end : i;
  }
  bool endsWithHyphen(size_t i) const;

  View text;
  size_t count;
  int32_t *points;
  size_t *offsets;
};

/// Whether there is a hyphen at `i` behind which a word may break.
bool Points::endsWithHyphen(size_t i) const {
  if (!isHyphen(i) || i < 2 || !isWordLetter(i - 1))
    return false;
  bool isBehind =
      isWordLetter(i - 2) || (i >= 3 && isHyphen(i - 2) && isWordLetter(i - 3));
  size_t next = i + 1;
  return isBehind && isWordLetter(next) &&
         (isWordLetter(next + 1) ||
          (isHyphen(next + 1) && isWordLetter(next + 2)));
}

size_t Points::chunkEnd(size_t begin) const {
  size_t end = begin;
  while (end < count && isSpace(end))
    ++end;
  if (end > begin)
    return end;
  if (size_t dash = dashEnd(begin); dash > begin)
    return dash;
  for (end = begin + 1; end < count && !isSpace(end); ++end) {
    if (endsWithHyphen(end))
      return end + 1;
    if (dashEnd(end) > end)
      return end;
  }
  return end;
}

struct Chunk {
  size_t begin, end;
  int64_t size() const { return int64_t(end - begin); }
};

/// How much of a chunk that is too long for a line goes on one with `space`
/// left: up to the last hyphen, if there is one behind something else.
size_t breakAt(const Points &points, const Chunk &chunk, int64_t space) {
  size_t end = chunk.begin + size_t(space < 0 ? 0 : space);
  end = end < chunk.end ? end : chunk.end;
  for (size_t i = end; i-- > chunk.begin;) {
    if (points[i] != '-')
      continue;
    for (size_t k = chunk.begin; k < i; ++k)
      if (points[k] != '-')
        return i + 1;
    break;
  }
  return end;
}

} // namespace

List<View> arguments::wrapText(Arena &arena, View text, int64_t width,
                               size_t indent) {
  Points points(arena, text);
  List<Chunk> chunks;
  for (size_t at = 0, end; at < points.size(); at = end) {
    end = points.chunkEnd(at);
    chunks.add(arena, {at, end});
  }
  List<View> lines;
  int64_t space = width - int64_t(indent);
  size_t i = 0;
  while (i < chunks.size()) {
    if (!lines.isEmpty() && points.isBlank(chunks[i].begin, chunks[i].end) &&
        ++i == chunks.size())
      break;
    // Chunks are neighbours: a line is what is between two points.
    size_t begin = chunks[i].begin, end = begin, last = begin;
    while (i < chunks.size() && int64_t(chunks[i].end - begin) <= space) {
      last = chunks[i].begin;
      end = chunks[i++].end;
    }
    if (i < chunks.size() && chunks[i].size() > space) {
      int64_t left = space < 1 ? 1 : space - int64_t(end - begin);
      size_t cut = breakAt(points, chunks[i], left);
      last = end;
      end = chunks[i].begin = cut;
    }
    if (points.isBlank(last, end))
      end = last;
    if (end > begin)
      lines.add(arena, points.slice(begin, end));
  }
  return lines;
}

List<View> arguments::splitLines(Arena &arena, View text, bool keepsEnds) {
  List<View> lines;
  const char *begin = text.begin();
  for (const char *at = begin; at != text.end();) {
    const char *here = at;
    int32_t point = decode(at, text.end());
    bool isBreak = (point >= '\n' && point <= '\r') ||
                   (point >= 0x1C && point <= 0x1E) || point == 0x85 ||
                   point == 0x2028 || point == 0x2029;
    if (!isBreak)
      continue;
    if (point == '\r' && at != text.end() && *at == '\n')
      ++at;
    const char *end = keepsEnds ? at : here;
    lines.add(arena, View(begin, size_t(end - begin)));
    begin = at;
  }
  if (begin != text.end())
    lines.add(arena, View(begin, size_t(text.end() - begin)));
  return lines;
}

View arguments::collapseSpace(Arena &arena, View text) {
  Buffer result(arena);
  for (size_t i = 0; i < text.size; ++i) {
    if (!isAsciiSpace(text[i]))
      result.add(text[i]);
    else if (!i || !isAsciiSpace(text[i - 1]))
      result.add(' ');
  }
  return strip(result.view());
}

//===----------------------------------------------------------------------===//
// Usage
//===----------------------------------------------------------------------===//

namespace {

bool isSpaceAt(View text, size_t i) {
  if (i >= text.size)
    return true;
  const char *at = text.begin() + i;
  return properties(decode(at, text.end())) & isWhite;
}

/// Where a part in brackets that begins at `begin` ends, or `begin`. The end is
/// the first closing one that white space or the end of the text follows.
size_t bracketEnd(View text, size_t begin, char close) {
  for (size_t i = begin + 1; i < text.size && text[i] != '\n'; ++i)
    if (text[i] == close && isSpaceAt(text, i + 1))
      return i + 1;
  return begin;
}

List<View> partsOf(Arena &arena, View text) {
  List<View> parts;
  size_t at = 0;
  while (at < text.size) {
    if (isSpaceAt(text, at)) {
      at += firstPoint(text.from(at));
      continue;
    }
    size_t end = text[at] == '('   ? bracketEnd(text, at, ')')
                 : text[at] == '[' ? bracketEnd(text, at, ']')
                                   : at;
    if (end == at)
      while (!isSpaceAt(text, end))
        end += firstPoint(text.from(end));
    parts.add(arena, text.from(at).upTo(end - at));
    at = end;
  }
  return parts;
}

/// Lines of parts behind an indent; the first of them, if `before` is not it,
/// behind what is that wide.
void addLines(Arena &arena, List<View> &lines, const List<View> &parts,
              int64_t width, size_t indent, size_t before) {
  for (size_t i = 0; i < parts.size(); before = indent) {
    Buffer line(arena);
    line.fill(before == indent ? indent : 0);
    size_t first = i;
    int64_t size = int64_t(before) - 1;
    for (; i < parts.size(); ++i) {
      auto length = int64_t(countPoints(parts[i]));
      if (i > first && size + 1 + length > width)
        break;
      line.add(i > first ? " " : "");
      line.add(parts[i]);
      size += length + 1;
    }
    lines.add(arena, line.view());
  }
}

} // namespace

View arguments::wrapUsage(Arena &arena, View prefix, View prog, View options,
                          View positionals, int64_t width) {
  List<View> optionParts = partsOf(arena, options), lines;
  List<View> positionalParts = partsOf(arena, positionals);
  size_t prefixWidth = countPoints(prefix), progWidth = countPoints(prog);
  if (4 * int64_t(prefixWidth + progWidth) <= 3 * width) {
    // Behind a short prog.
    size_t indent = prefixWidth + progWidth + 1;
    List<View> first;
    first.add(arena, prog);
    bool hasOptions = !optionParts.isEmpty();
    for (View part : hasOptions ? optionParts : positionalParts)
      first.add(arena, part);
    addLines(arena, lines, first, width, indent, prefixWidth);
    if (hasOptions)
      addLines(arena, lines, positionalParts, width, indent, indent);
  } else {
    lines.add(arena, prog);
    List<View> all;
    for (View part : optionParts)
      all.add(arena, part);
    for (View part : positionalParts)
      all.add(arena, part);
    addLines(arena, lines, all, width, prefixWidth, prefixWidth);
    if (lines.size() > 2) {
      lines.clear();
      lines.add(arena, prog);
      addLines(arena, lines, optionParts, width, prefixWidth, prefixWidth);
      addLines(arena, lines, positionalParts, width, prefixWidth, prefixWidth);
    }
  }
  Buffer text(arena);
  for (size_t i = 0; i < lines.size(); ++i) {
    text.add(i ? "\n" : "");
    text.add(lines[i]);
  }
  return text.view();
}
