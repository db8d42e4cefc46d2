//===- ProductOps.cpp - Products and recurrent layers ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of vectors, matrices and batches, and the layers made of them.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ProductOps.h"
#include "dialects/nn/LayerOps.h"
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
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

std::string shapeText(RankedTensorType type) {
  std::string text;
  for (int64_t d : type.getShape())
    text += (text.empty() ? "" : "x") +
            (ShapedType::isDynamic(d) ? "?" : std::to_string(d));
  return text;
}

/// [M, K] x [K, N], or [N, K] when transposed.
Value matrixProduct(Context &e, const Value &x, const Value &y, bool transposed,
                    ast::Range range, StringRef grad) {
  RankedTensorType s = e.tensors.tensorType(x), t = e.tensors.tensorType(y);
  Attribute device;
  if (!e.tensors.sameDevice({x, y}, range, device))
    return {};
  int64_t k = t.getDimSize(transposed ? 1 : 0),
          n = t.getDimSize(transposed ? 0 : 1);
  if (s.getElementType() != t.getElementType())
    return e.fault("RuntimeError", range,
                   "expected m1 and m2 to have the same dtype, but got: " +
                       scalarName(s.getElementType()) +
                       " != " + scalarName(t.getElementType()));
  if (!s.isDynamicDim(1) && !ShapedType::isDynamic(k) && s.getDimSize(1) != k) {
    SmallVector<int64_t> right{k, n};
    return e.fault(
        "RuntimeError", range,
        "mat1 and mat2 shapes cannot be multiplied (" + Twine(shapeText(s)) +
            " and " +
            shapeText(RankedTensorType::get(right, t.getElementType())) + ")");
  }
  if (s.isDynamicDim(1) || ShapedType::isDynamic(k)) {
    Value a = e.tensors.size(x, 1), c = e.tensors.size(y, transposed ? 1 : 0);
    Value same = e.model.compare(ast::CompareOp::Eq, a, c, range);
    mlir::Value numbers[] = {e.ssa(e.tensors.size(x, 0)), e.ssa(a), e.ssa(c),
                             e.ssa(e.tensors.size(y, transposed ? 0 : 1))};
    e.check(e.ssa(same), "RuntimeError",
            "mat1 and mat2 shapes cannot be multiplied (%ix%i and %ix%i)",
            range, numbers);
  }
  auto type =
      RankedTensorType::get({s.getDimSize(0), n}, s.getElementType(), device);
  e.program.tf32.note(e, Mode::MatmulPrecision, type);
  return e.tensors.newTensor(nn::MatmulOp::create(e.b, e.loc(range), type,
                                                  e.tensors.read(x),
                                                  e.tensors.read(y), transposed)
                                 .getResult(),
                             e.grads.gradOf({x, y}), grad);
}

