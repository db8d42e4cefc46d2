//===- Summary.cpp - A trace in tables ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that several threads share counts once, by the thread that
// started it; how long they were busy is in the part about parallelism.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Summary.h"
#include "tools/tine-trace/Path.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace llvm;
using namespace tine::trace;

std::string tine::trace::formatTime(double microseconds) {
  std::string text;
  raw_string_ostream os(text);
  if (microseconds >= 1e6)
    os << format("%.3f s", microseconds / 1e6);
  else if (microseconds >= 1e3)
    os << format("%.3f ms", microseconds / 1e3);
  else
    os << format("%.2f us", microseconds);
  return text;
}

namespace {

/// What a terminal would obey is shown as '?'.
std::string plain(StringRef text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F have two bytes.
    bool isPair = c == 0xc2 && i + 1 < text.size() &&
                  static_cast<unsigned char>(text[i + 1]) < 0xa0;
    i += isPair;
    out += c < 0x20 || c == 0x7f || isPair ? '?' : char(c);
  }
  return out;
}

struct Row {
  uint64_t calls = 0;
  double time = 0, flops = 0, bytes = 0;
};
using Rows = std::map<std::string, Row>;

class Printer {
public:
  Printer(const Trace &trace, const Lanes &lanes, unsigned rows,
          raw_ostream &os)
      : trace(trace), lanes(lanes), most(rows), os(os),
        length(std::max(trace.end - trace.begin, 1e-3)) {}

  void print() {
    printHead();
    printOperations();
    printParallelism();
    printPath();
    printWaits();
    printDevices();
  }

private:
  void printHead() {
    os << (trace.program.empty() ? "trace" : plain(trace.program)) << ": "
       << formatTime(length) << ", " << trace.spans.size() << " spans in "
       << trace.lanes.size() << (trace.lanes.size() == 1 ? " lane" : " lanes");
    if (trace.unreadable)
      os << ", " << trace.unreadable << " lines that cannot be read";
    os << "\n";
    if (!trace.complete)
      os << "The trace has no end: the run was stopped, or goes on.\n";
  }

  static void add(Row &row, const Span &span) {
    ++row.calls;
    row.time += span.end - span.start;
    row.flops += span.flops;
    row.bytes += span.bytes;
  }

  void printRows(StringRef title, const Rows &rows, bool amounts) {
    std::vector<std::pair<std::string, Row>> sorted(rows.begin(), rows.end());
    llvm::sort(sorted, [](auto &a, auto &b) {
      return std::tie(b.second.time, a.first) <
             std::tie(a.second.time, b.first);
    });
    if (sorted.empty())
      return;
    os << "\n"
       << left_justify(title, nameWidth)
       << "     calls        total   share      average";
    if (amounts)
      os << "    GFLOP/s      GB/s";
    os << "\n";
    for (auto &[name, row] : ArrayRef(sorted).take_front(most)) {
      os << left_justify(shorten(name), nameWidth)
         << format("%10llu", static_cast<unsigned long long>(row.calls))
         << right_justify(formatTime(row.time), 13)
         << format("%6.1f %%", 100 * row.time / length)
         << right_justify(formatTime(row.time / double(row.calls)), 13);
      if (amounts) {
        printRate(row.flops, row.time, 11);
        printRate(row.bytes, row.time, 10);
      }
      os << "\n";
    }
    if (sorted.size() > most) {
      Row rest;
      for (auto &[name, row] : ArrayRef(sorted).drop_front(most)) {
        rest.calls += row.calls;
        rest.time += row.time;
      }
      os << left_justify(std::to_string(sorted.size() - most) + " others",
                         nameWidth)
         << format("%10llu", static_cast<unsigned long long>(rest.calls))
         << right_justify(formatTime(rest.time), 13)
         << format("%6.1f %%\n", 100 * rest.time / length);
    }
  }

  void printRate(double amount, double microseconds, unsigned width) {
    std::string text = "-";
    if (amount > 0 && microseconds > 0) {
      text.clear();
      raw_string_ostream(text) << format("%.2f", amount / microseconds / 1e3);
    }
    os << right_justify(text, width);
  }

  static std::string shorten(StringRef name) {
    if (name.size() < nameWidth)
      return plain(name);
    // Not cut within a character.
    size_t length = nameWidth - 4;
    while (length && (name[length] & 0xc0) == 0x80)
      --length;
    return plain(name.take_front(length)) + "..";
  }

  void printOperations() {
    Rows operations, lines, own, forks;
    for (const Span &span : trace.spans) {
      const std::string &at = trace.text(span.at);
      const std::string &name = trace.text(span.name);
      switch (span.category) {
      case Category::Op:
        add(operations[name], span);
        add(lines[at.empty() ? "(no place)" : at], span);
        break;
      case Category::User:
        add(own[name], span);
        break;
      case Category::Fork:
        add(forks[at.empty() ? name : at], span);
        break;
      default:
        break;
      }
    }
    printRows("operation", operations, true);
    printRows("source line", lines, true);
    printRows("record_function", own, false);
    printRows("task", forks, false);
    if (operations.empty())
      os << "\nNo operation was long enough for a span of its own.\n";
  }

