//===- DrawSchedule.cpp - A schedule as DOT and as SVG --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The SVG has a lane for each place and a row for each level: a node is below
// all nodes that come before it. What leads back (a loop's next iteration)
// does not count for the levels.
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/Schedule.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace tine;
using llvm::formatv;

static const char *colorOf(const ScheduleNode &node) {
  switch (node.kind) {
  case ScheduleNode::Work:
    return "#e8eef7";
  case ScheduleNode::Task:
    return "#dff0d8";
  case ScheduleNode::Call:
    return "#fdebd0";
  case ScheduleNode::Copy:
    return "#f3e5f5";
  case ScheduleNode::Wait:
    return "#f5f5f5";
  }
  llvm_unreachable("a kind of node");
}

/// The lines in a node's box, apart from its place.
static std::vector<std::string> linesOf(const ScheduleNode &node) {
  std::vector<std::string> lines{node.text};
  if (auto at = llvm::dyn_cast<mlir::FileLineColLoc>(node.position))
    lines.push_back((llvm::sys::path::filename(at.getFilename().getValue()) +
                     ":" + llvm::Twine(at.getLine()) + ":" +
                     llvm::Twine(at.getColumn()))
                        .str());
  if (std::string more = describe(node); !more.empty())
    lines.push_back(more);
  return lines;
}

//===----------------------------------------------------------------------===//
// DOT
//===----------------------------------------------------------------------===//

static std::string quoted(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

void tine::printDot(const Schedule &schedule, llvm::raw_ostream &os) {
  os << "digraph \"" << quoted(schedule.name) << "\" {\n"
     << "  label=\"" << quoted(schedule.summary()) << "\";\n"
     << "  node [shape=box, style=filled, fontname=\"sans-serif\", "
        "fontsize=10];\n";
  for (auto [i, node] : llvm::enumerate(schedule.nodes)) {
    os << "  n" << i << " [label=\"" << quoted(node.place);
    for (const std::string &line : linesOf(node))
      os << "\\n" << quoted(line);
    os << "\", fillcolor=\"" << colorOf(node) << "\""
       << (node.isCritical ? ", color=\"#c62828\", penwidth=2" : "") << "];\n";
  }
  for (const ScheduleEdge &edge : schedule.edges)
    os << "  n" << edge.from << " -> n" << edge.to
       << (edge.isCritical && edge.isOrder
               ? " [color=\"#c62828\", style=dashed]"
           : edge.isCritical ? " [color=\"#c62828\"]"
           : edge.isOrder    ? " [style=dashed]"
                             : "")
       << ";\n";
  os << "}\n";
}

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

static std::string escaped(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    default:
      result += c;
    }
  return result;
}

namespace {

/// Where the boxes are. Sizes are pixels.
class Layout {
public:
  static constexpr int width = 236, height = 62, gapX = 24, gapY = 34,
                       margin = 20, top = 70;

  explicit Layout(const Schedule &schedule) {
    size_t count = schedule.nodes.size();
    std::vector<int> levels(count, 0);
    for (size_t i = 0; i < count; ++i)
      for (const ScheduleEdge &edge : schedule.edges)
        if (edge.to == i && edge.from < i)
          levels[i] = std::max(levels[i], levels[edge.from] + 1);
    // The host first, then tasks, devices by their names, and copies.
    auto laneOf = [](const ScheduleNode &node) -> std::pair<int, std::string> {
      if (node.kind == ScheduleNode::Copy)
        return {3, "copies"};
      int rank = node.place == "host" ? 0 : node.place == "tasks" ? 1 : 2;
      return {rank, node.place};
    };
    std::set<std::pair<int, std::string>> sorted;
    for (const ScheduleNode &node : schedule.nodes)
      sorted.insert(laneOf(node));
    for (const auto &lane : sorted)
      names.push_back(lane.second);
    // As many columns in a lane as it has boxes in one row.
    std::vector<int> columns(names.size(), 1);
    std::map<std::pair<size_t, int>, int> used;
    std::vector<std::pair<size_t, int>> places;
    for (size_t i = 0; i < count; ++i) {
      size_t lane =
          llvm::find(names, laneOf(schedule.nodes[i]).second) - names.begin();
      int column = used[{lane, levels[i]}]++;
      columns[lane] = std::max(columns[lane], column + 1);
      places.push_back({lane, column});
      rows = std::max(rows, levels[i] + 1);
    }
    int x = margin;
    for (int wide : columns) {
      lanes.push_back(x);
      x += wide * (width + gapX);
    }
    lanes.push_back(x);
    for (size_t i = 0; i < count; ++i)
      boxes.push_back({lanes[places[i].first] + gapX / 2 +
                           places[i].second * (width + gapX),
                       top + levels[i] * (height + gapY)});
  }

