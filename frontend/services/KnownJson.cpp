//===- KnownJson.cpp - JSON that is there when compiled -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's parser reads it, so that the compiler and the run take the same
// for JSON.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/KnownJson.h"
#include "frontend/services/Containers.h"
#include "runtime/src/json.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Larger files have no types.
static constexpr uint64_t longestFile = 1 << 26;
/// Longer texts and more items of several types are left to the run.
static constexpr uint64_t longestText = 1 << 16, mostItems = 256;

namespace {

/// A value of the runtime's parser.
class Json {
public:
  explicit Json(StringRef bytes)
      : string(tine_abi_string_new(bytes.data(),
                                   static_cast<int64_t>(bytes.size()))) {}
  explicit Json(tine_string *string) : string(string) {}
  Json(Json &&other) : string(std::exchange(other.string, nullptr)) {}
  ~Json() {
    if (string)
      tine_abi_release(string);
  }

  JsonKind kind() const {
    return JsonKind(tine_abi_json_kind(string, nullptr));
  }
  /// Whether it is an int of more than 64 bits.
  bool isLong() const { return string->data[0] == 'I'; }
  std::string text() const {
    return Json(tine_abi_json_text(string, nullptr)).bytes().str();
  }
  int64_t integer() const { return tine_abi_json_int(string, nullptr); }
  double real() const { return tine_abi_json_float(string, nullptr); }
  std::vector<Json> items() const {
    return parts(tine_abi_json_items(string, nullptr));
  }
  std::vector<std::string> keys() const {
    std::vector<std::string> names;
    for (const Json &key : parts(tine_abi_json_keys(string, nullptr)))
      names.push_back(key.bytes().str());
    return names;
  }
  StringRef bytes() const {
    return {string->data, static_cast<size_t>(string->length)};
  }

private:
  static std::vector<Json> parts(tine_list *list) {
    std::vector<Json> result;
    for (int64_t i = 0; i < list->length; ++i) {
      auto *item = reinterpret_cast<tine_string *>(list->slots[i]);
      result.emplace_back(
          StringRef(item->data, static_cast<size_t>(item->length)));
    }
    tine_abi_release(list);
    return result;
  }

  tine_string *string;
};

} // namespace

static Json parsed(StringRef text) {
  Text bytes;
  parseJson(text.data(), text.size(), bytes);
  return Json(bytes.string());
}

static Value valueOf(Context &e, const Json &json, ast::Range range) {
  std::vector<Value> parts;
  switch (json.kind()) {
  case JsonKind::Bool:
    return makeBool(json.integer() != 0);
  case JsonKind::Int:
    return makeInt(json.integer());
  case JsonKind::Float:
    return makeFloat(json.real());
  case JsonKind::String:
    return makeStr(json.text());
  case JsonKind::List:
    for (const Json &item : json.items())
      parts.push_back(valueOf(e, item, range));
    return e.containers.newList(std::move(parts), {}, nullptr, range);
  case JsonKind::Dict:
    for (auto [key, item] : llvm::zip_equal(json.keys(), json.items())) {
      parts.push_back(makeStr(key));
      parts.push_back(valueOf(e, item, range));
    }
    return e.containers.newDict(std::move(parts), {}, {}, nullptr, range);
  default:
    return makeNone();
  }
}

static bool hasLongInt(const Json &json) {
  bool holds = json.kind() == JsonKind::List || json.kind() == JsonKind::Dict;
  return json.isLong() || (holds && llvm::any_of(json.items(), hasLongInt));
}

Value valueOfJson(Context &e, StringRef text, ast::Range range) {
  if (text.size() > longestText)
    return makeNone();
  Json json = parsed(text);
  if (json.kind() == JsonKind::Error)
    return makeTuple({makeBool(false), makeStr(json.text())});
  return hasLongInt(json)
             ? makeNone()
             : makeTuple({makeBool(true), valueOf(e, json, range)});
}

static Value shapeOf(const Json &json) {
  switch (json.kind()) {
  case JsonKind::Null:
    return makeTuple({makeStr("NoneType")});
  case JsonKind::Bool:
    return makeTuple({makeStr("bool")});
  case JsonKind::Int:
    return makeTuple({makeStr("int")});
  case JsonKind::Float:
    return makeTuple({makeStr("float")});
  case JsonKind::String:
    return makeTuple({makeStr("str")});
  default:
    break;
  }
  std::vector<Value> shapes;
  std::vector<Json> items = json.items();
  for (const Json &item : items) {
    Value shape = shapeOf(item);
    if (shapes.size() == 1 && json.kind() == JsonKind::List &&
        sameValue(shapes[0], shape))
      continue;
    shapes.push_back(std::move(shape));
    if (shapes.size() > mostItems)
      return makeTuple({makeStr("any")});
  }
  if (json.kind() == JsonKind::Dict) {
    std::vector<Value> entries;
    for (auto [key, shape] : llvm::zip_equal(json.keys(), shapes))
      entries.push_back(makeTuple({makeStr(key), shape}));
    return makeTuple({makeStr("dict"), makeTuple(std::move(entries))});
  }
  if (shapes.size() <= 1)
    return makeTuple({makeStr("list"),
                      makeInt(static_cast<int64_t>(items.size())),
                      shapes.empty() ? makeNone() : shapes[0]});
  if (items.size() > mostItems)
    return makeTuple({makeStr("any")});
  shapes.clear();
  for (const Json &item : items)
    shapes.push_back(shapeOf(item));
  return makeTuple({makeStr("items"), makeTuple(std::move(shapes))});
}

/// What can be fixed of a file; None for what is too long.
static Value fixableOf(Context &e, const Json &json, ast::Range range) {
  bool isDict = json.kind() == JsonKind::Dict;
  if (!isDict && json.kind() != JsonKind::List)
    return json.isLong() ? makeNone() : valueOf(e, json, range);
  std::vector<Value> parts;
  std::vector<Json> items = json.items();
  std::vector<std::string> keys =
      isDict ? json.keys() : std::vector<std::string>();
  if (items.size() > mostItems)
    return makeNone();
  for (size_t i = 0; i < items.size(); ++i) {
    if (isDict)
      parts.push_back(makeStr(keys[i]));
    Value part = fixableOf(e, items[i], range);
    if (part.is(Kind::None) && items[i].kind() != JsonKind::Null && !isDict)
      return part;
    parts.push_back(std::move(part));
  }
  return isDict ? e.containers.newDict(std::move(parts), {}, {}, nullptr, range)
                : e.containers.newList(std::move(parts), {}, nullptr, range);
}

Value shapeOfJsonFile(Context &e, StringRef path, ast::Range range) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file || (*file)->getBufferSize() > longestFile)
    return makeNone();
  Json json = parsed((*file)->getBuffer());
  if (json.kind() == JsonKind::Error)
    return makeNone();
  return makeTuple({shapeOf(json), fixableOf(e, json, range)});
}

} // namespace tine::elaborate
