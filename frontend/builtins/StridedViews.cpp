//===- StridedViews.cpp - Diagonals, windows, as_strided ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Layouts.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// The elements of a diagonal lie at equal distances once its two dimensions
/// are one, the last.
Value diagonal(Context &e, Bound &a) {
  int64_t offset = 0, x, y;
  if ((!isOfRun(a[1]) && !e.numbers.knownInt(a[1], a.range, "offset", offset)))
    return {};
  RankedTensorType type = e.tensors.tensorType(a[0]);
  int64_t rank = type.getRank();
  if (!e.numbers.normalizeDim(a[2], rank, a.range, x) ||
      !e.numbers.normalizeDim(a[3], rank, a.range, y))
    return {};
  if (x == y)
    return e.fault("RuntimeError", a.range,
                   "diagonal dimensions cannot be identical " + Twine(x) +
                       ", " + Twine(y));
  if (type.isDynamicDim(x) || type.isDynamicDim(y) || isOfRun(a[1]))
    return e.run.callLibrary("torch._shapes.diagonal",
                             {a[0], a[1], makeInt(x), makeInt(y)}, a.range);
  int64_t rows = type.getDimSize(x), columns = type.getDimSize(y);
  int64_t count =
      std::max<int64_t>(0, std::min(rows + std::min<int64_t>(offset, 0),
                                    columns - std::max<int64_t>(offset, 0)));
  std::optional<SmallVector<int64_t>> strides = e.tensors.strides(a[0]);
  int64_t start = e.get(a[0].id).layout.offset;
  SmallVector<int64_t> order;
  SmallVector<int64_t> laid;
  for (int64_t d = 0; d < rank; ++d)
    if (d != x && d != y) {
      order.push_back(d);
      if (strides)
        laid.push_back((*strides)[d]);
    }
  order.append({x, y});
  if (strides)
    laid.push_back((*strides)[x] + (*strides)[y]);
  Value matrix = permuteTo(e, a[0], order, "DiagonalBackward");
  std::vector<Value> sizes = e.tensors.sizes(matrix).items;
  sizes.resize(rank - 2);
  sizes.push_back(makeInt(rows * columns));
  Value flat =
      e.tensors.reshape(matrix, sizes, a.range, "DiagonalBackward", true);
  if (e.stopped())
    return {};
  int64_t from = !count ? 0 : offset >= 0 ? offset : -offset * columns;
  Value view = e.tensors.slice(
      flat, rank - 2, makeInt(from),
      makeInt(count ? from + (count - 1) * (columns + 1) + 1 : 0),
      makeInt(columns + 1), a.range);
  if (e.stopped() || !strides)
    return view;
  if (count && !ShapedType::isDynamic(start))
    start += offset >= 0 ? offset * (*strides)[y] : -offset * (*strides)[x];
  RankedTensorType made = e.tensors.tensorType(view);
  if (made.hasStaticShape())
    e.tensors.setLayout(view, makeLayout(made.getShape(), laid, start));
  return view;
}

Value stridedView(Context &e, const Value &x, ArrayRef<int64_t> shape,
                  ArrayRef<int64_t> places, int64_t offset, StringRef grad) {
  RankedTensorType type = e.tensors.tensorType(x);
  ViewStep step;
  step.kind = ViewStep::Kind::Strided;
  step.dim = offset;
  step.dims.assign(places.begin(), places.end());
  step.result = type.clone(shape);
  return e.tensors.view(x, std::move(step), grad);
}

