//===- Parser.cpp - Parser of the TorchScript language --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry point, and how the parser handles tokens and errors.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Parser.h"
#include "frontend/syntax/ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;
using llvm::Twine;

/// Levels of nesting, as in CPython.
static constexpr unsigned maxNesting = 200;
/// Offsets are 32 bits; half of them leaves room for sums.
static constexpr size_t maxFileSize = size_t(1) << 31;

/// Offset of the first byte that is no text, or npos.
static size_t findInvalid(StringRef text, bool &isNul) {
  size_t nul = text.find('\0');
  const llvm::UTF8 *at = text.bytes_begin();
  isNul = true;
  if (llvm::isLegalUTF8String(&at, text.bytes_end()))
    return nul;
  size_t bad = static_cast<size_t>(at - text.bytes_begin());
  isNul = nul < bad;
  return std::min(nul, bad);
}

/// The encoding that a comment in the first two lines declares; empty if none.
static StringRef declaredEncoding(StringRef text) {
  for (int i = 0; i < 2; ++i) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim("\xEF\xBB\xBF \t\f").rtrim("\r");
    if (!line.empty() && !line.starts_with("#"))
      break;
    size_t at = line.find("coding");
    if (at == StringRef::npos)
      continue;
    StringRef rest = line.drop_front(at + 6);
    if (!rest.starts_with(":") && !rest.starts_with("="))
      continue;
    return rest.drop_front(1).ltrim(" \t").take_while([](char c) {
      return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
    });
  }
  return {};
}

/// True if the encoding is that of the text. ASCII text is that in all others
/// that Python reads source in.
static bool isEncoding(StringRef name, StringRef text) {
  if (name.empty() || name.starts_with_insensitive("utf-8") ||
      name.starts_with_insensitive("utf_8") || name.equals_insensitive("utf8"))
    return true;
  return llvm::all_of(text, [](char c) { return llvm::isASCII(c); });
}

std::unique_ptr<Module> tine::parseModule(const SourceFile &file,
                                          Diagnostics &diagnostics,
                                          Syntax syntax) {
  if (file.text().size() >= maxFileSize) {
    diagnostics.error(file, {0, 0}, "expected a file below 2 GiB");
    return nullptr;
  }
  bool isNul;
  size_t invalid = findInvalid(file.text(), isNul);
  if (invalid != StringRef::npos) {
    uint32_t at = static_cast<uint32_t>(invalid);
    diagnostics.error(file, {at, at + 1},
                      isNul ? "expected text, found a NUL byte"
                            : "expected UTF-8, found an invalid byte");
    return nullptr;
  }
  StringRef encoding = declaredEncoding(file.text());
  if (!isEncoding(encoding, file.text())) {
    auto at = static_cast<uint32_t>(encoding.data() - file.text().data());
    diagnostics.error(
        file, {at, at + static_cast<uint32_t>(encoding.size())},
        "expected UTF-8, found a declaration of another encoding");
    return nullptr;
  }
  auto module = std::make_unique<Module>();
  Parser parser(file, diagnostics, syntax, *module);
  if (!parser.parseFile())
    return nullptr;
  return module;
}

static Range contentsOf(const SourceFile &file) {
  StringRef text = file.text();
  uint32_t byteOrderMark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {byteOrderMark, static_cast<uint32_t>(text.size())};
}

Parser::Parser(const SourceFile &file, Diagnostics &diagnostics, Syntax syntax,
               Module &module)
    : file(file), diagnostics(diagnostics), syntax(syntax), module(module),
      errors{file, diagnostics},
      file_{Lexer(errors, contentsOf(file), Lexer::Mode::File), {}, 0} {}

