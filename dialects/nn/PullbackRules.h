//===- PullbackRules.h - What the rules of pullbacks share ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Families of rules register in one table; small builders for what many use.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_PULLBACKRULES_H
#define TINE_DIALECTS_NN_PULLBACKRULES_H

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Pullback.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"

namespace tine::nn {

/// Rules by the names of operations.
class PullbackTable {
public:
  template <typename... Ops> void add(PullbackRule rule) {
    static_assert(
        (std::is_base_of_v<DerivativeOpInterface::Trait<Ops>, Ops> && ...),
        "what the derivative reads is part of the op's record: NN_Facts");
    (rules.try_emplace(Ops::getOperationName(), rule), ...);
  }
  void addNamed(llvm::StringRef op, PullbackRule rule) {
    rules.try_emplace(op, rule);
  }
  PullbackRule find(llvm::StringRef name) const { return rules.lookup(name); }

private:
  llvm::StringMap<PullbackRule> rules;
};

void addElementwisePullbacks(PullbackTable &table);
void addReductionPullbacks(PullbackTable &table);
void addShapePullbacks(PullbackTable &table);
void addProductPullbacks(PullbackTable &table);
void addAttentionPullbacks(PullbackTable &table);
void addIndexingPullbacks(PullbackTable &table);

inline mlir::RankedTensorType tensorTypeOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

/// Arithmetic in the backward pass on tensors of one type and on scalars.
class Math {
public:
  /// Results have the type, unless they say otherwise.
  Math(const Pullback &p, mlir::RankedTensorType type)
      : b(p.b), loc(p.loc), type(type) {}

  template <typename Op> mlir::Value make(mlir::Value x) {
    return Op::create(b, loc, type, x);
  }
  template <typename Op> mlir::Value make(mlir::Value x, mlir::Value y) {
    return Op::create(b, loc, type, x, y);
  }
  mlir::Value add(mlir::Value x, mlir::Value y) { return make<AddOp>(x, y); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return make<SubOp>(x, y); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return make<MulOp>(x, y); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return make<DivOp>(x, y); }
  mlir::Value neg(mlir::Value x) { return make<NegOp>(x); }
  /// A scalar of the type that is computed in.
  mlir::Value number(double value) {
    return mlir::arith::ConstantOp::create(
        b, loc, b.getFloatAttr(getComputeType(type.getElementType()), value));
  }
  template <typename Op> mlir::Value compare(mlir::Value x, mlir::Value y) {
    return Op::create(b, loc, type.clone(b.getI1Type()), x, y);
  }
  mlir::Value where(mlir::Value condition, mlir::Value x, mlir::Value y) {
    return WhereOp::create(b, loc, type, condition, x, y);
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::RankedTensorType type;
};

/// The dynamic sizes of a tensor.
llvm::SmallVector<mlir::Value> dynamicSizes(const Pullback &p,
                                            mlir::Value like);
/// Zeros of the type and sizes of `like`.
mlir::Value zerosLike(const Pullback &p, mlir::Value like);
/// Reshapes to the type and sizes of `like`.
mlir::Value reshapeLike(const Pullback &p, mlir::Value value, mlir::Value like);
/// Sums of dimensions, which are dropped or keep the size 1.
mlir::Value sumOf(const Pullback &p, mlir::Value value,
                  llvm::ArrayRef<int64_t> dims, bool keepdim);
/// Puts dimensions of size 1 where `dims` were reduced, then repeats them to
/// the sizes of `like`.
mlir::Value spread(const Pullback &p, mlir::Value value, mlir::Value like,
                   llvm::ArrayRef<int64_t> dims, bool keepdim);
/// Adds the cotangent of an operand that was broadcast: sums over what was
/// repeated. Does nothing for scalars.
void addReduced(const Pullback &p, unsigned operand, mlir::Value cotangent);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_PULLBACKRULES_H
