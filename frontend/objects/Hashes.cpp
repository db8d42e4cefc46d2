//===- Hashes.cpp - What Python can hash ----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists, dicts and objects without a hash are refused as keys, wherever they
// are in a value; of a dataclass those fields count that its hash takes.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Dataclasses.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether it takes part in the hash: as in comparisons, unless it says.
static bool isHashed(Context &e, const DataField &field) {
  Value hash = optionOf(e, field, "hash");
  return hash.is(Kind::None) ? isSet(e, field, "compare") : hash.integer != 0;
}

Value unhashable(Context &e, const Value &value) {
  if (value.is(Kind::List) || value.is(Kind::Dict))
    return value;
  if (value.is(Kind::Tuple) &&
      !(value.classInfo && value.classInfo->traits.isEnum)) {
    for (const Value &item : value.items)
      if (Value part = unhashable(e, item))
        return part;
    return {};
  }
  if (!value.is(Kind::Object))
    return {};
  Value hash = e.objects.findMember(e.get(value.id).classInfo, "__hash__");
  if (hash.is(Kind::None))
    return value;
  const ClassInfo *owner = hash.function ? hash.function->owner : nullptr;
  if (!owner || !owner->traits.isDataclass || !hash.function->scope->isLibrary)
    return {};
  for (const DataField &field : owner->dataclass.fields) {
    auto known = e.get(value.id).attributes.find(field.name);
    if (known == e.get(value.id).attributes.end() || !isHashed(e, field))
      continue;
    if (Value part = unhashable(e, Value(known->second)))
      return part;
  }
  return {};
}

std::string unhashableType(Context &e, const Value &value, bool whole) {
  if (!value.is(Kind::Object))
    return value.is(Kind::List)         ? "list"
           : e.objects.isOrdered(value) ? "collections.OrderedDict"
                                        : "dict";
  const ClassInfo *info = e.get(value.id).classInfo;
  if (!whole || info->scope->isLibrary)
    return info->name;
  return info->scope->moduleName + "." + info->qualifiedName;
}

/// Whether an object that exists in the run is in a key.
static bool holdsRunObject(const Context &e, const Value &key) {
  return isOfRun(e, key) || llvm::any_of(key.items, [&](const Value &item) {
           return holdsRunObject(e, item);
         });
}

bool PythonObjects::isHashable(const Value &key, ast::Range range) {
  // A part that only the run knows is not found by what it is.
  if (key.is(Kind::Tensor) && !get(key.id).mayAlias.empty() &&
      decisions.unrollParts())
    return false;
  if (holdsRunObject(*this, key))
    return bool(error(range, "objects that exist in the run, as they are in a "
                             "list of the run or chosen by a path, cannot be "
                             "keys of dicts or elements of sets; give each a "
                             "number or a name of its own"));
  Value part = script() ? Value() : unhashable(*this, key);
  if (part)
    fault("TypeError", range,
          "unhashable type: '" + unhashableType(*this, part, false) + "'");
  return !part;
}

} // namespace tine::elaborate
