//===- Factories.cpp - Functions that make tensors ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// zeros, arange, tensor, rand and their like, and in-place draws.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/RandomOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
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

/// Where `dtype`, `device` and `requires_grad` stand in every factory's list.
struct Options {
  mlir::Type element;
  Value device;
  bool requiresGrad = false;
};

bool options(Context &e, Bound &a, size_t first, mlir::Type fallback,
             Options &out) {
  out.element = fallback;
  if (a.given(first)) {
    if (!a[first].is(Kind::DType) &&
        !(a[first].is(Kind::Int) && a[first].isConst())) {
      e.error(a.ranges[first], "dtype must be a dtype");
      return false;
    }
    out.element = e.numbers.elementTypeOf(a[first].integer);
    if (!out.element) {
      e.error(a.ranges[first], "this dtype is not supported; floats of 16, 32 "
                               "and 64 bits, bfloat16, int64 to int8, uint8 "
                               "and bool are");
      return false;
    }
  }
  out.device = a.given(first + 2) ? a[first + 2] : factoryDevice(e, a.range);
  if (e.stopped())
    return false;
  if (a.given(first + 4)) {
    if (!a[first + 4].isConst()) {
      e.error(a.ranges[first + 4],
              "requires_grad must be known at compile time");
      return false;
    }
    out.requiresGrad = a[first + 4].integer;
    if (out.requiresGrad && e.script() && a.name != "tensor") {
      e.error(a.ranges[first + 4],
              "TorchScript knows no requires_grad of '" + a.name +
                  "'; call requires_grad_() on the result");
      return false;
    }
  }
  return true;
}

/// The dtype of floats, where the options at `first` give none.
mlir::Type floatUnless(Context &e, Bound &a, size_t first) {
  return a.given(first) ? mlir::Type() : e.numbers.defaultFloat();
}

const char *optionNames =
    ", *, dtype=None, layout=None, device=None, pin_memory=None, "
    "requires_grad=False, "
    "out=None, generator=None, memory_format=None, names=None";

Value finish(Context &e, mlir::Value tensor, const Options &o,
             ast::Range range) {
  // A device fills its memory itself.
  if (isa_and_nonnull<nn::FullOp, nn::IotaOp>(tensor.getDefiningOp()) &&
      tensor.use_empty() && o.device && !o.device.is(Kind::None)) {
    Attribute device;
    if (!deviceAttr(e, o.device, range, device))
      return {};
    auto type = cast<RankedTensorType>(tensor.getType());
    tensor.setType(
        RankedTensorType::get(type.getShape(), type.getElementType(), device));
  }
  Value value = e.tensors.newTensor(tensor);
  if (o.device && !o.device.is(Kind::None)) {
    CallArgs args(range, {value, o.device});
    value = e.run.callBuiltin(makeBuiltin("Tensor.to"), args);
    if (e.stopped())
      return {};
  }
  if (o.requiresGrad)
    e.grads.setRequiresGrad(value, makeBool(true), e.frames.here);
  return value;
}

/// The sizes of a factory: one list or several integers.
bool shapeOf(Context &e, Bound &a, size_t i, SmallVectorImpl<int64_t> &shape,
             SmallVectorImpl<mlir::Value> &dynamic) {
  Value v = a[i];
  if (v.is(Kind::Tuple) && v.items.size() == 1 &&
      (v.items[0].is(Kind::Tuple) || v.items[0].is(Kind::List)))
    v = v.items[0];
  return e.tensors.shapeArg(v, a.range, shape, dynamic);
}

Value full(Context &e, Bound &a, const Value &number, size_t optionsAt,
           mlir::Type fallback) {
  Options o;
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> dynamic;
  if (!options(e, a, optionsAt, fallback, o) ||
      !shapeOf(e, a, 0, shape, dynamic))
    return {};
  auto type = RankedTensorType::get(shape, o.element);
  return finish(e,
                nn::FullOp::create(
                    e.b, e.loc(a.range), type,
                    e.numbers.exactScalar(number, o.element, a.range), dynamic)
                    .getResult(),
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
  SmallVector<int64_t> shape(e.tensors.tensorType(a[0]).getShape());
  SmallVector<mlir::Value> dynamic;
  for (size_t d = 0; d < shape.size(); ++d)
    if (ShapedType::isDynamic(shape[d]))
      dynamic.push_back(e.tensors.sizeIndex(a[0], d));
  auto type = RankedTensorType::get(shape, o.element);
  mlir::Value made = nn::FullOp::create(
      e.b, e.loc(a.range), type,
      e.numbers.exactScalar(number, o.element, a.range), dynamic);
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
        e,
        nn::WhereOp::create(e.b, where, type(element), first, up, down)
            .getResult(),
        options, range);
  }

