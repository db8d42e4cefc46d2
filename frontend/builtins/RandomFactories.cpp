//===- RandomFactories.cpp - Random tensors, and draws in place -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/RandomOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/builtins/FactoryOptions.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

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
  ShapeArgument sizes;
  if (!options(e, a, 1, floatUnless(e, a, 1), o) ||
      !sizesOf(e, a[0], a.range, sizes))
    return {};
  bool normal = a.name == "randn";
  if (!isa<FloatType>(o.element))
    return e.fault("RuntimeError", a.range,
                   "random numbers of this dtype: use randint");
  mlir::Value v =
      draw(e, normal ? nn::Distribution::normal : nn::Distribution::uniform,
           sizes.of(o.element), sizes.dynamic, makeFloat(0.0), makeFloat(1.0),
           a.range);
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
  ShapeArgument sizes;
  if (!options(e, a, 3, e.b.getI64Type(), o) ||
      !e.tensors.shapeArg(size, a.range, sizes.shape, sizes.dynamic))
    return {};
  if (!checkBounds(e, low, high, a.range))
    return {};
  return finish(e,
                draw(e, nn::Distribution::integers, sizes.of(o.element),
                     sizes.dynamic, low, high, a.range),
                o, a.range);
}

Value randperm(Context &e, Bound &a) {
  Options o;
  ShapeArgument sizes;
  if (!options(e, a, 1, e.b.getI64Type(), o) ||
      !e.tensors.shapeArg(a[0], a.range, sizes.shape, sizes.dynamic))
    return {};
  return finish(e,
                draw(e, nn::Distribution::permutation, sizes.of(o.element),
                     sizes.dynamic, makeInt(int64_t(0)), makeInt(int64_t(0)),
                     a.range),
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
  mlir::Value u =
      draw(e, nn::Distribution::uniform, type, dynamicSizes(e, a[0]),
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

} // namespace

void registerRandomFactories(Registry &r) {
  StringRef o = optionNames;
  r.add("rand randn", Function, "*size" + o, random);
  r.add("rand_like randn_like", Function, "input" + o, randomLike);
  r.add("randint", Function, "low=, high=None, size=None" + o, randint);
  r.add("randperm", Function, "n" + o, randperm);
  r.add("bernoulli", Both, "input, p=None, *, generator=None", bernoulli);
  r.add("uniform_", Method, "input, from=0.0, to=1.0, *, generator=None",
        drawInPlace);
  r.add("normal_", Method, "input, mean=0.0, std=1.0, *, generator=None",
        drawInPlace);
  r.add("random_", Method, "input, from=None, to=None, *, generator=None",
        drawInPlace);
  r.add("bernoulli_", Method, "input, p=0.5, unused=None, *, generator=None",
        drawInPlace);
  r.add("exponential_", Method,
        "input, lambd=1.0, unused=None, *, generator=None", drawInPlace);
  r.add("manual_seed random.manual_seed", Function, "seed", manualSeed);
  r.add("get_rng_state random.get_rng_state", Function, "", rngState);
  r.add("set_rng_state random.set_rng_state", Function, "new_state",
        setRngState);
  r.add("cuda.manual_seed cuda.manual_seed_all", Function, "seed",
        [](Context &, Bound &) { return makeNone(); });
}

} // namespace tine::elaborate
