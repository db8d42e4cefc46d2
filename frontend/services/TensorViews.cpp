//===- TensorViews.cpp - Views by reshape, slice, select, expand ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With sizes known at compile time or in the run.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether a number is the size of a tensor, which is never negative.
static bool isSize(mlir::Value number) {
  if (auto cast = number.getDefiningOp<arith::IndexCastOp>())
    number = cast.getIn();
  return number.getDefiningOp<tensor::DimOp>() != nullptr;
}

SizesText::SizesText(ArrayRef<Value> sizes) {
  for (auto [i, size] : llvm::enumerate(sizes)) {
    text += i ? ", " : "";
    text += size.isConst() ? std::to_string(size.integer) : "%i";
    if (!size.isConst())
      numbers.push_back(size.ssa);
  }
  text += "]";
}

namespace {
/// What a product of sizes is made of: a constant, values, and dimensions of
/// tensors (-1: the value itself).
struct Factors {
  APInt constant{256, 1};
  std::vector<std::pair<const void *, int64_t>> others;

  explicit Factors(ArrayRef<Value> sizes) {
    for (const Value &size : sizes)
      if (size.isConst())
        multiply(size.integer);
      else
        add(size.ssa);
    llvm::sort(others);
  }
  bool operator==(const Factors &other) const {
    return constant == other.constant && others == other.others;
  }

private:
  void multiply(int64_t n) { constant *= APInt(256, n, /*isSigned=*/true); }

  /// The operand that gives the result of an elementwise operation its size in
  /// a dimension, counted from the end; none if there are several.
  static mlir::Value operandOfSize(Operation *op, int64_t fromEnd) {
    mlir::Value only;
    for (mlir::Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!type || type.getRank() < fromEnd ||
          type.getDimSize(type.getRank() - fromEnd) == 1)
        continue;
      if (only)
        return {};
      only = operand;
    }
    return only;
  }

  /// The size of a dimension by what it is made of: views are read anew by
  /// every use.
  void add(mlir::Value tensor, int64_t dim) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return multiply(type.getDimSize(dim));
    auto given = [&](ValueRange sizes) {
      add(sizes[llvm::count_if(type.getShape().take_front(dim),
                               ShapedType::isDynamic)]);
    };
    Operation *op = tensor.getDefiningOp();
    if (auto reshape = dyn_cast_or_null<nn::ReshapeOp>(op))
      return given(reshape.getSizes());
    if (auto expand = dyn_cast_or_null<nn::ExpandOp>(op))
      return given(expand.getSizes());
    if (auto permute = dyn_cast_or_null<nn::PermuteOp>(op))
      return add(permute.getInput(), permute.getDims()[dim]);
    if (auto detach = dyn_cast_or_null<nn::DetachOp>(op))
      return add(detach.getInput(), dim);
    if (auto slice = dyn_cast_or_null<nn::SliceOp>(op);
        slice && static_cast<int64_t>(slice.getDim()) != dim)
      return add(slice.getInput(), dim);
    if (auto product = dyn_cast_or_null<nn::MatmulOp>(op); product && dim == 0)
      return add(product.getLhs(), 0);
    if (isa_and_nonnull<nn::AddOp, nn::SubOp, nn::MulOp, nn::DivOp>(op))
      if (mlir::Value only = operandOfSize(op, type.getRank() - dim))
        return add(only, cast<RankedTensorType>(only.getType()).getRank() -
                             (type.getRank() - dim));
    others.emplace_back(tensor.getAsOpaquePointer(), dim);
  }

  void add(mlir::Value value) {
    if (auto known = getConstantIntValue(OpFoldResult(value)))
      return multiply(*known);
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      return add(cast.getIn());
    if (auto product = value.getDefiningOp<arith::MulIOp>()) {
      add(product.getLhs());
      return add(product.getRhs());
    }
    auto dim = value.getDefiningOp<tensor::DimOp>();
    if (dim && dim.getConstantIndex())
      add(dim.getSource(), *dim.getConstantIndex());
    else
      others.emplace_back(value.getAsOpaquePointer(), -1);
  }
};

