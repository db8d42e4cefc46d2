//===- InstanceBuiltins.cpp - Builtins that ask what a value is -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isinstance, callable, iter, next, dict and their like.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/Iterators.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Exceptions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Switches.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"
#include "frontend/syntax/Names.h"
#include "frontend/values/Value.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether it is an object whose class has the name.
static bool hasMember(Context &e, const Value &value, StringRef name) {
  return value.is(Kind::Object) &&
         e.objects.findMember(e.get(value.id).classInfo, name);
}

static bool isCallable(Context &e, const Value &value) {
  return value.is(Kind::Function) || value.is(Kind::Method) ||
         value.is(Kind::Builtin) || value.is(Kind::Class) ||
         (value.is(Kind::Object) && e.objects.isModule(value)) ||
         hasMember(e, value, "__call__");
}

/// isinstance() with a class of collections.abc, numbers or types; none for
/// others.
static std::optional<bool> isOfAbstract(Context &e, const Value &value,
                                        StringRef name) {
  bool isInt = value.is(Kind::Int) || value.is(Kind::Bool);
  // A bool of NumPy is no number.
  if (isNumpyNumber(value) && value.is(Kind::Bool))
    isInt = false;
  if (name.consume_front("numbers."))
    return isInt ||
           (value.is(Kind::Float) && name != "Integral" && name != "Rational");
  if (name == "types.FunctionType" || name == "types.LambdaType")
    return value.is(Kind::Function);
  if (name == "types.MethodType")
    return value.is(Kind::Method);
  if (name == "types.ModuleType")
    return value.is(Kind::Namespace);
  if (!name.consume_front("typing."))
    return std::nullopt;
  bool isSequence = value.is(Kind::Str) || value.is(Kind::List) ||
                    value.is(Kind::Tuple) || value.is(Kind::Range);
  if (name == "Sequence")
    return isSequence || claims(e, value, name);
  if (name == "MutableSequence")
    return value.is(Kind::List) || claims(e, value, name);
  if (name == "Mapping" || name == "MutableMapping")
    return value.is(Kind::Dict) || claims(e, value, name);
  if (name == "Callable")
    return isCallable(e, value);
  bool hasElements =
      isSequence || value.is(Kind::Dict) || value.is(Kind::Tensor);
  if (name == "Iterable")
    return hasElements || value.is(Kind::Iterator) ||
           hasMember(e, value, "__iter__");
  if (name == "Sized")
    return hasElements || hasMember(e, value, "__len__");
  if (name == "Container")
    return hasElements || hasMember(e, value, "__contains__");
  if (name == "Collection")
    return hasElements ||
           (hasMember(e, value, "__iter__") && hasMember(e, value, "__len__") &&
            hasMember(e, value, "__contains__"));
  return std::nullopt;
}

/// Whether the value is of a type of Python's or PyTorch's with that name, if
/// it is one.
static std::optional<bool> isOfBuiltin(Context &e, const Value &value,
                                       StringRef text) {
  // Of NumPy's numbers, those of float64 are Python's.
  bool isPython = !isNumpyNumber(value);
  if (text == "int")
    return isPython &&
           (value.is(Kind::Int) || (value.is(Kind::Bool) && !e.script()));
  if (text == "float")
    return value.is(Kind::Float) &&
           (isPython || numpyDType(value) != TINE_FLOAT32);
  if (text == "bool")
    return isPython && value.is(Kind::Bool);
  if (text == "str")
    return value.is(Kind::Str);
  if (text == "list" || text == "typing.List")
    return value.is(Kind::List) || claims(e, value, "list");
  if (text == "tuple" || text == "typing.Tuple")
    return value.is(Kind::Tuple) || claims(e, value, "tuple");
  if (text == "range")
    return value.is(Kind::Range);
  if (text == "slice")
    return value.is(Kind::Slice);
  if (text == "dict" || text == "typing.Dict")
    return value.is(Kind::Dict) || claims(e, value, "dict");
  if (text == "collections.OrderedDict")
    return e.objects.isOrdered(value) || claims(e, value, "OrderedDict");
  if (text == "torch.nn.Parameter")
    return value.is(Kind::Tensor) && e.get(value.id).isParameter;
  if (text == "torch.Size")
    return value.isSize;
  if (text == "torch.device")
    return value.is(Kind::Device);
  if (text == "torch.dtype")
    return value.is(Kind::DType);
  if (text == "object")
    return true;
  if (text == "type")
    return value.is(Kind::Class);
  if (text == "abc.ABC" || text == "typing.Generic")
    return value.is(Kind::Object) &&
           llvm::any_of(e.get(value.id).classInfo->order,
                        [&](const ClassInfo *c) {
                          return c->abstractBases.count(text.str());
                        });
  return std::nullopt;
}

