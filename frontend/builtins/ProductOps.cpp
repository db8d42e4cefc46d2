//===- ProductOps.cpp - Products of vectors, matrices and batches --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layers that are made of products are in LayerOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ProductOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"

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

/// A vector as a matrix of one row.
Value rowOf(Context &e, const Value &vector, ast::Range range) {
  return e.tensors.reshape(vector,
                           {makeInt(int64_t(1)), e.tensors.size(vector, 0)},
                           range, "", true);
}

/// Of vectors.
Value dot(Context &e, const Value &x, const Value &y, ast::Range range) {
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
  Value product = matrixProduct(e, rowOf(e, x, range), rowOf(e, y, range), true,
                                range, "DotBackward");
  return e.stopped()
             ? Value()
             : e.tensors.reshape(product, {}, range, "DotBackward", true);
}

/// The batch dimensions are broadcast; then it is one batched product.
Value broadcastProduct(Context &e, const Value &x, const Value &y,
                       ast::Range range) {
  auto one = makeInt(int64_t(1));
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
    return e.stopped() ? Value()
                       : e.tensors.reshape(w, {total, own[rank], own[rank + 1]},
                                           range, "", true);
  };
  Value fx = flat(x, sx, bx);
  Value fy = e.stopped() ? Value() : flat(y, sy, by);
  Value product = e.stopped() ? Value() : batchProduct(e, fx, fy, range);
  if (e.stopped())
    return {};
  batch.push_back(sx[bx]);
  batch.push_back(sy[by + 1]);
  return e.tensors.reshape(product, batch, range, "", true);
}

/// One tall product of the matrices in `x`, of these sizes.
Value tallProduct(Context &e, const Value &x, ArrayRef<Value> sizes,
                  const Value &y, bool transposed, ast::Range range,
                  StringRef grad) {
  Value rows = makeInt(int64_t(1));
  for (const Value &n : sizes.drop_back())
    rows = e.model.binary(ast::BinaryOp::Mul, rows, n, range);
  Value tall = e.tensors.reshape(x, {rows, sizes.back()}, range, "", true);
  return e.stopped() ? Value()
                     : matrixProduct(e, tall, y, transposed, range, grad);
}

Value matmul(Context &e, Bound &a) {
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
  if (rx == 1 && ry == 1)
    return dot(e, x, y, range);
  if (rx == 1) {
    if (ry == 2) {
      Value product =
          matrixProduct(e, rowOf(e, x, range), y, false, range, "MvBackward");
      return e.stopped()
                 ? Value()
                 : e.tensors.reshape(product, {e.tensors.size(product, 1)},
                                     range, "SqueezeBackward4", true);
    }
    Bound inner = a;
    inner.values[0] = rowOf(e, x, range);
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
    inner.values[1] = e.tensors.reshape(
        y, {e.tensors.size(y, 0), makeInt(int64_t(1))}, range, "", true);
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
    std::vector<Value> sizes = e.tensors.sizes(x).items;
    Value product =
        tallProduct(e, x, sizes, y, false, range, "UnsafeViewBackward");
    if (e.stopped())
      return {};
    sizes.back() = e.tensors.size(y, 1);
    return e.tensors.reshape(product, sizes, range, "", true);
  }
  return broadcastProduct(e, x, y, range);
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
  if (own.isConst() && size.isConst())
    return e.fault("RuntimeError", range, message);
  Value same = e.model.compare(ast::CompareOp::Eq, own, size, range);
  Value one =
      e.model.compare(ast::CompareOp::Eq, own, makeInt(int64_t(1)), range);
  e.check(arith::OrIOp::create(e.b, e.loc(range), e.ssa(same), e.ssa(one)),
          "RuntimeError", message, range, SizesText({size, own}).numbers);
  return true;
}

/// x W^T + b, W [out, in]
Value linear(Context &e, Bound &a) {
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
  bool flat = e.tensors.rank(x) == 2;
  StringRef grad =
      flat ? (a.given(2) ? "AddmmBackward" : "MmBackward") : "ViewBackward";
  Value y = flat ? matrixProduct(e, x, w, true, a.range, grad)
                 : tallProduct(e, x, sizes, w, true, a.range, grad);
  if (!e.stopped() && a.given(2) &&
      biasFits(e, a[2], e.tensors.size(w, 0), a.range))
    y = e.tensors.elementwise("nn.add", {y, a[2]}, a.range, grad);
  if (e.stopped() || flat)
    return y;
  sizes.back() = e.tensors.size(w, 0);
  return e.tensors.reshape(y, sizes, a.range, "ViewBackward", true);
}

Value addmm(Context &e, Bound &a) {
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

} // namespace

void registerProductOps(Registry &r) {
  r.add("outer ger", Both, "input: Tensor, vec2: Tensor",
        [](Context &e, Bound &a) {
          Value column = e.tensors.reshape(
              a[0], {makeInt(int64_t(-1)), makeInt(int64_t(1))}, a.range, "",
              true);
          return e.stopped() ? Value()
                             : e.tensors.elementwise("nn.mul", {column, a[1]},
                                                     a.range, "MulBackward");
        });
  r.add("matmul", InPlace, "input: Tensor, other: Tensor", matmul); // x @= y
  r.add("mm bmm", Both, "input: Tensor, other: Tensor", matmul);
  r.add("mv dot", Both, "input: Tensor, other: Tensor", matmul);
  r.add("torch.nn.functional.linear",
        "input: Tensor, weight: Tensor, bias=None", linear);
  r.add("torch.linear", "input: Tensor, weight: Tensor, bias=None", linear);
  r.add("addmm baddbmm", InPlace,
        "input: Tensor, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1", addmm);
}

} // namespace tine::elaborate
