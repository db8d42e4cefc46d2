//===- ShapeOps.cpp - Shapes and views ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views, and functions that move elements without computing with them.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/JoinOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

std::vector<Value> variadicSizes(Context &e, Bound &a, size_t i) {
  Value v = a[i];
  if (v.is(Kind::Tuple) && v.items.size() == 1 &&
      (v.items[0].is(Kind::Tuple) || v.items[0].is(Kind::List)))
    v = v.items[0];
  std::vector<Value> items;
  if (!e.containers.staticItems(v, items) && !e.stopped())
    e.error(a.range, "the number of sizes must be known at compile time");
  return items;
}

Value contiguousOrCopy(Context &e, const Value &x) {
  return e.get(x.id).layout.dense
             ? x
             : e.tensors.contiguousCopy(x, "CloneBackward");
}

Value viewOnly(Context &e, const Value &x, ArrayRef<Value> sizes,
               ast::Range range) {
  constexpr StringLiteral message =
      "view size is not compatible with input tensor's size and stride (at "
      "least one dimension spans across two contiguous subspaces). Use "
      ".reshape(...) instead.";
  Value view = e.tensors.reshape(x, sizes, range, "ViewBackward", true);
  if (e.stopped())
    return {};
  std::optional<bool> fits =
      e.tensors.canView(x, e.tensors.tensorType(view).getShape());
  if (!fits.value_or(true))
    return e.fault("RuntimeError", range, message);
  const Layout &layout = e.get(x.id).layout;
  if (fits || layout.order.empty())
    return view;
  // The order is known, the sizes are the run's. Gaps that slices made are not
  // known: what is no view without them is none with them.
  std::vector<Value> order;
  for (int64_t dim : layout.order)
    order.push_back(makeInt(dim));
  Value fit = e.run.callLibrary(
      "torch._shapes.is_view",
      {e.tensors.sizes(x), makeTuple(order), e.tensors.sizes(view)}, range);
  if (e.stopped())
    return {};
  e.check(e.ssa(fit), "RuntimeError", message, range);
  return view;
}

Value permuteTo(Context &e, const Value &x, ArrayRef<int64_t> dims,
                StringRef grad) {
  RankedTensorType type = e.tensors.tensorType(x);
  ViewStep step;
  step.kind = ViewStep::Kind::Permute;
  SmallVector<int64_t> shape;
  for (int64_t d : dims) {
    step.dims.push_back(d);
    shape.push_back(type.getDimSize(d));
  }
  step.result = type.clone(shape);
  return e.tensors.view(x, std::move(step), grad);
}

namespace {

/// The tensor viewed in another shape; where no view has it, a copy.
Value reshapeOrCopy(Context &e, const Value &x, ArrayRef<Value> sizes,
                    ast::Range range) {
  Value view = e.tensors.reshape(x, sizes, range, "ViewBackward", true);
  if (e.stopped() || e.tensors.canView(x, e.tensors.tensorType(view).getShape())
                         .value_or(false))
    return view;
  return e.tensors.contiguousCopy(view, "UnsafeViewBackward");
}

Value viewOp(Context &e, Bound &a) {
  std::vector<Value> sizes = variadicSizes(e, a, 1);
  if (e.stopped())
    return {};
  if (sizes.size() == 1 && sizes[0].is(Kind::DType) &&
      e.numbers.elementTypeOf(sizes[0].integer) ==
          e.tensors.tensorType(a[0]).getElementType())
    return a[0];
  if (sizes.size() == 1 && sizes[0].is(Kind::DType))
    return e.error(a.range, "view(dtype) is not supported; use to(dtype)");
  return a.name == "reshape" ? reshapeOrCopy(e, a[0], sizes, a.range)
                             : viewOnly(e, a[0], sizes, a.range);
}

Value flatten(Context &e, Bound &a) {
  int64_t from, to;
  int64_t rank = e.tensors.rank(a[0]);
  if (!e.numbers.normalizeDim(a[1], rank, a.range, from) ||
      !e.numbers.normalizeDim(a[2], rank, a.range, to))
    return {};
  if (rank == 0)
    return e.tensors.reshape(a[0], {makeInt(int64_t(1))}, a.range,
                             "ViewBackward", true);
  if (from > to)
    return e.fault(
        "RuntimeError", a.range,
        "flatten() has invalid args: start_dim cannot come after end_dim");
  std::vector<Value> sizes;
  Value product = makeInt(int64_t(1));
  for (int64_t d = 0; d < rank; ++d) {
    if (d < from || d > to) {
      sizes.push_back(e.tensors.size(a[0], d));
      continue;
    }
    product = e.model.binary(ast::BinaryOp::Mul, product,
                             e.tensors.size(a[0], d), a.range);
    if (d == to)
      sizes.push_back(product);
  }
  return reshapeOrCopy(e, a[0], sizes, a.range);
}

Value unsqueeze(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]) + 1, a.range, dim))
    return {};
  std::vector<Value> sizes = e.tensors.sizes(a[0]).items;
  sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
  return e.tensors.reshape(a[0], sizes, a.range, "UnsqueezeBackward", true);
}

