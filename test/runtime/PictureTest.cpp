//===- PictureTest.cpp - Tests of pictures --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What paths cover, paths as text, letters, and the parts of a PNG. Whole
// pictures are decoded in test/e2e/pictures_png.test.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "font.h"
#include "path_data.h"
#include "png.h"

using namespace tine;
using namespace tine::test;

namespace {

constexpr Color black{{0, 0, 0}, 1};

int grey(const Canvas &canvas, int x, int y) { return canvas.row(y)[3 * x]; }

PixelBox all(const Canvas &canvas) {
  return {0, 0, canvas.width(), canvas.height()};
}

/// How many pixels' worth of black there is.
double blackness(const Canvas &canvas) {
  double sum = 0;
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 0; x < canvas.width(); ++x)
      sum += (255 - grey(canvas, x, y)) / 255.0;
  return sum;
}

void addPath(Path &path, const char *text, const Matrix &matrix = {}) {
  addPathData(text, text + strlen(text), matrix, path);
}

void fill(Canvas &canvas, const char *text) {
  Path path;
  addPath(path, text);
  canvas.fill(path, black, all(canvas));
}

void stroke(Canvas &canvas, const char *text, const Pen &pen) {
  Path path, outline;
  addPath(path, text);
  strokePath(path, pen, outline);
  canvas.fill(outline, black, all(canvas));
}

std::string stringOf(const Text &text) { return {text.data, text.size}; }

} // namespace

TEST(PictureTest, RectanglesCoverTheirShareOfEachPixel) {
  Canvas canvas(6, 4);
  fill(canvas, "M1.5 1H4.25V2.5H1.5z");
  EXPECT_EQ(grey(canvas, 0, 1), 255);
  EXPECT_NEAR(grey(canvas, 1, 1), 255 * 0.5, 1);
  EXPECT_EQ(grey(canvas, 2, 1), 0);
  EXPECT_NEAR(grey(canvas, 4, 1), 255 * 0.75, 1);
  EXPECT_NEAR(grey(canvas, 3, 2), 255 * 0.5, 1);
  EXPECT_NEAR(grey(canvas, 1, 2), 255 * 0.75, 1);
  EXPECT_EQ(grey(canvas, 3, 3), 255);
}

TEST(PictureTest, AreasOfTrianglesAndCurves) {
  Canvas triangle(40, 40);
  fill(triangle, "M2 3L35 10L7 30z");
  EXPECT_NEAR(blackness(triangle), 428, 1);
  Canvas disc(40, 40);
  fill(disc, "M5 20c0-8.284 6.716-15 15-15c8.284 0 15 6.716 15 15"
             "c0 8.284-6.716 15-15 15c-8.284 0-15-6.716-15-15z");
  EXPECT_NEAR(blackness(disc), 3.14159 * 225, 2);
  Canvas parabola(40, 40);
  fill(parabola, "M0 0q20 40 40 0z"); // two thirds of its height, which is 20
  EXPECT_NEAR(blackness(parabola), 40 * 20 * 2 / 3.0, 2);
}

TEST(PictureTest, OverlapsCountOnceAndHolesDoNot) {
  Canvas both(10, 10);
  fill(both, "M1 1H6V6H1zM3 3H8V8H3z");
  EXPECT_NEAR(blackness(both), 25 + 25 - 9, 0.1);
  Canvas hole(10, 10);
  fill(hole, "M1 1H9V9H1zM3 3V7H7V3z");
  EXPECT_NEAR(blackness(hole), 64 - 16, 0.1);
}

TEST(PictureTest, ClipsAndFarPlaces) {
  Canvas canvas(8, 8);
  Path path;
  addPath(path, "M-1e9 -1e9H1e9V1e9H-1e9zM0 0L1e300 1e300L-1e300 3");
  canvas.fill(path, black, {2, 3, 4, 7});
  EXPECT_NEAR(blackness(canvas), 2 * 4, 0.01);
}

TEST(PictureTest, LinesHaveTheirWidth) {
  Canvas butt(40, 40), square(40, 40), dashes(40, 40), diagonal(40, 40);
  stroke(butt, "M10 10H30", {2, false, false, nullptr, 0});
  EXPECT_NEAR(blackness(butt), 40, 0.1);
  stroke(square, "M10 10H30", {2, true, false, nullptr, 0});
  EXPECT_NEAR(blackness(square), 44, 0.1);
  const double lengths[] = {4, 2};
  stroke(dashes, "M10 10H30", {2, false, false, lengths, 2});
  EXPECT_NEAR(blackness(dashes), 2 * (4 + 4 + 4 + 2), 0.1);
  stroke(diagonal, "M5 5L29 37", {3, false, true, nullptr, 0});
  EXPECT_NEAR(blackness(diagonal), 3 * 40, 1);
}

