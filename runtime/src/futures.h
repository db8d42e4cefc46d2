//===- futures.h - What futures know of the team ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FUTURES_H
#define TINE_RUNTIME_FUTURES_H

#include "tine/abi.h"

namespace tine {

/// Threads of the host's team; 0 while that is not known. Set before the team
/// starts.
extern int teamThreads;
/// Threads of the team that this thread leads for a device, else 0.
extern thread_local int ownTeamThreads;

/// Runs the body of a future that nobody else runs; false when it failed, then
/// with its error. The state is left as it is.
bool runFuture(tine_future *future);
/// Sets the state and wakes who waits.
void finishFuture(tine_future *future, bool failed);

/// A future of one result that somebody else makes, with count 2: one for the
/// maker, who stores the result and finishes the future.
tine_future *newRunningFuture(bool counted, const char *where);
/// A future that takes an object and two numbers and gives an object, with
/// count 1: the first to wait for it runs its body.
tine_future *newLazyFuture(void (*body)(tine_future *), const char *where);

} // namespace tine

#endif // TINE_RUNTIME_FUTURES_H
