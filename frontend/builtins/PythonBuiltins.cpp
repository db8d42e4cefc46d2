//===- PythonBuiltins.cpp - Python's own functions ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// len, range, sorted, getattr and their like; those of numbers are in
// NumberBuiltins.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/control/Attempts.h"
#include "frontend/objects/Iterators.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/syntax/Names.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value length(Context &e, const Value &value, ast::Range range) {
  switch (value.kind) {
  case Kind::Str:
    if (value.isConst()) {
      if (e.script())
        return makeInt(static_cast<int64_t>(value.text.size()));
      int64_t n = 0;
      for (char c : value.text)
        n += (c & 0xc0) != 0x80;
      return makeInt(n);
    }
    return makeInt(
        StringLengthOp::create(e.b, e.loc(range), value.ssa, e.script())
            .getResult());
  case Kind::List:
    return e.containers.listLength(value, range);
  case Kind::Dict:
    if (!e.containers.knowsKeys(value, range))
      return {};
    if (e.containers.isOpen(value))
      return e.containers.countEntries(value, range);
    if (!e.get(value.id).isRuntime)
      return makeInt(static_cast<int64_t>(e.get(value.id).items.size() / 2));
    return makeInt(
        DictLengthOp::create(e.b, e.loc(range), e.get(value.id).current)
            .getResult());
  case Kind::Tuple:
    if (value.classInfo && e.objects.findMember(value.classInfo, "__len__")) {
      CallArgs none(range);
      return e.run.callMethod(value, "__len__", none);
    }
    return makeInt(static_cast<int64_t>(value.items.size()));
  case Kind::Tensor:
    if (e.tensors.rank(value) == 0)
      return e.fault("TypeError", range, "len() of a 0-d tensor");
    return e.tensors.size(value, 0);
  case Kind::Object: {
    CallArgs args(range);
    if (e.objects.findMember(e.get(value.id).classInfo, "__len__"))
      return e.run.callMethod(value, "__len__", args);
    break;
  }
  case Kind::Class:
    if (value.classInfo->isEnum)
      return makeInt(
          static_cast<int64_t>(value.classInfo->annotationOrder.size()));
    break;
  case Kind::Range:
  case Kind::Iterator: {
    if (isDictView(value) && e.containers.isOpen(value.items[0]))
      return e.containers.countEntries(value.items[0], range);
    Sequence sequence;
    if (!e.paths.sequenceOf(value, range, sequence))
      return {};
    return sequence.length;
  }
  default:
    break;
  }
  return typeError(e, value, range,
                   "object of type '" + className(e, value) + "' has no len()",
                   "a value of type '" + toString(e.types.typeOf(value)) +
                       "' has no len()");
}

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
           (isPython || value.classInfo->name != "float32");
  if (text == "bool")
    return isPython && value.is(Kind::Bool);
  if (text == "str")
    return value.is(Kind::Str);
  if (text == "list" || text == "typing.List")
    return value.is(Kind::List) || claims(e, value, "list");
  if (text == "tuple" || text == "typing.Tuple")
    return value.is(Kind::Tuple);
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
    Value x = instanceOf(e, value.items[0], type, range),
          y = instanceOf(e, value.items[1], type, range);
    if (e.stopped() || (x.isConst() && y.isConst() && x.integer == y.integer))
      return x;
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
    Value any = makeBool(false);
    for (const Value &t : types) {
      Value is = instanceOf(e, value, t, range);
      if (e.stopped() || (is.isConst() && is.integer))
        return is;
      if (!is.isConst())
        any = eitherOf(e, any, is, range);
    }
    return any;
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
      return makeBool(type.classInfo->scope->isLibrary &&
                      (type.classInfo->name == "Module" ||
                       type.classInfo->name == "ScriptModule"));
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

