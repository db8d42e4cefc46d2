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
#include "frontend/elaborate/Choices.h"
#include "frontend/elaborate/Numpy.h"
#include "frontend/elaborate/ObjectModel.h"
#include "frontend/elaborate/Precision.h"
#include "frontend/elaborate/TensorOps.h"
#include "frontend/elaborate/control/Attempts.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void registerNames(Registry &registry, StringRef names, StringRef signature,
                   Handler handler) {
  SmallVector<StringRef> list;
  names.split(list, ' ');
  for (StringRef name : list)
    registry[name.str()] = {signature.str(), handler};
}

const Registry &builtins() {
  static const Registry registry = [] {
    Registry r;
    registerLanguageBuiltins(r);
    registerNumberBuiltins(r);
    registerAutograd(r);
    registerGradientHooks(r);
    registerJitBuiltins(r);
    registerCopies(r);
    registerDataclasses(r);
    registerObjectModel(r);
    registerAttributeBuiltins(r);
    registerTimedText(r);
    registerFactories(r);
    registerTensorBuiltins(r);
    registerInPlaceForms(r);
    registerNumpy(r);
    registerPrecision(r);
    return r;
  }();
  return registry;
}

} // namespace tine::elaborate

std::vector<std::string> tine::builtinNames() {
  std::vector<std::string> names;
  for (const auto &entry : elaborate::builtins())
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

static bool bind(Elaborator &e, const BuiltinInfo &info, StringRef name,
                 CallArgs &args, Bound &out) {
  out.range = args.range;
  out.name = name.str();
  SmallVector<StringRef> params;
  StringRef(info.signature).split(params, ',', -1, /*KeepEmpty=*/false);
  size_t next = 0;
  bool keywordOnly = false;
  std::set<std::string> used;
  SmallVector<StringRef> names;
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
    auto [key, fallback] = param.split('=');
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
    bool takesAny = llvm::is_contained(
        {"str", "repr", "format", "bool", "isinstance", "list", "tuple"},
        StringRef(name));
    if (value.is(Kind::Optional) && !takesAny) {
      // None is a value of its own for some parameters.
      if (fallback == "None") {
        e.error(range,
                "'" + key + "' is None in some runs; test 'is not None' first");
        return false;
      }
      value = e.present(value, "TypeError",
                        name.rsplit('.').second + "(): argument '" + key +
                            "' (position " + Twine(names.size()) +
                            ") must be Tensor, not NoneType",
                        range);
      if (e.stopped)
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
  return true;
}

/// A call with a generator of its own: the library's torch.Generator.
static Value drawFrom(Elaborator &e, Value generator, const Value &callee,
                      const CallArgs &args) {
  if (!generator.is(Kind::Object) ||
      !e.findMember(e.get(generator.id).classInfo, "_enter"))
    return e.error(args.range, "'generator' takes a torch.Generator");
  CallArgs none, draw = args, around;
  none.range = around.range = args.range;
  llvm::erase_if(draw.keywords, [](const auto &keyword) {
    return keyword.first == "generator";
  });
  around.positional = {e.callMethod(generator, "_enter", none)};
  around.ranges = {args.range};
  if (e.stopped)
    return {};
  Value result = e.callBuiltin(callee, draw);
  if (!e.stopped)
    e.callMethod(generator, "_leave", around);
  return e.stopped ? Value() : result;
}

/// What Module.__call__ and type.__call__ do: nothing that the class of the
/// program has written in their place.
static Value callPlainly(Elaborator &e, StringRef name, const CallArgs &args) {
  if (args.positional.empty())
    return e.error(args.range, "'__call__' needs an object");
  CallArgs others = args;
  Value self = others.positional.front();
  others.positional.erase(others.positional.begin());
  if (!others.ranges.empty())
    others.ranges.erase(others.ranges.begin());
  if (name == "type.__call__")
    return e.instantiatePlainly(self.classInfo, others);
  if (!e.isModule(self))
    return e.error(args.range, "'__call__' needs a module");
  bool hasHooks = e.get(self.id).attributes.count("<hooks>");
  return e.callMethod(self, hasHooks ? "_call_with_hooks" : "forward", others);
}

/// The number of arguments from the first on that a function goes over.
static size_t countIterables(StringRef name, size_t count) {
  static const std::set<StringRef> ofOne = {"list",
                                            "tuple",
                                            "sorted",
                                            "sum",
                                            "min",
                                            "max",
                                            "any",
                                            "all",
                                            "dict",
                                            "enumerate",
                                            "str.join",
                                            "list.extend",
                                            "_tine.distinct",
                                            "math.prod",
                                            "math.fsum"};
  if (name == "zip")
    return count;
  if (name == "map" || name == "filter")
    return std::min<size_t>(count, 2);
  return ofOne.count(name) ? std::min<size_t>(count, 1) : 0;
}

/// Takes what objects have to give in their place: a generator its items, an
/// object that is a list this list. Whether there is any.
static bool takeItems(Elaborator &e, StringRef name, CallArgs &args) {
  bool isTorchs = name.starts_with("torch.") || name.starts_with("Tensor.");
  size_t count = countIterables(name, args.positional.size());
  bool changed = false;
  for (auto [i, value] : llvm::enumerate(args.positional)) {
    if (!value.is(Kind::Object) || e.stopped)
      continue;
    Value items = itemsBehind(e, value);
    bool isList = items.is(Kind::List) && isTorchs;
    if (!isList && (i >= count || name == "dict"))
      continue;
    // A loop over enumerate() asks an iterator for one after the other.
    if (!isList)
      items = iterated(e, value, args.range, name == "enumerate");
    if (e.stopped)
      return true;
    changed |= !items.is(Kind::Object) || items.id != value.id;
    value = items;
  }
  return changed || e.stopped;
}

Value Elaborator::callBuiltin(const Value &callee, CallArgs &args) {
  StringRef full = callee.text;
  CallArgs withSelf;
  CallArgs *use = &args;
  if (!script() && llvm::any_of(args.positional, [](const Value &value) {
        return value.is(Kind::Object);
      })) {
    CallArgs plain = args;
    if (takeItems(*this, full, plain))
      return stopped ? Value() : callBuiltin(callee, plain);
  }
  // Containers and print take it as it is.
  auto of = [&](const Value &self) {
    Value one = callee;
    one.items[0] = self;
    return callBuiltin(one, args);
  };
  if (!callee.items.empty() && isDictOrEmpty(callee.items[0])) {
    // Views exist at compile time; a loop goes over either.
    if (full != "dict.keys" && full != "dict.values" && full != "dict.items")
      return onEither(callee.items[0], of, args.range);
    Value views = callee.items[0];
    for (Value &view : views.items) {
      view = of(view);
      if (stopped)
        return {};
    }
    return views;
  }
  if (!callee.items.empty() && isChoice(callee.items[0]))
    return onEither(callee.items[0], of, args.range);
  // What does not depend on the order of a set.
  bool isOrderless = full == "sorted" || full == "min" || full == "max" ||
                     full == "any" || full == "all";
  if (isOrderless && !args.positional.empty() && isSet(args.positional[0])) {
    CallArgs one = args;
    one.positional[0] = itemsOfSet(args.positional[0], args.range);
    return stopped ? Value() : callBuiltin(callee, one);
  }
  bool takesList =
      isOrderless || full == "list" || full == "sum" || full == "enumerate";
  if (takesList && !args.positional.empty()) {
    const Value &given = args.positional[0];
    Value dict = isDictView(given) ? given.items[0] : given;
    if (isOpen(dict) || (dict.is(Kind::Dict) && !get(dict.id).isRuntime &&
                         get(dict.id).unsureOrder)) {
      CallArgs one = args;
      bool needsOrder = !isOrderless || !args.keywords.empty();
      one.positional[0] =
          listOfEntries(dict, given.text, needsOrder, args.range);
      return stopped ? Value() : callBuiltin(callee, one);
    }
  }
  bool holds = full == "print" || full == "torch.jit.fork" || full == "dict" ||
               full == "isinstance" || full == "_tine.checkpoint" ||
               full.starts_with("list.") || full.starts_with("dict.");
  bool first = !args.positional.empty() && isDictOrEmpty(args.positional[0]);
  holds &= full != "dict" || !first;
  auto again = [&](CallArgs &one) { return callBuiltin(callee, one); };
  size_t n = args.positional.size();
  for (size_t i = 0; !holds && i < n; ++i)
    if (args.positional[i].is(Kind::Either))
      return onEitherArgument(args, i, again);
  for (size_t i = 0; !holds && i < args.keywords.size(); ++i)
    if (args.keywords[i].second.is(Kind::Either))
      return onEitherArgument(args, n + i, again);
  // A list or tuple of tensors, one of which is one of two.
  for (size_t i = 0; !holds && i < n; ++i) {
    std::vector<Value> items;
    if ((!args.positional[i].is(Kind::List) &&
         !args.positional[i].is(Kind::Tuple)) ||
        !staticItems(args.positional[i], items))
      continue;
    auto choice = llvm::find_if(items, isChoice);
    if (choice == items.end())
      continue;
    return onEither(
        *choice,
        [&](Value v) {
          CallArgs one = args;
          one.positional[i] = makeTuple(items);
          one.positional[i].items[choice - items.begin()] = v;
          return callBuiltin(callee, one);
        },
        args.range);
  }
  StringRef name =
      full.rsplit('.').second.empty() ? full : full.rsplit('.').second;
  if (!callee.items.empty()) {
    if (full.starts_with("str."))
      return stringMethod(callee.items[0], name, args);
    if (full.starts_with("list."))
      return listMethod(callee.items[0], name, args);
    if (full.starts_with("dict."))
      return dictMethod(callee.items[0], name, args);
    if (full.starts_with("NamedTuple."))
      return namedTupleMethod(callee.items[0], name, args);
    // A program means what it means where a task runs where it is forked.
    if (full == "Future.done")
      return makeBool(true);
    if (full.starts_with("Future."))
      return wait(callee.items[0], args.range);
    if (full.starts_with("Size.")) {
      Value n = makeInt(int64_t(1));
      for (const Value &v : callee.items[0].items)
        n = binary(ast::BinaryOp::Mul, n, v, args.range);
      return n;
    }
    withSelf = args;
    withSelf.positional.insert(withSelf.positional.begin(), callee.items[0]);
    withSelf.ranges.insert(withSelf.ranges.begin(), args.range);
    use = &withSelf;
  }
  here = args.range;
  if (full == "print")
    return print(args);
  if (full == "torch.jit.fork")
    return fork(args);
  if (full == "torch.nn.Module.__call__" || full == "type.__call__")
    return callPlainly(*this, full, *use);
  if (full == "_tine.checkpoint") {
    // A task at this place: its derivative runs the body again.
    std::string redraws = args.positional.front().text;
    args.positional.erase(args.positional.begin());
    if (!args.ranges.empty())
      args.ranges.erase(args.ranges.begin());
    Value future = fork(args, "it is a checkpoint", redraws);
    return stopped ? Value() : wait(future, args.range);
  }
  if (full == "dict" && !args.keywords.empty() && args.positional.empty()) {
    std::vector<Value> items;
    for (auto &[key, value] : args.keywords) {
      items.push_back(makeStr(key));
      items.push_back(value);
    }
    return newDict(items, {}, {}, nullptr, args.range);
  }
  auto it = builtins().find(full.str());
  // Any type is as good to annotations.
  if (full == "typing.TypeVar")
    return makeBuiltin("typing.Any");
  if (it == builtins().end() && isException(full) && !script())
    return makeError(*this, full, args);
  if (it == builtins().end())
    return error(args.range, "'" + full + "' cannot be called");
  if (StringRef(it->second.signature).contains("generator=None"))
    for (auto &[key, value] : use->keywords)
      if (key == "generator" && !value.is(Kind::None))
        return drawFrom(*this, value, callee, args);
  // Functions of functions: x.f_() is f, written to x.
  bool isTorch = full.starts_with("torch.") || full.starts_with("Tensor.");
  if (isTorch && !orderNumberFirst(*this, name, *use))
    return {};
  Bound bound;
  if (!bind(*this, it->second, name, *use, bound))
    return {};
  Value result = isTorch ? invoke(*this, it->second, bound)
                         : it->second.handler(*this, bound);
  if (!result && !stopped)
    return error(args.range, "'" + name + "' is not supported here");
  return result;
}

} // namespace tine::elaborate
