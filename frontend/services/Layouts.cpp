//===- Layouts.cpp - Strides of views -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Layouts.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Layouts.h"
#include "frontend/services/Context.h"
#include "frontend/services/TensorBuilder.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace tine::elaborate {

SmallVector<int64_t> rowMajor(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  for (size_t d = shape.size(); d-- > 0;)
    strides[d] = d + 1 == shape.size()
                     ? 1
                     : strides[d + 1] * std::max<int64_t>(shape[d + 1], 1);
  return strides;
}

static bool isDense(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  if (llvm::is_contained(shape, 0))
    return true;
  int64_t next = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    if (shape[d] == 1)
      continue;
    if (strides[d] != next)
      return false;
    next *= shape[d];
  }
  return true;
}

Layout makeLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                  int64_t offset) {
  Layout out;
  out.offset = offset;
  out.dense = isDense(shape, strides);
  if (ArrayRef<int64_t>(rowMajor(shape)) != strides)
    out.strides.assign(strides.begin(), strides.end());
  return out;
}

std::optional<SmallVector<int64_t>> reshapedStrides(ArrayRef<int64_t> from,
                                                    ArrayRef<int64_t> strides,
                                                    ArrayRef<int64_t> to) {
  if (llvm::is_contained(from, 0))
    return rowMajor(to);
  SmallVector<int64_t> out(to.size(), 1);
  // Groups of old dimensions that follow one another in memory, from the last,
  // each made of whole new dimensions.
  int64_t place = static_cast<int64_t>(to.size()) - 1;
  int64_t base = 1, group = 1, covered = 1;
  if (!strides.empty())
    base = strides.back();
  for (size_t d = from.size(); d-- > 0;) {
    group *= from[d];
    bool ends = d == 0 || (from[d - 1] != 1 && strides[d - 1] != group * base);
    if (!ends)
      continue;
    while (place >= 0 && (covered < group || to[place] == 1)) {
      out[place] = covered * base;
      covered *= to[place];
      --place;
    }
    if (covered != group)
      return std::nullopt;
    if (d > 0) {
      base = strides[d - 1];
      group = covered = 1;
    }
  }
  if (from.empty())
    return rowMajor(to);
  return place < 0 ? std::optional(out) : std::nullopt;
}

bool overlaps(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [n, s] : llvm::zip(shape, strides))
    if (n > 1)
      dims.push_back({s, n});
  llvm::sort(dims);
  int64_t reach = 0;
  for (auto [s, n] : dims) {
    if (s <= reach)
      return true;
    reach += (n - 1) * s;
  }
  return false;
}

/// The first element of a tensor without gaps, as many as it has, and the
/// strides of its dimensions of more than one; nullopt if it has gaps or that
/// is not known.
struct Extent {
  int64_t first, count;
  SmallVector<int64_t> strides;
};
static std::optional<Extent> extentOf(const Identity &tensor) {
  RankedTensorType type = tensor.tensorType;
  const Layout &layout = tensor.layout;
  if (!type.hasStaticShape() || tensor.movesElements ||
      ShapedType::isDynamic(layout.offset) ||
      (!layout.dense && layout.strides.empty()))
    return std::nullopt;
  SmallVector<int64_t> strides =
      layout.dense
          ? rowMajor(type.getShape())
          : SmallVector<int64_t>(layout.strides.begin(), layout.strides.end());
  Extent extent{layout.offset, type.getNumElements(), {}};
  int64_t reach = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides))
    if (size > 1) {
      reach += (size - 1) * stride;
      extent.strides.push_back(stride);
    }
  if (reach != extent.count || overlaps(type.getShape(), strides))
    return std::nullopt;
  return extent;
}

bool overlapInPart(const Identity &first, const Identity &second) {
  if (first.storage != second.storage ||
      first.tensorType.getElementType() != second.tensorType.getElementType())
    return false;
  std::optional<Extent> a = extentOf(first), b = extentOf(second);
  if (!a || !b)
    return false;
  if (a->first == b->first && a->count == b->count)
    return a->strides != b->strides;
  return a->first < b->first + b->count && b->first < a->first + a->count;
}

