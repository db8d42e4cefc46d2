//===- StringMethods.cpp - Methods of strings -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known at compile time is computed there.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value Elaborator::stringMethod(const Value &self, StringRef name,
                               CallArgs &args) {
  ast::Range range = args.range;
  if (name == "format")
    return stringFormatCall(self, args);
  auto arg = [&](size_t i) {
    return i < args.positional.size() ? args.positional[i] : Value();
  };
  bool known =
      self.isConst() &&
      llvm::all_of(args.positional, [](const Value &v) { return v.isConst(); });
  StringRef s = self.text;
  if (name == "join") {
    std::vector<Value> items;
    if (!staticItems(arg(0), items)) {
      if (stopped || !arg(0).is(Kind::List))
        return stopped ? Value() : error(range, "join takes a list of strings");
      return makeStrSsa(StringMethodOp::create(
                            b, loc(range), StringType::get(context), "join",
                            ssa(self), ValueRange{get(arg(0).id).current})
                            .getResult());
    }
    Value text = makeStr("");
    for (auto [i, item] : llvm::enumerate(items)) {
      if (!item.is(Kind::Str))
        return error(range, "join takes strings");
      if (i)
        text = binary(ast::BinaryOp::Add, text, self, range);
      text = binary(ast::BinaryOp::Add, text, item, range);
    }
    return text;
  }
  if (known) {
    std::string a0 = arg(0).is(Kind::Str) ? arg(0).text : "";
    if (name == "upper" || name == "lower")
      return makeStr(name == "upper" ? s.upper() : s.lower());
    if (name == "startswith" && args.positional.size() == 1)
      return makeBool(s.starts_with(a0));
    if (name == "endswith" && args.positional.size() == 1)
      return makeBool(s.ends_with(a0));
    if (name == "strip" && args.positional.empty())
      return makeStr(s.trim(" \t\n\r\f\v"));
    if (name == "replace" && args.positional.size() == 2 && !a0.empty()) {
      std::string out;
      StringRef rest = s;
      for (size_t at; (at = rest.find(a0)) != StringRef::npos;
           rest = rest.drop_front(at + a0.size()))
        out += (rest.substr(0, at) + arg(1).text).str();
      return makeStr(out + rest.str());
    }
    if (name == "split" && args.positional.size() == 1 && !a0.empty()) {
      std::vector<Value> parts;
      StringRef rest = s;
      for (size_t at; (at = rest.find(a0)) != StringRef::npos;
           rest = rest.drop_front(at + a0.size()))
        parts.push_back(makeStr(rest.substr(0, at)));
      parts.push_back(makeStr(rest));
      return newList(parts, {}, nullptr, range);
    }
  }
  // The others are computed at run time.
  static const std::map<std::string, char> results = {
      {"upper", 's'},       {"lower", 's'},        {"strip", 's'},
      {"lstrip", 's'},      {"rstrip", 's'},       {"replace", 's'},
      {"capitalize", 's'},  {"title", 's'},        {"swapcase", 's'},
      {"zfill", 's'},       {"rjust", 's'},        {"ljust", 's'},
      {"center", 's'},      {"find", 'i'},         {"rfind", 'i'},
      {"index", 'i'},       {"rindex", 'i'},       {"count", 'i'},
      {"startswith", 'b'},  {"endswith", 'b'},     {"isdigit", 'b'},
      {"isalpha", 'b'},     {"isalnum", 'b'},      {"isspace", 'b'},
      {"isupper", 'b'},     {"islower", 'b'},      {"isdecimal", 'b'},
      {"isnumeric", 'b'},   {"isidentifier", 'b'}, {"istitle", 'b'},
      {"isprintable", 'b'}, {"expandtabs", 's'},   {"split", 'l'},
      {"rsplit", 'l'},      {"splitlines", 'l'},   {"partition", 'p'},
      {"rpartition", 'p'}};
  auto it = results.find(name.str());
  if (it == results.end()) {
    SmallVector<StringRef> names{"format", "join"};
    for (auto &entry : results)
      names.push_back(entry.first);
    std::string near = nearestName(name, names);
    return error(range,
                 "'str' has no method '" + name + "'" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : args.positional) {
    if (v.is(Kind::None))
      continue;
    if (!v.is(Kind::Str) && !v.isNumber())
      return error(range, "'" + name + "' takes strings and numbers");
    values.push_back(ssa(v));
  }
  mlir::Type type =
      it->second == 's'   ? mlir::Type(StringType::get(context))
      : it->second == 'i' ? mlir::Type(b.getI64Type())
      : it->second == 'b'
          ? mlir::Type(b.getI1Type())
          : mlir::Type(ListType::get(context, {StringType::get(context)}));
  mlir::Value result =
      StringMethodOp::create(b, loc(range), type, name, ssa(self), values);
  switch (it->second) {
  case 's':
    return makeStrSsa(result);
  case 'i':
    return makeInt(result);
  case 'b':
    return makeBool(result);
  default: {
    ValueRange leaves(result);
    Value list =
        unflatten(makeType(TypeKind::List, {makeType(TypeKind::Str)}), leaves);
    if (it->second == 'l')
      return list;
    std::vector<Value> parts(3);
    for (size_t i = 0; i < parts.size(); ++i)
      parts[i] = listGet(list, makeInt(static_cast<int64_t>(i)), range);
    return makeTuple(parts);
  }
  }
}

} // namespace tine::elaborate
