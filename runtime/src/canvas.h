//===- canvas.h - Paths and the pixels that they cover ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places are in pixels, from the upper left corner; pixel 0 ends at 1. A path
// is filled by the non-zero rule. Lines are filled, too: strokePath() gives
// their outline. Not shared among threads; memory belongs to the current task.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CANVAS_H
#define TINE_RUNTIME_CANVAS_H

#include "array.h"

#include <stdint.h>

namespace tine {

struct Point {
  double x, y;
};

struct Color {
  uint8_t channels[3]; // red, green, blue
  double opacity;
};

/// Columns and rows from the first to the one behind the last.
struct PixelBox {
  int left, top, right, bottom;
};

/// Polygons and open lines; curves are flattened as they are added.
class Path {
public:
  struct Part {
    size_t first; // its points go on to the next part's first
    bool isClosed;
  };

  void moveTo(Point point);
  void lineTo(Point point);
  void quadraticTo(Point control, Point end);
  void cubicTo(Point first, Point second, Point end);
  void close();
  /// A closed part.
  void polygon(const Point *corners, size_t count);

  size_t partCount() const { return parts.size(); }
  bool isClosed(size_t part) const { return parts[part].isClosed; }
  const Point *begin(size_t part) const {
    return points.begin() + parts[part].first;
  }
  const Point *end(size_t part) const {
    return part + 1 < parts.size() ? begin(part + 1) : points.end();
  }
  /// Where the next line begins. There must be a part.
  Point last() const { return points.back(); }

  /// Moves a path whose lines all go along the axes onto the pixels, so that a
  /// line of that width, or with 0 the edge of what is filled, is sharp.
  void snap(double width);

private:
  Array<Point> points;
  Array<Part> parts;
};

struct Pen {
  double width;
  bool hasSquareEnds;   // else they end at the last point
  bool hasRoundJoins;   // else they are mitred
  const double *dashes; // lengths of lines and gaps in turn
  size_t dashCount;     // 0: a whole line
};

/// Adds the outline of the path's lines, as polygons that all turn one way.
void strokePath(const Path &path, const Pen &pen, Path &outline);

class Canvas {
public:
  /// All white.
  Canvas(int width, int height);

  int width() const { return columns; }
  int height() const { return rows; }
  /// Three bytes a pixel.
  const uint8_t *row(int y) const {
    return pixels.begin() + size_t(y) * size_t(columns) * 3;
  }

  void fill(const Path &path, const Color &color, const PixelBox &clip);
  void set(int x, int y, const Color &color) { blend(x, y, color, 1); }

private:
  struct Edge;
  void findEdges(const Path &path, const PixelBox &clip, Array<Edge> &edges);
  void sweepLine(int line, const Edge *&next, const Edge *end,
                 Array<Edge> &active, const PixelBox &clip);
  void coverLine(const Array<Edge> &active, const PixelBox &clip);
  void cover(double first, double last, const PixelBox &clip);
  void blendRow(int y, const Color &color, const PixelBox &clip);
  void blend(int x, int y, const Color &color, double share);

  int columns, rows;
  Array<uint8_t> pixels;
  /// How much more of a pixel of this row is covered than of the one before.
  Array<float> changes;
  int firstChange, lastChange;
};

} // namespace tine

#endif // TINE_RUNTIME_CANVAS_H
