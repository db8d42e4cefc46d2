//===- print_numpy.cpp - Text of arrays as NumPy writes them ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// str() and repr() of an array with NumPy 2's default options:
//
//   1. Each visible element gets the fewest digits that tell it from others of
//      its type, at most 8 behind the point.
//   2. All have one notation, fixed or scientific, and one width.
//   3. Rows are broken at a width of 75; of more than 1000 elements the first
//      and last three of each dimension are shown.
//
//===----------------------------------------------------------------------===//

#include "format_number.h"
#include "objects.h"
#include "print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

using namespace tine;

namespace {

constexpr int64_t threshold = 1000;
constexpr int64_t edge = 3;
constexpr size_t lineWidth = 75;
constexpr int mostDigits = 8;

/// A number around its point: "-12", "5", and "+03" in scientific notation.
struct Parts {
  char whole[330];
  char fraction[24];
  char exponent[8];
};

class NumpyPrinter {
public:
  NumpyPrinter(Text &text, const tine_tensor *tensor, bool isRepr)
      : text(text), tensor(tensor), rank(tensor->head.rank),
        count(elementCount(tensor)), isRepr(isRepr),
        summarise(count > threshold) {}

  void print();

private:
  template <typename Visit>
  void visitVisible(int dimension, int64_t base, Visit visit);
  bool cutsOff(int dimension) const {
    return summarise && tensor->sizes[dimension] > 2 * edge;
  }
  int64_t stride(int dimension) const {
    int64_t result = 1;
    for (int i = dimension + 1; i < rank; ++i)
      result *= tensor->sizes[i];
    return result;
  }
  bool isFloat() const { return isFloating(tensor->head.dtype); }
  bool isNarrow() const { return tensor->head.dtype == TINE_FLOAT32; }

  void split(double value, Parts &parts) const;
  void chooseNotation();
  void measure();
  void cell(Text &out, int64_t index) const;
  void row(int64_t base, size_t indent, size_t width);
  void body(int dimension, int64_t base, size_t indent, size_t width);
  void scalar();
  void suffix();