private:
  Value arithmetic(ast::BinaryOp op, const Value &x, const Value &y) {
    return e.stopped() ? Value() : e.model.binary(op, x, y, range);
  }
  Value atLeastOne(const Value &number) {
    if (e.stopped())
      return {};
    return makeInt(
        arith::MaxSIOp::create(e.b, e.loc(range), e.ssa(number), e.constInt(1))
            .getResult());
  }
  RankedTensorType type(mlir::Type of) const {
    return RankedTensorType::get(
        {count.isConst() ? count.integer : ShapedType::kDynamic}, of);
  }
  mlir::Value line(mlir::Type of, mlir::Value from, mlir::Value by) {
    SmallVector<mlir::Value> sizes;
    if (!count.isConst())
      sizes.push_back(e.numbers.toIndex(count));
    return nn::IotaOp::create(e.b, e.loc(range), type(of), from, by, sizes)
        .getResult();
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
                           e.numbers.scalar(start, o.element), ValueRange{})
            .getResult(),
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
                    e.b, where, RankedTensorType::get({n, m}, o.element), same)
                    .getResult(),
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

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

mlir::Value draw(Context &e, nn::Distribution d, RankedTensorType type,
                 ValueRange dynamic, const Value &from, const Value &to,
                 ast::Range range) {
  bool ints =
      d == nn::Distribution::integers || d == nn::Distribution::permutation;
  mlir::Type number =
      ints ? mlir::Type(e.b.getI64Type()) : mlir::Type(e.b.getF64Type());
  return nn::RandomOp::create(e.b, e.loc(range), type, d,
                              e.numbers.scalar(from, number),
                              e.numbers.scalar(to, number), dynamic);
}

/// Draws for the elements of a tensor: in the order of its memory, as PyTorch
/// does. `type` has its sizes and the element type of the result. A new tensor
/// has the order, but no gaps.
mlir::Value drawLike(Context &e, nn::Distribution d, const Value &tensor,
                     RankedTensorType type, const Value &from, const Value &to,
                     ast::Range range, bool isNew = false) {
  SmallVector<int64_t> order = e.tensors.memoryOrder(tensor);
  bool isSorted = order.empty() || llvm::is_sorted(order);
  if (isSorted) {
    order.resize(type.getRank());
    std::iota(order.begin(), order.end(), 0);
  }
  if (d == nn::Distribution::normal && !e.get(tensor.id).layout.dense &&
      !(isNew && isSorted))
    d = nn::Distribution::normal_singly;
  SmallVector<int64_t> shape, places(order.size());
  SmallVector<mlir::Value> dynamic;
  for (auto [i, dim] : llvm::enumerate(order)) {
    shape.push_back(type.getDimSize(dim));
    if (type.isDynamicDim(dim))
      dynamic.push_back(e.tensors.sizeIndex(tensor, dim));
    places[dim] = i;
  }
  mlir::Value drawn =
      draw(e, d, RankedTensorType::get(shape, type.getElementType()), dynamic,
           from, to, range);
  if (llvm::is_sorted(order))
    return drawn;
  return nn::PermuteOp::create(e.b, e.loc(range), type, drawn, places);
}

Value random(Context &e, Bound &a) {
  Options o;
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> dynamic;
  if (!options(e, a, 1, floatUnless(e, a, 1), o) ||
      !shapeOf(e, a, 0, shape, dynamic))
    return {};
  bool normal = a.name == "randn";
  if (!isa<FloatType>(o.element))
    return e.fault("RuntimeError", a.range,
                   "random numbers of this dtype: use randint");
  mlir::Value v =
      draw(e, normal ? nn::Distribution::normal : nn::Distribution::uniform,
           RankedTensorType::get(shape, o.element), dynamic, makeFloat(0.0),
           makeFloat(1.0), a.range);
  return finish(e, v, o, a.range);
}

Value randomLike(Context &e, Bound &a) {
  Options o;
  if (!a[0].is(Kind::Tensor) ||
      !options(e, a, 1, e.tensors.tensorType(a[0]).getElementType(), o))
    return e.stopped() ? Value() : e.error(a.range, "expected a tensor");
  auto type =
      RankedTensorType::get(e.tensors.tensorType(a[0]).getShape(), o.element);
  mlir::Value v = drawLike(e,
                           a.name == "randn_like" ? nn::Distribution::normal
                                                  : nn::Distribution::uniform,
                           a[0], type, makeFloat(0.0), makeFloat(1.0), a.range,
                           /*isNew=*/true);
  return e.tensors.keepLayout(finish(e, v, o, a.range), {a[0]});
}

