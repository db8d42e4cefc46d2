//===- path_data.cpp - Paths as text --------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the attribute `d` of SVG's paths. A small letter counts from the last
// point, and a letter may be left out where it is that of before.
//
//===----------------------------------------------------------------------===//

#include "path_data.h"

#include <math.h>
#include <stdlib.h>

using namespace tine;

Matrix Matrix::operator*(const Matrix &inner) const {
  Point origin = (*this)(inner.e, inner.f);
  return {a * inner.a + c * inner.b,
          b * inner.a + d * inner.b,
          a * inner.c + c * inner.d,
          b * inner.c + d * inner.d,
          origin.x,
          origin.y};
}

double Matrix::scale() const { return sqrt(fabs(a * d - b * c)); }

namespace {

class PathReader {
public:
  PathReader(const char *at, const char *end, const Matrix &matrix, Path &path)
      : at(at), end(end), matrix(matrix), path(path) {}

  void read();

private:
  bool readCommand();
  double number();
  /// A coordinate; a relative one counts from `from`.
  double number(double from) { return number() + (isRelative ? from : 0); }
  Point point();
  void step(char kind);
  void curve(char kind);
  Point pixels(Point place) const { return matrix(place.x, place.y); }

  const char *at, *end;
  const Matrix &matrix;
  Path &path;
  char command = 0;
  bool isRelative = false, good = true, wasClosed = false;
  Point here{}, start{};
  Point control{}; // of the curve just read, else `here`
};

} // namespace

/// False at the end.
bool PathReader::readCommand() {
  while (at < end && (*at == ' ' || *at == ','))
    ++at;
  if (at == end)
    return false;
  if ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z')
    command = *at++;
  else if (command == 'M' || command == 'm')
    command = command == 'M' ? 'L' : 'l';
  isRelative = command >= 'a';
  return command != 0;
}

double PathReader::number() {
  while (at < end && (*at == ' ' || *at == ','))
    ++at;
  char *behind;
  double value = strtod(at, &behind);
  if (behind == at || behind > end || !isfinite(value)) {
    good = false;
    return 0;
  }
  at = behind;
  return value;
}

Point PathReader::point() {
  double x = number(here.x);
  return {x, number(here.y)};
}

void PathReader::curve(char kind) {
  Point first;
  if (kind == 'T')
    first = {2 * here.x - control.x, 2 * here.y - control.y};
  else
    first = point();
  Point second = kind == 'C' ? point() : first;
  Point to = point();
  if (!good)
    return;
  if (kind == 'C')
    path.cubicTo(pixels(first), pixels(second), pixels(to));
  else
    path.quadraticTo(pixels(first), pixels(to));
  control = second;
  here = to;
}

void PathReader::step(char kind) {
  if (kind == 'Z') {
    path.close();
    here = start;
    wasClosed = true;
    return;
  }
  if (kind != 'M' && wasClosed)
    path.moveTo(pixels(start));
  wasClosed = false;
  if (kind == 'Q' || kind == 'T' || kind == 'C')
    return curve(kind);
  Point to = here;
  if (kind == 'H')
    to.x = number(here.x);
  else if (kind == 'V')
    to.y = number(here.y);
  else if (kind == 'L' || kind == 'M')
    to = point();
  else
    good = false;
  if (!good)
    return;
  if (kind == 'M') {
    path.moveTo(pixels(to));
    start = to;
  } else {
    path.lineTo(pixels(to));
  }
  here = control = to;
}

void PathReader::read() {
  bool hasPart = false;
  while (good && readCommand()) {
    auto kind = char(command & ~0x20);
    hasPart |= kind == 'M';
    if (!hasPart)
      return;
    step(kind);
  }
}

void tine::addPathData(const char *data, const char *end, const Matrix &matrix,
                       Path &path) {
  PathReader(data, end, matrix, path).read();
}
