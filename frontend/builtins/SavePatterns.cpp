//===- SavePatterns.cpp - Values as slots that are saved ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Containers that are known are taken apart here, those of the run there. The
// types that are noted are tuples: ("int",), ("list", TYPE), ("tuple", TYPES),
// ("map", KEY, TYPE), ("optional", TYPE), ("tensor", DTYPE, RANK), and
// ("dict",) whose entries are noted by their own keys.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/SavePatterns.h"
#include "frontend/builtins/Methods.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Loads.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Value noted(StringRef name, std::vector<Value> parts = {}) {
  parts.insert(parts.begin(), makeStr(name));
  return makeTuple(std::move(parts));
}

/// Adds the pattern of a type whose values the run has; what is noted of it.
/// Invalid for what cannot be saved.
static Value addTypeOfSaved(const Type &type, std::string &pattern) {
  auto simple = [&](StringRef letter, StringRef name) {
    pattern += letter;
    return noted(name);
  };
  auto part = [&](size_t i) {
    return addTypeOfSaved(type->elements[i], pattern);
  };
  switch (type->kind) {
  case TypeKind::None:
    return simple("n", "none");
  case TypeKind::Int:
    return simple("i", "int");
  case TypeKind::Float:
    return simple("f", "float");
  case TypeKind::Bool:
    return simple("b", "bool");
  case TypeKind::Str:
    return simple("s", "str");
  case TypeKind::Tensor:
    if (!type->tensor)
      return {};
    pattern += 't';
    return noted("tensor",
                 {makeDType(Numbers::dtypeOf(type->tensor.getElementType())),
                  makeInt(type->tensor.getRank())});
  case TypeKind::List: {
    pattern += 'l';
    Value element = part(0);
    return element ? noted("list", {element}) : Value();
  }
  case TypeKind::Dict: {
    if (type->elements[0]->kind == TypeKind::Tuple)
      return {}; // packed keys
    pattern += 'd';
    Value key = part(0), value = key ? part(1) : Value();
    return value ? noted("map", {key, value}) : Value();
  }
  case TypeKind::Optional: {
    pattern += 'o';
    Value element = part(0);
    return element ? noted("optional", {element}) : Value();
  }
  case TypeKind::Either: {
    pattern += 'x';
    Value first = part(0), second = first ? part(1) : Value();
    auto isNumber = [](const Value &value) {
      return value.items[0].text == "int" || value.items[0].text == "float";
    };
    if (!second)
      return {};
    return isNumber(first) && isNumber(second) ? noted("number") : noted("any");
  }
  case TypeKind::Tuple: {
    if (type->isRecord || type->isMadeList || type->isMadeDict)
      return {};
    pattern += '(';
    std::vector<Value> parts;
    for (size_t i = 0; i < type->elements.size(); ++i) {
      parts.push_back(part(i));
      if (!parts.back())
        return {};
    }
    pattern += ')';
    return noted("tuple", {makeTuple(parts)});
  }
  default:
    return {};
  }
}

namespace {

class SaveWriter {
public:
  SaveWriter(Context &e, ast::Range range, std::string &pattern,
             SmallVectorImpl<mlir::Value> &leaves)
      : e(e), range(range), pattern(pattern), leaves(leaves) {}

  /// What is noted of the value; invalid after an error.
  Value add(Value value, const std::string &key) {
    if (!e.budget.spend(range))
      return {};
    if (isNumpyNumber(value))
      return fail(key, "a number of NumPy, which torch.load(weights_only=True) "
                       "does not read; save int() or float() of it");
    switch (value.kind) {
    case Kind::None:
      pattern += 'n';
      return noted("none");
    case Kind::Int:
      return leaf('i', "int", value);
    case Kind::Bool:
      return leaf('b', "bool", value);
    case Kind::Float:
      return leaf('f', "float", value);
    case Kind::Str:
      return leaf('s', "str", value);
    case Kind::Tensor:
      return tensor(value);
    case Kind::Tuple:
      return tuple(value, key);
    case Kind::List:
      return e.get(value.id).isRuntime ? ofRun(value, key) : list(value, key);
    case Kind::Dict:
      return e.get(value.id).isRuntime ? ofRun(value, key) : dict(value, key);
    case Kind::Optional:
    case Kind::Either:
      return ofRun(value, key);
    default:
      return fail(key, "of type '" + toString(e.types.typeOf(value)) +
                           "', which cannot be saved; numbers, text, tensors, "
                           "and lists, tuples and dicts of them can");
    }
  }

private:
  Value fail(const std::string &key, const Twine &what) {
    return e.error(range,
                   "torch.save: " +
                       (key.empty() ? Twine("the value is ")
                                    : "what is at " + Twine(key) + " is ") +
                       what);
  }
  Value leaf(char letter, StringRef name, const Value &value) {
    pattern += letter;
    leaves.push_back(e.ssa(value));
    return noted(name);
  }

