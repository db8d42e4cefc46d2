//===- ReductionOps.cpp - Reductions --------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, extrema, variances, norms, softmax, and tests of all elements.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// The type of `type` reduced along `dims`.
RankedTensorType reducedType(RankedTensorType type, ArrayRef<int64_t> dims,
                             bool keepdim, mlir::Type element) {
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!llvm::is_contained(dims, i))
      shape.push_back(type.getDimSize(i));
    else if (keepdim)
      shape.push_back(1);
  }
  return RankedTensorType::get(shape, element, type.getEncoding());
}

mlir::Value reduce(Context &e, nn::Reduction how, mlir::Value x,
                   ArrayRef<int64_t> dims, bool keepdim, ast::Range range) {
  auto type = cast<RankedTensorType>(x.getType());
  if (dims.empty())
    return x;
  return nn::ReduceOp::create(
      e.b, e.loc(range),
      reducedType(type, dims, keepdim, type.getElementType()), how, x, dims,
      keepdim);
}

/// The dims of a reduction: absent means all.
bool reductionDims(Context &e, Bound &a, size_t i,
                   SmallVectorImpl<int64_t> &dims) {
  int64_t rank = e.tensors.rank(a[0]);
  if (!a.given(i)) {
    for (int64_t d = 0; d < rank; ++d)
      dims.push_back(d);
    return true;
  }
  SmallVector<int64_t> raw;
  if (!e.numbers.intList(a[i], a.ranges[i], "dim", raw))
    return false;
  if (raw.empty())
    for (int64_t d = 0; d < rank; ++d)
      dims.push_back(d);
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.numbers.normalizeDim(makeInt(d), rank, a.ranges[i], dim))
      return false;
    if (llvm::is_contained(dims, dim))
      return e.fault("RuntimeError", a.range,
                     "dim " + Twine(dim) +
                         " appears multiple times in the list of dims");
    if (rank)
      dims.push_back(dim);
  }
  llvm::sort(dims);
  return true;
}

Value sumOrMean(Context &e, Bound &a) {
  bool isMean = a.name == "mean", isProd = a.name == "prod";
  SmallVector<int64_t> dims;
  bool keepdim;
  if (!reductionDims(e, a, 1, dims) || !knownFlag(e, a, 2, keepdim))
    return {};
  mlir::Value x = e.tensors.read(a[0]);
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  if (a.given(3)) {
    if (!a[3].is(Kind::DType) && !a[3].is(Kind::Int))
      return e.error(a.ranges[3], "dtype must be a dtype");
    element = e.numbers.elementTypeOf(a[3].integer);
    if (!element)
      return e.error(a.ranges[3], "this dtype is not supported");
  } else if (isa<IntegerType>(element)) {
    if (isMean)
      return e.fault(
          "RuntimeError", a.range,
          "mean(): could not infer output dtype. Input dtype must be either a "
          "floating point or complex dtype");
    element = e.b.getI64Type();
  }
  x = e.tensors.castTensor(x, element);
  bool all = dims.size() == static_cast<size_t>(e.tensors.rank(a[0]));
  x = reduce(e, isProd ? nn::Reduction::prod : nn::Reduction::sum, x, dims,
             keepdim, a.range);
  if (isMean) {
    Value n = makeInt(int64_t(1));
    for (int64_t d : dims)
      n = e.model.binary(ast::BinaryOp::Mul, n, e.tensors.size(a[0], d),
                         a.range);
    mlir::Value count = e.numbers.scalar(n, element);
    auto mean = nn::DivOp::create(e.b, e.loc(a.range), x.getType(), x, count);
    mean->setAttr(nn::savesNothing, e.b.getUnitAttr());
    x = mean;
  }
  const char *grad =
      isProd   ? "ProdBackward"
      : isMean ? (all && !a.given(1) ? "MeanBackward" : "MeanBackward")
               : "SumBackward";
  Value result = e.tensors.newTensor(x, e.grads.gradOf({a[0]}), grad);
  if (!isProd && a.given(1) && e.grads.requiresGrad(result))
    e.grads.setGradFn(result, isMean ? "MeanBackward1" : "SumBackward1");
  return result;
}

