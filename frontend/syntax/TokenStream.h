//===- TokenStream.h - What the parser reads --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tokens of a file, or of a comment or a field of an f-string inside it,
// with errors about them. One stream serves all parts of the parser.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_TOKENSTREAM_H
#define TINE_FRONTEND_SYNTAX_TOKENSTREAM_H

#include "frontend/syntax/Lexer.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace tine {

class TokenStream {
public:
  TokenStream(const SourceFile &file, Diagnostics &diagnostics, Syntax syntax,
              ast::Module &module);

  /// The next token; with `n`, the one n further.
  const Token &peek(unsigned n = 0);
  bool at(Tok kind) { return peek().kind == kind; }
  Token take();
  bool accept(Tok kind);
  /// Takes a token of this kind, or reports that it was expected.
  bool expect(Tok kind, llvm::StringRef where = "");
  /// Takes the bracket that closes `open`.
  bool close(Tok kind, const Token &open, llvm::StringRef orElse = "");
  /// Takes a name.
  bool name(llvm::StringRef &id, llvm::StringRef what);
  /// Takes "as NAME", if it is there.
  bool asName(llvm::StringRef &id) {
    return !accept(Tok::KwAs) || name(id, "a name after 'as'");
  }
  /// The end of the last token that was taken.
  uint32_t taken() const { return stream->taken; }

  llvm::StringRef source() const { return file.text(); }
  llvm::StringRef text(ast::Range range) const;
  /// The text of a name, as the tree holds it.
  llvm::StringRef intern(llvm::StringRef id);
  llvm::StringRef intern(const Token &name) {
    return intern(text(name.range()));
  }
  /// The type comments since the statement began.
  std::vector<ast::Range> &typeComments() { return stream->lexer.typeComments; }

  /// False or null, as the function returns it.
  struct Failure {
    operator bool() const { return false; }
    template <typename T> operator T *() const { return nullptr; }
  };
  Failure error(ast::Range range, const llvm::Twine &message);
  /// Reports "expected WHAT, found TOKEN".
  Failure expected(const llvm::Twine &what);
  void warning(ast::Range range, const llvm::Twine &message);
  bool anyErrors() const { return errors.any; }
  /// Goes to the next statement, from an error.
  void recover();
  /// Skips an indented block without looking into it.
  void skipBlock();

  /// A level of nesting, which the parser's own stack holds.
  struct Nest {
    explicit Nest(TokenStream &tokens) : tokens(tokens) { ++tokens.nesting; }
    ~Nest() { --tokens.nesting; }
    /// False, reported: the next token is nested too deeply.
    bool allowed();
    TokenStream &tokens;
  };

  /// What `look` says of the tokens that follow; none of them is taken.
  bool lookAhead(llvm::function_ref<bool()> look);
  /// True if looking ahead should stop: an expression does not go on here.
  bool endsLookAhead();

  /// Parses the text of a comment or a string with `parse`, and leaves the
  /// tokens that it stands among untouched.
  template <typename Parse>
  auto inFragment(ast::Range range, llvm::StringRef what, Parse parse) {
    Stream fragment{Lexer(errors, range, Lexer::Mode::Fragment), what, {}, 0};
    llvm::SaveAndRestore outer(stream, &fragment);
    return parse();
  }
  /// Does so without reporting errors.
  template <typename Parse>
  auto tryFragment(ast::Range range, llvm::StringRef what, Parse parse) {
    llvm::SaveAndRestore muted(errors.muted, errors.muted + 1);
    return inFragment(range, what, parse);
  }

  const Syntax syntax;
  /// Owns the nodes of the tree.
  ast::Module &module;

private:
  /// A lexer with the tokens that were looked at and not taken.
  struct Stream {
    Lexer lexer;
    llvm::StringRef what; // a "file", "string" or "comment"
    llvm::SmallVector<Token, 8> ahead;
    uint32_t taken = 0;
  };

  std::string describe(const Token &token);

  const SourceFile &file;
  Diagnostics &diagnostics;
  SyntaxErrors errors;
  Stream whole;
  Stream *stream = &whole;
  uint64_t lookedAhead = 0; // tokens
  unsigned nesting = 0;
  bool inHeader = false; // this line begins with the keyword of a block
  llvm::DenseSet<llvm::StringRef> names;
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_TOKENSTREAM_H
