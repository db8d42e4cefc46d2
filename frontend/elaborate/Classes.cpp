//===- Classes.cpp - Definitions of functions and classes -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions, the order of bases, and construction of objects.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Library.h"
#include "frontend/elaborate/Numpy.h"
#include "frontend/elaborate/control/Cells.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Defines a function with what its decorators make of it.
class Definition {
public:
  Definition(Elaborator &e, const ast::FunctionDefStmt *stmt,
             const ClassInfo *owner)
      : e(e), stmt(stmt), owner(owner), info(std::make_shared<FunctionInfo>()) {
    info->def = stmt;
    info->scope = e.frames.back().scope;
    info->owner = owner;
    info->name = stmt->name.str();
    info->qualifiedName = e.qualifiedName(info->name, owner);
    function.kind = Kind::Function;
    function.function = info;
  }

  Value run() {
    for (const ast::Expr *decorator : stmt->decorators)
      if (!read(decorator))
        return {};
    for (const ast::Param &param : stmt->params->params)
      if (param.defaultValue) {
        info->defaults.push_back(e.eval(param.defaultValue));
        if (e.stopped)
          return {};
      }
    captureVariables(e, function);
    for (const Decorator &decorator : llvm::reverse(decorators))
      if (!apply(decorator))
        return {};
    // Another property, so that the one of a base stays what it is.
    if (extended) {
      extended.function = std::make_shared<FunctionInfo>(*extended.function);
      extended.function->setter = function;
      return extended;
    }
    if (owner && !function.is(Kind::Function))
      return e.error(stmt->decorators.front()->range,
                     "a decorator of a method has to return a function");
    // In a class it is a method again.
    if (owner && !function.function->owner)
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
    if (owner && attribute && attribute->name == "setter") {
      extended = e.eval(attribute->value);
      if (!e.stopped &&
          (!extended.is(Kind::Function) || !extended.function->isProperty))
        e.error(attribute->value->range, "only a property gets a setter");
      return !e.stopped;
    }
    auto *name = dyn_cast<ast::NameExpr>(callee);
    bool isPythons =
        name && (name->id == "staticmethod" || name->id == "classmethod" ||
                 name->id == "property");
    Value value = isPythons ? makeBuiltin(name->id) : e.eval(callee);
    if (e.stopped)
      return false;
    if (auto mark = markOf(value.text)) {
      bool isScripts = StringRef(value.text).starts_with("torch.jit.");
      decorators.push_back({decorator, mark, {}});
      scripts = isScripts ? decorator : scripts;
      return true;
    }
    if (value.text == "functools.wraps" && callee != decorator) {
      CallArgs args;
      if (!e.evalArgs(cast<ast::CallExpr>(decorator), args))
        return false;
      if (args.positional.size() == 1 && args.positional[0].function)
        decorators.push_back({decorator,
                              [name = args.positional[0].function->name](
                                  FunctionInfo &made) { made.name = name; },
                              {}});
      return true;
    }
    if (scripts)
      return bool(e.error(scripts->range,
                          "decorators of torch.jit have to stand below those "
                          "of the program"));
    if (callee != decorator)
      value = e.eval(decorator);
    decorators.push_back({decorator, nullptr, value});
    return !e.stopped;
  }

