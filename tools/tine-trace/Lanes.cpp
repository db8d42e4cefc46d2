//===- Lanes.cpp - What each lane did when --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spans of a lane come as they begin; a stack has those that are open. What
// ends behind the one around it is cut there.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Lanes.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace tine::trace;

bool tine::trace::isWork(Category category) {
  return category != Category::Wait && category != Category::Program;
}

namespace {

class Sweep {
public:
  Sweep(const Trace &trace, Lanes &lanes) : trace(trace), lanes(lanes) {}

  void add(uint32_t number) {
    const Span &span = trace.spans[number];
    close(span.start);
    if (!open.empty())
      piece(span.start);
    else
      at = span.start;
    double end = span.end;
    if (!open.empty())
      end = std::min(end, open.back().end);
    lanes.depth[number] = uint32_t(open.size());
    lanes.parent[number] = open.empty() ? number : open.back().span;
    lane = span.lane;
    lanes.deepest[lane] =
        std::max(lanes.deepest[lane], uint32_t(open.size()) + 1);
    open.push_back({number, end});
    at = span.start;
  }

  void finish() { close(1e300); }

private:
  struct Open {
    uint32_t span;
    double end;
  };

  /// Ends what has ended by `time`.
  void close(double time) {
    while (!open.empty() && open.back().end <= time) {
      piece(open.back().end);
      at = std::max(at, open.back().end);
      open.pop_back();
    }
  }

  /// The innermost one, from where the last piece ended.
  void piece(double end) {
    if (end <= at)
      return;
    uint32_t span = open.back().span;
    lanes.pieces[lane].push_back({at, end, span, uint32_t(open.size()) - 1});
    lanes.selfTime[span] += end - at;
    at = end;
  }

  const Trace &trace;
  Lanes &lanes;
  llvm::SmallVector<Open, 32> open;
  uint32_t lane = 0;
  double at = 0;
};

} // namespace

Lanes::Lanes(const Trace &trace)
    : pieces(trace.lanes.size()), selfTime(trace.spans.size()),
      depth(trace.spans.size()), parent(trace.spans.size()),
      deepest(trace.lanes.size()) {
  for (size_t i = 0; i < trace.spans.size();) {
    Sweep sweep(trace, *this);
    uint32_t lane = trace.spans[i].lane;
    for (; i < trace.spans.size() && trace.spans[i].lane == lane; ++i)
      sweep.add(uint32_t(i));
    sweep.finish();
  }
}
