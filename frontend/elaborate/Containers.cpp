//===- Containers.cpp - Lists and dicts in both forms ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list or dict is known at compile time as long as its length is; a fact from
// an earlier round makes it exist at run time from its beginning.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Elaborator::staticItems(const Value &value, std::vector<Value> &out) {
  if (value.is(Kind::Tuple)) {
    llvm::append_range(out, value.items);
    return true;
  }
  if (value.is(Kind::List) && !get(value.id).isRuntime) {
    llvm::append_range(out, get(value.id).items);
    return true;
  }
  if (value.is(Kind::Range) || value.is(Kind::Iterator) ||
      value.is(Kind::Class) || value.is(Kind::Dict) || value.is(Kind::Object)) {
    Sequence sequence;
    if (!sequenceOf(value, here, sequence) || !sequence.length.isConst())
      return false;
    if (sequence.length.integer > 100000)
      return false;
    for (int64_t i = 0; i < sequence.length.integer && !stopped; ++i)
      out.push_back(sequence.element(makeInt(i)));
    return !stopped;
  }
  if (value.is(Kind::Str) && value.isConst()) {
    Sequence sequence;
    if (!sequenceOf(value, here, sequence))
      return false;
    for (int64_t i = 0; i < sequence.length.integer; ++i)
      out.push_back(sequence.element(makeInt(i)));
    return true;
  }
  return false;
}

Value Elaborator::newList(std::vector<Value> items, Type elementType,
                          const void *node, ast::Range range) {
  if (!checkLength(items.size(), range, "list"))
    return {};
  Object list{Object::Kind::List};
  if (node)
    list.site = site(node);
  list.elementType = elementType;
  // Without annotation an empty list is a list of tensors in TorchScript.
  if (items.empty() && !elementType && script())
    list.elementType = makeTensorType({});
  list.items = std::move(items);
  Value value = makeRef(Kind::List, allocate(std::move(list)));
  auto fact =
      node ? facts.runtimeLists.find(site(node)) : facts.runtimeLists.end();
  if (fact == facts.runtimeLists.end())
    return value;
  mutate(value.id).elementType = fact->second;
  return materialize(value, range) ? value : Value();
}

Value Elaborator::newDict(std::vector<Value> items, Type key, Type valueType,
                          const void *node, ast::Range range) {
  Object dict{Object::Kind::Dict};
  if (node)
    dict.site = site(node);
  dict.keyType = key;
  dict.valueType = valueType;
  Value value = makeRef(Kind::Dict, allocate(std::move(dict)));
  auto fact =
      node ? facts.runtimeDicts.find(site(node)) : facts.runtimeDicts.end();
  if (fact != facts.runtimeDicts.end()) {
    Object &object = mutate(value.id);
    object.keyType = fact->second.first;
    object.valueType = fact->second.second;
    if (!materialize(value, range))
      return {};
  }
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (!dictSet(value, items[i], items[i + 1], range))
      return {};
  return value;
}

bool Elaborator::materialize(const Value &container, ast::Range range) {
  const Object &object = get(container.id);
  if (object.isRuntime)
    return true;
  Type type = typeOf(container);
  SmallVector<mlir::Type> leaves;
  if (hasStatic(type) || isPartial(type) || !leafTypes(type, leaves)) {
    error(range, "the elements of this " +
                     StringRef(container.is(Kind::List) ? "list" : "dict") +
                     ", which must exist at run time, are of different or "
                     "unknown types; annotate it");
    return false;
  }
  std::vector<Value> items = object.items;
  Location where = loc(range);
  if (container.is(Kind::List)) {
    mlir::Value list = ListNewOp::create(b, where, leaves[0]);
    for (const Value &item : items) {
      SmallVector<mlir::Value> values;
      if (!flatten(item, type->elements[0], range, values, /*keep=*/true))
        return false;
      ListAppendOp::create(b, where, list, values);
    }
    Object &made = mutate(container.id);
    made.isRuntime = true;
    made.current = list;
    made.elementType = type->elements[0];
    made.items.clear();
    return true;
  }
  mlir::Value dict =
      DictNewOp::create(b, where, leaves[0], compareOf(type->elements[0]));
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    SmallVector<mlir::Value> values;
    if (!flatten(items[i], type->elements[0], range, values, true) ||
        !flatten(items[i + 1], type->elements[1], range, values, true))
      return false;
    DictSetOp::create(b, where, dict, values[0],
                      ValueRange(values).drop_front());
  }
  Object &made = mutate(container.id);
  made.isRuntime = true;
  made.current = dict;
  made.keyType = type->elements[0];
  made.valueType = type->elements[1];
  made.items.clear();
  return true;
}

