//===- TensorOps.cpp - Functions and methods of tensors -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of PyTorch's tensor functions: name, parameters, and what IR they
// become. `name_` is derived: the function, written to its first argument.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

enum Where { Function = 1, Method = 2, Both = 3 };

bool isTensor(const Value &v) { return v.is(Kind::Tensor); }

/// Reports and returns false unless the argument is a tensor.
bool needTensor(Elaborator &e, Bound &a, size_t i) {
  if (isTensor(a[i]))
    return true;
  e.error(a.ranges[i], "expected a value of type 'Tensor' for '" + a.name +
                           "' but instead found type '" +
                           toString(e.typeOf(a[i])) + "'");
  return false;
}

mlir::Type defaultFloat(Elaborator &e) { return e.b.getF32Type(); }

/// A unary function of floats; integers are converted to the default dtype.
template <int Id> struct Names;

struct UnarySpec {
  const char *name;
  const char *op;
  const char *grad;
  bool toFloat;
};

const UnarySpec unaries[] = {
    {"neg", "nn.neg", "NegBackward", false},
    {"negative", "nn.neg", "NegBackward", false},
    {"abs", "nn.abs", "AbsBackward", false},
    {"absolute", "nn.abs", "AbsBackward", false},
    {"sign", "nn.sign", "SignBackward", false},
    {"sgn", "nn.sign", "SgnBackward", false},
    {"floor", "nn.floor", "FloorBackward", false},
    {"ceil", "nn.ceil", "CeilBackward", false},
    {"trunc", "nn.trunc", "TruncBackward", false},
    {"relu", "nn.relu", "ReluBackward", false},
    {"exp", "nn.exp", "ExpBackward", true},
    {"expm1", "nn.expm1", "Expm1Backward", true},
    {"log", "nn.log", "LogBackward", true},
    {"log2", "nn.log2", "Log2Backward", true},
    {"log10", "nn.log10", "Log10Backward", true},
    {"log1p", "nn.log1p", "Log1PBackward", true},
    {"sqrt", "nn.sqrt", "SqrtBackward", true},
    {"rsqrt", "nn.rsqrt", "RsqrtBackward", true},
    {"reciprocal", "nn.reciprocal", "ReciprocalBackward", true},
    {"sin", "nn.sin", "SinBackward", true},
    {"cos", "nn.cos", "CosBackward", true},
    {"tan", "nn.tan", "TanBackward", true},
    {"asin", "nn.asin", "AsinBackward", true},
    {"acos", "nn.acos", "AcosBackward", true},
    {"atan", "nn.atan", "AtanBackward", true},
    {"sinh", "nn.sinh", "SinhBackward", true},
    {"cosh", "nn.cosh", "CoshBackward", true},
    {"tanh", "nn.tanh", "TanhBackward", true},
    {"sigmoid", "nn.sigmoid", "SigmoidBackward", true},
    {"erf", "nn.erf", "ErfBackward", true},
};

Value applyUnary(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  StringRef name = a.name;
  const UnarySpec *spec = llvm::find_if(
      unaries, [&](const UnarySpec &s) { return name == s.name; });
  mlir::Type element = e.tensorType(a[0]).getElementType();
  bool integral = isa<IntegerType>(element);
  if (integral && !spec->toFloat) {
    if (name == "floor" || name == "ceil" || name == "trunc")
      return e.contiguousCopy(a[0], "");
    if (element.isInteger(1))
      return e.fault("RuntimeError", a.range,
                     "'" + name + "' is not defined for bool tensors");
  }
  mlir::Value x = e.read(a[0]);
  if (integral && spec->toFloat)
    x = e.castTensor(x, defaultFloat(e));
  OperationState state(e.loc(a.range), spec->op);
  state.addOperands(x);
  state.addTypes(x.getType());
  bool grad =
      e.gradOf({a[0]}) &&
      isa<FloatType>(cast<RankedTensorType>(x.getType()).getElementType());
  return e.newTensor(e.b.create(state)->getResult(0), grad, spec->grad);
}

struct BinarySpec {
  const char *name;
  const char *op;
  const char *grad;
};

const BinarySpec binaries[] = {
    {"eq", "nn.eq", ""},
    {"ne", "nn.ne", ""},
    {"lt", "nn.lt", ""},
    {"le", "nn.le", ""},
    {"gt", "nn.gt", ""},
    {"ge", "nn.ge", ""},
    {"maximum", "nn.maximum", "MaximumBackward"},
    {"minimum", "nn.minimum", "MinimumBackward"},
    {"remainder", "nn.remainder", "RemainderBackward"},
    {"fmod", "nn.fmod", "FmodBackward"},
    {"floor_divide", "nn.floor_divide", ""},
    {"bitwise_and", "nn.bitwise_and", ""},
    {"bitwise_or", "nn.bitwise_or", ""},
    {"bitwise_xor", "nn.bitwise_xor", ""},
    {"bitwise_left_shift", "nn.shift_left", ""},
    {"bitwise_right_shift", "nn.shift_right", ""},
    {"__and__", "nn.bitwise_and", ""},
    {"__or__", "nn.bitwise_or", ""},
    {"__xor__", "nn.bitwise_xor", ""},
};

