//===- Pullback.h - Derivatives of the operations of nn ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pullback of an op turns the cotangents of its results (the derivatives of
// the loss by them) into those of its operands. The rules stand in a table, one
// for each differentiable op, those of elementwise ops in the ops' records; the
// pass `differentiate` puts them together.
//
// A rule may use the operands and results of the op as they are: where the
// backward pass runs elsewhere, such as in a loop of its own, the pass sees to
// it that they are kept.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_PULLBACK_H
#define TINE_DIALECTS_NN_PULLBACK_H

#include "dialects/nn/NN.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::nn {

/// What a rule sees of the op that it differentiates.
class Pullback {
public:
  using Wants = llvm::function_ref<bool(unsigned)>;
  using Add = llvm::function_ref<void(unsigned, mlir::Value)>;

  Pullback(mlir::OpBuilder &builder, mlir::Operation *op,
           mlir::ValueRange cotangents, Wants wants, Add add)
      : b(builder), op(op), loc(op->getLoc()), cotangents(cotangents),
        wantsOperand(wants), addTo(add) {}

  /// The cotangent of a result; null where nothing depends on it, which the
  /// only result of an op never is.
  mlir::Value cotangent(unsigned result = 0) const {
    return cotangents[result];
  }
  /// Whether the cotangent of the operand is needed.
  bool wants(unsigned operand) const { return wantsOperand(operand); }
  /// Adds a part of the operand's cotangent, of the operand's type.
  void add(unsigned operand, mlir::Value part) const { addTo(operand, part); }

  mlir::OpBuilder &b; // where the backward pass is built
  mlir::Operation *op;
  mlir::Location loc;

private:
  mlir::ValueRange cotangents;
  Wants wantsOperand;
  Add addTo;
};

using PullbackRule = void (*)(Pullback &);

/// The rule of the op, or null when it is not differentiable (comparisons,
/// integers, random draws). An op whose derivative is zero everywhere, such as
/// floor, has a rule that adds nothing.
PullbackRule getPullbackRule(mlir::Operation *op);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_PULLBACK_H
