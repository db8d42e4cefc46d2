//===- FileBuiltins.cpp - Files and folders -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library's sources for files are made of.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/KnownJson.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"
#include "runtime/src/regular_expressions.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The strings and ints that a request gets; false after an error.
static bool argumentsOf(Context &e, Bound &a,
                        SmallVectorImpl<mlir::Value> &arguments) {
  for (const Value &value : a[1].items) {
    if (!value.is(Kind::Str) && !value.is(Kind::Int)) {
      e.error(a.range, "expected a str or an int, not '" +
                           toString(e.types.typeOf(value)) + "'");
      return false;
    }
    arguments.push_back(e.ssa(value));
  }
  return true;
}

static Value valueOf(Context &e, mlir::Value result) {
  mlir::Type type = result.getType();
  if (auto list = dyn_cast<ListType>(type)) {
    ValueRange leaves(result);
    TypeKind kind = isa<StringType>(list.getLeaves().front()) ? TypeKind::Str
                                                              : TypeKind::Int;
    return e.types.unflatten(makeType(TypeKind::List, {makeType(kind)}),
                             leaves);
  }
  return type.isF64()         ? makeFloat(result)
         : type.isInteger(64) ? makeInt(result)
                              : makeStrSsa(result);
}

/// _tine.file(what, *arguments): the op tine.file.
static Value fileOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  SmallVector<mlir::Value> arguments;
  if (!argumentsOf(e, a, arguments))
    return {};
  mlir::Type type = *FileOp::typeOf(e.getContext(), what);
  auto op =
      FileOp::create(e.b, e.loc(a.range), type ? TypeRange(type) : TypeRange(),
                     what, arguments);
  e.diagnoser.hadOutput = true;
  return type ? valueOf(e, op.getResult()) : makeNone();
}

/// _tine.data(what, *arguments): the op tine.data.
static Value dataOf(Context &e, Bound &a) {
  if (a[0].text.rfind("bytes_", 0) == 0)
    if (Value known = foldBytes(e, a[0].text, a[1].items))
      return known;
  SmallVector<mlir::Value> arguments;
  if (!argumentsOf(e, a, arguments))
    return {};
  mlir::Type type = DataOp::typeOf(e.getContext(), a[0].text);
  return valueOf(e,
                 DataOp::create(e.b, e.loc(a.range), type, a[0].text, arguments)
                     .getResult());
}

/// _tine.known_regex(pattern, flags): (what is wrong, the number of groups,
/// their names, the groups of these, which have a text in every match, flags);
/// None of what only the run knows, False of what is not supported.
static Value knownRegex(Context &e, Bound &a) {
  if (!a[0].isConst() || !a[1].isConst())
    return makeNone();
  const std::string &pattern = a[0].text;
  Regex regex;
  bool isRight =
      parseRegex(regex, pattern.data(), int64_t(pattern.size()), a[1].integer);
  std::string error(regex.error.data ? regex.error.data : "", regex.error.size);
  if (!isRight && !regex.isSupported)
    return e.error(a.range, "this pattern is not supported: " + error);
  std::vector<Value> names, groups, sure;
  for (const RegexName &name : regex.names) {
    names.push_back(makeStr(pattern.substr(name.begin, name.size)));
    groups.push_back(makeInt(int64_t(name.group)));
  }
  for (char isSure : regex.isSure)
    sure.push_back(makeBool(isSure != 0));
  return makeTuple({makeStr(error), makeInt(int64_t(regex.groups)),
                    makeTuple(names), makeTuple(groups), makeTuple(sure),
                    makeInt(regex.flags)});
}

void registerFileBuiltins(Registry &r) {
  r.add("_tine.file", "what, *arguments", fileOf);
  r.add("_tine.data", "what, *arguments", dataOf);
  // Whether all errors that were raised so far are of Python's own classes.
  r.add("_tine.raises_pythons", "", [](Context &e, Bound &a) {
    return makeBool(llvm::all_of(e.diagnoser.raised, [](const auto &entry) {
      return isException(entry.first);
    }));
  });
  r.add("_tine.is_caught", "kind", [](Context &e, Bound &a) {
    return makeBool(e.diagnoser.isCaught(a[0].text));
  });
  r.add("_tine.known_regex", "pattern, flags", knownRegex);
  r.add("_tine.json_value", "text", [](Context &e, Bound &a) {
    return valueOfJson(e, a[0].text, a.range);
  });
  r.add("_tine.json_shape", "path", [](Context &e, Bound &a) {
    return shapeOfJsonFile(e, a[0].text, a.range);
  });
}

} // namespace tine::elaborate
