//===- RnnToLinalg.cpp - Recurrent layers ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers nn.rnn.
//
// How:
// 1. One product of all time steps, [T*B, I] x [I, G*H], projects the input; it
//    starts from the biases.
// 2. A loop over time carries the states. Each step is one product
//    [B, H] x [H, G*H], whose right operand does not depend on the step and is
//    therefore packed once, outside the loop.
// 3. All gates of a step are one elementwise loop over [B, H].
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/LayerOps.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/tensor/Patterns.h"
#include "lowering/tensor/Products.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tine {
namespace {

template <typename Op> Value apply(ImplicitLocOpBuilder &b, Value x) {
  Type type = x.getType();
  ScalarCase scalar{b, {x}, type, type};
  return scalarRule<Op>().onFloat(scalar);
}

/// The sizes and parts of one layer.
struct Layer {
  ImplicitLocOpBuilder &b;
  nn::RnnOp op;
  Type element;
  OpFoldResult steps, batch, hidden, gates;
  RankedTensorType state; ///< [B, H]

  Layer(ImplicitLocOpBuilder &b, nn::RnnOp op)
      : b(b), op(op), element(tensorType(op.getInput()).getElementType()),
        steps(sizeOf(b, op.getInput(), 0)), batch(sizeOf(b, op.getInput(), 1)),
        hidden(sizeOf(b, op.getWHh(), 1)), gates(sizeOf(b, op.getWHh(), 0)),
        state(typeOf({batch, hidden})) {}

  bool isLstm() { return op.getCell() == nn::RnnCell::lstm; }
  bool isGru() { return op.getCell() == nn::RnnCell::gru; }

  RankedTensorType typeOf(ArrayRef<OpFoldResult> sizes) const {
    return RankedTensorType::get(decomposeMixedSizes(sizes), element);
  }

  static SmallVector<int64_t> decomposeMixedSizes(ArrayRef<OpFoldResult> in) {
    SmallVector<int64_t> shape;
    for (OpFoldResult size : in)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    return shape;
  }

  void checkSizes() {
    const char *text = "Expected hidden state of size %i, got %i";
    SmallVector<Value> states = {op.getH0()};
    if (isLstm())
      states.push_back(op.getC0());
    for (Value initial : states) {
      raiseUnlessSame(b, batch, sizeOf(b, initial, 0), "RuntimeError", text);
      raiseUnlessSame(b, hidden, sizeOf(b, initial, 1), "RuntimeError", text);
    }
    raiseUnlessSame(b, sizeOf(b, op.getWIh(), 1), sizeOf(b, op.getInput(), 2),
                    "RuntimeError",
                    "input.size(-1) must be equal to input_size. Expected %i, "
                    "got %i");
    const char *weights = "Expected weights of size %i, got %i";
    int64_t parts = isLstm() ? 4 : isGru() ? 3 : 1;
    OpFoldResult all = multiplySizes(b, {b.getIndexAttr(parts), hidden});
    raiseUnlessSame(b, all, gates, "RuntimeError", weights);
    raiseUnlessSame(b, all, sizeOf(b, op.getWIh(), 0), "RuntimeError", weights);
    for (Value bias : op.getBiases())
      raiseUnlessSame(b, all, sizeOf(b, bias, 0), "RuntimeError", weights);
  }

  /// A row as often as a matrix has rows, or zeros.
  Value rows(Value row, ArrayRef<OpFoldResult> sizes) {
    RankedTensorType type = typeOf(sizes);
    if (!row)
      return zeroTensor(b, type, sizes);
    return linalg::BroadcastOp::create(b, row, emptyTensor(b, type, sizes),
                                       ArrayRef<int64_t>{0})
        ->getResult(0);
  }

