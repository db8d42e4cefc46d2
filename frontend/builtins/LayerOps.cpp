//===- LayerOps.cpp - Recurrent layers, attention, convolutions, pools ----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library's layers are made of: it has checked their arguments.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

Value rnn(Context &e, Bound &a) {
  // mode, input, h0, c0, w_ih, w_hh, b_ih, b_hh, reverse
  bool isCuda = a[1].is(Kind::Tensor) && deviceOf(e.tensors.tensorType(a[1]));
  const Value &autocast =
      e.objects.mode(isCuda ? Mode::AutocastCuda : Mode::Autocast);
  if (!autocast.isConst() || autocast.integer)
    return e.error(a.range, "recurrent layers under autocast are not "
                            "supported; switch it off around them");
  StringRef mode = a[0].text;
  nn::RnnCell cell = mode == "lstm"       ? nn::RnnCell::lstm
                     : mode == "gru"      ? nn::RnnCell::gru
                     : mode == "rnn_tanh" ? nn::RnnCell::rnn_tanh
                                          : nn::RnnCell::rnn_relu;
  Value x = a[1];
  RankedTensorType type = e.tensors.tensorType(x),
                   state = e.tensors.tensorType(a[2]);
  RankedTensorType w = e.tensors.tensorType(a[4]),
                   u = e.tensors.tensorType(a[5]);
  if (type.getRank() != 3)
    return e.fault("RuntimeError", a.range,
                   "a recurrent layer expects an input of 2 or 3 dimensions");
  if (!type.isDynamicDim(2) && !w.isDynamicDim(1) &&
      type.getDimSize(2) != w.getDimSize(1))
    return e.fault("RuntimeError", a.range,
                   "input.size(-1) must be equal to input_size. Expected " +
                       Twine(w.getDimSize(1)) + ", got " +
                       Twine(type.getDimSize(2)) + " (shapes)");
  int64_t gates = cell == nn::RnnCell::lstm  ? 4
                  : cell == nn::RnnCell::gru ? 3
                                             : 1;
  if (state.getRank() != 2 || w.getRank() != 2 || u.getRank() != 2 ||
      (!u.isDynamicDim(0) && !u.isDynamicDim(1) &&
       u.getDimSize(0) != gates * u.getDimSize(1)))
    return e.fault("RuntimeError", a.range,
                   "the states and weights of a recurrent layer must be "
                   "matrices of matching sizes");
  for (RankedTensorType other : {type, state, w, u}) {
    if (nn::isNarrow(other.getElementType()))
      return e.error(a.range, "recurrent layers of half floats are not "
                              "supported; compute them in float32");
    if (!isa<FloatType>(other.getElementType()) ||
        other.getElementType() != type.getElementType())
      return e.fault("RuntimeError", a.range,
                     "the input, states and weights of a recurrent layer must "
                     "have one dtype, float32 or float64");
  }
  std::vector<Value> all{x, a[2], a[4], a[5]};
  SmallVector<mlir::Value> biases;
  for (size_t i : {6, 7})
    if (a.given(i)) {
      biases.push_back(e.tensors.read(a[i]));
      all.push_back(a[i]);
    }
  mlir::Value c0;
  if (a.given(3)) {
    c0 = e.tensors.read(a[3]);
    all.push_back(a[3]);
  }
  Attribute device;
  if (!e.tensors.sameDevice(all, a.range, device))
    return {};
  bool reverse;
  if (!knownFlag(e, a, 8, reverse))
    return {};
  int64_t hidden = u.getDimSize(1);
  auto out =
      RankedTensorType::get({type.getDimSize(0), type.getDimSize(1), hidden},
                            type.getElementType(), device);
  auto last = RankedTensorType::get({state.getDimSize(0), hidden},
                                    type.getElementType(), device);
  bool lstm = cell == nn::RnnCell::lstm;
  SmallVector<mlir::Type> types{out, last};
  if (lstm)
    types.push_back(last);
  e.program.tf32.note(e, Mode::MatmulPrecision, out);
  auto op = nn::RnnOp::create(
      e.b, e.loc(a.range), out, last, lstm ? mlir::Type(last) : mlir::Type(),
      cell, e.tensors.read(x), e.tensors.read(a[2]), e.tensors.read(a[4]),
      e.tensors.read(a[5]), c0, biases, reverse);
  bool grad = e.grads.gradOf(all);
  Value cn = lstm ? e.tensors.newTensor(op.getCn(), grad, "StackBackward")
                  : makeNone();
  // PyTorch has oneDNN's layer for those of float32.
  StringRef made = lstm && type.getElementType().isF32()
                       ? "MkldnnRnnLayerBackward"
                       : "StackBackward";
  return makeTuple({e.tensors.newTensor(op.getOutput(), grad, made),
                    e.tensors.newTensor(op.getHn(), grad, "StackBackward"),
                    cn});
}