  int fullWidth() const { return std::max(lanes.back() + margin, 480); }
  int fullHeight() const { return top + rows * (height + gapY) + margin; }

  std::vector<std::string> names; ///< of lanes
  std::vector<int> lanes;         ///< their left edges, and the last's right
  std::vector<std::pair<int, int>> boxes;
  int rows = 0;
};

} // namespace

void tine::printSvg(const Schedule &schedule, llvm::raw_ostream &os) {
  Layout layout(schedule);
  int width = layout.fullWidth(), height = layout.fullHeight();
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu "
                "Sans, Verdana, sans-serif\" font-size=\"11\">\n",
                width, height)
     << "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 "
        "0L8 4L0 8z\" fill=\"context-stroke\"/></marker></defs>\n"
     << formatv("<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                width, height)
     << formatv("<text x=\"{0}\" y=\"24\" font-size=\"14\">{1}: {2}</text>\n",
                Layout::margin, escaped(schedule.name),
                escaped(schedule.summary()));
  for (auto [i, name] : llvm::enumerate(layout.names)) {
    int left = layout.lanes[i], right = layout.lanes[i + 1];
    os << formatv("<rect x=\"{0}\" y=\"36\" width=\"{1}\" height=\"{2}\" "
                  "fill=\"{3}\"/>\n",
                  left, right - left, height - 36 - Layout::margin,
                  i % 2 ? "#ffffff" : "#fafafa")
       << formatv("<text x=\"{0}\" y=\"54\" text-anchor=\"middle\" "
                  "font-weight=\"bold\">{1}</text>\n",
                  (left + right) / 2, escaped(name));
  }
  for (const ScheduleEdge &edge : schedule.edges) {
    auto [fromX, fromY] = layout.boxes[edge.from];
    auto [toX, toY] = layout.boxes[edge.to];
    int half = Layout::width / 2;
    std::string path;
    if (toY > fromY) {
      int y = fromY + Layout::height;
      int bend = std::max(16, (toY - y) / 2);
      path = formatv("M{0} {1}C{0} {2} {3} {4} {3} {5}", fromX + half, y,
                     y + bend, toX + half, toY - bend, toY);
    } else {
      // Back, around the boxes.
      int right = std::max(fromX, toX) + Layout::width;
      path = formatv("M{0} {1}C{2} {1} {2} {3} {4} {3}", fromX + Layout::width,
                     fromY + Layout::height / 2, right + Layout::gapX,
                     toY + Layout::height / 2, toX + Layout::width);
    }
    os << formatv("<path d=\"{0}\" fill=\"none\" stroke=\"{1}\" "
                  "stroke-width=\"{2}\"{3} marker-end=\"url(#tip)\"/>\n",
                  path, edge.isCritical ? "#c62828" : "#888888",
                  edge.isCritical ? 1.8 : 1.0,
                  edge.isOrder ? " stroke-dasharray=\"4 3\"" : "");
  }
  for (auto [i, node] : llvm::enumerate(schedule.nodes)) {
    auto [x, y] = layout.boxes[i];
    os << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                  "rx=\"4\" fill=\"{4}\" stroke=\"{5}\" "
                  "stroke-width=\"{6}\"/>\n",
                  x, y, Layout::width, Layout::height, colorOf(node),
                  node.isCritical ? "#c62828" : "#666666",
                  node.isCritical ? 2 : 1);
    std::vector<std::string> lines = linesOf(node);
    // For the others the lane says where.
    if (node.kind == ScheduleNode::Copy)
      lines.insert(lines.begin(), node.place);
    int line = y + Layout::height / 2 + 4 - 7 * int(lines.size() - 1);
    for (const std::string &text : lines) {
      os << formatv("<text x=\"{0}\" y=\"{1}\" "
                    "text-anchor=\"middle\">{2}</text>\n",
                    x + Layout::width / 2, line, escaped(text));
      line += 14;
    }
  }
  os << "</svg>\n";
}
