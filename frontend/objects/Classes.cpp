//===- Classes.cpp - Definitions of classes -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a class is derived from, what its body says, and in which order members
// are looked for. What Tine does not have of it is an error only where the
// class is used.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Classes.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeNames.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

std::string Classes::qualifiedName(StringRef name, const ClassInfo *outer) {
  if (outer)
    return outer->qualifiedName + "." + name.str();
  const FunctionInfo *function = frames.back().function;
  return function && !frames.back().isModule
             ? function->qualifiedName + ".<locals>." + name.str()
             : name.str();
}

namespace {

/// Defines a class: its bases, its decorators, its body.
class ClassDefinition {
public:
  ClassDefinition(Classes &e, const ast::ClassDefStmt *stmt, ClassInfo *info)
      : e(e), stmt(stmt), info(info) {}

  Value run() {
    if (!readBases() || !readKeywords() || !order() || !readDecorators())
      return {};
    info->traits.isModule |= info->has(ClassRole::Module);
    if (!e.defineClassBody(stmt, *info) ||
        (dataclass && !e.makeDataclass(*info, dataclass)))
      return {};
    if (info->members.count("__getattribute__"))
      makeUnusable("a '__getattribute__' of its own is not supported; write "
                   "'__getattr__'");
    if (fieldsOf) { // annotations of its own make no fields
      info->fields.types = fieldsOf->fields.types;
      info->fields.names = fieldsOf->fields.names;
      info->fields.defaults = fieldsOf->fields.defaults;
    }
    if (info->scripted)
      e.scripting.scriptChecker.addClass(*info);
    // What the program may assign later is part of the state.
    if (!info->traits.isEnum && !info->scope->isLibrary) {
      Object attributes{Object::Kind::ClassAttributes};
      for (const auto &member : info->members)
        attributes.attributes.insert(member);
      info->object = e.objects.allocate(std::move(attributes));
    }
    if (!info->scope->isLibrary && !tell())
      return {};
    return decorate();
  }

private:
  /// The class can be defined, but nothing can be done with it.
  bool makeUnusable(const Twine &why) {
    if (info->unusable.empty())
      info->unusable =
          "class '" + info->name + "' cannot be used: " + why.str();
    return true;
  }

  bool readBases() {
    for (const ast::Expr *base : stmt->bases) {
      std::string why;
      Value value = evalIfSupported(e, base, why);
      if (e.stopped())
        return false;
      if (!value) {
        makeUnusable("its base " + why);
        continue;
      }
      // Those of Python that are classes of the library here.
      if (value.is(Kind::Builtin) && !e.frames.back().scope->isLibrary) {
        StringRef name = value.text;
        if (Value own = e.model.qualified(
                ("_containers." + name.substr(name.rfind('.') + 1)).str());
            own.is(Kind::Class))
          value = own;
      }
      if (e.stopped())
        return false;
      if (value.is(Kind::Class))
        inherit(value.classInfo);
      else if (!inheritBuiltin(value))
        makeUnusable(
            "it is derived from '" +
            (value.is(Kind::Builtin) ? value.text : className(e, value)) +
            "'; object, torch.nn.Module, dict, list, NamedTuple, Enum, "
            "exceptions and classes of the program can be bases");
    }
    return true;
  }

  void inherit(ClassInfo *base) {
    info->bases.push_back(base);
    info->traits.isModule |= base->traits.isModule;
    info->traits.isNamedTuple |= base->traits.isNamedTuple;
    if (base->traits.isNamedTuple)
      fieldsOf = base;
    info->traits.isException |= base->traits.isException;
    info->traits.isEnum |= base->traits.isEnum;
    info->traits.isIntEnum |= base->traits.isIntEnum;
    info->traits.isAbstract |= base->traits.isAbstract;
    if (!info->metaclass)
      info->metaclass = base->metaclass;
  }