Value batchProduct(Context &e, const Value &x, const Value &y,
                   ast::Range range) {
  RankedTensorType s = e.tensors.tensorType(x), t = e.tensors.tensorType(y);
  Attribute device;
  if (!e.tensors.sameDevice({x, y}, range, device))
    return {};
  if (s.getRank() != 3 || t.getRank() != 3)
    return e.fault("RuntimeError", range, "batch1 must be a 3D tensor");
  auto fits = [](int64_t a, int64_t c) {
    return a == c || ShapedType::isDynamic(a) || ShapedType::isDynamic(c);
  };
  if (!fits(s.getDimSize(0), t.getDimSize(0)) ||
      !fits(s.getDimSize(2), t.getDimSize(1)))
    return e.fault(
        "RuntimeError", range,
        "Expected size for first two dimensions of batch2 tensor to be: [" +
            Twine(s.getDimSize(0)) + ", " + Twine(s.getDimSize(2)) +
            "] but got: [" + Twine(t.getDimSize(0)) + ", " +
            Twine(t.getDimSize(1)) + "] (shapes)");
  for (auto [i, j] : {std::pair{0, 0}, std::pair{2, 1}})
    if (s.isDynamicDim(i) || t.isDynamicDim(j)) {
      Value same = e.model.compare(ast::CompareOp::Eq, e.tensors.size(x, i),
                                   e.tensors.size(y, j), range);
      e.check(e.ssa(same), "RuntimeError",
              "Expected size for first two dimensions of batch2 tensor to be: "
              "[%i, %i] but got: [%i, %i].",
              range,
              {e.ssa(e.tensors.size(x, 0)), e.ssa(e.tensors.size(x, 2)),
               e.ssa(e.tensors.size(y, 0)), e.ssa(e.tensors.size(y, 1))});
    }
  auto type = RankedTensorType::get(
      {s.isDynamicDim(0) ? t.getDimSize(0) : s.getDimSize(0), s.getDimSize(1),
       t.getDimSize(2)},
      s.getElementType(), device);
  e.program.tf32.note(e, Mode::MatmulPrecision, type);
  return e.tensors.newTensor(nn::BatchMatmulOp::create(e.b, e.loc(range), type,
                                                       e.tensors.read(x),
                                                       e.tensors.read(y))
                                 .getResult(),
                             e.grads.gradOf({x, y}), "BmmBackward");
}

/// The size that two of the run are broadcast to.
Value widerOf(Context &e, const Value &p, const Value &q, ast::Range range) {
  Value same = e.model.compare(ast::CompareOp::Eq, p, q, range);
  if (e.stopped() || same.isConst())
    return p;
  Value one =
      e.model.compare(ast::CompareOp::Eq, p, makeInt(int64_t(1)), range);
  return makeInt(
      arith::SelectOp::create(e.b, e.loc(range), e.ssa(one), e.ssa(q), e.ssa(p))
          .getResult());
}

