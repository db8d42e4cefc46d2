//===- DecomposeRnn.cpp - Recurrent layers as loops of nn -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the lowering of the op does it (tensor/RnnToLinalg.cpp), in ops that have
// derivatives: the products of the inputs of all steps at once, then a loop
// that carries the states and the output.
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/DecomposeRnn.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/SizedOps.h"
#include "dialects/nn/ViewOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;

namespace {

class Decomposer : nn::SizedOps {
public:
  explicit Decomposer(nn::RnnOp op)
      : SizedOps(ImplicitLocOpBuilder(op.getLoc(), op), op.getInput()), op(op),
        steps(sizeOf(op.getInput(), 0)), batch(sizeOf(op.getInput(), 1)),
        hidden(sizeOf(op.getWHh(), 1)), gates(sizeOf(op.getWHh(), 0)) {}

  void run();

private:
  using Size = nn::Size;

  Size known(int64_t size) {
    return {size, arith::ConstantIndexOp::create(b, size)};
  }
  template <typename Op> Value make(Value x) {
    return Op::create(b, x.getType(), x);
  }
  template <typename Op> Value make(Value x, Value y) {
    return Op::create(b, x.getType(), x, y);
  }
  /// x times the transposed weight.
  Value multiply(Value x, Value weight, ArrayRef<Size> sizes) {
    return nn::MatmulOp::create(b, typeOf(sizes), x, weight,
                                /*transposed=*/true);
  }
  /// The columns of a gate.
  Value gate(Value matrix, int64_t index) {
    Value number = arith::ConstantIndexOp::create(b, index);
    Value start = arith::MulIOp::create(b, number, hidden.value);
    return nn::SliceOp::create(
        b, typeOf({batch, hidden}), matrix, b.getI64IntegerAttr(1), start,
        b.getI64IntegerAttr(1),
        ShapedType::isDynamic(hidden.known) ? hidden.value : Value());
  }
  Value castTo(Value tensor, Type type) {
    return tensor.getType() == type
               ? tensor
               : tensor::CastOp::create(b, type, tensor).getResult();
  }
  SmallVector<Value> step(Value projected, ValueRange states);

  nn::RnnOp op;
  Size steps, batch, hidden, gates;
};

} // namespace

/// The states after a step: h, and c for an lstm.
SmallVector<Value> Decomposer::step(Value projected, ValueRange states) {
  using nn::AddOp, nn::MulOp, nn::SigmoidOp, nn::TanhOp;
  Value h = states[0];
  Value product = multiply(h, op.getWHh(), {batch, gates});
  switch (op.getCell()) {
  case nn::RnnCell::lstm: {
    Value sum = make<AddOp>(projected, product);
    Value i = make<SigmoidOp>(gate(sum, 0)), f = make<SigmoidOp>(gate(sum, 1));
    Value g = make<TanhOp>(gate(sum, 2)), o = make<SigmoidOp>(gate(sum, 3));
    Value c = make<AddOp>(make<MulOp>(f, states[1]), make<MulOp>(i, g));
    return {make<MulOp>(o, make<TanhOp>(c)), c};
  }
  case nn::RnnCell::gru: {
    if (!op.getBiases().empty())
      product = make<AddOp>(product, op.getBiases()[1]);
    auto both = [&](int64_t index) {
      return make<AddOp>(gate(projected, index), gate(product, index));
    };
    Value r = make<SigmoidOp>(both(0)), z = make<SigmoidOp>(both(1));
    Value n = make<TanhOp>(
        make<AddOp>(gate(projected, 2), make<MulOp>(r, gate(product, 2))));
    return {make<AddOp>(make<MulOp>(make<nn::SubOp>(h, n), z), n)};
  }
  case nn::RnnCell::rnn_tanh:
    return {make<TanhOp>(make<AddOp>(projected, product))};
  case nn::RnnCell::rnn_relu:
    return {make<nn::ReluOp>(make<AddOp>(projected, product))};
  }
  llvm_unreachable("a cell of the enum");
}

void Decomposer::run() {
  Size features = sizeOf(op.getInput(), 2);
  Value flat = reshape(op.getInput(), {times(steps, batch), features});
  Value projected = multiply(flat, op.getWIh(), {times(steps, batch), gates});
  if (!op.getBiases().empty()) {
    Value bias = op.getBiases()[0];
    if (op.getCell() != nn::RnnCell::gru)
      bias = make<nn::AddOp>(bias, op.getBiases()[1]);
    projected = make<nn::AddOp>(projected, bias);
  }
  projected = reshape(projected, {steps, batch, gates});

  RankedTensorType state = typeOf({batch, hidden});
  Value zero = arith::ConstantOp::create(
      b, b.getZeroAttr(nn::getComputeType(state.getElementType())));
  SmallVector<Size> whole{steps, batch, hidden};
  SmallVector<Value> carried{
      nn::FullOp::create(b, typeOf(whole), zero, dynamic(whole)),
      castTo(op.getH0(), state)};
  if (op.getC0())
    carried.push_back(castTo(op.getC0(), state));

  Value first = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(b, first, steps.value, one, carried);
  b.setInsertionPointToStart(loop.getBody());
  Value at = loop.getInductionVar();
  if (op.getReverse())
    at = arith::SubIOp::create(b, arith::SubIOp::create(b, steps.value, one),
                               at);
  Size single = known(1);
  Value row = nn::SliceOp::create(b, typeOf({single, batch, gates}), projected,
                                  b.getI64IntegerAttr(0), at,
                                  b.getI64IntegerAttr(1), Value());
  SmallVector<Value> next =
      step(reshape(row, {batch, gates}), loop.getRegionIterArgs().drop_front());
  Value slab = reshape(next[0], {single, batch, hidden});
  Value output = loop.getRegionIterArgs().front();
  next.insert(next.begin(),
              nn::InsertSliceOp::create(b, output.getType(), slab, output,
                                        b.getI64IntegerAttr(0), at,
                                        b.getI64IntegerAttr(1)));
  scf::YieldOp::create(b, next);
  b.setInsertionPointAfter(loop);
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip(loop.getResults(), op.getResultTypes()))
    results.push_back(castTo(value, type));
  op->replaceAllUsesWith(results);
  op->erase();
}

void tine::decomposeRnn(nn::RnnOp op) { Decomposer(op).run(); }
