//===- Summary.h - A trace in tables ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time by operation and by source line, parallelism, the critical path, waits,
// and gaps of devices.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_SUMMARY_H
#define TINE_TOOLS_TRACE_SUMMARY_H

#include "tools/tine-trace/Lanes.h"
#include "llvm/Support/raw_ostream.h"

namespace tine::trace {

/// Writes the summary, with no more than `rows` rows in a table.
void printSummary(const Trace &trace, const Lanes &lanes, unsigned rows,
                  llvm::raw_ostream &os);

/// "12.3 ms"; of a time in microseconds.
std::string formatTime(double microseconds);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_SUMMARY_H
