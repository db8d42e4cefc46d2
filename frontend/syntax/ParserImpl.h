//===- ParserImpl.h - Recursive-descent parser ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser's class, private to Parser*.cpp.
//
// A function that parses something returns null (or false) after it reported an
// error; its callers pass that on up to the statement, where the parser skips
// to the next statement. A parse function is named after what it parses, in the
// words of Python's grammar.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_PARSERIMPL_H
#define TINE_FRONTEND_SYNTAX_PARSERIMPL_H

#include "frontend/syntax/Lexer.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/DenseSet.h"

namespace tine {

class Parser {
public:
  Parser(const SourceFile &file, Diagnostics &diagnostics, Syntax syntax,
         ast::Module &module);

  /// True if there was no error.
  bool parseFile();

private:
  using Expr = ast::Expr;
  using Stmt = ast::Stmt;
  using Exprs = llvm::SmallVector<const Expr *, 4>;
  using Stmts = llvm::SmallVector<const Stmt *, 8>;

  //===--------------------------------------------------------------------===//
  // Tokens (Parser.cpp)
  //===--------------------------------------------------------------------===//

  /// A lexer with the tokens that were looked at and not taken.
  struct Stream {
    Lexer lexer;
    llvm::SmallVector<Token, 8> ahead;
    uint32_t taken = 0; // end of the last token that was taken
  };

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
  /// From `begin` to the last token that was taken.
  ast::Range since(uint32_t begin) { return {begin, stream->taken}; }
  llvm::StringRef text(ast::Range range) const;
  llvm::StringRef intern(llvm::StringRef id);
  bool endsLookAhead();
  bool isMatchStatement();
  bool isWithParentheses();

  //===--------------------------------------------------------------------===//
  // Errors (Parser.cpp)
  //===--------------------------------------------------------------------===//

  /// False or null, as the function returns it.
  struct Failure {
    operator bool() const { return false; }
    template <typename T> operator T *() const { return nullptr; }
  };
  /// Reports "expected WHAT, found TOKEN".
  Failure expected(const llvm::Twine &what);
  Failure error(ast::Range range, const llvm::Twine &message);
  std::string describe(const Token &token);
  void recover();

  /// Counts the levels of nesting that the parser's own stack holds.
  struct Nest {
    explicit Nest(Parser &parser) : parser(parser) { ++parser.nesting; }
    ~Nest() { --parser.nesting; }
    Parser &parser;
  };
  /// False, reported: the next token is nested too deeply.
  bool mayNest();

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  template <typename T> T *make(ast::Range range) {
    T *node = module.make<T>();
    node->range = range;
    return node;
  }

  static unsigned heightOf(const Expr *e) { return e ? e->height : 0; }
  static unsigned heightOf(const Stmt *s) { return s ? s->height : 0; }
  static unsigned heightOf(const ast::Keyword &k) { return heightOf(k.value); }
  static unsigned heightOf(const ast::FStringPart &part);
  static unsigned heightOf(const ast::ComprehensionClause &clause);
  static unsigned heightOf(const ast::Params *params);
  static unsigned heightOf(const ast::WithItem &item);
  static unsigned heightOf(const ast::ExceptHandler &handler);
  template <typename T> static unsigned heightOf(llvm::ArrayRef<T> list) {
    unsigned height = 0;
    for (const T &element : list)
      height = std::max(height, heightOf(element));
    return height;
  }
  bool tooHigh(ast::Range range);

  /// Sets the height of a node from its children; null if it is too high.
  template <typename T, typename... Children>
  T *seal(T *node, const Children &...children) {
    unsigned height = 1 + std::max({0u, heightOf(children)...});
    if (height > ast::maxTreeHeight && tooHigh(node->range))
      return nullptr;
    node->height = static_cast<uint16_t>(height);
    return node;
  }

  //===--------------------------------------------------------------------===//
  // Expressions (ParserExpressions.cpp)
  //===--------------------------------------------------------------------===//

  const Expr *openTuple(const Expr *(Parser::*element)());
  const Expr *starExpressions();
  const Expr *starExpression();
  const Expr *namedExpression();
  const Expr *starNamedExpression();
  const Expr *expression();
  const Expr *lambda();
  const Expr *yield();
  const Expr *yieldOrStarExpressions();
  const Expr *boolOp(Tok keyword, const Expr *(Parser::*operand)());
  const Expr *disjunction();
  const Expr *conjunction();
  const Expr *inversion();
  const Expr *comparison();
  const Expr *binary(unsigned precedence);
  const Expr *factor();
  const Expr *power();
  const Expr *awaitPrimary();
  const Expr *primary();
  const Expr *call(const Expr *callee, uint32_t begin);
  const Expr *subscript(const Expr *value, uint32_t begin);
  const Expr *slice();
  const Expr *atom();
  const Expr *number();
  const Expr *parenthesized();
  const Expr *listDisplay();
  const Expr *braceDisplay();
  const Expr *generatorTail(ast::ComprehensionKind form, uint32_t begin,
                            const Expr *key, const Expr *element, Tok closing,
                            const Token &open);
  bool clauses(llvm::SmallVectorImpl<ast::ComprehensionClause> &out);
  bool arguments(Exprs &args, llvm::SmallVectorImpl<ast::Keyword> &keywords,
                 const Token &open);
  bool argument(Exprs &args, llvm::SmallVectorImpl<ast::Keyword> &keywords);
  bool startsExpression();
  /// True for `NAME :=`.
  bool startsWalrus();
  static llvm::StringRef describeExpression(const Expr *e);
  bool continuesList();