Value applyBinary(Elaborator &e, Bound &a) {
  StringRef name = a.name;
  const BinarySpec *spec = llvm::find_if(
      binaries, [&](const BinarySpec &s) { return name == s.name; });
  if (!isTensor(a[0]) && !needTensor(e, a, 1))
    return {};
  mlir::Type compute = e.promote({a[0], a[1]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  StringRef op = spec->op;
  if (op.contains("bitwise") || op.contains("shift")) {
    if (isa<FloatType>(compute))
      return e.fault("RuntimeError", a.range,
                     "'" + name +
                         "' is not defined for floating-point tensors");
  }
  bool arithmetic =
      name == "remainder" || name == "fmod" || name == "floor_divide";
  if (arithmetic && compute.isInteger(1))
    return e.fault("RuntimeError", a.range,
                   "'" + name + "' is not defined for bool tensors");
  return e.elementwise(op, {a[0], a[1]}, a.range, spec->grad, compute);
}

/// x + alpha * y and x - alpha * y.
Value addSub(Elaborator &e, Bound &a, StringRef op, StringRef grad) {
  Value x = a[0], y = a[1];
  if (!isTensor(x) && !isTensor(y))
    return e.error(a.range, "expected a tensor");
  mlir::Type compute = e.promote({x, y});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  bool isSub = op == "nn.sub";
  if (isSub && compute.isInteger(1))
    return e.fault(
        "RuntimeError", a.range,
        "subtraction of bool tensors is not supported; use ^ or logical_xor");
  Value alpha = a[2];
  bool scaled =
      alpha &&
      !(alpha.isConst() &&
        (alpha.is(Kind::Float) ? alpha.real == 1.0 : alpha.integer == 1));
  if (scaled) {
    if (alpha.is(Kind::Float) && isa<IntegerType>(compute))
      return e.fault(
          "RuntimeError", a.range,
          "For integral input tensors, argument alpha must not be a floating point number.");
    if (isTensor(alpha))
      alpha = e.item(alpha, a.range);
    if (e.stopped)
      return {};
    y = isTensor(y) ? e.elementwise("nn.mul", {y, alpha}, a.range,
                                    "MulBackward", compute)
                    : e.binary(ast::BinaryOp::Mul, y, alpha, a.range);
    if (e.stopped)
      return {};
  }
  return e.elementwise(op, {x, y}, a.range, grad, compute);
}

Value divide(Elaborator &e, Bound &a) {
  if (!isTensor(a[0]) && !isTensor(a[1]))
    return e.error(a.range, "expected a tensor");
  mlir::Type compute = e.promote({a[0], a[1]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  if (a.given(2)) {
    StringRef mode = a[2].text;
    if (mode == "floor")
      return e.elementwise("nn.floor_divide", {a[0], a[1]}, a.range, "",
                           compute);
    if (mode == "trunc")
      return e.elementwise("nn.trunc_divide", {a[0], a[1]}, a.range, "",
                           compute);
    return e.error(a.range, "rounding_mode must be 'floor', 'trunc' or None");
  }
  if (isa<IntegerType>(compute))
    compute = defaultFloat(e);
  return e.elementwise("nn.div", {a[0], a[1]}, a.range, "DivBackward", compute);
}

Value power(Elaborator &e, Bound &a) {
  if (!isTensor(a[0]) && !isTensor(a[1]))
    return e.error(a.range, "expected a tensor");
  mlir::Type compute = e.promote({a[0], a[1]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  if (isa<IntegerType>(compute) && a[1].isConst() && a[1].integer < 0)
    return e.fault("RuntimeError", a.range,
                   "Integers to negative integer powers are not allowed.");
  StringRef grad = isTensor(a[1]) ? "PowBackward1" : "PowBackward0";
  // Small known exponents are products.
  Value exponent = a[1];
  auto is = [&](double v) {
    return exponent.isConst() &&
           (exponent.is(Kind::Float)
                ? exponent.real
                : static_cast<double>(exponent.integer)) == v;
  };
  Value result;
  if (isTensor(a[0]) && is(2))
    result =
        e.elementwise("nn.mul", {a[0], a[0]}, a.range, "PowBackward", compute);
  else if (isTensor(a[0]) && is(0.5) && isa<FloatType>(compute))
    result = e.newTensor(nn::SqrtOp::create(e.b, e.loc(a.range),
                                            e.castTensor(e.read(a[0]), compute))
                             .getResult(),
                         e.gradOf({a[0]}), "PowBackward");
  else if (isTensor(a[0]) && is(3))
    result = e.elementwise(
        "nn.mul",
        {e.elementwise("nn.mul", {a[0], a[0]}, a.range, "", compute), a[0]},
        a.range, "PowBackward", compute);
  else
    result =
        e.elementwise("nn.pow", {a[0], a[1]}, a.range, "PowBackward", compute);
  (void)grad;
  return result;
}

/// Comparisons with 0 give bools of any tensor.
Value asBool(Elaborator &e, const Value &v) {
  return e.newTensor(e.castTensor(e.read(v), e.b.getI1Type()));
}

Value logical(Elaborator &e, Bound &a) {
  StringRef name = a.name;
  if (!needTensor(e, a, 0))
    return {};
  if (name == "logical_not")
    return e.newTensor(
        nn::BitwiseNotOp::create(e.b, e.loc(a.range),
                                 e.castTensor(e.read(a[0]), e.b.getI1Type()))
            .getResult());
  if (!needTensor(e, a, 1))
    return {};
  StringRef op = name == "logical_and"  ? "nn.bitwise_and"
                 : name == "logical_or" ? "nn.bitwise_or"
                                        : "nn.bitwise_xor";
  return e.elementwise(op, {asBool(e, a[0]), asBool(e, a[1])}, a.range, "",
                       e.b.getI1Type());
}

Value clamp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  Value x = a[0];
  if (!a.given(1) && !a.given(2))
    return e.fault(
        "RuntimeError", a.range,
        "torch.clamp: At least one of 'min' or 'max' must not be None");
  std::vector<Value> operands{x};
  for (int i : {1, 2})
    if (a.given(i))
      operands.push_back(a[i]);
  mlir::Type compute = e.promote(operands);
  if (a.given(1))
    x = e.elementwise("nn.maximum", {x, a[1]}, a.range, "ClampBackward1",
                      compute);
  if (!e.stopped && a.given(2))
    x = e.elementwise("nn.minimum", {x, a[2]}, a.range, "ClampBackward1",
                      compute);
  return x;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The dims of a reduction: absent means all.
bool reductionDims(Elaborator &e, Bound &a, size_t i,
                   SmallVectorImpl<int64_t> &dims) {
  int64_t rank = e.rank(a[0]);
  if (!a.given(i)) {
    for (int64_t d = 0; d < rank; ++d)
      dims.push_back(d);
    return true;
  }
  SmallVector<int64_t> raw;
  if (!e.intList(a[i], a.ranges[i], "dim", raw))
    return false;
  if (raw.empty())
    for (int64_t d = 0; d < rank; ++d)
      dims.push_back(d);
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.normalizeDim(makeInt(d), rank, a.ranges[i], dim))
      return false;
    if (llvm::is_contained(dims, dim)) {
      e.fault("RuntimeError", a.range,
              "dim " + Twine(dim) +
                  " appears multiple times in the list of dims");
      return false;
    }
    if (rank)
      dims.push_back(dim);
  }
  llvm::sort(dims);
  return true;
}

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

bool knownFlag(Elaborator &e, Bound &a, size_t i, bool &out) {
  out = false;
  if (!a.given(i))
    return true;
  if (!a[i].isConst()) {
    e.error(a.ranges[i], "this flag must be known at compile time");
    return false;
  }
  out = a[i].integer;
  return true;
}

mlir::Value reduce(Elaborator &e, nn::Reduction how, mlir::Value x,
                   ArrayRef<int64_t> dims, bool keepdim, ast::Range range) {
  auto type = cast<RankedTensorType>(x.getType());
  if (dims.empty())
    return x;
  return nn::ReduceOp::create(
      e.b, e.loc(range),
      reducedType(type, dims, keepdim, type.getElementType()), how, x, dims,
      keepdim);
}

Value sumOrMean(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  bool isMean = a.name == "mean", isProd = a.name == "prod";
  SmallVector<int64_t> dims;
  bool keepdim;
  if (!reductionDims(e, a, 1, dims) || !knownFlag(e, a, 2, keepdim))
    return {};
  mlir::Value x = e.read(a[0]);
  mlir::Type element = e.tensorType(a[0]).getElementType();
  if (a.given(3)) {
    if (!a[3].is(Kind::DType) && !a[3].is(Kind::Int))
      return e.error(a.ranges[3], "dtype must be a dtype");
    element = e.elementTypeOf(a[3].integer);
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
  x = e.castTensor(x, element);
  bool all = dims.size() == static_cast<size_t>(e.rank(a[0]));
  x = reduce(e, isProd ? nn::Reduction::prod : nn::Reduction::sum, x, dims,
             keepdim, a.range);
  if (isMean) {
    Value n = makeInt(int64_t(1));
    for (int64_t d : dims)
      n = e.binary(ast::BinaryOp::Mul, n, e.size(a[0], d), a.range);
    mlir::Value count = e.scalar(n, element);
    x = nn::DivOp::create(e.b, e.loc(a.range), x.getType(), x, count);
  }
  const char *grad =
      isProd   ? "ProdBackward"
      : isMean ? (all && !a.given(1) ? "MeanBackward" : "MeanBackward")
               : "SumBackward";
  Value result = e.newTensor(x, e.gradOf({a[0]}), grad);
  if (!isProd && a.given(1) && e.requiresGrad(result))
    e.mutate(result.id).gradFn = isMean ? "MeanBackward1" : "SumBackward1";
  return result;
}

Value anyAll(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  SmallVector<int64_t> dims;
  bool keepdim;
  if (!reductionDims(e, a, 1, dims) || !knownFlag(e, a, 2, keepdim))
    return {};
  mlir::Value x = e.castTensor(e.read(a[0]), e.b.getI1Type());
  return e.newTensor(
      reduce(e, a.name == "any" ? nn::Reduction::any : nn::Reduction::all, x,
             dims, keepdim, a.range));
}

/// max and min: of all elements, along a dim (values and indices), or of two tensors.
Value maxMin(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  bool isMax = StringRef(a.name).contains("max");
  bool onlyValues = StringRef(a.name).starts_with("am");
  nn::Reduction how = isMax ? nn::Reduction::max : nn::Reduction::min;
  if (a.given(1) && isTensor(a[1]))
    return e.elementwise(isMax ? "nn.maximum" : "nn.minimum", {a[0], a[1]},
                         a.range,
                         isMax ? "MaximumBackward" : "MinimumBackward");
  mlir::Value x = e.read(a[0]);
  auto type = e.tensorType(a[0]);
  bool keepdim;
  if (!knownFlag(e, a, 2, keepdim))
    return {};
  if (type.hasStaticShape() && type.getNumElements() == 0)
    return e.fault(
        "RuntimeError", a.range,
        a.name +
            "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.");
  SmallVector<int64_t> dims;
  if (!reductionDims(e, a, 1, dims))
    return {};
  Value values =
      e.newTensor(reduce(e, how, x, dims, keepdim, a.range), e.gradOf({a[0]}),
                  isMax ? "MaxBackward" : "MinBackward");
  if (!a.given(1) || onlyValues)
    return values;
  mlir::Value indices;
  auto indexType = reducedType(type, dims, keepdim, e.b.getI64Type());
  if (dims.empty())
    indices = nn::FullOp::create(e.b, e.loc(a.range), indexType, e.constInt(0),
                                 ValueRange{});
  else
    indices = nn::ArgReduceOp::create(e.b, e.loc(a.range), indexType, how, x,
                                      dims[0], keepdim);
  Value pair = makeTuple({values, e.newTensor(indices)});
  pair.text = a.name;
  return pair;
}

Value argMaxMin(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  nn::Reduction how =
      a.name == "argmax" ? nn::Reduction::max : nn::Reduction::min;
  bool keepdim;
  if (!knownFlag(e, a, 2, keepdim))
    return {};
  Value x = a[0];
  int64_t dim = 0;
  if (!a.given(1)) {
    x = e.reshape(x, {makeInt(int64_t(-1))}, a.range, "", true);
    if (e.stopped)
      return {};
  } else if (!e.normalizeDim(a[1], e.rank(x), a.range, dim)) {
    return {};
  }
  mlir::Value v = e.read(x);
  auto type = cast<RankedTensorType>(v.getType());
  if (type.getRank() == 0)
    return e.newTensor(
        nn::FullOp::create(e.b, e.loc(a.range),
                           RankedTensorType::get({}, e.b.getI64Type()),
                           e.constInt(0), ValueRange{})
            .getResult());
  return e.newTensor(nn::ArgReduceOp::create(
                         e.b, e.loc(a.range),
                         reducedType(type, {dim}, keepdim, e.b.getI64Type()),
                         how, v, dim, keepdim)
                         .getResult());
}

Value variance(Elaborator &e, Bound &a) {
  // unbiased: n - 1; `correction` in newer code.
  if (!needTensor(e, a, 0))
    return {};
  SmallVector<int64_t> dims;
  bool keepdim;
  Bound copy = a;
  // var(unbiased) has a bool in the place of dim.
  Value correction = makeInt(int64_t(1));
  if (a.has(1) && a[1].is(Kind::Bool)) {
    correction = makeInt(a[1].integer);
    copy.values[1] = makeNone();
  }
  if (a.given(2) && a[2].is(Kind::Bool))
    correction = makeInt(a[2].integer);
  if (a.given(4))
    correction = a[4];
  if (!reductionDims(e, copy, 1, dims) || !knownFlag(e, a, 3, keepdim))
    return {};
  mlir::Type element = e.tensorType(a[0]).getElementType();
  Value n = makeInt(int64_t(1));
  for (int64_t d : dims)
    n = e.binary(ast::BinaryOp::Mul, n, e.size(a[0], d), a.range);
  Location where = e.loc(a.range);
  mlir::Value x = e.read(a[0]);
  mlir::Value total = reduce(e, nn::Reduction::sum, x, dims, true, a.range);
  mlir::Value mean = nn::DivOp::create(e.b, where, total.getType(), total,
                                       e.scalar(n, element));
  mlir::Value centered = nn::SubOp::create(e.b, where, x.getType(), x, mean);
  mlir::Value square =
      nn::MulOp::create(e.b, where, x.getType(), centered, centered);
  mlir::Value sum =
      reduce(e, nn::Reduction::sum, square, dims, keepdim, a.range);
  Value divisor =
      e.toFloat(e.binary(ast::BinaryOp::Sub, n, correction, a.range), a.range);
  if (e.stopped)
    return {};
  mlir::Value result = nn::DivOp::create(e.b, where, sum.getType(), sum,
                                         e.scalar(divisor, element));
  bool isStd = a.name == "std";
  if (isStd)
    result = nn::SqrtOp::create(e.b, where, result);
  return e.newTensor(result, e.gradOf({a[0]}),
                     isStd ? "StdBackward" : "VarBackward");
}

Value norm(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
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
  Location where = e.loc(a.range);
  mlir::Value x = e.read(a[0]);
  mlir::Type element = e.tensorType(a[0]).getElementType();
  if (!isa<FloatType>(element))
    return e.fault("RuntimeError", a.range,
                   "norm needs a floating-point tensor");
  mlir::Value result;
  if (p == 2) {
    mlir::Value square = nn::MulOp::create(e.b, where, x.getType(), x, x);
    result = nn::SqrtOp::create(
        e.b, where,
        reduce(e, nn::Reduction::sum, square, dims, keepdim, a.range));
  } else if (p == 1) {
    result = reduce(e, nn::Reduction::sum, nn::AbsOp::create(e.b, where, x),
                    dims, keepdim, a.range);
  } else if (std::isinf(p)) {
    result = reduce(e, p > 0 ? nn::Reduction::max : nn::Reduction::min,
                    nn::AbsOp::create(e.b, where, x), dims, keepdim, a.range);
  } else {
    mlir::Value abs = nn::AbsOp::create(e.b, where, x);
    mlir::Value powered = nn::PowOp::create(e.b, where, x.getType(), abs,
                                            e.scalar(makeFloat(p), element));
    mlir::Value sum =
        reduce(e, nn::Reduction::sum, powered, dims, keepdim, a.range);
    result = nn::PowOp::create(e.b, where, sum.getType(), sum,
                               e.scalar(makeFloat(1 / p), element));
  }
  return e.newTensor(result, e.gradOf({a[0]}), "LinalgVectorNormBackward");
}

Value softmax(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  bool isLog = a.name == "log_softmax";
  mlir::Value x = e.read(a[0]);
  mlir::Type element = e.tensorType(a[0]).getElementType();
  if (a.given(2)) {
    element = e.elementTypeOf(a[2].integer);
    x = e.castTensor(x, element);
  }
  if (!isa<FloatType>(element))
    return e.fault("RuntimeError", a.range,
                   "softmax is not implemented for integers");
  int64_t dim;
  if (!a.given(1))
    return e.error(a.range, "softmax needs 'dim'");
  if (!e.normalizeDim(a[1], e.rank(a[0]), a.ranges[1], dim))
    return {};
  if (e.rank(a[0]) == 0)
    return e.error(a.range,
                   "softmax of a tensor without dimensions is not supported");
  return e.newTensor(
      nn::SoftmaxOp::create(e.b, e.loc(a.range), x.getType(), x, dim, isLog)
          .getResult(),
      e.gradOf({a[0]}), isLog ? "LogSoftmaxBackward" : "SoftmaxBackward");
}

Value cumsum(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) ||
      !e.normalizeDim(a[1], e.rank(a[0]), a.ranges[1], dim))
    return {};
  mlir::Value x = e.read(a[0]);
  if (isa<IntegerType>(e.tensorType(a[0]).getElementType()))
    x = e.castTensor(x, e.b.getI64Type());
  if (e.rank(a[0]) == 0)
    return e.newTensor(x, e.gradOf({a[0]}), "CumsumBackward");
  return e.newTensor(nn::CumsumOp::create(e.b, e.loc(a.range), x.getType(), x,
                                          e.b.getI64IntegerAttr(dim))
                         .getResult(),
                     e.gradOf({a[0]}), "CumsumBackward");
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Sizes given as one list or as several arguments: `*sizes`.
std::vector<Value> variadicSizes(Elaborator &e, Bound &a, size_t i) {
  Value v = a[i];
  if (v.is(Kind::Tuple) && v.items.size() == 1 &&
      (v.items[0].is(Kind::Tuple) || v.items[0].is(Kind::List)))
    v = v.items[0];
  std::vector<Value> items;
  if (!e.staticItems(v, items) && !e.stopped)
    e.error(a.range, "the number of sizes must be known at compile time");
  return items;
}

/// The tensor itself when its elements lie in order, else a copy.
Value contiguousOrCopy(Elaborator &e, const Value &x) {
  for (const ViewStep &step : e.get(x.id).path)
    if (step.kind == ViewStep::Kind::Permute ||
        step.kind == ViewStep::Kind::Expand ||
        (step.kind == ViewStep::Kind::Slice &&
         (step.dim != 0 || step.step != 1)))
      return e.contiguousCopy(x, "CloneBackward");
  return x;
}

Value viewOp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  std::vector<Value> sizes = variadicSizes(e, a, 1);
  if (e.stopped)
    return {};
  if (sizes.size() == 1 && sizes[0].is(Kind::DType))
    return e.error(a.range, "view(dtype) is not supported; use to(dtype)");
  if (a.name == "reshape")
    return e.reshape(contiguousOrCopy(e, a[0]), sizes, a.range, "ViewBackward",
                     true);
  return e.reshape(a[0], sizes, a.range, "ViewBackward", true);
}

Value flatten(Elaborator &e, Bound &a) {
  int64_t from, to;
  if (!needTensor(e, a, 0))
    return {};
  int64_t rank = e.rank(a[0]);
  if (!e.normalizeDim(a[1], rank, a.range, from) ||
      !e.normalizeDim(a[2], rank, a.range, to))
    return {};
  if (rank == 0)
    return e.reshape(a[0], {makeInt(int64_t(1))}, a.range, "ViewBackward",
                     true);
  if (from > to)
    return e.fault(
        "RuntimeError", a.range,
        "flatten() has invalid args: start_dim cannot come after end_dim");
  std::vector<Value> sizes;
  Value product = makeInt(int64_t(1));
  for (int64_t d = 0; d < rank; ++d) {
    if (d < from || d > to) {
      sizes.push_back(e.size(a[0], d));
      continue;
    }
    product = e.binary(ast::BinaryOp::Mul, product, e.size(a[0], d), a.range);
    if (d == to)
      sizes.push_back(product);
  }
  return e.reshape(contiguousOrCopy(e, a[0]), sizes, a.range, "ViewBackward",
                   true);
}

Value unsqueeze(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) ||
      !e.normalizeDim(a[1], e.rank(a[0]) + 1, a.range, dim))
    return {};
  std::vector<Value> sizes = e.sizes(a[0]).items;
  sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
  return e.reshape(a[0], sizes, a.range, "UnsqueezeBackward", true);
}

Value squeeze(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  RankedTensorType type = e.tensorType(a[0]);
  SmallVector<int64_t> dims;
  if (a.given(1)) {
    SmallVector<int64_t> raw;
    if (!e.intList(a[1], a.ranges[1], "dim", raw))
      return {};
    for (int64_t d : raw) {
      int64_t dim;
      if (!e.normalizeDim(makeInt(d), type.getRank(), a.range, dim))
        return {};
      dims.push_back(dim);
    }
  } else {
    for (int64_t d = 0; d < type.getRank(); ++d)
      dims.push_back(d);
  }
  std::vector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (llvm::is_contained(dims, d)) {
      if (type.isDynamicDim(d))
        return e.error(
            a.range,
            "squeeze of a dimension whose size is not known at compile time gives a "
            "tensor of unknown rank; use reshape");
      if (type.getDimSize(d) == 1)
        continue;
    }
    sizes.push_back(e.size(a[0], d));
  }
  return e.reshape(a[0], sizes, a.range, "SqueezeBackward", true);
}

