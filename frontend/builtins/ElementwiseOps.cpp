//===- ElementwiseOps.cpp - Functions of elements -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, comparisons, logic and functions of one element.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Functions.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TorchFunctions.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// The row of a name of PyTorch.
const TorchFunction &functionOf(StringRef name) {
  static const llvm::StringMap<const TorchFunction *> byName = [] {
    llvm::StringMap<const TorchFunction *> made;
    for (const TorchFunction &function : torchFunctions())
      for (StringRef own : llvm::split(function.names, ' '))
        made.try_emplace(own, &function);
    return made;
  }();
  return *byName.at(name);
}

Value applyUnary(Context &e, Bound &a) {
  const TorchFunction &function = functionOf(a.name);
  const nn::Function &op = *nn::findFunction(function.op);
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  bool becomesFloat = !op.takes(element);
  if (becomesFloat) {
    bool isBool = element.isInteger(1);
    if (isa<FloatType>(element) || (isBool && (op.ints || function.keepsInts)))
      return notDefined(e, a.name, element, a.range);
    if (function.keepsInts)
      return e.tensors.contiguousCopy(a[0], "");
  }
  mlir::Value x = e.tensors.read(a[0]);
  if (becomesFloat)
    x = e.tensors.castTensor(x, e.numbers.defaultFloat());
  OperationState state(e.loc(a.range), function.op);
  state.addOperands(x);
  state.addTypes(x.getType());
  bool grad =
      e.grads.gradOf({a[0]}) && !function.gradName.empty() &&
      isa<FloatType>(cast<RankedTensorType>(x.getType()).getElementType());
  return e.tensors.keepLayout(
      e.tensors.newTensor(e.b.create(state)->getResult(0), grad,
                          function.gradName),
      {a[0]});
}