/// A product of sizes of the run, and whether it is one: no size is negative,
/// and it has no more than 63 bits.
struct CheckedProduct {
  mlir::Value value, isValid;

  CheckedProduct(Context &e, ArrayRef<Value> sizes, Location where)
      : b(e.b), where(where) {
    value = e.constInt(1);
    isValid = compare(arith::CmpIPredicate::sge, value, e.constInt(0));
    mlir::Value zero = e.constInt(0);
    for (const Value &size : sizes) {
      mlir::Value factor = e.ssa(size);
      if (!isSize(factor))
        require(compare(arith::CmpIPredicate::sge, factor, zero));
      auto wide = arith::MulUIExtendedOp::create(b, where, value, factor);
      value = wide.getLow();
      require(compare(arith::CmpIPredicate::eq, wide.getHigh(), zero));
    }
    require(compare(arith::CmpIPredicate::sge, value, zero));
  }

  mlir::Value compare(arith::CmpIPredicate how, mlir::Value x, mlir::Value y) {
    return arith::CmpIOp::create(b, where, how, x, y);
  }
  void require(mlir::Value condition) {
    isValid = arith::AndIOp::create(b, where, isValid, condition);
  }

private:
  OpBuilder &b;
  Location where;
};
} // namespace

/// The size that -1 stands for, and whether there is one.
static mlir::Value inferSize(Context &e, CheckedProduct &product,
                             mlir::Value total, Location where) {
  mlir::Value zero = e.constInt(0);
  product.require(
      product.compare(arith::CmpIPredicate::ne, product.value, zero));
  mlir::Value divisor = arith::SelectOp::create(e.b, where, product.isValid,
                                                product.value, e.constInt(1));
  mlir::Value rest = arith::RemUIOp::create(e.b, where, total, divisor);
  product.require(product.compare(arith::CmpIPredicate::eq, rest, zero));
  return arith::DivUIOp::create(e.b, where, total, divisor);
}

