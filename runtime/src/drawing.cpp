//===- drawing.cpp - Drawings become pictures -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws the SVG that the library source of matplotlib writes, element by
// element: svg, g, rect, path, text and clipPath with a rect, with colours as
// #rrggbb. An element `image` may carry its pixels itself, as six hexadecimal
// digits each (`columns`, `pixels`). This is no reader of other people's SVG:
// what it does not know it leaves out.
//
//===----------------------------------------------------------------------===//

#include "font.h"
#include "objects.h"
#include "path_data.h"
#include "png.h"
#include "unicode.h"

#include <math.h>
#include <new>
#include <stdlib.h>

using namespace tine;

namespace {

/// A part of the drawing's text.
struct Slice {
  const char *begin = nullptr, *end = nullptr;

  explicit operator bool() const { return begin; }
  size_t size() const { return size_t(end - begin); }
  bool is(const char *text) const {
    return begin && size() == strlen(text) && !memcmp(begin, text, size());
  }
  bool is(const Slice &other) const {
    return begin && other.begin && size() == other.size() &&
           !memcmp(begin, other.begin, size());
  }
};

/// What stands between < and >.
struct Tag {
  Slice name, attributes;

  Slice find(const char *wanted) const;
  double number(const char *wanted, double otherwise = 0) const;
};

struct Style {
  Color fill{{0, 0, 0}, 1}, stroke{{0, 0, 0}, 1};
  bool isFilled = true, isStroked = false;
  double width = 1;
  bool hasSquareEnds = false, hasRoundJoins = false;
  Slice dashes;
  Matrix matrix;
  PixelBox clip{};
};

struct ClipPath {
  Slice name;
  PixelBox box;
};

class Drawing {
public:
  Drawing(const tine_string *text, double dpi)
      : at(text->data), end(text->data + text->length), dpi(dpi) {}

  /// Adds the file.
  void draw(Text &file);

private:
  bool nextTag(Tag &tag);
  void element(const Tag &tag);
  Style styleOf(const Tag &tag) const;
  PixelBox boxOf(const Tag &tag, const Style &style) const;
  void rect(const Tag &tag, const Style &style);
  void text(const Tag &tag, Style style);
  void image(const Tag &tag, const Style &style);
  void paint(Path &path, const Style &style);

  const char *at, *end;
  double dpi;
  Canvas *canvas = nullptr;
  Array<Style> styles; // of the groups around
  Array<ClipPath> clips;
  Slice clipName; // of the clipPath around
};

} // namespace

//===-- Reading -----------------------------------------------------------===//

Slice Tag::find(const char *wanted) const {
  size_t length = strlen(wanted);
  const char *end = attributes.end;
  for (const char *at = attributes.begin; at < end;) {
    while (at < end && *at == ' ')
      ++at;
    const char *name = at;
    while (at < end && *at != '=')
      ++at;
    size_t nameLength = size_t(at - name);
    if (end - at < 2)
      break;
    const char *value = at + 2; // behind ="
    at = static_cast<const char *>(memchr(value, '"', size_t(end - value)));
    if (!at)
      break;
    if (nameLength == length && !memcmp(name, wanted, length))
      return {value, at};
    ++at;
  }
  return {};
}

double Tag::number(const char *wanted, double otherwise) const {
  Slice value = find(wanted);
  return value ? strtod(value.begin, nullptr) : otherwise;
}

bool Drawing::nextTag(Tag &tag) {
  while (at < end && *at != '<')
    ++at;
  if (at == end)
    return false;
  const char *start = ++at;
  // No value has a '>' of its own: texts are escaped.
  while (at < end && *at != '>')
    ++at;
  const char *name = start;
  while (name < at && *name != ' ' && *name != '>')
    ++name;
  const char *last = at > name && at[-1] == '/' ? at - 1 : at;
  tag = {{start, name}, {name, last}};
  at += at < end;
  return true;
}

static int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

/// Of six hexadecimal digits.
static void readColor(const char *digits, Color &color) {
  for (int i = 0; i < 3; ++i)
    color.channels[i] =
        uint8_t(digitOf(digits[2 * i]) * 16 + digitOf(digits[2 * i + 1]));
}

static void readPaint(Slice value, Color &color, bool &isUsed) {
  if (!value)
    return;
  isUsed = value.size() == 7 && *value.begin == '#';
  if (isUsed)
    readColor(value.begin + 1, color);
}

