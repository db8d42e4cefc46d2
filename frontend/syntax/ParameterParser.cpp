//===- ParameterParser.cpp - Parameters of functions and lambdas ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ExpressionParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

bool ParameterParser::param(llvm::SmallVectorImpl<Param> &out, ParamKind kind,
                            bool annotations) {
  Param result;
  result.kind = kind;
  Token first = peek();
  if (!tokens.name(result.name,
                   annotations ? "a parameter or ')'" : "a parameter or ':'"))
    return false;
  if (annotations && accept(Tok::Colon)) {
    bool starred = kind == ParamKind::VarArgs && at(Tok::Star);
    result.annotation =
        starred ? expressions.starExpression() : expressions.expression();
    if (!result.annotation)
      return false;
  }
  result.range = since(first.begin);
  bool mayDefault =
      kind == ParamKind::Positional || kind == ParamKind::KeywordOnly;
  if (mayDefault &&
      !expressions.expressionBehind(Tok::Equal, result.defaultValue))
    return false;
  bool mustDefault = kind == ParamKind::Positional && !out.empty() &&
                     out.back().defaultValue && tokens.syntax == Syntax::Python;
  if (mustDefault && !result.defaultValue)
    return error(first.range(), "expected a default value, because the "
                                "parameter before has one, found none");
  out.push_back(result);
  return true;
}

const Params *ParameterParser::params(Tok closing, bool annotations) {
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
  return module.make(Params{module.copy(out)});
}
