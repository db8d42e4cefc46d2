//===- Summary.cpp - A trace in tables ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that several threads share counts once, with the time of the
// thread that started it; its share is that of all of them.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Summary.h"
#include "tools/tine-trace/Modules.h"
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

/// `own` is the time without what is a row of its own, on all threads; shares
/// are of that.
struct Row {
  uint64_t calls = 0;
  double time = 0, own = 0, flops = 0, bytes = 0;
};
using Rows = std::map<std::string, Row>;

class Printer {
public:
  Printer(const Trace &trace, const Lanes &lanes, unsigned rows,
          raw_ostream &os)
      : trace(trace), lanes(lanes), owners(trace, lanes), most(rows), os(os),
        length(std::max(trace.end - trace.begin, 1e-3)),
        threadTime(std::max(owners.threadTime(), 1e-3)) {}

  void print() {
    printHead();
    printModules();
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
    os << "Shares are of the " << formatTime(threadTime)
       << " that threads spent, those of lanes and of the critical path of the "
          "run.\n";
  }

  /// The first rows hold the others' time, so they do not add up; those that
  /// no other one holds do.
  void printModules() {
    std::vector<ModuleTime> modules =
        timeOfModules(trace, lanes, owners, std::max(most, 1u));
    if (modules.empty())
      return;
    os << "\n"
       << left_justify("module", nameWidth)
       << "operations        total   share          own\n";
    for (const ModuleTime &time : modules)
      os << left_justify(shorten(time.path), nameWidth)
         << format("%10llu", static_cast<unsigned long long>(time.operations))
         << right_justify(formatTime(time.total), 13)
         << format("%6.1f %%", 100 * time.total / threadTime)
         << right_justify(formatTime(time.own), 13) << "\n";
  }

  static void add(Row &row, const Span &span) {
    ++row.calls;
    row.time += span.end - span.start;
    row.flops += span.flops;
    row.bytes += span.bytes;
  }

  void printRows(StringRef title, const Rows &rows, bool amounts,
                 double whole) {
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
         << format("%6.1f %%", 100 * row.own / whole)
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
        rest.own += row.own;
      }
      os << left_justify(std::to_string(sorted.size() - most) + " others",
                         nameWidth)
         << format("%10llu", static_cast<unsigned long long>(rest.calls))
         << right_justify(formatTime(rest.time), 13)
         << format("%6.1f %%\n", 100 * rest.own / whole);
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

  static std::string placeOf(const std::string &at) {
    return at.empty() ? "(no place)" : at;
  }

  void printOperations() {
    Rows operations, lines, own, forks, kernels, copies;
    for (uint32_t i = 0; i < trace.spans.size(); ++i) {
      const Span &span = trace.spans[i];
      if (span.category == Category::Op) {
        add(operations[trace.text(span.name)], span);
        add(lines[placeOf(trace.text(span.at))], span);
      } else if (span.category == Category::User) {
        add(own[trace.text(span.name)], span);
      } else if (span.category == Category::Fork) {
        add(forks[trace.text(span.name)], span);
      } else if (isOnGpu(span.category)) {
        Row &row =
            (span.category == Category::Kernel ? kernels
                                               : copies)[trace.text(span.name)];
        add(row, span);
        row.own += lanes.selfTime[i];
      }
      double time = lanes.selfTime[i];
      if (auto operation = owners.operationOf(i)) {
        const Span &whole = trace.spans[*operation];
        operations[trace.text(whole.name)].own += time;
        lines[placeOf(trace.text(whole.at))].own += time;
      }
      if (span.category == Category::Wait)
        continue;
      if (auto user = owners.enclosing(i, Category::User))
        own[trace.text(trace.spans[*user].name)].own += time;
      if (auto fork = owners.enclosing(i, Category::Fork))
        forks[trace.text(trace.spans[*fork].name)].own += time;
    }
    printRows("operation", operations, true, threadTime);
    printRows("source line", lines, true, threadTime);
    printRows("record_function", own, false, threadTime);
    printRows("task", forks, false, threadTime);
    printRows("kernel", kernels, false, length);
    printRows("copy of a GPU", copies, true, length);
    if (operations.empty() && kernels.empty())
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
      row.own += time;
    }
    if (idle > 0) {
      Row &row = rows["start of tasks, end of waits"];
      row.calls = 1;
      row.time = row.own = idle;
    }
    printRows("critical path", rows, false, length);
  }

  void printWaits() {
    Rows rows;
    for (uint32_t i = 0; i < trace.spans.size(); ++i)
      if (trace.spans[i].category == Category::Wait) {
        Row &row = rows[trace.text(trace.spans[i].at)];
        add(row, trace.spans[i]);
        row.own += lanes.selfTime[i];
      }
    printRows("wait", rows, false, threadTime);
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
  Owners owners;
  unsigned most;
  raw_ostream &os;
  double length, threadTime;
};

} // namespace

void tine::trace::printSummary(const Trace &trace, const Lanes &lanes,
                               unsigned rows, raw_ostream &os) {
  Printer(trace, lanes, rows, os).print();
}