Value squeeze(Context &e, Bound &a) {
  RankedTensorType type = e.tensors.tensorType(a[0]);
  SmallVector<int64_t> dims;
  if (a.given(1)) {
    SmallVector<int64_t> raw;
    if (!e.numbers.intList(a[1], a.ranges[1], "dim", raw))
      return {};
    for (int64_t d : raw) {
      int64_t dim;
      if (!e.numbers.normalizeDim(makeInt(d), type.getRank(), a.range, dim))
        return {};
      dims.push_back(dim);
    }
  } else {
    for (int64_t d = 0; d < type.getRank(); ++d)
      dims.push_back(d);
  }
  std::vector<Value> sizes;
  std::optional<int64_t> unknown; // its place in the result
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (llvm::is_contained(dims, d)) {
      if (type.isDynamicDim(d)) {
        if (e.decisions.keepLists())
          return {};
        if (unknown || e.script())
          return e.error(a.range,
                         "squeeze of dimensions whose sizes are not known at "
                         "compile time gives a tensor of unknown rank; use "
                         "reshape");
        unknown = sizes.size();
      }
      if (type.getDimSize(d) == 1)
        continue;
    }
    sizes.push_back(e.tensors.size(a[0], d));
  }
  Value result =
      e.tensors.reshape(a[0], sizes, a.range, "SqueezeBackward", true);
  return e.stopped() || !unknown
             ? result
             : e.run.callLibrary("torch._shapes.squeezed",
                                 {result, makeInt(*unknown)}, a.range);
}

Value transpose(Context &e, Bound &a) {
  int64_t x, y;
  int64_t rank = e.tensors.rank(a[0]);
  if (!e.numbers.normalizeDim(a[1], rank, a.range, x) ||
      !e.numbers.normalizeDim(a[2], rank, a.range, y))
    return {};
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(d == x ? y : d == y ? x : d);
  return permuteTo(e, a[0], dims, "TransposeBackward");
}

Value transposeMatrix(Context &e, Bound &a) {
  int64_t rank = e.tensors.rank(a[0]);
  if (rank > 2)
    return e.fault("RuntimeError", a.range,
                   "t() expects a tensor with <= 2 dimensions, but self is " +
                       Twine(rank) + "D");
  SmallVector<int64_t> dims;
  for (int64_t d = rank; d-- > 0;)
    dims.push_back(d);
  return permuteTo(e, a[0], dims, "TBackward");
}

Value permute(Context &e, Bound &a) {
  SmallVector<int64_t> dims;
  Value list = makeTuple(variadicSizes(e, a, 1));
  SmallVector<int64_t> raw;
  if (e.stopped() || !e.numbers.intList(list, a.range, "dims", raw))
    return {};
  int64_t rank = e.tensors.rank(a[0]);
  if (static_cast<int64_t>(raw.size()) != rank)
    return e.fault(
        "RuntimeError", a.range,
        "permute(sparse_coo): number of dimensions in the tensor input does "
        "not match the length of the desired ordering of dimensions");
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.numbers.normalizeDim(makeInt(d), rank, a.range, dim))
      return {};
    if (llvm::is_contained(dims, dim))
      return e.fault("RuntimeError", a.range,
                     "permute(): duplicate dims are not allowed.");
    dims.push_back(dim);
  }
  return permuteTo(e, a[0], dims, "PermuteBackward");
}

Value expand(Context &e, Bound &a) {
  std::vector<Value> sizes = variadicSizes(e, a, 1);
  return e.stopped() ? Value() : e.tensors.expandTo(a[0], sizes, a.range);
}

Value expandAs(Context &e, Bound &a) {
  if (a.name == "expand_as")
    return e.tensors.expandTo(a[0], e.tensors.sizes(a[1]).items, a.range);
  std::vector<Value> sizes = e.tensors.sizes(a[1]).items;
  return a.name == "view_as" ? viewOnly(e, a[0], sizes, a.range)
                             : reshapeOrCopy(e, a[0], sizes, a.range);
}

