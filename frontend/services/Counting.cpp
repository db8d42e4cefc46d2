//===- Counting.cpp - What is known of numbers that loops count -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Counting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tine::elaborate {

static std::optional<int64_t> constantOf(mlir::Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 64)
    return constant.getSExtValue();
  return std::nullopt;
}

std::optional<LinearForm> LinearForm::plus(const LinearForm &other,
                                           int64_t times) const {
  LinearForm sum = *this;
  auto add = [&](int64_t &to, int64_t more) {
    int64_t product;
    return !llvm::MulOverflow(more, times, product) &&
           !llvm::AddOverflow(to, product, to);
  };
  if (!add(sum.constant, other.constant))
    return std::nullopt;
  for (const auto &[value, factor] : other.terms)
    if (!add(sum.terms[value], factor))
      return std::nullopt;
  sum.terms.remove_if([](const auto &term) { return term.second == 0; });
  return sum;
}

/// `depth` bounds the recursion through long sums.
static LinearForm formOf(mlir::Value value, int depth) {
  LinearForm form;
  if (auto constant = constantOf(value)) {
    form.constant = *constant;
    return form;
  }
  form.terms[value] = 1;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return form;
  std::optional<LinearForm> made;
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    int64_t sign = isa<arith::AddIOp>(op) ? 1 : -1;
    made = formOf(op->getOperand(0), depth - 1)
               .plus(formOf(op->getOperand(1), depth - 1), sign);
  } else if (isa<arith::MulIOp>(op)) {
    for (int i : {0, 1})
      if (auto factor = constantOf(op->getOperand(i)); factor && !made)
        made = LinearForm().plus(formOf(op->getOperand(1 - i), depth - 1),
                                 *factor);
  }
  return made.value_or(form);
}

LinearForm LinearForm::of(mlir::Value value) { return formOf(value, 8); }

std::optional<std::pair<int64_t, int64_t>>
boundsOf(const LinearForm &form, ArrayRef<Counter> counters) {
  int64_t least = form.constant, greatest = form.constant;
  for (const auto &term : form.terms) {
    const auto *counter = llvm::find_if(
        counters, [&](const Counter &c) { return c.value == term.first; });
    int64_t factor = term.second, span;
    if (counter == counters.end() || counter->trips < 1 ||
        llvm::MulOverflow(counter->trips - 1, factor, span))
      return std::nullopt;
    int64_t &end = factor > 0 ? greatest : least;
    if (llvm::AddOverflow(end, span, end))
      return std::nullopt;
  }
  return std::pair(least, greatest);
}

} // namespace tine::elaborate
