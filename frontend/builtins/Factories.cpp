//===- Factories.cpp - Functions that make tensors ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// zeros, arange, tensor and their like.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/builtins/FactoryOptions.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/TensorBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

Value full(Context &e, Bound &a, const Value &number, size_t optionsAt,
           mlir::Type fallback) {
  Options o;
  ShapeArgument sizes;
  if (!options(e, a, optionsAt, fallback, o) ||
      !sizesOf(e, a[0], a.range, sizes))
    return {};
  return finish(
      e,
      nn::FullOp::create(e.b, e.loc(a.range), sizes.of(o.element),
                         e.numbers.exactScalar(number, o.element, a.range),
                         sizes.dynamic),
      o, a.range);
}

/// Sizes, element type and device of another tensor.
Value like(Context &e, Bound &a, const Value &number, size_t optionsAt) {
  if (!a[0].is(Kind::Tensor))
    return e.error(a.range, "expected a tensor");
  Options o;
  if (!options(e, a, optionsAt, e.tensors.tensorType(a[0]).getElementType(), o))
    return {};
  if (!a.given(optionsAt + 2))
    o.device = tensorAttribute(e, a[0], "device", a.range);
  auto type =
      RankedTensorType::get(e.tensors.tensorType(a[0]).getShape(), o.element);
  SmallVector<mlir::Value> sizes = dynamicSizes(e, a[0]);
  mlir::Value made = nn::FullOp::create(
      e.b, e.loc(a.range), type,
      e.numbers.exactScalar(number, o.element, a.range), sizes);
  return e.tensors.keepLayout(finish(e, made, o, a.range), {a[0]});
}

/// ceil(span / step) of the run, which must be a number of elements.
mlir::Value countSteps(Context &e, const Value &span, const Value &step,
                       ast::Range range) {
  if (e.stopped())
    return {};
  Location where = e.loc(range);
  auto number = [&](double value) { return e.ssa(makeFloat(value)); };
  auto check = [&](arith::CmpFPredicate how, mlir::Value x, double bound,
                   const char *message) {
    e.check(arith::CmpFOp::create(e.b, where, how, x, number(bound)),
            "RuntimeError", message, range);
  };
  mlir::Value s = e.ssa(span), t = e.ssa(step);
  check(arith::CmpFPredicate::UNE, t, 0, "step must be nonzero");
  check(arith::CmpFPredicate::ORD, t, 0, "step must be nonzero");
  check(arith::CmpFPredicate::OLT, math::AbsFOp::create(e.b, where, s),
        INFINITY, "unsupported range");
  mlir::Value steps = arith::DivFOp::create(e.b, where, s, t);
  check(arith::CmpFPredicate::OGE, steps, 0,
        "upper bound and lower bound inconsistent with step sign");
  mlir::Value n = math::CeilOp::create(e.b, where, steps);
  check(arith::CmpFPredicate::OLT, n, 0x1p63,
        "invalid size, possible overflow?");
  mlir::Value i = arith::FPToSIOp::create(e.b, where, e.b.getI64Type(), n);
  return arith::IndexCastOp::create(e.b, where, e.b.getIndexType(), i);
}

