//===- StringParser.cpp - String literals and f-strings -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes escapes, joins adjacent literals, and parses the fields of f-strings
// where they stand, so that their ranges are those of the file.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ExpressionParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;
using llvm::Twine;

/// f-strings inside fields of f-strings, and fields inside specs.
static constexpr unsigned maxFormats = 20;
static constexpr unsigned maxSpecs = 2;

const Expr *StringParser::strings() {
  uint32_t begin = peek().begin;
  bool isBytes = splitString(tokens.source(), peek().range()).bytes;
  bool formatted = false;
  std::string literal;
  Parts all;
  while (at(Tok::String)) {
    Token token = take();
    StringToken string = splitString(tokens.source(), token.range());
    if (string.bytes != isBytes)
      return error(token.range(), "expected strings or bytes side by side, "
                                  "found both");
    formatted |= string.formatted;
    uint32_t pos = string.content.begin;
    if (string.formatted ? !parts(pos, string, 0, literal, all)
                         : !decode(string.content, string, literal))
      return nullptr;
  }
  if (!formatted) {
    return node<StringExpr>(begin, module.copy(StringRef(literal)), isBytes);
  }
  flush(literal, all);
  return node<FStringExpr>(begin, module.copy(all));
}

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

/// False if no character has this number.
static bool append(uint32_t code, std::string &out) {
  char buffer[4], *to = buffer;
  if (!llvm::ConvertCodePointToUTF8(code, to))
    return false;
  out.append(buffer, to);
  return true;
}

bool StringParser::decode(Range range, const StringToken &string,
                          std::string &out) {
  StringRef source = tokens.source();
  for (uint32_t pos = range.begin; pos < range.end;) {
    char c = source[pos];
    if (c == '\\' && !string.raw) {
      if (!escape(pos, string, out))
        return false;
    } else if (c == '\r') {
      // Python reads every line end as "\n".
      out += '\n';
      pos += pos + 1 < range.end && source[pos + 1] == '\n' ? 2 : 1;
    } else if (string.bytes && !llvm::isASCII(c)) {
      return error({pos, pos + 1}, "expected ASCII characters in bytes, found "
                                   "another character");
    } else {
      out += c;
      ++pos;
    }
  }
  return true;
}

/// `pos` stands on a backslash inside a string, so a character follows it.
bool StringParser::escape(uint32_t &pos, const StringToken &string,
                          std::string &out) {
  StringRef source = tokens.source();
  uint32_t begin = pos, end = string.content.end;
  char c = source[pos + 1];
  pos += 2;
  switch (c) {
  case '\n':
    return true;
  case '\r':
    pos += pos < end && source[pos] == '\n';
    return true;
  case '\\':
  case '\'':
  case '"':
    out += c;
    return true;
  case 'a':
    out += '\a';
    return true;
  case 'b':
    out += '\b';
    return true;
  case 'f':
    out += '\f';
    return true;
  case 'n':
    out += '\n';
    return true;
  case 'r':
    out += '\r';
    return true;
  case 't':
    out += '\t';
    return true;
  case 'v':
    out += '\v';
    return true;
  default:
    break;
  }
  if (c >= '0' && c <= '7')
    return octal(--pos, string, out);
  if (c == 'x')
    return codePoint(pos, begin, end, 2, string.bytes, out);
  if (!string.bytes && (c == 'u' || c == 'U'))
    return codePoint(pos, begin, end, c == 'u' ? 4 : 8, false, out);
  if (!string.bytes && c == 'N')
    return namedCharacter(pos, begin, end, out);
  // An unknown escape stands for itself.
  out += '\\';
  pos = begin + 1;
  return true;
}

/// Reads one to three octal digits.
bool StringParser::octal(uint32_t &pos, const StringToken &string,
                         std::string &out) {
  unsigned value = 0;
  for (int i = 0; i < 3 && pos < string.content.end; ++i, ++pos) {
    char c = tokens.source()[pos];
    if (c < '0' || c > '7')
      break;
    value = value * 8 + (c - '0');
  }
  if (string.bytes || tokens.syntax == Syntax::Archive)
    out += static_cast<char>(value);
  else
    append(value, out);
  return true;
}

/// Reads `count` hexadecimal digits of the escape that began at `begin`.
bool StringParser::codePoint(uint32_t &pos, uint32_t begin, uint32_t end,
                             unsigned count, bool isByte, std::string &out) {
  uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i, ++pos) {
    char c = pos < end ? tokens.source()[pos] : '\0';
    if (!llvm::isHexDigit(c))
      return error({begin, pos}, "expected " + Twine(count) +
                                     " hexadecimal digits in the escape, "
                                     "found " +
                                     Twine(i));
    value = value * 16 + llvm::hexDigitValue(c);
  }
  if (isByte) {
    out += static_cast<char>(value);
    return true;
  }
  if (!append(value, out))
    return error({begin, pos}, "expected the number of a character in the "
                               "escape, found a surrogate or a number too "
                               "great");
  return true;
}