Value permuteBy(Elaborator &e, Bound &a, ArrayRef<int64_t> dims,
                StringRef grad) {
  RankedTensorType type = e.tensorType(a[0]);
  ViewStep step;
  step.kind = ViewStep::Kind::Permute;
  SmallVector<int64_t> shape;
  for (int64_t d : dims) {
    step.dims.push_back(d);
    shape.push_back(type.getDimSize(d));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return e.view(a[0], std::move(step), grad);
}

Value transpose(Elaborator &e, Bound &a) {
  int64_t x, y;
  if (!needTensor(e, a, 0))
    return {};
  int64_t rank = e.rank(a[0]);
  if (!e.normalizeDim(a[1], rank, a.range, x) ||
      !e.normalizeDim(a[2], rank, a.range, y))
    return {};
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(d == x ? y : d == y ? x : d);
  return permuteBy(e, a, dims, "TransposeBackward");
}

Value transposeMatrix(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  int64_t rank = e.rank(a[0]);
  if (rank > 2)
    return e.fault("RuntimeError", a.range,
                   "t() expects a tensor with <= 2 dimensions, but self is " +
                       Twine(rank) + "D");
  SmallVector<int64_t> dims;
  for (int64_t d = rank; d-- > 0;)
    dims.push_back(d);
  return permuteBy(e, a, dims, "TBackward");
}

Value permute(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  SmallVector<int64_t> dims;
  Value list = makeTuple(variadicSizes(e, a, 1));
  SmallVector<int64_t> raw;
  if (e.stopped || !e.intList(list, a.range, "dims", raw))
    return {};
  int64_t rank = e.rank(a[0]);
  if (static_cast<int64_t>(raw.size()) != rank)
    return e.fault(
        "RuntimeError", a.range,
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions");
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.normalizeDim(makeInt(d), rank, a.range, dim))
      return {};
    if (llvm::is_contained(dims, dim))
      return e.fault("RuntimeError", a.range,
                     "permute(): duplicate dims are not allowed.");
    dims.push_back(dim);
  }
  return permuteBy(e, a, dims, "PermuteBackward");
}

Value expand(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  std::vector<Value> sizes = variadicSizes(e, a, 1);
  return e.stopped ? Value() : e.expandTo(a[0], sizes, a.range);
}