bool Parser::parseFile() {
  Stmts body;
  statements(body, /*top=*/true);
  module.body = module.copy<const Stmt *>(body);
  return !errors.any;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

const Token &Parser::peek(unsigned n) {
  while (stream->ahead.size() <= n)
    stream->ahead.push_back(stream->lexer.next());
  return stream->ahead[n];
}

static bool isLayout(Tok kind) {
  return kind == Tok::Newline || kind == Tok::Indent || kind == Tok::Dedent ||
         kind == Tok::EndOfFile;
}

Token Parser::take() {
  Token token = peek();
  // The end of the file is read as often as it is asked for.
  if (token.kind != Tok::EndOfFile)
    stream->ahead.erase(stream->ahead.begin());
  if (token.startsLine && token.depth == 0)
    inHeader = startsHeader(token.kind);
  if (!isLayout(token.kind))
    stream->taken = token.end;
  return token;
}

bool Parser::accept(Tok kind) {
  if (!at(kind))
    return false;
  take();
  return true;
}

static std::string quoted(Tok kind) {
  bool isText = isKeyword(kind) || kind > Tok::String;
  StringRef text = spelling(kind);
  return isText ? ("'" + text + "'").str() : text.str();
}

bool Parser::expect(Tok kind, StringRef where) {
  if (accept(kind))
    return true;
  expected(quoted(kind) + Twine(where.empty() ? "" : " ") + where);
  return false;
}

bool Parser::close(Tok kind, const Token &open, StringRef orElse) {
  if (accept(kind))
    return true;
  expected(orElse + quoted(kind));
  if (!errors.muted && !at(Tok::Error) && !at(Tok::EndOfFile) &&
      file.position(open.begin).line != file.position(peek().begin).line)
    diagnostics.note(file, open.range(), "the bracket that is open");
  return false;
}

StringRef Parser::text(Range range) const {
  return file.text().slice(range.begin, range.end);
}

StringRef Parser::intern(StringRef id) {
  auto found = names.find(id);
  if (found != names.end())
    return *found;
  StringRef copy = module.copy(id);
  names.insert(copy);
  return copy;
}

bool Parser::name(StringRef &id, StringRef what) {
  if (!at(Tok::Name)) {
    expected(what);
    return false;
  }
  id = intern(text(take().range()));
  return true;
}

/// Tokens that are looked ahead at, in all, in a file with errors. Without
/// errors each is then parsed, so that the time stays linear.
static constexpr uint64_t maxLookAhead = 1'000'000;

/// True if looking ahead should stop: an expression does not go on here.
bool Parser::endsLookAhead() {
  if (++lookedAhead > maxLookAhead && errors.any)
    return true;
  const Token &next = peek();
  bool unopened = next.depth == 0 && (next.kind == Tok::RightParen ||
                                      next.kind == Tok::RightBracket ||
                                      next.kind == Tok::RightBrace);
  return unopened || next.kind == Tok::Newline || next.kind == Tok::EndOfFile ||
         next.depth > maxNesting || startsStatement(next.kind);
}

/// `match` is a keyword where a block of `case` follows the line.
bool Parser::isMatchStatement() {
  Stream copy = *stream, *outer = stream;
  stream = &copy;
  ++errors.muted;
  take();
  Tok last = Tok::Name;
  if (startsExpression())
    while (!endsLookAhead())
      last = take().kind;
  bool result = last == Tok::Colon && accept(Tok::Newline) &&
                accept(Tok::Indent) && at(Tok::Name) &&
                text(peek().range()) == "case";
  --errors.muted;
  stream = outer;
  return result;
}

/// `with (` begins a list of items if there is an `as` inside the brackets.
bool Parser::isWithParentheses() {
  Stream copy = *stream, *outer = stream;
  stream = &copy;
  ++errors.muted;
  uint16_t inside = static_cast<uint16_t>(take().depth + 1);
  bool result = false;
  while (!result && !endsLookAhead()) {
    Token token = take();
    if (token.depth < inside)
      break; // behind the closing bracket
    result = token.kind == Tok::KwAs && token.depth == inside;
  }
  --errors.muted;
  stream = outer;
  return result;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string Parser::describe(const Token &token) {
  StringRef found = text(token.range());
  switch (token.kind) {
  case Tok::Name:
    return ("name '" + found.take_front(40) + "'").str();
  case Tok::Int:
  case Tok::Float:
  case Tok::Imaginary:
    return ("number " + found.take_front(40)).str();
  case Tok::EndOfFile:
    return stream == &file_ ? "end of file"
           : formats        ? "end of string"
                            : "end of comment";
  default:
    return quoted(token.kind);
  }
}

Parser::Failure Parser::error(Range range, const Twine &message) {
  errors.report(range, message);
  return {};
}

Parser::Failure Parser::expected(const Twine &what) {
  const Token &found = peek();
  if (found.kind == Tok::Error)
    return {};
  if (found.kind == Tok::EndOfFile && stream == &file_) {
    // The bracket that made all that follows part of its line.
    Range open = stream->lexer.openBracket(found);
    StringRef bracket = text(open);
    if (!bracket.empty())
      return error(open, Twine("expected ") +
                             (bracket == "("   ? "')'"
                              : bracket == "[" ? "']'"
                                               : "'}'") +
                             " for this bracket, found end of file");
  }
  return error(found.range(),
               "expected " + what + ", found " + describe(found));
}

bool Parser::mayNest() {
  if (nesting <= maxNesting)
    return true;
  error(peek().range(),
        "nested too deeply: expected at most " + Twine(maxNesting) + " levels");
  return false;
}

bool Parser::tooHigh(Range range) {
  // The end is where the chain has become too long.
  uint32_t from = range.end > 0 ? range.end - 1 : 0;
  error({from, range.end},
        "nested too deeply: expected a chain of at most about " +
            Twine(maxTreeHeight) + " operations");
  return true;
}

/// Goes to the next statement.
void Parser::recover() {
  switch (peek().kind) {
  case Tok::EndOfFile:
  case Tok::Indent:
  case Tok::Dedent:
    return;
  case Tok::Newline:
    take();
    return;
  default:
    Token from = peek();
    stream->ahead.clear();
    stream->lexer.skipStatement(from, inHeader);
  }
}

//===----------------------------------------------------------------------===//
// Heights
//===----------------------------------------------------------------------===//

unsigned Parser::heightOf(const FStringPart &part) {
  return std::max(heightOf(part.value), heightOf(part.spec));
}

unsigned Parser::heightOf(const ComprehensionClause &clause) {
  return std::max({heightOf(clause.target), heightOf(clause.iterable),
                   heightOf(clause.conditions)});
}

unsigned Parser::heightOf(const Params *params) {
  unsigned height = 0;
  for (const Param &param : params ? params->params : llvm::ArrayRef<Param>())
    height = std::max(
        {height, heightOf(param.annotation), heightOf(param.defaultValue)});
  return height;
}

unsigned Parser::heightOf(const WithItem &item) {
  return std::max(heightOf(item.context), heightOf(item.target));
}

unsigned Parser::heightOf(const ExceptHandler &handler) {
  return std::max(heightOf(handler.type), heightOf(handler.body));
}