bool Elaborator::needElementType(unsigned id, Type type, ast::Range range) {
  const Object &list = get(id);
  Type joined = joinTypes(list.elementType, type);
  if (!joined) {
    error(range, "a list of type 'List[" + toString(list.elementType) +
                     "]' cannot hold a value of type '" + toString(type) + "'");
    return false;
  }
  if (!list.isRuntime) {
    return true;
  }
  if (sameType(joined, list.elementType))
    return true;
  if (!list.site.first) {
    error(range, "this list holds values of type '" +
                     toString(list.elementType) +
                     "' of one shape; a value of another shape cannot be put "
                     "into it here");
    return false;
  }
  facts.runtimeLists[list.site] = joined;
  requestRestart();
  return false;
}

Compare Elaborator::compareOf(const Type &type) {
  if (!type)
    return Compare::by_int;
  switch (type->kind) {
  case TypeKind::Float:
    return Compare::by_float;
  case TypeKind::Str:
    return Compare::by_string;
  case TypeKind::Int:
  case TypeKind::Bool:
    return Compare::by_int;
  default:
    return Compare::by_identity;
  }
}

Value Elaborator::listLength(const Value &list, ast::Range range) {
  const Object &object = get(list.id);
  if (!object.isRuntime)
    return makeInt(static_cast<int64_t>(object.items.size()));
  return makeInt(
      ListLengthOp::create(b, loc(range), object.current).getResult());
}

void Elaborator::share(const Value &value, ast::Range range) {
  if (value.is(Kind::Tensor)) {
    Object &storage = mutate(get(value.id).storage);
    storage.shared = true;
    storage.sharedAt = range;
    storage.sharedFile = &file();
  }
  for (const Value &item : value.items)
    share(item, range);
  if ((value.is(Kind::List) || value.is(Kind::Dict)) &&
      get(value.id).isAwaited) {
    std::vector<Value> items = get(value.id).items;
    for (const Value &item : items)
      share(item, range);
  }
}

bool Elaborator::checkChange(const Value &container, ast::Range range) {
  if (!container.is(Kind::List) && !container.is(Kind::Dict))
    return true;
  if (!get(container.id).isAwaited)
    return true;
  bool isList = container.is(Kind::List);
  error(range,
        Twine(isList ? "this list" : "this dict") +
            " is the result of a task that may be awaited again; change a copy "
            "of it, as of " +
            (isList ? "list(...)" : "dict(...)"));
  return false;
}

Value Elaborator::listGet(const Value &list, const Value &index,
                          ast::Range range) {
  const Object &object = get(list.id);
  if (!object.isRuntime)
    return subscript(list, index, range);
  SmallVector<mlir::Type> types;
  leafTypes(object.elementType, types);
  Type type = object.elementType;
  auto op = ListGetOp::create(b, loc(range), types, object.current, ssa(index));
  ValueRange leaves = op.getResults();
  Value value = unflatten(type, leaves);
  share(value, range);
  return value;
}

bool Elaborator::listAppend(const Value &list, Value item, ast::Range range) {
  const Object &object = get(list.id);
  Type own = typeOf(item);
  Type declared = object.elementType;
  if (script() && declared && !object.isRuntime) {
    Type joined = joinTypes(declared, own);
    bool numberMix =
        declared->kind == TypeKind::Float && own->kind == TypeKind::Int;
    if (!joined && own->kind != TypeKind::Static) {
      // Tensors of other ranks or dtypes are fine while the list is known.
      if (!(declared->kind == TypeKind::Tensor &&
            own->kind == TypeKind::Tensor) ||
          numberMix) {
        error(range,
              "cannot append a value of type '" + toString(own) +
                  "' to a list of type 'List[" + toString(declared) + "]'" +
                  (declared->kind == TypeKind::Tensor && !declared->tensor
                       ? "; an empty list is a list of tensors: annotate it"
                       : ""));
        return false;
      }
    }
  }
  if (!object.isRuntime) {
    if (!checkLength(object.items.size() + 1, range, "list") ||
        !checkItem(list, item, range))
      return false;
    mutate(list.id).items.push_back(std::move(item));
    return true;
  }
  if (!needElementType(list.id, own, range))
    return false;
  SmallVector<mlir::Value> leaves;
  if (!flatten(item, get(list.id).elementType, range, leaves, /*keep=*/true))
    return false;
  ListAppendOp::create(b, loc(range), get(list.id).current, leaves);
  return true;
}