Value instanceOf(Context &e, const Value &value, const Value &type,
                 ast::Range range) {
  if (value.is(Kind::Either)) {
    // What JSON holds is asked where it is there.
    if (!e.objects.hasRole(value.items[1], ClassRole::AnyValue)) {
      Value x = instanceOf(e, value.items[0], type, range),
            y = instanceOf(e, value.items[1], type, range);
      if (e.stopped() || (x.isConst() && y.isConst() && x.integer == y.integer))
        return x;
    }
    return e.paths.onEither(
        value, [&](Value v) { return instanceOf(e, v, type, range); }, range);
  }
  if (value.is(Kind::Optional)) {
    Value there = instanceOf(e, value.items[0], type, range);
    Value none = e.stopped() ? Value() : instanceOf(e, makeNone(), type, range);
    if (e.stopped())
      return {};
    if (!there.isConst() || !none.isConst() || e.script())
      return e.error(range, "isinstance of an Optional is not supported here; "
                            "compare with None");
    if (there.integer == none.integer)
      return there;
    return there.integer
               ? makeBool(value.ssa)
               : e.model.unary(ast::UnaryOp::Not, makeBool(value.ssa), range);
  }
  if (type.is(Kind::Tuple) || type.is(Kind::List)) {
    std::vector<Value> types;
    e.containers.staticItems(type, types);
    auto ask = [&](const Value &t) { return instanceOf(e, value, t, range); };
    return anyOf(e, types, ask, range);
  }
  if (e.objects.hasRole(value, ClassRole::AnyValue) && type.is(Kind::Builtin)) {
    CallArgs name(range, {makeStr(type.text)}, {range});
    return e.run.callMethod(value, "_is_a", name);
  }
  bool asksForNumpy =
      (type.is(Kind::Builtin) && (type.text == "int" || type.text == "bool")) ||
      (type.is(Kind::Class) && isNumpyClass(type.classInfo));
  if (isUnsureNumber(value) && asksForNumpy)
    return e.error(range,
                   "whether this is a number of NumPy depends on the path "
                   "that data takes; use float() or int() of it");
  if (isCaughtError(e, value))
    if (ErrorClass kind = errorClass(type); !kind.empty())
      return isOfError(e, e.get(value.id).attributes.at("_kind"), kind.front(),
                       range);
  if (type.is(Kind::Builtin) && !errorClass(type).empty())
    return makeBool(
        value.is(Kind::Object) &&
        llvm::is_contained(errorClass(classValue(e.get(value.id).classInfo)),
                           errorClass(type).front()));
  if (type.is(Kind::Class)) {
    const ClassInfo *own =
        value.is(Kind::Object) ? e.get(value.id).classInfo : value.classInfo;
    // Python sees a RecursiveScriptModule.
    if (value.is(Kind::Object) && e.get(value.id).original &&
        !e.frames.callsScript() && !e.frames.back().scope->isLibrary)
      return makeBool(type.classInfo->has(ClassRole::Module) ||
                      type.classInfo->has(ClassRole::ScriptModule));
    bool isDerived =
        (value.is(Kind::Object) || value.is(Kind::Tuple) || value.isNumber()) &&
        own && llvm::is_contained(own->order, type.classInfo);
    return !isDerived && isProtocol(type.classInfo)
               ? followsProtocol(e, value, type.classInfo, range)
               : makeBool(isDerived);
  }
  StringRef text = type.text;
  if (type.is(Kind::Builtin)) {
    if (std::optional<bool> is = isOfBuiltin(e, value, text))
      return makeBool(*is);
    if (std::optional<bool> is = isOfAbstract(e, value, text))
      return makeBool(*is);
  }
  if (type.is(Kind::TypeValue) && type.type &&
      type.type->kind == TypeKind::Optional && !value.is(Kind::None)) {
    Value present = type;
    present.type = type.type->elements[0];
    return instanceOf(e, value, present, range);
  }
  bool isAny = type.type && type.type->kind == TypeKind::Unknown;
  if (type.is(Kind::TypeValue) && isAny && !type.type->elements.empty()) {
    for (const Type &member : type.type->elements) {
      Value one = type;
      one.type = member;
      Value is = instanceOf(e, value, one, range);
      if (e.stopped() || is.integer)
        return is;
    }
    return makeBool(false);
  }
  if (type.is(Kind::TypeValue) && type.type && !isAny) {
    if (value.is(Kind::None))
      return makeBool(type.type->kind == TypeKind::Optional ||
                      type.type->kind == TypeKind::None);
    Type own = e.types.typeOf(value);
    if (type.type->kind == TypeKind::Tensor)
      return makeBool(value.is(Kind::Tensor));
    return makeBool(e.types.joinTypes(own, type.type) != nullptr &&
                    own->kind == type.type->kind);
  }
  if (type.is(Kind::None))
    return makeBool(value.is(Kind::None));
  return typeError(e, type, range,
                   "isinstance() arg 2 must be a type, a tuple of types, or a "
                   "union",
                   "isinstance with this type is not supported");
}