/// Reads the "{NAME}" of the escape that began at `begin`.
bool StringParser::namedCharacter(uint32_t &pos, uint32_t begin, uint32_t end,
                                  std::string &out) {
  StringRef rest = tokens.text({pos, end});
  size_t length = rest.find('}');
  if (!rest.starts_with("{") || length == StringRef::npos)
    return error({begin, pos}, "expected the name of a character in braces "
                               "after \\N, found none");
  pos += static_cast<uint32_t>(length + 1);
  std::string upper = rest.slice(1, length).upper();
  auto code = llvm::sys::unicode::nameToCodepointStrict(upper);
  if (!code)
    return error({begin, pos}, "expected the name of a character in the "
                               "escape, found one that is unknown");
  return append(*code, out);
}

//===----------------------------------------------------------------------===//
// f-strings
//===----------------------------------------------------------------------===//

void StringParser::flush(std::string &literal, Parts &out) {
  if (literal.empty())
    return;
  FStringPart part;
  part.text = module.copy(StringRef(literal));
  out.push_back(part);
  literal.clear();
}

bool StringParser::parts(uint32_t &pos, const StringToken &string,
                         unsigned specLevel, std::string &literal, Parts &out) {
  StringRef source = tokens.source();
  uint32_t end = string.content.end;
  while (pos < end) {
    char c = source[pos];
    bool twice = pos + 1 < end && source[pos + 1] == c;
    if (c == '}' && specLevel > 0)
      return true;
    if ((c == '{' || c == '}') && twice && specLevel == 0) {
      literal += c;
      pos += 2;
    } else if (c == '{') {
      if (!field(pos, string, specLevel, literal, out))
        return false;
    } else if (c == '}') {
      return error({pos, pos + 1}, "expected '}}' for a brace in an f-string, "
                                   "found '}'");
    } else {
      // Up to what is special in an f-string.
      uint32_t from = pos;
      ++pos;
      if (c == '\\' && !string.raw) {
        pos = from;
        if (!escape(pos, string, literal))
          return false;
        continue;
      }
      while (pos < end && source[pos] != '{' && source[pos] != '}' &&
             source[pos] != '\\')
        ++pos;
      if (!decode({from, pos}, string, literal))
        return false;
    }
  }
  if (specLevel > 0)
    return error({end, end}, "expected '}' after the field of the f-string, "
                             "found end of string");
  return true;
}

/// `pos` stands on the '{', and behind the '}' afterwards.
bool StringParser::field(uint32_t &pos, const StringToken &string,
                         unsigned specLevel, std::string &literal, Parts &out) {
  uint32_t open = pos, end = string.content.end;
  Nest nest(tokens);
  if (specLevel > maxSpecs || formats > maxFormats)
    return error({open, open + 1}, "nested too deeply: expected fewer levels "
                                   "of f-string fields");
  FStringPart part;
  Token after;
  bool debug = false;
  ++formats;
  bool good = tokens.inFragment({open + 1, end}, "string", [&]() -> bool {
    if (!nest.allowed())
      return false;
    part.value = expressions.yieldOrStarExpressions();
    if (!part.value)
      return false;
    if (accept(Tok::Equal)) {
      debug = true;
      literal += tokens.text({open + 1, peek().begin});
    }
    if (accept(Tok::Exclamation)) {
      StringRef conversion = tokens.text(peek().range());
      if (conversion != "r" && conversion != "s" && conversion != "a")
        return expected("'r', 's' or 'a' after '!'");
      part.conversion = conversion[0];
      take();
    }
    after = peek();
    if (after.kind == Tok::RightBrace || after.kind == Tok::Colon ||
        after.kind == Tok::ColonEqual)
      return true;
    return expected(debug || part.conversion ? "':' or '}'"
                                             : "'=', '!', ':' or '}'");
  });
  --formats;
  if (!good)
    return false;
  // The text before the field, with that of `{x=}`.
  flush(literal, out);
  pos = after.begin + 1;
  if (after.kind != Tok::RightBrace) {
    part.hasSpec = true;
    std::string specLiteral;
    Parts spec;
    if (!parts(pos, string, specLevel + 1, specLiteral, spec))
      return false;
    flush(specLiteral, spec);
    part.spec = module.copy(spec);
    ++pos;
  }
  if (debug && !part.conversion && !part.hasSpec)
    part.conversion = 'r';
  out.push_back(part);
  return true;
}
