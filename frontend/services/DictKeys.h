//===- DictKeys.h - Keys of dicts of the run --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key of a dict of the run is one SSA value. A tuple of numbers and texts is
// packed into a string (runtime/src/dict_keys.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_DICTKEYS_H
#define TINE_FRONTEND_SERVICES_DICTKEYS_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// True for a tuple of so many items as only the run knows.
bool isRunTuple(Context &e, const Value &value);
/// True if the key, of a dict of compile time, is known by itself.
bool isKnownKey(Context &e, const Value &key);
/// The key of a dict of the run as its keys are: a tuple of known length as one
/// of so many items as only the run knows. Invalid after an error.
Value asRunKey(Context &e, const Value &dict, const Value &key,
               ast::Range range);
/// The type of a key in the run; null where it cannot be one.
mlir::Type keyLeafType(Context &e, const Type &type);
/// How a dict with such keys compares them.
Compare keyCompare(Context &e, const Type &type);
/// The key as that value; null after an error.
mlir::Value keyLeaf(Context &e, const Value &key, const Type &type,
                    ast::Range range, bool keep = false);
/// And back.
Value keyOfLeaf(Context &e, const Type &type, mlir::Value leaf,
                ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_DICTKEYS_H