Value anyAll(Context &e, Bound &a) {
  SmallVector<int64_t> dims;
  bool keepdim;
  if (!reductionDims(e, a, 1, dims) || !knownFlag(e, a, 2, keepdim))
    return {};
  mlir::Value x = e.tensors.castTensor(e.tensors.read(a[0]), e.b.getI1Type());
  x = reduce(e, a.name == "any" ? nn::Reduction::any : nn::Reduction::all, x,
             dims, keepdim, a.range);
  // Of uint8 it is uint8.
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  return e.tensors.newTensor(
      element.isSignlessInteger(8) ? e.tensors.castTensor(x, element) : x);
}

/// amax() and amin() of all elements. Their derivative is a product by zero
/// where max() and min() have a zero, so what is reduced has one more dim.
mlir::Value extremeOfAll(Context &e, nn::Reduction how, mlir::Value x,
                         bool keepdim, ast::Range range) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape{1}, dims;
  SmallVector<mlir::Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    shape.push_back(type.getDimSize(d));
    dims.push_back(d + 1);
    if (type.isDynamicDim(d))
      sizes.push_back(tensor::DimOp::create(e.b, e.loc(range), x, d));
  }
  auto wide = type.clone(shape);
  mlir::Value rows =
      nn::ReshapeOp::create(e.b, e.loc(range), wide, x, sizes).getResult();
  mlir::Value best = reduce(e, how, rows, dims, /*keepdim=*/false, range);
  SmallVector<int64_t> ones(keepdim ? type.getRank() : 0, 1);
  auto result = type.clone(ones);
  return nn::ReshapeOp::create(e.b, e.loc(range), result, best, ValueRange{})
      .getResult();
}

/// max and min: of all elements, along a dim (values and indices), or of two
/// tensors.
Value maxMin(Context &e, Bound &a) {
  bool isMax = StringRef(a.name).contains("max");
  bool onlyValues = StringRef(a.name).starts_with("am");
  nn::Reduction how = isMax ? nn::Reduction::max : nn::Reduction::min;
  if (a.given(1) && isTensor(a[1]))
    return e.tensors.elementwise(isMax ? "nn.maximum" : "nn.minimum",
                                 {a[0], a[1]}, a.range,
                                 isMax ? "MaximumBackward" : "MinimumBackward");
  mlir::Value x = e.tensors.read(a[0]);
  auto type = e.tensors.tensorType(a[0]);
  bool keepdim;
  if (!knownFlag(e, a, 2, keepdim))
    return {};
  SmallVector<int64_t> dims;
  if (!reductionDims(e, a, 1, dims))
    return {};
  if (!a.given(1) && type.hasStaticShape() && type.getNumElements() == 0)
    return e.fault(
        "RuntimeError", a.range,
        a.name + "(): Expected reduction dim to be specified for input.numel() "
                 "== 0. Specify the reduction dim with the 'dim' argument.");
  for (int64_t dim : dims)
    if (type.getDimSize(dim) == 0)
      return e.fault("IndexError", a.range,
                     a.name + "(): Expected reduction dim " + Twine(dim) +
                         " to have non-zero size.");
  bool grad = e.grads.gradOf({a[0]});
  std::string gradFn = onlyValues   ? (isMax ? "AmaxBackward" : "AminBackward")
                       : a.given(1) ? (isMax ? "MaxBackward" : "MinBackward")
                                    : (isMax ? "MaxBackward1" : "MinBackward1");
  bool indexed = a.given(1) && !onlyValues;
  if (!indexed || !grad || dims.empty()) {
    bool ofAll = static_cast<int64_t>(dims.size()) == type.getRank();
    mlir::Value best = onlyValues && grad && ofAll && !dims.empty()
                           ? extremeOfAll(e, how, x, keepdim, a.range)
                           : reduce(e, how, x, dims, keepdim, a.range);
    Value values = e.tensors.newTensor(best, grad, gradFn);
    if (!indexed)
      return values;
    auto indexType = reducedType(type, dims, keepdim, e.b.getI64Type());
    mlir::Value indices;
    if (dims.empty())
      indices = nn::FullOp::create(e.b, e.loc(a.range), indexType,
                                   e.constInt(0), ValueRange{});
    else
      indices = nn::ArgReduceOp::create(e.b, e.loc(a.range), indexType, how, x,
                                        dims[0], keepdim);
    Value pair = makeTuple({values, e.tensors.newTensor(indices)});
    pair.text = a.name;
    return pair;
  }
  // The derivative goes to the element that the index names.
  Location where = e.loc(a.range);
  auto kept = reducedType(type, dims, true, e.b.getI64Type());
  mlir::Value indices = nn::ArgReduceOp::create(e.b, where, kept, how, x,
                                                dims[0], /*keepdim=*/true);
  mlir::Value taken = nn::GatherOp::create(
      e.b, where, reducedType(type, dims, true, type.getElementType()), x,
      indices, e.b.getI64IntegerAttr(dims[0]));
  if (!keepdim) {
    auto drop = [&](mlir::Value v) -> mlir::Value {
      auto from = cast<RankedTensorType>(v.getType());
      SmallVector<mlir::Value> sizes;
      for (int64_t d = 0; d < from.getRank(); ++d)
        if (from.isDynamicDim(d))
          sizes.push_back(tensor::DimOp::create(e.b, where, v, d));
      return nn::ReshapeOp::create(
          e.b, where, reducedType(from, dims, false, from.getElementType()), v,
          sizes);
    };
    indices = drop(indices);
    taken = drop(taken);
  }
  Value pair = makeTuple(
      {e.tensors.newTensor(taken, grad, gradFn), e.tensors.newTensor(indices)});
  pair.text = a.name;
  return pair;
}