/// Raises unless there is an integer in [low, high).
bool checkBounds(Context &e, Value &low, Value &high, ast::Range range) {
  low = e.numbers.toInt(low, range);
  high = e.stopped() ? Value() : e.numbers.toInt(high, range);
  if (e.stopped())
    return false;
  const char *text =
      "random_ expects 'from' to be less than 'to', but got from=";
  if (low.isConst() && high.isConst()) {
    if (low.integer >= high.integer)
      e.fault("RuntimeError", range,
              text + Twine(low.integer) + " >= to=" + Twine(high.integer));
    return !e.stopped();
  }
  mlir::Value from = e.ssa(low), to = e.ssa(high);
  e.check(arith::CmpIOp::create(e.b, e.loc(range), arith::CmpIPredicate::slt,
                                from, to),
          "RuntimeError", Twine(text) + "%i >= to=%i", range, {from, to});
  return true;
}

Value randint(Context &e, Bound &a) {
  // randint(high, size), randint(low, high, size)
  Value low = a[0], high = a[1], size = a[2];
  if (!a.given(2) || !a.given(1) || !a.has(0)) {
    if (!a.given(2))
      size = high;
    if (a.has(0) && (!a.given(1) || !a.given(2)))
      high = low;
    low = makeInt(int64_t(0));
  }
  if (!size || !high.isNumber())
    return e.error(a.range, "randint() takes a bound and a size");
  Options o;
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> dynamic;
  if (!options(e, a, 3, e.b.getI64Type(), o) ||
      !e.tensors.shapeArg(size, a.range, shape, dynamic))
    return {};
  if (!checkBounds(e, low, high, a.range))
    return {};
  return finish(e,
                draw(e, nn::Distribution::integers,
                     RankedTensorType::get(shape, o.element), dynamic, low,
                     high, a.range),
                o, a.range);
}

Value randperm(Context &e, Bound &a) {
  Options o;
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> dynamic;
  if (!options(e, a, 1, e.b.getI64Type(), o) ||
      !e.tensors.shapeArg(a[0], a.range, shape, dynamic))
    return {};
  return finish(e,
                draw(e, nn::Distribution::permutation,
                     RankedTensorType::get(shape, o.element), dynamic,
                     makeInt(int64_t(0)), makeInt(int64_t(0)), a.range),
                o, a.range);
}

/// Whether these are parameters of the distribution, as far as is known here.
bool fitsDraw(nn::Distribution d, const Value &first, const Value &second) {
  if (!first.isConst() || !second.isConst())
    return false;
  auto number = [](const Value &v) {
    return v.is(Kind::Float) ? v.real : static_cast<double>(v.integer);
  };
  double x = number(first), y = number(second);
  return d == nn::Distribution::bernoulli ? x >= 0 && x <= 1
         : d == nn::Distribution::uniform ? x <= y
         : d == nn::Distribution::normal  ? y >= 0
                                          : x > 0;
}

/// uniform_, normal_, random_, bernoulli_, exponential_: new values of the
/// storage.
Value drawInPlace(Context &e, Bound &a) {
  if (!a[0].is(Kind::Tensor))
    return e.error(a.range, "expected a tensor");
  RankedTensorType type = e.tensors.tensorType(a[0]);
  nn::Distribution d = a.name == "uniform_"  ? nn::Distribution::uniform
                       : a.name == "normal_" ? nn::Distribution::normal
                       : a.name == "random_" ? nn::Distribution::integers
                       : a.name == "exponential_"
                           ? nn::Distribution::exponential
                           : nn::Distribution::bernoulli;
  bool floats =
      d != nn::Distribution::integers && d != nn::Distribution::bernoulli;
  if (floats && !isa<FloatType>(type.getElementType()))
    return e.fault("RuntimeError", a.range,
                   "'" + a.name + "' needs a floating-point tensor");
  Value from = a[1], to = a[2];
  if (d == nn::Distribution::integers) {
    // random_(), random_(to), random_(from, to)
    if (!a.given(1)) {
      from = to = makeInt(int64_t(0));
    } else if (!a.given(2)) {
      to = from;
      from = makeInt(int64_t(0));
    }
    if (a.given(1) && !checkBounds(e, from, to, a.range))
      return {};
  }
  if (!to || to.is(Kind::None))
    to = makeFloat(0.0);
  if (!from.isNumber())
    return e.error(
        a.range,
        "'" + a.name +
            "' takes numbers; tensors of parameters are not supported");
  if (d != nn::Distribution::integers && !fitsDraw(d, from, to)) {
    e.run.callLibrary("torch._random.check_draw", {makeStr(a.name), from, to},
                      a.range);
    if (e.stopped())
      return {};
  }
  mlir::Value v = drawLike(
      e, d, a[0], RankedTensorType::get(type.getShape(), type.getElementType()),
      from, to, a.range);
  if (type.getEncoding())
    v = ToOp::create(e.b, e.loc(a.range), type, v);
  std::string gradFn = StringRef(a.name).drop_back().str() + "Backward0";
  gradFn[0] = llvm::toUpper(gradFn[0]);
  return e.tensors.overwrite(a[0], v, a.range, gradFn) ? a[0] : Value();
}