  Value addRows(Value x, Value y) {
    RankedTensorType type = tensorType(x);
    AffineMap identity = b.getMultiDimIdentityMap(1);
    SmallVector<AffineMap> maps(3, identity);
    SmallVector<utils::IteratorType> loops = {utils::IteratorType::parallel};
    return linalg::GenericOp::create(
               b, type, ValueRange{x, y}, emptyTensor(b, type, sizesOf(b, x)),
               maps, loops,
               [](OpBuilder &at, Location loc, ValueRange args) {
                 Value sum = arith::AddFOp::create(at, loc, args[0], args[1]);
                 linalg::YieldOp::create(at, loc, sum);
               })
        .getResult(0);
  }

  /// Input times w_ih^T plus bias for all steps: [T*B, G*H].
  Value project() {
    Value bias;
    if (!op.getBiases().empty())
      bias = isGru() ? op.getBiases()[0]
                     : addRows(op.getBiases()[0], op.getBiases()[1]);
    OpFoldResult count = multiplySizes(b, {steps, batch});
    SmallVector<ReassociationIndices> groups = {{0, 1}, {2}};
    Value input = withSizes(b, op.getInput(), sizesOf(b, op.getInput()));
    Value flat = tensor::CollapseShapeOp::create(b, input, groups);
    return multiplyMatrices(b, flat, op.getWIh(), /*transposed=*/true,
                            rows(bias, {count, gates}));
  }

  /// The matrix of one time step.
  Value stepOf(ImplicitLocOpBuilder &at, Value all, Value step) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    OpFoldResult row = multiplySizes(at, {step, batch});
    return tensor::ExtractSliceOp::create(
        at, typeOf({batch, gates}), all, ArrayRef<OpFoldResult>{row, zero},
        ArrayRef<OpFoldResult>{batch, gates}, ArrayRef<OpFoldResult>{one, one});
  }

  /// The columns of gate number `index` of a matrix.
  Value gateOf(ImplicitLocOpBuilder &at, Value matrix, int64_t index) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    OpFoldResult offset = multiplySizes(at, {at.getIndexAttr(index), hidden});
    return tensor::ExtractSliceOp::create(at, state, matrix,
                                          ArrayRef<OpFoldResult>{zero, offset},
                                          ArrayRef<OpFoldResult>{batch, hidden},
                                          ArrayRef<OpFoldResult>{one, one});
  }

  /// One elementwise loop that replaces the states.
  SmallVector<Value> updateStates(
      ImplicitLocOpBuilder &at, ValueRange inputs, ValueRange states,
      function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, ValueRange)>
          compute) {
    AffineMap identity = b.getMultiDimIdentityMap(2);
    SmallVector<AffineMap> maps(inputs.size() + states.size(), identity);
    SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        at, TypeRange(states), inputs, states, maps, loops,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          ImplicitLocOpBuilder body(loc, nested);
          linalg::YieldOp::create(body, compute(body, args));
        });
    return SmallVector<Value>(generic.getResults());
  }

  /// The states after a step: h, and c for an lstm.
  SmallVector<Value> step(ImplicitLocOpBuilder &at, Value projected,
                          Value hiddenBias, ValueRange states) {
    Value into = isGru() ? hiddenBias : projected;
    Value product = multiplyMatrices(at, states[0], op.getWHh(),
                                     /*transposed=*/true, into);
    if (isLstm())
      return stepLstm(at, product, states);
    if (isGru())
      return stepGru(at, projected, product, states);
    bool isTanh = op.getCell() == nn::RnnCell::rnn_tanh;
    return updateStates(
        at, product, states,
        [&](ImplicitLocOpBuilder &body, ValueRange x) -> SmallVector<Value> {
          return {isTanh ? apply<nn::TanhOp>(body, x[0])
                         : apply<nn::ReluOp>(body, x[0])};
        });
  }

  SmallVector<Value> stepLstm(ImplicitLocOpBuilder &at, Value product,
                              ValueRange states) {
    SmallVector<Value> parts;
    for (int64_t gate = 0; gate < 4; ++gate)
      parts.push_back(gateOf(at, product, gate));
    return updateStates(
        at, parts, states,
        [](ImplicitLocOpBuilder &body, ValueRange x) -> SmallVector<Value> {
          Value i = apply<nn::SigmoidOp>(body, x[0]);
          Value f = apply<nn::SigmoidOp>(body, x[1]);
          Value g = apply<nn::TanhOp>(body, x[2]);
          Value o = apply<nn::SigmoidOp>(body, x[3]);
          Value kept = arith::MulFOp::create(body, f, x[5]);
          Value added = arith::MulFOp::create(body, i, g);
          Value c = arith::AddFOp::create(body, kept, added);
          Value h = arith::MulFOp::create(body, o, apply<nn::TanhOp>(body, c));
          return {h, c};
        });
  }

  SmallVector<Value> stepGru(ImplicitLocOpBuilder &at, Value projected,
                             Value product, ValueRange states) {
    SmallVector<Value> parts;
    for (Value matrix : {projected, product})
      for (int64_t gate = 0; gate < 3; ++gate)
        parts.push_back(gateOf(at, matrix, gate));
    return updateStates(
        at, parts, states,
        [](ImplicitLocOpBuilder &body, ValueRange x) -> SmallVector<Value> {
          auto add = [&](Value p, Value q) -> Value {
            return arith::AddFOp::create(body, p, q);
          };
          Value r = apply<nn::SigmoidOp>(body, add(x[0], x[3]));
          Value z = apply<nn::SigmoidOp>(body, add(x[1], x[4]));
          Value gated = arith::MulFOp::create(body, r, x[5]);
          Value n = apply<nn::TanhOp>(body, add(x[2], gated));
          Value rest = arith::SubFOp::create(body, x[6], n);
          return {add(arith::MulFOp::create(body, rest, z), n)};
        });
  }
};