Value argMaxMin(Context &e, Bound &a) {
  nn::Reduction how =
      a.name == "argmax" ? nn::Reduction::max : nn::Reduction::min;
  bool keepdim;
  if (!knownFlag(e, a, 2, keepdim))
    return {};
  Value x = a[0];
  if (e.tensors.tensorType(x).getElementType().isInteger(1))
    return e.fault("RuntimeError", a.range,
                   a.name + "(): does not support bool input");
  int64_t dim = 0;
  if (!a.given(1)) {
    x = e.tensors.reshape(x, {makeInt(int64_t(-1))}, a.range, "", true);
    if (e.stopped())
      return {};
  } else if (!e.numbers.normalizeDim(a[1], e.tensors.rank(x), a.range, dim)) {
    return {};
  }
  mlir::Value v = e.tensors.read(x);
  auto type = cast<RankedTensorType>(v.getType());
  if (type.getRank() == 0)
    return e.tensors.newTensor(
        nn::FullOp::create(e.b, e.loc(a.range),
                           RankedTensorType::get({}, e.b.getI64Type()),
                           e.constInt(0), ValueRange{})
            .getResult());
  return e.tensors.newTensor(
      nn::ArgReduceOp::create(
          e.b, e.loc(a.range),
          reducedType(type, {dim}, keepdim, e.b.getI64Type()), how, v, dim,
          keepdim)
          .getResult());
}

/// A root of what is not negative, with the derivative 0 at 0, where it has
/// none.
mlir::Value root(Context &e, Bound &a, mlir::Value x,
                 llvm::function_ref<mlir::Value(mlir::Value)> make) {
  if (!e.grads.gradOf({a[0]}))
    return make(x);
  Location where = e.loc(a.range);
  auto type = cast<RankedTensorType>(x.getType());
  mlir::Value zero = e.numbers.scalar(makeFloat(0.0), type.getElementType());
  mlir::Value one = e.numbers.scalar(makeFloat(1.0), type.getElementType());
  mlir::Value none =
      nn::EqOp::create(e.b, where, type.clone(e.b.getI1Type()), x, zero);
  mlir::Value safe = nn::WhereOp::create(e.b, where, type, none, one, x);
  return nn::WhereOp::create(e.b, where, type, none, zero, make(safe));
}

