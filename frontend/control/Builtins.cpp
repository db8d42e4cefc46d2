//===- Builtins.cpp - Binding of arguments, and dispatch ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of builtin functions, and the binding of arguments to their
// signatures.
//
//===----------------------------------------------------------------------===//

#include "frontend/Import.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Precision.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/Iterators.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static const Registry &allBuiltins() {
  static const Registry registry = [] {
    Registry r;
    for (auto *add : {
             registerLanguageBuiltins, registerIterableBuiltins,
             registerSystemBuiltins,   registerFileBuiltins,
             registerInstanceBuiltins, registerMathFunctions,
             registerNumberBuiltins,   registerAutograd,
             registerGradientHooks,    registerJitBuiltins,
             registerCopies,           registerDataclasses,
             registerObjectModel,      registerAttributeBuiltins,
             registerTimedText,        registerFactories,
             registerRandomFactories,  registerElementwiseOps,
             registerReductionOps,     registerShapeOps,
             registerStridedViews,     registerJoinOps,
             registerProductOps,       registerLayerOps,
             registerIndexingOps,      registerConversionOps,
             registerInPlaceForms,     registerNumpy,
             registerPrecision,        registerTf32,
             registerStoredBuiltins,   registerImageBuiltins,
             registerOutside,
         })
      add(r);
    return r;
  }();
  return registry;
}

const Registry &Elaborator::builtins() const { return allBuiltins(); }

bool Elaborator::isBuiltin(StringRef name) const {
  return builtins().find(name);
}

} // namespace tine::elaborate

std::vector<std::string> tine::builtinNames() {
  std::vector<std::string> names;
  for (const auto &entry : elaborate::allBuiltins())
    names.push_back(entry.first);
  return names;
}

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// The value of a default as a signature writes it.
static Value parseDefault(StringRef text) {
  int64_t integer;
  double real;
  if (text == "None")
    return makeNone();
  if (text == "True" || text == "False")
    return makeBool(text == "True");
  if (!text.getAsInteger(10, integer))
    return makeInt(integer);
  if (!text.getAsDouble(real))
    return makeFloat(real);
  return makeStr(text.trim('\''));
}

static bool bind(Context &e, const BuiltinInfo &info, StringRef name,
                 CallArgs &args, Bound &out) {
  out.range = args.range;
  out.name = name.str();
  SmallVector<StringRef> params;
  StringRef(info.signature).split(params, ',', -1, /*KeepEmpty=*/false);
  size_t next = 0;
  bool keywordOnly = false;
  std::set<std::string> used;
  SmallVector<StringRef> names;
  SmallVector<size_t> tensors;
  auto rangeOf = [&](size_t i) {
    return i < args.ranges.size() ? args.ranges[i] : args.range;
  };
  for (StringRef param : params) {
    param = param.trim();
    if (param == "*") {
      keywordOnly = true;
      continue;
    }
    if (param.consume_front("*")) {
      // The rest of the positional arguments as one tuple, or one by keyword.
      Value rest = makeTuple({});
      for (auto &[key, value] : args.keywords)
        if (key == param) {
          rest.items.push_back(value);
          used.insert(key);
        }
      while (next < args.positional.size())
        rest.items.push_back(args.positional[next++]);
      out.values.push_back(rest);
      out.ranges.push_back(args.range);
      names.push_back(param);
      keywordOnly = true;
      continue;
    }
    auto [declared, fallback] = param.split('=');
    auto [key, type] = declared.split(": ");
    if (type == "Tensor")
      tensors.push_back(out.values.size());
    names.push_back(key);
    Value value;
    ast::Range range = args.range;
    if (!keywordOnly && next < args.positional.size()) {
      range = rangeOf(next);
      value = args.positional[next++];
    }
    for (auto &[given, v] : args.keywords) {
      // `self`, `x` and `input` are all the first parameter.
      bool alias = names.size() == 1 &&
                   (given == "self" || given == "input" || given == "tensor");
      // NumPy's names.
      alias |= (key == "keepdim" && given == "keepdims") ||
               (key == "dim" && given == "axis");
      // The method's name.
      alias |= key == "split_size_or_sections" && given == "split_size";
      if (given != key && !alias)
        continue;
      if (value) {
        e.error(args.range,
                "'" + name + "' got multiple values for '" + key + "'");
        return false;
      }
      value = v;
      used.insert(given);
    }
    bool isRequired = !param.contains('=');
    // Nothing behind `=`: what is not given stays so.
    if (!value && !isRequired && !fallback.empty())
      value = parseDefault(fallback);
    if (!value && isRequired) {
      e.error(args.range, "'" + name + "' needs the argument '" + key + "'");
      return false;
    }
    if (value.is(Kind::Optional) && !(info.traits & TakesOptional)) {
      // None is a value of its own for some parameters.
      if (fallback == "None") {
        e.error(range,
                "'" + key + "' is None in some runs; test 'is not None' first");
        return false;
      }
      value = e.diagnoser.present(
          value, "TypeError",
          name.rsplit('.').second + "(): argument '" + key + "' (position " +
              Twine(names.size()) + ") must be Tensor, not NoneType",
          range);
      if (e.stopped())
        return false;
    }
    out.values.push_back(value);
    out.ranges.push_back(range);
  }
  if (next < args.positional.size()) {
    e.error(rangeOf(next), "'" + name + "' takes at most " + Twine(next) +
                               " positional arguments");
    return false;
  }
  for (auto &[key, value] : args.keywords)
    if (!used.count(key)) {
      std::string near = nearestName(key, names);
      e.error(args.range,
              "'" + name + "' has no parameter '" + key + "'" +
                  (near.empty() ? "" : "; did you mean '" + near + "'?"));
      return false;
    }
  return llvm::all_of(tensors, [&](size_t i) { return needTensor(e, out, i); });
}

