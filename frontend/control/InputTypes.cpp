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

constexpr struct {
  StringRef name;
  int32_t dtype;
} dtypes[] = {
#define TINE_DTYPE(symbol, number, name, method, kernel, file, brief)          \
  {brief, number},
#include "tine/dtypes.def"
};

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
    return InputType(*kind);
  }

  std::optional<InputType> parseTensor(StringRef word) {
    const auto *dtype = llvm::find_if(
        dtypes, [&](const auto &known) { return known.name == word; });
    if (dtype == std::end(dtypes)) {
      std::string names;
      for (const auto &known : dtypes)
        names += (names.empty() ? "" : ", ") + known.name.str();
      return fail("there is no dtype '" + word + "'; there are " + names);
    }
    rest = rest.drop_front(word.size()).ltrim();
    rest.consume_front("[");
    InputType type(InputType::Kind::Tensor);
    type.dtype = dtype->dtype;
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

} // namespace tine::elaborate