Value matmul(Context &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  Value x = a[0], y = a[1];
  int64_t rx = e.tensors.rank(x), ry = e.tensors.rank(y);
  ast::Range range = a.range;
  if (rx == 0 || ry == 0)
    return e.fault(
        "RuntimeError", range,
        "both arguments to matmul need to be at least 1D, but they are " +
            Twine(rx) + "D and " + Twine(ry) + "D");
  if (a.name == "mm" && (rx != 2 || ry != 2))
    return e.fault("RuntimeError", range, "self must be a matrix");
  if (a.name == "bmm")
    return batchProduct(e, x, y, range);
  auto one = makeInt(int64_t(1));
  auto with = [&](Value v, std::vector<Value> sizes) {
    return e.tensors.reshape(v, sizes, range, "", true);
  };
  if (rx == 1 && ry == 1) {
    RankedTensorType s = e.tensors.tensorType(x), t = e.tensors.tensorType(y);
    if (!s.isDynamicDim(0) && !t.isDynamicDim(0) &&
        s.getDimSize(0) != t.getDimSize(0))
      return e.fault("RuntimeError", range,
                     "inconsistent tensor size, expected tensor [" +
                         Twine(s.getDimSize(0)) + "] and src [" +
                         Twine(t.getDimSize(0)) +
                         "] to have the same number of elements, but got " +
                         Twine(s.getDimSize(0)) + " and " +
                         Twine(t.getDimSize(0)) + " elements respectively");
    if (s.isDynamicDim(0) || t.isDynamicDim(0)) {
      Value m = e.tensors.size(x, 0), n = e.tensors.size(y, 0);
      mlir::Value numbers[] = {e.ssa(m), e.ssa(n), e.ssa(m), e.ssa(n)};
      e.check(e.ssa(e.model.compare(ast::CompareOp::Eq, m, n, range)),
              "RuntimeError",
              "inconsistent tensor size, expected tensor [%i] and src [%i] to "
              "have the same number of elements, but got %i and %i elements "
              "respectively",
              range, numbers);
    }
    Value product = matrixProduct(e, with(x, {one, e.tensors.size(x, 0)}),
                                  with(y, {one, e.tensors.size(y, 0)}), true,
                                  range, "DotBackward");
    return e.stopped()
               ? Value()
               : e.tensors.reshape(product, {}, range, "DotBackward", true);
  }
  if (rx == 1) {
    if (ry == 2) {
      Value product = matrixProduct(e, with(x, {one, e.tensors.size(x, 0)}), y,
                                    false, range, "MvBackward");
      return e.stopped()
                 ? Value()
                 : e.tensors.reshape(product, {e.tensors.size(product, 1)},
                                     range, "SqueezeBackward4", true);
    }
    Bound inner = a;
    inner.values[0] = with(x, {one, e.tensors.size(x, 0)});
    Value product = matmul(e, inner);
    if (e.stopped())
      return {};
    std::vector<Value> sizes = e.tensors.sizes(product).items;
    sizes.erase(sizes.end() - 2);
    return e.tensors.reshape(product, sizes, range, "UnsafeViewBackward", true);
  }
  if (ry == 1) {
    // What the product of matrices says is about matrices.
    if (rx == 2 && (e.tensors.tensorType(x).isDynamicDim(1) ||
                    e.tensors.tensorType(y).isDynamicDim(0))) {
      Value same = e.model.compare(ast::CompareOp::Eq, e.tensors.size(x, 1),
                                   e.tensors.size(y, 0), range);
      mlir::Value rows = e.ssa(e.tensors.size(x, 0));
      e.check(e.ssa(same), "RuntimeError",
              "size mismatch, got input (%i), mat (%ix%i), vec (%i)", range,
              {rows, rows, e.ssa(e.tensors.size(x, 1)),
               e.ssa(e.tensors.size(y, 0))});
    }
    Bound inner = a;
    inner.values[1] = with(y, {e.tensors.size(y, 0), one});
    Value product = matmul(e, inner);
    if (e.stopped())
      return {};
    std::vector<Value> sizes = e.tensors.sizes(product).items;
    sizes.pop_back();
    StringRef name = rx == 2 ? "MvBackward" : "UnsafeViewBackward";
    return e.tensors.reshape(product, sizes, range, name, true);
  }
  if (rx == 2 && ry == 2)
    return matrixProduct(e, x, y, false, range, "MmBackward");
  if (ry == 2) {
    // One tall product.
    Value rows = one;
    std::vector<Value> sizes = e.tensors.sizes(x).items;
    Value k = sizes.back();
    sizes.pop_back();
    for (const Value &n : sizes)
      rows = e.model.binary(ast::BinaryOp::Mul, rows, n, range);
    Value product = matrixProduct(e, with(x, {rows, k}), y, false, range,
                                  "UnsafeViewBackward");
    if (e.stopped())
      return {};
    sizes.push_back(e.tensors.size(y, 1));
    return with(product, sizes);
  }
  // Broadcast the batch dimensions, then one batched product.
  std::vector<Value> sx = e.tensors.sizes(x).items,
                     sy = e.tensors.sizes(y).items, batch;
  size_t bx = sx.size() - 2, by = sy.size() - 2, n = std::max(bx, by);
  for (size_t i = 0; i < n; ++i) {
    Value p = i + bx >= n ? sx[i + bx - n] : one,
          q = i + by >= n ? sy[i + by - n] : one;
    bool pOne = p.isConst() && p.integer == 1,
         qOne = q.isConst() && q.integer == 1;
    if (p.isConst() && q.isConst() && !pOne && !qOne && p.integer != q.integer)
      return e.fault("RuntimeError", range,
                     "The size of tensor a (" + Twine(p.integer) +
                         ") must match the size of tensor b (" +
                         Twine(q.integer) + ") at non-singleton dimension " +
                         Twine(i) + " (shapes)");
    // A size of the run may be 1, too.
    if (!p.isConst() && !qOne)
      p = q.isConst() ? q : widerOf(e, p, q, range);
    batch.push_back(pOne ? q : p);
  }
  Value total = one;
  for (const Value &v : batch)
    total = e.model.binary(ast::BinaryOp::Mul, total, v, range);
  auto flat = [&](Value v, const std::vector<Value> &own,
                  size_t rank) -> Value {
    std::vector<Value> wide = batch;
    wide.push_back(own[rank]);
    wide.push_back(own[rank + 1]);
    Value w = e.tensors.expandTo(v, wide, range);
    return e.stopped() ? Value() : with(w, {total, own[rank], own[rank + 1]});
  };
  Value fx = flat(x, sx, bx);
  Value fy = e.stopped() ? Value() : flat(y, sy, by);
  Value product = e.stopped() ? Value() : batchProduct(e, fx, fy, range);
  if (e.stopped())
    return {};
  batch.push_back(sx[bx]);
  batch.push_back(sy[by + 1]);
  return with(product, batch);
}

