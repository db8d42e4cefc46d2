//===- Enums.cpp - Members of enums ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A member is a tuple of its name and value, or an int with its name as text.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/objects/Classes.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Classes::defineMember(ClassInfo &info, StringRef name, Value value,
                           ast::Range range) {
  auto valueOf = [&](const Value &member) {
    return info.traits.isIntEnum ? makeInt(member.integer) : member.items[1];
  };
  // In the body of the class its name is the value.
  if (value.classInfo == &info)
    value = valueOf(value);
  // One more than the greatest value that was given, to aliases as well.
  if (value.is(Kind::Builtin) && value.text == "enum.auto") {
    value = makeInt(int64_t(1));
    bool isFirst = true;
    for (auto &given : info.fields.defaults) {
      const Value &last = given.second;
      if (!last.is(Kind::Int) || last.integer == INT64_MAX)
        return bool(
            error(range, "auto() counts ints; give this member its value"));
      if (std::exchange(isFirst, false) || last.integer >= value.integer)
        value = makeInt(last.integer + 1);
    }
  }
  info.fields.defaults[name.str()] = value;
  // Another name for a member.
  bool isPlain = value.isNumber() || value.is(Kind::Str);
  for (const std::string &other : info.fields.names) {
    Value own = valueOf(info.members[other]);
    Value same = isPlain && (own.isNumber() || own.is(Kind::Str))
                     ? model.compare(ast::CompareOp::Eq, own, value, range)
                     : makeBool(sameValue(own, value));
    if (!stopped() && !same.isConst())
      error(range, "the values of an enum must be known at compile time");
    if (stopped())
      return false;
    if (same.integer) {
      info.members[name.str()] = Value(info.members[other]);
      return true;
    }
  }
  Value item = makeTuple({makeStr(name), value});
  if (info.traits.isIntEnum) {
    if (!value.is(Kind::Int) || !value.isConst())
      return bool(error(range, "the members of an IntEnum are ints"));
    item = value;
    item.text = name.str();
  }
  item.classInfo = &info;
  info.members[name.str()] = item;
  info.fields.names.push_back(name.str());
  return true;
}

/// The first of the members that has the value.
static Value chooseMember(Context &e, ArrayRef<std::pair<Value, Value>> hasIt,
                          const Twine &message, ast::Range range) {
  if (hasIt.empty())
    return e.fault("ValueError", range, message);
  const Value &isIt = hasIt.front().first, &member = hasIt.front().second;
  if (isIt.isConst())
    return member;
  return e.paths.select(
      isIt.ssa, [&] { return member; },
      [&] { return chooseMember(e, hasIt.drop_front(), message, range); },
      range);
}

/// What an enum gives for a value.
Value memberOfEnum(Context &e, ClassInfo *info, const Value &value,
                   ast::Range range) {
  if (value.classInfo == info)
    return value;
  std::vector<std::pair<Value, Value>> hasIt;
  for (const std::string &name : info->fields.names) {
    const Value member = info->members[name];
    Value own =
        info->traits.isIntEnum ? makeInt(member.integer) : member.items[1];
    Value same = e.model.compare(ast::CompareOp::Eq, own, value, range);
    if (!e.stopped() && !same.is(Kind::Bool))
      e.error(range, "a value of type '" + toString(e.types.typeOf(value)) +
                         "' is not compared with the members of an enum");
    if (e.stopped())
      return {};
    if (!same.isConst() || same.integer)
      hasIt.push_back({same, member});
    if (same.isConst() && same.integer)
      break;
  }
  bool isFound = !hasIt.empty() && hasIt.back().first.isConst();
  if (!isFound && e.objects.findMember(info, "_missing_"))
    return e.error(range, "'_missing_' of an enum is not supported; write a "
                          "function that chooses the member");
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  if (hasIt.empty() && !formatPattern(e, value, true, range, pattern, leaves))
    return {};
  Value text =
      hasIt.empty() ? formatString(e, pattern, leaves, range) : Value();
  return chooseMember(e, hasIt,
                      (text && text.isConst() ? text.text : "the value") +
                          " is not a valid " + info->name,
                      range);
}

} // namespace tine::elaborate