Value variance(Context &e, Bound &a) {
  // unbiased: n - 1; `correction` in newer code.
  SmallVector<int64_t> dims;
  bool keepdim;
  Bound copy = a;
  // var(unbiased) has a bool in the place of dim.
  Value correction = makeInt(int64_t(1));
  if (a.has(1) && a[1].is(Kind::Bool)) {
    correction = makeInt(a[1].integer);
    copy.values[1] = makeNone();
  } else if (a.given(2) && a[2].is(Kind::Bool)) {
    correction = makeInt(a[2].integer);
  }
  if (a.given(4))
    correction = a[4];
  if (!reductionDims(e, copy, 1, dims) || !knownFlag(e, a, 3, keepdim))
    return {};
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  Value n = makeInt(int64_t(1));
  for (int64_t d : dims)
    n = e.model.binary(ast::BinaryOp::Mul, n, e.tensors.size(a[0], d), a.range);
  Location where = e.loc(a.range);
  mlir::Value x = e.tensors.read(a[0]);
  // As PyTorch: of rows the mean is rounded once, so that those of equal
  // elements have no variance; of all elements it is what mean() gives.
  bool isOfRows = dims.size() < static_cast<size_t>(e.tensors.rank(a[0]));
  mlir::Type wide =
      isOfRows && element.isF32() ? mlir::Type(e.b.getF64Type()) : element;
  mlir::Value total =
      reduce(e, nn::Reduction::sum, e.tensors.castTensor(x, wide), dims, true,
             a.range);
  mlir::Value mean =
      e.tensors.castTensor(nn::DivOp::create(e.b, where, total.getType(), total,
                                             e.numbers.scalar(n, wide)),
                           element);
  mlir::Value centered = nn::SubOp::create(e.b, where, x.getType(), x, mean);
  mlir::Value square =
      nn::MulOp::create(e.b, where, x.getType(), centered, centered);
  mlir::Value sum =
      reduce(e, nn::Reduction::sum, square, dims, keepdim, a.range);
  Value divisor = e.numbers.toFloat(
      e.model.binary(ast::BinaryOp::Sub, n, correction, a.range), a.range);
  if (e.stopped())
    return {};
  // Of too few elements 0 / 0.
  if (divisor.isConst())
    divisor = makeFloat(std::max(divisor.real, 0.0));
  else
    divisor = makeFloat(arith::MaximumFOp::create(e.b, where, divisor.ssa,
                                                  e.ssa(makeFloat(0.0)))
                            .getResult());
  mlir::Value result = nn::DivOp::create(e.b, where, sum.getType(), sum,
                                         e.numbers.scalar(divisor, element));
  bool isStd = a.name == "std";
  if (isStd)
    result = root(e, a, result, [&](mlir::Value x) -> mlir::Value {
      return nn::SqrtOp::create(e.b, where, x);
    });
  return e.tensors.newTensor(result, e.grads.gradOf({a[0]}),
                             isStd ? "StdBackward" : "VarBackward");
}