//===----------------------------------------------------------------------===//
// Methods of lists
//===----------------------------------------------------------------------===//

/// Sorts a list of compile time by what `key` gives for its elements, or by the
/// elements themselves.
Value Elaborator::sortByKey(const Value &self, std::vector<Value> items,
                            const Value &key, const Value &descending,
                            ast::Range range) {
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value &item : items) {
    CallArgs args;
    args.range = range;
    args.positional = {item};
    keyed.push_back({key ? call(key, args) : item, item});
    if (stopped)
      return {};
  }
  bool known = !get(self.id).isRuntime && descending.isConst();
  // By insertion: stable, and every comparison is known to be one of constants.
  std::vector<Value> sorted, keys;
  for (auto &[k, item] : keyed) {
    size_t at = keys.size();
    while (at > 0 && known) {
      Value before = descending.integer
                         ? compare(ast::CompareOp::Lt, keys[at - 1], k, range)
                         : compare(ast::CompareOp::Lt, k, keys[at - 1], range);
      if (stopped)
        return {};
      known = before.isConst();
      if (!known || !before.integer)
        break;
      --at;
    }
    keys.insert(keys.begin() + at, k);
    sorted.insert(sorted.begin() + at, item);
  }
  if (!known)
    return error(range, key ? "sorting by a key needs a list and keys that are "
                              "known at compile time"
                            : "only int, float, str and bool can be sorted "
                              "when they depend on data");
  mutate(self.id).items = std::move(sorted);
  return makeNone();
}

