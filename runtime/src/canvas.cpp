//===- canvas.cpp - Paths and the pixels that they cover ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of pixels is looked at along 16 lines. Where one crosses the edges of
// the path tells exactly how much of it each pixel has inside; the edges stay
// in the order of their crossings from line to line, so that sorting them again
// costs little.
//
//===----------------------------------------------------------------------===//

#include "canvas.h"

#include <math.h>
#include <stdlib.h>

using namespace tine;

//===-- Paths -------------------------------------------------------------===//

void Path::moveTo(Point point) {
  parts.add({points.size(), false});
  points.add(point);
}

void Path::lineTo(Point point) { points.add(point); }

/// Pieces of a curve with that second difference which stay within a twentieth
/// of a pixel.
static int piecesFor(double x, double y) {
  double pieces = ceil(sqrt(hypot(x, y) * 5));
  return pieces >= 1 && pieces <= 100 ? int(pieces) : pieces > 100 ? 100 : 1;
}

void Path::quadraticTo(Point control, Point end) {
  Point start = last();
  int count = piecesFor(start.x - 2 * control.x + end.x,
                        start.y - 2 * control.y + end.y);
  for (int i = 1; i <= count; ++i) {
    double t = double(i) / count, s = 1 - t;
    lineTo({s * s * start.x + 2 * s * t * control.x + t * t * end.x,
            s * s * start.y + 2 * s * t * control.y + t * t * end.y});
  }
}

void Path::cubicTo(Point first, Point second, Point end) {
  Point start = last();
  int count = piecesFor(3 * fmax(fabs(start.x - 2 * first.x + second.x),
                                 fabs(first.x - 2 * second.x + end.x)),
                        3 * fmax(fabs(start.y - 2 * first.y + second.y),
                                 fabs(first.y - 2 * second.y + end.y)));
  for (int i = 1; i <= count; ++i) {
    double t = double(i) / count, s = 1 - t;
    double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    lineTo({a * start.x + b * first.x + c * second.x + d * end.x,
            a * start.y + b * first.y + c * second.y + d * end.y});
  }
}

void Path::close() { parts.back().isClosed = true; }

void Path::polygon(const Point *corners, size_t count) {
  moveTo(corners[0]);
  for (size_t i = 1; i < count; ++i)
    lineTo(corners[i]);
  close();
}

void Path::snap(double width) {
  for (size_t part = 0; part < partCount(); ++part)
    for (const Point *at = begin(part); at + 1 < end(part); ++at)
      if (fabs(at[1].x - at->x) > 1e-3 && fabs(at[1].y - at->y) > 1e-3)
        return;
  // The middle of a line of an odd number of pixels is the middle of one.
  double middle = fmod(round(width), 2) == 1 ? 0.5 : 0;
  for (Point &point : points)
    point = {floor(point.x - middle + 0.5) + middle,
             floor(point.y - middle + 0.5) + middle};
}

//===-- Filling -----------------------------------------------------------===//

static constexpr int linesPerRow = 16;

/// A side of a polygon from the line `first` to the one in front of `last`.
struct Canvas::Edge {
  int first, last;
  double x;    // where the current line crosses it
  double step; // to where the next one does
  int winding; // 1 downwards, -1 upwards
};

Canvas::Canvas(int width, int height) : columns(width), rows(height) {
  pixels.zeros(size_t(width) * size_t(height) * 3);
  if (pixels.size())
    memset(pixels.begin(), 0xFF, pixels.size());
  changes.zeros(size_t(width) + 2);
  firstChange = width;
  lastChange = 0;
}

