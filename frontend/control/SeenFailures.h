//===- SeenFailures.h - What runs behind a failure --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation of the run that no handler is for ends the program where it
// fails. Under a `finally`, or an __exit__ of the program, others see the
// difference if what runs there prints or writes. A round that finds such a one
// asks for another, in which what fails is raised as under a handler. Where
// that leads to an error, it is given up again, and no `finally` sees what
// fails in the run.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_SEENFAILURES_H
#define TINE_FRONTEND_CONTROL_SEENFAILURES_H

#include "frontend/control/Elaborator.h"
#include "frontend/services/Failures.h"

namespace tine::elaborate {

/// A body and what runs behind it, of one statement. Made in front of the body.
class SeenFailures {
public:
  SeenFailures(Elaborator &e, const void *node)
      : e(e), node(node), start(here()) {}

  /// Whether an earlier round has found that the failures are to be raised.
  bool areRaised() const { return raisesFailures(e, node); }
  /// What comes from here on is what runs behind the body.
  void endBody() { end = here(); }
  /// Behind all: asks for a round in which they are raised, if this is none and
  /// they should be.
  void find();

private:
  /// The code from behind an operation on, or from the start of the block.
  struct Place {
    mlir::Block *block = nullptr;
    mlir::Operation *last = nullptr;
  };
  Place here() const;
  static bool has(const Place &from,
                  llvm::function_ref<bool(mlir::Operation *)> is);

  Elaborator &e;
  const void *node;
  Place start, end;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_SEENFAILURES_H