static Value iterOf(Context &e, Bound &a) {
  if (a.given(1))
    return e.run.callLibrary("_streams.Called", {a[0], a[1]}, a.range);
  CallArgs args(a.range, {a[0]}, {a.ranges[0]});
  if (a[0].is(Kind::Object) &&
      ownersMember(e, e.get(a[0].id).classInfo, "__iter__")) {
    CallArgs none(a.range);
    args.positional = {e.run.callMethod(a[0], "__iter__", none)};
  }
  if (e.stopped())
    return {};
  if (const Value &given = args.positional[0];
      given.is(Kind::Object) &&
      e.objects.findMember(e.get(given.id).classInfo, "__next__"))
    return given;
  Value made = e.model.qualified("torch.utils._iterator.Iterator");
  return e.stopped() ? Value() : e.run.call(made, args);
}

static Value nextOf(Context &e, Bound &a) {
  CallArgs args(a.range);
  const Value &iterator = a[0];
  if (iterator.is(Kind::Object) &&
      e.objects.findMember(e.get(iterator.id).classInfo, "__next__")) {
    if (a[1].items.empty())
      return e.run.callMethod(iterator, "__next__", args);
    if (e.objects.findMember(e.get(iterator.id).classInfo, "_next_or")) {
      args.positional = {a[1].items[0]};
      args.ranges = {a.range};
      return e.run.callMethod(iterator, "_next_or", args);
    }
    std::optional<Value> item = nextItem(e, iterator, a.range);
    return item ? *item : a[1].items[0];
  }
  // What is a generator in PyTorch, such as parameters(), is a list here. It
  // does not know how far it was read.
  if (iterator.is(Kind::List) && a[1].items.empty() &&
      !e.get(iterator.id).attributes.count("next")) {
    e.objects.setAttribute(iterator.id, "next", makeBool(true));
    Sequence sequence;
    if (!e.paths.sequenceOf(iterator, a.range, sequence))
      return {};
    if (sequence.length.isConst() && sequence.length.integer == 0)
      return e.fault("StopIteration", a.range, "");
    return sequence.element(makeInt(int64_t(0)));
  }
  return e.error(a.range, "next() takes what iter() has given; write "
                          "'it = iter(values)' and 'next(it)'");
}

static Value orderedDictOf(Context &e, Bound &a) {
  CallArgs args(a.range);
  if (a.given(0))
    args.positional.push_back(a[0]);
  Value dict = e.run.callBuiltin(makeBuiltin("dict"), args);
  // TorchScript has dicts only.
  if (dict && !e.script())
    e.objects.setAttribute(dict.id, "ordered", makeBool(true));
  return dict;
}

/// Of a call in the program, whose dict may be one of the run; those of the
/// library are known at compile time.
static const void *nodeOfOwn(Context &e, ast::Range range) {
  return e.frames.back().scope->isLibrary ? nullptr : nodeOf(range);
}

