//===- Choices.h - Dicts of compile time that paths choose ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch or loop that leaves a state dict in a variable, or another one with
// the same keys, leaves a dict of compile time whose values are joined one by
// one. Leaves of the graph, and lists of them, remain what they are, each with
// its gradient.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_CHOICES_H
#define TINE_FRONTEND_SERVICES_CHOICES_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// The type of an object of a record class (ClassInfo): those of its
/// attributes.
Type typeOfRecord(Context &e, const Value &record,
                  llvm::function_ref<Type(const Value &)> typeOfPart);

/// The type of a value in the join of two paths: that of typeOf, but in Python
/// with the keys of a dict that has to stay one of compile time.
Type typeOfChoice(Context &e, const Value &value);

/// The same of a value that a loop makes: tensors that were not there before it
/// are others in each iteration.
Type typeOfMade(Context &e, const Value &value, const Heap &before);

/// The same of the value of a dict under a key that only some paths set; null
/// if it exists at compile time only and was not there before. `keeps`: lists
/// and dicts of before are these.
Type typeOfEntry(Context &e, const Value &value, const Heap &before,
                 bool keeps);

/// The least type that has both choices, or null.
Type joinChoices(Context &e, const Type &a, const Type &b);

/// The same of two values under one key: dicts there get the keys of both.
Type joinEntryTypes(Context &e, const Type &a, const Type &b);

/// The same of texts, numbers and values of JSON; null for others.
Type joinKinds(Context &e, const Type &a, const Type &b);

/// The type of two dicts that keep their keys: with those of both, of which a
/// path may not have all.
Type joinMadeDicts(const Type &a, const Type &b,
                   llvm::function_ref<Type(const Type &, const Type &)> join);

/// Whether what of a value of the type exists at compile time only was there
/// before.
bool wasKnown(const Type &type, const Heap &before);

/// Whether it is a dict on one path and an empty one on the other, which is a
/// Kind::Either.
bool isDictOrEmpty(const Value &value);

/// Whether it is a tensor of one rank or dtype on one path and one of another
/// on the other, or such tuples of different lengths; a Kind::Either, too.
bool isChoice(const Value &value);

/// Whether it is a text on one path and a number on the other, or what a file
/// of JSON holds on one; a Kind::Either, too, whose first may be one again.
bool isOfOpenKind(Context &e, const Value &value);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_CHOICES_H