  enum class TargetUse { Assign, AugAssign, Annotate, Delete };
  bool checkTarget(const Expr *target, TargetUse use);
  /// The targets of `for`, up to `in`.
  const Expr *starTargets();
  const Expr *starTarget();

  //===--------------------------------------------------------------------===//
  // Strings (ParserStrings.cpp)
  //===--------------------------------------------------------------------===//

  using Parts = llvm::SmallVector<ast::FStringPart, 4>;
  const Expr *strings();
  bool decode(ast::Range range, const StringToken &string, std::string &out);
  bool escape(uint32_t &pos, const StringToken &string, std::string &out);
  bool codePoint(uint32_t &pos, uint32_t begin, uint32_t end, unsigned count,
                 bool isByte, std::string &out);
  bool namedCharacter(uint32_t &pos, uint32_t begin, uint32_t end,
                      std::string &out);
  /// Parses parts from `pos` to the end of the string, or, in a spec, to '}'.
  bool parts(uint32_t &pos, const StringToken &string, unsigned specLevel,
             std::string &literal, Parts &out);
  bool field(uint32_t &pos, const StringToken &string, unsigned specLevel,
             std::string &literal, Parts &out);
  void flush(std::string &literal, Parts &out);

  //===--------------------------------------------------------------------===//
  // Statements (ParserStatements.cpp, ParserBlocks.cpp,
  // ParserDefinitions.cpp)
  //===--------------------------------------------------------------------===//

  void statements(Stmts &out, bool top);
  bool statement(Stmts &out);
  bool simpleStatements(Stmts &out);
  const Stmt *simpleStatement();
  bool isCompound();
  const Stmt *compoundStatement();
  const Stmt *expressionStatement();
  const Stmt *assignment(const Expr *first, uint32_t begin);
  const Stmt *annotated(const Expr *target, uint32_t begin);
  const Stmt *augmented(const Expr *target, ast::BinaryOp op, uint32_t begin);
  const Stmt *returnStatement();
  const Stmt *raiseStatement();
  const Stmt *assertStatement();
  const Stmt *deleteStatement();
  template <typename T> const Stmt *nameList();
  const Stmt *import();
  const Stmt *importFrom();
  bool dottedName(llvm::StringRef &out);
  const Stmt *ifStatement();
  const Stmt *whileStatement();
  const Stmt *forStatement(uint32_t begin, bool isAsync);
  const Stmt *withStatement(uint32_t begin, bool isAsync);
  bool withItem(llvm::SmallVectorImpl<ast::WithItem> &items);
  bool withItems(llvm::SmallVectorImpl<ast::WithItem> &items);
  const Stmt *tryStatement();
  bool exceptHandler(llvm::SmallVectorImpl<ast::ExceptHandler> &handlers);
  const Stmt *matchStatement();
  const Stmt *decorated();
  const Stmt *functionDef(uint32_t begin, bool isAsync,
                          llvm::ArrayRef<const Expr *> decorators);
  const Stmt *classDef(llvm::ArrayRef<const Expr *> decorators);
  /// Parses up to `closing` and leaves it.
  const ast::Params *params(Tok closing, bool annotations);
  bool param(llvm::SmallVectorImpl<ast::Param> &out, ast::ParamKind kind,
             bool annotations);
  void typeCommentsOfParams(llvm::MutableArrayRef<ast::Param> params,
                            uint32_t end);
  bool typeCommentOfFunction(ast::FunctionDefStmt *def, uint32_t from);
  const Expr *typeComment(ast::Range range);

  /// Parses ":" and the block; `header` is its keyword.
  bool body(const Token &header, ast::Block &out);
  /// Parses the block behind ":".
  bool block(const Token &header, ast::Block &out);
  /// Parses "else" and its block, if there is one.
  bool orelse(ast::Block &out);
  void skipBlock();

  /// Parses the text of a comment or a field with `parse`, and leaves the
  /// stream that it stands in untouched.
  template <typename Parse> auto parseFragment(ast::Range range, Parse parse) {
    Stream fragment{Lexer(errors, range, Lexer::Mode::Fragment), {}, 0};
    Stream *outer = stream;
    stream = &fragment;
    auto result = parse();
    stream = outer;
    return result;
  }

  const SourceFile &file;
  Diagnostics &diagnostics;
  const Syntax syntax;
  ast::Module &module;
  SyntaxErrors errors;
  Stream file_;
  Stream *stream = &file_;
  uint64_t lookedAhead = 0; // tokens
  unsigned nesting = 0;
  unsigned formats = 0;    // f-strings around this one
  bool recovering = false; // the last statement failed
  bool inHeader = false;   // this line begins with the keyword of a block
  bool inFunction = false;
  bool inLoop = false;
  llvm::DenseSet<llvm::StringRef> names;
};

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_PARSERIMPL_H
