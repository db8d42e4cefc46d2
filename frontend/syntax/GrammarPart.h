//===- GrammarPart.h - A part of the parser ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base of the classes that parse: each knows the rules of one part of Python's
// grammar, and makes its nodes.
//
// A function that parses something returns null (or false) after it reported an
// error; its callers pass that on up to the statement, where the parser skips
// to the next statement. A parse function is named after what it parses, in the
// words of Python's grammar.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_GRAMMARPART_H
#define TINE_FRONTEND_SYNTAX_GRAMMARPART_H

#include "frontend/syntax/TokenStream.h"
#include "frontend/syntax/Visit.h"

namespace tine {

class GrammarPart {
protected:
  using Expr = ast::Expr;
  using Stmt = ast::Stmt;
  using Exprs = llvm::SmallVector<const Expr *, 4>;
  using Stmts = llvm::SmallVector<const Stmt *, 8>;
  using Keywords = llvm::SmallVectorImpl<ast::Keyword>;
  using Nest = TokenStream::Nest;
  using Failure = TokenStream::Failure;

  explicit GrammarPart(TokenStream &tokens)
      : tokens(tokens), module(tokens.module) {}

  const Token &peek(unsigned n = 0) { return tokens.peek(n); }
  bool at(Tok kind) { return tokens.at(kind); }
  Token take() { return tokens.take(); }
  bool accept(Tok kind) { return tokens.accept(kind); }
  bool expect(Tok kind, llvm::StringRef where = "") {
    return tokens.expect(kind, where);
  }
  bool close(Tok kind, const Token &open, llvm::StringRef orElse = "") {
    return tokens.close(kind, open, orElse);
  }
  Failure expected(const llvm::Twine &what) { return tokens.expected(what); }
  Failure error(ast::Range range, const llvm::Twine &message) {
    return tokens.error(range, message);
  }
  bool atFor() { return at(Tok::KwFor) || at(Tok::KwAsync); }
  /// From `begin` to the last token that was taken.
  ast::Range since(uint32_t begin) { return {begin, tokens.taken()}; }

  /// Puts a node into the tree. Null if the tree is too high with it.
  template <typename T> T *add(ast::Range range, T node) {
    unsigned height = 0;
    ast::ChildVisitor{[&](const auto &child) {
      height = std::max(height, heightOf(child));
    }}(node);
    node.range = range;
    if (height >= ast::maxTreeHeight)
      return tooHigh(range);
    node.height = static_cast<uint16_t>(height + 1);
    return module.make(node);
  }
  /// Likewise, from `begin` to the last token that was taken.
  template <typename T> T *add(uint32_t begin, T node) {
    return add(since(begin), node);
  }
  /// Likewise, of the fields of its class.
  template <typename T, typename... Fields>
  T *node(uint32_t begin, const Fields &...fields) {
    return add(begin, T{{}, fields...});
  }
  const Expr *makeTuple(uint32_t begin, const Exprs &elements);

  using ParseElement = llvm::function_ref<const Expr *()>;
  /// After an element: takes a comma. False: the list ends here.
  bool continuesList();
  /// The elements behind the first.
  bool moreElements(Exprs &elements, ParseElement element);
  /// One element, or a tuple without brackets.
  const Expr *openTuple(ParseElement element);

  TokenStream &tokens;
  ast::Module &module;

private:
  static unsigned heightOf(const Expr *e) { return e ? e->height : 0; }
  static unsigned heightOf(ast::Block block) {
    unsigned height = 0;
    for (const Stmt *s : block)
      height = std::max<unsigned>(height, s->height);
    return height;
  }
  Failure tooHigh(ast::Range range);
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_GRAMMARPART_H