Value bernoulli(Context &e, Bound &a) {
  // A draw below p of each element.
  if (!a[0].is(Kind::Tensor))
    return e.error(a.range, "expected a tensor");
  if (a.given(1)) {
    Value made = e.tensors.contiguousCopy(a[0], "");
    Bound inner = a;
    inner.name = "bernoulli_";
    inner.values = {made, a[1], Value()};
    return drawInPlace(e, inner);
  }
  e.run.callLibrary("torch._random.check_probabilities", {a[0]}, a.range);
  if (e.stopped())
    return {};
  RankedTensorType type = e.tensors.tensorType(a[0]);
  SmallVector<mlir::Value> dynamic;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      dynamic.push_back(e.tensors.sizeIndex(a[0], d));
  mlir::Value u = draw(e, nn::Distribution::uniform, type, dynamic,
                       makeFloat(0.0), makeFloat(1.0), a.range);
  Value below = e.tensors.elementwise("nn.lt", {e.tensors.newTensor(u), a[0]},
                                      a.range, "");
  if (e.stopped())
    return {};
  Value drawn = e.tensors.newTensor(
      e.tensors.castTensor(e.tensors.read(below), type.getElementType()));
  return e.run.callLibrary("torch._math.slopeless", {drawn, a[0]}, a.range);
}

Value manualSeed(Context &e, Bound &a) {
  Value seed = e.numbers.toInt(a[0], a.range);
  if (e.stopped())
    return {};
  ManualSeedOp::create(e.b, e.loc(a.range), e.ssa(seed));
  return makeNone();
}

Value rngState(Context &e, Bound &a) {
  int64_t size = nn::RandomStateOp::stateSize;
  auto type = RankedTensorType::get({size}, e.b.getI8Type());
  return e.tensors.newTensor(
      nn::RandomStateOp::create(e.b, e.loc(a.range), type));
}

Value setRngState(Context &e, Bound &a) {
  if (!a[0].is(Kind::Tensor) ||
      !e.tensors.tensorType(a[0]).getElementType().isSignlessInteger(8))
    return e.error(a.ranges[0], "the state must be a tensor of uint8 that "
                                "torch.get_rng_state() gave");
  SetRandomStateOp::create(e.b, e.loc(a.range), e.tensors.read(a[0]));
  return makeNone();
}

/// torch.FloatTensor and its like: of sizes, or with the elements of a list.
/// torch.Tensor (-1) has the default dtype.
template <int named> Value legacy(Context &e, Bound &a) {
  int64_t dtype =
      named < 0 ? e.numbers.dtypeOf(e.numbers.defaultFloat()) : named;
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

} // namespace

