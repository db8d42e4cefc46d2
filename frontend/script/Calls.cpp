//===- Calls.cpp - Conditions and calls of scripted functions -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which conditions are left to the run, what loops get, and whether functions
// take their arguments.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Function.h"
#include "llvm/ADT/StringExtras.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

ScriptFunction::Decision ScriptFunction::conditionOfCall(const CallExpr *e) {
  if (isTorchJit(e->callee, "is_scripting"))
    return Decision::True;
  auto *name = dyn_cast<NameExpr>(e->callee);
  if (isTorchJit(e->callee, "isinstance") ||
      (name && (name->id == "isinstance" || name->id == "hasattr")))
    return Decision::Unsure;
  bool isFunction = name && program.names.function(name->id, def.range.begin);
  return !isUnknown(expr(e)) || isFunction ? Decision::Run : Decision::Unsure;
}

ScriptFunction::Decision ScriptFunction::condition(const Expr *e) {
  if (auto *truth = dyn_cast<BoolExpr>(e))
    return truth->value ? Decision::True : Decision::False;
  if (auto *unary = dyn_cast<UnaryExpr>(e);
      unary && unary->op == UnaryOp::Not) {
    Decision inner = condition(unary->operand);
    return inner == Decision::True    ? Decision::False
           : inner == Decision::False ? Decision::True
                                      : inner;
  }
  if (auto *both = dyn_cast<BoolOpExpr>(e)) {
    // What stands behind a test may rely on it.
    for (const Expr *value : both->values)
      if (condition(value) != Decision::Run)
        return Decision::Unsure;
    return Decision::Run;
  }
  if (auto *test = dyn_cast<CompareExpr>(e);
      test &&
      (test->ops[0] == CompareOp::Is || test->ops[0] == CompareOp::IsNot)) {
    auto *name = dyn_cast<NameExpr>(test->lhs);
    bool isOptional = name && optionals.count(name->id) &&
                      test->ops.size() == 1 && isa<NoneExpr>(test->rhs[0]);
    return isOptional ? Decision::Run : Decision::Unsure;
  }
  if (auto *made = dyn_cast<CallExpr>(e))
    return conditionOfCall(made);
  Type type = expr(e);
  if (type->kind == TypeKind::Optional || type->kind == TypeKind::None)
    report(e->range,
           "an Optional cannot be used as a condition; compare with None");
  auto *name = dyn_cast<NameExpr>(e);
  bool isVariable = name && find(name->id, frames.size());
  return isVariable || isa<CompareExpr>(e) || !isUnknown(type)
             ? Decision::Run
             : Decision::Unsure;
}

//===----------------------------------------------------------------------===//
// Iteration
//===----------------------------------------------------------------------===//

std::optional<Type> ScriptFunction::elementOfCall(const CallExpr *e) {
  auto *name = dyn_cast<NameExpr>(e->callee);
  StringRef callee = name && isBuiltin(name->id) ? name->id : "";
  if (callee == "range") {
    for (auto [argument, type] : llvm::zip_equal(e->args, arguments(e)))
      if (!isUnknown(type) && type->kind != TypeKind::Int &&
          type->kind != TypeKind::Bool)
        report(argument->range, "range() takes integers");
    return makeType(TypeKind::Int);
  }
  if ((callee != "enumerate" && callee != "zip") || e->args.empty())
    return std::nullopt;
  std::vector<Type> parts;
  if (callee == "enumerate")
    parts.push_back(makeType(TypeKind::Int));
  bool isKnown = true;
  for (const Expr *argument :
       callee == "zip" ? e->args : e->args.take_front()) {
    std::optional<Type> part = elementOf(argument);
    isKnown &= part.has_value();
    parts.push_back(part.value_or(unknown()));
  }
  return isKnown ? std::optional<Type>(makeType(TypeKind::Tuple, parts))
                 : std::optional<Type>(unknown());
}