TEST(PictureTest, JoinsFillTheCornerOnce) {
  Canvas mitred(40, 40), rounded(40, 40), closed(40, 40), back(40, 40);
  stroke(mitred, "M10 30V10H30", {4, false, false, nullptr, 0});
  EXPECT_NEAR(blackness(mitred), 4 * 20 + 4 * 20 + 4 - 4, 0.5);
  stroke(rounded, "M10 30V10H30", {4, false, true, nullptr, 0});
  EXPECT_NEAR(blackness(rounded), 160 - 4 + 3.14159, 0.5);
  stroke(closed, "M10 10H30V30H10z", {4, false, false, nullptr, 0});
  EXPECT_NEAR(blackness(closed), 24 * 24 - 16 * 16, 0.5);
  stroke(back, "M10 10H30H20", {4, false, true, nullptr, 0});
  EXPECT_NEAR(blackness(back), 80 + 3.14159 * 2, 0.5);
}

TEST(PictureTest, LinesAlongTheAxesAreSharp) {
  Canvas canvas(10, 10);
  Path path, outline;
  addPath(path, "M2.2 3.4H8.1");
  path.snap(1.1);
  strokePath(path, {1, false, false, nullptr, 0}, outline);
  canvas.fill(outline, black, all(canvas));
  EXPECT_EQ(grey(canvas, 5, 3), 0);
  EXPECT_EQ(grey(canvas, 5, 2), 255);
  EXPECT_EQ(grey(canvas, 5, 4), 255);
}

TEST(PictureTest, PathsAsText) {
  Path path;
  addPath(path, "M1 2l3-1 2,.5h-1v4zl1 1M.5.25L9 9", {2, 0, 0, 2, 10, 20});
  ASSERT_EQ(path.partCount(), 3u);
  EXPECT_TRUE(path.isClosed(0));
  ASSERT_EQ(path.end(0) - path.begin(0), 5);
  EXPECT_EQ(path.begin(0)[2].x, 10 + 2 * 6);
  EXPECT_EQ(path.begin(0)[4].y, 20 + 2 * 5.5);
  // Behind the end of a part the next one begins at its start.
  EXPECT_EQ(path.begin(1)[0].x, 12);
  EXPECT_EQ(path.begin(1)[1].y, 26);
  EXPECT_EQ(path.begin(2)[0].y, 20.5);
  for (const char *bad : {"", "L1 2", "1 2", "z", "M1", "M1 x", "M1 nan"}) {
    Path none;
    addPath(none, bad);
    EXPECT_EQ(none.partCount(), 0u) << bad;
  }
}

TEST(PictureTest, GlyphsAreFound) {
  EXPECT_EQ(findGlyph('A').advance, 1401);
  EXPECT_EQ(findGlyph(0x2212).advance, 1716);
  EXPECT_EQ(findGlyph(' ').path, std::string());
  EXPECT_EQ(&findGlyph(0x4E2D), &findGlyph(0));
  EXPECT_EQ(&findGlyph(~0u), &findGlyph(0));
}

TEST(PictureTest, Base64) {
  auto encoded = [](const char *bytes) {
    Text in, out;
    in.add(bytes);
    addBase64(out, in);
    return stringOf(out);
  };
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(PictureTest, DrawingsThatAreCutShort) {
  std::string drawing =
      "<svg width=\"7.2pt\" height=\"7.2pt\" fill=\"none\"><clipPath id=\"a\">"
      "<rect width=\"5\" height=\"5\"/></clipPath><g clip-path=\"url(#a)\">"
      "<path d=\"M0 0L3 3\" stroke=\"#ff0000\" stroke-dasharray=\"1 1\" "
      "transform=\"translate(1 1) scale(2)\"/></g><image width=\"4\" "
      "height=\"4\" columns=\"2\" pixels=\"000000ffffff\"/><text "
      "fill=\"#000000\" font-size=\"4\">a&amp;b\xff</text></svg>";
  for (size_t size = 0; size <= drawing.size(); ++size) {
    tine_string *text = make(drawing.substr(0, size));
    std::string file = take(tine_abi_png(text, 100, 0));
    EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1A\n");
    tine_abi_release(text);
  }
}
