//===- Dataclasses.cpp - The decorator @dataclass -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields, and the methods that CPython makes of them: in source, as there. The
// functions of the module, such as asdict, are in the library, and what objects
// of these classes do in DataclassObjects.cpp.
//
// How it works, in the steps of CPython 3.11's _process_class:
//   1. Each annotation of the class becomes a field of the library's class
//      Field; fields of bases come first, and keep their place when they are
//      overridden.
//   2. What Python refuses is refused: mutable defaults, a field without
//      default behind one with, frozen ones among others.
//   3. The methods that the class does not have itself are written as text,
//      parsed, and become its members. Frozen fields and slots are looked at
//      where an attribute is set.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Dataclasses.h"
#include "frontend/objects/Classes.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static bool isMissing(Context &e, const Value &value) {
  return e.objects.hasRole(value, ClassRole::MissingValue);
}

Value optionOf(Context &e, const DataField &field, StringRef name) {
  const auto &attributes = e.get(field.field.id).attributes;
  return attributes.find(name.str())->second;
}

bool isSet(Context &e, const DataField &field, StringRef option) {
  return optionOf(e, field, option).integer != 0;
}

static bool has(Context &e, const DataField &field, StringRef option) {
  return !isMissing(e, optionOf(e, field, option));
}

//===----------------------------------------------------------------------===//
// The decorator
//===----------------------------------------------------------------------===//

namespace {

class DataclassMaker {
public:
  DataclassMaker(Service &e, ClassInfo &info, ast::Range range)
      : e(e), info(info), range(range) {}

  bool readOptions(const ast::CallExpr *call);
  bool collectFields();
  bool check();
  bool defineMethods();

private:
  bool fail(StringRef kind, ast::Range at, const Twine &message) {
    e.fault(kind, at, message);
    return false;
  }
  Value resolve(const ast::Expr *expr);
  StringRef specialAnnotation(const ast::Expr *annotation);
  bool inheritFields();
  bool addField(const ast::AnnAssignStmt *stmt, StringRef name, bool isInitVar,
                bool byKeyword);
  std::vector<const DataField *> parameters(bool byKeyword);
  std::string tupleOf(StringRef object);
  std::string initText();
  std::string methodsText(bool &addsHash);
  bool define(StringRef text);

  Service &e;
  ClassInfo &info;
  ast::Range range;
  // The decorator's.
  std::map<std::string, bool> options = {
      {"init", true},          {"repr", true},    {"eq", true},
      {"order", false},        {"frozen", false}, {"unsafe_hash", false},
      {"match_args", true},    {"slots", false},  {"kw_only", false},
      {"weakref_slot", false},
  };
};

} // namespace

bool DataclassMaker::readOptions(const ast::CallExpr *call) {
  if (call && !call->args.empty())
    return bool(e.error(range, "the options of @dataclass have names"));
  if (call)
    for (const ast::Keyword &keyword : call->keywords) {
      auto option = options.find(keyword.name.str());
      if (option == options.end())
        return fail("TypeError", range,
                    "dataclass() got an unexpected keyword argument '" +
                        keyword.name + "'");
      Value given = e.run.eval(keyword.value);
      if (e.stopped())
        return false;
      if (!given.is(Kind::Bool) || !given.isConst())
        return bool(e.error(keyword.value->range,
                            "'" + keyword.name +
                                "' of @dataclass must be True or False, known "
                                "at compile time"));
      option->second = given.integer;
    }
  info.traits.isDataclass = true;
  info.dataclass.isFrozen = options["frozen"];
  info.dataclass.hasSlots = options["slots"];
  return true;
}

/// What a name of an annotation stands for, as far as that is easily said.
Value DataclassMaker::resolve(const ast::Expr *expr) {
  if (auto *attribute = dyn_cast<ast::AttributeExpr>(expr)) {
    Value base = resolve(attribute->value);
    return base.is(Kind::Namespace)
               ? e.model.qualified(base.text + "." + attribute->name.str())
               : Value();
  }
  auto *name = dyn_cast<ast::NameExpr>(expr);
  if (!name)
    return {};
  auto find = [&](const std::map<std::string, Value> &names) {
    auto it = names.find(name->id.str());
    return it == names.end() ? Value() : it->second;
  };
  if (const Value *value = findVariable(e, e.frames.back(), name->id))
    return *value;
  if (const Frame *file = e.frames.moduleFrameOf(info.scope))
    if (const Value *value = findVariable(e, *file, name->id))
      return *value;
  return find(info.scope->globals);
}

