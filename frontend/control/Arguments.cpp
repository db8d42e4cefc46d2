//===- Arguments.cpp - Arguments of a call and their parameters -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Arguments.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Choices.h"
#include "frontend/services/KnownText.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

class ArgumentBinder {
public:
  ArgumentBinder(Elaborator &e, const FunctionInfo &function, CallArgs &args,
                 Frame &frame)
      : e(e), function(function), params(paramsOf(function)), args(args),
        frame(frame) {
    // Type comments name the parameters behind self.
    if (function.def && function.def->typeCommentParams)
      comments = function.def->typeCommentParams->elements;
    if (function.number)
      defaults =
          e.objects.findOpen("#" + Twine(function.number) + ".__defaults__");
    if (defaults && !defaults->is(Kind::Tuple))
      defaults = nullptr;
  }

  /// False after an error.
  bool bind() {
    size_t nextDefault = 0;
    for (auto [index, param] : llvm::enumerate(params.params)) {
      Value fallback;
      if (param.defaultValue)
        fallback = function.defaults[nextDefault++];
      if (defaults && param.kind == ast::ParamKind::Positional)
        fallback = defaultOf(index);
      if (param.kind == ast::ParamKind::VarArgs)
        bindRest(param);
      else if (param.kind == ast::ParamKind::VarKeywords)
        bindKeywords(param);
      else if (!bindParam(param, index, fallback))
        return false;
    }
    return isComplete();
  }

private:
  /// What the program has set as `f.__defaults__`, of the last parameters.
  Value defaultOf(size_t index) const {
    size_t count = llvm::count_if(params.params, [](const ast::Param &param) {
      return param.kind == ast::ParamKind::Positional;
    });
    size_t given = defaults->items.size();
    return index + given < count ? Value()
                                 : defaults->items[index + given - count];
  }

  ast::Range rangeOf(size_t i) const {
    return i < args.ranges.size() ? args.ranges[i] : args.range;
  }

  void bindRest(const ast::Param &param) {
    size_t first = std::min(next, args.positional.size());
    next = args.positional.size();
    frame.locals[param.name.str()] =
        args.rest ? args.rest
                  : makeTuple({args.positional.begin() + first,
                               args.positional.end()});
  }

  void bindKeywords(const ast::Param &param) {
    std::vector<Value> items;
    for (auto &[key, value] : args.keywords)
      if (used.insert(key).second) {
        items.push_back(makeStr(key));
        items.push_back(value);
      }
    frame.locals[param.name.str()] =
        e.containers.newDict(items, {}, {}, nullptr, args.range);
  }

  bool bindParam(const ast::Param &param, size_t index, const Value &fallback) {
    std::string name = param.name.str();
    Value value;
    ast::Range range = args.range;
    if (param.kind == ast::ParamKind::Positional &&
        next < args.positional.size()) {
      range = rangeOf(next);
      value = args.positional[next++];
      if (llvm::any_of(args.keywords,
                       [&](auto &k) { return k.first == name; })) {
        e.error(args.range, "got multiple values for argument '" + name + "'");
        return false;
      }
    } else {
      for (auto &[key, given] : args.keywords)
        if (key == name) {
          value = given;
          used.insert(key);
        }
      if (!value)
        value = fallback;
    }
    if (!value) {
      missing.push_back(name);
      return true;
    }
    bool isSelf = index == 0 && function.owner && !function.decorators.isStatic;
    if (frame.script && !isSelf && !frame.scope->isLibrary &&
        !convertToDeclared(value, param, index, range))
      return false;
    frame.locals[name] = value;
    return true;
  }

  const ast::Expr *annotationOf(const ast::Param &param, size_t index) const {
    size_t offset = comments.size() < params.params.size()
                        ? params.params.size() - comments.size()
                        : 0;
    if (param.annotation || index < offset || comments.empty())
      return param.annotation;
    return comments[index - offset];
  }

  /// Annotations are read in the file of the function; null after an error.
  Type readAnnotation(const ast::Expr *annotation) {
    Frame reader;
    reader.scope = frame.scope;
    reader.script = true;
    reader.function = &function;
    reader.cells = function.cells;
    e.frames.push_back(std::move(reader));
    Type type = e.model.evalType(annotation);
    e.frames.pop_back();
    return e.stopped() ? Type() : type;
  }