  /// False for what is no base.
  bool inheritBuiltin(const Value &value) {
    StringRef text = value.text;
    if (!value.is(Kind::Builtin))
      return false;
    if (text == "object")
      return true;
    if (text == "abc.ABC" || text == "typing.Generic" ||
        text == "typing.Protocol" || isInterface(text)) {
      info->traits.isAbstract |= text != "typing.Generic";
      info->abstractBases.insert(text.str());
      return true;
    }
    if (text == "typing.NamedTuple")
      return info->traits.isNamedTuple = true;
    if (text == "enum.Enum" || text == "enum.IntEnum") {
      info->traits.isIntEnum = text == "enum.IntEnum";
      return info->traits.isEnum = true;
    }
    if (isException(text))
      return inheritError(text);
    // A metaclass: its methods are those of classes.
    if (text == "type" || text == "abc.ABCMeta")
      return isMetaclass = true;
    return false;
  }

  /// What errors have is in a class of the library.
  bool inheritError(StringRef name) {
    info->traits.isException = true;
    bool isKey = llvm::is_contained(errorClass(name), "KeyError");
    Value base = e.model.qualified(isKey ? "_builtins._KeyError"
                                         : "_builtins._Exception");
    if (base.is(Kind::Class) &&
        !llvm::is_contained(info->bases, base.classInfo))
      info->bases.push_back(base.classInfo);
    return true;
  }

  /// Abstract classes of collections.abc that give their heirs no method.
  static bool isInterface(StringRef text) {
    return llvm::is_contained({"typing.Callable", "typing.Hashable",
                               "typing.Sized", "typing.Iterable",
                               "typing.Container", "typing.Collection"},
                              text);
  }

  bool readKeywords() {
    for (const ast::Keyword &keyword : stmt->keywords) {
      std::string why;
      Value value = evalIfSupported(e, keyword.value, why);
      if (e.stopped())
        return false;
      if (keyword.name == "metaclass")
        readMetaclass(value, why);
      else
        keywords.emplace_back(keyword.name.str(), value);
    }
    return true;
  }

  void readMetaclass(const Value &value, StringRef why) {
    if (!value)
      makeUnusable("its metaclass " + why);
    else if (value.is(Kind::Builtin) && value.text == "abc.ABCMeta")
      info->traits.isAbstract = true;
    else if (value.is(Kind::Class) &&
             !ownersMember(e, value.classInfo, "__new__") &&
             !ownersMember(e, value.classInfo, "__prepare__"))
      info->metaclass = value.classInfo;
    else if (!value.is(Kind::Builtin) || value.text != "type")
      makeUnusable("its metaclass makes classes by a '__new__' of its own or "
                   "is not supported");
  }

  bool order() {
    if (!e.budget.spend(stmt->nameRange))
      return false;
    if (!e.orderBases(info)) {
      if (!e.stopped())
        e.error(stmt->nameRange,
                "the bases of this class cannot be put into one order of "
                "method resolution");
      return false;
    }
    if (isMetaclass)
      makeUnusable("it is a metaclass, which Tine does not call itself");
    return true;
  }

  bool readDecorators() {
    for (const ast::Expr *decorator : stmt->decorators) {
      const ast::Expr *callee = decorator;
      if (auto *callExpr = dyn_cast<ast::CallExpr>(decorator))
        callee = callExpr->callee;
      std::string why;
      Value value = evalIfSupported(e, callee, why);
      if (e.stopped())
        return false;
      if (!value)
        makeUnusable("its decorator " + why);
      else if (value.text == "torch.jit.script")
        info->scripted = true;
      else if (value.text == "dataclasses.dataclass")
        dataclass = decorator;
      else if (auto role = roleOfDecorator(value.text))
        info->traits.roles.insert(*role);
      // Of an interface the methods are looked up in the object itself.
      else if (value.text != "torch.jit.interface" &&
               value.text != "typing.final" &&
               value.text != "typing.runtime_checkable")
        called.push_back(decorator);
    }
    return true;
  }

  /// Tells the members their names, the bases of their new heir, and the
  /// metaclass of its class; false after an error.
  bool tell() {
    Value made = classValue(info);
    const std::map<std::string, Value> members = info->members;
    for (const auto &[name, member] : members) {
      if (!member.is(Kind::Object) ||
          !e.objects.findMember(e.get(member.id).classInfo, "__set_name__"))
        continue;
      CallArgs args(stmt->nameRange, {made, makeStr(name)},
                    {stmt->nameRange, stmt->nameRange});
      e.run.callMethod(member, "__set_name__", args);
    }
    for (const ClassInfo *base : ArrayRef(info->order).drop_front()) {
      const Value *hook = e.stopped()
                              ? nullptr
                              : e.objects.ownMember(base, "__init_subclass__");
      if (!hook)
        continue;
      CallArgs args(stmt->nameRange);
      args.keywords = keywords;
      e.run.call(makeMethod(Value(*hook), made), args);
      break;
    }
    return !e.stopped() && initByMetaclass(made);
  }