  /// What a decorator of Python or torch says of a function; null for others.
  std::function<void(FunctionInfo &)> markOf(StringRef name) {
    bool enables = name == "torch.enable_grad";
    if (name == "staticmethod")
      return [](FunctionInfo &made) { made.isStatic = true; };
    if (name == "classmethod")
      return [](FunctionInfo &made) { made.isClassMethod = true; };
    if (name == "property" || name == "abc.abstractproperty")
      return [](FunctionInfo &made) { made.isProperty = true; };
    if (name == "torch.no_grad" || name == "torch.inference_mode" || enables)
      return [enables](FunctionInfo &made) {
        // The innermost one is the last that is set.
        if (!made.grad)
          made.grad = enables;
      };
    if (name == "torch.jit.script")
      return [this](FunctionInfo &made) {
        made.scripted = true;
        e.scriptChecker.add(made);
      };
    if (name == "torch.jit.script_method")
      return [](FunctionInfo &made) { made.scripted = true; };
    if (name == "torch.jit.ignore" || name == "torch.jit.unused")
      return [isUnused = name == "torch.jit.unused"](FunctionInfo &made) {
        made.ignored = true;
        made.isUnused = isUnused;
      };
    if (name == "torch.jit.export" || name == "abc.abstractmethod" ||
        name == "typing.overload")
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
        (function.function->isProperty || function.function->isClassMethod))
      return bool(e.error(range, "a decorator of the program has to stand "
                                 "below @property and @classmethod"));
    CallArgs args(range, {function}, {range});
    function = e.call(decorator.called, args);
    return !e.stopped;
  }

  /// The facts of the function, which others may have, too, once a decorator
  /// of the program has made it.
  FunctionInfo &change() {
    if (function.function != info)
      function.function = std::make_shared<FunctionInfo>(*function.function);
    return *function.function;
  }

  Elaborator &e;
  const ast::FunctionDefStmt *stmt;
  const ClassInfo *owner;
  std::shared_ptr<FunctionInfo> info;
  Value function;
  Value extended; // the property that gets a setter
  std::vector<Decorator> decorators;
  const ast::Expr *scripts = nullptr; // the last one of torch.jit
};

} // namespace

Value Elaborator::defineFunction(const ast::FunctionDefStmt *stmt,
                                 const ClassInfo *owner) {
  return Definition(*this, stmt, owner).run();
}

bool Elaborator::defineMember(ClassInfo &info, StringRef name, Value value,
                              ast::Range range) {
  auto valueOf = [&](const Value &member) {
    return info.isIntEnum ? makeInt(member.integer) : member.items[1];
  };
  // In the body of the class its name is the value.
  if (value.classInfo == &info)
    value = valueOf(value);
  // One more than the greatest value that was given, to aliases as well.
  if (value.is(Kind::Builtin) && value.text == "enum.auto") {
    value = makeInt(int64_t(1));
    bool isFirst = true;
    for (auto &given : info.fieldDefaults) {
      const Value &last = given.second;
      if (!last.is(Kind::Int) || last.integer == INT64_MAX)
        return bool(
            error(range, "auto() counts ints; give this member its value"));
      if (std::exchange(isFirst, false) || last.integer >= value.integer)
        value = makeInt(last.integer + 1);
    }
  }
  info.fieldDefaults[name.str()] = value;
  // Another name for a member.
  bool isPlain = value.isNumber() || value.is(Kind::Str);
  for (const std::string &other : info.annotationOrder) {
    Value own = valueOf(info.members[other]);
    Value same = isPlain && (own.isNumber() || own.is(Kind::Str))
                     ? compare(ast::CompareOp::Eq, own, value, range)
                     : makeBool(sameValue(own, value));
    if (!stopped && !same.isConst())
      error(range, "the values of an enum must be known at compile time");
    if (stopped)
      return false;
    if (same.integer) {
      info.members[name.str()] = Value(info.members[other]);
      return true;
    }
  }
  Value item = makeTuple({makeStr(name), value});
  if (info.isIntEnum) {
    if (!value.is(Kind::Int) || !value.isConst())
      return bool(error(range, "the members of an IntEnum are ints"));
    item = value;
    item.text = name.str();
  }
  item.classInfo = &info;
  info.members[name.str()] = item;
  info.annotationOrder.push_back(name.str());
  return true;
}

std::string Elaborator::qualifiedName(StringRef name, const ClassInfo *outer) {
  if (outer)
    return outer->qualifiedName + "." + name.str();
  const FunctionInfo *function = frames.back().function;
  return function && !frames.back().isModule
             ? function->qualifiedName + ".<locals>." + name.str()
             : name.str();
}