  /// Whether a Union takes the value, as far as numbers, text and tensors tell.
  bool isMember(const Value &value, const Type &type) {
    bool isSimple = value.isNumber() || value.is(Kind::Str) ||
                    value.is(Kind::Tensor) || value.is(Kind::None);
    if (type->kind != TypeKind::Unknown || type->elements.empty() || !isSimple)
      return true;
    TypeKind own = e.types.typeOf(value)->kind;
    return llvm::any_of(type->elements, [&](const Type &member) {
      return !member || member->kind == own ||
             member->kind == TypeKind::Unknown ||
             member->kind == TypeKind::Optional ||
             (member->kind == TypeKind::Float && value.isNumber());
    });
  }

  /// What Python converts where it calls TorchScript: ints to floats, also in
  /// lists, and text to devices.
  Value fromPython(const Value &value, const Type &type, ast::Range range) {
    if (type->kind == TypeKind::Float && value.is(Kind::Int))
      return e.numbers.toFloat(value, range);
    if (type->kind == TypeKind::Device && value.is(Kind::Str)) {
      CallArgs args;
      args.positional = {value};
      args.range = range;
      return e.callBuiltin(makeBuiltin("torch.device"), args);
    }
    if (type->kind != TypeKind::List || !value.is(Kind::List) ||
        e.get(value.id).isRuntime)
      return value;
    std::vector<Value> items = e.get(value.id).items;
    const Type &element = type->elements[0];
    if (!element || element->kind != TypeKind::Float ||
        llvm::none_of(items, [](const Value &v) { return v.is(Kind::Int); }))
      return value;
    for (Value &item : items) {
      item = fromPython(item, element, range);
      if (e.stopped())
        return {};
    }
    return e.containers.newList(std::move(items), element, nullptr, range);
  }

  /// As TorchScript does; false after an error.
  bool convertToDeclared(Value &value, const ast::Param &param, size_t index,
                         ast::Range range) {
    const ast::Expr *annotation = annotationOf(param, index);
    if (!annotation) {
      if (value.is(Kind::Tensor) ||
          e.types.typeOf(value)->kind == TypeKind::Static)
        return true;
      e.error(range, "expected a value of type 'Tensor' for argument '" +
                         param.name + "' but instead found type '" +
                         toString(e.types.typeOf(value)) +
                         "'; a parameter without annotation is a Tensor");
      return false;
    }
    Type type = readAnnotation(annotation);
    if (e.stopped())
      return false;
    if (type && !isMember(value, type)) {
      e.error(range, "expected a value of one of the types of the Union for "
                     "argument '" +
                         param.name + "' but instead found type '" +
                         toString(e.types.typeOf(value)) + "'");
      return false;
    }
    // Convert under the callee's rules, report at the argument.
    bool script = e.script();
    if (!script && type)
      value = fromPython(value, type, range);
    if (e.stopped())
      return false;
    e.frames.back().script = true;
    value = listOfTuple(e, std::move(value), type, range);
    value =
        e.types.convert(value, type, range, "argument '" + param.name + "'");
    e.frames.back().script = script;
    if (e.stopped())
      return false;
    frame.types.declared[param.name.str()] = type;
    return true;
  }

  /// Whether all parameters have values and all arguments are used.
  bool isComplete() {
    bool constructs = function.owner && function.name == "__init__";
    std::string qualified = qualifiedName();
    shown = constructs ? qualified : function.name;
    // Python names the method of a class, too.
    pythons = qualified + "() ";
    for (auto &[key, value] : args.keywords)
      if (!used.count(key))
        return errorOfKeyword(key);
    if (next < args.positional.size())
      return errorOfCount();
    return missing.empty() || errorOfMissing();
  }

  /// Of a method of a hidden class the name that it has in what derives from
  /// it.
  std::string qualifiedName() const {
    const ClassInfo *owner = function.owner;
    if (!owner || !owner->has(ClassRole::Hidden) || args.positional.empty() ||
        !args.positional[0].is(Kind::Object))
      return function.qualifiedName;
    const ClassInfo *known = owner;
    const Value &self = args.positional[0];
    for (const ClassInfo *c : e.get(self.id).classInfo->order) {
      if (c == owner)
        break;
      if (!c->has(ClassRole::Hidden))
        known = c;
    }
    return known->qualifiedName + "." + function.name;
  }

