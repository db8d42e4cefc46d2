//===- NamedTuples.cpp - What named tuples have of their own --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// _replace, _asdict, the names that a constructor takes, and
// collections.namedtuple; classes of typing.NamedTuple are in Classes.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value namedTupleMethod(Context &e, const Value &self, StringRef name,
                       CallArgs &args) {
  if (e.script())
    return e.error(args.range, "TorchScript has no '" + name +
                                   "' of named tuples; make another one");
  const std::vector<std::string> &fields = self.classInfo->fields.names;
  if (!args.positional.empty())
    return e.error(args.range, "'" + name + "' takes no positional arguments");
  if (name == "_asdict") {
    std::vector<Value> items;
    for (auto [field, value] : llvm::zip(fields, self.items)) {
      items.push_back(makeStr(field));
      items.push_back(value);
    }
    return e.containers.newDict(items, {}, {}, nullptr, args.range);
  }
  Value made = self;
  std::string unexpected;
  for (auto &[key, value] : args.keywords) {
    auto field = llvm::find(fields, key);
    if (field == fields.end())
      unexpected += (unexpected.empty() ? "'" : ", '") + key + "'";
    else
      made.items[field - fields.begin()] = value;
  }
  return unexpected.empty()
             ? made
             : e.fault("ValueError", args.range,
                       "Got unexpected field names: [" + unexpected + "]");
}

bool checkFields(Context &e, const ClassInfo &namedTuple,
                 const CallArgs &args) {
  const std::vector<std::string> &fields = namedTuple.fields.names;
  for (auto &[key, value] : args.keywords) {
    auto field = llvm::find(fields, key);
    bool isGiven = field != fields.end() &&
                   size_t(field - fields.begin()) < args.positional.size();
    if (field != fields.end() && !isGiven)
      continue;
    e.fault("TypeError", args.range,
            namedTuple.name + ".__new__() got " +
                (isGiven ? "multiple values for argument '"
                         : "an unexpected keyword argument '") +
                key + "'");
    return false;
  }
  return true;
}

static bool isKeyword(StringRef name) {
  static const std::set<StringRef> keywords = {
      "False",  "None",   "True",    "and",      "as",       "assert", "async",
      "await",  "break",  "class",   "continue", "def",      "del",    "elif",
      "else",   "except", "finally", "for",      "from",     "global", "if",
      "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
      "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};
  return keywords.count(name);
}

/// What Python says about the names of a named tuple; empty if they are fine.
static std::string faultOfNames(StringRef typeName,
                                ArrayRef<std::string> fields) {
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  std::vector<std::string> names = {typeName.str()};
  llvm::append_range(names, fields);
  for (const std::string &name : names) {
    if (name.empty() || llvm::isDigit(name[0]) || !llvm::all_of(name, isLetter))
      return "Type names and field names must be valid identifiers: '" + name +
             "'";
    if (isKeyword(name))
      return "Type names and field names cannot be a keyword: '" + name + "'";
  }
  std::set<StringRef> seen;
  for (const std::string &name : fields) {
    if (name[0] == '_')
      return "Field names cannot start with an underscore: '" + name + "'";
    if (!seen.insert(name).second)
      return "Encountered duplicate field name: '" + name + "'";
  }
  return {};
}

Value makeNamedTuple(Context &e, Bound &a) {
  std::vector<std::string> fields;
  std::vector<Value> names, defaults;
  auto isText = [](const Value &v) { return v.is(Kind::Str) && v.isConst(); };
  bool areKnown = isText(a[0]);
  if (isText(a[1])) {
    StringRef rest = a[1].text;
    while (!(rest = rest.ltrim(", \t\n\r\f\v")).empty()) {
      fields.push_back(
          rest.take_until([](char c) { return c == ',' || llvm::isSpace(c); })
              .str());
      rest = rest.drop_front(fields.back().size());
    }
  } else {
    areKnown &=
        e.containers.staticItems(a[1], names) && llvm::all_of(names, isText);
    for (const Value &name : names)
      fields.push_back(name.text);
  }
  if (!areKnown || (a.given(2) && !e.containers.staticItems(a[2], defaults)))
    return e.stopped()
               ? Value()
               : e.error(a.range, "the name and the fields of a named tuple "
                                  "must be known at compile time");
  auto isAscii = [](StringRef text) {
    return llvm::all_of(text, [](char c) { return !(c & 0x80); });
  };
  if (!isAscii(a[0].text) || !llvm::all_of(fields, isAscii))
    return e.error(a.range,
                   "the names of a named tuple have ASCII letters here");
  if (std::string text = faultOfNames(a[0].text, fields); !text.empty())
    return e.fault("ValueError", a.range, text);
  if (defaults.size() > fields.size())
    return e.fault("TypeError", a.range,
                   "Got more default values than field names");
  // The call's place stands for the class.
  const void *node = reinterpret_cast<const void *>(
      static_cast<uintptr_t>(a.range.begin) * 2 + 1);
  ClassInfo *info = &e.decisions.facts.sources
                         .classes[{node, e.decisions.classCounts[node]++}];
  *info = ClassInfo();
  info->name = info->qualifiedName = a[0].text;
  info->scope = e.frames.back().scope;
  info->order = {info};
  info->traits.isNamedTuple = true;
  info->fields.names = fields;
  size_t required = fields.size() - defaults.size();
  for (auto [i, value] : llvm::enumerate(defaults))
    info->fields.defaults[fields[required + i]] = value;
  Value value;
  value.kind = Kind::Class;
  value.classInfo = info;
  return value;
}

bool bindFields(Context &e, const ClassInfo &info, CallArgs &args,
                std::vector<std::pair<std::string, Value>> &fields) {
  size_t next = 0;
  auto fail = [&](const Twine &message) {
    return bool(e.error(args.range, message));
  };
  if (!checkFields(e, info, args))
    return false;
  for (const std::string &name : info.fields.names) {
    Value value;
    if (next < args.positional.size())
      value = args.positional[next++];
    for (auto &[key, given] : args.keywords)
      if (key == name)
        value = given;
    if (!value) {
      auto it = info.fields.defaults.find(name);
      if (it == info.fields.defaults.end())
        return fail("missing field '" + name + "' of '" + info.name + "'");
      value = it->second;
    }
    fields.push_back({name, value});
  }
  return next == args.positional.size() ||
         fail("'" + info.name + "' has " + Twine(info.fields.names.size()) +
              " fields");
}

} // namespace tine::elaborate
