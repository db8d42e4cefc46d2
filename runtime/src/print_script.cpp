//===- print_script.cpp - Tensor text of TorchScript ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What print() in TorchScript writes for a tensor: every matrix slice under a
// heading, with a plan (width, notation, common scale) of its own, and the
// dtype and sizes as a footer. The reference is PyTorch 2.13; older ones differ
// in indents, scales and the plan for negative numbers.
//
//===----------------------------------------------------------------------===//

#include "format_number.h"
#include "objects.h"
#include "print.h"

#include <math.h>
#include <stdio.h>

using namespace tine;

namespace {

constexpr int lineWidth = 80;

struct Plan {
  int width = 1;
  double scale = 1;
  enum { General, Fixed, Scientific } notation = General;
};

class ScriptPrinter {
public:
  ScriptPrinter(Text &text, const tine_tensor *tensor, bool onCpu)
      : text(text), tensor(tensor), rank(tensor->head.rank), onCpu(onCpu) {}

  void print();

private:
  double at(int64_t index) const { return elementAsDouble(tensor, index); }
  Plan plan(int64_t base, int64_t count);
  void element(const Plan &plan, int64_t index);
  void scaleLine(const Plan &plan) {
    addShortestFloat(text, plan.scale);
    text.add(" *\n");
  }
  void vector();
  void matrix(int64_t base, size_t indent);
  void slices();
  void footer();

  Text &text;
  const tine_tensor *tensor;
  int rank;
  bool onCpu;
};

int digitsBefore(double value) {
  return value == 0 ? 1 : int(floor(log10(value)) + 1);
}

Plan ScriptPrinter::plan(int64_t base, int64_t count) {
  bool integral = true;
  for (int64_t i = 0; i < count; ++i) {
    double value = at(base + i);
    if (isfinite(value) && value != ceil(value)) {
      integral = false;
      break;
    }
  }
  int64_t first = 0;
  while (first < count && !isfinite(at(base + first)))
    ++first;
  int low = 1, high = 1;
  if (first < count) {
    double smallest = fabs(at(base + first)), largest = smallest;
    for (int64_t i = first; i < count; ++i) {
      double value = at(base + i);
      if (!isfinite(value))
        continue;
      if (fabs(value) < smallest)
        smallest = fabs(value);
      if (fabs(value) > largest)
        largest = fabs(value);
    }
    low = digitsBefore(smallest);
    high = digitsBefore(largest);
  }
  Plan plan;
  if (integral && high <= 9) {
    plan.width = high + 1;
    return plan;
  }
  if (integral || high - low > 4) {
    plan.notation = Plan::Scientific;
    plan.width = 11;
    if (!integral && (high > 99 || high < -99 || low > 99 || low < -99))
      plan.width = 12;
  } else {
    plan.notation = Plan::Fixed;
    plan.width = high == 0 ? 7 : high + 6;
    if (high > 5 || high < 0) {
      plan.scale = pow(10, high - 1);
      plan.width = 7;
    }
  }
  return plan;
}

void ScriptPrinter::element(const Plan &plan, int64_t index) {
  double value = at(index);
  switch (plan.notation) {
  case Plan::General:
    text.addf("%*g", plan.width, value);
    break;
  case Plan::Fixed:
    text.addf("%*.4f", plan.width, value / plan.scale);
    break;
  default:
    text.addf("%*.4e", plan.width, value);
  }
}

void ScriptPrinter::vector() {
  int64_t count = tensor->sizes[0];
  Plan plan = this->plan(0, count);
  if (plan.scale != 1)
    scaleLine(plan);
  for (int64_t i = 0; i < count; ++i) {
    element(plan, i);
    text.add('\n');
  }
}

void ScriptPrinter::matrix(int64_t base, size_t indent) {
  int64_t rows = tensor->sizes[rank - 2], columns = tensor->sizes[rank - 1];
  Plan plan = this->plan(base, rows * columns);
  bool scaled = plan.scale != 1;
  int64_t perBlock = (lineWidth - int64_t(indent)) / (plan.width + 1);
  perBlock = perBlock < 1 ? 1 : perBlock;
  for (int64_t from = 0; from < columns; from += perBlock) {
    int64_t to = from + perBlock < columns ? from + perBlock : columns;
    if (perBlock < columns) {
      if (from)
        text.add('\n');
      // The first row follows on the same line.
      text.addf("Columns %lld to %lld", from + 1LL, static_cast<long long>(to));
      text.fill(indent);
    }
    if (scaled) {
      scaleLine(plan);
      text.fill(indent);
    }
    for (int64_t row = 0; row < rows; ++row) {
      if (row)
        text.fill(indent + scaled);
      for (int64_t column = from; column < to; ++column) {
        if (column != from)
          text.add(' ');
        element(plan, base + row * columns + column);
      }
      text.add('\n');
    }
  }
}

void ScriptPrinter::slices() {
  int leading = rank - 2;
  int64_t size = tensor->sizes[rank - 2] * tensor->sizes[rank - 1];
  int64_t index[TINE_MAX_RANK] = {};
  for (bool first = true;; first = false) {
    if (!first)
      text.add('\n');
    text.add('(');
    int64_t base = 0;
    for (int i = 0; i < leading; ++i) {
      text.addf("%lld,", index[i] + 1LL);
      base = base * tensor->sizes[i] + index[i];
    }
    text.add(".,.) = \n");
    matrix(base * size, 1);
    int i = 0; // the first index runs fastest
    while (i < leading && ++index[i] == tensor->sizes[i])
      index[i++] = 0;
    if (i == leading)
      return;
  }
}

const char *typeName(int dtype) {
  switch (dtype) {
#define TINE_DTYPE(symbol, number, name, method, kernel, file, ...)            \
  case number:                                                                 \
    return kernel;
#include "tine/dtypes.def"
  default:
    return nullptr;
  }
}

void ScriptPrinter::footer() {
  text.addf("[ %s%sType{", onCpu ? "CPU" : "CUDA",
            typeName(tensor->head.dtype));
  for (int i = 0; i < rank; ++i)
    text.addf(i ? ",%lld" : "%lld", static_cast<long long>(tensor->sizes[i]));
  text.add("} ]");
}

void ScriptPrinter::print() {
  if (rank == 0) {
    addShortestFloat(text, at(0));
    text.add('\n');
  } else if (elementCount(tensor)) {
    if (rank == 1)
      vector();
    else if (rank == 2)
      matrix(0, 0);
    else
      slices();
  }
  footer();
}

} // namespace

void tine::addScriptTensor(Text &text, const tine_tensor *tensor, bool onCpu) {
  ScriptPrinter(text, tensor, onCpu).print();
}
