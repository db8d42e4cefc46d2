//===- print_eager.cpp - Tensor text of eager PyTorch -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// repr() of a tensor:
//
//   1. Find the visible elements: all, or of more than 1000 the first and last
//      three along each dimension (print options are these).
//   2. From the finite non-zero ones of these choose integral, fixed or
//      scientific notation, and the width of a column.
//   3. Lay out rows under a line width of 80, then append dtype, size and note
//      where they are not the default.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "print.h"

#include <math.h>
#include <stdio.h>

using namespace tine;

namespace {

constexpr const char *prefix = "tensor(";

class EagerPrinter {
public:
  EagerPrinter(Text &text, const tine_tensor *tensor,
               const PrintOptions &options)
      : text(text), tensor(tensor), options(options), edge(options.edgeItems),
        lineWidth(size_t(options.lineWidth)), rank(tensor->head.rank),
        count(elementCount(tensor)), summarise(count > options.threshold) {}

  void print(const TensorNotes &notes);

private:
  enum Mode { Integral, Fixed, Scientific };

  /// Calls `visit` with the flat index of every visible element.
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
  void chooseFormat();
  int element(char *out, size_t size, int64_t index) const;
  void cell(int64_t index);
  void row(int64_t base, size_t indent);
  void body(int dimension, int64_t base, size_t indent);
  void suffix(const char *suffix, size_t length, size_t &used);

  Text &text;
  const tine_tensor *tensor;
  const PrintOptions &options;
  int64_t edge;
  size_t lineWidth;
  int rank;
  int64_t count;
  bool summarise;
  Mode mode = Integral;
  int width = 1;
};

template <typename Visit>
void EagerPrinter::visitVisible(int dimension, int64_t base, Visit visit) {
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

int EagerPrinter::element(char *out, size_t size, int64_t index) const {
  int dtype = tensor->head.dtype;
  if (dtype == TINE_BOOL)
    return snprintf(out, size, "%s",
                    elementAsInt(tensor, index) ? "True" : "False");
  if (!isFloating(dtype))
    return snprintf(out, size, "%lld",
                    static_cast<long long>(elementAsInt(tensor, index)));
  double value = elementAsDouble(tensor, index);
  if (isnan(value))
    return snprintf(out, size, "nan");
  switch (mode) {
  case Integral:
    return snprintf(out, size, isfinite(value) ? "%.0f." : "%.0f", value);
  case Fixed:
    return snprintf(out, size, "%.*f", options.precision, value);
  default:
    return snprintf(out, size, "%.*e", options.precision, value);
  }
}

void EagerPrinter::chooseFormat() {
  char out[400];
  bool floating = isFloating(tensor->head.dtype);
  auto counts = [this](int64_t index) {
    double value = elementAsDouble(tensor, index);
    return isfinite(value) && value != 0;
  };
  if (floating) {
    bool any = false, whole = true;
    double low = 0, high = 0;
    visitVisible(0, 0, [&](int64_t index) {
      if (!counts(index))
        return;
      double value = fabs(elementAsDouble(tensor, index));
      whole &= value == ceil(value);
      if (!any || value < low)
        low = value;
      if (!any || value > high)
        high = value;
      any = true;
    });
    if (any) {
      bool wide = high / low > 1000 || high > 1e8 || (!whole && low < 1e-4);
      if (options.scientific >= 0)
        wide = options.scientific;
      mode = wide ? Scientific : whole ? Integral : Fixed;
    }
  }
  visitVisible(0, 0, [&](int64_t index) {
    if (floating && !counts(index))
      return;
    int length = element(out, sizeof(out), index);
    width = length > width ? length : width;
  });
}

void EagerPrinter::cell(int64_t index) {
  char out[400];
  int length = element(out, sizeof(out), index);
  if (rank && length < width)
    text.fill(size_t(width - length));
  text.add(out, size_t(length));
}

void EagerPrinter::row(int64_t base, size_t indent) {
  int64_t size = tensor->sizes[rank - 1];
  size_t room = lineWidth > indent ? lineWidth - indent : 0;
  size_t perLine = room / size_t(width + 2);
  perLine = perLine ? perLine : 1;
  size_t cells = 0;
  auto separate = [&] {
    if (cells && cells % perLine == 0) {
      text.add(",\n");
      text.fill(indent + 1);
    } else if (cells) {
      text.add(", ");
    }
    ++cells;
  };
  text.add('[');
  for (int64_t i = 0; i < size; ++i) {
    if (cutsOff(rank - 1) && i == edge) {
      separate();
      text.add(" ...");
      i = size - edge;
    }
    separate();
    cell(base + i);
  }
  text.add(']');
}

void EagerPrinter::body(int dimension, int64_t base, size_t indent) {
  if (dimension == rank) {
    cell(base);
    return;
  }
  if (dimension == rank - 1) {
    row(base, indent);
    return;
  }
  int64_t size = tensor->sizes[dimension], step = stride(dimension);
  auto separate = [&] {
    text.add(',');
    text.fill(size_t(rank - dimension - 1), '\n');
    text.fill(indent + 1);
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
    body(dimension + 1, base + i * step, indent + 1);
  }
  text.add(']');
}

void EagerPrinter::suffix(const char *suffix, size_t length, size_t &used) {
  if (used + length + 2 > lineWidth) {
    text.add(",\n");
    text.fill(strlen(prefix));
    used = strlen(prefix) + length;
  } else {
    text.add(", ");
    used += length + 2;
  }
  text.add(suffix, length);
}

const char *dtypeName(int dtype) {
  switch (dtype) {
#define TINE_DTYPE(symbol, number, name, ...)                                  \
  case number:                                                                 \
    return "dtype=torch." name;
#include "tine/dtypes.def"
  default:
    return nullptr;
  }
}

void EagerPrinter::print(const TensorNotes &notes) {
  size_t start = text.size;
  text.add(prefix);
  if (count) {
    chooseFormat();
    body(0, 0, strlen(prefix));
  } else {
    text.add("[]");
  }
  size_t used = 0;
  while (used < text.size - start && text.data[text.size - 1 - used] != '\n')
    ++used;
  used += 2;
  int dtype = tensor->head.dtype;
  if (notes.deviceLength) {
    Text device;
    device.add("device='");
    device.add(notes.device, notes.deviceLength);
    device.add('\'');
    suffix(device.data, device.size, used);
  }
  if (!count && rank != 1) {
    Text size;
    size.add("size=(");
    for (int i = 0; i < rank; ++i)
      size.addf(i ? ", %lld" : "%lld",
                static_cast<long long>(tensor->sizes[i]));
    size.add(')');
    suffix(size.data, size.size, used);
  }
  if (dtype != options.dtype &&
      (!count || (dtype != TINE_INT64 && dtype != TINE_BOOL)))
    suffix(dtypeName(dtype), strlen(dtypeName(dtype)), used);
  if (notes.lastLength)
    suffix(notes.last, notes.lastLength, used);
  text.add(')');
}

} // namespace

void tine::addEagerTensor(Text &text, const tine_tensor *tensor,
                          const TensorNotes &notes,
                          const PrintOptions &options) {
  EagerPrinter(text, tensor, options).print(notes);
}