/// Whether these are pairs that a dict of the run can hold.
static bool hasPairsOfRun(Context &e, const Value &pairs) {
  if (pairs.is(Kind::Iterator))
    return pairs.text == "zip" && pairs.items.size() == 2;
  if (!pairs.is(Kind::List) || !e.get(pairs.id).isRuntime)
    return false;
  Type type = e.types.typeOf(pairs)->elements[0];
  return type->kind == TypeKind::Tuple && type->elements.size() == 2 &&
         (type->elements[0]->kind == TypeKind::Str ||
          type->elements[0]->kind == TypeKind::Int);
}

static Value dictOf(Context &e, Bound &a) {
  if (!a.given(0))
    return e.containers.newDict({}, {}, {}, nodeOfOwn(e, a.range), a.range);
  Value behind = itemsBehind(e, a[0]);
  if (a[0].is(Kind::Dict) || behind.is(Kind::Dict)) {
    CallArgs none(a.range);
    Value copy = dictMethod(e, behind ? behind : a[0], "copy", none);
    for (StringRef name : {StringRef("ordered"), StringRef(defaultFactory)})
      if (copy)
        e.objects.eraseAttribute(copy.id, name);
    return copy;
  }
  std::vector<Value> items, flat;
  if (entriesOf(e, a[0], a.range, flat))
    return e.containers.newDict(flat, {}, {}, nullptr, a.range);
  if (e.stopped())
    return {};
  if (!e.containers.staticItems(a[0], items)) {
    if (e.stopped())
      return {};
    // A Counter or its like, whose keys only the run knows.
    if (a[0].is(Kind::Object) && e.get(a[0].id).classInfo->scope->isLibrary &&
        e.objects.findMember(e.get(a[0].id).classInfo, "_entries")) {
      CallArgs none(a.range);
      Value own = e.run.callMethod(a[0], "_entries", none);
      if (e.stopped() || own.is(Kind::Dict))
        return e.stopped() ? Value() : dictMethod(e, own, "copy", none);
    }
    if (!e.script() && hasPairsOfRun(e, a[0]))
      return e.run.callLibrary("_containers.of_pairs", {a[0]}, a.range);
    return e.decisions.keepKnown(a[0])
               ? Value()
               : typeError(e, a[0], a.range,
                           "'" + className(e, a[0]) +
                               "' object is not iterable",
                           "dict() takes a dict or pairs that are known at "
                           "compile time");
  }
  for (const Value &pair : items) {
    if (!pair.is(Kind::Tuple) || pair.items.size() != 2)
      return e.error(a.range, "dict() takes pairs");
    flat.push_back(pair.items[0]);
    flat.push_back(pair.items[1]);
  }
  return e.containers.newDict(flat, {}, {}, nullptr, a.range);
}

static Value defaultDictOf(Context &e, Bound &a) {
  std::vector<Value> items;
  if (a.given(1)) {
    if (!a[1].is(Kind::Dict) || e.get(a[1].id).isRuntime)
      return e.error(a.range, "defaultdict() starts from a dict that is "
                              "known at compile time");
    if (!e.containers.needsKeys(a[1], a.range) ||
        !e.containers.knowsOrder(a[1], a.range))
      return {};
    items = e.get(a[1].id).items;
  }
  Value dict =
      e.containers.newDict(items, {}, {}, nodeOfOwn(e, a.range), a.range);
  if (dict && a.given(0))
    e.objects.setAttribute(dict.id, defaultFactory, a[0]);
  return dict;
}

/// `locals()` where a function has its parameters and nothing else yet.
static Value localsOf(Context &e, Bound &a) {
  const Frame &frame = e.frames.back();
  const ast::FunctionDefStmt *def =
      frame.function ? frame.function->def : nullptr;
  if (!def || frame.isModule)
    return e.error(a.range, "locals() is supported in functions only");
  std::vector<Value> items;
  auto add = [&](StringRef name, Value value) {
    items.push_back(makeStr(name));
    items.push_back(std::move(value));
  };
  std::set<StringRef> names;
  for (const ast::Param &param : def->params->params) {
    names.insert(param.name);
    if (const Value *value = findVariable(e, frame, param.name))
      add(param.name, *value);
  }
  for (const auto &[name, value] : variablesOf(e, frame))
    if (!names.count(name) && name.front() != ast::hiddenMark)
      return e.error(a.range, "locals() is supported at the beginning of a "
                              "function, where it has no variable but its "
                              "parameters; '" +
                                  name + "' is one");
  // What super() reads is a variable of the method.
  if (frame.owner &&
      ast::namesOf(*def->params, def->body).outside.contains("super")) {
    Value owner;
    owner.kind = Kind::Class;
    owner.classInfo = const_cast<ClassInfo *>(frame.owner);
    add("__class__", owner);
  }
  return e.containers.newDict(items, {}, {}, nullptr, a.range);
}

