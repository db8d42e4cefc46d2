//===- resample.cpp - Images of another size ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The resampling of Pillow 13, bit for bit: two passes over bytes, with weights
// of 22 bits behind the point and bytes in between. PyTorch's of images of
// bytes is the same with weights of 16 bits.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"

#include <math.h>

using namespace tine;

namespace {

double box(double x) { return x > -0.5 && x <= 0.5 ? 1 : 0; }

double bilinear(double x) {
  x = fabs(x);
  return x < 1 ? 1 - x : 0;
}

double hamming(double x) {
  x = fabs(x);
  if (x == 0)
    return 1;
  if (x >= 1)
    return 0;
  x *= M_PI;
  // The constants are floats in Pillow.
  return sin(x) / x * (double(0.54f) + double(0.46f) * cos(x));
}

double bicubic(double x) {
  constexpr double a = -0.5;
  x = fabs(x);
  if (x < 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

double sinc(double x) {
  if (x == 0)
    return 1;
  x *= M_PI;
  return sin(x) / x;
}

double lanczos(double x) {
  return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

struct Filter {
  double (*weight)(double x);
  double support;
};

/// By Pillow's numbers; 0, the nearest pixel, is not one.
constexpr Filter filters[] = {{nullptr, 0}, {lanczos, 3}, {bilinear, 1},
                              {bicubic, 2}, {box, 0.5},   {hamming, 1}};

constexpr int weightBits = 22;
/// Numbers from here on are filters with PyTorch's weights.
constexpr int64_t shortWeights = 16;
/// With this bit a number is one of Pillow's, behind means of blocks of pixels:
/// what is called a reducing gap of 2.
constexpr int64_t reduces = 32;

bool isFilter(int64_t number) {
  if (number < 0 || number >= 2 * reduces)
    return false;
  int64_t kind = number % shortWeights;
  // Only Pillow's have the nearest pixel and means of blocks.
  return kind <= 5 && (number < shortWeights || kind) &&
         (number < reduces + shortWeights);
}

/// Memory of the current task.
template <typename T> class Block {
public:
  explicit Block(int64_t count)
      : data(static_cast<T *>(tine_abi_alloc(count * int64_t(sizeof(T))))) {}
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  ~Block() { tine_abi_free(data); }
  T *const data;
};

/// For each element of a line that is made: the weights of `count` elements
/// from `first` on.
class Weights {
public:
  /// From [from, to) of a line of `size` elements to `made` elements.
  Weights(int64_t filter, int64_t size, float from, float to, int64_t made)
      : filter(filters[filter % shortWeights]),
        scale(double(to - from) / double(made)), stretch(scale < 1 ? 1 : scale),
        most(int64_t(ceil(this->filter.support * stretch)) * 2 + 1),
        firsts(made), counts(made), weights(checked(made, most)) {
    Block<double> exact(made * most);
    double greatest = 0;
    for (int64_t i = 0; i < made; ++i) {
      weigh(i, size, double(from), exact.data + i * most);
      for (int64_t k = 0; k < counts.data[i]; ++k)
        greatest = fmax(greatest, exact.data[i * most + k]);
    }
    bits = filter < shortWeights ? weightBits : bitsFor(greatest);
    for (int64_t i = 0; i < made; ++i)
      for (int64_t k = i * most; k < i * most + counts.data[i]; ++k)
        weights.data[k] = int32_t((exact.data[k] < 0 ? -0.5 : 0.5) +
                                  exact.data[k] * double(1 << bits));
  }

  int64_t first(int64_t i) const { return firsts.data[i]; }
  int64_t count(int64_t i) const { return counts.data[i]; }
  const int32_t *of(int64_t i) const { return weights.data + i * most; }

  /// What a sum begins with, and the byte that it becomes.
  int32_t half() const { return 1 << (bits - 1); }
  uint8_t rounded(int32_t sum) const {
    sum >>= bits;
    return uint8_t(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }

private:
  void weigh(int64_t i, int64_t size, double from, double *row) {
    double middle = from + (double(i) + 0.5) * scale;
    double reach = filter.support * stretch;
    auto first = int64_t(middle - reach + 0.5);
    first = first < 0 ? 0 : first;
    auto end = int64_t(middle + reach + 0.5);
    end = end > size ? size : end;
    int64_t count = end - first;
    count = count < 0 ? 0 : count > most ? most : count;
    double sum = 0;
    for (int64_t k = 0; k < count; ++k) {
      row[k] =
          filter.weight((double(k + first) - middle + 0.5) * (1 / stretch));
      sum += row[k];
    }
    for (int64_t k = 0; k < count && sum != 0; ++k)
      row[k] /= sum;
    firsts.data[i] = first;
    counts.data[i] = count;
  }
  /// So that the greatest weight fits 16 bits.
  static int bitsFor(double greatest) {
    int bits = 0;
    while (bits < 22 && int(0.5 + greatest * double(2 << bits)) < 1 << 15)
      ++bits;
    return bits;
  }
  static int64_t checked(int64_t made, int64_t most) {
    // Pillow's limit, of which it says this.
    if (made > INT32_MAX / (most * int64_t(sizeof(double))))
      raisef("MemoryError", nullptr,
             "not enough memory for the weights of an "
             "image's pixels");
    return made * most;
  }

  const Filter &filter;
  double scale, stretch;
  int64_t most;
  Block<int64_t> firsts, counts;
  Block<int32_t> weights;
  int bits = weightBits;
};

struct Size {
  int64_t width, height;
};

template <int channels>
void resampleRow(const uint8_t *from, uint8_t *to, int64_t width,
                 const Weights &weights) {
  for (int64_t x = 0; x < width; ++x) {
    const uint8_t *pixel = from + weights.first(x) * channels;
    const int32_t *weight = weights.of(x);
    int32_t sums[channels];
    for (int32_t &sum : sums)
      sum = weights.half();
    for (int64_t k = weights.count(x); k > 0; --k, ++weight)
      for (int32_t &sum : sums)
        sum += *pixel++ * *weight;
    for (int32_t sum : sums)
      *to++ = weights.rounded(sum);
  }
}

/// The rows from `first` on, `height` of them, in another width.
void resampleRows(const uint8_t *from, int64_t oldWidth, int64_t first,
                  uint8_t *to, Size made, int64_t channels,
                  const Weights &weights) {
  auto *row = channels == 1   ? resampleRow<1>
              : channels == 2 ? resampleRow<2>
              : channels == 3 ? resampleRow<3>
                              : resampleRow<4>;
  for (int64_t y = 0; y < made.height; ++y)
    row(from + (first + y) * oldWidth * channels,
        to + y * made.width * channels, made.width, weights);
}

/// All columns in another height; `bytes` are those of a row. Row 0 of `from`
/// is row `shift` for the weights.
void resampleColumns(const uint8_t *from, int64_t shift, uint8_t *to,
                     int64_t bytes, int64_t height, const Weights &weights) {
  Block<int32_t> sums(bytes);
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t i = 0; i < bytes; ++i)
      sums.data[i] = weights.half();
    for (int64_t k = 0; k < weights.count(y); ++k) {
      const uint8_t *row = from + (weights.first(y) - shift + k) * bytes;
      int32_t weight = weights.of(y)[k];
      for (int64_t i = 0; i < bytes; ++i)
        sums.data[i] += row[i] * weight;
    }
    for (int64_t i = 0; i < bytes; ++i)
      to[y * bytes + i] = weights.rounded(sums.data[i]);
  }
}

void resampleNearest(const uint8_t *from, Size old, uint8_t *to, Size made,
                     int64_t channels, const double *area) {
  memset(to, 0, size_t(made.width * made.height * channels));
  double dx = (area[2] - area[0]) / double(made.width);
  double dy = (area[3] - area[1]) / double(made.height);
  double y = area[1] + dy * 0.5;
  // The steps are added up, as in Pillow.
  for (int64_t row = 0; row < made.height; ++row, y += dy) {
    double x = area[0] + dx * 0.5;
    if (y < 0 || int64_t(y) >= old.height)
      continue;
    const uint8_t *line = from + int64_t(y) * old.width * channels;
    uint8_t *out = to + row * made.width * channels;
    for (int64_t i = 0; i < made.width; ++i, x += dx)
      if (x >= 0 && int64_t(x) < old.width)
        memcpy(out + i * channels, line + int64_t(x) * channels,
               size_t(channels));
  }
}

void resample(const uint8_t *from, Size old, uint8_t *to, Size made,
              int64_t channels, int64_t filter, const double *edges) {
  float area[4];
  for (int i = 0; i < 4; ++i)
    area[i] = float(edges[i]);
  bool changesWidth =
      made.width != old.width || area[0] != 0 || area[2] != float(made.width);
  bool changesHeight = made.height != old.height || area[1] != 0 ||
                       area[3] != float(made.height);
  Weights down(filter, old.height, area[1], area[3], made.height);
  if (!changesWidth && !changesHeight) {
    memcpy(to, from, size_t(old.width * old.height * channels));
    return;
  }
  if (!changesWidth) {
    resampleColumns(from, 0, to, old.width * channels, made.height, down);
    return;
  }
  Weights across(filter, old.width, area[0], area[2], made.width);
  // Since Pillow 13 where the height shrinks by more than twice as many pixels
  // as the width. The results differ by one in some bytes.
  int64_t lostRows = old.height - made.height;
  bool rowsFirst = filter & shortWeights || lostRows <= 0 ||
                   lostRows <= (old.width - made.width) * 2;
  if (changesHeight && !rowsFirst) {
    Block<uint8_t> between(old.width * made.height * channels);
    resampleColumns(from, 0, between.data, old.width * channels, made.height,
                    down);
    resampleRows(between.data, old.width, 0, to, made, channels, across);
    return;
  }
  int64_t first = rowsFirst ? down.first(0) : 0;
  if (!changesHeight) {
    resampleRows(from, old.width, first, to, made, channels, across);
    return;
  }
  int64_t last = down.first(made.height - 1) + down.count(made.height - 1);
  Block<uint8_t> between(made.width * (last - first) * channels);
  resampleRows(from, old.width, first, between.data, {made.width, last - first},
               channels, across);
  resampleColumns(between.data, first, to, made.width * channels, made.height,
                  down);
}

/// Means of blocks of `across` by `down` pixels, and of what is left of them at
/// the right and lower edges.
void reduceBlocks(const uint8_t *from, Size old, uint8_t *to, int64_t channels,
                  int64_t across, int64_t down) {
  for (int64_t y = 0; y < old.height; y += down)
    for (int64_t x = 0; x < old.width; x += across) {
      int64_t width = old.width - x < across ? old.width - x : across;
      int64_t height = old.height - y < down ? old.height - y : down;
      auto count = uint32_t(width * height);
      auto share = uint32_t(4294967296.0f / float(256 * count));
      for (int64_t k = 0; k < channels; ++k) {
        uint32_t sum = count / 2;
        for (int64_t j = y; j < y + height; ++j)
          for (int64_t i = x; i < x + width; ++i)
            sum += from[(j * old.width + i) * channels + k];
        *to++ = uint8_t(sum * share >> 24);
      }
    }
}

/// All of the image but what the last column and row have beyond the edges,
/// first by blocks where it becomes a fourth or less.
void reduceAndResample(const uint8_t *from, Size old, uint8_t *to, Size made,
                       int64_t channels, int64_t filter, const double *whole) {
  auto times = [](double size, int64_t newSize) {
    auto factor = int64_t(size / double(newSize) / 2.0);
    return factor < 1 ? 1 : factor;
  };
  double edges[] = {0, 0, whole[2], whole[3]};
  int64_t across = times(edges[2], made.width);
  int64_t down = times(edges[3], made.height);
  if (across == 1 && down == 1)
    return resample(from, old, to, made, channels, filter, edges);
  Size between = {(old.width - 1) / across + 1, (old.height - 1) / down + 1};
  Block<uint8_t> blocks(between.width * between.height * channels);
  reduceBlocks(from, old, blocks.data, channels, across, down);
  edges[2] /= double(across);
  edges[3] /= double(down);
  resample(blocks.data, between, to, made, channels, filter, edges);
}

/// A product of two shares of 255, rounded.
uint8_t share(unsigned a, unsigned b) {
  unsigned product = a * b + 128;
  return uint8_t((product + (product >> 8)) >> 8);
}

/// The same, or a part of it.
void resampleBy(const uint8_t *from, Size old, uint8_t *to, Size made,
                int64_t channels, int64_t filter, const double *edges) {
  if (filter & reduces)
    reduceAndResample(from, old, to, made, channels, filter - reduces, edges);
  else
    resample(from, old, to, made, channels, filter, edges);
}

/// Colours times their alpha, the last of the channels, and back: the filters
/// weigh what is seen.
void multiplyByAlpha(const uint8_t *from, uint8_t *to, int64_t pixels,
                     int64_t channels) {
  for (; pixels > 0; --pixels, from += channels, to += channels) {
    to[channels - 1] = from[channels - 1];
    for (int64_t k = 0; k < channels - 1; ++k)
      to[k] = share(from[k], from[channels - 1]);
  }
}
void divideByAlpha(uint8_t *image, int64_t pixels, int64_t channels) {
  for (; pixels > 0; --pixels, image += channels) {
    unsigned alpha = image[channels - 1];
    for (int64_t k = 0; k < channels - 1 && alpha; ++k) {
      unsigned colour = 255u * image[k] / alpha;
      image[k] = uint8_t(colour > 255 ? 255 : colour);
    }
  }
}

} // namespace

tine_tensor *tine_abi_image_resample(tine_tensor *image, int64_t width,
                                     int64_t height, int64_t filter,
                                     const double *edges, const char *where) {
  Size old = {image->sizes[1], image->sizes[0]}, made = {width, height};
  int64_t channels = image->sizes[2];
  const char *problem = nullptr;
  if (width < 1 || height < 1)
    problem = "height and width must be > 0";
  else if (!(edges[0] >= 0) || !(edges[1] >= 0))
    problem = "box offset can't be negative";
  else if (!(edges[2] <= double(old.width)) ||
           !(edges[3] <= double(old.height)))
    problem = "box can't exceed original image size";
  else if (edges[2] < edges[0] || edges[3] < edges[1])
    problem = "box can't be empty";
  else if (!isFilter(filter))
    problem = "unsupported resampling filter";
  else if (!old.width || !old.height || channels < 1 || channels > 4)
    problem = "the image has no pixels";
  if (problem)
    raisef("ValueError", where, "%s", problem);
  int64_t sizes[] = {height, width, channels};
  tine_tensor *result = tine_abi_tensor_new(TINE_UINT8, 3, sizes);
  auto *from = static_cast<const uint8_t *>(elements(image));
  auto *to = static_cast<uint8_t *>(elements(result));
  if (width == old.width && height == old.height && edges[0] == 0 &&
      edges[1] == 0 && edges[2] == double(width) &&
      edges[3] == double(height)) {
    memcpy(to, from, size_t(width * height * channels));
  } else if (!filter) {
    resampleNearest(from, old, to, made, channels, edges);
  } else if (channels % 2 || filter & shortWeights) {
    resampleBy(from, old, to, made, channels, filter, edges);
  } else {
    Block<uint8_t> seen(old.width * old.height * channels);
    multiplyByAlpha(from, seen.data, old.width * old.height, channels);
    resampleBy(seen.data, old, to, made, channels, filter, edges);
    divideByAlpha(to, width * height, channels);
  }
  return result;
}
