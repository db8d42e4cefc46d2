//===- stroke.cpp - The outlines of lines ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line is a rectangle for each of its segments and a wedge at each join. All
// turn the same way, so that the non-zero rule makes one figure of them.
//
//===----------------------------------------------------------------------===//

#include "canvas.h"

#include <math.h>

using namespace tine;

static Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
static Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
static Point operator*(Point a, double factor) {
  return {a.x * factor, a.y * factor};
}
static double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
static double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
static double length(Point a) { return hypot(a.x, a.y); }

namespace {

class Stroker {
public:
  Stroker(const Pen &pen, Path &outline)
      : pen(pen), half(pen.width / 2), outline(outline) {}

  void line(const Point *points, const Point *end, bool isClosed);
  void dashed(const Point *points, const Point *end, bool isClosed);

private:
  void segment(Point from, Point to);
  void join(Point at, Point before, Point after);
  void addArc(Point at, Point from, Point to, double angle);

  const Pen &pen;
  double half;
  Path &outline;
};

} // namespace

void Stroker::segment(Point from, Point to) {
  Point direction = (to - from) * (half / length(to - from));
  Point side{-direction.y, direction.x};
  Point corners[] = {from + side, to + side, to - side, from - side};
  outline.polygon(corners, 4);
}

/// What lies between the ends of two segments with these directions, of
/// length 1, on the outer side.
void Stroker::join(Point at, Point before, Point after) {
  double turn = cross(before, after), cosine = dot(before, after);
  if (fabs(turn) < 1e-6 && cosine > 0)
    return;
  Point first = Point{-before.y, before.x} * half;
  Point second = Point{-after.y, after.x} * half;
  Point from = turn > 0 ? second * -1 : first;
  Point to = turn > 0 ? first * -1 : second;
  if (pen.hasRoundJoins) {
    addArc(at, from, to, atan2(fabs(turn), cosine));
    return;
  }
  // SVG's limit is 4 widths; sharper corners are cut.
  Point tip = cosine > -0.875 ? (from + to) * (1 / (1 + cosine)) : from;
  Point corners[] = {at, at + from, at + tip, at + to};
  outline.polygon(corners, 4);
}

void Stroker::addArc(Point at, Point from, Point to, double angle) {
  // Within a twentieth of a pixel.
  double count = fmin(100, ceil(angle * sqrt(half) / 0.6));
  outline.moveTo(at);
  outline.lineTo(at + from);
  for (int i = 1; i < count; ++i) {
    double part = angle * i / count, c = cos(part), s = sin(part);
    outline.lineTo(at +
                   Point{from.x * c + from.y * s, from.y * c - from.x * s});
  }
  outline.lineTo(at + to);
  outline.close();
}

void Stroker::line(const Point *points, const Point *end, bool isClosed) {
  Point start = *points, last = *points;
  Point firstDirection{}, direction{};
  bool hasSegment = false;
  auto goTo = [&](Point to, bool isFirst, bool isLast) {
    Point from = last, next = (to - last) * (1 / length(to - last));
    if (hasSegment)
      join(last, direction, next);
    if (isFirst && !isClosed && pen.hasSquareEnds)
      from = from - next * half;
    segment(from,
            isLast && !isClosed && pen.hasSquareEnds ? to + next * half : to);
    if (!hasSegment)
      firstDirection = next;
    hasSegment = true;
    direction = next;
    last = to;
  };
  // The last segment that has a length; the closing one comes behind it.
  const Point *lastPoint = end - 1;
  while (lastPoint > points && length(*lastPoint - lastPoint[-1]) < 1e-9)
    --lastPoint;
  for (const Point *at = points + 1; at < end; ++at)
    if (length(*at - last) >= 1e-9)
      goTo(*at, !hasSegment, at == lastPoint);
  if (!isClosed || !hasSegment)
    return;
  if (length(start - last) >= 1e-9)
    goTo(start, false, false);
  join(start, direction, firstDirection);
}

void Stroker::dashed(const Point *points, const Point *end, bool isClosed) {
  Path dashes;
  size_t dash = 0;
  double rest = pen.dashes[0];
  dashes.moveTo(*points);
  Point last = *points;
  for (const Point *at = points + 1; at < end + (isClosed ? 1 : 0); ++at) {
    Point to = at < end ? *at : *points;
    for (double whole = length(to - last); whole > rest;
         whole = length(to - last)) {
      last = last + (to - last) * (rest / whole);
      if (dash % 2 == 0)
        dashes.lineTo(last);
      dash = (dash + 1) % pen.dashCount;
      rest = pen.dashes[dash];
      if (dash % 2 == 0)
        dashes.moveTo(last);
    }
    rest -= length(to - last);
    last = to;
    if (dash % 2 == 0)
      dashes.lineTo(last);
  }
  for (size_t part = 0; part < dashes.partCount(); ++part)
    line(dashes.begin(part), dashes.end(part), false);
}

void tine::strokePath(const Path &path, const Pen &pen, Path &outline) {
  // Dashes that nobody sees are a line, and so is an odd number of them, which
  // does not repeat.
  double sum = 0;
  for (size_t i = 0; i < pen.dashCount; ++i)
    sum += pen.dashes[i];
  bool hasDashes = sum > 0.1 && pen.dashCount % 2 == 0;
  Stroker stroker(pen, outline);
  for (size_t part = 0; part < path.partCount(); ++part)
    if (hasDashes)
      stroker.dashed(path.begin(part), path.end(part), path.isClosed(part));
    else
      stroker.line(path.begin(part), path.end(part), path.isClosed(part));
}