Value expandAs(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  if (a.name == "expand_as")
    return e.expandTo(a[0], e.sizes(a[1]).items, a.range);
  return e.reshape(a[0], e.sizes(a[1]).items, a.range, "ViewBackward", true);
}

Value repeat(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  std::vector<Value> times = variadicSizes(e, a, 1);
  if (e.stopped)
    return {};
  int64_t rank = e.rank(a[0]),
          extra = static_cast<int64_t>(times.size()) - rank;
  if (extra < 0)
    return e.fault(
        "RuntimeError", a.range,
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  // [a, b] -> [1, a, 1, b] -> expanded -> joined.
  std::vector<Value> split, wide, joined;
  for (size_t i = 0; i < times.size(); ++i) {
    int64_t own = static_cast<int64_t>(i) - extra;
    Value n = own >= 0 ? e.size(a[0], own) : makeInt(int64_t(1));
    split.push_back(makeInt(int64_t(1)));
    split.push_back(n);
    wide.push_back(times[i]);
    wide.push_back(n);
    joined.push_back(e.binary(ast::BinaryOp::Mul, times[i], n, a.range));
  }
  Value x = e.reshape(a[0], split, a.range, "", true);
  x = e.stopped ? x : e.expandTo(x, wide, a.range);
  x = e.stopped ? x : e.reshape(x, joined, a.range, "", true);
  return e.stopped ? Value() : e.contiguousCopy(x, "RepeatBackward");
}

Value narrow(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return {};
  Value end = e.binary(ast::BinaryOp::Add, a[2], a[3], a.range);
  return e.stopped ? Value() : e.slice(a[0], dim, a[2], end, Value(), a.range);
}

Value selectOp(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return {};
  return e.selectIndex(a[0], dim, a[2], a.range);
}

/// chunk, split and unbind give tuples of views.
Value splitInto(Elaborator &e, const Value &x, int64_t dim,
                ArrayRef<int64_t> sizes, ast::Range range) {
  std::vector<Value> parts;
  int64_t from = 0;
  for (int64_t n : sizes) {
    parts.push_back(
        e.slice(x, dim, makeInt(from), makeInt(from + n), Value(), range));
    if (e.stopped)
      return {};
    from += n;
  }
  // A list in TorchScript, a tuple in Python.
  return e.script() ? e.newList(parts, {}, nullptr, range) : makeTuple(parts);
}

Value split(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !e.normalizeDim(a[2], e.rank(a[0]), a.range, dim))
    return {};
  RankedTensorType type = e.tensorType(a[0]);
  if (type.isDynamicDim(dim))
    return e.error(
        a.range, "'" + a.name +
                     "' needs a dimension whose size is known at compile time");
  int64_t n = type.getDimSize(dim);
  SmallVector<int64_t> sizes;
  if (a.name == "chunk") {
    int64_t chunks;
    if (!e.knownInt(a[1], a.range, "the number of chunks", chunks))
      return {};
    if (chunks < 1)
      return e.fault("RuntimeError", a.range,
                     "chunk expects `chunks` to be greater than 0, got: " +
                         Twine(chunks));
    int64_t size = std::max<int64_t>(1, (n + chunks - 1) / chunks);
    for (int64_t from = 0; from < n; from += size)
      sizes.push_back(std::min(size, n - from));
    if (sizes.empty())
      sizes.push_back(0);
  } else if (a[1].is(Kind::Int)) {
    int64_t size;
    if (!e.knownInt(a[1], a.range, "the size of a part", size))
      return {};
    if (size < 1)
      return e.fault(
          "RuntimeError", a.range,
          "split expects split_size be non-negative, but got split_size=" +
              Twine(size));
    for (int64_t from = 0; from < n; from += size)
      sizes.push_back(std::min(size, n - from));
    if (sizes.empty())
      sizes.push_back(0);
    if (sizes.size() > 10000)
      return e.error(
          a.range,
          "more than 10,000 parts are not supported; use a loop with narrow");
  } else {
    if (!e.intList(a[1], a.range, "the sizes of the parts", sizes))
      return {};
    int64_t total = 0;
    for (int64_t s : sizes)
      total += s;
    if (total != n)
      return e.fault("RuntimeError", a.range,
                     "split_with_sizes expects split_sizes to sum exactly to " +
                         Twine(n));
  }
  return splitInto(e, a[0], dim, sizes, a.range);
}

Value unbind(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return {};
  RankedTensorType type = e.tensorType(a[0]);
  if (type.isDynamicDim(dim) || type.getDimSize(dim) > 10000)
    return e.error(
        a.range,
        "unbind needs a dimension whose size is known at compile time; use a loop");
  std::vector<Value> parts;
  for (int64_t i = 0; i < type.getDimSize(dim); ++i)
    parts.push_back(e.selectIndex(a[0], dim, makeInt(i), a.range));
  return e.script() ? e.newList(parts, {}, nullptr, a.range) : makeTuple(parts);
}

Value flip(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  SmallVector<int64_t> dims, raw;
  Value list = makeTuple(variadicSizes(e, a, 1));
  if (e.stopped || !e.intList(list, a.range, "dims", raw))
    return {};
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.normalizeDim(makeInt(d), e.rank(a[0]), a.range, dim))
      return {};
    dims.push_back(dim);
  }
  mlir::Value x = e.read(a[0]);
  return e.newTensor(
      nn::FlipOp::create(e.b, e.loc(a.range), x.getType(), x, dims).getResult(),
      e.gradOf({a[0]}), "FlipBackward");
}

Value catStack(Elaborator &e, Bound &a) {
  bool stacked = a.name == "stack";
  Value list = a[0];
  Location where = e.loc(a.range);
  if (list.is(Kind::List) && e.get(list.id).isRuntime) {
    Type element = e.get(list.id).elementType;
    if (element->kind != TypeKind::Tensor || !element->tensor)
      return e.error(a.range, "'" + a.name + "' needs a list of tensors");
    RankedTensorType type = element->tensor;
    int64_t dim;
    if (!e.normalizeDim(a[1], type.getRank() + stacked, a.range, dim))
      return {};
    if (!stacked && type.getRank() == 0)
      return e.fault(
          "RuntimeError", a.range,
          "zero-dimensional tensor (at position 0) cannot be concatenated");
    SmallVector<int64_t> shape(type.getShape());
    if (stacked)
      shape.insert(shape.begin() + dim, ShapedType::kDynamic);
    else
      shape[dim] = ShapedType::kDynamic;
    auto result =
        RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
    return e.newTensor(nn::ListCatOp::create(e.b, where, result,
                                             e.get(list.id).current, dim,
                                             stacked)
                           .getResult(),
                       e.gradEnabled && element->requiresGrad,
                       stacked ? "StackBackward" : "CatBackward");
  }
  std::vector<Value> items;
  if (!e.staticItems(list, items))
    return e.stopped
               ? Value()
               : e.error(a.range,
                         "'" + a.name + "' takes a list or tuple of tensors");
  if (items.empty())
    return e.fault("RuntimeError", a.range,
                   stacked
                       ? "stack expects a non-empty TensorList"
                       : "torch.cat(): expected a non-empty list of Tensors");
  for (Value &item : items) {
    if (!isTensor(item))
      return e.error(a.range, "'" + a.name +
                                  "' takes tensors, not a value of type '" +
                                  toString(e.typeOf(item)) + "'");
    // Legacy: an empty vector fits any shape.
  }
  int64_t rank = e.rank(items[0]), dim;
  if (!e.normalizeDim(a[1], rank + stacked, a.range, dim))
    return {};
  Attribute device;
  if (!e.sameDevice(items, a.range, device))
    return {};
  mlir::Type element = e.promote(items);
  SmallVector<mlir::Value> values;
  SmallVector<int64_t> shape(e.tensorType(items[0]).getShape());
  int64_t total = 0;
  for (auto [index, item] : llvm::enumerate(items)) {
    Value part = item;
    RankedTensorType type = e.tensorType(part);
    if (type.getRank() != rank)
      return e.fault("RuntimeError", a.range,
                     stacked
                         ? Twine("stack expects each tensor to be equal size")
                         : "Tensors must have same number of dimensions: got " +
                               Twine(rank) + " and " + Twine(type.getRank()));
    for (int64_t d = 0; d < rank; ++d) {
      if (d == dim && !stacked)
        continue;
      if (ShapedType::isDynamic(shape[d]))
        shape[d] = type.getDimSize(d);
      else if (!type.isDynamicDim(d) && type.getDimSize(d) != shape[d])
        return e.fault(
            "RuntimeError", a.range,
            stacked
                ? Twine("stack expects each tensor to be equal size")
                : "Sizes of tensors must match except in dimension " +
                      Twine(dim) + ". Expected size " + Twine(shape[d]) +
                      " but got size " + Twine(type.getDimSize(d)) +
                      " for tensor number " + Twine(index) + " in the list.");
    }
    if (stacked) {
      std::vector<Value> sizes = e.sizes(part).items;
      sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
      part = e.reshape(part, sizes, a.range, "", true);
      total += 1;
    } else if (rank == 0) {
      return e.fault("RuntimeError", a.range,
                     "zero-dimensional tensor (at position " + Twine(index) +
                         ") cannot be concatenated");
    } else {
      total = type.isDynamicDim(dim) || total < 0
                  ? -1
                  : total + type.getDimSize(dim);
    }
    values.push_back(e.castTensor(e.read(part), element));
  }
  if (stacked)
    shape.insert(shape.begin() + dim, 0);
  shape[dim] = total < 0 ? ShapedType::kDynamic : total;
  auto type = RankedTensorType::get(shape, element, device);
  return e.newTensor(
      nn::CatOp::create(e.b, where, type, values, e.b.getI64IntegerAttr(dim))
          .getResult(),
      e.gradOf(items), stacked ? "StackBackward" : "CatBackward");
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::string shapeText(RankedTensorType type) {
  std::string text;
  for (int64_t d : type.getShape())
    text += (text.empty() ? "" : "x") +
            (ShapedType::isDynamic(d) ? "?" : std::to_string(d));
  return text;
}

/// [M, K] x [K, N], or [N, K] when transposed.
Value matrixProduct(Elaborator &e, const Value &x, const Value &y,
                    bool transposed, ast::Range range, StringRef grad) {
  RankedTensorType s = e.tensorType(x), t = e.tensorType(y);
  Attribute device;
  if (!e.sameDevice({x, y}, range, device))
    return {};
  int64_t k = t.getDimSize(transposed ? 1 : 0),
          n = t.getDimSize(transposed ? 0 : 1);
  if (s.getElementType() != t.getElementType())
    return e.fault("RuntimeError", range,
                   "expected m1 and m2 to have the same dtype");
  if (!s.isDynamicDim(1) && !ShapedType::isDynamic(k) && s.getDimSize(1) != k) {
    SmallVector<int64_t> right{k, n};
    return e.fault(
        "RuntimeError", range,
        "mat1 and mat2 shapes cannot be multiplied (" + Twine(shapeText(s)) +
            " and " +
            shapeText(RankedTensorType::get(right, t.getElementType())) + ")");
  }
  if (s.isDynamicDim(1) || ShapedType::isDynamic(k)) {
    Value a = e.size(x, 1), c = e.size(y, transposed ? 1 : 0);
    Value same = e.compare(ast::CompareOp::Eq, a, c, range);
    e.check(e.ssa(same), "RuntimeError",
            "mat1 and mat2 shapes cannot be multiplied", range);
  }
  auto type =
      RankedTensorType::get({s.getDimSize(0), n}, s.getElementType(), device);
  return e.newTensor(nn::MatmulOp::create(e.b, e.loc(range), type, e.read(x),
                                          e.read(y), transposed)
                         .getResult(),
                     e.gradOf({x, y}), grad);
}

Value batchProduct(Elaborator &e, const Value &x, const Value &y,
                   ast::Range range) {
  RankedTensorType s = e.tensorType(x), t = e.tensorType(y);
  Attribute device;
  if (!e.sameDevice({x, y}, range, device))
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
      Value same =
          e.compare(ast::CompareOp::Eq, e.size(x, i), e.size(y, j), range);
      e.check(e.ssa(same), "RuntimeError",
              "the shapes of the batches do not fit", range);
    }
  auto type = RankedTensorType::get(
      {s.isDynamicDim(0) ? t.getDimSize(0) : s.getDimSize(0), s.getDimSize(1),
       t.getDimSize(2)},
      s.getElementType(), device);
  return e.newTensor(
      nn::BatchMatmulOp::create(e.b, e.loc(range), type, e.read(x), e.read(y))
          .getResult(),
      e.gradOf({x, y}), "BmmBackward");
}