  Text &text;
  const tine_tensor *tensor;
  int rank;
  int64_t count;
  bool isRepr;
  bool summarise;
  bool scientific = false;
  size_t left = 0, right = 0, exponentDigits = 0;
};

template <typename Visit>
void NumpyPrinter::visitVisible(int dimension, int64_t base, Visit visit) {
  if (dimension == rank) {
    visit(base);
    return;
  }
  int64_t size = tensor->sizes[dimension], step = stride(dimension);
  for (int64_t i = 0; i < size; ++i) {
    if (cutsOff(dimension) && i == edge)
      i = size - edge;
    visitVisible(dimension + 1, base + i * step, visit);
  }
}

/// Of a finite number, with the digits that it needs itself.
void NumpyPrinter::split(double value, Parts &parts) const {
  Digits digits = shortestDigits(value, isNarrow());
  int behind = digits.count - 1 - (scientific ? 0 : digits.exponent);
  behind = behind < 0 ? 0 : behind > mostDigits ? mostDigits : behind;
  char out[360];
  snprintf(out, sizeof(out), scientific ? "%.*e" : "%.*f", behind, value);
  char *end = strchr(out, 'e');
  strcpy(parts.exponent, end ? end + 1 : "");
  if (end)
    *end = 0;
  char *point = strchr(out, '.');
  strcpy(parts.fraction, point ? point + 1 : "");
  if (point)
    *point = 0;
  size_t length = strlen(parts.fraction);
  while (length && parts.fraction[length - 1] == '0')
    parts.fraction[--length] = 0;
  strcpy(parts.whole, out);
}

void NumpyPrinter::chooseNotation() {
  double low = INFINITY, high = 0;
  visitVisible(0, 0, [&](int64_t index) {
    double value = fabs(elementAsDouble(tensor, index));
    if (!isfinite(value) || value == 0)
      return;
    low = value < low ? value : low;
    high = value > high ? value : high;
  });
  if (high == 0)
    return;
  double most = isNarrow() ? 1e6 : 1e8;
  double ratio = isNarrow() ? double(float(high) / float(low)) : high / low;
  double least = isNarrow() ? double(0.0001F) : 0.0001;
  scientific = high >= most || low < least || ratio > 1000;
}

/// The widths that all elements need.
void NumpyPrinter::measure() {
  bool anyFinite = false, anyNan = false, anyInf = false, anyNegative = false;
  if (isFloat())
    chooseNotation();
  visitVisible(0, 0, [&](int64_t index) {
    auto atLeast = [](size_t &width, size_t other) {
      width = width < other ? other : width;
    };
    if (!isFloat()) {
      char out[24];
      atLeast(left, size_t(snprintf(
                        out, sizeof(out), "%lld",
                        static_cast<long long>(elementAsInt(tensor, index)))));
      return;
    }
    double value = elementAsDouble(tensor, index);
    if (!isfinite(value)) {
      anyNan |= isnan(value);
      anyInf |= isinf(value);
      anyNegative |= isinf(value) && value < 0;
      return;
    }
    anyFinite = true;
    Parts parts;
    split(value, parts);
    atLeast(left, strlen(parts.whole));
    atLeast(right, strlen(parts.fraction));
    atLeast(exponentDigits,
            *parts.exponent ? strlen(parts.exponent) - 1 : size_t(0));
  });
  if (tensor->head.dtype == TINE_BOOL)
    left = rank ? 5 : 0;
  if (!anyNan && !anyInf)
    return;
  size_t behind = right + 1;
  if (anyFinite && scientific)
    behind += exponentDigits + 2;
  size_t needed = anyInf ? 3 + size_t(anyNegative) : 3;
  if (needed > left + behind)
    left = needed - behind;
}

void NumpyPrinter::cell(Text &out, int64_t index) const {
  if (!isFloat()) {
    char word[24];
    int length =
        tensor->head.dtype == TINE_BOOL
            ? snprintf(word, sizeof(word), "%s",
                       elementAsInt(tensor, index) ? "True" : "False")
            : snprintf(word, sizeof(word), "%lld",
                       static_cast<long long>(elementAsInt(tensor, index)));
    if (size_t(length) < left)
      out.fill(left - size_t(length));
    out.add(word, size_t(length));
    return;
  }
  double value = elementAsDouble(tensor, index);
  size_t exponentWidth = scientific ? exponentDigits + 2 : 0;
  if (!isfinite(value)) {
    const char *word = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    size_t width = left + 1 + right + exponentWidth, length = strlen(word);
    if (length < width)
      out.fill(width - length);
    out.add(word);
    return;
  }
  if (!scientific) {
    Parts parts;
    split(value, parts);
    out.fill(left - strlen(parts.whole));
    out.add(parts.whole);
    out.add('.');
    out.add(parts.fraction);
    out.fill(right - strlen(parts.fraction));
    return;
  }
  // All show as many digits, those of the number where it needs fewer.
  char word[40];
  snprintf(word, sizeof(word), "%.*e", int(right), value);
  char *exponent = strchr(word, 'e');
  size_t mantissa = size_t(exponent - word);
  out.fill(left - size_t(signbit(value) ? 2 : 1));
  out.add(word, mantissa);
  if (!right)
    out.add('.');
  out.add(exponent, 2);
  out.fill(exponentDigits - strlen(exponent + 2), '0');
  out.add(exponent + 2);
}

void NumpyPrinter::row(int64_t base, size_t indent, size_t width) {
  // What stands behind a word, "," or the last "]", has room on its line.
  size_t room = width - 1;
  size_t used = indent;
  auto word = [&](const char *data, size_t length) {
    if (used + length > room && used > indent) {
      while (text.data[text.size - 1] == ' ')
        --text.size;
      text.add('\n');
      text.fill(indent);
      used = indent;
    }
    text.add(data, length);
    used += length;
  };
  auto separate = [&] {
    text.add(isRepr ? ", " : " ");
    used += isRepr ? 2 : 1;
  };
  int64_t size = tensor->sizes[rank - 1];
  text.add('[');
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      separate();
    if (cutsOff(rank - 1) && i == edge) {
      word("...", 3);
      separate();
      i = size - edge;
    }
    Text out;
    cell(out, base + i);
    word(out.data, out.size);
  }
  text.add(']');
}

