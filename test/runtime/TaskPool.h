//===- TaskPool.h - The compiler's part of futures --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What generated code does around the runtime's functions at a fork and at a
// wait: in TaskPoolOpenMP.cpp with OpenMP, in TaskPoolThreads.cpp with plain
// threads, for ThreadSanitizer, which does not see into an OpenMP runtime that
// was not built for it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_RUNTIME_TASKPOOL_H
#define TINE_TEST_RUNTIME_TASKPOOL_H

#include "tine/abi.h"

namespace tine::test {

/// Runs `body` on the first of `threads` threads while the others take tasks;
/// returns when all tasks have ended.
void runTeam(int threads, void (*body)(void *), void *argument);

void spawn(tine_future *future);

/// Whether nobody but its maker has seen a future, as at every fork of
/// generated code. Tests also make circles, and chains that start from their
/// end.
inline bool isNew(const tine_future *future) { return future->head.count == 2; }

void wait(tine_future *future, const char *where);

} // namespace tine::test

#endif // TINE_TEST_RUNTIME_TASKPOOL_H
