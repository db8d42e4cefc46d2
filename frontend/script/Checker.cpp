//===- Checker.cpp - Types of scripted functions --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions are looked at, and what their first lines tell.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Checker.h"
#include "frontend/script/Function.h"
#include "frontend/script/Syntax.h"
#include "frontend/syntax/Exits.h"
#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Visit.h"
#include "llvm/ADT/StringExtras.h"

using namespace tine;
using namespace tine::ast;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// Names of types that comments may use without importing them.
static bool isTypesName(StringRef name) {
  static const std::set<StringRef> names = {
      "Any",      "Dict", "Final",  "Future", "List",  "NoneType", "None",
      "Optional", "RRef", "Tensor", "Tuple",  "Union", "number"};
  return names.count(name);
}

Type ScriptFunction::quietAnnotation(const Expr *e) const {
  return typeOfAnnotation(
      e, [&](StringRef name) { return program.names.bindsType(name); });
}

Type ScriptFunction::annotation(const Expr *e) {
  auto isOwn = [&](StringRef name) { return program.names.bindsType(name); };
  std::string message = refusalOfAnnotation(e, isOwn);
  auto *text = dyn_cast<StringExpr>(e);
  auto *plain = dyn_cast<NameExpr>(e);
  StringRef id = text ? text->value : plain ? plain->id : "";
  bool isName = !id.empty() && llvm::all_of(id, [](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
  if (isName && !isTypesName(id) && !program.names.isKnown(id, def.range.begin))
    message = ("name '" + id + "' is not defined").str();
  if (message.empty())
    return quietAnnotation(e);
  report(e->range, message);
  return unknown();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What is written of the type of a parameter; may be null.
static const Expr *writtenType(const FunctionDefStmt &def, size_t i) {
  auto *comment = def.typeCommentParams;
  if (!comment)
    return def.params->params[i].annotation;
  // `self` has none.
  size_t count = def.params->params.size();
  size_t offset = count - std::min(count, comment->elements.size());
  return i < offset ? nullptr : comment->elements[i - offset];
}

Type ScriptFunction::typeOfParameter(const FunctionDefStmt &def, size_t i,
                                     bool hasSelf) const {
  if (i == 0 && hasSelf)
    return unknown();
  const Expr *written = writtenType(def, i);
  return written ? quietAnnotation(written) : makeType(TypeKind::Tensor);
}

using Tests = std::map<StringRef, unsigned>;

/// Counts for each variable the conditions that may tell its type.
static void countTests(const Expr *e, Tests &tested) {
  if (!e)
    return;
  auto count = [&](const Expr *operand) {
    if (auto *name = dyn_cast<NameExpr>(operand))
      ++tested[name->id];
  };
  if (auto *test = dyn_cast<CompareExpr>(e);
      test && llvm::any_of(test->ops, [](CompareOp op) {
        return op == CompareOp::Is || op == CompareOp::IsNot;
      })) {
    count(test->lhs);
    for (const Expr *operand : test->rhs)
      count(operand);
  }
  if (auto *made = dyn_cast<CallExpr>(e)) {
    auto *name = dyn_cast<NameExpr>(made->callee);
    auto *member = dyn_cast<AttributeExpr>(made->callee);
    StringRef callee = name ? name->id : member ? member->name : "";
    if (!made->args.empty() &&
        (callee == "isinstance" || callee == "_unwrap_optional"))
      for (int twice = 0; twice < 2; ++twice)
        count(made->args[0]);
  }
  visitOperands(e, [&](const Expr *operand) { countTests(operand, tested); });
  if (auto *made = dyn_cast<ComprehensionExpr>(e))
    for (const Expr *part : {made->key, made->element})
      countTests(part, tested);
}

static void countTests(Block block, Tests &tested) {
  for (const Stmt *s : block) {
    visitExprs(s, [&](const Expr *e) { countTests(e, tested); });
    for (Block inner : blocksOf(s))
      countTests(inner, tested);
  }
}

void ScriptFunction::parameters(bool hasSelf) {
  for (auto [i, param] : llvm::enumerate(def.params->params)) {
    Type type = typeOfParameter(def, i, hasSelf);
    if (const Expr *written = writtenType(def, i))
      annotation(written);
    const Expr *value = param.defaultValue;
    bool isNone = value && isa<NoneExpr>(value);
    bool isLiteral = value && isa<IntExpr, FloatExpr, StringExpr>(value);
    bool isTensor = type->kind == TypeKind::Tensor;
    // `n: float = 1` is a float.
    bool isWiderNumber = value && isa<IntExpr>(value) && isNumberType(type);
    if ((isLiteral || (isNone && !isTensor) ||
         (value && isa<BoolExpr>(value) && isTensor)) &&
        !isWiderNumber &&
        neverConverts(typeOfLiteral(value), type, Place::Argument))
      report(value->range,
             "expected a value of type '" + toString(type) +
                 "' for argument '" + param.name +
                 "' but instead found type '" + toString(typeOfLiteral(value)) +
                 "'" +
                 (param.annotation || def.typeCommentParams
                      ? ""
                      : "; a parameter without annotation is a Tensor"));
    // Which of its types it has, the tests tell.
    bool isTested =
        tested.count(param.name) && (type->kind == TypeKind::Optional);
    if (isTested && tested.at(param.name) == 1)
      optionals.insert(param.name);
    frames.back()[param.name] = {isTested ? unknown() : type};
  }
  for (const Stmt *s : def.body)
    visitSet(s, [&](StringRef name) { optionals.erase(name); });
}

/// Whether the function may end without a value, by what is written behind its
/// arrow.
static bool givesNothing(const Expr *returns) {
  if (auto *text = dyn_cast<StringExpr>(returns))
    return text->value == "None";
  auto *name = dyn_cast<NameExpr>(returns);
  auto *attribute = dyn_cast<AttributeExpr>(returns);
  StringRef id = name ? name->id : attribute ? attribute->name : "";
  return isa<NoneExpr>(returns) || id == "NoReturn" || id == "Never";
}

void ScriptFunction::check(bool hasSelf) {
  bool isRefused = false;
  findUnscriptable(def, [&](Range range, const Twine &message) {
    report(range, message);
    isRefused = true;
  });
  if (isRefused)
    return;
  const Expr *written = def.returnType();
  countTests(def.body, tested);
  if (auto *comment = def.typeCommentParams;
      comment && !hasSelf &&
      comment->elements.size() != def.params->params.size())
    return report(comment->range,
                  "this comment has " + Twine(comment->elements.size()) +
                      " types for " + Twine(def.params->params.size()) +
                      " parameters");
  parameters(hasSelf);
  if (written)
    returns = annotation(written);
  if (auto unset = readBeforeSet(def))
    return report(unset->second, "'" + unset->first +
                                     "' is not set on every way to here; set "
                                     "it before the branch or loop");
  if (written && !givesNothing(written) && mayEndWithoutReturn(def))
    report(def.body.back()->range, "'" + def.name + "' returns '" +
                                       program.text(written->range) +
                                       "' but can end here without 'return'");
  block(def.body);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static bool isInLibrary(const FunctionInfo &function) {
  // Modules of the program are files of their own.
  return !function.scope || function.scope->isLibrary ||
         function.scope->package;
}

void ScriptChecker::add(const FunctionInfo &function) {
  if (!function.def || function.decorators.ignored || isInLibrary(function) ||
      !known.insert(function.def).second)
    return;
  functions.push_back({function.def,
                       function.owner && !function.decorators.isStatic,
                       function.owner});
}

void ScriptChecker::addClass(const ClassInfo &info) {
  for (auto &member : info.members)
    if (member.second.is(Kind::Function))
      add(*member.second.function);
}

void ScriptChecker::addModule(const Object &module) {
  std::set<std::string> seen;
  for (const ClassInfo *info : module.classInfo->order) {
    for (auto &[name, member] : info->members) {
      if (!seen.insert(name).second || !member.is(Kind::Function))
        continue;
      const FunctionInfo &function = *member.function;
      bool isCompiled =
          name == "forward" ||
          (function.def &&
           llvm::any_of(function.def->decorators, [](const Expr *decorator) {
             return isTorchJit(decorator, "export");
           }));
      size_t before = functions.size();
      if (isCompiled)
        add(function);
      if (functions.size() == before)
        continue;
      functions.back().owner = module.classInfo;
      for (auto &attribute : module.attributes)
        functions.back().attributes.insert(attribute.first);
    }
  }
}

void ScriptChecker::check(const SourceFile &file, const ast::Module &tree,
                          Diagnostics &diagnostics, bool all,
                          std::function<bool(StringRef)> isBuiltin) const {
  if (functions.empty())
    return;
  ScriptProgram program{file, ScriptNames(tree.body, std::move(isBuiltin)),
                        functions};
  std::set<const FunctionDefStmt *> done;
  // Functions that these call are added behind them.
  for (size_t i = 0; i < program.functions.size(); ++i) {
    Scripted one = program.functions[i];
    if (!done.insert(one.def).second || one.def->isAsync)
      continue;
    if (diagnostics.hasReported(file, one.def->range))
      continue;
    ScriptFunction function(program, *one.def, one,
                            [&](Range range, const Twine &message) {
                              if (all || !diagnostics.hasErrors())
                                diagnostics.error(file, range, message);
                            });
    function.check(one.hasSelf);
  }
}

} // namespace tine::elaborate