void NumpyPrinter::body(int dimension, int64_t base, size_t indent,
                        size_t width) {
  if (dimension == rank - 1) {
    row(base, indent, width);
    return;
  }
  int64_t size = tensor->sizes[dimension], step = stride(dimension);
  auto separate = [&] {
    text.add(isRepr ? "," : "");
    text.fill(size_t(rank - dimension - 1), '\n');
    text.fill(indent);
  };
  text.add('[');
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      separate();
    if (cutsOff(dimension) && i == edge) {
      text.add("...");
      separate();
      i = size - edge;
    }
    body(dimension + 1, base + i * step, indent + 1, width - 1);
  }
  text.add(']');
}

/// str() of an array without dimensions is that of a number.
void NumpyPrinter::scalar() {
  if (isRepr || !isFloat()) {
    measure();
    cell(text, 0);
    return;
  }
  double value = elementAsDouble(tensor, 0);
  if (!isNarrow() || !isfinite(value) || value == 0) {
    addPythonFloat(text, value);
    return;
  }
  Digits digits = shortestDigits(value, true);
  Parts parts;
  bool isSmall = digits.exponent < -4, isLarge = digits.exponent >= 16;
  snprintf(
      parts.whole, sizeof(parts.whole), isSmall || isLarge ? "%.*e" : "%.*f",
      isSmall || isLarge                   ? digits.count - 1
      : digits.count - 1 > digits.exponent ? digits.count - 1 - digits.exponent
                                           : 1,
      value);
  text.add(parts.whole);
}

void NumpyPrinter::suffix() {
  Text extra;
  bool isEmpty = count == 0;
  if ((isEmpty && rank != 1) || summarise) {
    extra.add("shape=(");
    for (int i = 0; i < rank; ++i)
      extra.addf(i ? ", %lld" : "%lld",
                 static_cast<long long>(tensor->sizes[i]));
    extra.add(rank == 1 ? ",)" : ")");
  }
  const char *type = nullptr;
  switch (tensor->head.dtype) {
  case TINE_FLOAT32:
    type = "float32";
    break;
  case TINE_INT32:
    type = "int32";
    break;
  case TINE_UINT8:
    type = "uint8";
    break;
  case TINE_INT8:
    type = "int8";
    break;
  case TINE_INT16:
    type = "int16";
    break;
  case TINE_INT64:
    type = isEmpty ? "int64" : nullptr;
    break;
  case TINE_BOOL:
    type = isEmpty ? "bool" : nullptr;
    break;
  default:
    type = isEmpty ? "float64" : nullptr;
  }
  if (type) {
    extra.add(extra.size ? ", dtype=" : "dtype=");
    extra.add(type);
  }
  if (extra.size) {
    size_t used = 1;
    while (used <= text.size && text.data[text.size - used] != '\n')
      ++used;
    text.add(',');
    if (used + extra.size + 2 > lineWidth) {
      text.add('\n');
      text.fill(strlen("array("));
    } else {
      text.add(' ');
    }
    text.add(extra.data, extra.size);
  }
  text.add(')');
}

void NumpyPrinter::print() {
  // Lines are counted from the text of the array alone.
  Text whole;
  NumpyPrinter printer(whole, tensor, isRepr);
  if (isRepr)
    whole.add("array(");
  if (!rank) {
    printer.scalar();
  } else if (!count) {
    whole.add("[]");
  } else {
    printer.measure();
    printer.body(0, 0, whole.size + 1, isRepr ? lineWidth - 1 : lineWidth);
  }
  if (isRepr)
    printer.suffix();
  text.add(whole.data, whole.size);
}

} // namespace

void tine::addNumpyArray(Text &text, const tine_tensor *tensor, bool isRepr) {
  NumpyPrinter(text, tensor, isRepr).print();
}
