//===- TensorShapes.cpp - Views by reshape, slice, select, expand ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With sizes known at compile time or in the run.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool Elaborator::shapeArg(const Value &value, ast::Range range,
                          SmallVectorImpl<int64_t> &shape,
                          SmallVectorImpl<mlir::Value> &dynamic) {
  std::vector<Value> items;
  if (value.is(Kind::Int) || value.is(Kind::Tensor))
    items = {value};
  else if (!(value.is(Kind::Tuple) || value.is(Kind::List)) ||
           !staticItems(value, items)) {
    if (!stopped)
      error(range,
            "a shape must be integers, and their number known at compile time");
    return false;
  }
  for (Value &item : items) {
    Value n = toInt(item, range);
    if (stopped)
      return false;
    if (n.isConst()) {
      if (n.integer < 0) {
        fault("RuntimeError", range,
              "Trying to create tensor with negative dimension " +
                  Twine(n.integer));
        return false;
      }
      shape.push_back(n.integer);
      continue;
    }
    shape.push_back(ShapedType::kDynamic);
    check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::sge, n.ssa,
                                constInt(0)),
          "RuntimeError", "Trying to create tensor with negative dimension",
          range);
    dynamic.push_back(toIndex(n));
  }
  if (shape.size() > TINE_MAX_RANK) {
    error(range,
          "tensors have at most " + Twine(TINE_MAX_RANK) + " dimensions");
    return false;
  }
  return true;
}

Value Elaborator::reshape(const Value &tensor, ArrayRef<Value> wanted,
                          ast::Range range, StringRef gradFn, bool asView) {
  RankedTensorType type = tensorType(tensor);
  std::vector<Value> target(wanted.begin(), wanted.end());
  int infer = -1;
  Value product = makeInt(int64_t(1));
  for (auto [i, v] : llvm::enumerate(target)) {
    v = toInt(v, range);
    if (stopped)
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
    product = binary(ast::BinaryOp::Mul, product, v, range);
  }
  Value total = numel(tensor);
  if (stopped)
    return {};
  auto describe = [&] {
    std::string text = "[";
    for (auto [i, v] : llvm::enumerate(target))
      text += (i ? ", " : "") +
              (v.isConst() ? std::to_string(v.integer) : std::string("?"));
    return text + "]";
  };
  if (infer >= 0) {
    if (total.isConst() && product.isConst()) {
      if (product.integer == 0 || total.integer % product.integer)
        return fault("RuntimeError", range,
                     "shape '" + Twine(describe()) +
                         "' is invalid for input of size " +
                         Twine(total.integer));
      target[infer] = makeInt(total.integer / product.integer);
    } else {
      Value rest = binary(ast::BinaryOp::FloorDiv, total, product, range);
      Value back = binary(ast::BinaryOp::Mul, rest, product, range);
      Value same = compare(ast::CompareOp::Eq, back, total, range);
      if (stopped)
        return {};
      check(ssa(same), "RuntimeError",
            "shape '" + Twine(describe()) + "' is invalid for the input",
            range);
      target[infer] = rest;
    }
  } else if (total.isConst() && product.isConst()) {
    if (total.integer != product.integer)
      return fault("RuntimeError", range,
                   "shape '" + Twine(describe()) +
                       "' is invalid for input of size " +
                       Twine(total.integer));
  } else {
    Value same = compare(ast::CompareOp::Eq, product, total, range);
    check(ssa(same), "RuntimeError",
          "shape '" + Twine(describe()) + "' is invalid for the input", range);
  }
  ViewStep step;
  step.kind = ViewStep::Kind::Reshape;
  SmallVector<int64_t> shape;
  for (const Value &v : target) {
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (!v.isConst())
      step.sizes.push_back(toIndex(v));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  (void)asView;
  return view(tensor, std::move(step), gradFn);
}

/// The number of elements between two ints that are known to be inside of
/// the size, if that is known.
static std::optional<int64_t> sizeInside(Elaborator &e, const Value &lower,
                                         const Value &upper,
                                         const Value &size) {
  auto isInt = [](const Value &v) { return v && v.is(Kind::Int) && v.ssa; };
  if (!isInt(lower) || !isInt(upper) || !size.isConst())
    return std::nullopt;
  LinearForm from = LinearForm::of(lower.ssa), to = LinearForm::of(upper.ssa);
  auto span = to.plus(from, -1);
  if (!span || !span->terms.empty() || span->constant < 1)
    return std::nullopt;
  auto starts = e.boundsOf(from), ends = e.boundsOf(to);
  bool isInside =
      starts && ends && starts->first >= 0 && ends->second <= size.integer;
  return isInside ? std::optional(span->constant) : std::nullopt;
}

Value Elaborator::slice(const Value &tensor, int64_t dim, Value lower,
                        Value upper, Value stepValue, ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  int64_t stepSize = 1;
  if (stepValue && !stepValue.is(Kind::None) &&
      !knownInt(stepValue, range, "the step of a slice", stepSize))
    return {};
  if (stepSize < 1)
    return fault("ValueError", range, "slice step must be positive");
  if (!checkStep(tensor, stepSize, range))
    return {};
  auto absent = [](const Value &v) { return !v || v.is(Kind::None); };
  for (Value *bound : {&lower, &upper})
    if (!absent(*bound)) {
      if (bound->is(Kind::Str) || bound->is(Kind::Float))
        return fault("TypeError", range,
                     "slice indices must be integers or None or have an "
                     "__index__ method");
      *bound = toInt(*bound, range);
      if (stopped)
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
Elaborator::boundsOf(const LinearForm &form) {
  SmallVector<Counter> counters;
  for (const ActiveLoop &loop : activeLoops)
    if (loop.counter.value)
      counters.push_back(loop.counter);
  return elaborate::boundsOf(form, counters);
}

Value Elaborator::selectIndex(const Value &tensor, int64_t dim, Value index,
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
    mlir::Value negative =
        arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt, i, zero);
    mlir::Value wrapped = arith::AddIOp::create(b, where, i, size);
    i = arith::SelectOp::create(b, where, negative, wrapped, i);
    mlir::Value ok =
        arith::CmpIOp::create(b, where, arith::CmpIPredicate::ult, i, size);
    check(ok, "IndexError",
          "index is out of bounds for dimension " + Twine(dim), range);
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
      drop.sizes.push_back(toIndex(v));
  drop.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(part, std::move(drop), "SelectBackward");
}

Value Elaborator::expandTo(const Value &tensor, ArrayRef<Value> wanted,
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
  for (auto [i, given] : llvm::enumerate(wanted)) {
    Value v = toInt(given, range);
    if (stopped)
      return {};
    int64_t own = static_cast<int64_t>(i) - extra;
    if (v.isConst() && v.integer == -1) {
      if (own < 0)
        return fault("RuntimeError", range,
                     "-1 is not allowed for a new dimension in expand");
      v = size(tensor, own);
    }
    if (own >= 0 && v.isConst() && !type.isDynamicDim(own) &&
        type.getDimSize(own) != 1 && type.getDimSize(own) != v.integer)
      return fault("RuntimeError", range,
                   "The expanded size of the tensor (" + Twine(v.integer) +
                       ") must match the existing size (" +
                       Twine(type.getDimSize(own)) +
                       ") at non-singleton dimension " + Twine(i));
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (!v.isConst())
      step.sizes.push_back(toIndex(v));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(tensor, std::move(step), "ExpandBackward");
}

} // namespace tine::elaborate
