//===- futex.h - Sleeping until a word changes ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FUTEX_H
#define TINE_RUNTIME_FUTEX_H

#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace tine {

/// Sleeps while the word has the value, until somebody wakes this thread or the
/// time has passed, if there is one; may end earlier.
inline void sleepWhile(const uint32_t *word, uint32_t value,
                       const timespec *time = nullptr) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, time, nullptr, 0);
}

/// Wakes all threads that sleep on the word.
inline void wakeAll(const uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace tine

#endif // TINE_RUNTIME_FUTEX_H