Value Elaborator::listMethod(const Value &self, StringRef name,
                             CallArgs &args) {
  ast::Range range = args.range;
  static const std::set<StringRef> changing = {"append",  "extend", "insert",
                                               "pop",     "remove", "clear",
                                               "reverse", "sort"};
  if (changing.count(name) && !checkChange(self, range))
    return {};
  Location where = loc(range);
  auto arg = [&](size_t i) {
    return i < args.positional.size() ? args.positional[i] : Value();
  };
  auto needs = [&](size_t low, size_t high) {
    if (args.positional.size() >= low && args.positional.size() <= high)
      return true;
    error(range,
          "'" + name + "' got " + Twine(args.positional.size()) + " arguments");
    return false;
  };
  std::vector<Value> items;
  if (self.is(Kind::Tuple)) {
    items = self.items;
  } else if (!get(self.id).isRuntime) {
    items = get(self.id).items;
  }
  bool runtime = self.is(Kind::List) && get(self.id).isRuntime;
  // A change at a place that is not known needs a list of run time.
  auto needRuntime = [&]() -> bool {
    const Object &object = get(self.id);
    if (object.isRuntime)
      return true;
    Type type = typeOf(self);
    if (object.site.first && type->kind == TypeKind::List && !isPartial(type)) {
      facts.runtimeLists[object.site] = type->elements[0];
      requestRestart();
      return false;
    }
    return materialize(self, range);
  };
  if (name == "append") {
    if (!needs(1, 1) || !listAppend(self, arg(0), range))
      return {};
    return makeNone();
  }
  if (name == "extend") {
    if (!needs(1, 1))
      return {};
    std::vector<Value> more;
    Value other = arg(0);
    if (!runtime && staticItems(other, more)) {
      for (const Value &item : more)
        if (!listAppend(self, item, range))
          return {};
      return makeNone();
    }
    if (stopped)
      return {};
    if (other.is(Kind::List)) {
      Type type = joinTypes(typeOf(self), typeOf(other));
      if (!type)
        return error(range, "cannot extend a list of type '" +
                                toString(typeOf(self)) + "' by '" +
                                toString(typeOf(other)) + "'");
      if (!needElementType(self.id, type->elements[0], range) || !needRuntime())
        return {};
      SmallVector<mlir::Value> leaves;
      if (!flatten(self, type, range, leaves, true) ||
          !flatten(other, type, range, leaves, true))
        return {};
      ListExtendOp::create(b, where, leaves[0], leaves[1]);
      return makeNone();
    }
    Sequence sequence;
    if (!sequenceOf(other, range, sequence))
      return {};
    LoopSource source;
    source.node = &sequence;
    source.range = range;
    iterate(other, source, [&](Value element) -> Flow {
      return listAppend(self, element, range) ? Flow() : Flow::none();
    });
    return stopped ? Value() : makeNone();
  }
  if (name == "insert") {
    if (!needs(2, 2))
      return {};
    if (!runtime && arg(0).isConst()) {
      int64_t n = items.size(), i = arg(0).integer;
      i = std::clamp<int64_t>(i < 0 ? i + n : i, 0, n);
      if (!checkLength(items.size() + 1, range, "list") ||
          !checkItem(self, arg(1), range))
        return {};
      Object &object = mutate(self.id);
      object.items.insert(object.items.begin() + i, arg(1));
      return makeNone();
    }
    if (!needRuntime() || !needElementType(self.id, typeOf(arg(1)), range))
      return {};
    SmallVector<mlir::Value> leaves;
    if (!flatten(arg(1), get(self.id).elementType, range, leaves, true))
      return {};
    ListInsertOp::create(b, where, get(self.id).current, ssa(arg(0)), leaves);
    return makeNone();
  }
  if (name == "pop") {
    if (!needs(0, 1))
      return {};
    Value index = arg(0) ? arg(0) : makeInt(int64_t(-1));
    if (!index.is(Kind::Int) && !index.is(Kind::Bool))
      return error(range, "a list is indexed by integers, not by a value of "
                          "type '" +
                              toString(typeOf(index)) + "'");
    if (!runtime && index.isConst()) {
      int64_t n = items.size(),
              i = index.integer < 0 ? index.integer + n : index.integer;
      if (i < 0 || i >= n)
        return fault("IndexError", range,
                     n ? "pop index out of range" : "pop from empty list");
      Object &object = mutate(self.id);
      Value value = object.items[i];
      object.items.erase(object.items.begin() + i);
      return value;
    }
    if (!needRuntime())
      return {};
    SmallVector<mlir::Type> types;
    Type type = get(self.id).elementType;
    leafTypes(type, types);
    auto op =
        ListPopOp::create(b, where, types, get(self.id).current, ssa(index));
    ValueRange leaves = op.getResults();
    Value value = unflatten(type, leaves);
    share(value, range);
    return value;
  }
  if (name == "clear") {
    if (runtime)
      ListClearOp::create(b, where, get(self.id).current);
    else
      mutate(self.id).items.clear();
    return makeNone();
  }
  if (name == "reverse") {
    if (runtime) {
      ListReverseOp::create(b, where, get(self.id).current);
    } else {
      Object &object = mutate(self.id);
      std::reverse(object.items.begin(), object.items.end());
    }
    return makeNone();
  }
  if (name == "copy") {
    if (!runtime)
      return newList(items, get(self.id).elementType, nullptr, range);
    Type type = typeOf(self);
    mlir::Value copy = ListCopyOp::create(b, where, get(self.id).current);
    ValueRange leaves(copy);
    return unflatten(type, leaves);
  }
  if (name == "sort") {
    Value descending = makeBool(false), by;
    for (auto &[key, value] : args.keywords) {
      if (key == "key")
        by = value;
      else if (key == "reverse")
        descending = value;
      else
        return error(range, "sort takes 'key' and 'reverse' only");
    }
    if (by && !by.is(Kind::None))
      return sortByKey(self, items, by, descending, range);
    if (!args.positional.empty())
      descending = arg(0);
    if (items.empty() && !runtime)
      return makeNone();
    Type type = typeOf(self);
    TypeKind element = type->kind == TypeKind::List ? type->elements[0]->kind
                                                    : TypeKind::Unknown;
    if (element != TypeKind::Int && element != TypeKind::Float &&
        element != TypeKind::Str && element != TypeKind::Bool) {
      if (!runtime)
        return sortByKey(self, items, {}, descending, range);
      return error(range,
                   "only lists of int, float, str and bool can be sorted");
    }
    bool known =
        !runtime && descending.isConst() &&
        llvm::all_of(items, [](const Value &v) { return v.isConst(); });
    if (known) {
      std::sort(
          items.begin(), items.end(), [&](const Value &x, const Value &y) {
            const Value &p = descending.integer ? y : x,
                        &q = descending.integer ? x : y;
            if (p.is(Kind::Str))
              return p.text < q.text;
            return p.is(Kind::Float) ? p.real < q.real : p.integer < q.integer;
          });
      mutate(self.id).items = items;
      return makeNone();
    }
    if (!needRuntime())
      return {};
    ListSortOp::create(b, where, compareOf(get(self.id).elementType),
                       get(self.id).current, ssa(descending));
    return makeNone();
  }
  if (name == "index" || name == "count" || name == "remove") {
    if (!needs(1, 1))
      return {};
    if (!runtime) {
      int64_t count = 0;
      for (auto [i, element] : llvm::enumerate(items)) {
        if (element.kind != arg(0).kind &&
            !(element.isNumber() && arg(0).isNumber()))
          continue;
        Value equal = compare(ast::CompareOp::Eq, element, arg(0), range);
        equal = stopped ? equal : truth(equal, range);
        if (stopped)
          return {};
        if (!equal.isConst()) {
          if (self.is(Kind::Tuple))
            return error(range,
                         "this needs values that are known at compile time");
          if (!needRuntime())
            return {};
          return listMethod(self, name, args);
        }
        if (!equal.integer)
          continue;
        ++count;
        if (name == "index")
          return makeInt(static_cast<int64_t>(i));
        if (name == "remove") {
          Object &object = mutate(self.id);
          object.items.erase(object.items.begin() + i);
          return makeNone();
        }
      }
      if (name == "count")
        return makeInt(count);
      return fault("ValueError", range,
                   name == "index" ? "the value is not in the list"
                                   : "list.remove(x): x not in list");
    }
    Compare how = compareOf(get(self.id).elementType);
    mlir::Value list = get(self.id).current;
    if (name == "count")
      return makeInt(
          ListCountOp::create(b, where, how, list, ssa(arg(0))).getResult());
    mlir::Value at = ListFindOp::create(b, where, how, list, ssa(arg(0)));
    check(arith::CmpIOp::create(b, where, arith::CmpIPredicate::sge, at,
                                constInt(0)),
          "ValueError",
          name == "index" ? "the value is not in the list"
                          : "list.remove(x): x not in list",
          range);
    if (name == "index")
      return makeInt(at);
    SmallVector<mlir::Type> types;
    leafTypes(get(self.id).elementType, types);
    ListPopOp::create(b, where, types, list, at);
    return makeNone();
  }
  return error(range, "'list' has no method '" + name + "'");
}

