//===- Switches.h - Objects that the run chooses ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `experts[i](x)` with an index of the run: modules, functions and classes
// exist at compile time, so which of them it is becomes a chain of
// Kind::Either, and a call of it a branch with a call of each.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_SWITCHES_H
#define TINE_FRONTEND_SERVICES_SWITCHES_H

#include "frontend/services/Containers.h"

namespace tine::elaborate {

/// Whether it is one of several objects that exist at compile time.
bool isSwitch(const Value &value);

/// Whether the run may choose one of these: all are objects or functions.
bool canSwitch(llvm::ArrayRef<Value> items);

/// Whether a number comes from data: not only from the numbers of iterations,
/// which would be known if the loop were unrolled.
bool isData(const Value &number);

/// What is `first` where the flag of the run is set.
Value oneOf(mlir::Value isFirst, const Value &first, const Value &second);

/// The item at an index of the run, which may be negative.
Value switchByIndex(Context &e, llvm::ArrayRef<Value> items, const Value &index,
                    llvm::StringRef container, ast::Range range);

/// The value of the first entry whose key is the one of the run, which one of
/// them has.
Value switchByKey(Context &e, llvm::ArrayRef<Entry> entries);

/// An attribute of what was chosen: another choice where it is a method, a
/// module or a function.
Value attributeOfSwitch(Context &e, const Value &base, llvm::StringRef name,
                        ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_SWITCHES_H