  void printParallelism() {
    constexpr unsigned buckets = 60;
    std::vector<double> busy(buckets);
    std::vector<double> byLane(trace.lanes.size());
    double width = length / buckets, all = 0;
    for (size_t lane = 0; lane < lanes.pieces.size(); ++lane)
      for (const Piece &piece : lanes.pieces[lane]) {
        if (trace.spans[piece.span].category == Category::Wait)
          continue;
        byLane[lane] += piece.end - piece.start;
        double from = (piece.start - trace.begin) / width;
        double to = (piece.end - trace.begin) / width;
        auto first = unsigned(std::clamp(from, 0.0, buckets - 1.0));
        auto last = unsigned(std::clamp(to, 0.0, buckets - 1.0));
        for (unsigned i = first; i <= last; ++i)
          busy[i] += std::max(0.0, std::min(to, double(i + 1)) -
                                       std::max(from, double(i)));
      }
    double greatest = 0;
    for (double lane : byLane)
      all += lane;
    for (double amount : busy)
      greatest = std::max(greatest, amount);
    os << "\nbusy lanes: " << format("%.2f", all / length) << " on average";
    double top = std::max(1.0, std::ceil(greatest - 0.05));
    os << format(", %.2f at most", greatest) << "\n";
    for (auto level = unsigned(std::min(top, 16.0)); level > 0; --level) {
      os << format("%4u |", level);
      for (double amount : busy) {
        double part = amount - (level - 1);
        os << (part >= 0.875   ? "\u2588"
               : part >= 0.625 ? "\u2586"
               : part >= 0.375 ? "\u2584"
               : part >= 0.125 ? "\u2582"
                               : " ");
      }
      os << "|\n";
    }
    os << "      " << left_justify("0", buckets / 2)
       << right_justify(formatTime(length), buckets / 2 + 1) << "\n";
    for (size_t lane = 0; lane < std::min<size_t>(byLane.size(), most); ++lane)
      os << "  " << left_justify(shorten(trace.lanes[lane]), nameWidth - 2)
         << "busy " << right_justify(formatTime(byLane[lane]), 12)
         << format("%6.1f %%\n", 100 * byLane[lane] / length);
  }

  void printPath() {
    Rows rows;
    double idle = 0;
    for (const Step &step : criticalPath(trace, lanes)) {
      double time = step.end - step.start;
      if (step.span < 0) {
        idle += time;
        continue;
      }
      const Span &span = trace.spans[size_t(step.span)];
      std::string name;
      switch (span.category) {
      case Category::Op:
      case Category::Part:
        name = trace.text(span.name) + "  " + trace.text(span.at);
        break;
      case Category::Wait:
        name = "wait  " + trace.text(span.at);
        break;
      case Category::Program:
        name = "between operations";
        break;
      default:
        name = (nameOf(span.category) + "  " + trace.text(span.name)).str();
      }
      Row &row = rows[name];
      ++row.calls;
      row.time += time;
    }
    if (idle > 0) {
      Row &row = rows["start of tasks, end of waits"];
      row.calls = 1;
      row.time = idle;
    }
    printRows("critical path", rows, false);
  }

  void printWaits() {
    Rows rows;
    for (const Span &span : trace.spans)
      if (span.category == Category::Wait)
        add(rows[trace.text(span.at)], span);
    printRows("wait", rows, false);
  }

  /// Between the first and the last call of a device.
  void printDevices() {
    bool isFirst = true;
    for (size_t i = 0; i < trace.spans.size();) {
      uint32_t lane = trace.spans[i].lane;
      const Span *last = nullptr, *behind = nullptr;
      double first = 0, gaps = 0, longest = 0, at = 0, busy = 0, waits = 0;
      uint64_t calls = 0;
      for (; i < trace.spans.size() && trace.spans[i].lane == lane; ++i) {
        const Span &span = trace.spans[i];
        if (span.category != Category::Queue)
          continue;
        if (!last) {
          first = span.start;
        } else if (span.start > last->end) {
          double gap = span.start - last->end;
          gaps += gap;
          if (gap > longest) {
            longest = gap;
            at = last->end;
            behind = &span;
          }
        }
        ++calls;
        if (!last || span.end > last->end)
          last = &span;
      }
      if (!last)
        continue;
      for (const Piece &piece : lanes.pieces[lane])
        (trace.spans[piece.span].category == Category::Wait ? waits : busy) +=
            piece.end - piece.start;
      if (isFirst)
        os << "\n"
           << left_justify("device", nameWidth)
           << "     calls         busy   share        waits         gaps\n";
      isFirst = false;
      double all = std::max(last->end - first, 1e-3);
      os << left_justify(shorten(trace.lanes[lane]), nameWidth)
         << format("%10llu", static_cast<unsigned long long>(calls))
         << right_justify(formatTime(busy), 13)
         << format("%6.1f %%", 100 * busy / all)
         << right_justify(formatTime(waits), 13)
         << right_justify(formatTime(gaps), 13) << "\n";
      if (behind)
        os << "  longest gap " << formatTime(longest) << " at "
           << formatTime(at - trace.begin) << ", before "
           << plain(trace.text(behind->at)) << "\n";
    }
  }

  static constexpr unsigned nameWidth = 48;

  const Trace &trace;
  const Lanes &lanes;
  unsigned most;
  raw_ostream &os;
  double length;
};

} // namespace

void tine::trace::printSummary(const Trace &trace, const Lanes &lanes,
                               unsigned rows, raw_ostream &os) {
  Printer(trace, lanes, rows, os).print();
}