Value Elaborator::defineClass(const ast::ClassDefStmt *stmt,
                              const ClassInfo *outer) {
  ClassInfo *info = &facts.classes[{stmt, classCounts[stmt]++}];
  *info = ClassInfo();
  info->name = stmt->name.str();
  info->qualifiedName = qualifiedName(info->name, outer);
  info->def = stmt;
  info->scope = frames.back().scope;
  const ClassInfo *fieldsOf = nullptr;
  for (const ast::Expr *base : stmt->bases) {
    Value value = eval(base);
    if (stopped)
      return {};
    if (value.is(Kind::Class)) {
      info->bases.push_back(value.classInfo);
      info->isModule |= value.classInfo->isModule;
      info->isNamedTuple |= value.classInfo->isNamedTuple;
      if (value.classInfo->isNamedTuple)
        fieldsOf = value.classInfo;
      info->isException |= value.classInfo->isException;
      info->isEnum |= value.classInfo->isEnum;
      info->isIntEnum |= value.classInfo->isIntEnum;
      continue;
    }
    StringRef text = value.text;
    if (text == "object" || text == "typing.Generic" || text == "abc.ABC")
      continue;
    if (text == "typing.NamedTuple") {
      info->isNamedTuple = true;
      continue;
    }
    if (text == "enum.Enum" || text == "enum.IntEnum") {
      info->isEnum = true;
      info->isIntEnum = text == "enum.IntEnum";
      continue;
    }
    if (value.is(Kind::Builtin) &&
        (text.ends_with("Error") || text.ends_with("Exception"))) {
      info->isException = true;
      continue;
    }
    return error(
        base->range,
        "a class cannot be derived from this; torch.nn.Module, NamedTuple, "
        "Enum, exceptions and classes of the program can be bases");
  }
  if (!spend(stmt->nameRange) || !orderBases(info))
    return stopped ? Value()
                   : error(stmt->nameRange,
                           "the bases of this class cannot be put into one "
                           "order of method resolution");
  if (info->scope->isLibrary && info->name == "Module")
    info->isModule = true;
  const ast::Expr *dataclass = nullptr;
  std::vector<std::pair<ast::Range, Value>> others; // that are called with it
  for (const ast::Expr *decorator : stmt->decorators) {
    const ast::Expr *callee = decorator;
    if (auto *callExpr = dyn_cast<ast::CallExpr>(decorator))
      callee = callExpr->callee;
    Value value = eval(callee);
    if (stopped)
      return {};
    if (value.text == "torch.jit.script")
      info->scripted = true;
    else if (value.text == "torch.jit.interface")
      continue; // its methods are looked up in the object itself
    else if (value.text == "dataclasses.dataclass")
      dataclass = decorator;
    else
      others.push_back(
          {decorator->range, callee == decorator ? value : eval(decorator)});
    if (stopped)
      return {};
  }
  if (!defineClassBody(stmt, *info) ||
      (dataclass && !makeDataclass(*info, dataclass)))
    return {};
  if (fieldsOf) { // annotations of its own make no fields
    info->annotations = fieldsOf->annotations;
    info->annotationOrder = fieldsOf->annotationOrder;
    info->fieldDefaults = fieldsOf->fieldDefaults;
  }
  info->isRecord = info->scope->isLibrary && info->members.count("_is_record");
  if (info->scripted)
    scriptChecker.addClass(*info);
  // What the program may assign later is part of the state.
  if (!info->isEnum && !info->scope->isLibrary) {
    Object attributes{Object::Kind::ClassAttributes};
    for (const auto &member : info->members)
      attributes.attributes.insert(member);
    info->object = allocate(std::move(attributes));
  }
  Value value;
  value.kind = Kind::Class;
  value.classInfo = info;
  for (const auto &[range, decorator] : llvm::reverse(others)) {
    CallArgs args(range, {value}, {range});
    value = call(decorator, args);
    if (stopped)
      return {};
  }
  return value;
}

bool Elaborator::defineMembers(ClassInfo &info, const ast::Expr *target,
                               const Value &value, ast::Range range) {
  if (auto *name = dyn_cast<ast::NameExpr>(target)) {
    if (info.isEnum)
      return defineMember(info, name->id, value, range);
    info.members[name->id.str()] = value;
    return true;
  }
  auto *tuple = dyn_cast<ast::TupleExpr>(target);
  std::vector<Value> items;
  if (!tuple)
    return bool(error(target->range,
                      "only names and tuples of them can be assigned in a "
                      "class body"));
  if (!staticItems(value, items) || items.size() != tuple->elements.size())
    return stopped
               ? false
               : bool(error(target->range,
                            "the value has to be a tuple or list of " +
                                Twine(tuple->elements.size()) + " elements"));
  for (auto [part, item] : llvm::zip_equal(tuple->elements, items))
    if (!defineMembers(info, part, item, range))
      return false;
  return true;
}

