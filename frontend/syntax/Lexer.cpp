//===- Lexer.cpp - Tokens of the TorchScript language ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, numbers, operators, and the layout of lines. LexerStrings.cpp finds
// the end of string literals.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace tine;
using ast::Range;
using llvm::StringRef;

StringRef tine::spelling(Tok kind) {
  switch (kind) {
  case Tok::EndOfFile:
    return "end of file";
  case Tok::Newline:
    return "end of line";
  case Tok::Indent:
    return "an indented line";
  case Tok::Dedent:
    return "the end of the block";
  case Tok::Error:
    return "invalid text";
  case Tok::Name:
    return "a name";
  case Tok::Int:
  case Tok::Float:
  case Tok::Imaginary:
    return "a number";
  case Tok::String:
    return "a string";
#define TINE_TOKEN(NAME, TEXT)                                                 \
  case Tok::NAME:                                                              \
    return TEXT;
#define TINE_KEYWORD(NAME, TEXT)                                               \
  case Tok::Kw##NAME:                                                          \
    return TEXT;
    TINE_OPERATORS(TINE_TOKEN)
    TINE_KEYWORDS(TINE_KEYWORD)
#undef TINE_TOKEN
#undef TINE_KEYWORD
  }
  return "";
}

bool tine::isKeyword(Tok kind) { return kind >= Tok::KwFalse; }

Lexer::Lexer(SyntaxErrors &errors, Range range, Mode mode)
    : text(errors.file.text()), errors(errors), pos(range.begin),
      end(range.end), mode(mode), layout(mode == Mode::File) {
  indents.push_back({0, 0});
}

Token Lexer::token(Tok kind, uint32_t begin) {
  Token result;
  result.kind = kind;
  result.startsLine = lineBegins;
  result.depth = static_cast<uint16_t>(std::min<uint32_t>(depth, UINT16_MAX));
  result.begin = begin;
  result.end = pos;
  lineBegins = false;
  lineHasToken |= kind > Tok::Dedent;
  return result;
}