Value norm(Context &e, Bound &a) {
  if (a.given(4)) {
    mlir::Value wide = e.tensors.castTensor(
        e.tensors.read(a[0]), e.numbers.elementTypeOf(a[4].integer));
    a.values[0] =
        e.tensors.newTensor(wide, e.grads.gradOf({a[0]}), "ToCopyBackward");
  }
  if (a.given(1) && a[1].is(Kind::Str) && a[1].text != "fro") {
    if (a[1].text != "nuc")
      return e.error(a.ranges[1], "norm() has no '" + a[1].text + "'");
    return e.run.callLibrary("torch.linalg.nuclear_norm",
                             {a[0], a.given(2) ? a[2] : makeNone(),
                              a.given(3) ? a[3] : makeBool(false)},
                             a.range);
  }
  SmallVector<int64_t> dims;
  bool keepdim;
  if (!reductionDims(e, a, 2, dims) || !knownFlag(e, a, 3, keepdim))
    return {};
  double p = 2;
  if (a.given(1)) {
    if (a[1].is(Kind::Str) && a[1].text == "fro")
      p = 2;
    else if (!a[1].isConst())
      return e.error(a.ranges[1], "p must be known at compile time");
    else
      p = a[1].is(Kind::Float) ? a[1].real : static_cast<double>(a[1].integer);
  }
  if (p > 0 && p < 1)
    return e.run.callLibrary(
        "torch.linalg.rough_norm",
        {a[0], makeFloat(p), a.given(2) ? a[2] : makeNone(), makeBool(keepdim)},
        a.range);
  Location where = e.loc(a.range);
  mlir::Value x = e.tensors.read(a[0]);
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  if (!isa<FloatType>(element))
    return e.fault("RuntimeError", a.range,
                   "norm needs a floating-point tensor");
  mlir::Value result;
  if (p == 2) {
    mlir::Value square = nn::MulOp::create(e.b, where, x.getType(), x, x);
    result = root(e, a,
                  reduce(e, nn::Reduction::sum, square, dims, keepdim, a.range),
                  [&](mlir::Value sum) -> mlir::Value {
                    return nn::SqrtOp::create(e.b, where, sum);
                  });
  } else if (p == 0) {
    mlir::Value some = e.tensors.castTensor(x, e.b.getI1Type());
    result = reduce(e, nn::Reduction::sum, e.tensors.castTensor(some, element),
                    dims, keepdim, a.range);
  } else if (p == 1) {
    result = reduce(e, nn::Reduction::sum, nn::AbsOp::create(e.b, where, x),
                    dims, keepdim, a.range);
  } else if (std::isinf(p)) {
    result = reduce(e, p > 0 ? nn::Reduction::max : nn::Reduction::min,
                    nn::AbsOp::create(e.b, where, x), dims, keepdim, a.range);
  } else {
    mlir::Value abs = nn::AbsOp::create(e.b, where, x);
    mlir::Value powered = nn::PowOp::create(
        e.b, where, x.getType(), abs, e.numbers.scalar(makeFloat(p), element));
    mlir::Value sum =
        reduce(e, nn::Reduction::sum, powered, dims, keepdim, a.range);
    result = root(e, a, sum, [&](mlir::Value sum) -> mlir::Value {
      return nn::PowOp::create(e.b, where, sum.getType(), sum,
                               e.numbers.scalar(makeFloat(1 / p), element));
    });
  }
  return e.tensors.newTensor(result, e.grads.gradOf({a[0]}),
                             "LinalgVectorNormBackward");
}

Value softmax(Context &e, Bound &a) {
  bool isLog = a.name == "log_softmax";
  mlir::Value x = e.tensors.read(a[0]);
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  if (a.given(2)) {
    element = e.numbers.elementTypeOf(a[2].integer);
    x = e.tensors.castTensor(x, element);
  }
  int64_t dim;
  if (!a.given(1))
    return e.error(a.range, "softmax needs 'dim'");
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.ranges[1], dim))
    return {};
  if (!isa<FloatType>(element)) {
    bool last = dim + 1 >= e.tensors.rank(a[0]);
    return e.fault("NotImplementedError", a.range,
                   "\"" + Twine(isLog ? "log_softmax" : "softmax") +
                       (last ? "_lastdim" : "") +
                       "_kernel_impl\" not implemented for '" +
                       kernelTypeName(element) + "'");
  }
  // A number is its own distribution.
  if (e.tensors.rank(a[0]) == 0) {
    Value difference = e.tensors.elementwise(
        "nn.sub", {e.tensors.newTensor(x), e.tensors.newTensor(x)}, a.range,
        "");
    x = e.tensors.read(difference);
    if (!isLog)
      x = nn::ExpOp::create(e.b, e.loc(a.range), x);
    return e.tensors.newTensor(x, e.grads.gradOf({a[0]}),
                               isLog ? "LogSoftmaxBackward"
                                     : "SoftmaxBackward");
  }
  return e.tensors.newTensor(
      nn::SoftmaxOp::create(e.b, e.loc(a.range), x.getType(), x, dim, isLog)
          .getResult(),
      e.grads.gradOf({a[0]}), isLog ? "LogSoftmaxBackward" : "SoftmaxBackward");
}