/// The library has checked ranks, dtypes and sizes.
Value attention(Context &e, Bound &a) {
  // query, key, value, mask, scale, causal, zeros
  std::vector<Value> all{a[0], a[1], a[2]};
  if (a.given(3)) {
    if (!needTensor(e, a, 3))
      return {};
    all.push_back(a[3]);
  }
  bool causal, zeros;
  Attribute device;
  if (!e.tensors.sameDevice(all, a.range, device) ||
      !knownFlag(e, a, 5, causal) || !knownFlag(e, a, 6, zeros))
    return {};
  RankedTensorType q = e.tensors.tensorType(a[0]),
                   v = e.tensors.tensorType(a[2]);
  auto typeOf = [&](int64_t last) {
    SmallVector<int64_t> shape(q.getShape());
    shape[3] = last;
    return RankedTensorType::get(shape, q.getElementType(), device);
  };
  mlir::Value mask = a.given(3) ? e.tensors.read(a[3]) : mlir::Value();
  e.program.tf32.note(e, Mode::MatmulPrecision, q);
  auto op = nn::AttentionOp::create(
      e.b, e.loc(a.range), typeOf(v.getDimSize(3)), typeOf(2),
      e.tensors.read(a[0]), e.tensors.read(a[1]), e.tensors.read(a[2]), mask,
      llvm::APFloat(a[4].real), causal, zeros);
  return e.tensors.newTensor(op.getResult(), e.grads.gradOf(all),
                             "ScaledDotProductFlashAttentionForCpuBackward");
}

/// The strides, paddings, dilations and groups of a convolution, and the sizes
/// of the result: the two in front, and those of the window from the argument.
struct WindowArguments {
  SmallVector<int64_t> lists[3];
  int64_t groups;
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> sizes;
};

/// From argument `at` on; the result has `batch` and `channels` in front.
bool windowArguments(Context &e, Bound &a, size_t at, const Value &batch,
                     const Value &channels, WindowArguments &out) {
  const char *names[] = {"stride", "padding", "dilation"};
  for (size_t i = 0; i < 3; ++i)
    if (!e.numbers.intList(a[at + i], a.range, names[i], out.lists[i]))
      return false;
  if (!e.numbers.knownInt(a[at + 3], a.range, "groups", out.groups))
    return false;
  std::vector<Value> items, all = {batch, channels};
  if (!e.containers.staticItems(a[at + 4], items))
    return false;
  llvm::append_range(all, items);
  return e.tensors.shapeArg(makeTuple(all), a.range, out.shape, out.sizes);
}

template <typename Make>
Value convolution(Context &e, Bound &a, size_t at, const Value &channels,
                  ArrayRef<Value> operands, Make make) {
  WindowArguments args;
  if (!windowArguments(e, a, at, e.tensors.size(a[0], 0), channels, args))
    return {};
  Attribute device;
  if (!e.tensors.sameDevice(operands, a.range, device))
    return {};
  auto type = RankedTensorType::get(
      args.shape, e.tensors.tensorType(a[0]).getElementType(), device);
  e.program.tf32.note(e, Mode::ConvPrecision, type);
  return e.tensors.newTensor(make(type, args), e.grads.gradOf(operands),
                             "ConvolutionBackward");
}