/// Raises where adding the bias would give the product another size.
bool biasFits(Context &e, const Value &bias, const Value &size,
              ast::Range range) {
  if (!bias.is(Kind::Tensor) || e.tensors.rank(bias) == 0)
    return true;
  Value own = e.tensors.size(bias, e.tensors.rank(bias) - 1);
  if (own.isConst() &&
      (own.integer == 1 || (size.isConst() && size.integer == own.integer)))
    return true;
  auto text = [](const Value &v) {
    return v.isConst() ? std::to_string(v.integer) : std::string("%i");
  };
  std::string message = "The expanded size of the tensor (" + text(size) +
                        ") must match the existing size (" + text(own) +
                        ") at non-singleton dimension 1";
  if (own.isConst() && size.isConst()) {
    e.fault("RuntimeError", range, message);
    return false;
  }
  Value same = e.model.compare(ast::CompareOp::Eq, own, size, range);
  Value one =
      e.model.compare(ast::CompareOp::Eq, own, makeInt(int64_t(1)), range);
  e.check(arith::OrIOp::create(e.b, e.loc(range), e.ssa(same), e.ssa(one)),
          "RuntimeError", message, range, SizesText({size, own}).numbers);
  return true;
}

/// x W^T + b, W [out, in]
Value linear(Context &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  Value x = a[0], w = a[1];
  if (e.tensors.rank(w) == 1) {
    // One feature: no dimension for it in the result.
    if (a.given(2))
      return e.fault("RuntimeError", a.range,
                     "mat2 must be a matrix, got 1-D tensor");
    Bound inner = a;
    inner.values = {x, w};
    inner.name = "matmul";
    return matmul(e, inner);
  }
  if (e.tensors.rank(w) != 2)
    return e.error(a.range, "linear needs a vector or matrix of weights");
  if (e.tensors.rank(x) == 0)
    return e.fault("RuntimeError", a.range,
                   "linear needs an input with at least one dimension");
  std::vector<Value> sizes = e.tensors.sizes(x).items;
  Value k = sizes.back(), rows = makeInt(int64_t(1));
  sizes.pop_back();
  for (const Value &n : sizes)
    rows = e.model.binary(ast::BinaryOp::Mul, rows, n, a.range);
  bool flat = e.tensors.rank(x) == 2;
  StringRef grad =
      flat ? (a.given(2) ? "AddmmBackward" : "MmBackward") : "ViewBackward";
  if (!flat)
    x = e.tensors.reshape(x, {rows, k}, a.range, "", true);
  Value y = e.stopped() ? Value() : matrixProduct(e, x, w, true, a.range, grad);
  if (!e.stopped() && a.given(2) &&
      biasFits(e, a[2], e.tensors.size(w, 0), a.range))
    y = e.tensors.elementwise("nn.add", {y, a[2]}, a.range, grad);
  if (e.stopped() || flat)
    return y;
  sizes.push_back(e.tensors.size(w, 0));
  return e.tensors.reshape(y, sizes, a.range, "ViewBackward", true);
}