  Value tensor(const Value &value) {
    const Object &object = e.get(value.id);
    pattern += object.isParameter                     ? 'P'
               : object.requiresGrad && object.isLeaf ? 'T'
                                                      : 't';
    leaves.push_back(e.tensors.read(value));
    RankedTensorType type = e.tensors.tensorType(value);
    return noted("tensor", {makeDType(Numbers::dtypeOf(type.getElementType())),
                            makeInt(type.getRank())});
  }

  Value tuple(const Value &value, const std::string &key) {
    if (value.classInfo || (!value.text.empty() && !value.isSize))
      return fail(key, "a named tuple, which torch.load(weights_only=True) "
                       "does not read; save a dict");
    pattern += '(';
    std::vector<Value> types;
    if (!items(value.items, key, types))
      return {};
    pattern += ')';
    return noted("tuple", {makeTuple(types)});
  }

  bool items(ArrayRef<Value> values, const std::string &key,
             std::vector<Value> &types) {
    for (auto [i, item] : llvm::enumerate(values)) {
      types.push_back(add(item, key + "[" + std::to_string(i) + "]"));
      if (!types.back())
        return false;
    }
    return true;
  }

  Value list(const Value &value, const std::string &key) {
    std::vector<Value> values = e.get(value.id).items, types;
    pattern += '[';
    if (!items(values, key, types))
      return {};
    pattern += ']';
    bool isUniform = llvm::all_of(types, [&](const Value &type) {
      return sameValue(type, types.front());
    });
    return types.empty() ? noted("any")
           : isUniform   ? noted("list", {types.front()})
                         : noted("tuple", {makeTuple(types)});
  }

  Value dict(const Value &value, const std::string &key) {
    if (!e.containers.knowsOrder(value, range))
      return {};
    std::vector<Value> entries = e.get(value.id).items;
    pattern += e.objects.isOrdered(value) ? "O{" : "{";
    for (size_t i = 0; i + 1 < entries.size(); i += 2) {
      Value entry = entries[i + 1];
      if (entry.is(Kind::Maybe)) {
        pattern += 'm';
        leaves.push_back(entry.ssa);
        entry = Value(entry.items[0]);
      }
      std::string own =
          key + "[" +
          (entries[i].is(Kind::Str) ? "'" + entries[i].text + "'"
                                    : std::to_string(entries[i].integer)) +
          "]";
      if (!add(entries[i], own))
        return {};
      Value type = add(entry, own);
      if (!type)
        return {};
      noteSaved(e, own, type);
      if (e.stopped())
        return {};
    }
    pattern += '}';
    return noted("dict");
  }

  /// What only the run has in its parts.
  Value ofRun(const Value &value, const std::string &key) {
    Type type = e.types.typeOf(value);
    std::string own;
    Value known = addTypeOfSaved(type, own);
    if (!known)
      return fail(key,
                  "of type '" + toString(type) + "', which cannot be saved");
    pattern += own;
    return e.types.flatten(value, type, range, leaves, false) ? known : Value();
  }

  Context &e;
  ast::Range range;
  std::string &pattern;
  SmallVectorImpl<mlir::Value> &leaves;
};

} // namespace

bool addSavePattern(Context &e, const Value &value, const std::string &file,
                    ast::Range range, std::string &pattern,
                    SmallVectorImpl<mlir::Value> &leaves) {
  Value type = SaveWriter(e, range, pattern, leaves).add(value, "");
  if (type && !file.empty())
    noteSaved(e, file, type);
  return bool(type);
}

} // namespace tine::elaborate
