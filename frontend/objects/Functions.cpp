//===- Functions.cpp - Definitions of functions ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `def`, and what decorators make of a function.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Classes.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Defines a function with what its decorators make of it.
class Definition {
public:
  Definition(Classes &e, const ast::FunctionDefStmt *stmt,
             const ClassInfo *owner)
      : e(e), stmt(stmt), owner(owner), info(std::make_shared<FunctionInfo>()) {
    info->def = stmt;
    info->scope = e.frames.back().scope;
    info->owner = owner;
    info->name = stmt->name.str();
    info->qualifiedName = e.qualifiedName(info->name, owner);
    // Python takes these for class methods without a decorator.
    info->decorators.isClassMethod =
        owner && (info->name == "__init_subclass__" ||
                  info->name == "__class_getitem__");
    if (!info->scope->isLibrary)
      info->number = ++e.frames.functionCount;
    function.kind = Kind::Function;
    function.function = info;
  }

  Value run() {
    for (const ast::Expr *decorator : stmt->decorators)
      if (!read(decorator))
        return {};
    if (!unsupported.empty()) {
      Value unusable;
      unusable.kind = Kind::Undefined;
      unusable.text =
          "has a decorator that cannot be used here: " + unsupported;
      return unusable;
    }
    for (const ast::Param &param : stmt->params->params)
      if (param.defaultValue) {
        info->defaults.push_back(e.run.eval(param.defaultValue));
        if (e.stopped())
          return {};
      }
    captureVariables(e, function);
    for (const Decorator &decorator : llvm::reverse(decorators))
      if (!apply(decorator))
        return {};
    // Another property, so that the one of a base stays what it is.
    if (extended) {
      extended.function = std::make_shared<FunctionInfo>(*extended.function);
      (deletes ? extended.function->decorators.deleter
               : extended.function->decorators.setter) = function;
      return extended;
    }
    // In a class it is a method again.
    if (owner && function.is(Kind::Function) && !function.function->owner)
      change().owner = owner;
    return function;
  }

private:
  /// Sets facts of the function, or is a value that is called with it.
  struct Decorator {
    const ast::Expr *expr;
    std::function<void(FunctionInfo &)> mark;
    Value called;
  };

  bool read(const ast::Expr *decorator) {
    const ast::Expr *callee = decorator;
    if (auto *callExpr = dyn_cast<ast::CallExpr>(decorator))
      callee = callExpr->callee;
    auto *attribute = dyn_cast<ast::AttributeExpr>(callee);
    bool sets = owner && attribute && attribute->name == "setter";
    deletes = owner && attribute && attribute->name == "deleter";
    if (sets || deletes) {
      extended = e.run.eval(attribute->value);
      if (!e.stopped() && (!extended.is(Kind::Function) ||
                           !extended.function->decorators.isProperty))
        e.error(attribute->value->range, Twine("only a property gets a ") +
                                             (sets ? "setter" : "deleter"));
      return !e.stopped();
    }
    auto *name = dyn_cast<ast::NameExpr>(callee);
    bool isPythons =
        name && (name->id == "staticmethod" || name->id == "classmethod" ||
                 name->id == "property");
    Value value = isPythons ? makeBuiltin(name->id)
                            : evalIfSupported(e, callee, unsupported);
    if (e.stopped() || !value)
      return !e.stopped();
    if (auto mark = markOf(value.text)) {
      bool isScripts = StringRef(value.text).starts_with("torch.jit.");
      decorators.push_back({decorator, mark, {}});
      scripts = isScripts ? decorator : scripts;
      return true;
    }
    if (value.text == "functools.wraps" && callee != decorator) {
      CallArgs args;
      if (!e.run.evalArgs(cast<ast::CallExpr>(decorator), args))
        return false;
      if (args.positional.size() == 1 && args.positional[0].function)
        decorators.push_back({decorator,
                              [this, wrapped = args.positional[0]](
                                  FunctionInfo &made) { wrap(made, wrapped); },
                              {}});
      return true;
    }
    if (scripts)
      return bool(e.error(scripts->range,
                          "decorators of torch.jit have to stand below those "
                          "of the program"));
    if (callee != decorator)
      value = e.run.eval(decorator);
    decorators.push_back({decorator, nullptr, value});
    return !e.stopped();
  }

