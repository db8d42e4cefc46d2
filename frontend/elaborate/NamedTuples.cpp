//===- NamedTuples.cpp - What named tuples have of their own --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// _replace, _asdict and collections.namedtuple; classes of typing.NamedTuple
// are in Classes.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value Elaborator::namedTupleMethod(const Value &self, StringRef name,
                                   CallArgs &args) {
  if (script())
    return error(args.range, "TorchScript has no '" + name +
                                 "' of named tuples; make another one");
  const std::vector<std::string> &fields = self.classInfo->annotationOrder;
  if (!args.positional.empty())
    return error(args.range, "'" + name + "' takes no positional arguments");
  if (name == "_asdict") {
    std::vector<Value> items;
    for (auto [field, value] : llvm::zip(fields, self.items)) {
      items.push_back(makeStr(field));
      items.push_back(value);
    }
    return newDict(items, {}, {}, nullptr, args.range);
  }
  Value made = self;
  for (auto &[key, value] : args.keywords) {
    auto field = llvm::find(fields, key);
    if (field == fields.end())
      return fault("ValueError", args.range,
                   "Got unexpected field names: ['" + key + "']");
    made.items[field - fields.begin()] = value;
  }
  return made;
}

Value Elaborator::makeNamedTuple(Bound &a) {
  std::vector<std::string> fields;
  std::vector<Value> names, defaults;
  if (a[1].is(Kind::Str) && a[1].isConst()) {
    std::string text = StringRef(a[1].text).str();
    std::replace(text.begin(), text.end(), ',', ' ');
    SmallVector<StringRef> parts;
    StringRef(text).split(parts, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      fields.push_back(part.str());
  } else if (staticItems(a[1], names)) {
    for (const Value &name : names)
      fields.push_back(name.text);
  }
  if (!a[0].is(Kind::Str) || !a[0].isConst() || fields.empty() ||
      (a.given(2) && !staticItems(a[2], defaults)) ||
      defaults.size() > fields.size())
    return stopped ? Value()
                   : error(a.range, "the name and the fields of a named tuple "
                                    "must be known at compile time");
  // The call's place stands for the class.
  const void *node = reinterpret_cast<const void *>(
      static_cast<uintptr_t>(a.range.begin) * 2 + 1);
  ClassInfo *info = &facts.classes[{node, classCounts[node]++}];
  *info = ClassInfo();
  info->name = info->qualifiedName = a[0].text;
  info->scope = frames.back().scope;
  info->order = {info};
  info->isNamedTuple = true;
  info->annotationOrder = fields;
  size_t required = fields.size() - defaults.size();
  for (auto [i, value] : llvm::enumerate(defaults))
    info->fieldDefaults[fields[required + i]] = value;
  Value value;
  value.kind = Kind::Class;
  value.classInfo = info;
  return value;
}

} // namespace tine::elaborate