struct LowerRnn : OpRewritePattern<nn::RnnOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(nn::RnnOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Layer layer(b, op);
    layer.checkSizes();
    Value projected = layer.project();
    Value hiddenBias;
    if (layer.isGru())
      hiddenBias =
          layer.rows(op.getBiases().empty() ? Value() : op.getBiases()[1],
                     {layer.batch, layer.gates});
    SmallVector<OpFoldResult> sizes = {layer.steps, layer.batch, layer.hidden};
    Value output = emptyTensor(b, layer.typeOf(sizes), sizes);
    SmallVector<Value> carried = {output,
                                  castTensor(b, op.getH0(), layer.state)};
    if (layer.isLstm())
      carried.push_back(castTensor(b, op.getC0(), layer.state));

    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Value count = sizeValue(b, op.getInput(), 0);
    Value last = arith::SubIOp::create(b, count, one);
    auto loop = scf::ForOp::create(
        b, zero, count, one, carried,
        [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
          ImplicitLocOpBuilder body(loc, nested);
          if (op.getReverse())
            i = arith::SubIOp::create(body, last, i);
          SmallVector<Value> next =
              layer.step(body, layer.stepOf(body, projected, i), hiddenBias,
                         state.drop_front());
          OpFoldResult zeroAttr = b.getIndexAttr(0),
                       oneAttr = b.getIndexAttr(1);
          Value into = tensor::InsertSliceOp::create(
              body, next[0], state[0],
              ArrayRef<OpFoldResult>{i, zeroAttr, zeroAttr},
              ArrayRef<OpFoldResult>{oneAttr, layer.batch, layer.hidden},
              ArrayRef<OpFoldResult>{oneAttr, oneAttr, oneAttr});
          next.insert(next.begin(), into);
          scf::YieldOp::create(body, next);
        });
    SmallVector<Value> results;
    for (auto [value, type] : llvm::zip(loop.getResults(), op.getResultTypes()))
      results.push_back(castTensor(b, value, cast<RankedTensorType>(type)));
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void populateRnnToLinalg(RewritePatternSet &patterns) {
  patterns.add<LowerRnn>(patterns.getContext());
}

} // namespace tine
