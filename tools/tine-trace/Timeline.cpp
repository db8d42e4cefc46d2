//===- Timeline.cpp - A trace as a picture --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A span is a rectangle with a tooltip, and has its name in it where that fits.
// A picture has no more rectangles than its width and lanes allow: neighbours
// of one level that share a pixel are one, of the colour of the longest.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Timeline.h"
#include "tools/tine-trace/Summary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tine::trace;

namespace {

constexpr double labelWidth = 150, margin = 12, rowHeight = 18, laneGap = 10;
constexpr double headHeight = 62, letterWidth = 6.1;
constexpr unsigned mostLevels = 8, mostLanes = 64, mostArrows = 400;
/// Narrower rectangles are drawn together with their neighbours.
constexpr double narrowest = 0.6;

struct Look {
  const char *fill, *text;
};

constexpr Look looks[categoryCount] = {
    {"#e8eaed", "#3c4043"}, // program
    {"#a8d5ba", "#0d3b24"}, // fork
    {"#8fd0d6", "#073b40"}, // queue
    {"#f6b26b", "#4a2600"}, // copy
    {"#f4cccc", "#7a1f1f"}, // wait
    {"#d5b8ea", "#3a1555"}, // user
    {"#6fa8dc", "#0b2545"}, // op
    {"#cfe2f3", "#0b2545"}, // part
    {"#b6d7a8", "#1f3b12"}, // kernel
    {"#ffd966", "#4a3600"}, // copy of a GPU
    {"#d9d2c5", "#3c4043"}, // other
};

/// Operations of different names next to each other are told apart by these.
constexpr const char *shades[] = {"#6fa8dc", "#8db9e6", "#5b95cf",
                                  "#9fc5e8", "#7aa6d8", "#86b6d9"};

std::string escape(StringRef text) {
  std::string out;
  for (char c : text)
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      // XML has no other control characters.
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  return out;
}

/// The first characters, not cut within one.
StringRef firstCharacters(StringRef text, size_t count) {
  size_t bytes = 0;
  while (bytes < text.size() && count) {
    do
      ++bytes;
    while (bytes < text.size() && (text[bytes] & 0xc0) == 0x80);
    --count;
  }
  return text.take_front(bytes);
}
size_t charactersOf(StringRef text) {
  return size_t(
      llvm::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

class Picture {
public:
  Picture(const Trace &trace, const Lanes &lanes,
          const TimelineOptions &options, raw_ostream &os)
      : trace(trace), lanes(lanes), os(os),
        width(std::clamp(double(options.width), 400.0, 20000.0)) {
    begin = trace.begin + std::max(options.from, 0.0);
    end = options.to > options.from ? trace.begin + options.to : trace.end;
    // Of very late times, neighbours are further apart.
    end = std::max(end, begin + std::max(1e-3, begin * 1e-15));
    scale = (width - labelWidth - 2 * margin) / (end - begin);
    double y = headHeight;
    for (size_t lane = 0; lane < lanes.pieces.size(); ++lane) {
      tops.push_back(y);
      if (lane < mostLanes)
        y += rowHeight * std::clamp(lanes.deepest[lane], 1u, mostLevels) +
             laneGap;
    }
    height = y + 14;
  }

  void draw() {
    os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << pixel(width)
       << "\" height=\"" << pixel(height) << "\" viewBox=\"0 0 " << pixel(width)
       << " " << pixel(height)
       << "\" font-family=\"Helvetica, Arial, sans-serif\" "
          "font-size=\"11\">\n"
       << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
       << "<style>.s rect{stroke:#ffffff;stroke-width:.5}"
          ".s rect:hover{stroke:#202124;stroke-width:1.5}"
          "text{pointer-events:none}</style>\n";
    drawHead();
    drawAxis();
    drawLanes();
    os << "<g class=\"s\">\n";
    drawSpans();
    os << "</g>\n";
    drawArrows();
    os << "</svg>\n";
  }

private:
  static std::string pixel(double value) {
    std::string text;
    raw_string_ostream(text) << format("%.2f", value);
    StringRef trimmed = StringRef(text).rtrim('0');
    trimmed.consume_back(".");
    return trimmed.empty() ? "0" : trimmed.str();
  }

  double xOf(double time) const {
    return labelWidth + margin + (std::clamp(time, begin, end) - begin) * scale;
  }

  void drawHead() {
    os << "<text x=\"" << pixel(margin) << "\" y=\"20\" font-size=\"14\" "
       << "font-weight=\"bold\" fill=\"#202124\">" << escape(trace.program)
       << "  <tspan font-weight=\"normal\" fill=\"#5f6368\">"
       << formatTime(end - begin) << (trace.complete ? "" : ", not ended")
       << "</tspan></text>\n";
    // The legend has what there is.
    bool there[categoryCount] = {};
    for (const Span &span : trace.spans)
      there[unsigned(span.category)] = true;
    static constexpr const char *titles[categoryCount] = {
        "program",       "task",        "call of a device",
        "copy",          "wait",        "record_function",
        "operation",     "part of one", "kernel",
        "copy of a GPU", "other"};
    double x = width - margin;
    for (unsigned i = categoryCount; i-- > 0;) {
      if (!there[i])
        continue;
      x -= 24 + letterWidth * double(StringRef(titles[i]).size());
      os << "<rect x=\"" << pixel(x) << "\" y=\"11\" width=\"10\" "
         << "height=\"10\" rx=\"2\" fill=\"" << looks[i].fill
         << "\" stroke=\"#bdc1c6\" stroke-width=\".5\"/><text x=\""
         << pixel(x + 14) << "\" y=\"20\" fill=\"#3c4043\">" << titles[i]
         << "</text>\n";
    }
  }

  /// 1, 2 or 5 times a power of ten, so that there are about ten of it.
  double tick() const {
    double rough = (end - begin) / std::max(4.0, width / 140);
    double power = std::pow(10, std::floor(std::log10(rough)));
    for (double factor : {1.0, 2.0, 5.0})
      if (factor * power >= rough)
        return factor * power;
    return 10 * power;
  }

  void drawAxis() {
    double step = tick(), length = end - begin;
    const char *unit = length >= 2e6 ? "s" : length >= 2e3 ? "ms" : "us";
    double one = length >= 2e6 ? 1e6 : length >= 2e3 ? 1e3 : 1;
    int digits =
        std::clamp(int(std::ceil(-std::log10(step / one) - 1e-9)), 0, 6);
    double offset = begin - trace.begin;
    double bottom = height - 12;
    double first = std::ceil(offset / step - 1e-9);
    double last = std::floor((offset + length) / step + 1e-9);
    int count = int(std::clamp(last - first + 1, 0.0, 1000.0));
    for (int i = 0; i < count; ++i) {
      double at = (first + i) * step;
      double x = xOf(trace.begin + at);
      os << "<line x1=\"" << pixel(x) << "\" y1=\"" << pixel(headHeight - 12)
         << "\" x2=\"" << pixel(x) << "\" y2=\"" << pixel(bottom)
         << "\" stroke=\"#e0e3e7\"/><text x=\"" << pixel(x) << "\" y=\""
         << pixel(headHeight - 17) << "\" text-anchor=\""
         << (x > width - 3 * margin ? "end" : "middle")
         << "\" fill=\"#5f6368\">"
         << format("%.*f ", digits, std::abs(at) < step / 2 ? 0.0 : at / one)
         << unit << "</text>\n";
    }
  }

  void drawLanes() {
    for (size_t lane = 0; lane < std::min<size_t>(tops.size(), mostLanes);
         ++lane) {
      const std::string &name = trace.lanes[lane];
      size_t room = size_t(labelWidth / letterWidth);
      std::string shown = charactersOf(name) <= room
                              ? name
                              : (firstCharacters(name, room - 2) + "..").str();
      os << "<text x=\"" << pixel(margin) << "\" y=\""
         << pixel(tops[lane] + 12.5) << "\" fill=\"#202124\">" << escape(shown)
         << "<title>" << escape(name) << "</title></text>\n";
      double y = tops[lane] - laneGap / 2;
      os << "<line x1=\"" << pixel(margin) << "\" y1=\"" << pixel(y)
         << "\" x2=\"" << pixel(width - margin) << "\" y2=\"" << pixel(y)
         << "\" stroke=\"#e0e3e7\"/>\n";
    }
    if (tops.size() > mostLanes)
      os << "<text x=\"" << pixel(margin) << "\" y=\"" << pixel(height - 4)
         << "\" fill=\"#5f6368\">and " << tops.size() - mostLanes
         << " lanes more</text>\n";
  }

  /// What is drawn next at a level of a lane.
  struct Pending {
    double x1 = -1, x2 = -1;
    uint32_t longest = 0;
    uint32_t count = 0;
  };

  void drawSpans() {
    Pending pending[mostLevels];
    for (size_t i = 0; i < trace.spans.size();) {
      uint32_t lane = trace.spans[i].lane;
      for (; i < trace.spans.size() && trace.spans[i].lane == lane; ++i) {
        const Span &span = trace.spans[i];
        unsigned level = lanes.depth[i];
        if (level >= mostLevels || lane >= mostLanes || span.end < begin ||
            span.start > end)
          continue;
        double x1 = xOf(span.start), x2 = xOf(span.end);
        Pending &before = pending[level];
        bool joins = before.count && x2 - x1 < narrowest &&
                     before.x2 - before.x1 < 3 && x1 - before.x2 < 0.3;
        if (!joins) {
          flush(lane, level, before);
          before = {x1, x2, uint32_t(i), 1};
          continue;
        }
        before.x2 = std::max(before.x2, x2);
        ++before.count;
        if (span.end - span.start > lengthOf(before.longest))
          before.longest = uint32_t(i);
      }
      for (unsigned level = 0; level < mostLevels; ++level) {
        flush(lane, level, pending[level]);
        pending[level] = {};
      }
    }
  }

  double lengthOf(uint32_t span) const {
    return trace.spans[span].end - trace.spans[span].start;
  }

  const char *fillOf(const Span &span) const {
    if (span.category != Category::Op)
      return looks[unsigned(span.category)].fill;
    // A cheap hash that is the same everywhere.
    uint32_t code = 0;
    for (char c : trace.text(span.name))
      code = code * 31 + static_cast<unsigned char>(c);
    return shades[code % std::size(shades)];
  }

  void flush(uint32_t lane, unsigned level, const Pending &shape) {
    if (!shape.count)
      return;
    const Span &span = trace.spans[shape.longest];
    double w = std::max(shape.x2 - shape.x1, 0.4);
    double y = tops[lane] + rowHeight * level;
    os << "<rect x=\"" << pixel(shape.x1) << "\" y=\"" << pixel(y)
       << "\" width=\"" << pixel(w) << "\" height=\"" << pixel(rowHeight - 1)
       << "\"";
    if (w > 4)
      os << " rx=\"2\"";
    os << " fill=\"" << fillOf(span) << "\"><title>" << tooltip(span, shape)
       << "</title></rect>\n";
    const std::string &name = trace.text(span.name);
    auto room = size_t(std::max(0.0, (w - 6) / letterWidth));
    if (shape.count > 1 || room < 2 || name.empty())
      return;
    std::string shown = name;
    if (charactersOf(name) > room)
      shown = room < 4 ? "" : (firstCharacters(name, room - 2) + "..").str();
    if (!shown.empty())
      os << "<text x=\"" << pixel(shape.x1 + 3) << "\" y=\"" << pixel(y + 12.5)
         << "\" fill=\"" << looks[unsigned(span.category)].text << "\">"
         << escape(shown) << "</text>\n";
  }

  std::string tooltip(const Span &span, const Pending &shape) const {
    std::string text;
    raw_string_ostream out(text);
    out << escape(trace.text(span.name));
    if (shape.count > 1)
      out << " and " << shape.count - 1 << " others";
    double time = span.end - span.start;
    out << "\n"
        << nameOf(span.category) << ", " << formatTime(time) << " at "
        << formatTime(span.start - trace.begin);
    if (!trace.text(span.module).empty())
      out << "\n" << escape(trace.text(span.module));
    if (!trace.text(span.at).empty())
      out << "\n" << escape(trace.text(span.at));
    if (!trace.text(span.shapes).empty())
      out << "\n" << escape(trace.text(span.shapes));
    if (span.flops > 0 && time > 0)
      out << "\n" << format("%.2f GFLOP/s", span.flops / time / 1e3);
    if (span.bytes > 0 && time > 0)
      out << "\n" << format("%.2f GB/s", span.bytes / time / 1e3);
    return text;
  }

  /// From lane to lane; of very many, none would be seen.
  void drawArrows() {
    unsigned count = 0;
    for (const Arrow &arrow : trace.arrows)
      count += isShown(arrow);
    if (count > mostArrows)
      return;
    os << "<g fill=\"none\" stroke=\"#5f6368\" stroke-opacity=\".45\" "
          "stroke-width=\".8\" pointer-events=\"none\">\n";
    for (const Arrow &arrow : trace.arrows) {
      if (!isShown(arrow))
        continue;
      double x1 = xOf(arrow.from), x2 = xOf(arrow.to);
      bool down = arrow.toLane > arrow.fromLane;
      double y1 = tops[arrow.fromLane] + (down ? rowHeight - 1 : 0);
      double y2 = tops[arrow.toLane] + (down ? 0 : rowHeight - 1);
      double bend = std::max(8.0, (x2 - x1) / 2);
      os << "<path d=\"M" << pixel(x1) << " " << pixel(y1) << "C"
         << pixel(x1 + bend) << " " << pixel(y1) << " " << pixel(x2 - bend)
         << " " << pixel(y2) << " " << pixel(x2) << " " << pixel(y2)
         << "\"/>\n";
    }
    os << "</g>\n";
  }

  bool isShown(const Arrow &arrow) const {
    return arrow.fromLane != arrow.toLane && arrow.fromLane < mostLanes &&
           arrow.toLane < mostLanes && arrow.from >= begin && arrow.to <= end;
  }

  const Trace &trace;
  const Lanes &lanes;
  raw_ostream &os;
  double width, height = 0, begin, end, scale;
  std::vector<double> tops;
};

} // namespace

void tine::trace::writeTimeline(const Trace &trace, const Lanes &lanes,
                                const TimelineOptions &options,
                                raw_ostream &os) {
  Picture(trace, lanes, options, os).draw();
}