Value repeat(Context &e, Bound &a) {
  std::vector<Value> times = variadicSizes(e, a, 1);
  if (e.stopped())
    return {};
  int64_t rank = e.tensors.rank(a[0]);
  if (a.name == "tile")
    while (static_cast<int64_t>(times.size()) < rank)
      times.insert(times.begin(), makeInt(int64_t(1)));
  int64_t extra = static_cast<int64_t>(times.size()) - rank;
  if (extra < 0)
    return e.fault("RuntimeError", a.range,
                   "Number of dimensions of repeat dims can not be smaller "
                   "than number of dimensions of tensor");
  // [a, b] -> [1, a, 1, b] -> expanded -> joined.
  std::vector<Value> split, wide, joined;
  for (size_t i = 0; i < times.size(); ++i) {
    int64_t own = static_cast<int64_t>(i) - extra;
    Value n = own >= 0 ? e.tensors.size(a[0], own) : makeInt(int64_t(1));
    split.push_back(makeInt(int64_t(1)));
    split.push_back(n);
    Value count = e.numbers.toInt(times[i], a.range);
    if (e.stopped())
      return {};
    joined.push_back(e.model.binary(ast::BinaryOp::Mul, count, n, a.range));
    // Of nothing, a negative number of times is nothing.
    if (!count.isConst())
      count = makeInt(arith::MaxSIOp::create(e.b, e.loc(a.range), e.ssa(count),
                                             e.constInt(0)));
    wide.push_back(count);
    wide.push_back(n);
  }
  SmallVector<int64_t> shape;
  SmallVector<mlir::Value> dynamic;
  if (e.stopped() ||
      !e.tensors.shapeArg(makeTuple(joined), a.range, shape, dynamic))
    return {};
  Value x = e.tensors.reshape(a[0], split, a.range, "", true);
  x = e.stopped() ? x : e.tensors.expandTo(x, wide, a.range);
  x = e.stopped() ? x : e.tensors.reshape(x, joined, a.range, "", true);
  return e.stopped() ? Value() : e.tensors.contiguousCopy(x, "RepeatBackward");
}

Value narrow(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  if (e.tensors.rank(a[0]) == 0)
    return e.fault("RuntimeError", a.range,
                   "narrow() cannot be applied to a 0-dim tensor.");
  Value start = e.numbers.toInt(a[2], a.range);
  Value length = e.stopped() ? Value() : e.numbers.toInt(a[3], a.range);
  if (e.stopped())
    return {};
  Value size = e.tensors.size(a[0], dim);
  if (length.isConst() && length.integer < 0)
    return e.fault("RuntimeError", a.range,
                   "narrow(): length must be non-negative.");
  if (start.isConst() && start.integer < 0)
    start = e.model.binary(ast::BinaryOp::Add, size, start, a.range);
  Value end = e.model.binary(ast::BinaryOp::Add, start, length, a.range);
  if (e.stopped())
    return {};
  if (end.isConst() && size.isConst()) {
    if (start.integer < 0 || end.integer > size.integer)
      return e.fault("RuntimeError", a.range,
                     "start (" + Twine(start.integer) + ") + length (" +
                         Twine(length.integer) + ") exceeds dimension size (" +
                         Twine(size.integer) + ").");
    return e.tensors.slice(a[0], dim, start, end, Value(), a.range);
  }
  // The size of the part is known even where its place is not.
  Location where = e.loc(a.range);
  mlir::Value from = e.ssa(start), zero = e.constInt(0), n = e.ssa(size);
  auto compare = [&](arith::CmpIPredicate how, mlir::Value x, mlir::Value y) {
    return arith::CmpIOp::create(e.b, where, how, x, y);
  };
  if (!length.isConst())
    e.check(compare(arith::CmpIPredicate::sge, e.ssa(length), zero),
            "RuntimeError", "narrow(): length must be non-negative.", a.range);
  mlir::Value wrapped = from;
  if (!start.isConst())
    wrapped = arith::SelectOp::create(
        e.b, where, compare(arith::CmpIPredicate::slt, from, zero),
        arith::AddIOp::create(e.b, where, from, n), from);
  // As unsigned numbers: negative ones are too large.
  mlir::Value least = arith::SubIOp::create(e.b, where, zero, n);
  e.check(compare(arith::CmpIPredicate::ule, wrapped, n), "IndexError",
          "start out of range (expected to be in range of [%i, %i], but got "
          "%i)",
          a.range, {least, n, from});
  from = wrapped;
  mlir::Value rest = arith::SubIOp::create(e.b, where, n, from);
  e.check(compare(arith::CmpIPredicate::sle, e.ssa(length), rest),
          "RuntimeError",
          "start (%i) + length (%i) exceeds dimension size (%i).", a.range,
          {from, e.ssa(length), n});
  ViewStep step;
  step.kind = ViewStep::Kind::Slice;
  step.dim = dim;
  step.start = arith::IndexCastOp::create(e.b, where, e.b.getIndexType(), from);
  RankedTensorType type = e.tensors.tensorType(a[0]);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = length.isConst() ? length.integer : ShapedType::kDynamic;
  if (!length.isConst())
    step.sizes.push_back(e.numbers.toIndex(length));
  step.result = type.clone(shape);
  return e.tensors.view(a[0], std::move(step), "SliceBackward");
}