bool Elaborator::defineClassBody(const ast::ClassDefStmt *stmt,
                                 ClassInfo &info) {
  auto fail = [&](ast::Range range, const char *message) {
    return bool(error(range, message));
  };
  size_t depth = frames.size();
  const ClassInfo *around = std::exchange(frames.back().classBody, &info);
  llvm::scope_exit leave([&] { frames[depth - 1].classBody = around; });
  for (const ast::Stmt *member : stmt->body) {
    if (auto *def = dyn_cast<ast::FunctionDefStmt>(member)) {
      Value function = defineFunction(def, &info);
      if (stopped)
        return false;
      if (info.scripted)
        function.function->markScripted();
      info.members[def->name.str()] = function;
    } else if (auto *assign = dyn_cast<ast::AssignStmt>(member)) {
      Value value = eval(assign->value);
      if (stopped)
        return false;
      for (const ast::Expr *target : assign->targets)
        if (!defineMembers(info, target, value, assign->range))
          return false;
    } else if (auto *ann = dyn_cast<ast::AnnAssignStmt>(member)) {
      auto *name = dyn_cast<ast::NameExpr>(ann->target);
      if (!name)
        return fail(ann->range, "only names can be annotated in a class body");
      info.annotations[name->id.str()] = ann->annotation;
      if (!llvm::is_contained(info.annotationOrder, name->id))
        info.annotationOrder.push_back(name->id.str());
      if (ann->value) {
        Value value = eval(ann->value);
        if (stopped)
          return false;
        info.fieldDefaults[name->id.str()] = value;
        info.members[name->id.str()] = value;
      }
    } else if (auto *nested = dyn_cast<ast::ClassDefStmt>(member)) {
      Value value = defineClass(nested, &info);
      if (stopped)
        return false;
      info.members[nested->name.str()] = value;
    } else if (!isa<ast::PassStmt>(member) && !isa<ast::ExprStmt>(member)) {
      return fail(member->range,
                  "this statement is not supported in a class body");
    }
  }
  // As in Python, which takes the hash from what has an equality of its own.
  if (info.members.count("__eq__") && !info.members.count("__hash__"))
    info.members["__hash__"] = makeNone();
  return true;
}