/// "ClassVar", "InitVar" or "KW_ONLY" where the annotation is one; else empty.
StringRef DataclassMaker::specialAnnotation(const ast::Expr *annotation) {
  if (auto *text = dyn_cast<ast::StringExpr>(annotation)) {
    for (StringRef name : {"ClassVar", "InitVar", "KW_ONLY"})
      if (StringRef(text->value).split('[').first.rsplit('.').second == name ||
          text->value.split('[').first == name)
        return name;
    return {};
  }
  if (auto *subscript = dyn_cast<ast::SubscriptExpr>(annotation))
    annotation = subscript->value;
  Value value = resolve(annotation);
  if (value.is(Kind::Builtin) && value.text == "typing.ClassVar")
    return "ClassVar";
  if (!value.is(Kind::Class))
    return {};
  return value.classInfo->has(ClassRole::InitVariable)    ? "InitVar"
         : value.classInfo->has(ClassRole::KeywordMarker) ? "KW_ONLY"
                                                          : "";
}

bool DataclassMaker::inheritFields() {
  for (const ClassInfo *base : llvm::reverse(info.order)) {
    if (base == &info || !base->traits.isDataclass)
      continue;
    if (base->dataclass.isFrozen != info.dataclass.isFrozen)
      return fail("TypeError", range,
                  info.dataclass.isFrozen
                      ? "cannot inherit frozen dataclass from a non-frozen one"
                      : "cannot inherit non-frozen dataclass from a frozen "
                        "one");
    for (const DataField &field : base->dataclass.fields) {
      auto known =
          llvm::find_if(info.dataclass.fields, [&](const DataField &own) {
            return own.name == field.name;
          });
      if (known == info.dataclass.fields.end())
        info.dataclass.fields.push_back(field);
      else
        *known = field;
    }
  }
  return true;
}

bool DataclassMaker::addField(const ast::AnnAssignStmt *stmt, StringRef name,
                              bool isInitVar, bool byKeyword) {
  DataField made{name.str(), stmt->annotation, {}, isInitVar};
  Value value = e.objects.findMember(&info, name);
  if (e.objects.hasRole(value, ClassRole::DataField)) {
    made.field = value;
  } else {
    CallArgs args(stmt->range);
    if (value)
      args.keywords = {{"default", value}};
    Value function = e.model.qualified("dataclasses.field");
    made.field = e.stopped() ? Value() : e.run.call(function, args);
    if (e.stopped())
      return false;
  }
  for (StringRef option : {"init", "repr", "hash", "compare", "kw_only"}) {
    Value given = optionOf(e, made, option);
    bool isOpen = (option == "hash" && given.is(Kind::None)) ||
                  (option == "kw_only" && isMissing(e, given));
    if (!isOpen && (!given.is(Kind::Bool) || !given.isConst()))
      return bool(e.error(stmt->range, "'" + option + "' of the field '" +
                                           name +
                                           "' must be True or False, known at "
                                           "compile time"));
  }
  Object &field = e.mutate(made.field.id);
  field.attributes["name"] = makeStr(name);
  Value fallback = field.attributes["default"];
  if (isMissing(e, field.attributes["kw_only"]))
    field.attributes["kw_only"] = makeBool(byKeyword);
  if (isInitVar && has(e, made, "default_factory"))
    return fail("TypeError", stmt->range,
                "field " + name + " cannot have a default factory");
  if (Value part = isMissing(e, fallback) ? Value() : unhashable(e, fallback);
      part && (part.kind == fallback.kind && part.id == fallback.id))
    return fail("ValueError", stmt->range,
                "mutable default <class '" + unhashableType(e, part, true) +
                    "'> for field " + name +
                    " is not allowed: use default_factory");
  // The class has the default itself.
  if (isMissing(e, fallback) || info.dataclass.hasSlots)
    info.members.erase(name.str());
  else
    info.members[name.str()] = fallback;
  auto known =
      llvm::find_if(info.dataclass.fields,
                    [&](const DataField &other) { return other.name == name; });
  if (known == info.dataclass.fields.end())
    info.dataclass.fields.push_back(made);
  else
    *known = made;
  return true;
}