Value applyBinary(Context &e, Bound &a) {
  const TorchFunction &function = functionOf(a.name);
  if (!isTensor(a[0]) && !needTensor(e, a, 1))
    return {};
  mlir::Type compute = e.tensors.promote({a[0], a[1]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  if (isa<IntegerType>(compute) && !nn::findFunction(function.op)->ints)
    compute = e.numbers.defaultFloat();
  return e.tensors.elementwise(function.op, {a[0], a[1]}, a.range,
                               function.gradName, compute);
}

/// The type in which two arguments are computed with; null, reported, unless
/// one is a tensor and the other one or a number.
mlir::Type computeType(Context &e, Bound &a) {
  bool hasTensor = isTensor(a[0]) || isTensor(a[1]);
  mlir::Type type = hasTensor ? e.tensors.promote({a[0], a[1]}) : mlir::Type();
  if (!type)
    e.error(a.range,
            hasTensor ? "expected tensors or numbers" : "expected a tensor");
  return type;
}

/// x + alpha * y and x - alpha * y.
Value addSub(Context &e, Bound &a, StringRef op, StringRef grad) {
  Value x = a[0], y = a[1];
  mlir::Type compute = computeType(e, a);
  if (!compute)
    return {};
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
      return e.fault("RuntimeError", a.range,
                     "For integral input tensors, argument alpha must not be a "
                     "floating point number.");
    if (isTensor(alpha))
      alpha = e.numbers.item(alpha, a.range);
    if (e.stopped())
      return {};
    if (compute.isF16() || compute.isBF16())
      alpha = roundTo(e, compute, e.numbers.toFloat(alpha, a.range), a.range);
    if (isTensor(y) && isa<FloatType>(compute)) {
      if (isSub)
        alpha = e.model.unary(ast::UnaryOp::Neg, alpha, a.range);
      return e.tensors.elementwise("nn.fma", {y, alpha, x}, a.range, grad,
                                   compute);
    }
    y = isTensor(y) ? e.tensors.elementwise("nn.mul", {y, alpha}, a.range,
                                            "MulBackward", compute)
                    : e.model.binary(ast::BinaryOp::Mul, y, alpha, a.range);
    if (e.stopped())
      return {};
  }
  return e.tensors.elementwise(op, {x, y}, a.range, grad, compute);
}

Value divide(Context &e, Bound &a) {
  mlir::Type compute = computeType(e, a);
  if (!compute)
    return {};
  if (a.given(2)) {
    StringRef mode = a[2].text;
    if (mode == "floor")
      return e.tensors.elementwise("nn.floor_divide", {a[0], a[1]}, a.range,
                                   "DivBackward2", compute);
    bool ofTensors = isTensor(a[1]) && e.tensors.rank(a[1]) > 0;
    if (mode == "trunc" && isa<FloatType>(compute) && nn::isNarrow(compute) &&
        ofTensors) {
      // PyTorch rounds the quotient of two tensors before it is cut.
      Value quotient =
          e.tensors.elementwise("nn.div", {a[0], a[1]}, a.range, "", compute);
      return e.stopped()
                 ? Value()
                 : e.tensors.elementwise("nn.trunc", {quotient}, a.range,
                                         "DivBackward2", compute);
    }
    if (mode == "trunc")
      return e.tensors.elementwise("nn.trunc_divide", {a[0], a[1]}, a.range,
                                   "DivBackward2", compute);
    return e.error(a.range, "rounding_mode must be 'floor', 'trunc' or None");
  }
  if (isa<IntegerType>(compute))
    compute = e.numbers.defaultFloat();
  return e.tensors.elementwise("nn.div", {a[0], a[1]}, a.range, "DivBackward",
                               compute);
}

Value power(Context &e, Bound &a) {
  mlir::Type compute = computeType(e, a);
  if (!compute)
    return {};
  if (isa<IntegerType>(compute) && a[1].isConst() && a[1].integer < 0)
    return e.fault("RuntimeError", a.range,
                   "Integers to negative integer powers are not allowed.");
  if (isa<IntegerType>(compute) && a[1].is(Kind::Int) && !a[1].isConst())
    e.check(arith::CmpIOp::create(e.b, e.loc(a.range),
                                  arith::CmpIPredicate::sge, e.ssa(a[1]),
                                  e.constInt(0)),
            "RuntimeError",
            "Integers to negative integer powers are not allowed.", a.range);
  // To the power of True and False, which needs no product.
  if (compute.isInteger(1) && a[1].is(Kind::Bool) && a[1].isConst())
    return a[1].integer ? e.tensors.contiguousCopy(a[0], "")
                        : e.tensors.newTensor(fullLike(e, a[0], makeBool(true),
                                                       compute, a.range));
  StringRef grad = !isTensor(a[0])  ? "PowBackward2"
                   : isTensor(a[1]) ? "PowBackward1"
                                    : "PowBackward0";
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
    result = e.tensors.elementwise("nn.mul", {a[0], a[0]}, a.range,
                                   "PowBackward", compute);
  else if (isTensor(a[0]) && is(0.5) && isa<FloatType>(compute))
    result = e.tensors.keepLayout(
        e.tensors.newTensor(
            nn::SqrtOp::create(
                e.b, e.loc(a.range),
                e.tensors.castTensor(e.tensors.read(a[0]), compute))
                .getResult(),
            e.grads.gradOf({a[0]}), "PowBackward"),
        {a[0]});
  else if (isTensor(a[0]) && is(3) && !nn::isNarrow(compute))
    result = e.tensors.elementwise(
        "nn.mul",
        {e.tensors.elementwise("nn.mul", {a[0], a[0]}, a.range, "", compute),
         a[0]},
        a.range, "PowBackward", compute);
  else
    result =
        e.tensors.elementwise("nn.pow", {a[0], a[1]}, a.range, grad, compute);
  return result;
}

/// Comparisons with 0 give bools of any tensor.
Value asBool(Context &e, const Value &v) {
  return e.tensors.newTensor(
      e.tensors.castTensor(e.tensors.read(v), e.b.getI1Type()));
}

Value logical(Context &e, Bound &a) {
  StringRef name = a.name;
  if (name == "logical_not")
    return e.tensors.newTensor(
        nn::BitwiseNotOp::create(
            e.b, e.loc(a.range),
            e.tensors.castTensor(e.tensors.read(a[0]), e.b.getI1Type()))
            .getResult());
  StringRef op = name == "logical_and"  ? "nn.bitwise_and"
                 : name == "logical_or" ? "nn.bitwise_or"
                                        : "nn.bitwise_xor";
  return e.tensors.elementwise(op, {asBool(e, a[0]), asBool(e, a[1])}, a.range,
                               "", e.b.getI1Type());
}

/// What is below the first bound or above the second one becomes the bound.
Value clampTo(Context &e, Bound &a, ArrayRef<Value> bounds, StringRef gradFn) {
  Value x = a[0];
  std::vector<Value> operands{x};
  for (const Value &bound : bounds)
    if (bound)
      operands.push_back(bound);
  mlir::Type compute = e.tensors.promote(operands);
  if (compute && compute.isInteger(1) && !llvm::all_of(operands, isTensor))
    return notDefined(e, "clamp", compute, a.range);
  // What lies between the bounds or on one is taken as it is; the rest is cut
  // from elements that have no derivative.
  bool graded = e.grads.gradOf({x}) && isa_and_nonnull<FloatType>(compute);
  Value source = graded ? tensorAttribute(e, x, "data", a.range) : x;
  auto apply = [&](StringRef op, ArrayRef<Value> values, mlir::Type type) {
    return e.stopped()
               ? Value()
               : e.tensors.elementwise(op, values, a.range, gradFn, type);
  };
  Value cut = source, inside;
  for (auto [i, bound] : llvm::enumerate(bounds)) {
    if (!bound)
      continue;
    cut = apply(i == 0 ? "nn.maximum" : "nn.minimum", {cut, bound}, compute);
    if (!graded)
      continue;
    Value fits = apply(i == 0 ? "nn.ge" : "nn.le", {source, bound}, compute);
    inside = inside ? apply("nn.bitwise_and", {inside, fits}, {}) : fits;
  }
  return graded ? apply("nn.where", {inside, x, cut}, compute) : cut;
}

Value clamp(Context &e, Bound &a) {
  if (!a.given(1) && !a.given(2))
    return e.fault(
        "RuntimeError", a.range,
        "torch.clamp: At least one of 'min' or 'max' must not be None");
  return clampTo(e, a,
                 {a.given(1) ? a[1] : Value(), a.given(2) ? a[2] : Value()},
                 "ClampBackward1");
}

Value roundOp(Context &e, Bound &a) {
  mlir::Value x = e.tensors.read(a[0]);
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  Location where = e.loc(a.range);
  int64_t decimals = 0;
  if (a.given(1) && !e.numbers.knownInt(a[1], a.range, "decimals", decimals))
    return {};
  if (isa<IntegerType>(element))
    return decimals ? notDefined(e, "round to decimals", element, a.range)
                    : e.tensors.keepLayout(e.tensors.newTensor(x), {a[0]});
  if (decimals) {
    mlir::Value scale = e.numbers.scalar(
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
  return e.tensors.newTensor(x, e.grads.gradOf({a[0]}), "RoundBackward");
}

Value isTest(Context &e, Bound &a) {
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  if (isa<IntegerType>(element)) {
    Value no = e.tensors.newTensor(fullLike(
        e, a[0], makeBool(a.name == "isfinite"), e.b.getI1Type(), a.range));
    return no;
  }
  if (a.name == "isnan")
    return e.tensors.elementwise("nn.ne", {a[0], a[0]}, a.range, "");
  Value magnitude = e.tensors.newTensor(
      nn::AbsOp::create(e.b, e.loc(a.range), e.tensors.read(a[0])).getResult());
  Value infinity = makeFloat(__builtin_inf());
  return e.tensors.elementwise(a.name == "isinf" ? "nn.eq" : "nn.lt",
                               {magnitude, infinity}, a.range, "");
}

Value reverseScalar(Context &e, Bound &a) {
  // `2 - t` and `2 / t`: PyTorch rewrites them, which decides the rounding.
  mlir::Type compute = e.tensors.promote({a[0], a[1]});
  if (a.name == "rsub_scalar")
    return e.tensors.elementwise("nn.sub", {a[0], a[1]}, a.range,
                                 "RsubBackward1", compute);
  if (isa<IntegerType>(compute))
    compute = e.numbers.defaultFloat();
  mlir::Value x = e.tensors.castTensor(e.tensors.read(a[1]), compute);
  Value inverse = e.tensors.newTensor(
      nn::ReciprocalOp::create(e.b, e.loc(a.range), x).getResult(),
      e.grads.gradOf({a[1]}), "ReciprocalBackward");
  return e.tensors.elementwise("nn.mul", {inverse, a[0]}, a.range,
                               "MulBackward", compute);
}

Value addcOp(Context &e, Bound &a) {
  bool multiplies = a.name == "addcmul";
  mlir::Type compute = e.tensors.promote({a[0], a[1], a[2]});
  mlir::Type factors = e.tensors.promote({a[1], a[2]});
  if (!multiplies && isa_and_nonnull<IntegerType>(factors))
    return notDefined(e, a.name, factors, a.range);
  Value product = e.tensors.elementwise("nn.mul", {a[1], a[3]}, a.range,
                                        "MulBackward", compute);
  if (e.stopped())
    return {};
  if (multiplies && isa_and_nonnull<FloatType>(compute))
    return e.tensors.elementwise("nn.fma", {product, a[2], a[0]}, a.range,
                                 "AddcmulBackward", compute);
  product = e.tensors.elementwise(multiplies ? "nn.mul" : "nn.div",
                                  {product, a[2]}, a.range, "MulBackward");
  return e.stopped() ? Value()
                     : e.tensors.elementwise("nn.add", {a[0], product}, a.range,
                                             multiplies ? "AddcmulBackward"
                                                        : "AddcdivBackward");
}

/// From the nearer end, so that weights of 0 and 1 are exact.
Value lerp(Context &e, Bound &a) {
  Value start = a[0], end = a[1], weight = a[2];
  mlir::Type compute = e.tensors.promote({start, end});
  Value difference =
      e.tensors.elementwise("nn.sub", {end, start}, a.range, "SubBackward");
  if (e.stopped())
    return {};
  auto from = [&](const Value &base, const Value &factor) {
    Value made =
        e.stopped()
            ? Value()
            : e.tensors.elementwise("nn.fma", {difference, factor, base},
                                    a.range, "LerpBackward", compute);
    if (e.stopped())
      return Value();
    e.tensors.setLayout(made, Layout());
    return e.tensors.keepLayout(made, {start, end});
  };
  if (isTensor(weight)) {
    Value size = e.tensors.newTensor(
        nn::AbsOp::create(e.b, e.loc(a.range), e.tensors.read(weight))
            .getResult());
    Value near =
        e.tensors.elementwise("nn.lt", {size, makeFloat(0.5)}, a.range, "");
    Value back = e.stopped()
                     ? Value()
                     : e.tensors.elementwise("nn.sub", {weight, makeFloat(1.0)},
                                             a.range, "SubBackward");
    Value factor = e.stopped()
                       ? Value()
                       : e.tensors.elementwise("nn.where", {near, weight, back},
                                               a.range, "WhereBackward");
    Value base = e.stopped()
                     ? Value()
                     : e.tensors.elementwise("nn.where", {near, start, end},
                                             a.range, "WhereBackward", compute);
    return from(base, factor);
  }
  if (!weight.isConst() || !weight.is(Kind::Float))
    return from(start, weight);
  double w = compute.isF64() ? weight.real : static_cast<float>(weight.real);
  return std::abs(w) < 0.5 ? from(start, makeFloat(w))
                           : from(end, makeFloat(w - 1));
}

} // namespace

void registerElementwiseOps(Registry &r) {
  for (const TorchFunction &function : torchFunctions()) {
    bool isUnary = nn::findFunction(function.op)->operands == 1;
    r.add(function.names,
          !function.inPlace ? Both
          : isUnary         ? InPlaceFunction
                            : InPlace,
          isUnary ? "input: Tensor" : "input, other",
          isUnary ? applyUnary : applyBinary);
  }
  r.add("add", InPlace, "input, other, *, alpha=1", [](Context &e, Bound &a) {
    return addSub(e, a, "nn.add", "AddBackward");
  });
  r.add("sub subtract", InPlace, "input, other, *, alpha=1",
        [](Context &e, Bound &a) {
          return addSub(e, a, "nn.sub", "SubBackward");
        });
  r.add("div divide true_divide", InPlace,
        "input, other, *, rounding_mode=None", divide);
  r.add("pow", InPlace, "input, exponent", power);
  r.add("square", InPlaceFunction, "input: Tensor", [](Context &e, Bound &a) {
    // The second power, of which bools become integers.
    return e.tensors.elementwise("nn.mul", {a[0], a[0]}, a.range, "PowBackward",
                                 e.tensors.promote({a[0], makeInt(2)}));
  });
  r.add("rsub_scalar rdiv_scalar", Function, "input, other", reverseScalar);
  r.add("rsub", Function, "input, other, *, alpha=1", [](Context &e, Bound &a) {
    std::swap(a.values[0], a.values[1]);
    return addSub(e, a, "nn.sub", "RsubBackward");
  });
  r.add("logical_and logical_or logical_xor", InPlace,
        "input: Tensor, other: Tensor", logical);
  r.add("logical_not", InPlace, "input: Tensor", logical);
  r.add("clamp clip", InPlaceFunction, "input: Tensor, min=None, max=None",
        clamp);
  r.add("clamp_min", InPlaceFunction, "input: Tensor, min",
        [](Context &e, Bound &a) {
          return clampTo(e, a, {a[1], Value()}, "ClampMinBackward");
        });
  r.add("clamp_max", InPlaceFunction, "input: Tensor, max",
        [](Context &e, Bound &a) {
          return clampTo(e, a, {Value(), a[1]}, "ClampMaxBackward");
        });
  r.add("round", InPlaceFunction, "input: Tensor, *, decimals=0", roundOp);
  r.add("isnan isinf isfinite", Both, "input: Tensor", isTest);
  r.add("addcmul addcdiv", InPlace, "input, tensor1, tensor2, *, value=1",
        addcOp);
  r.add("lerp", InPlace, "input, end, weight", lerp);
  r.add("frac", InPlaceFunction, "input: Tensor", [](Context &e, Bound &a) {
    Value whole = e.tensors.newTensor(
        nn::TruncOp::create(e.b, e.loc(a.range), e.tensors.read(a[0]))
            .getResult());
    return e.tensors.elementwise("nn.sub", {a[0], whole}, a.range,
                                 "FracBackward");
  });
}

} // namespace tine::elaborate