/// The layout where sizes are not known: dense or not.
static Layout roughly(const Layout &layout, RankedTensorType from,
                      const ViewStep &step) {
  Layout out;
  out.offset = ShapedType::kDynamic;
  switch (step.kind) {
  case ViewStep::Kind::Slice:
    out.dense = layout.dense && step.dim == 0 && step.step == 1;
    out.order = layout.order;
    break;
  case ViewStep::Kind::Permute: {
    SmallVector<int64_t> wide;
    for (int64_t d : step.dims)
      if (from.getDimSize(d) != 1)
        wide.push_back(d);
    out.dense = layout.dense && llvm::is_sorted(wide);
    if (!out.dense && layout.strides.empty() &&
        (layout.dense || !layout.order.empty()))
      for (size_t i = 0; i < step.dims.size(); ++i) {
        int64_t old = layout.dense ? i : layout.order[i];
        out.order.push_back(llvm::find(step.dims, old) - step.dims.begin());
      }
    break;
  }
  case ViewStep::Kind::Expand:
    out.dense = layout.dense && from == step.result && from.hasStaticShape();
    break;
  case ViewStep::Kind::Reshape:
    out.dense = layout.dense;
    break;
  case ViewStep::Kind::Strided:
    out.dense = false;
    break;
  }
  return out;
}

Layout layoutAfter(const Layout &layout, RankedTensorType from,
                   const ViewStep &step) {
  ArrayRef<int64_t> shape = step.result.getShape();
  bool known = from.hasStaticShape() && step.result.hasStaticShape() &&
               (layout.dense || !layout.strides.empty());
  if (!known)
    return roughly(layout, from, step);
  SmallVector<int64_t> strides(layout.strides.begin(), layout.strides.end());
  if (strides.empty())
    strides = rowMajor(from.getShape());
  int64_t offset = layout.offset;
  switch (step.kind) {
  case ViewStep::Kind::Slice: {
    IntegerAttr start;
    if (!matchPattern(step.start, m_Constant(&start)))
      offset = ShapedType::kDynamic;
    else if (!ShapedType::isDynamic(offset))
      offset += start.getInt() * strides[step.dim];
    strides[step.dim] *= step.step;
    break;
  }
  case ViewStep::Kind::Permute: {
    SmallVector<int64_t> moved;
    for (int64_t d : step.dims)
      moved.push_back(strides[d]);
    strides = moved;
    break;
  }
  case ViewStep::Kind::Expand: {
    size_t extra = shape.size() - strides.size();
    SmallVector<int64_t> wide(shape.size(), 0);
    for (size_t d = extra; d < shape.size(); ++d)
      if (from.getDimSize(d - extra) == shape[d])
        wide[d] = strides[d - extra];
    strides = wide;
    break;
  }
  case ViewStep::Kind::Reshape:
    if (auto found = reshapedStrides(from.getShape(), strides, shape)) {
      strides = *found;
      break;
    }
    return roughly(layout, from, step);
  case ViewStep::Kind::Strided:
    if (!layout.dense)
      return roughly(layout, from, step);
    strides.assign(step.dims.begin(), step.dims.end());
    if (!ShapedType::isDynamic(offset))
      offset += step.dim;
    break;
  }
  return makeLayout(shape, strides, offset);
}

std::optional<SmallVector<int64_t>>
TensorBuilder::strides(const Value &tensor) {
  const Object &object = get(tensor.id);
  if (!object.layout.strides.empty())
    return SmallVector<int64_t>(object.layout.strides.begin(),
                                object.layout.strides.end());
  if (!object.layout.dense || !object.tensorType.hasStaticShape())
    return std::nullopt;
  return rowMajor(object.tensorType.getShape());
}