//===----------------------------------------------------------------------===//
// Dicts
//===----------------------------------------------------------------------===//

/// The attribute of a defaultdict that makes what is missing.
static constexpr const char *defaultFactory = "default_factory";

static bool sameKey(const Value &a, const Value &b) {
  if (a.is(Kind::Str) && b.is(Kind::Str) && a.isConst() && b.isConst())
    return a.text == b.text;
  if (a.isNumber() && b.isNumber() && a.isConst() && b.isConst()) {
    double x = a.is(Kind::Float) ? a.real : a.integer,
           y = b.is(Kind::Float) ? b.real : b.integer;
    return x == y;
  }
  return sameValue(a, b);
}

static bool knownKey(const Value &key) {
  return key.isConst() || key.is(Kind::Tensor) || key.is(Kind::Object) ||
         key.is(Kind::Tuple) || key.is(Kind::None) || key.is(Kind::DType) ||
         key.is(Kind::Device) || key.is(Kind::Class);
}

static int findKey(const std::vector<Value> &items, const Value &key) {
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (sameKey(items[i], key))
      return i;
  return -1;
}

bool Elaborator::dictSet(const Value &dict, Value key, Value value,
                         ast::Range range) {
  const Object &object = get(dict.id);
  if (!object.isRuntime) {
    if (knownKey(key)) {
      int at = findKey(object.items, key);
      if (!spend(range, object.items.size() / 256) ||
          !checkLength(object.items.size() / 2, range, "dict") ||
          !checkItem(dict, value, range))
        return false;
      Object &changed = mutate(dict.id);
      if (at >= 0) {
        changed.items[at + 1] = std::move(value);
      } else {
        changed.items.push_back(std::move(key));
        changed.items.push_back(std::move(value));
      }
      return true;
    }
    // A key that is not known: the dict must exist at run time.
    Type type = typeOf(dict);
    Type keyType = joinTypes(
        type->kind == TypeKind::Dict ? type->elements[0] : Type(), typeOf(key));
    Type valueType =
        joinTypes(type->kind == TypeKind::Dict ? type->elements[1] : Type(),
                  typeOf(value));
    if (!keyType || !valueType || isPartial(valueType)) {
      error(range, "the values of this dict are of different types");
      return false;
    }
    if (object.site.first) {
      facts.runtimeDicts[object.site] = {keyType, valueType};
      requestRestart();
      return false;
    }
    if (!materialize(dict, range))
      return false;
  }
  const Object &made = get(dict.id);
  Type keyType = joinTypes(made.keyType, typeOf(key));
  Type valueType = joinTypes(made.valueType, typeOf(value));
  if (!keyType || !valueType) {
    error(range, "a dict of type '" + toString(typeOf(dict)) +
                     "' cannot hold '" + toString(typeOf(key)) + "': '" +
                     toString(typeOf(value)) + "'");
    return false;
  }
  if (!sameType(keyType, made.keyType) ||
      !sameType(valueType, made.valueType)) {
    if (!made.site.first) {
      error(range, "this dict holds values of one shape; a value of another "
                   "shape cannot be put into it here");
      return false;
    }
    facts.runtimeDicts[made.site] = {keyType, valueType};
    requestRestart();
    return false;
  }
  SmallVector<mlir::Value> leaves;
  if (!flatten(key, keyType, range, leaves, true) ||
      !flatten(value, valueType, range, leaves, true))
    return false;
  DictSetOp::create(b, loc(range), get(dict.id).current, leaves[0],
                    ValueRange(leaves).drop_front());
  return true;
}

