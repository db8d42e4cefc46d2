//===- ParserDefinitions.cpp - Functions, classes, type comments ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

bool Parser::param(llvm::SmallVectorImpl<Param> &out, ParamKind kind,
                   bool annotations) {
  Param result;
  result.kind = kind;
  Token first = peek();
  if (!name(result.name,
            annotations ? "a parameter or ')'" : "a parameter or ':'"))
    return false;
  if (annotations && accept(Tok::Colon)) {
    bool starred = kind == ParamKind::VarArgs && at(Tok::Star);
    result.annotation = starred ? starExpression() : expression();
    if (!result.annotation)
      return false;
  }
  result.range = since(first.begin);
  bool mayDefault =
      kind == ParamKind::Positional || kind == ParamKind::KeywordOnly;
  if (mayDefault && accept(Tok::Equal)) {
    result.defaultValue = expression();
    if (!result.defaultValue)
      return false;
  }
  bool mustDefault = kind == ParamKind::Positional && !out.empty() &&
                     out.back().defaultValue && syntax == Syntax::Python;
  if (mustDefault && !result.defaultValue)
    return error(first.range(), "expected a default value, because the "
                                "parameter before has one, found none");
  out.push_back(result);
  return true;
}

const Params *Parser::params(Tok closing, bool annotations) {
  llvm::SmallVector<Param, 8> out;
  bool slash = false, star = false, bareStar = false, keywords = false;
  while (!at(closing)) {
    if (keywords)
      return expected("the end of the parameters after '**'");
    if (at(Tok::Slash)) {
      if (slash || star || out.empty())
        return expected("a parameter");
      take();
      slash = true;
      for (Param &param : out)
        param.positionalOnly = true;
    } else if (at(Tok::Star)) {
      if (star)
        return expected("one '*' at most");
      take();
      star = true;
      bareStar = at(Tok::Comma) || at(closing);
      if (!bareStar && !param(out, ParamKind::VarArgs, annotations))
        return nullptr;
    } else if (at(Tok::StarStar)) {
      if (bareStar && out.empty())
        return expected("a parameter after '*'");
      take();
      keywords = true;
      if (!param(out, ParamKind::VarKeywords, annotations))
        return nullptr;
    } else {
      ParamKind kind = star ? ParamKind::KeywordOnly : ParamKind::Positional;
      if (!param(out, kind, annotations))
        return nullptr;
    }
    if (!accept(Tok::Comma))
      break;
  }
  bool named = llvm::any_of(
      out, [](const Param &p) { return p.kind == ParamKind::KeywordOnly; });
  if (bareStar && !named)
    return expected("a parameter after '*'");
  llvm::SmallDenseSet<StringRef> seen;
  for (const Param &param : out)
    if (!seen.insert(param.name).second)
      return error(param.range, "expected different names of parameters, "
                                "found '" +
                                    param.name + "' twice");
  auto *result = module.make<Params>();
  result->params = module.copy<Param>(out);
  return result;
}

//===----------------------------------------------------------------------===//
// Type comments
//===----------------------------------------------------------------------===//

/// The type in a comment; null, with a warning, if it is something else.
const Expr *Parser::typeComment(Range range) {
  ++errors.muted;
  const Expr *type = parseFragment(range, [&]() -> const Expr * {
    const Expr *result = starExpressions();
    return result && at(Tok::EndOfFile) ? result : nullptr;
  });
  --errors.muted;
  if (!type)
    diagnostics.warning(file, range,
                        "expected a type, found a comment that is none; it is "
                        "ignored");
  return type;
}

/// `# type: T` behind a parameter.
void Parser::typeCommentsOfParams(llvm::MutableArrayRef<Param> params,
                                  uint32_t end) {
  size_t before = 0; // parameters that end before the comment
  for (Range comment : stream->lexer.typeComments) {
    if (comment.begin >= end || text(comment).starts_with("("))
      continue;
    while (before < params.size() && params[before].range.end <= comment.begin)
      ++before;
    if (before > 0 && !params[before - 1].annotation)
      params[before - 1].annotation = typeComment(comment);
  }
}

