//===- Modules.h - Whose time it was ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the time of each span, without what lies in it, to one operation and
// one module, so that all shares together are no more than the whole.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_MODULES_H
#define TINE_TOOLS_TRACE_MODULES_H

#include "tools/tine-trace/Lanes.h"
#include <map>
#include <optional>

namespace tine::trace {

class Owners {
public:
  Owners(const Trace &trace, const Lanes &lanes);

  /// The time that all threads spent in spans.
  double threadTime() const { return all; }
  /// The operation that the span is or, on another thread, is part of.
  std::optional<uint32_t> operationOf(uint32_t span) const;
  /// The next span of that category that the span is or lies in.
  std::optional<uint32_t> enclosing(uint32_t span, Category category) const;
  /// The module that the span's own time belongs to; empty of waits and GPUs.
  std::string moduleOf(uint32_t span) const;

private:
  const Trace &trace;
  const Lanes &lanes;
  double all = 0;
  std::map<uint32_t, std::vector<uint32_t>> operations; // by name
};

/// The time of a module.
struct ModuleTime {
  std::string path;
  uint64_t operations = 0; // in it and in what it holds
  double total = 0, own = 0;
};

/// Modules behind those that hold them, which come by their time; no more than
/// `most`, and of those that hold the others' time all.
std::vector<ModuleTime> timeOfModules(const Trace &trace, const Lanes &lanes,
                                      const Owners &owners, size_t most);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_MODULES_H