Value addmm(Context &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1) || !needTensor(e, a, 2))
    return {};
  bool batch = a.name == "baddbmm";
  Value product =
      batch ? batchProduct(e, a[1], a[2], a.range)
            : matrixProduct(e, a[1], a[2], false, a.range, "MmBackward");
  if (e.stopped())
    return {};
  if (isa<IntegerType>(e.tensors.tensorType(product).getElementType()))
    for (size_t factor : {3, 4})
      a.values[factor] = e.numbers.toInt(a[factor], a.range);
  auto isOne = [](const Value &v) {
    return v.isConst() && (v.is(Kind::Float) ? v.real == 1 : v.integer == 1);
  };
  if (!isOne(a[4]))
    product = e.tensors.elementwise("nn.mul", {product, a[4]}, a.range,
                                    "MulBackward");
  Value base = a[0];
  // Of nothing times NaN no notice is taken.
  const Value &beta = a[3];
  if (!e.stopped() && beta.isConst() &&
      (beta.is(Kind::Float) ? beta.real == 0 : beta.integer == 0)) {
    Value wide =
        e.tensors.expandTo(base, e.tensors.sizes(product).items, a.range);
    return e.stopped() ? Value()
                       : e.run.callLibrary("torch._products._beside",
                                           {wide, product}, a.range);
  }
  if (!e.stopped() && !isOne(a[3]))
    base =
        e.tensors.elementwise("nn.mul", {base, a[3]}, a.range, "MulBackward");
  // Not the sizes of both broadcast: those of the product stay.
  if (!e.stopped() && e.tensors.rank(base) > 0) {
    Value wide =
        e.tensors.expandTo(base, e.tensors.sizes(product).items, a.range);
    if (!e.tensors.tensorType(base).hasStaticShape() ||
        !e.tensors.tensorType(product).hasStaticShape())
      base = wide;
  }
  return e.stopped() ? Value()
                     : e.tensors.elementwise("nn.add", {base, product}, a.range,
                                             batch ? "BaddbmmBackward"
                                                   : "AddmmBackward");
}

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
  for (size_t i : {1, 2, 4, 5})
    if (!needTensor(e, a, i))
      return {};
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
  std::vector<Value> all;
  for (size_t i = 0; i < 4; ++i) {
    if (i == 3 && !a.given(3))
      break;
    if (!needTensor(e, a, i))
      return {};
    all.push_back(a[i]);
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
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
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
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
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
  if (!needTensor(e, a, 1))
    return {};
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

void registerProductOps(Registrar &reg) {
  reg("outer ger", "input, vec2", [](Context &e, Bound &a) -> Value {
    if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
      return {};
    Value column = e.tensors.reshape(
        a[0], {makeInt(int64_t(-1)), makeInt(int64_t(1))}, a.range, "", true);
    return e.stopped() ? Value()
                       : e.tensors.elementwise("nn.mul", {column, a[1]},
                                               a.range, "MulBackward");
  });
  reg("matmul", "input, other", matmul, InPlace); // x @= y
  reg("mm bmm", "input, other", matmul);
  reg("mv dot", "input, other", matmul);
  reg.table["torch.nn.functional.linear"] = {"input, weight, bias=None",
                                             linear};
  reg.table["torch.linear"] = {"input, weight, bias=None", linear};
  reg("addmm baddbmm", "input, mat1, mat2, *, beta=1, alpha=1", addmm, InPlace);
  reg.table["_tine.rnn"] = {
      "mode, input, h0, c0, w_ih, w_hh, b_ih, b_hh, reverse=False", rnn};
  reg.table["_tine.attention"] = {
      "query, key, value, mask, scale, causal, zeros", attention};
  reg.table["_tine.conv"] = {
      "input, weight, bias, stride, padding, dilation, groups, sizes", conv};
  reg.table["_tine.pool"] = {
      "pool, input, kernel, stride, padding, dilation, sizes", pool};
  reg.table["_tine.conv_transpose"] = {
      "input, weight, stride, padding, dilation, groups, sizes", convTranspose};
}

} // namespace tine::elaborate