std::optional<Type> ScriptFunction::elementOf(const Expr *e) {
  if (auto *made = dyn_cast<CallExpr>(e))
    if (std::optional<Type> element = elementOfCall(made))
      return isUnknown(*element) ? std::nullopt : element;
  Type type = expr(e);
  if (isUnknown(type) || type->kind == TypeKind::Tuple)
    return std::nullopt;
  if (Type element = typeOfElement(type))
    return element;
  report(e->range,
         "cannot iterate over a value of type '" + toString(type) +
             "'; ranges, lists, tuples, dicts, strings and tensors can be");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether it is `torch.nn.Linear`, or another name with a capital.
static bool isModuleClass(const AttributeExpr *callee) {
  auto *nn = dyn_cast<AttributeExpr>(callee->value);
  auto *torch = nn ? dyn_cast<NameExpr>(nn->value) : nullptr;
  return torch && torch->id == "torch" && nn->name == "nn" &&
         callee->name != "Parameter" && llvm::isUpper(callee->name.front());
}

std::vector<Type> ScriptFunction::arguments(const CallExpr *e) {
  std::vector<Type> types;
  for (const Expr *argument : e->args)
    types.push_back(expr(argument));
  for (const Keyword &keyword : e->keywords)
    expr(keyword.value);
  return types;
}

void ScriptFunction::callValue(const CallExpr *e, const Type &callee) {
  if (!isUnknown(callee))
    report(e->range, "cannot call a value of type '" + toString(callee) + "'");
}

void ScriptFunction::bindTypes(const FunctionDefStmt &callee, bool hasSelf,
                               const CallExpr *e) {
  ArrayRef<Param> params = callee.params->params;
  auto check = [&](const Expr *argument, size_t i) {
    Type type = typeOfParameter(callee, i, hasSelf);
    mustBecome(expr(argument), type, Place::Argument, argument->range,
               "argument '" + params[i].name + "'");
  };
  for (auto [i, argument] : llvm::enumerate(e->args))
    check(argument, i + hasSelf);
  for (const Keyword &keyword : e->keywords)
    for (auto [i, param] : llvm::enumerate(params))
      if (param.name == keyword.name)
        check(keyword.value, i);
}

Type ScriptFunction::bind(const FunctionDefStmt &callee, bool hasSelf,
                          const CallExpr *e) {
  ArrayRef<Param> params = callee.params->params;
  bool isOdd = llvm::any_of(e->args, llvm::IsaPred<StarredExpr>) ||
               llvm::any_of(params, [](const Param &param) {
                 return param.kind == ParamKind::VarArgs ||
                        param.kind == ParamKind::VarKeywords;
               });
  const Expr *returns = callee.returnType();
  Type result = returns ? quietAnnotation(returns) : unknown();
  if (isOdd) {
    arguments(e);
    return result;
  }
  size_t positional = llvm::count_if(params, [](const Param &param) {
    return param.kind == ParamKind::Positional;
  });
  size_t given = e->args.size() + hasSelf;
  auto fail = [&](Range range, const Twine &message) {
    arguments(e);
    report(range, message);
    return result;
  };
  if (given > positional)
    return fail(e->args[positional - hasSelf]->range,
                "'" + callee.name + "' takes " + Twine(positional) +
                    " positional arguments but " + Twine(given) +
                    " were given");
  for (const Keyword &keyword : e->keywords) {
    auto *param = llvm::find_if(
        params, [&](const Param &p) { return p.name == keyword.name; });
    if (param == params.end())
      return fail(e->range, "'" + callee.name + "' has no parameter '" +
                                keyword.name + "'");
    if (static_cast<size_t>(param - params.begin()) < given)
      return fail(e->range,
                  "got multiple values for argument '" + keyword.name + "'");
  }
  for (const Param &param : params.drop_front(given))
    if (!param.defaultValue &&
        llvm::none_of(e->keywords, [&](const Keyword &keyword) {
          return keyword.name == param.name;
        }))
      return fail(e->range, "missing argument '" + param.name + "' of '" +
                                callee.name + "'");
  bindTypes(callee, hasSelf, e);
  return result;
}

void ScriptFunction::append(const CallExpr *e, const Type &list,
                            const Type &item) {
  const Type &element = list->elements[0];
  bool isNone = item->kind == TypeKind::None && !isUnknown(element) &&
                element->kind != TypeKind::Optional;
  if (isNone || certainlyDiffer(item, element))
    report(e->args[0]->range,
           "cannot append a value of type '" + toString(item) +
               "' to a list of type '" + toString(list) + "'" +
               (element->kind == TypeKind::Tensor
                    ? "; an empty list is a list of tensors: annotate it"
                    : ""));
}

Type ScriptFunction::callName(const CallExpr *e, StringRef name) {
  const FunctionDefStmt *callee = program.names.function(name, def.range.begin);
  if (callee == &def) {
    report(e->range,
           "function '" + name +
               "' is called recursively, which TorchScript does not support");
    return unknown();
  }
  if (callee && !find(name, frames.size())) {
    expr(e->callee);
    program.functions.push_back({callee});
    return bind(*callee, false, e);
  }
  if (!isBuiltin(name)) {
    Type type = expr(e->callee);
    arguments(e);
    callValue(e, type);
    return unknown();
  }
  if (name == "isinstance" || name == "hasattr" || name == "getattr") {
    if (!e->args.empty())
      expr(e->args[0]);
    return unknown();
  }
  expr(e->callee);
  if (name == "range" || name == "enumerate" || name == "zip") {
    elementOfCall(e);
    return unknown();
  }
  if (name == "print" && !e->keywords.empty())
    report(e->range, "print takes no keyword arguments in TorchScript");
  arguments(e);
  return llvm::StringSwitch<Type>(name)
      .Cases({"len", "int"}, makeType(TypeKind::Int))
      .Case("float", makeType(TypeKind::Float))
      .Case("bool", makeType(TypeKind::Bool))
      .Case("str", makeType(TypeKind::Str))
      .Default(unknown());
}

Type ScriptFunction::callTorch(const CallExpr *e, const AttributeExpr *callee) {
  static const std::set<StringRef> tensors = {
      "arange", "cat",  "cos",    "exp",   "matmul",     "mm",
      "ones",   "rand", "randn",  "relu",  "sigmoid",    "sin",
      "stack",  "tanh", "tensor", "zeros", "zeros_like", "ones_like"};
  if (isTorchJit(callee, "annotate") && e->args.size() == 2) {
    expr(e->args[1]);
    Type type = annotation(e->args[0]);
    return type->kind == TypeKind::Optional ? unknown() : type;
  }
  if (isTorchJit(callee, "isinstance"))
    return makeType(TypeKind::Bool);
  auto *module = dyn_cast<NameExpr>(callee->value);
  if (!module || module->id != "torch" || find("torch", frames.size()) ||
      !tensors.count(callee->name))
    return {};
  arguments(e);
  return makeType(TypeKind::Tensor);
}

Type ScriptFunction::callSelf(const CallExpr *e, StringRef name) {
  if (scripted.attributes.count(name.str()))
    return unknown();
  for (const ClassInfo *info : scripted.owner->order) {
    auto it = info->members.find(name.str());
    if (it == info->members.end())
      continue;
    if (!it->second.is(Kind::Function))
      break;
    const FunctionInfo &method = *it->second.function;
    if (!method.def || method.decorators.ignored ||
        method.decorators.isProperty || method.decorators.isClassMethod ||
        info->scope->isLibrary)
      break;
    ScriptChecker::Scripted reached = scripted;
    reached.def = method.def;
    reached.hasSelf = !method.decorators.isStatic;
    program.functions.push_back(reached);
    return bind(*method.def, !method.decorators.isStatic, e);
  }
  arguments(e);
  return unknown();
}

Type ScriptFunction::callMethod(const CallExpr *e,
                                const AttributeExpr *callee) {
  if (Type made = callTorch(e, callee))
    return made;
  if (isModuleClass(callee)) {
    report(e->range,
           "a module cannot be made inside TorchScript; make it in __init__");
    return unknown();
  }
  if (isSelf(callee->value)) {
    attribute(callee);
    return callSelf(e, callee->name);
  }
  Type base = expr(callee->value);
  Type type = attributeOf(callee, base);
  std::vector<Type> types = arguments(e);
  callValue(e, type);
  if (base->kind == TypeKind::List && callee->name == "append") {
    if (types.size() == 1)
      append(e, base, types[0]);
    else
      report(e->range, "append() takes one argument");
  }
  return typeOfMethodCall(base, callee->name, types.size());
}

Type ScriptFunction::call(const CallExpr *e) {
  if (auto *name = dyn_cast<NameExpr>(e->callee))
    return callName(e, name->id);
  if (auto *member = dyn_cast<AttributeExpr>(e->callee))
    return callMethod(e, member);
  Type type = expr(e->callee);
  arguments(e);
  callValue(e, type);
  return unknown();
}

} // namespace tine::elaborate
