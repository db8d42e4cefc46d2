//===- stack.h - Big stacks -------------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A waiter runs the task that it waits for on top of its own frame, so chains
// of tasks can be deep.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_STACK_H
#define TINE_RUNTIME_STACK_H

#include <stddef.h>

namespace tine {

/// What a thread of the team wants of stack, and of how many an address space
/// with a limit has to have room for.
constexpr size_t workerStack = size_t(256) << 20, workerShare = 16;

/// Bytes of stack for each of `threads` threads: `wanted`, or less where there
/// is a limit on the address space.
size_t stackSize(size_t wanted, size_t threads);

/// How many threads, up to `wanted` and with such stacks, this process can have
/// beside each other: limits of the user, of the container and of memory are
/// met now, because OpenMP would end the process with them.
int threadsToBeHad(int wanted);

/// Calls `body` on a thread with a stack of 1 GiB and waits for it. The stack
/// is only reserved: what is not touched costs nothing. When it overflows, the
/// program ends with a message and status 1.
void runOnBigStack(void (*body)(void *), void *argument);

} // namespace tine

#endif // TINE_RUNTIME_STACK_H
