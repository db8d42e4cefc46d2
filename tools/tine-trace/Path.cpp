//===- Path.cpp - What the end of a run waited for ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. The path begins where the last span of the lane of the program ends.
// 2. Of the innermost span of its lane, a piece is on the path.
// 3. Behind a wait it goes on at what ended last in it, in another lane.
// 4. In front of a task or call it goes on where an arrow to it begins.
// A trace does not say who waits for what; 3 takes what fits.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Path.h"
#include <algorithm>

using namespace tine::trace;

namespace {

class Walk {
public:
  Walk(const Trace &trace, const Lanes &lanes) : trace(trace), lanes(lanes) {
    for (uint32_t i = 0; i < trace.spans.size(); ++i) {
      Category category = trace.spans[i].category;
      if (category == Category::Fork || category == Category::Queue ||
          category == Category::Copy)
        ends.push_back(i);
    }
    std::sort(ends.begin(), ends.end(), [&](uint32_t a, uint32_t b) {
      return trace.spans[a].end < trace.spans[b].end;
    });
    // Time goes back in each step but for changes of the lane.
    stepsLeft = 4 * (trace.spans.size() + trace.arrows.size()) + 64;
  }

  std::vector<Step> run() {
    start();
    while (time > trace.begin && stepsLeft-- && step())
      ;
    return std::move(path);
  }

private:
  void start() {
    const Span *last = nullptr;
    for (const Span &span : trace.spans)
      if (span.category == Category::Program && (!last || span.end > last->end))
        last = &span;
    for (const Span &span : trace.spans)
      if (!last ||
          (last->category != Category::Program && span.end > last->end))
        last = &span;
    lane = last->lane;
    time = last->end;
  }

  /// The last piece of the lane that begins before the time, or null.
  const Piece *pieceAt() const {
    const std::vector<Piece> &all = lanes.pieces[lane];
    auto it = std::lower_bound(
        all.begin(), all.end(), time,
        [](const Piece &piece, double t) { return piece.start < t; });
    return it == all.begin() ? nullptr : &*std::prev(it);
  }

  void add(double from, int64_t span) {
    if (from < time)
      path.push_back({from, time, span});
    time = std::min(time, from);
  }

  /// The end of a task, call or copy of another lane in (from, time], or null.
  const Span *endedIn(double from) const {
    auto it = std::upper_bound(
        ends.begin(), ends.end(), time,
        [&](double t, uint32_t span) { return t < trace.spans[span].end; });
    for (int tries = 0; it != ends.begin() && tries < 1000; ++tries) {
      const Span &span = trace.spans[*--it];
      if (span.end <= from)
        return nullptr;
      if (span.lane != lane)
        return &span;
    }
    return nullptr;
  }

  /// The arrow that ends in the lane within `slack` of the time.
  const Arrow *arrowHere() const {
    constexpr double slack = 5;
    auto it = std::upper_bound(
        trace.arrows.begin(), trace.arrows.end(), time + slack,
        [](double t, const Arrow &arrow) { return t < arrow.to; });
    for (int tries = 0; it != trace.arrows.begin() && tries < 1000; ++tries) {
      const Arrow &arrow = *--it;
      if (arrow.to < time - slack)
        return nullptr;
      if (arrow.toLane == lane)
        return &arrow;
    }
    return nullptr;
  }

  bool step() {
    const Piece *piece = pieceAt();
    if (!piece || piece->end < time) {
      // Nothing ran here; it began by an arrow, or goes on before.
      if (follow(arrowHere()))
        return true;
      if (!piece)
        return false;
      add(piece->end, -1);
      return true;
    }
    const Span &span = trace.spans[piece->span];
    if (span.category == Category::Wait) {
      // Who waits may run other tasks meanwhile; they end the piece, and what
      // ended before they did was not what the wait needed last.
      if (const Span *ended = endedIn(piece->start)) {
        add(ended->end, -1);
        lane = ended->lane;
        return true;
      }
    }
    add(piece->start, piece->span);
    bool begins = piece->start <= span.start;
    if (begins &&
        (span.category == Category::Fork || span.category == Category::Queue))
      follow(arrowHere());
    return true;
  }

  bool follow(const Arrow *arrow) {
    if (!arrow || arrow->from >= time || arrow->fromLane == lane)
      return false;
    add(arrow->from, -1);
    lane = arrow->fromLane;
    return true;
  }

  const Trace &trace;
  const Lanes &lanes;
  std::vector<uint32_t> ends; // spans, by their ends
  std::vector<Step> path;
  size_t stepsLeft = 0;
  uint32_t lane = 0;
  double time = 0;
};

} // namespace

std::vector<Step> tine::trace::criticalPath(const Trace &trace,
                                            const Lanes &lanes) {
  return Walk(trace, lanes).run();
}