/// A call with a generator of its own: the library's torch.Generator.
static Value drawFrom(Context &e, Value generator, const Value &callee,
                      const CallArgs &args) {
  if (!generator.is(Kind::Object) ||
      !e.objects.findMember(e.get(generator.id).classInfo, "_enter"))
    return e.error(args.range, "'generator' takes a torch.Generator");
  CallArgs none, draw = args, around;
  none.range = around.range = args.range;
  llvm::erase_if(draw.keywords, [](const auto &keyword) {
    return keyword.first == "generator";
  });
  around.positional = {e.run.callMethod(generator, "_enter", none)};
  around.ranges = {args.range};
  if (e.stopped())
    return {};
  Value result = e.run.callBuiltin(callee, draw);
  if (!e.stopped())
    e.run.callMethod(generator, "_leave", around);
  return e.stopped() ? Value() : result;
}

/// The traits of a function of the table; methods of text and lists are none.
static Traits traitsOf(StringRef name) {
  if (const BuiltinInfo *known = allBuiltins().find(name))
    return known->traits;
  Traits traits = over(name == "str.join" || name == "list.extend");
  bool isOfContainer = name.starts_with("list.") || name.starts_with("dict.");
  return isOfContainer ? traits | TakesChoices : traits;
}

/// Whether the function asks for all items before it does anything else.
static bool takesAll(StringRef name) {
  return llvm::is_contained({"list", "tuple", "sum", "max", "min", "sorted",
                             "dict", "str.join", "list.extend",
                             "_tine.distinct"},
                            name);
}

/// Whether it gives what goes over the items one after the other.
static bool isLazy(StringRef name) {
  return llvm::is_contained({"enumerate", "zip", "map", "filter"}, name);
}

/// Whether it goes over a generator: enumerate(), zip().
static bool goesOverGenerator(Context &e, const Value &value) {
  return value.is(Kind::Iterator) &&
         llvm::any_of(value.items, [&](const Value &part) {
           return isGenerator(e, part) || goesOverGenerator(e, part);
         });
}

/// Its items, in a list.
static Value listOfLoop(Context &e, const Value &iterable, ast::Range range) {
  Value list =
      e.containers.newList({}, makeType(TypeKind::Unknown), nullptr, range);
  LoopSource source;
  source.node = nodeOf(range);
  source.range = range;
  e.frames.here = range;
  if (!e.stopped())
    e.paths.iterate(iterable, source, [&](Value item) {
      return e.containers.listAppend(list, item, range) ? Flow() : Flow::none();
    });
  return e.stopped() ? Value() : list;
}