void registerFactories(Registry &registry) {
  std::string o = optionNames;
  auto reg = [&](StringRef name, const std::string &signature,
                 Handler handler) {
    registry[("torch." + name).str()] = {signature, handler};
  };
  reg("zeros", "*size" + o, [](Context &e, Bound &a) {
    return full(e, a, makeInt(int64_t(0)), 1, floatUnless(e, a, 1));
  });
  reg("empty", "*size" + o, [](Context &e, Bound &a) {
    return full(e, a, makeInt(int64_t(0)), 1, floatUnless(e, a, 1));
  });
  reg("ones", "*size" + o, [](Context &e, Bound &a) {
    return full(e, a, makeInt(int64_t(1)), 1, floatUnless(e, a, 1));
  });
  reg("full", "size, fill_value" + o, [](Context &e, Bound &a) -> Value {
    Value number = a[1].is(Kind::Tensor) ? e.numbers.item(a[1], a.range) : a[1];
    if (e.stopped())
      return {};
    if (!number.isNumber())
      return e.error(a.range, "full takes a number");
    mlir::Type type = number.is(Kind::Float) ? floatUnless(e, a, 2)
                      : number.is(Kind::Int) ? mlir::Type(e.b.getI64Type())
                                             : mlir::Type(e.b.getI1Type());
    return full(e, a, number, 2, type);
  });
  reg("zeros_like", "input" + o,
      [](Context &e, Bound &a) { return like(e, a, makeInt(int64_t(0)), 1); });
  reg("empty_like", "input" + o,
      [](Context &e, Bound &a) { return like(e, a, makeInt(int64_t(0)), 1); });
  reg("ones_like", "input" + o,
      [](Context &e, Bound &a) { return like(e, a, makeInt(int64_t(1)), 1); });
  reg("full_like", "input, fill_value" + o,
      [](Context &e, Bound &a) { return like(e, a, a[1], 2); });
  for (const char *name : {"new_zeros", "new_ones", "new_empty"})
    registry[std::string("Tensor.") + name] = {
        "input, *size" + o, [](Context &e, Bound &a) {
          Bound inner = a;
          inner.values.erase(inner.values.begin());
          inner.ranges.erase(inner.ranges.begin());
          if (!inner.given(3))
            inner.values[3] = tensorAttribute(e, a[0], "device", a.range);
          return full(e, inner, makeInt(int64_t(a.name == "new_ones")), 1,
                      e.tensors.tensorType(a[0]).getElementType());
        }};
  registry["Tensor.new_full"] = {
      "input, size, fill_value" + o, [](Context &e, Bound &a) {
        Bound inner = a;
        inner.values.erase(inner.values.begin());
        inner.ranges.erase(inner.ranges.begin());
        return full(e, inner, a[2], 2,
                    e.tensors.tensorType(a[0]).getElementType());
      }};
  reg("arange", "start, end=None, step=None" + o, arange);
  reg("linspace", "start, end, steps" + o, linspace);
  reg("eye", "n, m=None" + o, eye);
  reg("tensor", "data" + o, makeFrom);
  reg("scalar_tensor", "data" + o, makeFrom);
  registry["_tine.Tensor"] = {"*data" + o, legacy<-1>};
  reg("FloatTensor", "*data" + o, legacy<TINE_FLOAT32>);
  reg("DoubleTensor", "*data" + o, legacy<TINE_FLOAT64>);
  reg("LongTensor", "*data" + o, legacy<TINE_INT64>);
  reg("IntTensor", "*data" + o, legacy<TINE_INT32>);
  reg("ShortTensor", "*data" + o, legacy<TINE_INT16>);
  reg("ByteTensor", "*data" + o, legacy<TINE_UINT8>);
  reg("BoolTensor", "*data" + o, legacy<TINE_BOOL>);
  reg("rand", "*size" + o, random);
  reg("randn", "*size" + o, random);
  reg("rand_like", "input" + o, randomLike);
  reg("randn_like", "input" + o, randomLike);
  reg("randint", "low=, high=None, size=None" + o, randint);
  reg("randperm", "n" + o, randperm);
  reg("bernoulli", "input, p=None, *, generator=None", bernoulli);
  registry["Tensor.bernoulli"] = {"input, p=None, *, generator=None",
                                  bernoulli};
  registry["Tensor.uniform_"] = {"input, from=0.0, to=1.0, *, generator=None",
                                 drawInPlace};
  registry["Tensor.normal_"] = {"input, mean=0.0, std=1.0, *, generator=None",
                                drawInPlace};
  registry["Tensor.random_"] = {"input, from=None, to=None, *, generator=None",
                                drawInPlace};
  registry["Tensor.bernoulli_"] = {
      "input, p=0.5, unused=None, *, generator=None", drawInPlace};
  registry["Tensor.exponential_"] = {
      "input, lambd=1.0, unused=None, *, generator=None", drawInPlace};
  reg("manual_seed", "seed", manualSeed);
  reg("random.manual_seed", "seed", manualSeed);
  for (StringRef module : {"", "random."}) {
    reg((module + "get_rng_state").str(), "", rngState);
    reg((module + "set_rng_state").str(), "new_state", setRngState);
  }
  reg("cuda.manual_seed", "seed",
      [](Context &, Bound &) { return makeNone(); });
  reg("cuda.manual_seed_all", "seed",
      [](Context &, Bound &) { return makeNone(); });
}

} // namespace tine::elaborate
