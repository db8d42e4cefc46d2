//===- futures.h - What futures know of the team ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_FUTURES_H
#define TINE_RUNTIME_FUTURES_H

namespace tine {

/// Threads of the team; 0 while that is not known. Set before the team starts.
extern int teamThreads;

} // namespace tine

#endif // TINE_RUNTIME_FUTURES_H