Value arange(Context &e, Bound &a) {
  // arange(end), arange(start, end), arange(start, end, step)
  Value start = makeInt(int64_t(0)), end = a[0], step = makeInt(int64_t(1));
  if (a.given(1)) {
    start = a[0];
    end = a[1];
  }
  if (a.given(2))
    step = a[2];
  for (Value *v : {&start, &end, &step}) {
    if (v->is(Kind::Tensor))
      *v = e.numbers.item(*v, a.range);
    if (e.stopped())
      return {};
    if (!v->isNumber())
      return e.error(a.range, "arange takes numbers");
  }
  bool floats =
      start.is(Kind::Float) || end.is(Kind::Float) || step.is(Kind::Float);
  Options o;
  if (!options(e, a, 3,
               floats ? floatUnless(e, a, 3) : mlir::Type(e.b.getI64Type()), o))
    return {};
  // ceil((end - start) / step)
  Value span = e.model.binary(ast::BinaryOp::Sub, end, start, a.range);
  if (step.isConst() &&
      (step.is(Kind::Float) ? step.real == 0 : step.integer == 0))
    return e.fault("RuntimeError", a.range, "step must be nonzero");
  Location where = e.loc(a.range);
  int64_t known = -1;
  mlir::Value count;
  if (span.isConst() && step.isConst()) {
    double s =
        span.is(Kind::Float) ? span.real : static_cast<double>(span.integer);
    double t =
        step.is(Kind::Float) ? step.real : static_cast<double>(step.integer);
    double n = std::ceil(s / t);
    if (std::isnan(n) || std::isinf(s))
      return e.fault("RuntimeError", a.range, "unsupported range");
    if (s / t < 0)
      return e.fault("RuntimeError", a.range,
                     "upper bound and lower bound inconsistent with step sign");
    if (!(n < 1e12))
      return e.error(a.range, "this arange is too long");
    known = static_cast<int64_t>(n);
  } else {
    count = countSteps(e, e.numbers.toFloat(span, a.range),
                       e.numbers.toFloat(step, a.range), a.range);
  }
  auto type = RankedTensorType::get({known >= 0 ? known : ShapedType::kDynamic},
                                    o.element);
  mlir::Type number = isa<FloatType>(o.element) ? mlir::Type(e.b.getF64Type())
                                                : mlir::Type(e.b.getI64Type());
  mlir::Value iota = nn::IotaOp::create(
      e.b, where, type, e.numbers.scalar(start, number),
      e.numbers.scalar(step, number), count ? ValueRange{count} : ValueRange{});
  return finish(e, iota, o, a.range);
}

/// What linspace() makes `count` numbers of, from `start` to `end`: from both
/// ends, so that the last element is exact, with a step of the tensor's type,
/// as PyTorch does.
class Linspace {
public:
  Linspace(Context &e, mlir::Type element, Value count, ast::Range range)
      : e(e), element(element), count(std::move(count)), range(range) {}

  Value make(const Value &start, const Value &end, const Options &options) {
    Value gaps = arithmetic(ast::BinaryOp::Sub, count, makeInt(int64_t(1)));
    if (!gaps.isConst())
      gaps = atLeastOne(gaps);
    Value width = arithmetic(ast::BinaryOp::Sub, end, start);
    Value step =
        roundTo(e, element, arithmetic(ast::BinaryOp::Div, width, gaps), range);
    Value way =
        arithmetic(ast::BinaryOp::Mul, step, e.numbers.toFloat(gaps, range));
    Value back = arithmetic(ast::BinaryOp::Sub, end, way);
    if (e.stopped())
      return {};
    mlir::Value up = line(element, e.ssa(start), e.ssa(step));
    mlir::Value down = line(element, e.ssa(back), e.ssa(step));
    mlir::Value index = line(e.b.getI64Type(), e.constInt(0), e.constInt(1));
    // A single one is the start.
    Value half =
        arithmetic(ast::BinaryOp::FloorDiv, count, makeInt(int64_t(2)));
    if (!half.isConst())
      half = atLeastOne(half);
    Location where = e.loc(range);
    mlir::Value first =
        nn::LtOp::create(e.b, where, type(e.b.getI1Type()), index, e.ssa(half));
    return finish(
        e, nn::WhereOp::create(e.b, where, type(element), first, up, down),
        options, range);
  }

private:
  Value arithmetic(ast::BinaryOp op, const Value &x, const Value &y) {
    return e.stopped() ? Value() : e.model.binary(op, x, y, range);
  }
  Value atLeastOne(const Value &number) {
    if (e.stopped())
      return {};
    return makeInt(arith::MaxSIOp::create(e.b, e.loc(range), e.ssa(number),
                                          e.constInt(1)));
  }
  RankedTensorType type(mlir::Type of) const {
    return RankedTensorType::get(
        {count.isConst() ? count.integer : ShapedType::kDynamic}, of);
  }
  mlir::Value line(mlir::Type of, mlir::Value from, mlir::Value by) {
    SmallVector<mlir::Value> sizes;
    if (!count.isConst())
      sizes.push_back(e.numbers.toIndex(count));
    return nn::IotaOp::create(e.b, e.loc(range), type(of), from, by, sizes);
  }

  Context &e;
  mlir::Type element;
  Value count;
  ast::Range range;
};