/// The library has checked the ranks and dtypes.
Value conv(Context &e, Bound &a) {
  SmallVector<Value> operands = {a[0], a[1]};
  if (a.given(2))
    operands.push_back(a[2]);
  return convolution(
      e, a, 3, e.tensors.size(a[1], 0), operands,
      [&](RankedTensorType type, const WindowArguments &args) -> mlir::Value {
        mlir::Value bias = a.given(2) ? e.tensors.read(a[2]) : mlir::Value();
        return nn::ConvOp::create(e.b, e.loc(a.range), type,
                                  e.tensors.read(a[0]), e.tensors.read(a[1]),
                                  bias, args.lists[0], args.lists[1],
                                  args.lists[2], args.groups, args.sizes);
      });
}

Value convTranspose(Context &e, Bound &a) {
  for (int64_t i = 2; i < e.tensors.rank(a[1]); ++i)
    if (e.tensors.tensorType(a[1]).isDynamicDim(i))
      return e.decisions.unknownSize(a.range,
                                     "the size of the kernel of a transposed "
                                     "convolution must be known");
  int64_t groups;
  if (!e.numbers.knownInt(a[5], a.range, "groups", groups))
    return {};
  Value channels = e.model.binary(ast::BinaryOp::Mul, e.tensors.size(a[1], 1),
                                  makeInt(groups), a.range);
  return convolution(
      e, a, 2, channels, {a[0], a[1]},
      [&](RankedTensorType type, const WindowArguments &args) -> mlir::Value {
        return nn::ConvTransposeOp::create(
            e.b, e.loc(a.range), type, e.tensors.read(a[0]),
            e.tensors.read(a[1]), args.lists[0], args.lists[1], args.lists[2],
            args.groups, args.sizes);
      });
}

/// The library has checked everything; `pool` is max, arg_max or sum.
Value pool(Context &e, Bound &a) {
  auto kind = nn::symbolizePool(a[0].text);
  SmallVector<int64_t> lists[4];
  for (size_t i = 0; i < 4; ++i)
    if (!e.numbers.intList(a[2 + i], a.range, "kernel_size", lists[i]))
      return {};
  std::vector<Value> items,
      all = {e.tensors.size(a[1], 0), e.tensors.size(a[1], 1)};
  if (!e.containers.staticItems(a[6], items))
    return {};
  llvm::append_range(all, items);
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> sizes;
  if (!e.tensors.shapeArg(makeTuple(all), a.range, shape, sizes))
    return {};
  bool isPlace = *kind == nn::Pool::arg_max;
  mlir::Type element = e.tensors.tensorType(a[1]).getElementType();
  auto type = RankedTensorType::get(shape, isPlace ? e.b.getI64Type() : element,
                                    e.tensors.tensorType(a[1]).getEncoding());
  mlir::Value result =
      nn::PoolOp::create(e.b, e.loc(a.range), type, *kind, e.tensors.read(a[1]),
                         lists[0], lists[1], lists[2], lists[3], sizes);
  if (isPlace)
    return e.tensors.newTensor(result);
  return e.tensors.newTensor(result, e.grads.gradOf({a[1]}),
                             *kind == nn::Pool::max
                                 ? "MaxPoolWithIndicesBackward"
                                 : "AvgPoolBackward");
}

} // namespace

void registerLayerOps(Registry &r) {
  r.add("_tine.rnn",
        "mode, input: Tensor, h0: Tensor, c0, w_ih: Tensor, w_hh: Tensor, "
        "b_ih, b_hh, reverse=False",
        rnn);
  r.add("_tine.attention",
        "query: Tensor, key: Tensor, value: Tensor, mask, scale, causal, zeros",
        attention);
  r.add("_tine.conv",
        "input: Tensor, weight: Tensor, bias, stride, padding, dilation, "
        "groups, sizes",
        conv);
  r.add("_tine.pool",
        "pool, input: Tensor, kernel, stride, padding, dilation, sizes", pool);
  r.add(
      "_tine.conv_transpose",
      "input: Tensor, weight: Tensor, stride, padding, dilation, groups, sizes",
      convTranspose);
}

} // namespace tine::elaborate
