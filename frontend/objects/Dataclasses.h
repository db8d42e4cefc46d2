//===- Dataclasses.h - Fields of dataclasses and their hashes ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the decorator, hashes and objects of dataclasses ask of a field.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_DATACLASSES_H
#define TINE_FRONTEND_OBJECTS_DATACLASSES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// What a field says under `name`: "default", "init" and so on.
Value optionOf(Context &e, const DataField &field, llvm::StringRef name);
bool isSet(Context &e, const DataField &field, llvm::StringRef option);

/// The part of a value that Python refuses to hash; null if there is none.
Value unhashable(Context &e, const Value &value);
/// The name of the type of what has no hash, with its module if that is wanted.
std::string unhashableType(Context &e, const Value &value, bool whole);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_DATACLASSES_H