Value matmul(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  Value x = a[0], y = a[1];
  int64_t rx = e.rank(x), ry = e.rank(y);
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
    return e.reshape(v, sizes, range, "", true);
  };
  if (rx == 1 && ry == 1) {
    RankedTensorType s = e.tensorType(x), t = e.tensorType(y);
    if (!s.isDynamicDim(0) && !t.isDynamicDim(0) &&
        s.getDimSize(0) != t.getDimSize(0))
      return e.fault(
          "RuntimeError", range,
          "inconsistent tensor size, expected tensor [" +
              Twine(s.getDimSize(0)) + "] and src [" + Twine(t.getDimSize(0)) +
              "] to have the same number of elements, shapes differ");
    Value product =
        matrixProduct(e, with(x, {one, e.size(x, 0)}),
                      with(y, {one, e.size(y, 0)}), true, range, "DotBackward");
    return e.stopped ? Value() : with(product, {});
  }
  if (rx == 1) {
    if (ry == 2) {
      Value product = matrixProduct(e, with(x, {one, e.size(x, 0)}), y, false,
                                    range, "MvBackward");
      return e.stopped ? Value() : with(product, {e.size(product, 1)});
    }
    Bound inner = a;
    inner.values[0] = with(x, {one, e.size(x, 0)});
    Value product = matmul(e, inner);
    if (e.stopped)
      return {};
    std::vector<Value> sizes = e.sizes(product).items;
    sizes.erase(sizes.end() - 2);
    return with(product, sizes);
  }
  if (ry == 1) {
    Bound inner = a;
    inner.values[1] = with(y, {e.size(y, 0), one});
    Value product = matmul(e, inner);
    if (e.stopped)
      return {};
    std::vector<Value> sizes = e.sizes(product).items;
    sizes.pop_back();
    return with(product, sizes);
  }
  if (rx == 2 && ry == 2)
    return matrixProduct(e, x, y, false, range, "MmBackward");
  if (ry == 2) {
    // One tall product.
    Value rows = one;
    std::vector<Value> sizes = e.sizes(x).items;
    Value k = sizes.back();
    sizes.pop_back();
    for (const Value &n : sizes)
      rows = e.binary(ast::BinaryOp::Mul, rows, n, range);
    Value product = matrixProduct(e, with(x, {rows, k}), y, false, range,
                                  "UnsafeViewBackward");
    if (e.stopped)
      return {};
    sizes.push_back(e.size(y, 1));
    return with(product, sizes);
  }
  // Broadcast the batch dimensions, then one batched product.
  std::vector<Value> sx = e.sizes(x).items, sy = e.sizes(y).items, batch;
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
    batch.push_back(pOne ? q : p);
  }
  Value total = one;
  for (const Value &v : batch)
    total = e.binary(ast::BinaryOp::Mul, total, v, range);
  auto flat = [&](Value v, const std::vector<Value> &own,
                  size_t rank) -> Value {
    std::vector<Value> wide = batch;
    wide.push_back(own[rank]);
    wide.push_back(own[rank + 1]);
    Value w = e.expandTo(v, wide, range);
    return e.stopped ? Value() : with(w, {total, own[rank], own[rank + 1]});
  };
  Value fx = flat(x, sx, bx);
  Value fy = e.stopped ? Value() : flat(y, sy, by);
  Value product = e.stopped ? Value() : batchProduct(e, fx, fy, range);
  if (e.stopped)
    return {};
  batch.push_back(sx[bx]);
  batch.push_back(sy[by + 1]);
  return with(product, batch);
}

/// x W^T + b, W [out, in]
Value linear(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  Value x = a[0], w = a[1];
  if (e.rank(w) != 2)
    return e.error(a.range, "linear needs a matrix of weights");
  if (e.rank(x) == 0)
    return e.fault("RuntimeError", a.range,
                   "linear needs an input with at least one dimension");
  std::vector<Value> sizes = e.sizes(x).items;
  Value k = sizes.back(), rows = makeInt(int64_t(1));
  sizes.pop_back();
  for (const Value &n : sizes)
    rows = e.binary(ast::BinaryOp::Mul, rows, n, a.range);
  bool flat = e.rank(x) == 2;
  StringRef grad =
      flat ? (a.given(2) ? "AddmmBackward" : "MmBackward") : "ViewBackward";
  if (!flat)
    x = e.reshape(x, {rows, k}, a.range, "", true);
  Value y = e.stopped ? Value() : matrixProduct(e, x, w, true, a.range, grad);
  if (!e.stopped && a.given(2))
    y = e.elementwise("nn.add", {y, a[2]}, a.range, grad);
  if (e.stopped || flat)
    return y;
  sizes.push_back(e.size(w, 0));
  return e.reshape(y, sizes, a.range, "ViewBackward", true);
}

Value addmm(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1) || !needTensor(e, a, 2))
    return {};
  bool batch = a.name == "baddbmm";
  Value product =
      batch ? batchProduct(e, a[1], a[2], a.range)
            : matrixProduct(e, a[1], a[2], false, a.range, "MmBackward");
  if (e.stopped)
    return {};
  auto isOne = [](const Value &v) {
    return v.isConst() && (v.is(Kind::Float) ? v.real == 1 : v.integer == 1);
  };
  if (!isOne(a[4]))
    product = e.elementwise("nn.mul", {product, a[4]}, a.range, "MulBackward");
  Value base = a[0];
  if (!e.stopped && !isOne(a[3]))
    base = e.elementwise("nn.mul", {base, a[3]}, a.range, "MulBackward");
  return e.stopped ? Value()
                   : e.elementwise("nn.add", {base, product}, a.range,
                                   batch ? "BaddbmmBackward" : "AddmmBackward");
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

Value indexSelect(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !needTensor(e, a, 2) ||
      !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return {};
  RankedTensorType type = e.tensorType(a[0]), indices = e.tensorType(a[2]);
  if (!isa<IntegerType>(indices.getElementType()) ||
      indices.getElementType().isInteger(1))
    return e.fault("RuntimeError", a.range,
                   "expected a tensor of integers as indices");
  SmallVector<int64_t> shape(type.getShape().take_front(dim));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, type.getShape().drop_front(dim + 1));
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  mlir::Value i = e.castTensor(e.read(a[2]), e.b.getI64Type());
  return e.newTensor(nn::IndexSelectOp::create(e.b, e.loc(a.range), result,
                                               e.read(a[0]), i,
                                               e.b.getI64IntegerAttr(dim))
                         .getResult(),
                     e.gradOf({a[0]}), "IndexSelectBackward");
}

Value embedding(Elaborator &e, Bound &a) {
  Bound inner = a;
  inner.values = {a[0], makeInt(int64_t(0)), a[1]};
  inner.ranges.resize(3, a.range);
  Value y = indexSelect(e, inner);
  if (!e.stopped && e.requiresGrad(y))
    e.mutate(y.id).gradFn = "EmbeddingBackward0";
  return y;
}

