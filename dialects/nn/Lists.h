//===- Lists.h - The names that a list goes by ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of the run is one object that several SSA values may be: what a branch
// gives is what one of its arms had, what an iteration starts with is what the
// last one ended with. What is done to the list by one name is seen by all.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_LISTS_H
#define TINE_DIALECTS_NN_LISTS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SetVector.h"

namespace tine::nn {

/// The op makes a new list, perhaps of the elements of another one.
bool makesList(mlir::Operation *op);

/// The op changes its first operand, a list.
bool changesList(mlir::Operation *op);

/// What branches and loops hand on as the value, of which it is one; none if
/// they do not give it.
llvm::SmallVector<mlir::Value> predecessorsOf(mlir::Value value);

/// The value and those that may be the same list, through branches and loops of
/// scf; without those that stand for no list (`ub.poison`).
llvm::SetVector<mlir::Value> namesOf(mlir::Value list);

/// Whether the list is changed only by the name that it was made with, before
/// it has another one: what is done by the others cannot be seen in it.
bool isChangedFirst(const llvm::SetVector<mlir::Value> &names);

/// Whether all that is done with a list, under each of its names, changes it,
/// copies it, hands it on or reads its elements, in the function or task that
/// makes it; and with what it is made of.
bool hasOwnElements(mlir::Value list);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_LISTS_H