Value selectOp(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  return e.tensors.selectIndex(a[0], dim, a[2], a.range);
}

/// Writes the elements of `view` over those of the tensor, which nothing else
/// that the program can get at may share.
Value moveElements(Context &e, const Value &tensor, const Value &view,
                   ast::Range range) {
  const Object &own = e.get(tensor.id);
  bool mayBeOther = !own.mayAlias.empty() || own.isChoice ||
                    !e.get(own.storage).mayAlias.empty() ||
                    e.get(own.storage).isChoice;
  if (mayBeOther || e.objects.sharesStorage(tensor) || own.requiresGrad ||
      own.tensorType != e.get(view.id).tensorType)
    return e.error(range, "a tensor's storage, shape or requires_grad changes "
                          "in a loop; assign to the variable instead");
  return e.tensors.write(tensor, e.tensors.read(view), range) ? tensor
                                                              : Value();
}

/// t_, unsqueeze_, ...: the tensor becomes its own view.
Value becomeView(Context &e, Bound &a) {
  Bound inner = a;
  inner.name.pop_back();
  Value view = e.run.builtins().find("Tensor." + inner.name)->handler(e, inner);
  if (!e.stopped() && !view.is(Kind::Tensor))
    e.error(a.range, "which shape the tensor gets, only the run knows; assign "
                     "what '" +
                         inner.name + "' gives to the variable");
  if (e.stopped())
    return {};
  if (e.get(a[0].id).movesElements)
    return moveElements(e, a[0], view, a.range);
  Object made = e.get(view.id);
  const Object &own = e.get(a[0].id);
  made.isParameter = own.isParameter;
  made.isBuffer = own.isBuffer;
  e.objects.replace(a[0], std::move(made));
  return a[0];
}

Value flip(Context &e, Bound &a) {
  SmallVector<int64_t> dims, raw;
  Value list = makeTuple(variadicSizes(e, a, 1));
  if (e.stopped() || !e.numbers.intList(list, a.range, "dims", raw))
    return {};
  for (int64_t d : raw) {
    int64_t dim;
    if (!e.numbers.normalizeDim(makeInt(d), e.tensors.rank(a[0]), a.range, dim))
      return {};
    dims.push_back(dim);
  }
  if (e.tensors.rank(a[0]) == 0)
    dims.clear();
  mlir::Value x = e.tensors.read(a[0]);
  Value made = e.tensors.newTensor(
      nn::FlipOp::create(e.b, e.loc(a.range), x.getType(), x, dims),
      e.grads.gradOf({a[0]}), "FlipBackward");
  return e.tensors.keepLayout(made, {a[0]});
}

} // namespace

void registerShapeOps(Registry &r) {
  r.add("unsqueeze_", Method, "input: Tensor, dim", becomeView);
  r.add("squeeze_", Method, "input: Tensor, dim=None", becomeView);
  r.add("t_", Method, "input: Tensor", becomeView);
  r.add("transpose_ swapaxes_ swapdims_", Method, "input: Tensor, dim0, dim1",
        becomeView);
  r.add("view", Method, "input: Tensor, *size", viewOp);
  r.add("reshape", Both, "input: Tensor, *shape", viewOp);
  r.add("flatten", Both, "input: Tensor, start_dim=0, end_dim=-1", flatten);
  r.add("ravel", Both, "input: Tensor", [](Context &e, Bound &a) {
    return reshapeOrCopy(e, contiguousOrCopy(e, a[0]), {makeInt(int64_t(-1))},
                         a.range);
  });
  r.add("unsqueeze", Both, "input: Tensor, dim", unsqueeze);
  r.add("squeeze", Both, "input: Tensor, dim=None", squeeze);
  r.add("transpose swapaxes swapdims", Both, "input: Tensor, dim0, dim1",
        transpose);
  r.add("t", Both, "input: Tensor", transposeMatrix);
  r.add("permute", Both, "input: Tensor, *dims", permute);
  r.add("expand", Method, "input: Tensor, *size, implicit=False", expand);
  r.add("broadcast_to", Both, "input: Tensor, *size", expand);
  r.add("expand_as view_as reshape_as", Method, "input: Tensor, other: Tensor",
        expandAs);
  r.add("repeat", Method, "input: Tensor, *repeats", repeat);
  r.add("tile", Both, "input: Tensor, *dims", repeat);
  r.add("narrow", Both, "input: Tensor, dim, start, length", narrow);
  r.add("select", Both, "input: Tensor, dim, index", selectOp);
  r.add("flip", Both, "input: Tensor, *dims", flip);
}

} // namespace tine::elaborate