Value gather(Elaborator &e, Bound &a) {
  int64_t dim;
  if (!needTensor(e, a, 0) || !needTensor(e, a, 2) ||
      !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return {};
  RankedTensorType type = e.tensorType(a[0]), indices = e.tensorType(a[2]);
  if (type.getRank() != indices.getRank())
    return e.fault(
        "RuntimeError", a.range,
        "Index tensor must have the same number of dimensions as input tensor");
  auto result = RankedTensorType::get(indices.getShape(), type.getElementType(),
                                      type.getEncoding());
  mlir::Value i = e.castTensor(e.read(a[2]), e.b.getI64Type());
  return e.newTensor(nn::GatherOp::create(e.b, e.loc(a.range), result,
                                          e.read(a[0]), i,
                                          e.b.getI64IntegerAttr(dim))
                         .getResult(),
                     e.gradOf({a[0]}), "GatherBackward");
}

Value whereOp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  if (!a.has(1) || !a.has(2))
    return e.error(
        a.range,
        "torch.where needs a condition and two values; its form with one argument gives sizes "
        "that depend on data");
  mlir::Type compute = e.promote({a[1], a[2]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  return e.elementwise("nn.where", {a[0], a[1], a[2]}, a.range, "WhereBackward",
                       compute);
}

Value maskedFill(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  Value value = a[2];
  if (isTensor(value))
    value = e.item(value, a.range);
  return e.stopped ? Value()
                   : e.elementwise("nn.where", {a[1], value, a[0]}, a.range,
                                   "MaskedFillBackward",
                                   e.tensorType(a[0]).getElementType());
}

//===----------------------------------------------------------------------===//
// Conversions, copies, tests
//===----------------------------------------------------------------------===//

bool deviceAttr(Elaborator &e, const Value &device, ast::Range range,
                Attribute &out) {
  StringRef text = device.text;
  if (device.is(Kind::Int))
    text = "cuda";
  auto [kind, index] = text.split(':');
  int64_t number = device.is(Kind::Int) ? device.integer : 0;
  if ((kind != "cpu" && kind != "cuda") ||
      (!index.empty() && index.getAsInteger(10, number)) || number < 0) {
    e.error(range,
            "'" + text + "' is no device; write 'cpu', 'cuda' or 'cuda:1'");
    return false;
  }
  // cpu:0 is the default and has no encoding.
  out = kind == "cpu" && number == 0
            ? Attribute()
            : Attribute(DeviceAttr::get(e.context, kind, number));
  return true;
}

Value moveTo(Elaborator &e, const Value &x, const Value &device,
             const Value &dtype, bool copy, ast::Range range) {
  mlir::Value v = e.read(x);
  mlir::Value before = v;
  if (dtype.is(Kind::DType) || dtype.is(Kind::Int)) {
    mlir::Type element = e.elementTypeOf(dtype.integer);
    if (!element)
      return e.error(
          range,
          "this dtype is not supported; float32, float64, int64, int32, uint8 and bool are");
    v = e.castTensor(v, element);
  }
  if (device && !device.is(Kind::None)) {
    Attribute encoding;
    if (!deviceAttr(e, device, range, encoding))
      return {};
    auto type = cast<RankedTensorType>(v.getType());
    if (encoding != type.getEncoding())
      v = ToOp::create(e.b, e.loc(range),
                       RankedTensorType::get(type.getShape(),
                                             type.getElementType(), encoding),
                       v);
  }
  // Nothing to do: the tensor itself.
  if (v.getType() == before.getType() && !copy)
    return x;
  bool grad =
      e.gradOf({x}) &&
      isa<FloatType>(cast<RankedTensorType>(v.getType()).getElementType());
  return e.newTensor(v, grad, "ToCopyBackward");
}

Value to(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  Value device, dtype;
  for (size_t i : {1, 2}) {
    const Value &v = a[i];
    if (v.is(Kind::DType) || (v.is(Kind::Int) && e.script()))
      dtype = v;
    else if (v.is(Kind::Device) || v.is(Kind::Str) || v.is(Kind::Int))
      device = v;
    else if (v.is(Kind::Tensor)) {
      dtype = makeDType(Elaborator::dtypeOf(e.tensorType(v).getElementType()));
      device = e.tensorAttribute(v, "device", a.range);
    } else if (v && !v.is(Kind::None) && !v.is(Kind::Bool))
      return e.error(a.ranges[i], "to() takes a device, a dtype or a tensor");
  }
  if (a.given(5))
    device = a[5];
  if (a.given(6))
    dtype = a[6];
  bool copy;
  if (!knownFlag(e, a, 4, copy))
    return {};
  return moveTo(e, a[0], device, dtype, copy, a.range);
}

Value castMethod(Elaborator &e, Bound &a) {
  static const std::map<std::string, int64_t> table = {
      {"float", TINE_FLOAT32}, {"double", TINE_FLOAT64}, {"long", TINE_INT64},
      {"int", TINE_INT32},     {"bool", TINE_BOOL},      {"byte", TINE_UINT8}};
  if (!needTensor(e, a, 0))
    return {};
  return moveTo(e, a[0], Value(), makeDType(table.at(a.name)), false, a.range);
}

Value clone(Elaborator &e, Bound &a) {
  return needTensor(e, a, 0) ? e.contiguousCopy(a[0], "CloneBackward")
                             : Value();
}

Value contiguous(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  return contiguousOrCopy(e, a[0]);
}

Value detach(Elaborator &e, Bound &a) {
  return needTensor(e, a, 0) ? e.tensorAttribute(a[0], "data", a.range)
                             : Value();
}

Value requiresGradInPlace(Elaborator &e, Bound &a) {
  bool on = true;
  if (!needTensor(e, a, 0) || (a.given(1) && !knownFlag(e, a, 1, on)))
    return {};
  e.mutate(a[0].id).requiresGrad = on;
  return a[0];
}

Value copyInPlace(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  mlir::Value v =
      e.castTensor(e.read(a[1]), e.tensorType(a[0]).getElementType());
  Value source = e.newTensor(v);
  if (e.tensorType(source) != e.tensorType(a[0])) {
    source = e.expandTo(source, e.sizes(a[0]).items, a.range);
    if (e.stopped)
      return {};
  }
  v = e.read(source);
  if (v.getType() != e.tensorType(a[0])) {
    auto wanted = e.tensorType(a[0]);
    if (cast<RankedTensorType>(v.getType()).getEncoding() !=
        wanted.getEncoding())
      v = ToOp::create(e.b, e.loc(a.range), wanted, v);
    else
      v = tensor::CastOp::create(e.b, e.loc(a.range), wanted, v);
  }
  return e.write(a[0], v, a.range) ? a[0] : Value();
}

mlir::Value fullLike(Elaborator &e, const Value &x, const Value &number,
                     mlir::Type element, ast::Range range) {
  RankedTensorType type = e.tensorType(x);
  SmallVector<mlir::Value> dynamic;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      dynamic.push_back(e.sizeIndex(x, d));
  return nn::FullOp::create(
      e.b, e.loc(range),
      RankedTensorType::get(type.getShape(), element, type.getEncoding()),
      e.scalar(number, element), dynamic);
}

Value fillInPlace(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  Value number = a.name == "zero_" ? makeInt(int64_t(0)) : a[1];
  if (isTensor(number))
    number = e.item(number, a.range);
  if (e.stopped)
    return {};
  if (!number.isNumber())
    return e.error(a.range, "fill_ takes a number");
  mlir::Value v =
      fullLike(e, a[0], number, e.tensorType(a[0]).getElementType(), a.range);
  return e.write(a[0], v, a.range) ? a[0] : Value();
}

Value itemOp(Elaborator &e, Bound &a) {
  return needTensor(e, a, 0) ? e.item(a[0], a.range) : Value();
}

Value tolist(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  RankedTensorType type = e.tensorType(a[0]);
  if (type.getRank() == 0)
    return e.item(a[0], a.range);
  std::function<Value(Value)> toItems = [&](Value t) -> Value {
    if (e.rank(t) == 0)
      return e.item(t, a.range);
    std::vector<Value> items;
    for (int64_t i = 0; i < e.tensorType(t).getDimSize(0) && !e.stopped; ++i)
      items.push_back(toItems(e.selectIndex(t, 0, makeInt(i), a.range)));
    return e.newList(items, {}, nullptr, a.range);
  };
  if (!type.hasStaticShape() || type.getNumElements() > 4096)
    return e.error(
        a.range,
        "tolist() of a tensor with more than 4096 elements, or whose size is not known at compile "
        "time, is not supported; use a loop");
  return toItems(a[0]);
}

Value sizeOp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  if (!a.given(1))
    return e.sizes(a[0]);
  int64_t dim;
  if (e.rank(a[0]) == 0 || !e.normalizeDim(a[1], e.rank(a[0]), a.range, dim))
    return e.stopped
               ? Value()
               : e.fault(
                     "IndexError", a.range,
                     "dimension specified as 0 but tensor has no dimensions");
  return e.size(a[0], dim);
}

Value simpleQuery(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  mlir::Type element = e.tensorType(a[0]).getElementType();
  if (a.name == "dim" || a.name == "ndimension")
    return makeInt(e.rank(a[0]));
  if (a.name == "numel" || a.name == "nelement")
    return e.numel(a[0]);
  if (a.name == "is_floating_point")
    return makeBool(isa<FloatType>(element));
  if (a.name == "element_size")
    return makeInt(static_cast<int64_t>(
        std::max(8u, element.getIntOrFloatBitWidth()) / 8));
  if (a.name == "is_contiguous") {
    Bound copy = a;
    Value same = contiguous(e, copy);
    return makeBool(same.id == a[0].id);
  }
  return makeBool(false);
}

Value equalOp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  RankedTensorType s = e.tensorType(a[0]), t = e.tensorType(a[1]);
  if (s.getRank() != t.getRank())
    return makeBool(false);
  Value sameShape = makeBool(true);
  for (int64_t d = 0; d < s.getRank(); ++d) {
    if (s.isDynamicDim(d) || t.isDynamicDim(d)) {
      Value same = e.compare(ast::CompareOp::Eq, e.size(a[0], d),
                             e.size(a[1], d), a.range);
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
    Value eq = e.elementwise("nn.eq", {a[0], a[1]}, a.range, "");
    if (e.stopped)
      return {};
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < s.getRank(); ++d)
      dims.push_back(d);
    return e.item(e.newTensor(reduce(e, nn::Reduction::all, e.read(eq), dims,
                                     false, a.range)),
                  a.range);
  };
  if (sameShape.isConst())
    return compare();
  return e.select(
      sameShape.ssa, compare, [] { return makeBool(false); }, a.range);
}