  bool errorOfMissing() {
    std::string list, inOrder;
    for (auto [i, name] : llvm::enumerate(missing)) {
      list += (list.empty() ? "'" : ", '") + name + "'";
      bool isLast = i + 1 == missing.size();
      inOrder += (i == 0    ? "'"
                  : !isLast ? ", '"
                  : i > 1   ? ", and '"
                            : " and '") +
                 name + "'";
    }
    bool ofKeywords = isKeywordOnly(missing.front());
    size_t count = missing.size();
    e.kindError("TypeError", args.range,
                pythons + "missing " + Twine(count) + " required " +
                    (ofKeywords ? "keyword-only" : "positional") + " argument" +
                    (count > 1 ? "s: " : ": ") + inOrder,
                "missing argument" + Twine(count > 1 ? "s " : " ") + list +
                    " of '" + shown + "'");
    return false;
  }

  bool isKeywordOnly(StringRef name) const {
    return llvm::any_of(params.params, [&](const ast::Param &param) {
      return param.name == name && param.kind == ast::ParamKind::KeywordOnly;
    });
  }

  /// What Python says of keyword-only arguments beside too many others.
  std::string keywordsBeside(size_t given) const {
    size_t count = llvm::count_if(args.keywords, [&](const auto &keyword) {
      return isKeywordOnly(keyword.first);
    });
    if (count == 0)
      return "";
    return " positional argument" + std::string(given == 1 ? "" : "s") +
           " (and " + std::to_string(count) + " keyword-only argument" +
           (count == 1 ? "" : "s") + ")";
  }

  bool errorOfCount() {
    size_t least = 0, most = 0, given = args.positional.size();
    for (const ast::Param &param : params.params)
      if (param.kind == ast::ParamKind::Positional) {
        ++most;
        least += !param.defaultValue;
      }
    std::string count = least == most ? std::to_string(most)
                                      : "from " + std::to_string(least) +
                                            " to " + std::to_string(most);
    e.kindError(
        "TypeError", rangeOf(next),
        pythons + "takes " + count + " positional argument" +
            (most == 1 && least == most ? "" : "s") + " but " + Twine(given) +
            keywordsBeside(given) + (given == 1 ? " was" : " were") + " given",
        "'" + shown + "' takes " + Twine(next) + " positional arguments but " +
            Twine(given) + " were given");
    return false;
  }

  bool errorOfKeyword(StringRef key) {
    SmallVector<StringRef> names;
    for (const ast::Param &param : params.params)
      names.push_back(param.name);
    std::string near = nearestName(key, names);
    e.kindError("TypeError", args.range,
                pythons + "got an unexpected keyword argument '" + key + "'",
                "'" + shown + "' has no parameter '" + key + "'" +
                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
    return false;
  }

  Elaborator &e;
  const FunctionInfo &function;
  const ast::Params &params;
  CallArgs &args;
  Frame &frame;
  ArrayRef<const ast::Expr *> comments;
  const Value *defaults = nullptr; // that the program has set
  size_t next = 0;                 // positional argument
  std::set<std::string> used;      // keywords
  std::vector<std::string> missing;
  std::string shown, pythons; // names of the function in errors
};

} // namespace

bool bindArguments(Elaborator &e, const FunctionInfo &function, CallArgs &args,
                   Frame &frame) {
  return ArgumentBinder(e, function, args, frame).bind();
}

Value listOfTuple(Elaborator &e, Value value, const Type &declared,
                  ast::Range range) {
  if (!declared || !e.script() || !value.is(Kind::Tuple) || value.classInfo)
    return value;
  const Type &type =
      declared->kind == TypeKind::Optional ? declared->elements[0] : declared;
  bool isTuple = type->kind == TypeKind::Tuple &&
                 type->elements.size() == value.items.size();
  if (type->kind != TypeKind::List && !isTuple)
    return value;
  for (auto [i, item] : llvm::enumerate(value.items))
    item = listOfTuple(e, item, type->elements[isTuple ? i : 0], range);
  return isTuple || e.stopped()
             ? value
             : e.containers.newList(value.items, {}, nullptr, range);
}

} // namespace tine::elaborate