  /// What functools.wraps takes over.
  void wrap(FunctionInfo &made, const Value &wrapped) {
    made.name = wrapped.function->name;
    made.qualifiedName = wrapped.function->qualifiedName;
    if (made.scope->isLibrary)
      return;
    Value doc = ofFunction(e, wrapped, "__doc__", stmt->nameRange);
    if (doc)
      setOpenAttribute(e, function, "__doc__", doc, stmt->nameRange);
    if (!e.stopped())
      setOpenAttribute(e, function, "__wrapped__", wrapped, stmt->nameRange);
  }

  /// What a decorator of Python or torch says of a function; null for others.
  std::function<void(FunctionInfo &)> markOf(StringRef name) {
    bool enables = name == "torch.enable_grad";
    if (name == "staticmethod")
      return [](FunctionInfo &made) { made.decorators.isStatic = true; };
    if (name == "classmethod")
      return [](FunctionInfo &made) { made.decorators.isClassMethod = true; };
    if (name == "property" || name == "abc.abstractproperty")
      return [](FunctionInfo &made) { made.decorators.isProperty = true; };
    if (name == "torch.no_grad" || name == "torch.inference_mode" || enables)
      return [enables](FunctionInfo &made) {
        // The innermost one is the last that is set.
        if (!made.decorators.grad)
          made.decorators.grad = enables;
      };
    if (name == "torch.jit.script")
      return [this](FunctionInfo &made) {
        made.decorators.scripted = true;
        e.scripting.scriptChecker.add(made);
      };
    if (name == "torch.jit.script_method")
      return [](FunctionInfo &made) { made.decorators.scripted = true; };
    if (name == "torch.jit.ignore" || name == "torch.jit.unused")
      return [isUnused = name == "torch.jit.unused"](FunctionInfo &made) {
        made.decorators.ignored = true;
        made.decorators.isUnused = isUnused;
      };
    if (name == "abc.abstractmethod")
      return [](FunctionInfo &made) { made.decorators.isAbstract = true; };
    if (name == "torch.jit.export" || name == "typing.overload" ||
        name == "typing.final" || name == "typing.override")
      return [](FunctionInfo &) {};
    return nullptr;
  }

  bool apply(const Decorator &decorator) {
    ast::Range range = decorator.expr->range;
    if (decorator.mark) {
      if (!function.is(Kind::Function))
        return bool(e.error(range, "this decorator takes a function"));
      decorator.mark(change());
      return true;
    }
    if (function.is(Kind::Function) &&
        (function.function->decorators.isProperty ||
         function.function->decorators.isClassMethod))
      return bool(e.error(range, "a decorator of the program has to stand "
                                 "below @property and @classmethod"));
    CallArgs args(range, {function}, {range});
    function = e.run.call(decorator.called, args);
    return !e.stopped();
  }

  /// The facts of the function, which others may have, too, once a decorator
  /// of the program has made it.
  FunctionInfo &change() {
    if (function.function != info)
      function.function = std::make_shared<FunctionInfo>(*function.function);
    return *function.function;
  }

  Classes &e;
  const ast::FunctionDefStmt *stmt;
  const ClassInfo *owner;
  std::shared_ptr<FunctionInfo> info;
  Value function;
  Value extended; // the property that gets a setter or deleter
  std::vector<Decorator> decorators;
  const ast::Expr *scripts = nullptr; // the last one of torch.jit
  bool deletes = false;               // `extended` gets a deleter
  std::string unsupported;            // what Tine does not have
};

} // namespace

Value Classes::defineFunction(const ast::FunctionDefStmt *stmt,
                              const ClassInfo *owner) {
  return Definition(*this, stmt, owner).run();
}

} // namespace tine::elaborate
