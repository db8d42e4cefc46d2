//===- Iterators.h - Objects with __next__ ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterators of the program's own classes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_ITERATORS_H
#define TINE_FRONTEND_OBJECTS_ITERATORS_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// Whether the object gives one item after the other in the run: a file.
bool isStream(Context &e, const Value &value);
/// Whether it is what a call of a function with `yield` has given.
bool isGenerator(Context &e, const Value &value);
/// Whether a class of the program says what the next item of the object is.
bool isOwnIterator(Context &e, const Value &value);
/// What __next__ gives; none behind the last item.
std::optional<Value> nextItem(Context &e, const Value &iterator,
                              ast::Range range);
/// The items that are left, as a list.
Value allItems(Context &e, const Value &iterator, ast::Range range);
/// A loop over such an iterator, or over what gives one; none for other values,
/// of which `iterable` is then what their own __iter__ has given.
std::optional<Flow> overIterator(Context &e, Value &iterable,
                                 const LoopSource &source,
                                 llvm::function_ref<Flow(Value)> body);

/// The first operation of the block behind `from` that prints, draws random
/// numbers, reads the clock or uses a file, but one that is opened behind
/// `begin`; null if there is none.
mlir::Operation *findEffect(mlir::Block *block, mlir::Operation *from,
                            mlir::Operation *begin);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_ITERATORS_H
