//===- deadlock.h - Tasks that wait for each other --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds waits that can never end. The compiler's forks and waits cannot make
// them, but a future that reaches an older task through a list can.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_DEADLOCK_H
#define TINE_RUNTIME_DEADLOCK_H

#include "errors.h"

namespace tine {

/// A thread that is about to sleep until `future` ends. While it is registered
/// its scopes do not change.
struct Sleeper {
  Scope *scope;
  tine_future *future;
  Sleeper *previous;
  Sleeper *next;
};

/// Registers a sleeper; false (and not registered) when it would wait for a
/// task that, over other sleepers, waits for one of its own.
bool registerSleeper(Sleeper &sleeper);
void unregisterSleeper(Sleeper &sleeper);

} // namespace tine

#endif // TINE_RUNTIME_DEADLOCK_H
