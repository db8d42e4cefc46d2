//===- PythonNames.cpp - Names that Python has and Tine lacks -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of dir(builtins) of Python 3.13, without what the registry of
// builtins has.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/PythonNames.h"

using llvm::StringRef;

namespace tine::elaborate {

namespace {

struct PythonName {
  llvm::StringLiteral name;
  llvm::StringLiteral hint;
};

constexpr llvm::StringLiteral
    ofPython = "TorchScript has none; read outside of scripted functions",
    octets = "use a list of ints, or a tensor of dtype torch.uint8",
    compiled = "the program is compiled before it runs",
    noTables = "names are gone when the program runs",
    decorator = "it can only decorate a method";

constexpr PythonName pythonNames[] = {
    {"__debug__", ""},
    {"__import__", "use the statement 'import'"},
    {"aiter", ""},
    {"anext", ""},
    {"ascii", "use 'repr'"},
    {"breakpoint", ""},
    {"bytearray", octets},
    {"bytes", octets},
    {"classmethod", "use 'staticmethod', and the class by its name"},
    {"compile", compiled},
    {"complex", ""},
    {"copyright", ""},
    {"credits", ""},
    {"dir", noTables},
    {"eval", compiled},
    {"exec", compiled},
    {"globals", "it can only be the argument 'globals' of functions of "
                "'timeit'"},
    {"hash", ""},
    {"help", ""},
    {"id", "'is' compares objects"},
    {"input", ofPython},
    {"issubclass", "use 'isinstance'"},
    {"license", ""},
    {"memoryview", octets},
    {"open", ofPython},
    {"property", decorator},
    {"staticmethod", decorator},
    {"super", "it can only be called, in a method"},
};

} // namespace

std::string unsupportedBuiltin(StringRef name) {
  std::string message = ("'" + name + "' is not supported").str();
  for (const PythonName &known : pythonNames)
    if (known.name == name)
      return known.hint.empty() ? message : message + "; " + known.hint.str();
  return "";
}

} // namespace tine::elaborate