Value allclose(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
    return {};
  // |x - y| <= atol + rtol * |y|
  Value difference = e.elementwise("nn.sub", {a[0], a[1]}, a.range, "");
  if (e.stopped)
    return {};
  Location where = e.loc(a.range);
  Value gap = e.newTensor(
      nn::AbsOp::create(e.b, where, e.read(difference)).getResult());
  Value size =
      e.newTensor(nn::AbsOp::create(e.b, where, e.read(a[1])).getResult());
  Value bound = e.elementwise(
      "nn.add", {e.elementwise("nn.mul", {size, a[2]}, a.range, ""), a[3]},
      a.range, "");
  Value near =
      e.stopped ? Value() : e.elementwise("nn.le", {gap, bound}, a.range, "");
  if (e.stopped)
    return {};
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < e.rank(near); ++d)
    dims.push_back(d);
  return e.item(e.newTensor(reduce(e, nn::Reduction::all, e.read(near), dims,
                                   false, a.range)),
                a.range);
}

Value roundOp(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  if (isa<IntegerType>(e.tensorType(a[0]).getElementType()))
    return a[0];
  mlir::Value x = e.read(a[0]);
  mlir::Type element = e.tensorType(a[0]).getElementType();
  Location where = e.loc(a.range);
  int64_t decimals = 0;
  if (a.given(1) && !e.knownInt(a[1], a.range, "decimals", decimals))
    return {};
  if (decimals) {
    mlir::Value scale = e.scalar(
        makeFloat(std::pow(10.0, static_cast<double>(std::abs(decimals)))),
        element);
    auto multiply = [&](mlir::Value v) -> mlir::Value {
      return nn::MulOp::create(e.b, where, v.getType(), v, scale);
    };
    auto divideBy = [&](mlir::Value v) -> mlir::Value {
      return nn::DivOp::create(e.b, where, v.getType(), v, scale);
    };
    x = decimals > 0 ? multiply(x) : divideBy(x);
    x = nn::RoundOp::create(e.b, where, x);
    x = decimals > 0 ? divideBy(x) : multiply(x);
  } else {
    x = nn::RoundOp::create(e.b, where, x);
  }
  return e.newTensor(x, e.gradOf({a[0]}), "RoundBackward");
}

Value isTest(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  mlir::Type element = e.tensorType(a[0]).getElementType();
  if (isa<IntegerType>(element)) {
    Value no = e.newTensor(fullLike(e, a[0], makeBool(a.name == "isfinite"),
                                    e.b.getI1Type(), a.range));
    return no;
  }
  if (a.name == "isnan")
    return e.elementwise("nn.ne", {a[0], a[0]}, a.range, "");
  Value magnitude = e.newTensor(
      nn::AbsOp::create(e.b, e.loc(a.range), e.read(a[0])).getResult());
  Value infinity = makeFloat(__builtin_inf());
  return e.elementwise(a.name == "isinf" ? "nn.eq" : "nn.lt",
                       {magnitude, infinity}, a.range, "");
}

Value triangular(Elaborator &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  int64_t k, rank = e.rank(a[0]);
  if (!e.knownInt(a[1], a.range, "diagonal", k))
    return {};
  if (rank < 2)
    return e.fault("RuntimeError", a.range,
                   a.name + ": input tensor must have at least 2 dimensions");
  auto line = [&](int64_t dim, std::vector<Value> shape) {
    Value n = e.size(a[0], dim);
    SmallVector<mlir::Value> sizes;
    if (!n.isConst())
      sizes.push_back(e.toIndex(n));
    auto type = RankedTensorType::get(
        {n.isConst() ? n.integer : ShapedType::kDynamic}, e.b.getI64Type());
    mlir::Value iota = nn::IotaOp::create(e.b, e.loc(a.range), type,
                                          e.constInt(0), e.constInt(1), sizes);
    return e.reshape(e.newTensor(iota), shape, a.range, "", true);
  };
  Value rows = line(rank - 2, {e.size(a[0], rank - 2), makeInt(int64_t(1))});
  Value columns = line(rank - 1, {makeInt(int64_t(1)), e.size(a[0], rank - 1)});
  Value shifted = e.elementwise("nn.add", {rows, makeInt(k)}, a.range, "");
  Value keep = e.elementwise(a.name == "tril" ? "nn.le" : "nn.ge",
                             {columns, shifted}, a.range, "");
  return e.stopped
             ? Value()
             : e.elementwise("nn.where", {keep, a[0], makeInt(int64_t(0))},
                             a.range,
                             a.name == "tril" ? "TrilBackward" : "TriuBackward",
                             e.tensorType(a[0]).getElementType());
}

Value reverseScalar(Elaborator &e, Bound &a) {
  // `2 - t` and `2 / t`: PyTorch rewrites them, which decides the rounding.
  mlir::Type compute = e.promote({a[0], a[1]});
  if (a.name == "rsub_scalar")
    return e.elementwise("nn.sub", {a[0], a[1]}, a.range, "RsubBackward",
                         compute);
  if (isa<IntegerType>(compute))
    compute = defaultFloat(e);
  mlir::Value x = e.castTensor(e.read(a[1]), compute);
  Value inverse =
      e.newTensor(nn::ReciprocalOp::create(e.b, e.loc(a.range), x).getResult(),
                  e.gradOf({a[1]}), "ReciprocalBackward");
  return e.elementwise("nn.mul", {inverse, a[0]}, a.range, "MulBackward",
                       compute);
}

Value addcOp(Elaborator &e, Bound &a) {
  StringRef op = a.name == "addcmul" ? "nn.mul" : "nn.div";
  Value product = e.elementwise("nn.mul", {a[1], a[3]}, a.range, "MulBackward",
                                e.promote({a[0], a[1], a[2]}));
  if (e.stopped)
    return {};
  product = e.elementwise(op, {product, a[2]}, a.range, "MulBackward");
  return e.stopped ? Value()
                   : e.elementwise("nn.add", {a[0], product}, a.range,
                                   a.name == "addcmul" ? "AddcmulBackward"
                                                       : "AddcdivBackward");
}

Value lerp(Elaborator &e, Bound &a) {
  Value difference =
      e.elementwise("nn.sub", {a[1], a[0]}, a.range, "SubBackward");
  Value scaled = e.stopped ? Value()
                           : e.elementwise("nn.mul", {difference, a[2]},
                                           a.range, "MulBackward");
  return e.stopped
             ? Value()
             : e.elementwise("nn.add", {a[0], scaled}, a.range, "LerpBackward");
}

Value broadcastTensors(Elaborator &e, Bound &a) {
  std::vector<Value> items = variadicSizes(e, a, 0);
  if (e.stopped)
    return {};
  SmallVector<RankedTensorType> types;
  for (const Value &v : items) {
    if (!isTensor(v))
      return e.error(a.range, "broadcast_tensors takes tensors");
    types.push_back(e.tensorType(v));
  }
  SmallVector<int64_t> shape;
  if (!e.broadcastShape(types, shape, a.range))
    return {};
  std::vector<Value> sizes, out;
  for (int64_t d : shape) {
    if (ShapedType::isDynamic(d))
      return e.error(
          a.range,
          "broadcast_tensors needs sizes that are known at compile time");
    sizes.push_back(makeInt(d));
  }
  for (const Value &v : items)
    out.push_back(e.expandTo(v, sizes, a.range));
  return e.script() ? e.newList(out, {}, nullptr, a.range) : makeTuple(out);
}

//===----------------------------------------------------------------------===//
// Recurrent layers
//===----------------------------------------------------------------------===//

Value rnn(Elaborator &e, Bound &a) {
  // mode, input, h0, c0, w_ih, w_hh, b_ih, b_hh, reverse
  StringRef mode = a[0].text;
  nn::RnnCell cell = mode == "lstm"       ? nn::RnnCell::lstm
                     : mode == "gru"      ? nn::RnnCell::gru
                     : mode == "rnn_tanh" ? nn::RnnCell::rnn_tanh
                                          : nn::RnnCell::rnn_relu;
  for (size_t i : {1, 2, 4, 5})
    if (!needTensor(e, a, i))
      return {};
  Value x = a[1];
  RankedTensorType type = e.tensorType(x), state = e.tensorType(a[2]);
  RankedTensorType w = e.tensorType(a[4]), u = e.tensorType(a[5]);
  if (type.getRank() != 3)
    return e.fault("RuntimeError", a.range,
                   "a recurrent layer expects an input of 2 or 3 dimensions");
  if (!type.isDynamicDim(2) && !w.isDynamicDim(1) &&
      type.getDimSize(2) != w.getDimSize(1))
    return e.fault("RuntimeError", a.range,
                   "input.size(-1) must be equal to input_size. Expected " +
                       Twine(w.getDimSize(1)) + ", got " +
                       Twine(type.getDimSize(2)) + " (shapes)");
  std::vector<Value> all{x, a[2], a[4], a[5]};
  SmallVector<mlir::Value> biases;
  for (size_t i : {6, 7})
    if (a.given(i)) {
      biases.push_back(e.read(a[i]));
      all.push_back(a[i]);
    }
  mlir::Value c0;
  if (a.given(3)) {
    c0 = e.read(a[3]);
    all.push_back(a[3]);
  }
  Attribute device;
  if (!e.sameDevice(all, a.range, device))
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
  auto op = nn::RnnOp::create(e.b, e.loc(a.range), out, last,
                              lstm ? mlir::Type(last) : mlir::Type(), cell,
                              e.read(x), e.read(a[2]), e.read(a[4]),
                              e.read(a[5]), c0, biases, reverse);
  bool grad = e.gradOf(all);
  Value cn = lstm ? e.newTensor(op.getCn(), grad, "StackBackward") : makeNone();
  return makeTuple({e.newTensor(op.getOutput(), grad, "StackBackward"),
                    e.newTensor(op.getHn(), grad, "StackBackward"), cn});
}

} // namespace

