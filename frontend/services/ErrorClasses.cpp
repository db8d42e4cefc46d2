//===- ErrorClasses.cpp - Exceptions of Python and of the program ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/ErrorClasses.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Exceptions and their bases, as Python 3.11 has them.
static const std::map<StringRef, StringRef> &bases() {
  static const std::map<StringRef, StringRef> table = [] {
    std::map<StringRef, StringRef> of{{"BaseException", ""},
                                      {"BaseExceptionGroup", "BaseException"},
                                      {"Exception", "BaseException"},
                                      {"GeneratorExit", "BaseException"},
                                      {"KeyboardInterrupt", "BaseException"},
                                      {"SystemExit", "BaseException"}};
    const std::pair<StringRef, StringRef> derived[] = {
        {"Exception",
         "ArithmeticError AssertionError AttributeError BufferError EOFError "
         "ExceptionGroup "
         "ImportError LookupError MemoryError NameError OSError "
         "ReferenceError RuntimeError StopAsyncIteration StopIteration "
         "SyntaxError SystemError TypeError ValueError Warning"},
        {"ArithmeticError",
         "FloatingPointError OverflowError ZeroDivisionError"},
        {"ImportError", "ModuleNotFoundError"},
        {"LookupError", "IndexError KeyError"},
        {"NameError", "UnboundLocalError"},
        {"OSError",
         "IOError EnvironmentError BlockingIOError ChildProcessError "
         "ConnectionError FileExistsError FileNotFoundError InterruptedError "
         "IsADirectoryError NotADirectoryError PermissionError "
         "ProcessLookupError TimeoutError"},
        {"ConnectionError",
         "BrokenPipeError ConnectionAbortedError ConnectionRefusedError "
         "ConnectionResetError"},
        {"RuntimeError", "NotImplementedError RecursionError"},
        {"SyntaxError", "IndentationError TabError"},
        {"ValueError", "UnicodeError"},
        {"UnicodeError",
         "UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError"},
        {"Warning", "BytesWarning DeprecationWarning EncodingWarning "
                    "FutureWarning ImportWarning "
                    "PendingDeprecationWarning ResourceWarning RuntimeWarning "
                    "SyntaxWarning UnicodeWarning UserWarning"}};
    for (auto [base, names] : derived) {
      SmallVector<StringRef> list;
      names.split(list, ' ');
      for (StringRef name : list)
        of[name] = base;
    }
    return of;
  }();
  return table;
}

bool isException(StringRef name) { return bases().count(name); }

ErrorClass errorClass(StringRef name) {
  ErrorClass names;
  // Two names of one class.
  if (name == "IOError" || name == "EnvironmentError")
    name = "OSError";
  // Of dataclasses, and no name without an import.
  if (name == "FrozenInstanceError") {
    names.push_back(name.str());
    name = "AttributeError";
  }
  for (; isException(name); name = bases().at(name))
    names.push_back(name.str());
  return names;
}

ErrorClass errorClass(const Value &exception) {
  if (exception.is(Kind::Builtin))
    return errorClass(exception.text);
  if (!exception.is(Kind::Class) || !exception.classInfo->traits.isException)
    return {};
  ErrorClass names;
  for (const ClassInfo *info : exception.classInfo->order) {
    names.push_back(info->name);
    for (const ast::Expr *base : info->def->bases)
      if (auto *name = dyn_cast<ast::NameExpr>(base))
        llvm::append_range(names, errorClass(name->id));
  }
  return names;
}

bool catches(ArrayRef<std::string> caught, const ErrorClass &kind) {
  return llvm::any_of(caught, [&](const std::string &name) {
    return llvm::is_contained(kind, name);
  });
}

} // namespace tine::elaborate
