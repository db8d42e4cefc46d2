//===- Trace.h - A trace as it was written ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads Chrome's JSON as --trace writes it: one event a line. A file that ends
// in the middle is read as far as it goes; so are lists of events that other
// programs write.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TRACE_TRACE_H
#define TINE_TOOLS_TRACE_TRACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tine::trace {

enum class Category : uint8_t {
  Program,
  Fork,
  Queue,
  Copy,
  Wait,
  User,
  Op,
  Part,
  Kernel,  // on a stream of a GPU
  GpuCopy, // the same
  Other
};
constexpr unsigned categoryCount = 11;

/// "op" for Category::Op, and so on.
llvm::StringRef nameOf(Category category);

/// Whether a GPU did it, and not a thread.
inline bool isOnGpu(Category category) {
  return category == Category::Kernel || category == Category::GpuCopy;
}

/// Times are microseconds.
struct Span {
  uint32_t lane;
  Category category;
  uint32_t name, at, shapes, module; // numbers of texts
  double start, end;
  double flops, bytes; // 0 where they are not known
};

/// From where something is started to where it runs.
struct Arrow {
  uint32_t fromLane, toLane;
  double from, to;
};

struct Trace {
  std::string program;
  std::vector<std::string> lanes; // their names
  std::vector<std::string> texts;
  std::vector<Span> spans; // by lane, then as they begin, outer ones first
  std::vector<Arrow> arrows;
  double begin = 0, end = 0;
  bool complete = false;   // the run came to its end
  unsigned unreadable = 0; // lines

  const std::string &text(uint32_t number) const { return texts[number]; }
};

/// Fails with a message when the file cannot be read, is too large, or holds no
/// event.
llvm::Expected<Trace> readTrace(llvm::StringRef path);

} // namespace tine::trace

#endif // TINE_TOOLS_TRACE_TRACE_H