Value TensorBuilder::reshape(const Value &tensor, ArrayRef<Value> wanted,
                             ast::Range range, StringRef gradFn, bool asView) {
  RankedTensorType type = tensorType(tensor);
  std::vector<Value> target(wanted.begin(), wanted.end());
  std::vector<Value> known;
  int infer = -1;
  for (auto [i, v] : llvm::enumerate(target)) {
    v = numbers.toInt(v, range);
    if (stopped())
      return {};
    if (v.isConst() && v.integer == -1) {
      if (infer >= 0)
        return fault("RuntimeError", range,
                     "only one dimension can be inferred");
      infer = i;
      continue;
    }
    if (v.isConst() && v.integer < 0)
      return fault("RuntimeError", range,
                   "invalid shape dimension " + Twine(v.integer));
    known.push_back(v);
  }
  Value total = numel(tensor);
  if (stopped())
    return {};
  SizesText described(target);
  std::string invalid =
      "shape '" + described.text + "' is invalid for input of size ";
  Factors product(known);
  if (total.isConst() && product.others.empty()) {
    APInt count(256, total.integer);
    bool fits = infer < 0 ? count == product.constant
                          : !product.constant.isZero() &&
                                count.urem(product.constant).isZero();
    if (!fits)
      return fault("RuntimeError", range, invalid + Twine(total.integer));
    if (infer >= 0)
      target[infer] = makeInt(
          static_cast<int64_t>(count.udiv(product.constant).getZExtValue()));
  } else if (infer >= 0 || !(product == Factors(sizes(tensor).items))) {
    Location where = loc(range);
    CheckedProduct checked(*this, known, where);
    if (infer >= 0)
      target[infer] = makeInt(inferSize(*this, checked, ssa(total), where));
    else
      checked.require(
          checked.compare(arith::CmpIPredicate::eq, checked.value, ssa(total)));
    described.numbers.push_back(ssa(total));
    check(checked.isValid, "RuntimeError", invalid + "%i", range,
          described.numbers);
  }
  ViewStep step;
  step.kind = ViewStep::Kind::Reshape;
  SmallVector<int64_t> shape;
  for (const Value &v : target) {
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (!v.isConst())
      step.sizes.push_back(numbers.toIndex(v));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  (void)asView;
  return view(tensor, std::move(step), gradFn);
}

/// The number of elements between two ints that are known to be inside of
/// the size, if that is known.
static std::optional<int64_t> sizeInside(Context &e, const Value &lower,
                                         const Value &upper,
                                         const Value &size) {
  auto isInt = [](const Value &v) { return v && v.is(Kind::Int) && v.ssa; };
  if (!isInt(lower) || !isInt(upper) || !size.isConst())
    return std::nullopt;
  LinearForm from = LinearForm::of(lower.ssa), to = LinearForm::of(upper.ssa);
  auto span = to.plus(from, -1);
  if (!span || !span->terms.empty() || span->constant < 1)
    return std::nullopt;
  auto starts = e.numbers.boundsOf(from), ends = e.numbers.boundsOf(to);
  bool isInside =
      starts && ends && starts->first >= 0 && ends->second <= size.integer;
  return isInside ? std::optional(span->constant) : std::nullopt;
}

Value TensorBuilder::slice(const Value &tensor, int64_t dim, Value lower,
                           Value upper, Value stepValue, ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  int64_t stepSize = 1;
  if (stepValue && !stepValue.is(Kind::None) &&
      !numbers.knownInt(stepValue, range, "the step of a slice", stepSize))
    return {};
  if (stepSize < 1)
    return fault("ValueError", range, "slice step must be positive");
  if (!budget.checkStep(tensor, stepSize, range))
    return {};
  auto absent = [](const Value &v) { return !v || v.is(Kind::None); };
  for (Value *bound : {&lower, &upper})
    if (!absent(*bound)) {
      if (bound->is(Kind::Str) || bound->is(Kind::Float))
        return fault("TypeError", range,
                     "slice indices must be integers or None or have an "
                     "__index__ method");
      *bound = numbers.toInt(*bound, range);
      if (stopped())
        return {};
    }
  ViewStep step;
  step.kind = ViewStep::Kind::Slice;
  step.dim = dim;
  step.step = stepSize;
  SmallVector<int64_t> shape(type.getShape());
  Value n = size(tensor, dim);
  // Full slices are the tensor itself, as another view.
  auto known = [&](const Value &v) { return absent(v) || v.isConst(); };
  if (n.isConst() && known(lower) && known(upper)) {
    auto clamp = [&](const Value &v, int64_t fallback) {
      if (absent(v))
        return fallback;
      int64_t i = v.integer < 0 ? v.integer + n.integer : v.integer;
      return std::clamp<int64_t>(i, 0, n.integer);
    };
    int64_t from = clamp(lower, 0), to = clamp(upper, n.integer);
    shape[dim] = to > from ? (to - from - 1) / stepSize + 1 : 0;
    // An empty slice may start at the end.
    step.start = constIndex(shape[dim] ? from : 0);
  } else if (auto count = sizeInside(*this, lower, upper, n)) {
    shape[dim] = (*count - 1) / stepSize + 1;
    step.start =
        arith::IndexCastOp::create(b, loc(range), b.getIndexType(), ssa(lower));
  } else {
    Location where = loc(range);
    auto clamp = [&](const Value &v, Value fallback) -> mlir::Value {
      if (absent(v))
        return ssa(fallback);
      if (v.isConst() && v.integer == 0)
        return constInt(0);
      mlir::Value i = ssa(v), size = ssa(n), zero = constInt(0);
      mlir::Value negative =
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt, i, zero);
      mlir::Value wrapped = arith::AddIOp::create(b, where, i, size);
      i = arith::SelectOp::create(b, where, negative, wrapped, i);
      i = arith::MaxSIOp::create(b, where, i, zero);
      return arith::MinSIOp::create(b, where, i, size);
    };
    mlir::Value from = clamp(lower, makeInt(int64_t(0))), to = clamp(upper, n);
    mlir::Value span = arith::SubIOp::create(b, where, to, from);
    span = arith::MaxSIOp::create(b, where, span, constInt(0));
    if (stepSize != 1)
      span = arith::CeilDivSIOp::create(b, where, span, constInt(stepSize));
    shape[dim] = ShapedType::kDynamic;
    step.start = arith::IndexCastOp::create(b, where, b.getIndexType(), from);
    step.sizes.push_back(
        arith::IndexCastOp::create(b, where, b.getIndexType(), span));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(tensor, std::move(step), "SliceBackward");
}

std::optional<std::pair<int64_t, int64_t>>
Numbers::boundsOf(const LinearForm &form) {
  SmallVector<Counter> counters;
  for (const ActiveLoop &loop : decisions.activeLoops)
    if (loop.counter.value)
      counters.push_back(loop.counter);
  return elaborate::boundsOf(form, counters);
}

Value TensorBuilder::selectIndex(const Value &tensor, int64_t dim, Value index,
                                 ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  if (type.getRank() == 0)
    return fault("IndexError", range,
                 "invalid index of a 0-dim tensor; use tensor.item()");
  Value n = size(tensor, dim);
  Location where = loc(range);
  ViewStep step;
  step.kind = ViewStep::Kind::Slice;
  step.dim = dim;
  if (n.isConst() && index.isConst()) {
    int64_t i = index.integer < 0 ? index.integer + n.integer : index.integer;
    if (i < 0 || i >= n.integer)
      return fault("IndexError", range,
                   "index " + Twine(index.integer) +
                       " is out of bounds for dimension " + Twine(dim) +
                       " with size " + Twine(n.integer));
    step.start = constIndex(i);
  } else {
    mlir::Value i = ssa(index), size = ssa(n), zero = constInt(0);
    Operation *by = i.getDefiningOp();
    if (!by || !by->hasAttr(isOfRow)) {
      mlir::Value negative =
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt, i, zero);
      mlir::Value wrapped = arith::AddIOp::create(b, where, i, size);
      i = arith::SelectOp::create(b, where, negative, wrapped, i);
      mlir::Value ok =
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::ult, i, size);
      check(ok, "IndexError",
            "index %i is out of bounds for dimension " + Twine(dim) +
                " with size %i",
            range, {ssa(index), size});
    }
    step.start = arith::IndexCastOp::create(b, where, b.getIndexType(), i);
  }
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = 1;
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  Value part = view(tensor, std::move(step), "SelectBackward");
  std::vector<Value> rest;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != dim)
      rest.push_back(size(tensor, d));
  // Drops the dimension of size 1.
  ViewStep drop;
  drop.kind = ViewStep::Kind::Reshape;
  shape.erase(shape.begin() + dim);
  for (const Value &v : rest)
    if (!v.isConst())
      drop.sizes.push_back(numbers.toIndex(v));
  drop.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(part, std::move(drop), "SelectBackward");
}

