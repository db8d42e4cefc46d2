//===- InputTypes.cpp - Types of inputs on the command line ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/InputTypes.h"
#include "tine/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace tine::elaborate {

namespace {

struct ShortName {
  StringRef name;
  int32_t dtype;
};
constexpr ShortName dtypes[] = {{"f16", TINE_FLOAT16}, {"bf16", TINE_BFLOAT16},
                                {"f32", TINE_FLOAT32}, {"f64", TINE_FLOAT64},
                                {"i8", TINE_INT8},     {"i16", TINE_INT16},
                                {"i32", TINE_INT32},   {"i64", TINE_INT64},
                                {"u8", TINE_UINT8},    {"bool", TINE_BOOL}};

class InputParser {
public:
  InputParser(const SourceFile &file, Diagnostics &diagnostics)
      : file(file), diagnostics(diagnostics), rest(file.text()) {}

  std::optional<Input> parse() {
    rest = rest.ltrim();
    StringRef name = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (name.empty())
      return fail("expected the name of an input, as in 'x: f32[?,3]'");
    rest = rest.drop_front(name.size()).ltrim();
    if (!rest.consume_front(":"))
      return fail("expected ':' and the type of '" + name + "'");
    std::optional<InputType> type = parseType();
    if (!type)
      return std::nullopt;
    rest = rest.ltrim();
    if (!rest.empty())
      return fail("expected the end of the type");
    return Input{name.str(), std::move(*type), file};
  }

private:
  std::nullopt_t fail(const llvm::Twine &message) {
    uint32_t at = file.text().size() - rest.size();
    diagnostics.error(file, {at, at + 1}, message);
    return std::nullopt;
  }

  StringRef takeWord() {
    rest = rest.ltrim();
    StringRef word =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    return word;
  }

  std::optional<InputType> parseType() {
    rest = rest.ltrim();
    bool isList = rest.consume_front("[");
    std::optional<InputType> type = parsePlainType();
    rest = rest.ltrim();
    if (type && isList && !rest.consume_front("]"))
      return fail("expected ']' behind the type of a list's elements");
    if (!type)
      return std::nullopt;
    type->isList = isList;
    type->isOptional = rest.consume_front("?");
    return type;
  }

  std::optional<InputType> parsePlainType() {
    StringRef word = takeWord();
    bool isTensor = rest.drop_front(word.size()).ltrim().starts_with("[");
    if (isTensor)
      return parseTensor(word);
    std::optional<InputType::Kind> kind =
        llvm::StringSwitch<std::optional<InputType::Kind>>(word)
            .Case("int", InputType::Kind::Int)
            .Case("float", InputType::Kind::Float)
            .Case("bool", InputType::Kind::Bool)
            .Case("str", InputType::Kind::Str)
            .Default(std::nullopt);
    if (!kind)
      return fail(llvm::Twine("there is no type '") + word +
                  "'; a type is int, float, bool, str, or that of a tensor, as "
                  "f32[?,3]");
    rest = rest.drop_front(word.size());
    return InputType{*kind, 0, {}, false, false};
  }

  std::optional<InputType> parseTensor(StringRef word) {
    const auto *dtype = llvm::find_if(
        dtypes, [&](const ShortName &known) { return known.name == word; });
    if (dtype == std::end(dtypes)) {
      std::string names;
      for (const ShortName &known : dtypes)
        names += (names.empty() ? "" : ", ") + known.name.str();
      return fail("there is no dtype '" + word + "'; there are " + names);
    }
    rest = rest.drop_front(word.size()).ltrim();
    rest.consume_front("[");
    InputType type{InputType::Kind::Tensor, dtype->dtype, {}, false, false};
    rest = rest.ltrim();
    if (rest.consume_front("]"))
      return type;
    do {
      if (!parseSize(type.sizes.emplace_back()))
        return std::nullopt;
      rest = rest.ltrim();
    } while (rest.consume_front(","));
    if (!rest.consume_front("]"))
      return fail("expected ',' or ']' behind a size");
    if (type.sizes.size() > TINE_MAX_RANK)
      return fail("a tensor has at most " + llvm::Twine(TINE_MAX_RANK) +
                  " dimensions");
    return type;
  }

  bool parseSize(InputSize &size) {
    rest = rest.ltrim();
    if (rest.consume_front("?"))
      return true;
    StringRef word = takeWord();
    if (word.empty() ||
        (llvm::isDigit(word.front()) && (word.getAsInteger(10, size.known) ||
                                         size.known > (int64_t(1) << 40)))) {
      fail("expected a size: a number, '?', or a name for one that several "
           "inputs have");
      return false;
    }
    if (size.known < 0)
      size.name = word.str();
    rest = rest.drop_front(word.size());
    return true;
  }

  const SourceFile &file;
  Diagnostics &diagnostics;
  StringRef rest;
};

} // namespace

std::optional<Input> parseInput(StringRef text, Diagnostics &diagnostics) {
  SourceFile file("--input", text.str());
  return InputParser(file, diagnostics).parse();
}

static std::string plainName(const InputType &type) {
  switch (type.kind) {
  case InputType::Kind::Int:
    return "int";
  case InputType::Kind::Float:
    return "float";
  case InputType::Kind::Bool:
    return "bool";
  case InputType::Kind::Str:
    return "str";
  case InputType::Kind::Tensor:
    break;
  }
  std::string text;
  for (const ShortName &known : dtypes)
    if (known.dtype == type.dtype)
      text = known.name.str();
  text += "[";
  for (const auto &[i, size] : llvm::enumerate(type.sizes)) {
    text += i ? "," : "";
    text += size.known >= 0     ? std::to_string(size.known)
            : size.name.empty() ? "?"
                                : size.name;
  }
  return text + "]";
}

std::string toString(const InputType &type) {
  std::string text = plainName(type);
  if (type.isList)
    text = "[" + text + "]";
  return type.isOptional ? text + "?" : text;
}

} // namespace tine::elaborate