/// Windows of one dimension, each in a new last one.
Value unfold(Context &e, Bound &a) {
  int64_t dim, size, step;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  RankedTensorType type = e.tensors.tensorType(a[0]);
  if (type.getRank() > 0 &&
      (!type.hasStaticShape() || isOfRun(a[2]) || isOfRun(a[3])))
    return e.decisions.keepLists()
               ? Value()
               : e.run.callLibrary("torch._shapes.windows_of",
                                   {a[0], makeInt(dim), a[2], a[3]}, a.range);
  if (!e.numbers.knownInt(a[2], a.range, "the size of a window", size) ||
      !e.numbers.knownInt(a[3], a.range, "the step of windows", step))
    return {};
  SmallVector<int64_t> shape(type.getShape()), places = rowMajor(shape);
  int64_t n = shape.empty() ? 1 : shape[dim];
  if (size < 0 || size > n || step < 1)
    return e.fault("RuntimeError", a.range,
                   "maximum size for tensor at dimension " + Twine(dim) +
                       " is " + Twine(n) + " but size is " + Twine(size));
  if (!e.budget.checkStep(a[0], step, a.range))
    return {};
  std::optional<SmallVector<int64_t>> strides = e.tensors.strides(a[0]);
  int64_t offset = e.get(a[0].id).layout.offset;
  if (shape.empty()) {
    shape = {size};
    places = {1};
    strides.reset();
  } else {
    shape[dim] = (n - size) / step + 1;
    shape.push_back(size);
    int64_t one = places[dim];
    places[dim] = one * step;
    places.push_back(one);
  }
  Value view = stridedView(e, a[0], shape, places, 0, "UnfoldBackward");
  if (strides) {
    int64_t one = (*strides)[dim];
    (*strides)[dim] = one * step;
    strides->push_back(one);
    e.tensors.setLayout(view, makeLayout(shape, *strides, offset));
  }
  return view;
}

Value asStrided(Context &e, Bound &a) {
  SmallVector<int64_t> shape, places;
  if (!e.numbers.intList(a[1], a.range, "size", shape) ||
      !e.numbers.intList(a[2], a.range, "stride", places))
    return {};
  const Object &object = e.get(a[0].id);
  if (!object.path.empty() || !object.layout.dense)
    return e.error(a.range, "as_strided of a view is not supported; apply it "
                            "to the tensor that it is a view of");
  RankedTensorType type = object.tensorType;
  int64_t offset = 0;
  if (a.given(3) &&
      !e.numbers.knownInt(a[3], a.range, "storage_offset", offset))
    return {};
  if (shape.size() != places.size())
    return e.fault("RuntimeError", a.range,
                   "mismatch in length of strides and shape");
  if (!type.hasStaticShape())
    return e.decisions.unknownSize(
        a.range, "as_strided needs sizes that are known at compile time");
  if (offset < 0)
    return e.fault("RuntimeError", a.range,
                   "Tensor: invalid storage offset " + Twine(offset));
  const int64_t most = std::numeric_limits<int64_t>::max();
  int64_t last = offset;
  for (auto [n, s] : llvm::zip(shape, places)) {
    if (s < 0)
      return e.fault("RuntimeError", a.range,
                     "as_strided: Negative strides are not supported");
    if (s > static_cast<int64_t>(Limits::tensorBytes))
      return e.error(a.range, "a stride of " + Twine(s) + " is too large");
    // Past every tensor, and it stays there.
    if (n > 1 && n - 1 > (most - last) / std::max<int64_t>(s, 1))
      last = most;
    else if (n > 1)
      last += (n - 1) * s;
  }
  if (!llvm::is_contained(shape, 0) && last >= type.getNumElements())
    return e.fault(
        "RuntimeError", a.range,
        "as_strided: the view reaches out of bounds for storage of " +
            Twine(type.getNumElements()) + " elements");
  return stridedView(e, a[0], shape, places, offset, "AsStridedBackward");
}

} // namespace

void registerStridedViews(Registry &r) {
  r.add("diagonal", Both, "input: Tensor, offset=0, dim1=0, dim2=1", diagonal);
  r.add("unfold", Method, "input: Tensor, dimension, size, step", unfold);
  r.add("as_strided", Both, "input: Tensor, size, stride, storage_offset=None",
        asStrided);
}

} // namespace tine::elaborate