Value aliasOf(Context &e, const Value &x, StringRef gradFn) {
  ViewStep same;
  same.kind = ViewStep::Kind::Permute;
  for (int64_t dim = 0; dim < e.tensors.rank(x); ++dim)
    same.dims.push_back(dim);
  same.result = e.tensors.tensorType(x);
  return e.tensors.view(x, std::move(same), gradFn);
}

/// The view by an expansion that repeats nothing: behind `extra` sizes of 1.
static Value viewUnexpanded(Context &e, const Value &tensor, int64_t extra,
                            ast::Range range) {
  std::vector<Value> sizes = e.tensors.sizes(tensor).items;
  sizes.insert(sizes.begin(), extra, makeInt(int64_t(1)));
  Value whole = tensor;
  if (extra)
    whole = e.tensors.reshape(tensor, sizes, range, "UnsqueezeBackward", true);
  return e.stopped() ? Value() : aliasOf(e, whole, "ExpandBackward");
}

Value TensorBuilder::expandTo(const Value &tensor, ArrayRef<Value> wanted,
                              ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  int64_t extra = static_cast<int64_t>(wanted.size()) - type.getRank();
  if (extra < 0)
    return fault(
        "RuntimeError", range,
        "the number of sizes provided (" + Twine(wanted.size()) +
            ") must be greater or equal to the number of dimensions in the "
            "tensor (" +
            Twine(type.getRank()) + ")");
  ViewStep step;
  step.kind = ViewStep::Kind::Expand;
  SmallVector<int64_t> shape;
  bool repeats = false; // some elements, as far as is known
  for (auto [i, given] : llvm::enumerate(wanted)) {
    Value v = numbers.toInt(given, range);
    if (stopped())
      return {};
    int64_t own = static_cast<int64_t>(i) - extra;
    if (v.isConst() && v.integer == -1) {
      if (own < 0)
        return fault("RuntimeError", range,
                     "-1 is not allowed for a new dimension in expand");
      v = size(tensor, own);
    } else {
      int64_t kept = own < 0 ? 1 : type.getDimSize(own);
      repeats |= !v.isConst() || v.integer != kept;
    }
    if (v.isConst() && v.integer < 0)
      return fault("RuntimeError", range,
                   "Trying to create tensor with negative dimension " +
                       Twine(v.integer));
    if (own >= 0 && v.isConst() && !type.isDynamicDim(own) &&
        type.getDimSize(own) != 1 && type.getDimSize(own) != v.integer)
      return fault("RuntimeError", range,
                   "The expanded size of the tensor (" + Twine(v.integer) +
                       ") must match the existing size (" +
                       Twine(type.getDimSize(own)) +
                       ") at non-singleton dimension " + Twine(i));
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (v.isConst())
      continue;
    step.sizes.push_back(numbers.toIndex(v));
    // That it fits the tensor is checked by the lowering.
    if (!isSize(v.ssa))
      check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::sge,
                                  v.ssa, constInt(0)),
            "RuntimeError",
            "Trying to create tensor with negative dimension %i", range, v.ssa);
  }
  if (!repeats)
    return viewUnexpanded(*this, tensor, extra, range);
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(tensor, std::move(step), "ExpandBackward");
}

