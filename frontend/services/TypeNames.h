//===- TypeNames.h - Names of types in messages -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_TYPENAMES_H
#define TINE_FRONTEND_SERVICES_TYPENAMES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// The name of the value's class in Python: "list", "NoneType".
std::string className(Context &e, const Value &value);

/// A TypeError of an operation. Where the operands are of Python's own simple
/// kinds, all of which are known here, Python certainly raises it, too, and a
/// `try` may take it. Where only the run knows the kind of a number or text, it
/// is raised there.
Value typeError(Context &e, llvm::ArrayRef<Value> operands, ast::Range range,
                const llvm::Twine &pythons, const llvm::Twine &message);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_TYPENAMES_H
