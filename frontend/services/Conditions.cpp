//===- Conditions.cpp - What the arms around a place know -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Numbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static std::optional<bool> constantOf(mlir::Value value) {
  APInt integer;
  if (!value || !matchPattern(value, m_ConstantInt(&integer)))
    return std::nullopt;
  return !integer.isZero();
}

/// What `pred` says of two numbers, as far as the lengths of dicts need it.
static std::optional<bool> evaluate(arith::CmpIPredicate pred, int64_t a,
                                    int64_t b) {
  switch (pred) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  default:
    return std::nullopt;
  }
}

void Numbers::learn(mlir::Value condition, bool truth,
                    SmallVectorImpl<mlir::Value> &learnt) {
  if (constantOf(condition) || !chosen.insert({condition, truth}).second)
    return;
  learnt.push_back(condition);
  if (auto op = condition.getDefiningOp<arith::XOrIOp>()) {
    if (std::optional<bool> other = constantOf(op.getRhs()))
      learn(op.getLhs(), truth != *other, learnt);
  } else if (auto op = condition.getDefiningOp<arith::AndIOp>(); op && truth) {
    learn(op.getLhs(), true, learnt);
    learn(op.getRhs(), true, learnt);
  } else if (auto op = condition.getDefiningOp<arith::OrIOp>(); op && !truth) {
    learn(op.getLhs(), false, learnt);
    learn(op.getRhs(), false, learnt);
  } else if (auto op = condition.getDefiningOp<arith::CmpIOp>()) {
    // The length of a dict whose entries are there or not together.
    auto select = op.getLhs().getDefiningOp<arith::SelectOp>();
    APInt ifSo, ifNot, number;
    if (!select || !matchPattern(op.getRhs(), m_ConstantInt(&number)) ||
        !matchPattern(select.getTrueValue(), m_ConstantInt(&ifSo)) ||
        !matchPattern(select.getFalseValue(), m_ConstantInt(&ifNot)))
      return;
    auto with = [&](const APInt &value) {
      return evaluate(op.getPredicate(), value.getSExtValue(),
                      number.getSExtValue());
    };
    if (with(ifSo) && with(ifSo) != with(ifNot))
      learn(select.getCondition(), with(ifSo) == truth, learnt);
  } else if (auto op = condition.getDefiningOp<scf::IfOp>()) {
    // `and` and `or`: an arm that gives the other constant was not taken.
    unsigned i = cast<OpResult>(condition).getResultNumber();
    auto gives = [&](Region &arm) {
      return constantOf(arm.front().getTerminator()->getOperand(i));
    };
    if (gives(op.getElseRegion()) == !truth)
      learn(op.getCondition(), true, learnt);
    else if (gives(op.getThenRegion()) == !truth)
      learn(op.getCondition(), false, learnt);
  }
}

std::optional<bool> Numbers::isKnownTo(mlir::Value flag) const {
  if (std::optional<bool> constant = constantOf(flag))
    return constant;
  auto known = chosen.find(flag);
  return known == chosen.end() ? std::nullopt : std::optional(known->second);
}

mlir::Value Numbers::both(mlir::Value a, mlir::Value c, ast::Range range) {
  if (!a || a == c)
    return c;
  return c ? arith::AndIOp::create(b, loc(range), a, c).getResult() : a;
}

} // namespace tine::elaborate