/// translate(x y), scale(n) and rotate(degrees), in turn.
static Matrix readTransform(Slice value, Matrix matrix) {
  for (const char *at = value.begin; at < value.end;) {
    const char *name = at;
    while (at < value.end && *at != '(')
      ++at;
    Slice kind{name, at};
    double numbers[2] = {0, 0};
    for (int i = 0; at < value.end && *at != ')' && i < 2; ++i) {
      char *behind;
      numbers[i] = strtod(at + 1, &behind);
      if (behind == at + 1)
        break;
      at = behind;
    }
    Matrix step;
    double angle = numbers[0] * M_PI / 180;
    if (kind.is("translate"))
      step = {1, 0, 0, 1, numbers[0], numbers[1]};
    else if (kind.is("scale"))
      step = {numbers[0], 0, 0, numbers[0], 0, 0};
    else if (kind.is("rotate"))
      step = {cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0};
    matrix = matrix * step;
    while (at < value.end && (*at < 'a' || *at > 'z'))
      ++at;
  }
  return matrix;
}

/// That of the group around with the attributes of the tag.
Style Drawing::styleOf(const Tag &tag) const {
  Style style = styles.back();
  readPaint(tag.find("fill"), style.fill, style.isFilled);
  readPaint(tag.find("stroke"), style.stroke, style.isStroked);
  style.fill.opacity = tag.number("fill-opacity", style.fill.opacity);
  style.stroke.opacity = tag.number("stroke-opacity", style.stroke.opacity);
  style.width = tag.number("stroke-width", style.width);
  if (Slice ends = tag.find("stroke-linecap"))
    style.hasSquareEnds = ends.is("square");
  if (Slice joins = tag.find("stroke-linejoin"))
    style.hasRoundJoins = joins.is("round");
  if (Slice dashes = tag.find("stroke-dasharray"))
    style.dashes = dashes;
  if (Slice transform = tag.find("transform"))
    style.matrix = readTransform(transform, style.matrix);
  if (Slice clip = tag.find("clip-path")) {
    Slice name{clip.begin + 5, clip.end - 1}; // of url(#name)
    for (const ClipPath &known : clips)
      if (known.name.is(name))
        style.clip = known.box;
  }
  return style;
}

//===-- Drawing -----------------------------------------------------------===//

static int pixelOf(double place, int most) {
  return int(fmin(fmax(floor(place + 0.5), 0), most));
}

/// The nearest pixels of a rectangle, within the clip.
PixelBox Drawing::boxOf(const Tag &tag, const Style &style) const {
  double x = tag.number("x"), y = tag.number("y");
  Point first = style.matrix(x, y);
  Point last = style.matrix(x + tag.number("width"), y + tag.number("height"));
  return {pixelOf(first.x, canvas->width()), pixelOf(first.y, canvas->height()),
          pixelOf(last.x, canvas->width()), pixelOf(last.y, canvas->height())};
}

/// Fills and strokes a path of pixels.
void Drawing::paint(Path &path, const Style &style) {
  double scale = style.matrix.scale();
  path.snap(style.isStroked ? style.width * scale : 0);
  if (style.isFilled)
    canvas->fill(path, style.fill, style.clip);
  if (!style.isStroked)
    return;
  Array<double> dashes;
  for (const char *at = style.dashes.begin; at < style.dashes.end;) {
    char *behind;
    double length = strtod(at, &behind);
    if (behind == at)
      break;
    dashes.add(length * scale);
    at = behind;
  }
  Path outline;
  strokePath(path,
             {style.width * scale, style.hasSquareEnds, style.hasRoundJoins,
              dashes.begin(), dashes.size()},
             outline);
  canvas->fill(outline, style.stroke, style.clip);
}

void Drawing::rect(const Tag &tag, const Style &style) {
  double x = tag.number("x"), y = tag.number("y"), r = tag.number("rx");
  double right = x + tag.number("width"), bottom = y + tag.number("height");
  const Matrix &m = style.matrix;
  Path path;
  path.moveTo(m(x + r, y));
  struct {
    double cornerX, cornerY, fromX, fromY, toX, toY;
  } corners[] = {{right, y, right - r, y, right, y + r},
                 {right, bottom, right, bottom - r, right - r, bottom},
                 {x, bottom, x + r, bottom, x, bottom - r},
                 {x, y, x, y + r, x + r, y}};
  for (auto &corner : corners) {
    path.lineTo(m(corner.fromX, corner.fromY));
    if (r > 0)
      path.quadraticTo(m(corner.cornerX, corner.cornerY),
                       m(corner.toX, corner.toY));
  }
  path.close();
  paint(path, style);
}