/// Takes what objects have to give in their place: a generator its items, an
/// object that is a list this list. Whether there is any.
static bool takeItems(Context &e, StringRef name, const Traits &traits,
                      CallArgs &args) {
  bool isTorchs = name.starts_with("torch.") || name.starts_with("Tensor.");
  bool changed = false;
  for (auto [i, value] : llvm::enumerate(args.positional)) {
    if (takesAll(name) && goesOverGenerator(e, value)) {
      value = listOfLoop(e, value, args.range);
      changed = true;
    }
    if (!value.is(Kind::Object) || e.stopped())
      continue;
    Value items = itemsBehind(e, value);
    bool isList = items.is(Kind::List) && isTorchs;
    if (!isList && (i >= traits.iterables || name == "dict") &&
        !(name == "dict" && isGenerator(e, value)))
      continue;
    if (isLazy(name) && isGenerator(e, value))
      continue;
    // A loop over enumerate() asks an iterator for one after the other.
    // The lists of several are made at the same places of the library.
    if (!isList)
      items = e.frames.along(i, [&, &value = value] {
        return iterated(e, value, args.range, traits & KeepsIterators,
                        takesAll(name));
      });
    if (e.stopped())
      return true;
    changed |= !items.is(Kind::Object) || items.id != value.id;
    value = items;
  }
  return changed || e.stopped();
}

/// A method of a dict or choice on either path; nothing where it is of neither.
static std::optional<Value> onChosenSelf(Context &e, const Value &callee,
                                         CallArgs &args) {
  if (callee.items.empty())
    return std::nullopt;
  StringRef full = callee.text;
  const Value &self = callee.items[0];
  // Containers and print take it as it is.
  auto of = [&](const Value &value) {
    Value one = callee;
    one.items[0] = value;
    return e.run.callBuiltin(one, args);
  };
  bool isView =
      full == "dict.keys" || full == "dict.values" || full == "dict.items";
  if (!isDictOrEmpty(self) || !isView)
    return isDictOrEmpty(self) || isChoice(self)
               ? std::optional(e.paths.onEither(self, of, args.range))
               : std::nullopt;
  // Views exist at compile time; a loop goes over either.
  Value views = self;
  for (Value &view : views.items) {
    view = of(view);
    if (e.stopped())
      return Value();
  }
  return views;
}

/// A function of a set or dict, with the list of what is in it; nothing where
/// it is of neither.
static std::optional<Value> ofUnordered(Context &e, const Value &callee,
                                        const Traits &traits,
                                        const CallArgs &args) {
  if (args.positional.empty())
    return std::nullopt;
  auto with = [&](Value items) {
    CallArgs one = args;
    one.positional[0] = std::move(items);
    return e.stopped() ? Value() : e.run.callBuiltin(callee, one);
  };
  const Value &given = args.positional[0];
  // One that is None in some runs.
  bool mayBeNone = given.is(Kind::Optional) && !(traits & TakesOptional) &&
                   e.objects.isSet(given.items[0]);
  if (mayBeNone)
    return with(e.diagnoser.present(
        given, "TypeError", "'NoneType' object is not iterable", args.range));
  // What does not depend on the order of a set.
  if ((traits & IgnoresOrder) && e.objects.isSet(given))
    return with(e.objects.itemsOfSet(given, args.range));
  if (!(traits & IgnoresOrder) && !(traits & ListsEntries))
    return std::nullopt;
  Value dict = isDictView(given) ? given.items[0] : given;
  if (!e.containers.isOpen(dict) &&
      (!dict.is(Kind::Dict) || e.get(dict.id).isRuntime ||
       !e.get(dict.id).unsureOrder))
    return std::nullopt;
  bool needsOrder = !(traits & IgnoresOrder) || !args.keywords.empty();
  return with(
      e.containers.listOfEntries(dict, given.text, needsOrder, args.range));
}

/// The call on either path where an argument, or an item of a list of tensors,
/// is one of two; nothing where none is, or the function takes them as they
/// are.
static std::optional<Value> onChosenArgument(Context &e, const Value &callee,
                                             const Traits &traits,
                                             CallArgs &args) {
  bool first = !args.positional.empty() && isDictOrEmpty(args.positional[0]);
  if ((traits & TakesChoices) || (callee.text == "dict" && !first))
    return std::nullopt;
  auto again = [&](CallArgs &one) { return e.run.callBuiltin(callee, one); };
  size_t n = args.positional.size();
  for (size_t i = 0; i < n; ++i)
    if (args.positional[i].is(Kind::Either))
      return e.paths.onEitherArgument(args, i, again);
  for (size_t i = 0; i < args.keywords.size(); ++i)
    if (args.keywords[i].second.is(Kind::Either))
      return e.paths.onEitherArgument(args, n + i, again);
  for (size_t i = 0; i < n; ++i) {
    std::vector<Value> items;
    if ((!args.positional[i].is(Kind::List) &&
         !args.positional[i].is(Kind::Tuple)) ||
        !e.containers.staticItems(args.positional[i], items))
      continue;
    auto choice = llvm::find_if(items, isChoice);
    if (choice == items.end())
      continue;
    auto with = [&](Value v) {
      CallArgs one = args;
      one.positional[i] = makeTuple(items);
      one.positional[i].items[choice - items.begin()] = v;
      return e.run.callBuiltin(callee, one);
    };
    return e.paths.onEither(*choice, with, args.range);
  }
  return std::nullopt;
}

