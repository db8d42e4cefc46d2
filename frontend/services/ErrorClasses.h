//===- ErrorClasses.h - Classes of exceptions -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_ERRORCLASSES_H
#define TINE_FRONTEND_SERVICES_ERRORCLASSES_H

#include "frontend/services/Diagnoser.h"

namespace tine::elaborate {

/// Whether Python has an exception of this name.
bool isException(llvm::StringRef name);

/// The names of an exception of Python's and of its bases.
ErrorClass errorClass(llvm::StringRef name);

/// The same of a class; empty if the value is no exception.
ErrorClass errorClass(const Value &exception);

/// Whether one of the classes catches an error of this kind.
bool catches(llvm::ArrayRef<std::string> caught, const ErrorClass &kind);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_ERRORCLASSES_H
