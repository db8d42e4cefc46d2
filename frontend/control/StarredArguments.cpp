//===- StarredArguments.cpp - Items of the run behind `*` -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/StarredArguments.h"
#include "frontend/control/Arguments.h"
#include "frontend/objects/ObjectModel.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// What a callee names its positional parameters, without `self`.
struct CalleeParams {
  std::string callee; // in messages
  std::vector<std::string> names;
  size_t before = 0;    // 1 where there is a `self`
  bool hasRest = false; // *args
  bool isKnown = true;
};

} // namespace

static CalleeParams parametersOf(const FunctionInfo &function, size_t before) {
  CalleeParams result;
  result.callee = function.qualifiedName;
  result.before = before;
  for (const ast::Param &param : paramsOf(function).params) {
    result.hasRest |= param.kind == ast::ParamKind::VarArgs;
    if (param.kind == ast::ParamKind::Positional)
      result.names.push_back(param.name.str());
  }
  result.isKnown = result.names.size() >= before;
  if (result.isKnown)
    result.names.erase(result.names.begin(), result.names.begin() + before);
  return result;
}

static CalleeParams parametersOf(Context &e, const Value &callee) {
  CalleeParams unknown;
  unknown.isKnown = false;
  switch (callee.kind) {
  case Kind::Function:
    return callee.function->def || callee.function->lambda
               ? parametersOf(*callee.function, 0)
               : unknown;
  case Kind::Method:
    return callee.function && (callee.function->def || callee.function->lambda)
               ? parametersOf(*callee.function, 1)
               : unknown;
  case Kind::Class: {
    const ClassInfo *info = callee.classInfo;
    if (info->traits.isNamedTuple) {
      unknown.isKnown = true;
      unknown.callee = info->name + ".__new__";
      unknown.names = info->fields.names;
      unknown.before = 1;
      return unknown;
    }
    Value init = e.objects.findMember(info, "__init__");
    return init.is(Kind::Function) && init.function->def
               ? parametersOf(*init.function, 1)
               : unknown;
  }
  case Kind::Object: {
    const ClassInfo *info = e.get(callee.id).classInfo;
    Value called = e.objects.findMember(
        info, e.objects.isModule(callee) ? "forward" : "__call__");
    return called.is(Kind::Function) && called.function->def
               ? parametersOf(*called.function, 1)
               : unknown;
  }
  default:
    return unknown;
  }
}

/// The call with as many items as there are parameters that have no value yet.
/// It is one of the library, so that a handler may be for what it raises.
static Value callWithItems(Elaborator &e, const Value &callee,
                           const CalleeParams &params, const CallArgs &args) {
  Value names = makeTuple({});
  for (size_t i = args.positional.size(); i < params.names.size(); ++i) {
    const std::string &name = params.names[i];
    bool isGiven =
        llvm::any_of(args.keywords, [&](auto &k) { return k.first == name; });
    if (isGiven && !params.hasRest)
      break;
    names.items.push_back(makeStr(name));
  }
  std::vector<Value> keywords;
  for (auto &[name, value] : args.keywords) {
    keywords.push_back(makeStr(name));
    keywords.push_back(value);
  }
  Value named = e.containers.newDict(keywords, {}, {}, nullptr, args.range);
  if (e.stopped())
    return {};
  size_t given = args.positional.size() + params.before;
  return e.callLibrary("_tuples.call",
                       {callee, makeTuple(args.positional), args.rest, named,
                        makeStr(params.callee), names,
                        makeInt(static_cast<int64_t>(given)),
                        makeBool(!params.hasRest)},
                       args.range);
}

Value listOfRun(Elaborator &e, const Value &value) {
  Value behind = itemsBehind(e, value);
  const Value &list = behind ? behind : value;
  bool isOfRun = list.is(Kind::List) && e.get(list.id).isRuntime && !e.script();
  return isOfRun ? list : Value();
}

Value joinedItems(Elaborator &e, std::vector<Value> groups, ast::Range range) {
  return e.callLibrary("_tuples.joined_list", {makeTuple(std::move(groups))},
                       range);
}

/// How many arguments the fields of a text for str.format ask for; none where
/// they ask in another way.
static std::optional<int64_t> countFields(StringRef text) {
  int64_t next = 0, count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{')
      continue;
    StringRef rest = text.drop_front(i + 1);
    if (rest.consume_front("{")) {
      ++i;
      continue;
    }
    StringRef name =
        rest.take_until([](char c) { return StringRef("}:!.[").contains(c); });
    int64_t index = 0;
    if (name.empty())
      index = next++;
    else if (name.getAsInteger(10, index) || index > 1000)
      return std::nullopt;
    count = std::max(count, index + 1);
  }
  return count;
}

/// max() or min(), of all arguments as one list.
static Value callLargest(Elaborator &e, const Value &callee, CallArgs &args) {
  Value items = args.rest;
  if (!args.positional.empty())
    items = joinedItems(e, {makeTuple(args.positional), items}, args.range);
  if (!e.stopped())
    items = e.callLibrary("_tuples.several", {items, makeStr(callee.text)},
                          args.range);
  if (e.stopped())
    return {};
  args.rest = Value();
  args.positional = {items};
  args.ranges = {args.range};
  return e.call(callee, args);
}

Value callWithRest(Elaborator &e, const Value &callee, CallArgs &args) {
  bool isAlone = args.positional.empty() && args.keywords.empty();
  bool hasKeyOnly = llvm::all_of(
      args.keywords, [](const auto &word) { return word.first == "key"; });
  if (callee.is(Kind::Builtin) && hasKeyOnly &&
      (callee.text == "max" || callee.text == "min"))
    return callLargest(e, callee, args);
  if (callee.is(Kind::Builtin) && isAlone) {
    if (callee.text == "zip") {
      bool isIt = e.unpacked.begin == args.range.begin &&
                  e.unpacked.end == args.range.end;
      return e.callLibrary("_tuples.columns", {args.rest, makeBool(isIt)},
                           args.range);
    }
    bool isFormat = callee.text == "str.format" && callee.items[0].isConst();
    if (auto count = isFormat ? countFields(callee.items[0].text)
                              : std::optional<int64_t>())
      return e.callLibrary("_tuples.format",
                           {callee.items[0], args.rest, makeInt(*count)},
                           args.range);
  }
  CalleeParams params = parametersOf(e, callee);
  if (!params.isKnown)
    return e.error(
        args.range,
        "'*' of so many items as only the run knows needs a function or class "
        "of the program, 'zip', 'max', 'min', 'print', or 'format' of a known "
        "text");
  if (!params.hasRest || args.positional.size() < params.names.size())
    return callWithItems(e, callee, params, args);
  Value rest = e.callLibrary("_tuples.tuple", {args.rest}, args.range);
  if (e.stopped())
    return {};
  if (args.positional.size() > params.names.size()) {
    ArrayRef<Value> known = args.positional;
    rest = e.callLibrary(
        "_tuples.joined",
        {makeTuple(
            {makeTuple(known.drop_front(params.names.size()).vec()), rest})},
        args.range);
    if (e.stopped())
      return {};
  }
  args.rest = rest;
  return e.call(callee, args);
}

} // namespace tine::elaborate