/// `# type: (A, B) -> R` between the header and the first statement.
bool Parser::typeCommentOfFunction(FunctionDefStmt *def, uint32_t from) {
  for (Range comment : stream->lexer.typeComments) {
    if (comment.begin < from || !text(comment).starts_with("("))
      continue;
    bool good = parseFragment(comment, [&]() -> bool {
      Token open = take();
      Exprs types;
      bool elsewhere = accept(Tok::Ellipsis);
      while (!elsewhere && !at(Tok::RightParen)) {
        const Expr *type = expression();
        if (!type)
          return false;
        types.push_back(type);
        if (!accept(Tok::Comma))
          break;
      }
      if (!close(Tok::RightParen, open, "',' or "))
        return false;
      auto *tuple = make<TupleExpr>(since(open.begin));
      tuple->elements = module.copy<const Expr *>(types);
      if (!seal(tuple, tuple->elements))
        return false;
      // The type of the result may be left out.
      if (accept(Tok::Arrow)) {
        def->typeCommentReturn = expression();
        if (!def->typeCommentReturn)
          return false;
      }
      if (!elsewhere)
        def->typeCommentParams = tuple;
      return at(Tok::EndOfFile) ? true : expected("the end of the comment");
    });
    return good;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Functions and classes
//===----------------------------------------------------------------------===//

const Stmt *Parser::decorated() {
  Exprs decorators;
  while (accept(Tok::At)) {
    const Expr *decorator = namedExpression();
    if (!decorator || !expect(Tok::Newline, "after the decorator"))
      return nullptr;
    decorators.push_back(decorator);
  }
  uint32_t begin = peek().begin;
  bool isAsync = accept(Tok::KwAsync);
  if (at(Tok::KwDef))
    return functionDef(begin, isAsync, decorators);
  if (at(Tok::KwClass) && !isAsync)
    return classDef(decorators);
  return expected(isAsync ? "'def' after 'async'"
                          : "'def' or 'class' after the decorator");
}

const Stmt *Parser::functionDef(uint32_t begin, bool isAsync,
                                llvm::ArrayRef<const Expr *> decorators) {
  Token keyword = take();
  auto *result = make<FunctionDefStmt>(keyword.range());
  result->isAsync = isAsync;
  result->decorators = module.copy(decorators);
  result->nameRange = peek().range();
  if (!name(result->name, "the name of the function after 'def'"))
    return nullptr;
  Token open = peek();
  if (!expect(Tok::LeftParen, "after the name of the function"))
    return nullptr;
  const Params *parameters = params(Tok::RightParen, /*annotations=*/true);
  if (!parameters || !close(Tok::RightParen, open, "',' or "))
    return nullptr;
  if (accept(Tok::Arrow)) {
    result->returns = expression();
    if (!result->returns)
      return nullptr;
  }
  if (!expect(Tok::Colon))
    return nullptr;
  uint32_t headerEnd = stream->taken;
  if (at(Tok::Newline))
    peek(1); // the lexer has now seen the comments in between
  if (!stream->lexer.typeComments.empty()) {
    llvm::SmallVector<Param, 8> commented(parameters->params);
    typeCommentsOfParams(commented, headerEnd);
    auto *replaced = module.make<Params>();
    replaced->params = module.copy<Param>(commented);
    parameters = replaced;
    if (!typeCommentOfFunction(result, headerEnd))
      return nullptr;
  }
  result->params = parameters;
  {
    llvm::SaveAndRestore function(inFunction, true);
    llvm::SaveAndRestore loop(inLoop, false);
    if (!block(keyword, result->body))
      return nullptr;
  }
  result->range = since(begin);
  return seal(result, result->decorators, result->params, result->returns,
              static_cast<const Expr *>(result->typeCommentParams),
              result->typeCommentReturn, result->body);
}

const Stmt *Parser::classDef(llvm::ArrayRef<const Expr *> decorators) {
  Token keyword = take();
  auto *result = make<ClassDefStmt>(keyword.range());
  result->decorators = module.copy(decorators);
  result->nameRange = peek().range();
  if (!name(result->name, "the name of the class after 'class'"))
    return nullptr;
  Token open = peek();
  if (accept(Tok::LeftParen)) {
    Exprs bases;
    llvm::SmallVector<Keyword, 2> keywords;
    if (!arguments(bases, keywords, open))
      return nullptr;
    result->bases = module.copy<const Expr *>(bases);
    result->keywords = module.copy<Keyword>(keywords);
  }
  llvm::SaveAndRestore function(inFunction, false);
  llvm::SaveAndRestore loop(inLoop, false);
  if (!body(keyword, result->body))
    return nullptr;
  result->range = since(keyword.begin);
  return seal(result, result->decorators, result->bases, result->keywords,
              result->body);
}
