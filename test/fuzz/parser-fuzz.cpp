//===- parser-fuzz.cpp - Fuzz target of the parser ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses any bytes in both syntaxes. A file either has a tree, of bounded
// height and with ranges inside the text, or errors; never both or neither.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ASTPrinter.h"
#include "frontend/syntax/Parser.h"
#include <cstdlib>

using namespace tine;

static void check(bool condition, const char *what) {
  if (condition)
    return;
  llvm::errs() << "violated: " << what << '\n';
  std::abort();
}

static void parse(llvm::StringRef text, Syntax syntax) {
  SourceFile file("fuzz.py", text.str());
  std::string messages, tree;
  llvm::raw_string_ostream os(messages), treeStream(tree);
  Diagnostics diagnostics(os);
  std::unique_ptr<ast::Module> module = parseModule(file, diagnostics, syntax);
  check(!module == diagnostics.hasErrors(), "a tree or errors");
  check(!diagnostics.hasErrors() || !messages.empty(), "errors are printed");
  if (!module)
    return;
  uint32_t end = 0;
  for (const ast::Stmt *stmt : module->body) {
    check(stmt->height <= ast::maxTreeHeight, "bounded height");
    check(stmt->range.begin >= end && stmt->range.end >= stmt->range.begin,
          "statements are in order");
    end = stmt->range.end;
  }
  check(end <= text.size(), "ranges are inside the text");
  printAst(*module, file, treeStream);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  parse(text, Syntax::Python);
  parse(text, Syntax::Archive);
  return 0;
}
