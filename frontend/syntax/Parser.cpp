//===- Parser.cpp - Parser of the TorchScript language --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry point, and what a file must be before it is parsed.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/Parser.h"
#include "frontend/syntax/StatementParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;
using llvm::Twine;

/// Offsets are 32 bits; half of them leaves room for sums.
static constexpr size_t maxFileSize = size_t(1) << 31;

/// Offset of the first byte that is no text, or npos.
static size_t findInvalid(StringRef text, bool &isNul) {
  size_t nul = text.find('\0');
  const llvm::UTF8 *at = text.bytes_begin();
  isNul = true;
  if (llvm::isLegalUTF8String(&at, text.bytes_end()))
    return nul;
  size_t bad = static_cast<size_t>(at - text.bytes_begin());
  isNul = nul < bad;
  return std::min(nul, bad);
}

/// The encoding that a comment in the first two lines declares; empty if none.
static StringRef declaredEncoding(StringRef text) {
  for (int i = 0; i < 2; ++i) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim("\xEF\xBB\xBF \t\f").rtrim("\r");
    if (!line.empty() && !line.starts_with("#"))
      break;
    size_t at = line.find("coding");
    if (at == StringRef::npos)
      continue;
    StringRef rest = line.drop_front(at + 6);
    if (!rest.starts_with(":") && !rest.starts_with("="))
      continue;
    return rest.drop_front(1).ltrim(" \t").take_while([](char c) {
      return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
    });
  }
  return {};
}

/// True if the encoding is that of the text. ASCII text is that in all others
/// that Python reads source in.
static bool isEncoding(StringRef name, StringRef text) {
  if (name.empty() || name.starts_with_insensitive("utf-8") ||
      name.starts_with_insensitive("utf_8") || name.equals_insensitive("utf8"))
    return true;
  return llvm::all_of(text, [](char c) { return llvm::isASCII(c); });
}

std::unique_ptr<Module> tine::parseModule(const SourceFile &file,
                                          Diagnostics &diagnostics,
                                          Syntax syntax) {
  if (file.text().size() >= maxFileSize) {
    diagnostics.error(file, {0, 0}, "expected a file below 2 GiB");
    return nullptr;
  }
  bool isNul;
  size_t invalid = findInvalid(file.text(), isNul);
  if (invalid != StringRef::npos) {
    uint32_t at = static_cast<uint32_t>(invalid);
    diagnostics.error(file, {at, at + 1},
                      isNul ? "expected text, found a NUL byte"
                            : "expected UTF-8, found an invalid byte");
    return nullptr;
  }
  StringRef encoding = declaredEncoding(file.text());
  if (!isEncoding(encoding, file.text())) {
    auto at = static_cast<uint32_t>(encoding.data() - file.text().data());
    diagnostics.error(
        file, {at, at + static_cast<uint32_t>(encoding.size())},
        "expected UTF-8, found a declaration of another encoding");
    return nullptr;
  }
  auto module = std::make_unique<Module>();
  TokenStream tokens(file, diagnostics, syntax, *module);
  module->body = StatementParser(tokens).file();
  return tokens.anyErrors() ? nullptr : std::move(module);
}