bool DataclassMaker::collectFields() {
  if (!inheritFields())
    return false;
  bool byKeyword = options["kw_only"];
  std::set<StringRef> seen;
  for (const ast::Stmt *member : info.def->body) {
    auto *stmt = dyn_cast<ast::AnnAssignStmt>(member);
    auto *target = stmt ? dyn_cast<ast::NameExpr>(stmt->target) : nullptr;
    if (!target || !seen.insert(target->id).second)
      continue;
    StringRef special = specialAnnotation(stmt->annotation);
    if (special == "KW_ONLY")
      byKeyword = true;
    else if (special != "ClassVar" &&
             !addField(stmt, target->id, special == "InitVar", byKeyword))
      return false;
  }
  for (const auto &[name, value] : info.members)
    if (e.objects.hasRole(value, ClassRole::DataField))
      return fail("TypeError", range,
                  "'" + name + "' is a field but has no type annotation");
  return true;
}

bool DataclassMaker::check() {
  if (options["order"] && !options["eq"])
    return fail("ValueError", range, "eq must be true if order is true");
  if (options["weakref_slot"] && !info.dataclass.hasSlots)
    return fail("TypeError", range, "weakref_slot is True but slots is False");
  // Its tables of parameters and modules are sets.
  if (info.traits.isModule && options["eq"] && !options["unsafe_hash"] &&
      !info.dataclass.isFrozen)
    return bool(e.error(range, "a dataclass that is a module needs a hash, as "
                               "other modules have: @dataclass(eq=False)"));
  if (info.scripted && info.dataclass.isFrozen)
    return bool(e.error(range, "a dataclass of TorchScript cannot be frozen"));
  for (const DataField &field : info.dataclass.fields)
    if (info.scripted && has(e, field, "default_factory"))
      return bool(e.error(range, "TorchScript has no 'default_factory', as the "
                                 "field '" +
                                     field.name +
                                     "' has; give it a value in "
                                     "__post_init__"));
  StringRef before;
  for (const DataField *field : parameters(/*byKeyword=*/false)) {
    bool isOptional =
        has(e, *field, "default") || has(e, *field, "default_factory");
    if (isOptional)
      before = field->name;
    else if (!before.empty())
      return fail("TypeError", range,
                  "non-default argument '" + field->name +
                      "' follows default argument");
  }
  for (StringRef name : {"__lt__", "__le__", "__gt__", "__ge__"})
    if (options["order"] && info.members.count(name.str()))
      return fail("TypeError", range,
                  "Cannot overwrite attribute " + name + " in class " +
                      info.name + ". Consider using functools.total_ordering");
  return true;
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

/// The fields that __init__ takes, by place or by keyword.
std::vector<const DataField *> DataclassMaker::parameters(bool byKeyword) {
  std::vector<const DataField *> result;
  for (const DataField &field : info.dataclass.fields)
    if (isSet(e, field, "init") && isSet(e, field, "kw_only") == byKeyword)
      result.push_back(&field);
  return result;
}

/// "(object.x, object.y,)" of the fields that are compared.
std::string DataclassMaker::tupleOf(StringRef object) {
  std::string text = "(";
  for (const DataField &field : info.dataclass.fields)
    if (!field.isInitVar && isSet(e, field, "compare"))
      text += (object + "." + field.name + ", ").str();
  return text + ")";
}

std::string DataclassMaker::initText() {
  std::string head = "def __init__(_self", body, forPost;
  auto addParameter = [&](const DataField *field) {
    bool isOptional =
        has(e, *field, "default") || has(e, *field, "default_factory");
    head += ", " + field->name + (isOptional ? "=None" : "");
  };
  for (const DataField *field : parameters(/*byKeyword=*/false))
    addParameter(field);
  std::vector<const DataField *> byKeyword = parameters(/*byKeyword=*/true);
  head += byKeyword.empty() ? "" : ", *";
  for (const DataField *field : byKeyword)
    addParameter(field);
  for (const DataField &field : info.dataclass.fields) {
    if (field.isInitVar) {
      forPost += field.name + ", ";
      continue;
    }
    bool isParameter = isSet(e, field, "init");
    bool isMade = has(e, field, "default_factory");
    // The class has a default that is not asked for.
    if (!isParameter && !isMade &&
        !(info.dataclass.hasSlots && has(e, field, "default")))
      continue;
    std::string value = isParameter ? field.name : "_default_" + field.name;
    if (isMade)
      value = "_factory_" + field.name + "()" +
              (isParameter ? " if _tine.same(" + field.name +
                                 ", _MISSING) else " + field.name
                           : "");
    body += "    _tine.set_field(_self, '" + field.name + "', " + value + ")\n";
  }
  if (e.objects.findMember(&info, "__post_init__"))
    body += "    _self.__post_init__(" + forPost + ")\n";
  return head + "):\n" + body + "    return None\n";
}

/// Of those that the class does not have itself.
std::string DataclassMaker::methodsText(bool &addsHash) {
  auto lacks = [&](const char *name) { return !info.members.count(name); };
  std::string text, shown;
  if (options["init"] && lacks("__init__"))
    text += initText();
  if (options["repr"] && lacks("__repr__")) {
    for (const DataField &field : info.dataclass.fields)
      if (!field.isInitVar && isSet(e, field, "repr"))
        shown += (shown.empty() ? "" : ", ") + field.name + "={self." +
                 field.name + "!r}";
    text += "def __repr__(self):\n"
            "    return f\"{type(self).__qualname__}(" +
            shown + ")\"\n";
  }
  auto addComparison = [&](StringRef name, StringRef symbol) {
    text += ("def __" + name +
             "__(self, other):\n"
             "    if _tine.same_class(self, other):\n"
             "        return " +
             tupleOf("self") + " " + symbol + " " + tupleOf("other") +
             "\n    return NotImplemented\n")
                .str();
  };
  if (options["eq"] && lacks("__eq__"))
    addComparison("eq", "==");
  if (options["order"]) {
    addComparison("lt", "<");
    addComparison("le", "<=");
    addComparison("gt", ">");
    addComparison("ge", ">=");
  }
  if (addsHash)
    text += "def __hash__(self):\n    return hash(" + tupleOf("self") + ")\n";
  return text;
}

/// Makes members of the functions in the text.
bool DataclassMaker::define(StringRef text) {
  // Sites are places in the tree: every round has the same one.
  Sources::Library &source =
      e.decisions.facts.sources.libraries["<dataclass>\n" + text.str()];
  if (!source.file) {
    source.file = std::make_unique<SourceFile>("<tine>/dataclass", text.str());
    source.tree = parseModule(*source.file, e.diagnoser.diagnostics);
  }
  if (!source.tree) {
    e.diagnoser.stopped = true;
    return false;
  }
  Scope *scope =
      e.frames.newLibraryScope(source.file.get(), "dataclasses.methods");
  Value missing = e.model.qualified("dataclasses.MISSING");
  scope->globals["_tine"] = makeNamespace("_tine");
  scope->globals["_MISSING"] = missing;
  for (const DataField &field : info.dataclass.fields) {
    scope->globals["_factory_" + field.name] =
        optionOf(e, field, "default_factory");
    scope->globals["_default_" + field.name] = optionOf(e, field, "default");
  }
  for (const ast::Stmt *stmt : source.tree->body) {
    auto *def = cast<ast::FunctionDefStmt>(stmt);
    Value method;
    method.kind = Kind::Function;
    method.function = std::make_shared<FunctionInfo>();
    method.function->def = def;
    method.function->scope = scope;
    method.function->owner = &info;
    method.function->name = def->name.str();
    method.function->qualifiedName = info.qualifiedName + "." + def->name.str();
    for (const ast::Param &param : def->params->params) {
      if (!param.defaultValue)
        continue;
      auto field =
          llvm::find_if(info.dataclass.fields, [&](const DataField &other) {
            return other.name == param.name;
          });
      Value fallback = optionOf(e, *field, "default");
      method.function->defaults.push_back(fallback);
    }
    info.members[def->name.str()] = method;
  }
  return true;
}

bool DataclassMaker::defineMethods() {
  // None is what a class with __eq__ has by itself.
  auto hash = info.members.find("__hash__");
  bool isExplicit =
      hash != info.members.end() &&
      !(hash->second.is(Kind::None) && info.members.count("__eq__"));
  if (options["unsafe_hash"] && isExplicit)
    return fail("TypeError", range,
                "Cannot overwrite attribute __hash__ in class " + info.name);
  bool addsHash = options["unsafe_hash"] ||
                  (options["eq"] && info.dataclass.isFrozen && !isExplicit);
  if (!define(methodsText(addsHash)))
    return false;
  if (!addsHash && options["eq"] && !isExplicit)
    info.members["__hash__"] = makeNone();
  // What `case C(a, b)` compares; TorchScript has no such patterns.
  if (options["match_args"] && !info.scripted &&
      !info.members.count("__match_args__")) {
    Value names = makeTuple({});
    for (const DataField *field : parameters(/*byKeyword=*/false))
      names.items.push_back(makeStr(field->name));
    info.members["__match_args__"] = names;
  }
  return true;
}

bool Classes::makeDataclass(ClassInfo &info, const ast::Expr *decorator) {
  DataclassMaker maker(*this, info, info.def->nameRange);
  return maker.readOptions(dyn_cast<ast::CallExpr>(decorator)) &&
         maker.collectFields() && maker.check() && maker.defineMethods();
}

} // namespace tine::elaborate
