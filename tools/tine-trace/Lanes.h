//===- Lanes.h - What each lane did when ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spans lie in one another. This says for each moment of a lane which the
// innermost one is.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_LANES_H
#define TINE_TOOLS_TRACE_LANES_H

#include "tools/tine-trace/Trace.h"

namespace tine::trace {

/// A time in which `span` is the innermost one of its lane.
struct Piece {
  double start, end;
  uint32_t span; // its number in the trace
  uint32_t depth;
};

struct Lanes {
  explicit Lanes(const Trace &trace);

  std::vector<std::vector<Piece>> pieces; // of each lane, in order
  std::vector<double> selfTime;           // of each span
  std::vector<uint32_t> depth;            // of each span, 0 outside
  std::vector<uint32_t> parent;           // the span around each, or itself
  std::vector<uint32_t> deepest;          // of each lane, number of levels
};

/// Whether a lane computes in a piece of this span: it neither waits, nor is it
/// only the program around everything.
bool isWork(Category category);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_LANES_H