void registerTensorBuiltins(Registry &registry) {
  auto reg = [&](StringRef names, StringRef signature, Handler handler,
                 Where where = Both) {
    SmallVector<StringRef> list;
    names.split(list, ' ');
    for (StringRef name : list) {
      if (where & Function)
        registry[("torch." + name).str()] = {signature.str(), handler};
      if (where & Method)
        registry[("Tensor." + name).str()] = {signature.str(), handler};
    }
  };
  for (const UnarySpec &spec : unaries)
    reg(spec.name, "input", applyUnary);
  for (const BinarySpec &spec : binaries)
    reg(spec.name, "input, other", applyBinary);
  reg("add", "input, other, *, alpha=1", [](Elaborator &e, Bound &a) {
    return addSub(e, a, "nn.add", "AddBackward");
  });
  reg("sub subtract", "input, other, *, alpha=1", [](Elaborator &e, Bound &a) {
    return addSub(e, a, "nn.sub", "SubBackward");
  });
  reg("mul multiply", "input, other", [](Elaborator &e, Bound &a) -> Value {
    if (!isTensor(a[0]) && !needTensor(e, a, 1))
      return {};
    return e.elementwise("nn.mul", {a[0], a[1]}, a.range, "MulBackward");
  });
  reg("div divide true_divide", "input, other, *, rounding_mode=None", divide);
  reg("pow", "input, exponent", power);
  reg("square", "input", [](Elaborator &e, Bound &a) -> Value {
    return needTensor(e, a, 0)
               ? e.elementwise("nn.mul", {a[0], a[0]}, a.range, "PowBackward")
               : Value();
  });
  reg("atan2", "input, other", [](Elaborator &e, Bound &a) {
    return e.elementwise("nn.atan2", {a[0], a[1]}, a.range, "Atan2Backward");
  });
  reg("rsub_scalar rdiv_scalar", "input, other", reverseScalar, Function);
  reg(
      "rsub", "input, other",
      [](Elaborator &e, Bound &a) {
        return e.elementwise("nn.sub", {a[1], a[0]}, a.range, "RsubBackward");
      },
      Function);
  reg("bitwise_not", "input", [](Elaborator &e, Bound &a) -> Value {
    if (!needTensor(e, a, 0))
      return {};
    if (isa<FloatType>(e.tensorType(a[0]).getElementType()))
      return e.fault("RuntimeError", a.range,
                     "bitwise_not is not defined for floating-point tensors");
    return e.newTensor(
        nn::BitwiseNotOp::create(e.b, e.loc(a.range), e.read(a[0]))
            .getResult());
  });
  reg("logical_and logical_or logical_xor", "input, other", logical);
  reg("logical_not", "input", logical);
  reg("clamp clip", "input, min=None, max=None", clamp);
  reg("clamp_min", "input, min", [](Elaborator &e, Bound &a) {
    return e.elementwise("nn.maximum", {a[0], a[1]}, a.range,
                         "ClampMinBackward");
  });
  reg("clamp_max", "input, max", [](Elaborator &e, Bound &a) {
    return e.elementwise("nn.minimum", {a[0], a[1]}, a.range,
                         "ClampMaxBackward");
  });
  reg("round", "input, *, decimals=0", roundOp);
  reg("isnan isinf isfinite", "input", isTest);
  reg("addcmul addcdiv", "input, tensor1, tensor2, *, value=1", addcOp);
  reg("lerp", "input, end, weight", lerp);
  reg("tril triu", "input, diagonal=0", triangular);

  reg("sum mean", "input, dim=None, keepdim=False, *, dtype=None", sumOrMean);
  reg("prod", "input, dim=None, keepdim=False, *, dtype=None", sumOrMean);
  reg("any all", "input, dim=None, keepdim=False", anyAll);
  reg("max min amax amin", "input, dim=None, keepdim=False", maxMin);
  reg("argmax argmin", "input, dim=None, keepdim=False", argMaxMin);
  reg("var std",
      "input, dim=None, unbiased=True, keepdim=False, *, correction=None",
      variance);
  reg("norm", "input, p=2, dim=None, keepdim=False, dtype=None", norm);
  reg("softmax log_softmax", "input, dim=None, dtype=None", softmax);
  reg("cumsum", "input, dim, *, dtype=None", cumsum);

  reg("view", "input, *size", viewOp, Method);
  reg("reshape", "input, *shape", viewOp);
  reg("flatten", "input, start_dim=0, end_dim=-1", flatten);
  reg("ravel", "input", [](Elaborator &e, Bound &a) {
    return e.reshape(a[0], {makeInt(int64_t(-1))}, a.range, "ViewBackward",
                     true);
  });
  reg("unsqueeze", "input, dim", unsqueeze);
  reg("squeeze", "input, dim=None", squeeze);
  reg("transpose swapaxes swapdims", "input, dim0, dim1", transpose);
  reg("t", "input", transposeMatrix);
  reg("permute", "input, *dims", permute);
  reg("expand", "input, *size, implicit=False", expand, Method);
  reg("broadcast_to", "input, *size", expand);
  reg("expand_as view_as reshape_as", "input, other", expandAs, Method);
  reg("repeat", "input, *repeats", repeat, Method);
  reg("tile", "input, *dims", repeat);
  reg("narrow", "input, dim, start, length", narrow);
  reg("select", "input, dim, index", selectOp);
  reg("chunk", "input, chunks, dim=0", split);
  reg("split", "input, split_size_or_sections, dim=0", split);
  reg("unbind", "input, dim=0", unbind);
  reg("flip", "input, *dims", flip);
  reg("cat concat concatenate", "tensors, dim=0", catStack, Function);
  reg("stack", "tensors, dim=0", catStack, Function);
  reg("broadcast_tensors", "*tensors", broadcastTensors, Function);

  reg("outer ger", "input, vec2", [](Elaborator &e, Bound &a) -> Value {
    if (!needTensor(e, a, 0) || !needTensor(e, a, 1))
      return {};
    Value column = e.reshape(a[0], {makeInt(int64_t(-1)), makeInt(int64_t(1))},
                             a.range, "", true);
    return e.stopped ? Value()
                     : e.elementwise("nn.mul", {column, a[1]}, a.range,
                                     "MulBackward");
  });
  reg("frac", "input", [](Elaborator &e, Bound &a) -> Value {
    if (!needTensor(e, a, 0))
      return {};
    Value whole = e.newTensor(
        nn::TruncOp::create(e.b, e.loc(a.range), e.read(a[0])).getResult());
    return e.elementwise("nn.sub", {a[0], whole}, a.range, "FracBackward");
  });
  reg("matmul mm bmm", "input, other", matmul);
  reg("mv dot", "input, other", matmul);
  registry["torch.nn.functional.linear"] = {"input, weight, bias=None", linear};
  registry["torch.linear"] = {"input, weight, bias=None", linear};
  reg("addmm baddbmm", "input, mat1, mat2, *, beta=1, alpha=1", addmm);

  reg("index_select", "input, dim, index", indexSelect);
  registry["_tine.index_select"] = {"input, dim, index", indexSelect};
  registry["torch.embedding"] = {
      "weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False",
      embedding};
  reg("gather", "input, dim, index, *, sparse_grad=False", gather);
  reg("where", "condition, input=None, other=None", whereOp, Function);
  registry["Tensor.where"] = {"input, condition, other",
                              [](Elaborator &e, Bound &a) {
                                Bound swapped = a;
                                std::swap(swapped.values[0], swapped.values[1]);
                                return whereOp(e, swapped);
                              }};
  reg("masked_fill", "input, mask, value", maskedFill);

  reg(
      "to",
      "input, device=None, dtype=None, non_blocking=False, copy=False, *, memory_format=None",
      [](Elaborator &e, Bound &a) -> Value {
        // Normal form: two anonymous values, flags, then device and dtype by name.
        Bound full = a;
        full.values = {a[0], a[1], a[2], a[3], a[4], Value(), Value()};
        full.ranges.resize(7, a.range);
        return to(e, full);
      },
      Method);
  reg("float double long int bool byte", "input", castMethod, Method);
  reg(
      "cpu", "input",
      [](Elaborator &e, Bound &a) {
        return moveTo(e, a[0], makeDevice("cpu"), Value(), false, a.range);
      },
      Method);
  reg(
      "cuda", "input, device=None",
      [](Elaborator &e, Bound &a) {
        return moveTo(e, a[0], a.given(1) ? a[1] : makeDevice("cuda:0"),
                      Value(), false, a.range);
      },
      Method);
  reg(
      "type_as", "input, other",
      [](Elaborator &e, Bound &a) {
        return moveTo(
            e, a[0], Value(),
            makeDType(Elaborator::dtypeOf(e.tensorType(a[1]).getElementType())),
            false, a.range);
      },
      Method);
  reg("clone", "input, *, memory_format=None", clone);
  reg("contiguous", "input, memory_format=0", contiguous, Method);
  reg("detach detach_", "input", detach);
  reg("requires_grad_", "input, requires_grad=True", requiresGradInPlace,
      Method);
  reg("copy_", "input, src, non_blocking=False", copyInPlace, Method);
  reg("fill_", "input, value", fillInPlace, Method);
  reg("zero_", "input", fillInPlace, Method);
  reg("item", "input", itemOp, Method);
  reg("tolist", "input", tolist, Method);
  reg("size", "input, dim=None", sizeOp, Method);
  reg("dim ndimension numel nelement is_floating_point element_size is_contiguous",
      "input", simpleQuery);
  reg("equal", "input, other", equalOp);
  reg("allclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False",
      allclose);
  registry["_tine.rnn"] = {
      "mode, input, h0, c0, w_ih, w_hh, b_ih, b_hh, reverse=False", rnn};
}

} // namespace tine::elaborate