Value linspace(Context &e, Bound &a) {
  int64_t n = 0;
  Options o;
  if ((!isOfRun(a[2]) && !e.numbers.knownInt(a[2], a.range, "steps", n)) ||
      !options(e, a, 3, floatUnless(e, a, 3), o))
    return {};
  if (n < 0)
    return e.fault("RuntimeError", a.range,
                   "number of steps must be non-negative");
  Value start = e.numbers.toFloat(a[0], a.range),
        end = e.numbers.toFloat(a[1], a.range);
  if (e.stopped())
    return {};
  start = roundTo(e, o.element, start, a.range);
  end = roundTo(e, o.element, end, a.range);
  Location where = e.loc(a.range);
  if (isOfRun(a[2]))
    e.check(arith::CmpIOp::create(e.b, where, arith::CmpIPredicate::sge,
                                  e.ssa(a[2]), e.constInt(0)),
            "RuntimeError", "number of steps must be non-negative", a.range);
  else if (n <= 1)
    return finish(
        e,
        nn::FullOp::create(e.b, where, RankedTensorType::get({n}, o.element),
                           e.numbers.scalar(start, o.element), ValueRange{}),
        o, a.range);
  return Linspace(e, o.element, a[2], a.range).make(start, end, o);
}

Value eye(Context &e, Bound &a) {
  Options o;
  int64_t n, m;
  if (!options(e, a, 2, floatUnless(e, a, 2), o))
    return {};
  if (isOfRun(a[0]) || (a.given(1) && isOfRun(a[1]))) {
    Value same = e.run.callLibrary("torch._shapes.same_places",
                                   {a[0], a.given(1) ? a[1] : a[0]}, a.range);
    return e.stopped()
               ? Value()
               : finish(e,
                        e.tensors.castTensor(e.tensors.read(same), o.element),
                        o, a.range);
  }
  if (!e.numbers.knownInt(a[0], a.range, "n", n))
    return {};
  m = n;
  if (a.given(1) && !e.numbers.knownInt(a[1], a.range, "m", m))
    return {};
  Location where = e.loc(a.range);
  auto line = [&](int64_t size, ArrayRef<int64_t> shape) -> mlir::Value {
    mlir::Value iota = nn::IotaOp::create(
        e.b, where, RankedTensorType::get({size}, e.b.getI64Type()),
        e.constInt(0), e.constInt(1), ValueRange{});
    return nn::ReshapeOp::create(e.b, where,
                                 RankedTensorType::get(shape, e.b.getI64Type()),
                                 iota, ValueRange{});
  };
  mlir::Value same = nn::EqOp::create(
      e.b, where, RankedTensorType::get({n, m}, e.b.getI1Type()),
      line(n, {n, 1}), line(m, {1, m}));
  return finish(e,
                nn::CastOp::create(
                    e.b, where, RankedTensorType::get({n, m}, o.element), same),
                o, a.range);
}

Value makeFrom(Context &e, Bound &a) {
  Options o;
  if (!options(e, a, 1, {}, o))
    return {};
  Value data = a[0];
  if (data.is(Kind::Tensor)) {
    // A copy.
    mlir::Value v = e.tensors.read(data);
    if (o.element)
      v = e.tensors.castTensor(v, o.element);
    return finish(e, v, o, a.range);
  }
  Value dtype = a[1];
  if (a.name == "scalar_tensor") {
    mlir::Type element = o.element ? o.element : e.numbers.defaultFloat();
    dtype = makeDType(e.numbers.dtypeOf(element));
    if (data.isNumber() && !e.numbers.isHeldBy(element, data, a.range))
      return {};
  }
  Value made = tensorFromData(e, data, dtype, a.range);
  return e.stopped() ? Value() : finish(e, e.tensors.read(made), o, a.range);
}