static Value classOf(Context &e, Bound &a) {
  if (a[0].is(Kind::Either)) {
    Bound one = a;
    Value classes[2];
    for (int i = 0; i < 2 && !e.stopped(); ++i) {
      one[0] = a[0].items[i];
      classes[i] = classOf(e, one);
    }
    if (e.stopped())
      return {};
    return sameValue(classes[0], classes[1])
               ? classes[0]
               : oneOf(a[0].ssa, classes[0], classes[1]);
  }
  if (e.objects.hasRole(a[0], ClassRole::AnyValue))
    return e.error(a.range, "only the run knows the type of this value of "
                            "JSON; use isinstance()");
  if (a[0].is(Kind::Object))
    return e.model.getAttribute(a[0], "__class__", a.range);
  // Named tuples and members of enums.
  if (isUnsureNumber(a[0]))
    return e.error(a.range, "whether this is a number of NumPy depends on the "
                            "path that data takes");
  if (a[0].classInfo && (a[0].is(Kind::Tuple) || a[0].isNumber())) {
    Value type;
    type.kind = Kind::Class;
    type.classInfo = a[0].classInfo;
    return type;
  }
  const char *names[] = {"int",  "float", "bool", "str",
                         "list", "dict",  "tuple"};
  Kind kinds[] = {Kind::Int,  Kind::Float, Kind::Bool, Kind::Str,
                  Kind::List, Kind::Dict,  Kind::Tuple};
  if (e.objects.isOrdered(a[0]))
    return makeBuiltin("collections.OrderedDict");
  for (int i = 0; i < 7; ++i)
    if (a[0].is(kinds[i]))
      return makeBuiltin(names[i]);
  if (a[0].is(Kind::Tensor))
    return e.model.qualified(e.get(a[0].id).isParameter ? "torch.nn.Parameter"
                                                        : "torch.Tensor");
  if (a[0].is(Kind::Class) ||
      (a[0].is(Kind::Namespace) && StringRef(a[0].text).contains("Backward")))
    return e.model.getAttribute(a[0], "__class__", a.range);
  return e.error(a.range, "type() of this value is not supported");
}

static Value isInstance(Context &e, Bound &a) {
  return instanceOf(e, a[0], a[1], a.range);
}

void registerInstanceBuiltins(Registry &r) {
  r.add("iter", "iterable, sentinel=None", iterOf);
  r.add("next", "iterator, *default", nextOf);
  r.add("collections.OrderedDict", "other=None", orderedDictOf);
  r.add("dict", "other=None", dictOf, over(1));
  r.add("collections.defaultdict", "default_factory=None, other=None",
        defaultDictOf);
  r.add("collections.namedtuple", "typename, field_names, *, defaults=None",
        [](Context &e, Bound &a) { return makeNamedTuple(e, a); });
  r.add("isinstance", "value, type", isInstance,
        Traits(TakesChoices) | TakesOptional);
  r.add("_tine.has_member", "value, name", [](Context &e, Bound &a) {
    return makeBool(a[0].is(Kind::Class)
                        ? bool(e.objects.findMember(a[0].classInfo, a[1].text))
                        : hasMember(e, a[0], a[1].text));
  });
  r.add("locals", "", localsOf);
  r.add("callable", "value",
        [](Context &e, Bound &a) { return makeBool(isCallable(e, a[0])); });
  r.add("type", "value", classOf, TakesChoices);
  r.add("object", "", [](Context &e, Bound &a) -> Value {
    return e.error(a.range, "object() is not supported");
  });
  r.add("_tine.number_of", "object", [](Context &, Bound &a) {
    return makeInt(static_cast<int64_t>(a[0].id));
  });
}

} // namespace tine::elaborate
