//===- SortToLinalg.cpp - Sorting -----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers sort to a bottom-up merge sort of the rows, elements and their columns
// together: stable, and n log n steps. Every round of the outer loop merges
// twice, there and back, so that the loop carries each buffer in its place.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/tensor/Patterns.h"
#include "lowering/tensor/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
namespace {

struct LowerSort : OpRewritePattern<nn::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Whether x must stand before y.
  static Value before(ImplicitLocOpBuilder &b, bool descending, Value x,
                      Value y) {
    Type type = x.getType();
    if (isa<FloatType>(type)) {
      using P = arith::CmpFPredicate;
      Value less = arith::CmpFOp::create(b, descending ? P::OGT : P::OLT, x, y);
      Value xNan = arith::CmpFOp::create(b, P::UNO, x, x);
      Value yNan = arith::CmpFOp::create(b, P::UNO, y, y);
      Value one = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
      Value first = descending ? xNan : yNan;
      Value second = arith::XOrIOp::create(b, descending ? yNan : xNan, one);
      return arith::OrIOp::create(b, less,
                                  arith::AndIOp::create(b, first, second));
    }
    using P = arith::CmpIPredicate;
    bool isUnsigned = type.isSignlessInteger(8) || type.isInteger(1);
    P less = isUnsigned ? P::ult : P::slt, more = isUnsigned ? P::ugt : P::sgt;
    return arith::CmpIOp::create(b, descending ? more : less, x, y);
  }

  /// Merges runs of `width` elements of (from[0], from[1]) into `to`.
  static SmallVector<Value> merge(ImplicitLocOpBuilder &b, bool descending,
                                  ValueRange from, ValueRange to, Value width) {
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Value lines = sizeValue(b, from[0], 0), size = sizeValue(b, from[0], 1);
    Value last = arith::SubIOp::create(b, size, one);
    Value step = arith::AddIOp::create(b, width, width);
    auto mergeRuns = [&](ImplicitLocOpBuilder &b, Value line, Value low,
                         ValueRange state) {
      Value middle =
          arith::MinSIOp::create(b, arith::AddIOp::create(b, low, width), size);
      Value high =
          arith::MinSIOp::create(b, arith::AddIOp::create(b, low, step), size);
      SmallVector<Value> start(state);
      start.append({low, middle});
      auto loop = scf::ForOp::create(
          b, low, high, one, start,
          [&](OpBuilder &nested, Location loc, Value k, ValueRange state) {
            ImplicitLocOpBuilder body(loc, nested);
            using P = arith::CmpIPredicate;
            Value i = state[2], j = state[3];
            Value leftOpen = arith::CmpIOp::create(body, P::slt, i, middle);
            Value rightOpen = arith::CmpIOp::create(body, P::slt, j, high);
            // Reads of a run that has ended stay inside and are not used.
            Value x = tensor::ExtractOp::create(
                body, from[0],
                ValueRange{line, arith::MinSIOp::create(body, i, last)});
            Value y = tensor::ExtractOp::create(
                body, from[0],
                ValueRange{line, arith::MinSIOp::create(body, j, last)});
            Value yes = arith::ConstantIntOp::create(body, b.getI1Type(), 1);
            Value wanted = arith::OrIOp::create(
                body, before(body, descending, y, x),
                arith::XOrIOp::create(body, leftOpen, yes));
            Value right = arith::AndIOp::create(body, rightOpen, wanted);
            Value value = arith::SelectOp::create(body, right, y, x);
            Value index = tensor::ExtractOp::create(
                body, from[1],
                ValueRange{line, arith::SelectOp::create(body, right, j, i)});
            Value values = tensor::InsertOp::create(body, value, state[0],
                                                    ValueRange{line, k});
            Value indices = tensor::InsertOp::create(body, index, state[1],
                                                     ValueRange{line, k});
            Value nextI = arith::SelectOp::create(
                body, right, i, arith::AddIOp::create(body, i, one));
            Value nextJ = arith::SelectOp::create(
                body, right, arith::AddIOp::create(body, j, one), j);
            scf::YieldOp::create(body,
                                 ValueRange{values, indices, nextI, nextJ});
          });
      return SmallVector<Value>(loop.getResults().take_front(2));
    };
    auto all = scf::ForOp::create(
        b, zero, lines, one, to,
        [&](OpBuilder &nested, Location loc, Value line, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          auto row = scf::ForOp::create(
              body, zero, size, step, state,
              [&](OpBuilder &nested, Location loc, Value low,
                  ValueRange state) {
                ImplicitLocOpBuilder inner(loc, nested);
                scf::YieldOp::create(inner, mergeRuns(inner, line, low, state));
              });
          scf::YieldOp::create(body, row.getResults());
        });
    return SmallVector<Value>(all.getResults());
  }

  /// The number of rounds: each makes runs four times as long.
  static Value countRounds(ImplicitLocOpBuilder &b, Value size) {
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    auto loop = scf::WhileOp::create(
        b, TypeRange{b.getIndexType(), b.getIndexType()}, ValueRange{one, zero},
        [&](OpBuilder &nested, Location loc, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value more = arith::CmpIOp::create(body, arith::CmpIPredicate::slt,
                                             state[0], size);
          scf::ConditionOp::create(body, more, state);
        },
        [&](OpBuilder &nested, Location loc, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value four = indexConstant(body, 4);
          scf::YieldOp::create(
              body, ValueRange{arith::MulIOp::create(body, state[0], four),
                               arith::AddIOp::create(body, state[1], one)});
        });
    return loop.getResult(1);
  }

  LogicalResult matchAndRewrite(nn::SortOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = op.getInput();
    RankedTensorType valueType = tensorType(input);
    RankedTensorType indexType = tensorType(op.getIndices());
    SmallVector<OpFoldResult> sizes = sizesOf(b, input);
    auto empty = [&](RankedTensorType type) {
      return emptyTensor(b, type, sizes);
    };
    AffineMap same = b.getMultiDimIdentityMap(2);
    SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
    auto start = linalg::GenericOp::create(
        b, TypeRange{valueType, indexType}, input,
        ValueRange{empty(valueType), empty(indexType)},
        SmallVector<AffineMap>(3, same), loops,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          Value column = arith::IndexCastOp::create(
              body, body.getI64Type(), linalg::IndexOp::create(body, 1));
          linalg::YieldOp::create(body, ValueRange{args[0], column});
        });
    SmallVector<Value> state(start.getResults());
    state.append({empty(valueType), empty(indexType), indexConstant(b, 1)});
    auto rounds = scf::ForOp::create(
        b, indexConstant(b, 0), countRounds(b, sizeValue(b, input, 1)),
        indexConstant(b, 1), state,
        [&](OpBuilder &nested, Location loc, Value, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          Value width = state[4];
          Value twice = arith::AddIOp::create(body, width, width);
          SmallVector<Value> there =
              merge(body, op.getDescending(), state.slice(0, 2),
                    state.slice(2, 2), width);
          SmallVector<Value> back =
              merge(body, op.getDescending(), there, state.slice(0, 2), twice);
          SmallVector<Value> next(back);
          next.append(there);
          next.push_back(arith::AddIOp::create(body, twice, twice));
          scf::YieldOp::create(body, next);
        });
    rewriter.replaceOp(op, rounds.getResults().take_front(2));
    return success();
  }
};

} // namespace

void populateSortToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerSort>(patterns.getContext());
}

} // namespace tine