/// The next code point of escaped text.
static uint32_t nextPoint(const char *&at, const char *end) {
  static const struct {
    const char *name;
    char letter;
  } entities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
  for (const auto &entity : entities) {
    size_t length = strlen(entity.name);
    if (size_t(end - at) >= length && !memcmp(at, entity.name, length)) {
      at += length;
      return uint32_t(entity.letter);
    }
  }
  return uint32_t(decode(at, end));
}

void Drawing::text(const Tag &tag, Style style) {
  const char *start = at;
  while (at < end && *at != '<')
    ++at;
  double size = tag.number("font-size", 10) / fontUnits, width = 0;
  for (const char *letter = start; letter < at;)
    width += findGlyph(nextPoint(letter, at)).advance;
  Slice anchor = tag.find("text-anchor");
  double x = tag.number("x") / size;
  x -= anchor.is("middle") ? width / 2 : anchor.is("end") ? width : 0;
  style.matrix = style.matrix * Matrix{size, 0, 0, size, 0, tag.number("y")};
  // Letters that stand on whole pixels are sharper.
  if (style.matrix.isUpright())
    style.matrix.f = floor(style.matrix.f + 0.5);
  Path path;
  for (const char *letter = start; letter < at;) {
    const Glyph &glyph = findGlyph(nextPoint(letter, at));
    addPathData(glyph.path, glyph.path + strlen(glyph.path),
                style.matrix * Matrix{1, 0, 0, 1, x, 0}, path);
    x += glyph.advance;
  }
  canvas->fill(path, style.fill, style.clip);
}

/// Each pixel of the picture has the colour of the image's that its middle is
/// in.
void Drawing::image(const Tag &tag, const Style &style) {
  Slice pixels = tag.find("pixels");
  auto columns = size_t(fmax(tag.number("columns"), 0));
  size_t rows = columns ? pixels.size() / 6 / columns : 0;
  if (!rows)
    return;
  PixelBox box = boxOf(tag, style), clip = style.clip;
  Color color{{0, 0, 0}, tag.number("opacity", 1)};
  double wide = double(columns) / (box.right - box.left);
  double high = double(rows) / (box.bottom - box.top);
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x) {
      if (x < clip.left || x >= clip.right || y < clip.top || y >= clip.bottom)
        continue;
      auto column = size_t((x - box.left + 0.5) * wide);
      auto row = size_t((y - box.top + 0.5) * high);
      readColor(pixels.begin + 6 * (row * columns + column), color);
      canvas->set(x, y, color);
    }
}

void Drawing::element(const Tag &tag) {
  if (tag.name.is("/g") && styles.size() > 1)
    styles.shrink(styles.size() - 1);
  else if (tag.name.is("clipPath"))
    clipName = tag.find("id");
  else if (tag.name.is("/clipPath"))
    clipName = {};
  Style style = styleOf(tag);
  if (tag.name.is("g")) {
    styles.add(style);
  } else if (tag.name.is("rect") && clipName) {
    clips.add({clipName, boxOf(tag, style)});
  } else if (tag.name.is("rect")) {
    rect(tag, style);
  } else if (tag.name.is("path")) {
    Path path;
    if (Slice data = tag.find("d"))
      addPathData(data.begin, data.end, style.matrix, path);
    paint(path, style);
  } else if (tag.name.is("text")) {
    text(tag, style);
  } else if (tag.name.is("image")) {
    image(tag, style);
  }
}

void Drawing::draw(Text &file) {
  Tag tag;
  while (nextTag(tag) && !tag.name.is("svg"))
    continue;
  // Sizes are points, an inch 72 of them. They are printed with six digits.
  double scale = dpi / 72;
  int width = int(fmax(1, tag.number("width") * scale + 1e-3));
  int height = int(fmax(1, tag.number("height") * scale + 1e-3));
  Canvas whole(width, height);
  canvas = &whole;
  Style style;
  style.matrix = {scale, 0, 0, scale, 0, 0};
  style.clip = {0, 0, width, height};
  styles.add(style);
  styles.add(styleOf(tag));
  while (nextTag(tag))
    element(tag);
  addPng(file, whole, dpi);
}

tine_string *tine_abi_png(tine_string *drawing, double dpi, int32_t inBase64) {
  Text file;
  Drawing(drawing, dpi).draw(file);
  if (!inBase64)
    return file.string();
  Text text;
  addBase64(text, file);
  return text.string();
}