/// torch.FloatTensor and its like: of sizes, or with the elements of a list.
/// torch.Tensor has the default dtype.
Value legacy(Context &e, Bound &a) {
  int64_t dtype = llvm::StringSwitch<int64_t>(a.name)
                      .Case("FloatTensor", TINE_FLOAT32)
                      .Case("DoubleTensor", TINE_FLOAT64)
                      .Case("LongTensor", TINE_INT64)
                      .Case("IntTensor", TINE_INT32)
                      .Case("ShortTensor", TINE_INT16)
                      .Case("ByteTensor", TINE_UINT8)
                      .Case("BoolTensor", TINE_BOOL)
                      .Default(e.numbers.dtypeOf(e.numbers.defaultFloat()));
  // The default device is none of theirs.
  if (!a.given(3))
    a.values[3] = makeDevice("cpu");
  const std::vector<Value> &data = a[0].items;
  bool areInts =
      llvm::all_of(data, [](const Value &v) { return v.is(Kind::Int); });
  if (areInts || (data.size() == 1 && data[0].isSize))
    return full(e, a, makeInt(int64_t(0)), 1, e.numbers.elementTypeOf(dtype));
  if (data.size() != 1)
    return e.error(a.range, a.name + " takes sizes or one list");
  Value list = data[0];
  if (isArray(e, list))
    list = e.model.getAttribute(list, "_t", a.range);
  mlir::Type element = e.numbers.elementTypeOf(dtype);
  if (list.is(Kind::Tensor) &&
      e.tensors.tensorType(list).getElementType() == element)
    return aliasOf(e, list, "AliasBackward");
  if (data[0].is(Kind::Tensor))
    return e.fault("TypeError", a.range,
                   "a tensor of " + scalarName(element) +
                       " is made of one of that dtype, not of " +
                       scalarName(e.tensors.tensorType(list).getElementType()));
  if (e.stopped())
    return {};
  a.values[0] = list;
  a.values[1] = makeDType(dtype);
  return makeFrom(e, a);
}

Bound withoutFirst(Bound a) {
  a.values.erase(a.values.begin());
  a.ranges.erase(a.ranges.begin());
  return a;
}

/// zeros, ones, empty and what ends like these.
Value numberOf(StringRef name) {
  return makeInt(int64_t(name.contains("ones")));
}

Value filled(Context &e, Bound &a) {
  return full(e, a, numberOf(a.name), 1, floatUnless(e, a, 1));
}

Value filledWith(Context &e, Bound &a) {
  Value number = a[1].is(Kind::Tensor) ? e.numbers.item(a[1], a.range) : a[1];
  if (e.stopped())
    return {};
  if (!number.isNumber())
    return e.error(a.range, "full takes a number");
  mlir::Type type = number.is(Kind::Float) ? floatUnless(e, a, 2)
                    : number.is(Kind::Int) ? mlir::Type(e.b.getI64Type())
                                           : mlir::Type(e.b.getI1Type());
  return full(e, a, number, 2, type);
}

Value newFilled(Context &e, Bound &a) {
  Bound inner = withoutFirst(a);
  if (!inner.given(3))
    inner.values[3] = tensorAttribute(e, a[0], "device", a.range);
  return full(e, inner, numberOf(a.name), 1,
              e.tensors.tensorType(a[0]).getElementType());
}

Value newFilledWith(Context &e, Bound &a) {
  Bound inner = withoutFirst(a);
  return full(e, inner, a[2], 2, e.tensors.tensorType(a[0]).getElementType());
}

} // namespace

void registerFactories(Registry &r) {
  StringRef o = optionNames;
  r.add("zeros ones empty", Function, "*size" + o, filled);
  r.add("full", Function, "size, fill_value" + o, filledWith);
  r.add("zeros_like ones_like empty_like", Function, "input" + o,
        [](Context &e, Bound &a) { return like(e, a, numberOf(a.name), 1); });
  r.add("full_like", Function, "input, fill_value" + o,
        [](Context &e, Bound &a) { return like(e, a, a[1], 2); });
  r.add("new_zeros new_ones new_empty", Method, "input, *size" + o, newFilled);
  r.add("new_full", Method, "input, size, fill_value" + o, newFilledWith);
  r.add("arange", Function, "start, end=None, step=None" + o, arange);
  r.add("linspace", Function, "start, end, steps" + o, linspace);
  r.add("eye", Function, "n, m=None" + o, eye);
  r.add("tensor scalar_tensor", Function, "data" + o, makeFrom);
  r.add("_tine.Tensor", "*data" + o, legacy);
  r.add("FloatTensor DoubleTensor LongTensor IntTensor ShortTensor ByteTensor "
        "BoolTensor",
        Function, "*data" + o, legacy);
}

} // namespace tine::elaborate