void Canvas::findEdges(const Path &path, const PixelBox &clip,
                       Array<Edge> &edges) {
  double top = clip.top * linesPerRow, bottom = clip.bottom * linesPerRow;
  for (size_t part = 0; part < path.partCount(); ++part) {
    Point from = path.end(part)[-1];
    for (const Point *at = path.begin(part); at < path.end(part); ++at) {
      Point high = from.y < at->y ? from : *at,
            low = from.y < at->y ? *at : from;
      int winding = from.y < at->y ? 1 : -1;
      from = *at;
      // Line i lies half a line below its upper edge. What is no number gives
      // no edge.
      double first = fmax(top, ceil(high.y * linesPerRow - 0.5));
      double last = fmin(bottom, ceil(low.y * linesPerRow - 0.5));
      double slope = (low.x - high.x) / (low.y - high.y);
      if (!(first < last) || !isfinite(slope))
        continue;
      double x = high.x + ((first + 0.5) / linesPerRow - high.y) * slope;
      edges.add({int(first), int(last), x, slope / linesPerRow, winding});
    }
  }
}

/// The crossings of a line with the edges, in order of x, bound what is inside.
void Canvas::coverLine(const Array<Edge> &active, const PixelBox &clip) {
  int winding = 0;
  double start = 0;
  for (const Edge &edge : active) {
    if (!winding)
      start = edge.x;
    winding += edge.winding;
    if (!winding)
      cover(start, edge.x, clip);
  }
}

void Canvas::cover(double first, double last, const PixelBox &clip) {
  first = fmax(first, clip.left);
  last = fmin(last, clip.right);
  if (!(first < last))
    return;
  int from = int(first), to = int(last);
  float fromShare = float(first - from), toShare = float(last - to);
  constexpr float weight = 1.0f / linesPerRow;
  changes[size_t(from)] += weight * (1 - fromShare);
  changes[size_t(from) + 1] += weight * fromShare;
  changes[size_t(to)] -= weight * (1 - toShare);
  changes[size_t(to) + 1] -= weight * toShare;
  firstChange = from < firstChange ? from : firstChange;
  lastChange = to + 1 > lastChange ? to + 1 : lastChange;
}

void Canvas::blend(int x, int y, const Color &color, double share) {
  uint8_t *pixel =
      pixels.begin() + (size_t(y) * size_t(columns) + size_t(x)) * 3;
  double weight = share * color.opacity;
  for (int i = 0; i < 3; ++i)
    pixel[i] =
        uint8_t(pixel[i] + (color.channels[i] - pixel[i]) * weight + 0.5);
}

/// Paints the row and forgets what covers it.
void Canvas::blendRow(int y, const Color &color, const PixelBox &clip) {
  float share = 0;
  for (int x = firstChange; x <= lastChange; ++x) {
    share += changes[size_t(x)];
    changes[size_t(x)] = 0;
    // Sums of floats are not exact.
    if (share > 1e-3f && x < clip.right)
      blend(x, y, color, share > 0.999f ? 1 : double(share));
  }
  firstChange = columns;
  lastChange = 0;
}

/// Goes on to the next line: edges that begin on this one come in, those that
/// end above the next go.
void Canvas::sweepLine(int line, const Edge *&next, const Edge *end,
                       Array<Edge> &active, const PixelBox &clip) {
  for (; next < end && next->first == line; ++next)
    active.add(*next);
  for (size_t i = 1; i < active.size(); ++i) {
    Edge moved = active[i];
    size_t place = i;
    for (; place && active[place - 1].x > moved.x; --place)
      active[place] = active[place - 1];
    active[place] = moved;
  }
  coverLine(active, clip);
  size_t kept = 0;
  for (Edge &edge : active)
    if (edge.last > line + 1) {
      edge.x += edge.step;
      active[kept++] = edge;
    }
  active.shrink(kept);
}

void Canvas::fill(const Path &path, const Color &color, const PixelBox &clip) {
  Array<Edge> edges, active;
  findEdges(path, clip, edges);
  if (!edges.size())
    return;
  qsort(edges.begin(), edges.size(), sizeof(Edge),
        [](const void *a, const void *b) {
          return static_cast<const Edge *>(a)->first -
                 static_cast<const Edge *>(b)->first;
        });
  const Edge *next = edges.begin();
  int line = 0;
  while (next < edges.end() || active.size()) {
    if (!active.size())
      line = next->first;
    int row = line / linesPerRow;
    for (; line < (row + 1) * linesPerRow; ++line)
      sweepLine(line, next, edges.end(), active, clip);
    blendRow(row, color, clip);
  }
}
