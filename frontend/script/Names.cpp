//===- Names.cpp - Names that scripted functions see ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the statements of the file.
//
//===----------------------------------------------------------------------===//

#include "frontend/script/Names.h"
#include "frontend/builtins/PythonNames.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Visit.h"

using namespace tine;
using namespace tine::ast;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::isa_and_nonnull;
using llvm::StringRef;

namespace tine::elaborate {

bool isTorchJit(const Expr *e, StringRef name) {
  auto *member = dyn_cast<AttributeExpr>(e);
  auto *jit = member ? dyn_cast<AttributeExpr>(member->value) : nullptr;
  auto *torch = jit ? dyn_cast<NameExpr>(jit->value) : nullptr;
  return torch && torch->id == "torch" && jit->name == "jit" &&
         member->name == name;
}

bool isScriptDecorator(const Expr *decorator) {
  return isTorchJit(decorator, "script");
}

/// The names that a statement itself binds, without the blocks in it.
static void visitOwn(const Stmt *s, llvm::function_ref<void(StringRef)> visit) {
  auto target = [&](const Expr *e) {
    if (auto *name = dyn_cast<NameExpr>(e))
      visit(name->id);
  };
  visitBound(s, target, visit);
}

void visitSet(const Stmt *s, llvm::function_ref<void(StringRef)> visit) {
  visitOwn(s, visit);
  for (Block block : blocksOf(s))
    for (const Stmt *inner : block)
      visitSet(inner, visit);
}

/// Whether the value of a global variable is one that TorchScript cannot read.
static bool isPlain(const Expr *e) {
  static const std::set<StringRef> factories = {
      "arange", "empty", "eye",   "full",   "linspace",
      "ones",   "rand",  "randn", "tensor", "zeros"};
  auto all = [](ArrayRef<const Expr *> list) {
    return llvm::all_of(list, [](const Expr *item) {
      return isa_and_nonnull<IntExpr, FloatExpr, StringExpr>(item);
    });
  };
  if (isa<IntExpr, FloatExpr, StringExpr, BoolExpr, NoneExpr>(e))
    return true;
  if (auto *unary = dyn_cast<UnaryExpr>(e))
    return isa<IntExpr, FloatExpr>(unary->operand);
  if (auto *list = dyn_cast<ListExpr>(e))
    return all(list->elements);
  if (auto *dict = dyn_cast<DictExpr>(e))
    return all(dict->keys) && all(dict->values);
  if (auto *tuple = dyn_cast<TupleExpr>(e))
    return all(tuple->elements);
  auto *call = dyn_cast<CallExpr>(e);
  auto *callee = call ? dyn_cast<AttributeExpr>(call->callee) : nullptr;
  auto *module = callee ? dyn_cast<NameExpr>(callee->value) : nullptr;
  return module && module->id == "torch" && factories.count(callee->name);
}

void ScriptNames::bind(StringRef name, bool isPlain) {
  Binding &binding = bindings[name];
  ++binding.count;
  binding.isPlain &= isPlain;
}

void ScriptNames::collect(Block block, bool isTop) {
  for (const Stmt *s : block) {
    auto *assign = dyn_cast<AssignStmt>(s);
    auto *declared = dyn_cast<AnnAssignStmt>(s);
    bool plain =
        (assign && assign->targets.size() == 1 &&
         isa<NameExpr>(assign->targets[0]) && isPlain(assign->value)) ||
        (declared && declared->value && isPlain(declared->value));
    auto *import = dyn_cast<ImportFromStmt>(s);
    bool isTypes = import &&
                   (import->module == "typing" || import->module == "torch") &&
                   llvm::all_of(import->names, [](const ImportAlias &alias) {
                     return alias.asName.empty();
                   });
    if (!isTypes)
      visitOwn(s, [&](StringRef name) { bind(name, plain); });
    auto *def = dyn_cast<FunctionDefStmt>(s);
    if (def && isTop)
      bindings[def->name].function = def;
    for (Block inner : blocksOf(s))
      collect(inner, false);
  }
}

void ScriptNames::collectNested(Block block) {
  for (const Stmt *s : block) {
    if (auto *def = dyn_cast<FunctionDefStmt>(s)) {
      around.emplace_back(def->range, namesOf(*def->params, def->body).own);
      collectNested(def->body);
    } else if (auto *def = dyn_cast<ClassDefStmt>(s)) {
      collectNested(def->body);
    }
    for (Block inner : blocksOf(s))
      collectNested(inner);
  }
}

ScriptNames::ScriptNames(Block file, std::function<bool(StringRef)> isBuiltin)
    : isBuiltin(std::move(isBuiltin)) {
  own = namesOf(Params(), file).own;
  for (const std::string &name : globalNames(file)) {
    own.insert(name);
    bind(name, false);
  }
  collect(file, true);
  collectNested(file);
}

/// Names of Python's that neither table has.
static bool isPythons(StringRef name) {
  static const std::set<StringRef> names = {
      "all",          "any",    "ascii",
      "bin",          "bool",   "callable",
      "chr",          "dict",   "divmod",
      "filter",       "format", "getattr",
      "hasattr",      "hex",    "isinstance",
      "iter",         "list",   "map",
      "next",         "object", "oct",
      "ord",          "pow",    "repr",
      "reversed",     "set",    "setattr",
      "str",          "sum",    "super",
      "tuple",        "type",   "NotImplemented",
      "StopIteration"};
  return names.count(name) || name.starts_with("__") ||
         name == "warnings" || // which TorchScript knows without an import
         name.ends_with("Error") || name.ends_with("Exception");
}

bool ScriptNames::bindsType(StringRef name) const {
  return bindings.contains(name);
}

bool ScriptNames::isKnown(StringRef name, uint32_t position) const {
  return isOwn(name, position) || isBuiltin(name) || isPythons(name) ||
         !unsupportedBuiltin(name).empty();
}

bool ScriptNames::isAround(StringRef name, uint32_t position) const {
  return llvm::any_of(around, [&](const auto &function) {
    return function.first.begin < position && position < function.first.end &&
           function.second.contains(name);
  });
}

bool ScriptNames::isOwn(StringRef name, uint32_t position) const {
  return own.contains(name) || isAround(name, position);
}

bool ScriptNames::isPlainValue(StringRef name, uint32_t position) const {
  auto it = bindings.find(name);
  return it != bindings.end() && it->second.isPlain &&
         !isAround(name, position);
}

const FunctionDefStmt *ScriptNames::function(StringRef name,
                                             uint32_t position) const {
  auto it = bindings.find(name);
  if (it == bindings.end() || it->second.count != 1 || isAround(name, position))
    return nullptr;
  const FunctionDefStmt *def = it->second.function;
  return def && llvm::all_of(def->decorators, isScriptDecorator) ? def
                                                                 : nullptr;
}

} // namespace tine::elaborate
