//===- TokenStream.cpp - What the parser reads ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/TokenStream.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;
using llvm::Twine;

/// Levels of nesting, as in CPython.
static constexpr unsigned maxNesting = 200;

static Range contentsOf(const SourceFile &file) {
  StringRef text = file.text();
  uint32_t byteOrderMark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {byteOrderMark, static_cast<uint32_t>(text.size())};
}

TokenStream::TokenStream(const SourceFile &file, Diagnostics &diagnostics,
                         Syntax syntax, Module &module)
    : syntax(syntax), module(module), file(file), diagnostics(diagnostics),
      errors{file, diagnostics},
      whole{Lexer(errors, contentsOf(file), Lexer::Mode::File), "file", {}, 0} {
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

const Token &TokenStream::peek(unsigned n) {
  while (stream->ahead.size() <= n)
    stream->ahead.push_back(stream->lexer.next());
  return stream->ahead[n];
}

static bool isLayout(Tok kind) {
  return kind == Tok::Newline || kind == Tok::Indent || kind == Tok::Dedent ||
         kind == Tok::EndOfFile;
}

Token TokenStream::take() {
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

bool TokenStream::accept(Tok kind) {
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

bool TokenStream::expect(Tok kind, StringRef where) {
  if (accept(kind))
    return true;
  expected(quoted(kind) + Twine(where.empty() ? "" : " ") + where);
  return false;
}

bool TokenStream::close(Tok kind, const Token &open, StringRef orElse) {
  if (accept(kind))
    return true;
  expected(orElse + quoted(kind));
  if (!errors.muted && !at(Tok::Error) && !at(Tok::EndOfFile) &&
      file.position(open.begin).line != file.position(peek().begin).line)
    diagnostics.note(file, open.range(), "the bracket that is open");
  return false;
}

StringRef TokenStream::text(Range range) const {
  return file.text().slice(range.begin, range.end);
}

StringRef TokenStream::intern(StringRef id) {
  auto found = names.find(id);
  if (found != names.end())
    return *found;
  StringRef copy = module.copy(id);
  names.insert(copy);
  return copy;
}

bool TokenStream::name(StringRef &id, StringRef what) {
  if (!at(Tok::Name))
    return expected(what);
  id = intern(take());
  return true;
}

/// Tokens that are looked ahead at, in all, in a file with errors. Without
/// errors each is then parsed, so that the time stays linear.
static constexpr uint64_t maxLookAhead = 1'000'000;

bool TokenStream::endsLookAhead() {
  if (++lookedAhead > maxLookAhead && errors.any)
    return true;
  const Token &next = peek();
  bool unopened = next.depth == 0 && closesBracket(next.kind);
  return unopened || next.kind == Tok::Newline || next.kind == Tok::EndOfFile ||
         next.depth > maxNesting || startsStatement(next.kind);
}

bool TokenStream::lookAhead(llvm::function_ref<bool()> look) {
  Stream copy = *stream;
  llvm::SaveAndRestore outer(stream, &copy);
  llvm::SaveAndRestore muted(errors.muted, errors.muted + 1);
  return look();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string TokenStream::describe(const Token &token) {
  StringRef found = text(token.range());
  switch (token.kind) {
  case Tok::Name:
    return ("name '" + found.take_front(40) + "'").str();
  case Tok::Int:
  case Tok::Float:
  case Tok::Imaginary:
    return ("number " + found.take_front(40)).str();
  case Tok::EndOfFile:
    return ("end of " + stream->what).str();
  default:
    return quoted(token.kind);
  }
}

TokenStream::Failure TokenStream::error(Range range, const Twine &message) {
  errors.report(range, message);
  return {};
}

TokenStream::Failure TokenStream::expected(const Twine &what) {
  const Token &found = peek();
  if (found.kind == Tok::Error)
    return {};
  if (found.kind == Tok::EndOfFile && stream == &whole) {
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

void TokenStream::warning(Range range, const Twine &message) {
  diagnostics.warning(file, range, message);
}

bool TokenStream::Nest::allowed() {
  if (tokens.nesting <= maxNesting)
    return true;
  return tokens.error(tokens.peek().range(),
                      "nested too deeply: expected at most " +
                          Twine(maxNesting) + " levels");
}

void TokenStream::recover() {
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

void TokenStream::skipBlock() {
  llvm::SaveAndRestore muted(errors.muted, errors.muted + 1);
  unsigned depth = 0;
  do {
    Token token = take();
    if (token.kind == Tok::Indent)
      ++depth;
    else if (token.kind == Tok::Dedent)
      --depth;
    else if (token.kind == Tok::EndOfFile)
      break;
  } while (depth > 0);
}