  bool initByMetaclass(const Value &made) {
    Value init = info->metaclass
                     ? e.objects.findMember(info->metaclass, "__init__")
                     : Value();
    if (!init)
      return !e.stopped();
    Value bases = makeTuple({});
    for (const ClassInfo *base : info->bases)
      bases.items.push_back(classValue(base));
    std::vector<Value> members;
    for (const auto &[name, member] : info->members) {
      members.push_back(makeStr(name));
      members.push_back(member);
    }
    Value dict =
        e.containers.newDict(members, {}, {}, nullptr, stmt->nameRange);
    CallArgs args(stmt->nameRange, {makeStr(info->name), bases, dict});
    args.keywords = keywords;
    args.ranges.assign(3, stmt->nameRange);
    if (!e.stopped())
      e.run.call(makeMethod(init, made), args);
    return !e.stopped();
  }

  /// What the decorators of the program make of the class.
  Value decorate() {
    Value value = classValue(info);
    for (const ast::Expr *decorator : llvm::reverse(called)) {
      Value function = e.run.eval(decorator);
      CallArgs args(decorator->range, {value}, {decorator->range});
      value = e.stopped() ? Value() : e.run.call(function, args);
      if (e.stopped())
        return {};
    }
    return value;
  }

  Classes &e;
  const ast::ClassDefStmt *stmt;
  ClassInfo *info;
  const ClassInfo *fieldsOf = nullptr;
  const ast::Expr *dataclass = nullptr;
  bool isMetaclass = false;
  std::vector<const ast::Expr *> called; // decorators
  std::vector<std::pair<std::string, Value>> keywords;
};

} // namespace

Value Classes::defineClass(const ast::ClassDefStmt *stmt,
                           const ClassInfo *outer) {
  ClassInfo *info =
      &decisions.facts.sources.classes[{stmt, decisions.classCounts[stmt]++}];
  *info = ClassInfo();
  info->name = stmt->name.str();
  info->qualifiedName = qualifiedName(info->name, outer);
  info->def = stmt;
  info->scope = frames.back().scope;
  return ClassDefinition(*this, stmt, info).run();
}

bool Classes::defineMembers(ClassInfo &info, const ast::Expr *target,
                            const Value &value, ast::Range range) {
  if (auto *name = dyn_cast<ast::NameExpr>(target)) {
    if (info.traits.isEnum)
      return defineMember(info, name->id, value, range);
    info.members[attributeName(*this, name->id)] = value;
    return true;
  }
  auto *tuple = dyn_cast<ast::TupleExpr>(target);
  std::vector<Value> items;
  if (!tuple)
    return bool(error(target->range,
                      "only names and tuples of them can be assigned in a "
                      "class body"));
  if (!containers.staticItems(value, items) ||
      items.size() != tuple->elements.size())
    return stopped()
               ? false
               : bool(error(target->range,
                            "the value has to be a tuple or list of " +
                                Twine(tuple->elements.size()) + " elements"));
  for (auto [part, item] : llvm::zip_equal(tuple->elements, items))
    if (!defineMembers(info, part, item, range))
      return false;
  return true;
}

/// `x: T` and `x: T = value` in the body of a class; false after an error.
static bool defineAnnotated(Classes &e, const ast::AnnAssignStmt *stmt,
                            ClassInfo &info) {
  auto *name = dyn_cast<ast::NameExpr>(stmt->target);
  if (!name)
    return bool(
        e.error(stmt->range, "only names can be annotated in a class body"));
  // A member of an enum, or nothing without a value.
  if (info.traits.isEnum) {
    Value value = stmt->value ? e.run.eval(stmt->value) : Value();
    return !e.stopped() &&
           (!value || e.defineMember(info, name->id, value, stmt->range));
  }
  info.fields.types[name->id.str()] = stmt->annotation;
  if (!llvm::is_contained(info.fields.names, name->id))
    info.fields.names.push_back(name->id.str());
  if (!stmt->value)
    return true;
  Value value = e.run.eval(stmt->value);
  if (e.stopped())
    return false;
  info.fields.defaults[name->id.str()] = value;
  info.members[attributeName(e, name->id)] = value;
  return true;
}

