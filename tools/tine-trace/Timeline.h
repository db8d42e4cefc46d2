//===- Timeline.h - A trace as a picture ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes one below the other, spans within spans, as SVG.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_TIMELINE_H
#define TINE_TOOLS_TRACE_TIMELINE_H

#include "tools/tine-trace/Lanes.h"
#include "llvm/Support/raw_ostream.h"

namespace tine::trace {

struct TimelineOptions {
  double from = 0, to = 0; // microseconds since the beginning; 0 to 0: all
  unsigned width = 1400;   // pixels
};

/// Writes the picture. Spans that are too narrow to be seen are drawn together.
void writeTimeline(const Trace &trace, const Lanes &lanes,
                   const TimelineOptions &options, llvm::raw_ostream &os);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_TIMELINE_H
