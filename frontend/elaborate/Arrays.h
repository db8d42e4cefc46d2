//===- Arrays.h - Arrays of NumPy -------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays of NumPy are objects of a class of the library that hold a tensor.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_ARRAYS_H
#define TINE_FRONTEND_ELABORATE_ARRAYS_H

#include "frontend/elaborate/Elaborator.h"

namespace tine::elaborate {

/// Whether it is the library's own array of NumPy.
bool isArray(Elaborator &e, const Value &v);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_ARRAYS_H