bool Elaborator::orderBases(ClassInfo *info) {
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
  if (!spend(here, all * lists.size() / 64))
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

Value Elaborator::findMember(const ClassInfo *classInfo, StringRef name) {
  for (const ClassInfo *c : classInfo->order)
    if (const Value *own = ownMember(c, name))
      return own->is(Kind::Undefined)
                 ? error(here, "the attribute '" + name + "' of class '" +
                                   c->name + "' is not set on every path")
                 : *own;
  return {};
}

const Value *Elaborator::ownMember(const ClassInfo *info, StringRef name) {
  if (info->object) {
    const auto &attributes = get(info->object).attributes;
    auto attribute = attributes.find(name.str());
    return attribute == attributes.end() ? nullptr : &attribute->second;
  }
  auto member = info->members.find(name.str());
  return member == info->members.end() ? nullptr : &member->second;
}

bool claims(Elaborator &e, const Value &object, StringRef name) {
  if (!object.is(Kind::Object))
    return false;
  Value words = e.findMember(e.get(object.id).classInfo, "_abstract");
  if (!words.is(Kind::Str))
    return false;
  SmallVector<StringRef> list;
  StringRef(words.text).split(list, ' ');
  return llvm::is_contained(list, name);
}

bool Elaborator::isModule(const Value &value) {
  return value.is(Kind::Object) && get(value.id).classInfo->isModule;
}

/// The first of the members that has the value.
static Value chooseMember(Elaborator &e,
                          ArrayRef<std::pair<Value, Value>> hasIt,
                          const Twine &message, ast::Range range) {
  if (hasIt.empty())
    return e.fault("ValueError", range, message);
  const Value &isIt = hasIt.front().first, &member = hasIt.front().second;
  if (isIt.isConst())
    return member;
  return e.select(
      isIt.ssa, [&] { return member; },
      [&] { return chooseMember(e, hasIt.drop_front(), message, range); },
      range);
}

/// What an enum gives for a value.
static Value memberOf(Elaborator &e, ClassInfo *info, const Value &value,
                      ast::Range range) {
  if (value.classInfo == info)
    return value;
  std::vector<std::pair<Value, Value>> hasIt;
  for (const std::string &name : info->annotationOrder) {
    const Value member = info->members[name];
    Value own = info->isIntEnum ? makeInt(member.integer) : member.items[1];
    Value same = e.compare(ast::CompareOp::Eq, own, value, range);
    if (!e.stopped && !same.is(Kind::Bool))
      e.error(range, "a value of type '" + toString(e.typeOf(value)) +
                         "' is not compared with the members of an enum");
    if (e.stopped)
      return {};
    if (!same.isConst() || same.integer)
      hasIt.push_back({same, member});
    if (same.isConst() && same.integer)
      break;
  }
  bool isFound = !hasIt.empty() && hasIt.back().first.isConst();
  if (!isFound && e.findMember(info, "_missing_"))
    return e.error(range, "'_missing_' of an enum is not supported; write a "
                          "function that chooses the member");
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  if (hasIt.empty() && !e.formatPattern(value, true, range, pattern, leaves))
    return {};
  Value text = hasIt.empty() ? e.formatString(pattern, leaves, range) : Value();
  return chooseMember(e, hasIt,
                      (text && text.isConst() ? text.text : "the value") +
                          " is not a valid " + info->name,
                      range);
}

bool Elaborator::bindFields(
    const ClassInfo &info, CallArgs &args,
    std::vector<std::pair<std::string, Value>> &fields) {
  size_t next = 0;
  auto fail = [&](const Twine &message) {
    return bool(error(args.range, message));
  };
  if (!checkFields(info, args))
    return false;
  for (const std::string &name : info.annotationOrder) {
    Value value;
    if (next < args.positional.size())
      value = args.positional[next++];
    for (auto &[key, given] : args.keywords)
      if (key == name)
        value = given;
    if (!value) {
      auto it = info.fieldDefaults.find(name);
      if (it == info.fieldDefaults.end())
        return fail("missing field '" + name + "' of '" + info.name + "'");
      value = it->second;
    }
    fields.push_back({name, value});
  }
  return next == args.positional.size() ||
         fail("'" + info.name + "' has " + Twine(info.annotationOrder.size()) +
              " fields");
}

Value Elaborator::instantiate(ClassInfo *info, CallArgs &args) {
  std::vector<std::pair<std::string, Value>> fields;
  if (isNumpyClass(info) && findMember(info, "_type")) {
    CallArgs make = args;
    make.positional.insert(make.positional.begin(), findMember(info, "_type"));
    make.ranges.insert(make.ranges.begin(), args.range);
    return call(qualified("numpy._scalars._make"), make);
  }
  if (info->isEnum) {
    if (args.positional.size() != 1 || !args.keywords.empty())
      return error(args.range, "'" + info->name +
                                   "' takes the value of one "
                                   "of its members");
    return memberOf(*this, info, args.positional[0], args.range);
  }
  if (info->isNamedTuple) {
    if (!bindFields(*info, args, fields))
      return {};
    if (script())
      for (auto &[name, value] : fields)
        if (auto it = info->annotations.find(name);
            it != info->annotations.end()) {
          Type type = evalType(it->second);
          if (!stopped)
            value =
                convert(value, type, args.range, "the field '" + name + "'");
          if (stopped)
            return {};
        }
    Value tuple = makeTuple({});
    for (auto &field : fields)
      tuple.items.push_back(field.second);
    tuple.classInfo = info;
    return tuple;
  }
  if (info->isDataclass && !info->scripted && script())
    return error(args.range, "the methods of the dataclass '" + info->name +
                                 "' have no source for TorchScript; write "
                                 "@torch.jit.script above @dataclass");
  Object object{Object::Kind::Instance};
  object.classInfo = info;
  object.scripted = info->scripted;
  Value self = makeRef(Kind::Object, allocate(std::move(object)));
  Value init = findMember(info, "__init__");
  if (!init) {
    bool any = !args.positional.empty() || !args.keywords.empty();
    if (any && !info->isException)
      return error(args.range, "'" + info->name + "' takes no arguments");
    return self;
  }
  init = makeMethod(init, self);
  // The constructor of a module always runs as Python.
  if (info->isModule && script())
    return error(
        args.range,
        "a module cannot be made inside TorchScript; make it in __init__");
  call(init, args);
  if (stopped || (info->isModule && !scriptChildren(self, args.range)))
    return {};
  if (info->isModule)
    parameters.made(self, args.range);
  return self;
}

} // namespace tine::elaborate