/// A statement of the body of a class; false after an error.
static bool defineByStatement(Classes &e, const ast::Stmt *stmt,
                              ClassInfo &info) {
  if (auto *def = dyn_cast<ast::FunctionDefStmt>(stmt)) {
    Value function = e.defineFunction(def, &info);
    if (e.stopped())
      return false;
    if (info.scripted && function.function)
      function.function->markScripted();
    info.members[attributeName(e, def->name)] = function;
    return true;
  }
  if (auto *assign = dyn_cast<ast::AssignStmt>(stmt)) {
    Value value = e.run.eval(assign->value);
    for (const ast::Expr *target : assign->targets)
      if (e.stopped() || !e.defineMembers(info, target, value, assign->range))
        return false;
    return true;
  }
  if (auto *annotated = dyn_cast<ast::AnnAssignStmt>(stmt))
    return defineAnnotated(e, annotated, info);
  if (auto *nested = dyn_cast<ast::ClassDefStmt>(stmt)) {
    Value value = e.defineClass(nested, &info);
    if (!e.stopped())
      info.members[nested->name.str()] = value;
    return !e.stopped();
  }
  if (auto *branch = dyn_cast<ast::IfStmt>(stmt)) {
    Value condition = e.run.evalCondition(branch->condition);
    if (!e.stopped() && !condition.isConst())
      e.error(stmt->range, "what a class has must be known at compile time");
    if (e.stopped())
      return false;
    return llvm::all_of(
        condition.integer ? branch->body : branch->orelse,
        [&](const ast::Stmt *s) { return defineByStatement(e, s, info); });
  }
  if (auto *expression = dyn_cast<ast::ExprStmt>(stmt)) {
    if (!isa<ast::StringExpr, ast::EllipsisExpr>(expression->value))
      e.run.eval(expression->value);
    return !e.stopped();
  }
  return isa<ast::PassStmt>(stmt) ||
         e.error(stmt->range,
                 "this statement is not supported in a class body");
}

bool Classes::defineClassBody(const ast::ClassDefStmt *stmt, ClassInfo &info) {
  size_t depth = frames.size();
  const ClassInfo *around = std::exchange(frames.back().classBody, &info);
  llvm::scope_exit leave([&] { frames[depth - 1].classBody = around; });
  for (const ast::Stmt *member : stmt->body)
    if (!defineByStatement(*this, member, info))
      return false;
  // As in Python, which takes the hash from what has an equality of its own.
  if (info.members.count("__eq__") && !info.members.count("__hash__"))
    info.members["__hash__"] = makeNone();
  return true;
}

bool Classes::orderBases(ClassInfo *info) {
  // C3: repeatedly the first class that no other list still has behind its
  // first place.
  std::vector<std::vector<const ClassInfo *>> lists;
  lists.reserve(info->bases.size() + 1);
  for (const ClassInfo *base : info->bases)
    lists.push_back(base->order);
  lists.emplace_back(info->bases.begin(), info->bases.end());
  uint64_t all = 0;
  for (auto &list : lists) {
    all += list.size();
    std::reverse(list.begin(), list.end()); // taken from the end
  }
  if (!budget.spend(frames.here, all * lists.size() / 64))
    return false;
  info->order = {info};
  for (;;) {
    llvm::erase_if(lists, [](const auto &list) { return list.empty(); });
    if (lists.empty())
      return true;
    DenseSet<const ClassInfo *> behind;
    if (lists.size() > 1)
      for (const auto &list : lists)
        behind.insert(list.begin(), list.end() - 1);
    auto next = llvm::find_if(
        lists, [&](const auto &list) { return !behind.count(list.back()); });
    if (next == lists.end())
      return false;
    const ClassInfo *taken = next->back();
    info->order.push_back(taken);
    for (auto &list : lists)
      if (list.back() == taken)
        list.pop_back();
  }
}

} // namespace tine::elaborate