Value Elaborator::dictGet(const Value &dict, Value key, ast::Range range) {
  const Object &object = get(dict.id);
  if (!object.isRuntime) {
    if (knownKey(key)) {
      int at = findKey(object.items, key);
      if (at >= 0)
        return object.items[at + 1];
      auto factory = object.attributes.find(defaultFactory);
      if (factory != object.attributes.end()) {
        CallArgs none;
        none.range = range;
        Value made = call(Value(factory->second), none);
        return stopped || !dictSet(dict, key, made, range) ? Value() : made;
      }
      std::string text = key.is(Kind::Str)
                             ? (script() ? key.text : "'" + key.text + "'")
                         : key.is(Kind::Int) ? std::to_string(key.integer)
                                             : "the key";
      return fault("KeyError", range, text);
    }
    Type type = typeOf(dict);
    if (object.site.first && type->kind == TypeKind::Dict && !isPartial(type)) {
      facts.runtimeDicts[object.site] = {type->elements[0], type->elements[1]};
      return requestRestart();
    }
    if (!materialize(dict, range))
      return {};
  }
  const Object &made = get(dict.id);
  Type type = made.valueType;
  SmallVector<mlir::Value> leaves;
  if (!flatten(key, made.keyType, range, leaves, false))
    return {};
  SmallVector<mlir::Type> types;
  leafTypes(type, types);
  auto op =
      DictGetOp::create(b, loc(range), types, get(dict.id).current, leaves[0]);
  ValueRange values = op.getResults();
  Value value = unflatten(type, values);
  share(value, range);
  return value;
}

Value Elaborator::dictContains(const Value &dict, Value key, ast::Range range) {
  const Object &object = get(dict.id);
  if (!object.isRuntime) {
    if (knownKey(key))
      return makeBool(findKey(object.items, key) >= 0);
    Type type = typeOf(dict);
    if (object.items.empty())
      return makeBool(false);
    if (object.site.first && type->kind == TypeKind::Dict && !isPartial(type)) {
      facts.runtimeDicts[object.site] = {type->elements[0], type->elements[1]};
      return requestRestart();
    }
    if (!materialize(dict, range))
      return {};
  }
  SmallVector<mlir::Value> leaves;
  if (!flatten(key, get(dict.id).keyType, range, leaves, false))
    return {};
  return makeBool(
      DictContainsOp::create(b, loc(range), get(dict.id).current, leaves[0])
          .getResult());
}

Value Elaborator::listOfView(const Value &view, ast::Range range) {
  CallArgs args;
  args.range = range;
  args.positional = {view};
  args.ranges = {range};
  return callBuiltin(makeBuiltin("list"), args);
}

