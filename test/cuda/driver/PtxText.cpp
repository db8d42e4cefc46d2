//===- PtxText.cpp - Words of PTX -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace simulated;

static const std::map<std::string, Type> types = {
    {"pred", Type::Pred},     {"b8", Type::B8},    {"b16", Type::B16},
    {"b32", Type::B32},       {"b64", Type::B64},  {"u8", Type::U8},
    {"u16", Type::U16},       {"u32", Type::U32},  {"u64", Type::U64},
    {"s8", Type::S8},         {"s16", Type::S16},  {"s32", Type::S32},
    {"s64", Type::S64},       {"f16", Type::F16},  {"bf16", Type::BF16},
    {"f32", Type::F32},       {"f64", Type::F64},  {"f16x2", Type::F16x2},
    {"bf16x2", Type::BF16x2}, {"tf32", Type::TF32}};

bool simulated::isTypeName(const std::string &name) {
  return types.count(name);
}

Type simulated::typeOf(const std::string &name) {
  auto found = types.find(name);
  return found == types.end() ? Type::None : found->second;
}

unsigned simulated::bytesOf(Type type) {
  switch (type) {
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::B32:
  case Type::U32:
  case Type::S32:
  case Type::F32:
  case Type::F16x2:
  case Type::BF16x2:
  case Type::TF32:
    return 4;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
    return 8;
  default:
    return 1;
  }
}

std::vector<std::string> simulated::split(const std::string &text,
                                          char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += (strchr("{[(", c) != nullptr) - (strchr("}])", c) != nullptr);
    if (c == separator && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string simulated::trim(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos)
    return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::vector<std::string> simulated::words(const std::string &text) {
  std::vector<std::string> found;
  std::string spaced = text;
  std::replace(spaced.begin(), spaced.end(), '\n', ' ');
  for (const std::string &one : split(spaced, ' '))
    if (!trim(one).empty())
      found.push_back(trim(one));
  return found;
}

uint64_t simulated::numberOf(const std::string &word) {
  const char *start = word.c_str();
  char *end;
  uint64_t value;
  if (word.size() > 2 && word[0] == '0' && strchr("fFdD", word[1]))
    value = strtoull(start + 2, &end, 16);
  else if (word[0] == '-')
    value = uint64_t(strtoll(start, &end, 0));
  else
    value = strtoull(start, &end, 0);
  if (end == start || (*end && strcmp(end, "U")))
    failPtx("'" + word + "' is not a number that is simulated");
  return value;
}

Array simulated::parseArray(const std::string &declaration) {
  Array array;
  array.alignment = 0;
  bool isPointer = false;
  std::vector<std::string> all = words(declaration);
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == ".align" && i + 1 < all.size()) {
      ++i;
      // Of what a pointer points to, not its own.
      if (!isPointer)
        array.alignment = unsigned(atoi(all[i].c_str()));
    } else if (all[i] == ".ptr") {
      isPointer = true;
    } else if (all[i][0] != '.') {
      array.name = all[i];
    } else if (isTypeName(all[i].substr(1))) {
      array.element = typeOf(all[i].substr(1));
    }
  }
  if (!array.alignment)
    array.alignment = bytesOf(array.element);
  size_t bracket = array.name.find('[');
  if (bracket != std::string::npos) {
    array.count = strtoull(array.name.c_str() + bracket + 1, nullptr, 10);
    array.name.resize(bracket);
  }
  return array;
}

unsigned simulated::place(const Array &array, unsigned &top, Offsets &offsets) {
  top = (top + array.alignment - 1) / array.alignment * array.alignment;
  unsigned offset = top;
  offsets[array.name] = offset;
  top += unsigned(array.bytes());
  return offset;
}
