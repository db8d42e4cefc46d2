//===- Path.h - What the end of a run waited for ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The critical path: from the end back to the beginning, over waits to what was
// waited for, and over arrows to who started it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_PATH_H
#define TINE_TOOLS_TRACE_PATH_H

#include "tools/tine-trace/Lanes.h"

namespace tine::trace {

/// A stretch of the path. Without a span nothing ran that the path could be on:
/// what had been started had not begun, or who waited had not gone on.
struct Step {
  double start, end;
  int64_t span; // -1: none
};

/// The steps, from the last to the first.
std::vector<Step> criticalPath(const Trace &trace, const Lanes &lanes);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_PATH_H