Value Elaborator::dictMethod(const Value &self, StringRef name,
                             CallArgs &args) {
  ast::Range range = args.range;
  static const std::set<StringRef> changing = {"pop", "popitem", "clear",
                                               "update", "setdefault"};
  if (changing.count(name) && !checkChange(self, range))
    return {};
  Location where = loc(range);
  bool runtime = get(self.id).isRuntime;
  auto arg = [&](size_t i) {
    return i < args.positional.size() ? args.positional[i] : Value();
  };
  if (name == "keys" || name == "values" || name == "items") {
    Value view;
    view.kind = Kind::Iterator;
    view.text = name.str();
    view.items = {self};
    return script() && !runtime ? listOfView(view, range) : view;
  }
  if (name == "get" || name == "setdefault") {
    if (args.positional.empty() || args.positional.size() > 2)
      return error(range, "'" + name + "' takes a key and a default");
    Value fallback = arg(1) ? arg(1) : makeNone();
    Value has = dictContains(self, arg(0), range);
    if (stopped)
      return {};
    if (has.isConst() && has.integer)
      return dictGet(self, arg(0), range);
    auto absent = [&]() -> Value {
      if (name == "setdefault" && !dictSet(self, arg(0), fallback, range))
        return {};
      return fallback;
    };
    if (has.isConst())
      return absent();
    return select(
        has.ssa, [&] { return dictGet(self, arg(0), range); }, absent, range);
  }
  if (name == "pop") {
    if (args.positional.empty() || args.positional.size() > 2)
      return error(range, "'pop' takes a key and a default");
    if (!runtime && knownKey(arg(0))) {
      int at = findKey(get(self.id).items, arg(0));
      if (at < 0)
        return arg(1) ? arg(1) : fault("KeyError", range, arg(0).text);
      Object &object = mutate(self.id);
      Value value = object.items[at + 1];
      object.items.erase(object.items.begin() + at,
                         object.items.begin() + at + 2);
      return value;
    }
    auto pop = [&]() -> Value {
      if (!materialize(self, range))
        return {};
      Type type = get(self.id).valueType;
      SmallVector<mlir::Value> key;
      if (!flatten(arg(0), get(self.id).keyType, range, key, false))
        return {};
      SmallVector<mlir::Type> types;
      leafTypes(type, types);
      auto op =
          DictPopOp::create(b, where, types, get(self.id).current, key[0]);
      ValueRange leaves = op.getResults();
      Value value = unflatten(type, leaves);
      share(value, range);
      return value;
    };
    if (!arg(1))
      return pop();
    Value has = dictContains(self, arg(0), range);
    if (stopped)
      return {};
    return select(
        has.isConst() ? ssa(has) : has.ssa, pop, [&] { return arg(1); }, range);
  }
  if (name == "clear") {
    if (runtime)
      DictClearOp::create(b, where, get(self.id).current);
    else
      mutate(self.id).items.clear();
    return makeNone();
  }
  if (name == "copy") {
    if (!runtime) {
      Value copy = newDict(get(self.id).items, get(self.id).keyType,
                           get(self.id).valueType, nullptr, range);
      if (copy && isOrdered(self))
        mutate(copy.id).attributes["ordered"] = makeBool(true);
      return copy;
    }
    Type type = typeOf(self);
    mlir::Value copy = DictCopyOp::create(b, where, get(self.id).current);
    ValueRange leaves(copy);
    return unflatten(type, leaves);
  }
  if (name == "update") {
    for (auto &[key, value] : args.keywords)
      if (!dictSet(self, makeStr(key), value, range))
        return {};
    if (args.positional.empty())
      return makeNone();
    Value other = arg(0);
    if (!other.is(Kind::Dict))
      return error(range, "'update' takes a dict");
    LoopSource source;
    source.node = args.positional.data();
    source.range = range;
    Value view;
    view.kind = Kind::Iterator;
    view.text = "items";
    view.items = {other};
    here = range;
    iterate(view, source, [&](Value pair) -> Flow {
      return dictSet(self, pair.items[0], pair.items[1], range) ? Flow()
                                                                : Flow::none();
    });
    return stopped ? Value() : makeNone();
  }
  return error(range, "'dict' has no method '" + name + "'");
}

} // namespace tine::elaborate
