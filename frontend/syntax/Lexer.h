//===- Lexer.h - Tokens of the TorchScript language -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits source text into Python's tokens, one at a time: memory does not grow
// with the file, and the parser can rewind to a token when it recovers.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_LEXER_H
#define TINE_FRONTEND_SYNTAX_LEXER_H

#include "frontend/syntax/Source.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace tine {

// clang-format off
#define TINE_KEYWORDS(X)                                                       \
  X(False, "False") X(None, "None") X(True, "True") X(And, "and") X(As, "as")  \
  X(Assert, "assert") X(Async, "async") X(Await, "await") X(Break, "break")    \
  X(Class, "class") X(Continue, "continue") X(Def, "def") X(Del, "del")        \
  X(Elif, "elif") X(Else, "else") X(Except, "except") X(Finally, "finally")    \
  X(For, "for") X(From, "from") X(Global, "global") X(If, "if")                \
  X(Import, "import") X(In, "in") X(Is, "is") X(Lambda, "lambda")              \
  X(Nonlocal, "nonlocal") X(Not, "not") X(Or, "or") X(Pass, "pass")            \
  X(Raise, "raise") X(Return, "return") X(Try, "try") X(While, "while")        \
  X(With, "with") X(Yield, "yield")

/// Longer operators stand before their prefixes.
#define TINE_OPERATORS(X)                                                      \
  X(StarStarEqual, "**=") X(SlashSlashEqual, "//=") X(ShiftLeftEqual, "<<=")   \
  X(ShiftRightEqual, ">>=") X(Ellipsis, "...") X(StarStar, "**")               \
  X(SlashSlash, "//") X(ShiftLeft, "<<") X(ShiftRight, ">>") X(LessEqual, "<=")\
  X(GreaterEqual, ">=") X(EqualEqual, "==") X(NotEqual, "!=") X(Arrow, "->")   \
  X(PlusEqual, "+=") X(MinusEqual, "-=") X(StarEqual, "*=")                    \
  X(SlashEqual, "/=") X(PercentEqual, "%=") X(AtEqual, "@=") X(AndEqual, "&=") \
  X(OrEqual, "|=") X(XorEqual, "^=") X(ColonEqual, ":=") X(Plus, "+")          \
  X(Minus, "-") X(Star, "*") X(Slash, "/") X(Percent, "%") X(At, "@")          \
  X(Ampersand, "&") X(Pipe, "|") X(Caret, "^") X(Tilde, "~") X(Less, "<")      \
  X(Greater, ">") X(LeftParen, "(") X(RightParen, ")") X(LeftBracket, "[")     \
  X(RightBracket, "]") X(LeftBrace, "{") X(RightBrace, "}") X(Comma, ",")      \
  X(Colon, ":") X(Dot, ".") X(Semicolon, ";") X(Equal, "=") X(Exclamation, "!")
// clang-format on

enum class Tok : uint8_t {
  EndOfFile,
  Newline,
  Indent,
  Dedent,
  Error, // already reported
  Name,
  Int,
  Float,
  Imaginary,
  String,
#define TINE_TOKEN(NAME, TEXT) NAME,
#define TINE_KEYWORD(NAME, TEXT) Kw##NAME,
  TINE_OPERATORS(TINE_TOKEN) TINE_KEYWORDS(TINE_KEYWORD)
#undef TINE_TOKEN
#undef TINE_KEYWORD
};

/// The text of an operator or keyword, a description of any other token.
llvm::StringRef spelling(Tok kind);
bool isKeyword(Tok kind);
bool closesBracket(Tok kind);
/// True for a token that can begin an expression, one with an error too.
bool startsExpression(Tok kind);
/// True for a keyword that begins a statement and stands in no expression.
bool startsStatement(Tok kind);
/// True for a keyword that begins a statement with a block, or a part of one.
bool startsHeader(Tok kind);

struct Token {
  Tok kind = Tok::EndOfFile;
  bool startsLine = false; // the first token of its line
  uint16_t depth = 0;      // open brackets before it, at most 65535
  uint32_t begin = 0;
  uint32_t end = 0;

  ast::Range range() const { return {begin, end}; }
};

/// Where the lexer and the parser report. Muted while the parser looks ahead,
/// skips text that it has already complained about, or tries a comment.
struct SyntaxErrors {
  const SourceFile &file;
  Diagnostics &diagnostics;
  bool any = false;
  unsigned muted = 0;

  void report(ast::Range range, const llvm::Twine &message) {
    if (muted)
      return;
    any = true;
    diagnostics.error(file, range, message);
  }
};

/// The parts of a string token, as offsets of the source.
struct StringToken {
  ast::Range content;
  bool raw = false;
  bool bytes = false;
  bool formatted = false;
};
StringToken splitString(llvm::StringRef text, ast::Range token);

class Lexer {
public:
  /// `File` makes layout tokens; `Fragment` is an expression inside an f-string
  /// or a comment, where line ends mean nothing.
  enum class Mode { File, Fragment };

  Lexer(SyntaxErrors &errors, ast::Range range, Mode mode);

  Token next();

  /// Goes back to `from`, a token that the parser did not expect, and on to the
  /// next statement. A bracket that is open at `from` ends where a line begins
  /// that must be a new statement; in the header of a block that is any line
  /// after a colon. `from` must stand behind the last layout token that the
  /// parser has seen.
  void skipStatement(const Token &from, bool inHeader);

  /// The innermost bracket that is open before a token just read; an empty
  /// range if that is not known.
  ast::Range openBracket(const Token &token) const {
    if (token.depth == 0 || token.depth > opened.size())
      return {};
    uint32_t at = opened[token.depth - 1];
    return {at, at + 1};
  }

  /// The texts of the `# type:` comments seen so far, without the mark.
  std::vector<ast::Range> typeComments;

private:
  /// A level of indentation, measured with tabs of 8 and of 1: if they do not
  /// agree, the meaning depends on the width of a tab.
  struct Indentation {
    uint32_t width;
    uint32_t tabless;
    bool operator==(const Indentation &o) const {
      return width == o.width && tabless == o.tabless;
    }
  };

  char look(uint32_t ahead = 0) const {
    return pos + ahead < end ? text[pos + ahead] : '\0';
  }
  Token token(Tok kind, uint32_t begin);
  Token fail(uint32_t begin, const llvm::Twine &message);
  bool skipLineEnd();
  bool skipSpace();
  void skipComment();
  bool breaksBracket(const Token &token) const;
  Indentation measure(uint32_t lineBegin, uint32_t lineEnd) const;
  bool indent(Token &result);
  Token atEnd();
  Token name();
  Token number();
  Token string(uint32_t begin);
  Token operatorToken();
  bool digits(bool (*isDigit)(char));
  bool isIdentifier(uint32_t &at) const;

  llvm::StringRef text;
  SyntaxErrors &errors;
  uint32_t pos;
  uint32_t end;
  Mode mode;
  bool lineBegins = true; // no token on this physical line yet
  bool layout;            // indentation is to be measured
  bool lineHasToken = false;
  uint32_t depth = 0;
  std::array<uint32_t, 256> opened; // the outermost open brackets
  unsigned dedents = 0;
  uint32_t plainUntil = 0; // up to here, quotes in f-strings end them
  llvm::SmallVector<Indentation> indents;
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_LEXER_H
