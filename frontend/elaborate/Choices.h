//===- Choices.h - Dicts of compile time that paths choose ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch or loop that leaves a state dict in a variable, or another one with
// the same keys, leaves a dict of compile time whose values are joined one by
// one.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_CHOICES_H
#define TINE_FRONTEND_ELABORATE_CHOICES_H

#include "frontend/elaborate/Elaborator.h"

namespace tine::elaborate {

/// The type of a value in the join of two paths: that of typeOf, but in Python
/// with the keys of a dict that has to stay one of compile time.
Type typeOfChoice(Elaborator &e, const Value &value);

/// Whether typeOfChoice gives the keys of this dict.
bool keepsKeys(Elaborator &e, const Value &value);

/// The dicts in `value` whose keys are kept. After a join nothing may change
/// them, as the joined dict is another one.
void keptDicts(Elaborator &e, const Value &value, std::set<unsigned> &out);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_CHOICES_H