static Value rangeOf(Context &e, Bound &a) {
  Value r;
  r.kind = Kind::Range;
  r.items = {makeInt(int64_t(0)), a[0], makeInt(int64_t(1))};
  if (a.given(1))
    r.items = {a[0], a[1], a.given(2) ? a[2] : makeInt(int64_t(1))};
  for (Value &v : r.items) {
    if (v.is(Kind::Float) || v.is(Kind::Str))
      return e.error(a.range, "range() takes integers");
    v = e.numbers.toInt(v, a.range);
    if (e.stopped())
      return {};
  }
  return r;
}

static Value sliceOf(Context &e, Bound &a) {
  if (e.script())
    return e.error(a.range, "write the slice in brackets, as in x[1:3]");
  Value slice;
  slice.kind = Kind::Slice;
  slice.items = a[0].items;
  size_t given = slice.items.size();
  if (given < 1 || given > 3)
    return e.error(a.range, "slice() takes one to three arguments");
  // One is where it ends.
  if (given == 1)
    slice.items.insert(slice.items.begin(), Value());
  slice.items.resize(3);
  for (Value &bound : slice.items)
    if (bound.is(Kind::None))
      bound = Value();
  return slice;
}

/// What a text says of an object that is walked over: its class.
static std::string nameOfWalked(Context &e, const Value &value) {
  if (value.is(Kind::Iterator))
    return value.text;
  if (!value.is(Kind::Object))
    return toString(e.types.typeOf(value));
  const ClassInfo &info = *e.get(value.id).classInfo;
  return info.scope->isLibrary && info.name == "Iterator" ? "generator"
                                                          : info.name;
}

/// Whether it has an order that can be gone backwards: __reversed__, or a
/// length and elements.
static bool isReversible(Context &e, const Value &value) {
  if (value.is(Kind::Iterator))
    return isDictView(value);
  if (value.isNumber() || value.is(Kind::None))
    return false;
  if (!value.is(Kind::Object))
    return true;
  const ClassInfo *info = e.get(value.id).classInfo;
  auto has = [&](StringRef name) {
    return bool(e.objects.findMember(info, name));
  };
  bool isOne = info->scope->isLibrary && info->name == "Iterator";
  return !isOne && !e.objects.isSet(value) &&
         (has("__reversed__") || (has("__len__") && has("__getitem__")));
}

static Value iteratorOf(Context &e, Bound &a) {
  Value v;
  v.kind = Kind::Iterator;
  v.text = a.name;
  if (a.name == "zip") {
    v.items = a[0].items;
    Value strict = e.model.truth(a[1], a.range);
    if (e.stopped())
      return {};
    if (!strict.isConst() || (e.script() && strict.integer))
      return e.error(a.range, e.script() ? "TorchScript's zip() has no 'strict'"
                                         : "'strict' of zip() must be known at "
                                           "compile time");
    v.integer = strict.integer;
  } else if (a.name == "enumerate")
    v.items = {a[0], a[1]};
  else
    v.items = {a[0]};
  if (a.name == "reversed" && !isReversible(e, a[0]))
    return e.fault("TypeError", a.range,
                   "'" + nameOfWalked(e, a[0]) + "' object is not reversible");
  if (a.name == "reversed" && e.script())
    return e.error(
        a.range,
        "reversed() is not supported in TorchScript; use range(n - 1, -1, -1)");
  return v;
}