/// A method of a value of Python's own types; nothing for other functions.
static std::optional<Value> callMethodOf(Context &e, const Value &callee,
                                         StringRef name, CallArgs &args) {
  StringRef full = callee.text;
  const Value &self = callee.items[0];
  if (full.starts_with("str."))
    return stringMethod(e, self, name, args);
  if (full.starts_with("list."))
    return listMethod(e, self, name, args);
  if (full.starts_with("dict."))
    return dictMethod(e, self, name, args);
  if (full.starts_with("NamedTuple."))
    return namedTupleMethod(e, self, name, args);
  // A program means what it means where a task runs where it is forked.
  if (full == "Future.done")
    return makeBool(true);
  if (full.starts_with("Future."))
    return e.run.wait(self, args.range);
  if (!full.starts_with("Size."))
    return std::nullopt;
  Value n = makeInt(int64_t(1));
  for (const Value &v : self.items)
    n = e.model.binary(ast::BinaryOp::Mul, n, v, args.range);
  return n;
}

/// `dict(a=1, b=2)`
static Value dictOfKeywords(Context &e, const CallArgs &args) {
  std::vector<Value> items;
  for (const auto &[key, value] : args.keywords) {
    items.push_back(makeStr(key));
    items.push_back(value);
  }
  return e.containers.newDict(items, {}, {}, nullptr, args.range);
}

static Value dispatch(Context &e, const Value &callee, CallArgs &args) {
  StringRef full = callee.text;
  const Traits traits = traitsOf(full);
  auto isObject = [&](const Value &value) {
    return value.is(Kind::Object) || goesOverGenerator(e, value);
  };
  if (!e.script() && llvm::any_of(args.positional, isObject)) {
    CallArgs plain = args;
    if (takeItems(e, full, traits, plain))
      return e.stopped() ? Value() : e.run.callBuiltin(callee, plain);
  }
  if (auto result = onChosenSelf(e, callee, args))
    return *result;
  if (auto result = ofUnordered(e, callee, traits, args))
    return *result;
  if (auto result = onChosenArgument(e, callee, traits, args))
    return *result;
  StringRef name =
      full.rsplit('.').second.empty() ? full : full.rsplit('.').second;
  CallArgs withSelf;
  CallArgs *use = &args;
  if (!callee.items.empty()) {
    if (auto result = callMethodOf(e, callee, name, args))
      return *result;
    withSelf = args;
    withSelf.positional.insert(withSelf.positional.begin(), callee.items[0]);
    withSelf.ranges.insert(withSelf.ranges.begin(), args.range);
    use = &withSelf;
  }
  e.frames.here = args.range;
  if (std::optional<Value> result = e.run.callSpecialForm(full, *use))
    return *result;
  if (full == "dict" && !args.keywords.empty() && args.positional.empty())
    return dictOfKeywords(e, args);
  const BuiltinInfo *info = allBuiltins().find(full);
  if (!info && isException(full) && !e.script())
    return makeError(e, full, args);
  if (!info)
    return e.error(args.range, "'" + full + "' cannot be called");
  if (StringRef(info->signature).contains("generator=None"))
    for (auto &[key, value] : use->keywords)
      if (key == "generator" && !value.is(Kind::None))
        return drawFrom(e, value, callee, args);
  // Functions of functions: x.f_() is f, written to x.
  bool isTorch = full.starts_with("torch.") || full.starts_with("Tensor.");
  if (isTorch && !orderNumberFirst(e, name, *use))
    return {};
  Bound bound;
  if (!bind(e, *info, name, *use, bound))
    return {};
  Value result = isTorch ? invoke(e, *info, bound) : info->handler(e, bound);
  if (!result && !e.stopped())
    return e.error(args.range, "'" + name + "' is not supported here");
  return result;
}

Value Elaborator::callBuiltin(const Value &callee, CallArgs &args) {
  return dispatch(*this, callee, args);
}

} // namespace tine::elaborate