bool TensorBuilder::shapeArg(const Value &value, ast::Range range,
                             SmallVectorImpl<int64_t> &shape,
                             SmallVectorImpl<mlir::Value> &dynamic) {
  std::vector<Value> items;
  if (value.is(Kind::Int) || value.is(Kind::Tensor))
    items = {value};
  else if (!(value.is(Kind::Tuple) || value.is(Kind::List)) ||
           !containers.staticItems(value, items)) {
    if (!stopped())
      error(range,
            "a shape must be integers, and their number known at compile time");
    return false;
  }
  for (Value &item : items) {
    item = numbers.toInt(item, range);
    if (stopped())
      return false;
    if (item.isConst() && item.integer < 0) {
      fault("RuntimeError", range,
            "Trying to create tensor with negative dimension " +
                Twine(item.integer));
      return false;
    }
  }
  for (const Value &item : items) {
    shape.push_back(item.isConst() ? item.integer : ShapedType::kDynamic);
    if (item.isConst())
      continue;
    dynamic.push_back(numbers.toIndex(item));
    if (isSize(item.ssa))
      continue;
    SizesText all(items);
    all.numbers.insert(all.numbers.begin(), item.ssa);
    check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::sge,
                                item.ssa, constInt(0)),
          "RuntimeError",
          "Trying to create tensor with negative dimension %i: " + all.text,
          range, all.numbers);
  }
  if (shape.size() > TINE_MAX_RANK) {
    error(range,
          "tensors have at most " + Twine(TINE_MAX_RANK) + " dimensions");
    return false;
  }
  return true;
}

} // namespace tine::elaborate