Token Lexer::fail(uint32_t begin, const llvm::Twine &message) {
  errors.report({begin, pos}, message);
  return token(Tok::Error, begin);
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

bool Lexer::skipLineEnd() {
  if (pos >= end || (text[pos] != '\n' && text[pos] != '\r'))
    return false;
  pos += text[pos] == '\r' && look(1) == '\n' ? 2 : 1;
  return true;
}

void Lexer::skipComment() {
  uint32_t begin = pos;
  while (pos < end && text[pos] != '\n' && text[pos] != '\r')
    ++pos;
  StringRef comment = text.slice(begin + 1, pos).ltrim(" \t");
  if (!comment.consume_front("type:"))
    return;
  comment = comment.split('#').first.trim(" \t");
  if (comment.empty() || comment.starts_with("ignore"))
    return;
  uint32_t at = static_cast<uint32_t>(comment.data() - text.data());
  typeComments.push_back({at, at + static_cast<uint32_t>(comment.size())});
}

/// Skips what separates tokens. False: there was an error, at `pos`.
bool Lexer::skipSpace() {
  while (pos < end) {
    char c = text[pos];
    if (c == ' ' || c == '\t' || c == '\f') {
      ++pos;
    } else if (c == '#' && mode == Mode::File) {
      skipComment();
    } else if (c == '\\') {
      ++pos;
      if (!skipLineEnd() || pos >= end)
        return false;
      lineBegins = true;
    } else if ((depth > 0 || mode == Mode::Fragment) && skipLineEnd()) {
      lineBegins = true;
    } else {
      break;
    }
  }
  return true;
}

Lexer::Indentation Lexer::measure(uint32_t from, uint32_t to) const {
  Indentation at = {0, 0};
  for (uint32_t i = from; i < to; ++i) {
    if (text[i] == '\f')
      at = {0, 0};
    else if (text[i] == '\t')
      at = {at.width / 8 * 8 + 8, at.tabless + 1};
    else
      at = {at.width + 1, at.tabless + 1};
  }
  return at;
}

/// Reads the indentation of the next line that is not blank. True: it makes a
/// token.
bool Lexer::indent(Token &result) {
  layout = false;
  lineHasToken = false;
  uint32_t begin;
  for (;;) {
    lineBegins = true;
    begin = pos;
    while (pos < end &&
           (text[pos] == ' ' || text[pos] == '\t' || text[pos] == '\f'))
      ++pos;
    if (pos < end && text[pos] == '#')
      skipComment();
    if (!skipLineEnd())
      break;
  }
  if (pos >= end)
    return false; // atEnd closes the blocks
  Indentation now = measure(begin, pos);
  Indentation top = indents.back();
  if (now == top)
    return false;
  if (now.width > top.width && now.tabless > top.tabless) {
    indents.push_back(now);
    result = token(Tok::Indent, begin);
    lineBegins = true;
    return true;
  }
  if (now.width >= top.width) {
    errors.report({begin, pos}, "expected indentation that does not depend on "
                                "the width of a tab, found a mix of tabs and "
                                "spaces");
    return false;
  }
  while (indents.back().width > now.width) {
    indents.pop_back();
    ++dedents;
  }
  if (indents.back().width != now.width)
    errors.report({begin, pos}, "expected the indentation of an enclosing "
                                "block, found a line between two levels");
  else if (indents.back().tabless != now.tabless)
    errors.report({begin, pos}, "expected the indentation of an enclosing "
                                "block, found a different mix of tabs and "
                                "spaces");
  return false;
}

Token Lexer::atEnd() {
  if (mode == Mode::File && depth == 0) {
    if (lineHasToken) {
      Token result = token(Tok::Newline, pos);
      lineHasToken = false;
      return result;
    }
    if (indents.size() > 1) {
      indents.pop_back();
      return token(Tok::Dedent, pos);
    }
  }
  return token(Tok::EndOfFile, pos);
}

bool tine::startsExpression(Tok kind) {
  return llvm::is_contained({Tok::Name,        Tok::Int,       Tok::Float,
                             Tok::Imaginary,   Tok::String,    Tok::Error,
                             Tok::Ellipsis,    Tok::Plus,      Tok::Minus,
                             Tok::Star,        Tok::Tilde,     Tok::LeftParen,
                             Tok::LeftBracket, Tok::LeftBrace, Tok::KwFalse,
                             Tok::KwNone,      Tok::KwTrue,    Tok::KwAwait,
                             Tok::KwLambda,    Tok::KwNot,     Tok::KwYield},
                            kind);
}

bool tine::startsStatement(Tok kind) {
  return llvm::is_contained(
      {Tok::KwAssert, Tok::KwBreak, Tok::KwClass, Tok::KwContinue, Tok::KwDef,
       Tok::KwDel, Tok::KwImport, Tok::KwPass, Tok::KwRaise, Tok::KwReturn,
       Tok::KwTry, Tok::KwWhile, Tok::KwWith},
      kind);
}

bool tine::startsHeader(Tok kind) {
  return llvm::is_contained({Tok::KwAsync, Tok::KwClass, Tok::KwDef,
                             Tok::KwElif, Tok::KwElse, Tok::KwExcept,
                             Tok::KwFinally, Tok::KwFor, Tok::KwIf, Tok::KwTry,
                             Tok::KwWhile, Tok::KwWith},
                            kind);
}

bool tine::closesBracket(Tok kind) {
  return kind == Tok::RightParen || kind == Tok::RightBracket ||
         kind == Tok::RightBrace;
}

static uint32_t lineOf(StringRef text, uint32_t pos) {
  while (pos > 0 && text[pos - 1] != '\n' && text[pos - 1] != '\r')
    --pos;
  return pos;
}

/// After an error, inside brackets: true if this token looks like the first of
/// a statement, so that a bracket before it was never closed.
bool Lexer::breaksBracket(const Token &token) const {
  if (token.depth == 0 || !token.startsLine)
    return false;
  if (startsStatement(token.kind))
    return true;
  Indentation at = measure(lineOf(text, token.begin), token.begin);
  return at.width <= indents.back().width && !closesBracket(token.kind);
}

void Lexer::skipStatement(const Token &from, bool inHeader) {
  pos = from.begin;
  depth = from.depth;
  lineBegins = from.startsLine;
  layout = false;
  dedents = 0;
  ++errors.muted;
  bool afterColon = false;
  for (;;) {
    Token t = next();
    if (t.kind == Tok::EndOfFile || t.kind == Tok::Newline)
      break;
    bool bodyBegins = inHeader && afterColon && t.startsLine && t.depth > 0;
    afterColon = t.kind == Tok::Colon;
    if (bodyBegins || breaksBracket(t)) {
      pos = lineOf(text, t.begin);
      depth = 0;
      layout = true;
      break;
    }
  }
  --errors.muted;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

Token Lexer::next() {
  Token result;
  if (layout && indent(result))
    return result;
  if (dedents) {
    --dedents;
    result = token(Tok::Dedent, pos);
    lineBegins = true;
    return result;
  }
  uint32_t before = pos;
  bool good = skipSpace();
  while (good && mode == Mode::File && !lineHasToken && depth == 0 &&
         skipLineEnd()) // blank, but for a backslash
    good = skipSpace();
  if (!good) {
    // The backslash is the last thing that was skipped.
    uint32_t slash = static_cast<uint32_t>(text.rfind('\\', pos));
    if (pos >= end)
      errors.report({slash, slash + 1},
                    "expected a line after '\\', found end of file");
    else
      errors.report({slash, slash + 1},
                    "expected end of line after '\\', found more text");
    return token(Tok::Error, std::max(before, slash));
  }
  if (pos >= end)
    return atEnd();
  char c = text[pos];
  if (c == '\n' || c == '\r') {
    uint32_t begin = pos;
    skipLineEnd();
    layout = true;
    return token(Tok::Newline, begin);
  }
  if (llvm::isDigit(c) || (c == '.' && llvm::isDigit(look(1))))
    return number();
  if (c == '"' || c == '\'')
    return string(pos);
  uint32_t at = pos;
  if (isIdentifier(at))
    return name();
  return operatorToken();
}

/// Blocks of punctuation, symbols and pictures: no letters of any script.
static bool isSymbol(uint32_t c) {
  static constexpr std::pair<uint32_t, uint32_t> ranges[] = {
      {0x80, 0xA9},     {0xAB, 0xB4},       {0xB6, 0xB6},
      {0xB8, 0xB9},     {0xBB, 0xBF},       {0xD7, 0xD7},
      {0xF7, 0xF7},     {0x2000, 0x203E},   {0x2041, 0x2053},
      {0x2055, 0x2070}, {0x2074, 0x207E},   {0x2080, 0x208E},
      {0x20A0, 0x20CF}, {0x2190, 0x2BFF},   {0x3000, 0x3004},
      {0x3008, 0x3020}, {0xE000, 0xF8FF},   {0xFF00, 0xFF0F},
      {0xFF1A, 0xFF20}, {0xFF3B, 0xFF3E},   {0xFF40, 0xFF40},
      {0xFF5B, 0xFF65}, {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF}};
  for (auto [from, to] : ranges)
    if (c >= from && c <= to)
      return true;
  return false;
}

/// Steps over one character of a name.
bool Lexer::isIdentifier(uint32_t &at) const {
  if (at >= end)
    return false;
  uint8_t c = static_cast<uint8_t>(text[at]);
  if (c < 0x80) {
    if (!llvm::isAlnum(c) && c != '_')
      return false;
    ++at;
    return true;
  }
  const auto *from = text.bytes_begin() + at;
  llvm::UTF32 code;
  if (llvm::convertUTF8Sequence(&from, text.bytes_begin() + end, &code,
                                llvm::strictConversion) != llvm::conversionOK)
    return false;
  if (isSymbol(code) || !llvm::sys::unicode::isPrintable(code))
    return false;
  at = static_cast<uint32_t>(from - text.bytes_begin());
  return true;
}

Token Lexer::name() {
  uint32_t begin = pos;
  while (isIdentifier(pos))
    ;
  StringRef word = text.slice(begin, pos);
  if (pos < end && (text[pos] == '"' || text[pos] == '\'') &&
      word.size() <= 2) {
    std::string prefix = word.lower();
    if (llvm::StringSwitch<bool>(prefix)
            .Cases({"r", "b", "u", "f", "rb", "br", "rf", "fr"}, true)
            .Default(false))
      return string(begin);
  }
  Tok kind = llvm::StringSwitch<Tok>(word)
#define TINE_KEYWORD(NAME, TEXT) .Case(TEXT, Tok::Kw##NAME)
                 TINE_KEYWORDS(TINE_KEYWORD)
#undef TINE_KEYWORD
                     .Default(Tok::Name);
  return token(kind, begin);
}

/// Digits with single underscores between them. False: a stray underscore.
bool Lexer::digits(bool (*isDigit)(char)) {
  while (pos < end && isDigit(text[pos])) {
    ++pos;
    if (look() == '_') {
      ++pos;
      if (!isDigit(look()))
        return false;
    }
  }
  return true;
}

static bool isDecimal(char c) { return llvm::isDigit(c); }

Token Lexer::number() {
  uint32_t begin = pos;
  Tok kind = Tok::Int;
  bool good = true;
  char base = look() == '0' ? llvm::toLower(look(1)) : 0;
  if (base == 'x' || base == 'o' || base == 'b') {
    bool (*isDigit)(char) = [](char c) { return c == '0' || c == '1'; };
    if (base == 'x')
      isDigit = [](char c) { return llvm::isHexDigit(c); };
    else if (base == 'o')
      isDigit = [](char c) { return c >= '0' && c <= '7'; };
    pos += look(2) == '_' ? 3 : 2;
    good = isDigit(look()) && digits(isDigit);
  } else {
    good = digits(isDecimal);
    StringRef whole = text.slice(begin, pos);
    if (good && look() == '.') {
      ++pos;
      kind = Tok::Float;
      good = digits(isDecimal);
    }
    if (good && (look() == 'e' || look() == 'E')) {
      uint32_t sign = look(1) == '+' || look(1) == '-' ? 1 : 0;
      if (isDecimal(look(1 + sign))) {
        pos += 1 + sign;
        kind = Tok::Float;
        good = digits(isDecimal);
      }
    }
    if (good && (look() == 'j' || look() == 'J')) {
      ++pos;
      kind = Tok::Imaginary;
    }
    if (good && kind == Tok::Int && whole.starts_with("0") &&
        whole.find_first_not_of("0_") != StringRef::npos)
      return fail(begin, "expected an octal number to be written 0o..., found "
                         "leading zeros");
  }
  uint32_t wordBegin = pos;
  while (isIdentifier(pos))
    ;
  StringRef word = text.slice(wordBegin, pos);
  // Python lets these words follow a number without a space.
  bool splits =
      llvm::StringSwitch<bool>(word)
          .Cases({"and", "else", "for", "if", "in", "is", "or", "not"}, true)
          .Default(word.empty());
  if (!good || !splits)
    return fail(begin, "expected a number, found '" +
                           text.slice(begin, pos).take_front(40) + "'");
  pos = wordBegin;
  return token(kind, begin);
}

Token Lexer::operatorToken() {
  uint32_t begin = pos;
  StringRef rest = text.slice(pos, std::min(end, pos + 3));
  Tok kind = Tok::Error;
#define TINE_TOKEN(NAME, TEXT)                                                 \
  if (kind == Tok::Error && rest.starts_with(TEXT)) {                          \
    kind = Tok::NAME;                                                          \
    pos += sizeof(TEXT) - 1;                                                   \
  }
  TINE_OPERATORS(TINE_TOKEN)
#undef TINE_TOKEN
  if (kind == Tok::Error) {
    unsigned bytes =
        llvm::getNumBytesForUTF8(static_cast<uint8_t>(text[begin]));
    pos = std::min(end, begin + bytes);
    StringRef found = text.slice(begin, pos);
    if (llvm::sys::unicode::columnWidthUTF8(found) > 0)
      return fail(begin, "expected a token, found '" + found + "'");
    return fail(begin, "expected a token, found an invisible character");
  }
  Token result = token(kind, begin);
  switch (kind) {
  case Tok::LeftParen:
  case Tok::LeftBracket:
  case Tok::LeftBrace:
    if (depth < opened.size())
      opened[depth] = begin;
    ++depth;
    break;
  case Tok::RightParen:
  case Tok::RightBracket:
  case Tok::RightBrace:
    if (depth > 0)
      --depth;
    break;
  default:
    break;
  }
  return result;
}
