//===- tine-parse-test.cpp - Parses a file for tests ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tine-parse-test [--quiet] [--archive] FILE prints the tree of a file, or its
// syntax errors with exit status 1. "-" is the standard input.
// tine-parse-test --nearest NAME CANDIDATE... prints the candidate that a hint
// would name.
//
//===----------------------------------------------------------------------===//

#include "frontend/syntax/ASTPrinter.h"
#include "frontend/syntax/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tine;

static int printNearest(llvm::ArrayRef<char *> arguments) {
  llvm::SmallVector<llvm::StringRef> words(arguments.begin(), arguments.end());
  llvm::ArrayRef<llvm::StringRef> candidates(words);
  llvm::outs() << '[' << nearestName(words[0], candidates.drop_front())
               << "]\n";
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2 && llvm::StringRef(argv[1]) == "--nearest")
    return printNearest({argv + 2, argv + argc});
  bool quiet = false;
  Syntax syntax = Syntax::Python;
  llvm::StringRef path;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument == "--quiet")
      quiet = true;
    else if (argument == "--archive")
      syntax = Syntax::Archive;
    else
      path = argument;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    llvm::errs() << path << ": " << buffer.getError().message() << '\n';
    return 2;
  }
  llvm::StringRef name = path == "-" ? "<stdin>" : path;
  SourceFile file(name.str(), (*buffer)->getBuffer().str());
  Diagnostics diagnostics;
  std::unique_ptr<ast::Module> module = parseModule(file, diagnostics, syntax);
  if (!module)
    return 1;
  if (!quiet)
    printAst(*module, file, llvm::outs());
  return 0;
}