static Value iterOf(Context &e, Bound &a) {
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

static Value listOf(Context &e, Bound &a) {
  std::vector<Value> items;
  if (!a.given(0))
    return a.name == "list" ? e.containers.newList({}, {}, nullptr, a.range)
                            : makeTuple({});
  if (!e.containers.staticItems(a[0], items)) {
    if (e.stopped())
      return {};
    if (a.name == "tuple" && e.decisions.keepItems(a[0]))
      return {};
    if (a.name == "tuple")
      return e.error(a.range,
                     "the length of a tuple must be known at compile time");
    if (a[0].is(Kind::List)) {
      CallArgs none(a.range);
      return listMethod(e, a[0], "copy", none);
    }
    Value list =
        e.containers.newList({}, makeType(TypeKind::Unknown), nullptr, a.range);
    if (e.stopped())
      return {};
    // A sequence of run time: its elements one after the other.
    Sequence sequence;
    if (!e.paths.sequenceOf(a[0], a.range, sequence))
      return {};
    if (sequence.length.isConst()) {
      for (int64_t i = 0; i < sequence.length.integer && !e.stopped(); ++i)
        e.containers.listAppend(list, sequence.element(makeInt(i)), a.range);
      return e.stopped() ? Value() : list;
    }
    LoopSource source;
    source.node = nodeOf(a.range);
    source.range = a.range;
    e.frames.here = a.range;
    e.paths.iterate(a[0], source, [&](Value v) {
      return e.containers.listAppend(list, v, a.range) ? Flow() : Flow::none();
    });
    return e.stopped() ? Value() : list;
  }
  if (a.name == "tuple")
    return makeTuple(items);
  return e.containers.newList(items, {}, nullptr, a.range);
}

std::vector<Value> characters(StringRef text) {
  std::vector<Value> items;
  for (size_t i = 0; i < text.size();) {
    size_t n = 1;
    while (i + n < text.size() && (text[i + n] & 0xc0) == 0x80)
      ++n;
    items.push_back(makeStr(text.substr(i, n)));
    i += n;
  }
  return items;
}

/// The items of a list, or characters of a string, that are known at compile
/// time, each once; else what it gets.
static Value distinct(Context &e, Bound &a) {
  // The items of a generator, whose loop may be short, are better known.
  if (a[0].is(Kind::List) && e.get(a[0].id).isRuntime &&
      e.get(a[0].id).attributes.count("generated") &&
      e.decisions.keepItems(a[0]))
    return {};
  std::vector<Value> items, once;
  if (e.objects.isSet(a[0]))
    return e.objects.itemsOfSet(a[0], a.range);
  if (a[0].is(Kind::Str) && a[0].isConst()) {
    items = characters(a[0].text);
  } else if (!e.containers.staticItems(a[0], items) ||
             !llvm::all_of(items, [](const Value &v) { return v.isConst(); })) {
    return e.stopped() ? Value() : a[0];
  }
  std::set<std::pair<std::string, int64_t>> seen;
  for (const Value &item : items) {
    if (!item.is(Kind::Str) && !item.is(Kind::Int))
      return a[0];
    if (seen.insert({item.text, item.integer}).second)
      once.push_back(item);
  }
  return e.containers.newList(once, {}, nullptr, a.range);
}

/// The items of a set in an order that Python may have.
static Value orderOfSet(Context &e, Bound &a) {
  std::vector<Value> items;
  auto isText = [](const Value &v) { return v.is(Kind::Str); };
  bool known = e.containers.staticItems(a[0], items);
  if (e.stopped() || (known && llvm::all_of(items, isText)))
    return e.stopped() ? Value() : a[0];
  // Small numbers are in order as long as the table has a place for each.
  int64_t size = 8;
  for (size_t used = 1; used <= items.size(); ++used)
    if (static_cast<int64_t>(used) * 5 >= (size - 1) * 3)
      for (size = 8; size <= static_cast<int64_t>(used) * 4;)
        size *= 2;
  bool fits = known && llvm::all_of(items, [&](const Value &v) {
                return v.is(Kind::Int) && v.isConst() && v.integer >= 0 &&
                       v.integer < size;
              });
  if (!fits)
    return e.error(a.range, "the order of this set is Python's own; use "
                            "sorted() of it");
  llvm::sort(items, [](const Value &x, const Value &y) {
    return x.integer < y.integer;
  });
  return e.containers.newList(items, {}, nullptr, a.range);
}

static Value sortedOf(Context &e, Bound &a) {
  Bound inner = a;
  inner.name = "list";
  Value copy = listOf(e, inner);
  if (e.stopped())
    return {};
  CallArgs args(a.range);
  if (a.given(2))
    args.keywords = {{"reverse", a[2]}};
  if (a.given(1))
    args.keywords.push_back({"key", a[1]});
  listMethod(e, copy, "sort", args);
  return e.stopped() ? Value() : copy;
}

/// What an object's own method says it is as a number; invalid without one.
static Value numberOf(Context &e, const Value &v, StringRef method,
                      ast::Range range) {
  if (!v.is(Kind::Object) || e.script() ||
      !e.objects.findMember(e.get(v.id).classInfo, method))
    return {};
  CallArgs none(range);
  return e.run.callMethod(v, method, none);
}

static Value convertTo(Context &e, Bound &a) {
  if (a.name == "float")
    return a.given(0) ? e.numbers.toFloat(a[0], a.range) : makeFloat(0.0);
  return a.given(0) ? e.model.truth(a[0], a.range) : makeBool(false);
}

/// A method of strings that is no method in Python and gives an int.
static Value intOfText(Context &e, StringRef method, const Value &text,
                       ArrayRef<Value> args, ast::Range range) {
  if (text.isConst() &&
      llvm::all_of(args, [](const Value &v) { return v.isConst(); })) {
    Value known = foldMethod(e, method, 'i', text, args, range);
    if (known || e.stopped())
      return known;
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : args)
    values.push_back(e.ssa(v));
  return makeInt(StringMethodOp::create(e.b, e.loc(range), e.b.getI64Type(),
                                        method, e.ssa(text), values, e.script())
                     .getResult());
}

static Value intOf(Context &e, Bound &a) {
  if (!a.given(1)) {
    if (a.given(0))
      if (Value own = numberOf(e, a[0], "__int__", a.range); own || e.stopped())
        return own ? e.numbers.toInt(own, a.range) : Value();
    Value number =
        a.given(0) ? e.numbers.toInt(a[0], a.range) : makeInt(int64_t(0));
    // Not the member of an IntEnum.
    return number && number.isConst() ? makeInt(number.integer) : number;
  }
  if (e.script())
    return e.error(a.range, "int() takes one argument in TorchScript");
  if (!a[0].is(Kind::Str) || !a[1].is(Kind::Int))
    return e.error(a.range, "int() with a base takes a str and an int");
  return intOfText(e, "to_int", a[0], {a[1]}, a.range);
}

static Value ordOf(Context &e, Bound &a) {
  if (!a[0].is(Kind::Str))
    return e.error(a.range, "ord() takes a string of one character");
  return intOfText(e, "ord", a[0], {}, a.range);
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
    if (!names.count(name))
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

static Value chrOf(Context &e, Bound &a) {
  bool isTensor = a[0].is(Kind::Tensor) && !e.script();
  if (!a[0].is(Kind::Int) && !a[0].is(Kind::Bool) && !isTensor)
    return e.error(a.range, "chr() takes an int");
  Value n = e.numbers.toInt(a[0], a.range);
  if (e.stopped())
    return {};
  // TorchScript makes a byte of it, of which a str of Python cannot be made.
  int64_t limit = e.script() ? 0x80 : 0x110000;
  std::string message = e.script()
                            ? "chr() is supported below 128 in TorchScript"
                            : "chr() arg not in range(0x110000)";
  auto isSurrogate = [](int64_t i) { return i >= 0xD800 && i < 0xE000; };
  if (n.isConst() && (n.integer < 0 || n.integer >= limit))
    return e.fault("ValueError", a.range, message);
  if (n.isConst() && isSurrogate(n.integer))
    return e.error(a.range, "half a character (a surrogate) is not supported");
  if (!n.isConst()) {
    // As unsigned numbers, those below the first are large.
    auto below = [&](mlir::Value i, int64_t end) -> mlir::Value {
      return arith::CmpIOp::create(
          e.b, e.loc(a.range), arith::CmpIPredicate::ult, i, e.constInt(end));
    };
    e.check(below(n.ssa, limit), "ValueError", message, a.range);
    mlir::Value half = below(
        arith::SubIOp::create(e.b, e.loc(a.range), n.ssa, e.constInt(0xD800)),
        0x800);
    mlir::Value yes = e.ssa(makeBool(true));
    if (!e.script())
      e.check(arith::XOrIOp::create(e.b, e.loc(a.range), half, yes),
              "UnicodeEncodeError", "surrogates not allowed", a.range);
  }
  return formatString(e, "%Pc%;", ValueRange{e.ssa(n)}, a.range);
}

/// What was computed before is complete then: keep-timed-work sees to it.
static Value timeOf(Context &e, Bound &a) {
  StringRef name = a.name;
  bool inNanoseconds = name.consume_back("_ns") || name == "trace_time";
  Clock clock = name == "time"           ? Clock::realtime
                : name == "process_time" ? Clock::process
                : name == "trace_time"   ? Clock::trace
                                         : Clock::monotonic;
  mlir::Type type =
      inNanoseconds ? mlir::Type(e.b.getI64Type()) : e.b.getF64Type();
  mlir::Value time =
      TimeOp::create(e.b, e.loc(a.range), type, clock, ValueRange());
  return inNanoseconds ? makeInt(time) : makeFloat(time);
}

/// _tine.profile(what, *values): the op tine.profile.
static Value profileOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  std::vector<mlir::Value> inputs;
  for (const Value &value : a[1].items) {
    inputs.push_back(e.ssa(value));
    if (e.stopped())
      return {};
  }
  mlir::Type type;
  if (what == "start" || what == "export" || what == "rows")
    type = e.b.getI64Type();
  else if (what == "text" || what == "table")
    type = StringType::get(e.b.getContext());
  else if (what == "number")
    type = e.b.getF64Type();
  auto op = ProfileOp::create(e.b, e.loc(a.range), type, what, inputs);
  if (!type)
    return makeNone();
  mlir::Value result = op.getResult();
  return type.isF64()         ? makeFloat(result)
         : type.isInteger(64) ? makeInt(result)
                              : makeStrSsa(result);
}

static Value warnOf(Context &e, Bound &a) {
  Value text = toText(e, a[0], a.range);
  if (e.stopped())
    return {};
  WarnOp::create(e.b, e.loc(a.range), e.ssa(text));
  return makeNone();
}

template <bool toStderr> Value writeOf(Context &e, Bound &a) {
  if (!a[0].is(Kind::Str))
    return e.error(a.range, "write() takes a str");
  PrintOp::create(e.b, e.loc(a.range), e.ssa(a[0]), toStderr);
  e.diagnoser.hadOutput = true;
  return length(e, a[0], a.range);
}

static Value orderedDictOf(Context &e, Bound &a) {
  CallArgs args(a.range);
  if (a.given(0))
    args.positional.push_back(a[0]);
  Value dict = callBuiltin(e, makeBuiltin("dict"), args);
  // TorchScript has dicts only.
  if (dict && !e.script())
    e.objects.setAttribute(dict.id, "ordered", makeBool(true));
  return dict;
}

static Value dictOf(Context &e, Bound &a) {
  if (!a.given(0))
    return e.containers.newDict({}, {}, {}, nullptr, a.range);
  Value behind = itemsBehind(e, a[0]);
  if (a[0].is(Kind::Dict) || behind.is(Kind::Dict)) {
    CallArgs none(a.range);
    Value copy = dictMethod(e, behind ? behind : a[0], "copy", none);
    if (copy)
      e.objects.eraseAttribute(copy.id, "ordered");
    return copy;
  }
  std::vector<Value> items, flat;
  if (entriesOf(e, a[0], a.range, flat))
    return e.containers.newDict(flat, {}, {}, nullptr, a.range);
  if (e.stopped())
    return {};
  if (!e.containers.staticItems(a[0], items))
    return e.stopped() || e.decisions.keepKnown(a[0])
               ? Value()
               : typeError(e, a[0], a.range,
                           "'" + className(e, a[0]) +
                               "' object is not iterable",
                           "dict() takes a dict or pairs that are known at "
                           "compile time");
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
  Value dict = e.containers.newDict(items, {}, {}, nullptr, a.range);
  if (dict && a.given(0))
    e.objects.setAttribute(dict.id, "default_factory", a[0]);
  return dict;
}

static Value mapOrFilter(Context &e, Bound &a) {
  std::vector<Value> items, out;
  if (!e.containers.staticItems(a[1], items))
    return e.stopped() || e.decisions.keepItems(a[1])
               ? Value()
               : e.error(a.range, a.name + "() needs a length that is known at "
                                           "compile time; use a comprehension");
  for (const Value &item : items) {
    CallArgs args(a.range, {item});
    bool isTruth = a.name == "filter" && a[0].is(Kind::None);
    Value result = isTruth ? item : e.run.call(a[0], args);
    if (e.stopped())
      return {};
    if (a.name == "filter") {
      Value keep = e.model.truth(result, a.range);
      if (e.stopped())
        return {};
      if (!keep.isConst())
        return e.error(a.range, "filter() needs a condition that is known at "
                                "compile time; use a comprehension");
      if (!keep.integer)
        continue;
      result = item;
    }
    out.push_back(result);
  }
  return e.containers.newList(out, {}, nullptr, a.range);
}

static Value classOf(Context &e, Bound &a) {
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

/// What the operating system is asked for; the result has the type of the
/// request's name.
static Value systemOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  SmallVector<mlir::Value> arguments;
  for (const Value &v : a[1].items) {
    if (!v.is(Kind::Str) && !v.isNumber())
      return e.error(a.range, "expected a str or a number, not '" +
                                  toString(e.types.typeOf(v)) + "'");
    arguments.push_back(e.ssa(v));
  }
  bool isText = what == "getenv" || what == "getcwd" || what == "hostname" ||
                what == "strftime";
  bool isNothing = what == "sleep" || what == "mkdir" || what == "remove";
  mlir::Type type = isText      ? mlir::Type(StringType::get(e.getContext()))
                    : isNothing ? mlir::Type()
                                : mlir::Type(e.b.getI64Type());
  auto op = SystemOp::create(e.b, e.loc(a.range),
                             isNothing ? TypeRange() : TypeRange(type), what,
                             arguments);
  e.diagnoser.hadOutput |= isNothing;
  return isNothing ? makeNone()
         : isText  ? makeStrSsa(op.getResult())
                   : makeInt(op.getResult());
}

void registerLanguageBuiltins(Registry &r) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler) {
    registerNames(r, names, signature, handler);
  };
  reg("print", "*values", [](Context &, Bound &) { return Value(); });
  reg("len", "value",
      [](Context &e, Bound &a) { return length(e, a[0], a.range); });
  reg("range", "start, stop=None, step=None", rangeOf);
  reg("slice", "*bounds", sliceOf);
  reg("enumerate", "iterable, start=0", iteratorOf);
  reg("zip", "*iterables, strict=False", iteratorOf);
  reg("reversed", "sequence", iteratorOf);
  reg("iter", "iterable", iterOf);
  reg("next", "iterator, *default", nextOf);
  reg("list tuple", "iterable=None", listOf);
  reg("_tine.distinct", "iterable", distinct);
  reg("_tine.order_of_set", "items", orderOfSet);
  reg("sorted", "iterable, key=None, reverse=None", sortedOf);
  reg("collections.OrderedDict", "other=None", orderedDictOf);
  reg("dict", "other=None", dictOf);
  reg("collections.defaultdict", "default_factory=None, other=None",
      defaultDictOf);
  reg("enum.auto", "",
      [](Context &, Bound &) { return makeBuiltin("enum.auto"); });
  reg("collections.namedtuple", "typename, field_names, *, defaults=None",
      [](Context &e, Bound &a) { return makeNamedTuple(e, a); });
  reg("isinstance", "value, type",
      [](Context &e, Bound &a) { return instanceOf(e, a[0], a[1], a.range); });
  reg("_tine.has_member", "value, name", [](Context &e, Bound &a) {
    return makeBool(a[0].is(Kind::Class)
                        ? bool(e.objects.findMember(a[0].classInfo, a[1].text))
                        : hasMember(e, a[0], a[1].text));
  });
  reg("int", "value=None, base=None", intOf);
  reg("float bool", "value=None", convertTo);
  reg("str", "value=''",
      [](Context &e, Bound &a) { return toText(e, a[0], a.range); });
  reg("repr", "value", [](Context &e, Bound &a) -> Value {
    std::string pattern;
    SmallVector<mlir::Value> leaves;
    return formatPattern(e, a[0], true, a.range, pattern, leaves)
               ? formatString(e, pattern, leaves, a.range)
               : Value();
  });
  reg("format", "value, format_spec=''", [](Context &e, Bound &a) -> Value {
    if (!a[1].is(Kind::Str))
      return e.error(a.range, "a format specification is a str");
    std::string pattern;
    SmallVector<mlir::Value> leaves;
    return formatField(e, a[0], 0, a[1], a.range, pattern, leaves)
               ? formatString(e, pattern, leaves, a.range)
               : Value();
  });
  reg("ord", "value", ordOf);
  reg("chr", "value", chrOf);
  reg("locals", "", localsOf);
  reg("hex oct bin", "value", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Int))
      return e.error(a.range, a.name + "() takes an int");
    char code = a.name == "hex" ? 'x' : a.name == "oct" ? 'o' : 'b';
    return formatString(e, std::string("%P#") + code + "%;",
                        ValueRange{e.ssa(a[0])}, a.range);
  });
  reg("map filter", "function, iterable", mapOrFilter);
  reg("callable", "value",
      [](Context &e, Bound &a) { return makeBool(isCallable(e, a[0])); });
  reg("type", "value", classOf);
  reg("object", "", [](Context &e, Bound &a) {
    return e.error(a.range, "object() is not supported");
  });
  reg("time.time time.perf_counter time.monotonic time.process_time "
      "time.time_ns time.perf_counter_ns time.monotonic_ns "
      "time.process_time_ns _tine.trace_time",
      "", timeOf);
  reg("_tine.profile", "what, *values", profileOf);
  reg("_tine.number_of", "object", [](Context &, Bound &a) {
    return makeInt(static_cast<int64_t>(a[0].id));
  });
  reg("_tine.python_draw", "what, generator, argument",
      [](Context &e, Bound &a) {
        bool isFloat = a[0].text == "random" || a[0].text == "pcg_random" ||
                       a[0].text == "pcg_normal";
        mlir::Type type =
            isFloat ? mlir::Type(e.b.getF64Type()) : e.b.getI64Type();
        mlir::Value number = PythonDrawOp::create(
            e.b, e.loc(a.range), type, a[0].text, e.ssa(a[1]), e.ssa(a[2]));
        return isFloat ? makeFloat(number) : makeInt(number);
      });
  reg("warnings.warn torch.warn", "message, category=None, stacklevel=2",
      warnOf);
  reg("_tine.system", "what, *arguments", systemOf);
  reg("_tine.write_file", "path, text", [](Context &e, Bound &a) -> Value {
    if (!a[0].is(Kind::Str))
      return e.error(a.range, "the name of a file is a str");
    WriteFileOp::create(e.b, e.loc(a.range), e.ssa(a[0]), e.ssa(a[1]));
    e.diagnoser.hadOutput = true;
    return makeNone();
  });
  reg("_tine.png _tine.png_base64", "drawing, dpi", [](Context &e, Bound &a) {
    return makeStrSsa(StringMethodOp::create(
                          e.b, e.loc(a.range), StringType::get(e.getContext()),
                          a.name, e.ssa(a[0]), mlir::ValueRange{e.ssa(a[1])},
                          false)
                          .getResult());
  });
  reg("sys.stdout.write", "text", writeOf<false>);
  reg("sys.stderr.write", "text", writeOf<true>);
  reg("sys.stdout.flush sys.stderr.flush", "",
      [](Context &, Bound &) { return makeNone(); });
  reg("sys.stderr sys.stdout", "", [](Context &e, Bound &a) {
    return e.error(a.range, "a stream cannot be called");
  });
}

} // namespace tine::elaborate