Value cumsum(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.ranges[1], dim))
    return {};
  mlir::Value x = e.tensors.read(a[0]);
  if (a.given(2))
    x = e.tensors.castTensor(x, e.numbers.elementTypeOf(a[2].integer));
  else if (isa<IntegerType>(e.tensors.tensorType(a[0]).getElementType()))
    x = e.tensors.castTensor(x, e.b.getI64Type());
  if (e.tensors.rank(a[0]) > 0)
    x = nn::ScanOp::create(e.b, e.loc(a.range), x.getType(), nn::Scan::sum, x,
                           dim);
  return e.tensors.newTensor(x, e.grads.gradOf({a[0]}), "CumsumBackward");
}

/// `_tine.scan(kind, input, dim)`: without a derivative.
Value scan(Context &e, Bound &a) {
  int64_t dim;
  std::optional<nn::Scan> kind = nn::symbolizeScan(a[0].text);
  if (!kind ||
      !e.numbers.normalizeDim(a[2], e.tensors.rank(a[1]), a.ranges[2], dim))
    return {};
  mlir::Value x =
      nn::DetachOp::create(e.b, e.loc(a.range), e.tensors.readThrough(a[1]));
  if (e.tensors.rank(a[1]) > 0)
    x = nn::ScanOp::create(e.b, e.loc(a.range), x.getType(), *kind, x, dim);
  return e.tensors.newTensor(x);
}

Value equalOp(Context &e, Bound &a) {
  RankedTensorType s = e.tensors.tensorType(a[0]),
                   t = e.tensors.tensorType(a[1]);
  if (s.getRank() != t.getRank())
    return makeBool(false);
  Value sameShape = makeBool(true);
  for (int64_t d = 0; d < s.getRank(); ++d) {
    if (s.isDynamicDim(d) || t.isDynamicDim(d)) {
      Value same = e.model.compare(ast::CompareOp::Eq, e.tensors.size(a[0], d),
                                   e.tensors.size(a[1], d), a.range);
      sameShape =
          sameShape.isConst()
              ? same
              : makeBool(arith::AndIOp::create(e.b, e.loc(a.range),
                                               sameShape.ssa, e.ssa(same))
                             .getResult());
    } else if (s.getDimSize(d) != t.getDimSize(d)) {
      return makeBool(false);
    }
  }
  auto compare = [&]() -> Value {
    Value eq = e.tensors.elementwise("nn.eq", {a[0], a[1]}, a.range, "");
    if (e.stopped())
      return {};
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < s.getRank(); ++d)
      dims.push_back(d);
    return e.numbers.item(
        e.tensors.newTensor(reduce(e, nn::Reduction::all, e.tensors.read(eq),
                                   dims, false, a.range)),
        a.range);
  };
  if (sameShape.isConst())
    return compare();
  return e.paths.select(
      sameShape.ssa, compare, [] { return makeBool(false); }, a.range);
}

} // namespace

void registerReductionOps(Registry &r) {
  r.add("sum mean", Both,
        "input: Tensor, dim=None, keepdim=False, *, dtype=None", sumOrMean);
  r.add("prod", Both, "input: Tensor, dim=None, keepdim=False, *, dtype=None",
        sumOrMean);
  r.add("any all", Both, "input: Tensor, dim=None, keepdim=False", anyAll);
  r.add("max min amax amin", Both, "input: Tensor, dim=None, keepdim=False",
        maxMin);
  r.add("argmax argmin", Both, "input: Tensor, dim=None, keepdim=False",
        argMaxMin);
  r.add("var std", Both,
        "input: Tensor, dim=None, unbiased=True, keepdim=False, *, "
        "correction=None",
        variance);
  r.add("norm", Both, "input: Tensor, p=2, dim=None, keepdim=False, dtype=None",
        norm);
  r.add("softmax log_softmax", Both, "input: Tensor, dim=None, dtype=None",
        softmax);
  r.add("cumsum", InPlace, "input: Tensor, dim, *, dtype=None", cumsum);
  r.add("_tine.scan", "kind, input: Tensor, dim", scan);
  r.add("equal", Both, "input: Tensor, other: Tensor", equalOp);
}

} // namespace tine::elaborate
