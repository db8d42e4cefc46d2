//===- LexerStrings.cpp - Extent of string literals -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds where a string literal ends. An f-string may hold expressions with
// string literals of their own, in which even its own quote may stand.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace tine;
using ast::Range;
using llvm::StringRef;

namespace {
constexpr uint32_t unterminated = UINT32_MAX;
/// f-strings within fields of f-strings; deeper ones are not followed.
constexpr unsigned maxNesting = 20;

struct Scanner {
  StringRef text;
  uint32_t end;
  uint32_t read = 0; // how far a string that does not end was read

  char at(uint32_t pos) const { return pos < end ? text[pos] : '\0'; }
  uint32_t fail(uint32_t pos) {
    read = std::max(read, std::min(pos, end));
    return unterminated;
  }
  bool isTriple(uint32_t quote) const {
    return at(quote + 1) == text[quote] && at(quote + 2) == text[quote];
  }
  bool lineEnds(uint32_t pos) const {
    return text[pos] == '\n' || text[pos] == '\r';
  }

  uint32_t string(uint32_t pos, char quote, bool triple, bool formatted,
                  bool raw, unsigned nesting);
  uint32_t field(uint32_t pos, char quote, bool triple, unsigned nesting);
  uint32_t spec(uint32_t pos, char quote, bool triple, unsigned nesting);
};
} // namespace

/// `pos` stands behind the opening quotes; the result behind the closing ones.
uint32_t Scanner::string(uint32_t pos, char quote, bool triple, bool formatted,
                         bool raw, unsigned nesting) {
  while (pos < end) {
    char c = text[pos];
    if (c == '\\') {
      // "\{" is a backslash before a field.
      if (formatted && at(pos + 1) == '{')
        pos += 1;
      else if (!raw && at(pos + 1) == 'N' && at(pos + 2) == '{')
        pos += 3; // the name of a character
      else
        pos += at(pos + 1) == '\r' && at(pos + 2) == '\n' ? 3 : 2;
    } else if (c == quote) {
      if (!triple)
        return pos + 1;
      if (isTriple(pos))
        return pos + 3;
      ++pos;
    } else if (!triple && lineEnds(pos)) {
      return fail(pos);
    } else if (formatted && c == '{') {
      if (at(pos + 1) == '{')
        pos += 2;
      else
        pos = field(pos + 1, quote, triple, nesting);
    } else {
      ++pos;
    }
  }
  return fail(pos);
}

/// `pos` stands behind the '{' of a field; the result behind its '}'.
uint32_t Scanner::field(uint32_t pos, char quote, bool triple,
                        unsigned nesting) {
  if (nesting > maxNesting)
    return fail(pos);
  unsigned depth = 0;
  bool formatted = false, raw = false; // f or r stand before this character
  while (pos < end) {
    char c = text[pos];
    if (c == '"' || c == '\'') {
      bool inner = isTriple(pos);
      pos =
          string(pos + (inner ? 3 : 1), c, inner, formatted, raw, nesting + 1);
      formatted = raw = false;
      continue;
    }
    if (!triple && lineEnds(pos))
      return fail(pos);
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == '}' && depth == 0) {
      return pos + 1;
    } else if (c == ')' || c == ']' || c == '}') {
      depth -= depth > 0;
    } else if (c == ':' && depth == 0) {
      return spec(pos + 1, quote, triple, nesting);
    }
    bool isPrefix = c == 'f' || c == 'F' || c == 'r' || c == 'R';
    formatted = isPrefix && (formatted || c == 'f' || c == 'F');
    raw = isPrefix && (raw || c == 'r' || c == 'R');
    ++pos;
  }
  return fail(pos);
}

/// `pos` stands behind the ':' of a field; the result behind its '}'.
uint32_t Scanner::spec(uint32_t pos, char quote, bool triple,
                       unsigned nesting) {
  while (pos < end) {
    char c = text[pos];
    if (c == '}')
      return pos + 1;
    if (c == '{') {
      pos = field(pos + 1, quote, triple, nesting + 1);
      continue;
    }
    if ((c == quote && (!triple || isTriple(pos))) ||
        (!triple && lineEnds(pos)))
      return fail(pos);
    ++pos;
  }
  return fail(pos);
}

Token Lexer::string(uint32_t begin) {
  bool formatted = false, raw = false;
  for (uint32_t i = begin; i < pos; ++i) {
    formatted |= text[i] == 'f' || text[i] == 'F';
    raw |= text[i] == 'r' || text[i] == 'R';
  }
  Scanner scanner = {text, end};
  char quote = text[pos];
  bool triple = scanner.isTriple(pos);
  uint32_t content = pos + (triple ? 3 : 1);
  // A field that is not closed is an error that the parser finds, which sees
  // more. What was read in vain is not read again for the strings in it.
  formatted &= begin >= plainUntil;
  uint32_t after = scanner.string(content, quote, triple, formatted, raw, 0);
  if (after == unterminated && formatted) {
    plainUntil = scanner.read;
    after = scanner.string(content, quote, triple, false, raw, 0);
  }
  if (after != unterminated) {
    pos = after;
    return token(Tok::String, begin);
  }
  pos = content;
  while (!triple && pos < end && !scanner.lineEnds(pos))
    ++pos;
  if (!triple)
    return fail(begin, llvm::Twine("expected ") + llvm::Twine(quote) +
                           " at the end of the string, found end of line");
  errors.report({begin, content},
                llvm::Twine("expected ") + std::string(3, quote) +
                    " at the end of the string, found end of file");
  pos = end;
  return token(Tok::Error, begin);
}

StringToken tine::splitString(StringRef text, Range token) {
  StringToken result;
  uint32_t pos = token.begin;
  for (; text[pos] != '"' && text[pos] != '\''; ++pos) {
    char c = llvm::toLower(text[pos]);
    result.raw |= c == 'r';
    result.bytes |= c == 'b';
    result.formatted |= c == 'f';
  }
  bool triple = token.end - pos >= 6 && text[pos + 1] == text[pos] &&
                text[pos + 2] == text[pos];
  uint32_t quotes = triple ? 3 : 1;
  result.content = {pos + quotes, token.end - quotes};
  return result;
}