std::optional<bool> TensorBuilder::canView(const Value &tensor,
                                           ArrayRef<int64_t> shape) {
  const Object &object = get(tensor.id);
  if (object.layout.dense ||
      (shape.size() == 1 && object.tensorType.getRank() == 1))
    return true;
  if (object.layout.strides.empty() ||
      llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  return reshapedStrides(object.tensorType.getShape(), object.layout.strides,
                         shape)
      .has_value();
}

SmallVector<int64_t> TensorBuilder::memoryOrder(const Value &tensor) {
  const Layout &layout = get(tensor.id).layout;
  if (layout.dense)
    return {};
  if (layout.strides.empty())
    return SmallVector<int64_t>(layout.order.begin(), layout.order.end());
  if (llvm::is_contained(layout.strides, 0))
    return {};
  SmallVector<int64_t> order(layout.strides.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](int64_t a, int64_t c) {
    int64_t left = layout.strides[a], right = layout.strides[c];
    return left != right ? left > right : a < c;
  });
  return order;
}

/// Gives a new tensor an order in memory, the widest dimension first.
static void setOrder(Service &e, const Value &result, ArrayRef<int64_t> order) {
  RankedTensorType type = e.tensors.tensorType(result);
  if (!type.hasStaticShape()) {
    Layout &made = e.mutate(result.id).layout;
    made.dense = false;
    made.order.assign(order.begin(), order.end());
    return;
  }
  SmallVector<int64_t> packed(type.getRank());
  int64_t next = 1;
  for (int64_t d : llvm::reverse(order)) {
    packed[d] = next;
    next *= std::max<int64_t>(type.getDimSize(d), 1);
  }
  e.mutate(result.id).layout = makeLayout(type.getShape(), packed, 0);
}

SmallVector<int64_t> TensorBuilder::channelsLast(const Value &tensor) {
  SmallVector<int64_t> order = memoryOrder(tensor);
  bool is = order == ArrayRef<int64_t>{0, 2, 3, 1} ||
            order == ArrayRef<int64_t>{0, 2, 3, 4, 1};
  return is ? order : SmallVector<int64_t>();
}

void TensorBuilder::setFormat(const Value &result, const Value *like) {
  SmallVector<int64_t> order;
  if (like)
    order = channelsLast(*like);
  mutate(result.id).layout = Layout();
  if (!order.empty() && static_cast<int64_t>(order.size()) == rank(result))
    setOrder(*this, result, order);
}

Value TensorBuilder::keepLayout(Value result, ArrayRef<Value> operands) {
  RankedTensorType type = tensorType(result);
  for (const Value &v : operands) {
    if (!v.is(Kind::Tensor) || tensorType(v).getShape() != type.getShape())
      continue;
    // The first operand decides, unless its order is not known.
    SmallVector<int64_t> order = memoryOrder(v);
    if (order.empty() || llvm::is_sorted(order))
      return result;
    setOrder(*this, result, order);
    return result;
  }
  return result;
}

void TensorBuilder::setSelectedLayout(const Value &result, const Value &source,
                                      int64_t dim) {
  if (get(source.id).layout.dense)
    return;
  std::optional<SmallVector<int64_t>> wide = strides(source);
  int64_t rank = tensorType(result).getRank();
  if (!wide || llvm::is_contained(*wide, 0))
    return;
  // The strides by which PyTorch's iterator sorts; none of the index's own.
  int64_t added = rank - static_cast<int64_t>(wide->size());
  SmallVector<int64_t> by(wide->begin(), wide->end());
  by[dim] = 0;
  by.insert(by.begin() + dim, added, 0);
  // From the narrowest to the widest, where two can be compared.
  SmallVector<int64_t> order(rank);
  for (int64_t i = 0; i < rank; ++i)
    order[i] = rank - 1 - i;
  for (int64_t i = 1; i < rank; ++i) {
    int64_t moving = i;
    for (int64_t k = i - 1; k >= 0; --k) {
      int64_t x = by[order[k]], y = by[order[moving]];
      if (x == 0 || y == 0 || x == y)
        continue;
      if (x < y)
        break;
      std::swap(order[k], order[moving]);
      moving = k;
    }
  }
  std::reverse(order.begin(), order.end());
  if (!llvm::is_sorted(order))
    setOrder(*this, result, order);
}

void TensorBuilder::setLayout(const Value &tensor, Layout layout) {
  mutate(tensor.id).layout = std::move(layout);
}

} // namespace tine::elaborate
