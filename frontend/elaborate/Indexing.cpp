//===- Indexing.cpp - Subscripts of tensors -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x[...] and x[...] = v. Integers, slices, None and ... give a view; what is
// left then are tensors that index dimensions of that view. A mask indexes one
// dimension, made of those that it covers, by the places where it is true.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Numpy.h"
#include "frontend/elaborate/ObjectModel.h"
#include "frontend/elaborate/TensorOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// A view, and the tensors that index some of its dimensions.
struct SplitIndex {
  Value view;
  std::vector<int64_t> dims;
  std::vector<Value> tensors;
};

bool isMask(Elaborator &e, const Value &v) {
  if (!v.is(Kind::Tensor))
    return false;
  mlir::Type element = e.tensorType(v).getElementType();
  return element.isInteger(1) || element.isSignlessInteger(8);
}

/// The index on the tensor's device, which takes those of the host.
Value besideTensor(Elaborator &e, const Value &index, const Value &tensor,
                   ast::Range range) {
  RankedTensorType type = e.tensorType(index);
  Attribute device = e.tensorType(tensor).getEncoding();
  if (type.getEncoding() || !device)
    return index;
  return e.newTensor(ToOp::create(
      e.b, e.loc(range), type.cloneWithEncoding(device), e.read(index)));
}

Value toTuple(const SplitIndex &split, bool dims) {
  std::vector<Value> items;
  if (dims)
    for (int64_t d : split.dims)
      items.push_back(makeInt(d));
  return makeTuple(dims ? items : split.tensors);
}

/// Raises unless the mask has the sizes of the dimensions from `dim` on.
bool maskFits(Elaborator &e, const Value &mask, const Value &tensor,
              int64_t dim, ast::Range range) {
  for (int64_t d = 0; d < e.rank(mask) && !e.stopped; ++d) {
    Value have = e.size(mask, d), want = e.size(tensor, dim + d);
    if (have.isConst() && want.isConst() && have.integer == want.integer)
      continue;
    SizesText masked(e.sizes(mask).items), indexed(e.sizes(tensor).items);
    std::string text = "The shape of the mask " + masked.text + " at index " +
                       std::to_string(d) +
                       " does not match the shape of the indexed tensor " +
                       indexed.text + " at index " + std::to_string(dim + d);
    if (have.isConst() && want.isConst()) {
      e.fault("IndexError", range, text);
      return false;
    }
    SmallVector<mlir::Value> numbers = masked.numbers;
    numbers.append(indexed.numbers);
    e.check(e.ssa(e.compare(ast::CompareOp::Eq, have, want, range)),
            "IndexError", text, range, numbers);
  }
  return !e.stopped;
}

/// One dimension of the view in the place of those that the mask covers, and
/// the places in it where the mask is true.
bool indexByMask(Elaborator &e, SplitIndex &out, int64_t dim, Value mask,
                 ast::Range range) {
  if (!maskFits(e, mask, out.view, dim, range))
    return false;
  RankedTensorType type = e.tensorType(mask);
  std::vector<Value> sizes = e.sizes(out.view).items;
  Value product = makeInt(int64_t(1));
  for (int64_t d = 0; d < type.getRank(); ++d) {
    product = e.binary(ast::BinaryOp::Mul, product, sizes[dim], range);
    sizes.erase(sizes.begin() + dim);
  }
  sizes.insert(sizes.begin() + dim, product);
  if (type.getRank() != 1) {
    out.view = e.reshape(out.view, sizes, range, "ViewBackward", true);
    if (!e.stopped)
      mask = e.reshape(mask, {product}, range, "", true);
  }
  CallArgs args(range, {mask});
  Value places = e.stopped
                     ? Value()
                     : e.callBuiltin(makeBuiltin("_tine.true_places"), args);
  out.dims.push_back(dim);
  out.tensors.push_back(places);
  return !e.stopped;
}

/// Takes the subscript apart.
bool splitIndex(Elaborator &e, const Value &tensor, const Value &index,
                ast::Range range, SplitIndex &out) {
  std::vector<Value> items;
  if (index.is(Kind::Tuple))
    items = index.items;
  else
    items = {index};
  int64_t consumed = 0, ellipses = 0;
  for (Value &item : items) {
    if (isArray(e, item)) {
      item = e.tensorFromData(item, makeNone(), range);
      if (e.stopped)
        return false;
    }
    if (item.is(Kind::List) || item.is(Kind::Tuple)) {
      bool empty = false;
      std::vector<Value> parts;
      if (e.staticItems(item, parts))
        empty = parts.empty();
      if (e.stopped)
        return false;
      item = e.tensorFromData(item, empty ? makeDType(4) : makeNone(), range);
      if (e.stopped)
        return false;
    }
    if (item.is(Kind::Range) && !e.script()) {
      CallArgs bounds(range, item.items);
      item = e.callBuiltin(makeBuiltin("torch.arange"), bounds);
      if (e.stopped)
        return false;
    }
    // Of one element the host reads the number.
    if (item.is(Kind::Tensor) && e.rank(item))
      item = besideTensor(e, item, tensor, range);
    if (item.is(Kind::Ellipsis))
      ++ellipses;
    else if (isMask(e, item))
      consumed += e.rank(item);
    else if (!item.is(Kind::None) && !item.is(Kind::Bool))
      consumed += 1;
  }
  if (ellipses > 1) {
    e.fault("IndexError", range,
            "an index can only have a single ellipsis ('...')");
    return false;
  }
  if (consumed > e.rank(tensor)) {
    e.fault("IndexError", range,
            "too many indices for tensor of dimension " +
                Twine(e.rank(tensor)));
    return false;
  }
  out.view = tensor;
  int64_t dim = 0, rest = e.rank(tensor) - consumed;
  bool any = false;
  for (const Value &item : items) {
    if (item.is(Kind::Ellipsis)) {
      dim += rest;
      continue;
    }
    any = true;
    bool isBool = item.is(Kind::Bool) || (isMask(e, item) && !e.rank(item));
    if (item.is(Kind::None) || isBool) {
      std::vector<Value> sizes = e.sizes(out.view).items;
      sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
      out.view = e.reshape(out.view, sizes, range, "UnsqueezeBackward", true);
      if (isBool && !e.stopped) {
        Value mask = e.tensorFromData(makeTuple({item}), makeDType(11), range);
        if (!e.stopped)
          mask = besideTensor(e, mask, tensor, range);
        if (e.stopped || !indexByMask(e, out, dim, mask, range))
          return false;
      }
      ++dim;
    } else if (item.is(Kind::Slice)) {
      out.view = e.slice(out.view, dim, item.items[0], item.items[1],
                         item.items[2], range);
      ++dim;
    } else if (item.is(Kind::Int)) {
      out.view = e.selectIndex(out.view, dim, item, range);
    } else if (item.is(Kind::Tensor)) {
      if (isMask(e, item)) {
        if (!indexByMask(e, out, dim, item, range))
          return false;
        ++dim;
      } else if (!isa<IntegerType>(e.tensorType(item).getElementType())) {
        e.fault(
            "IndexError", range,
            "tensors used as indices must be long, int, byte or bool tensors");
      } else if (e.rank(item) == 0) {
        Value n = e.item(item, range);
        out.view = e.stopped ? Value() : e.selectIndex(out.view, dim, n, range);
      } else {
        out.dims.push_back(dim++);
        out.tensors.push_back(item);
      }
    } else {
      typeError(e, item, range,
                "new(): invalid data type '" + className(e, item) + "'",
                "a tensor cannot be indexed by a value of type '" +
                    toString(e.typeOf(item)) + "'");
    }
    if (e.stopped)
      return false;
  }
  if (!any) {
    ViewStep step;
    step.kind = ViewStep::Kind::Permute;
    for (int64_t i = 0; i < e.rank(tensor); ++i)
      step.dims.push_back(i);
    step.result = e.tensorType(tensor);
    out.view = e.view(tensor, std::move(step), "AliasBackward");
  }
  return true;
}

} // namespace

Value Elaborator::indexTensor(const Value &tensor, const Value &index,
                              ast::Range range) {
  SplitIndex split;
  if (!splitIndex(*this, tensor, index, range, split))
    return {};
  if (split.dims.empty())
    return split.view;
  if (split.dims.size() > 1)
    return callLibrary(
        "torch._indexing.select_by_tensors",
        {split.view, toTuple(split, true), toTuple(split, false)}, range);
  CallArgs args(range, {split.view, makeInt(split.dims[0]), split.tensors[0]});
  Value result = callBuiltin(makeBuiltin("_tine.index_select"), args);
  if (result)
    setSelectedLayout(result, split.view, split.dims[0]);
  return result;
}

bool Elaborator::storeTensor(const Value &tensor, const Value &index,
                             const Value &value, ast::Range range) {
  if (!mayWrite(tensor, range, /*aView=*/!index.is(Kind::Tensor)))
    return false;
  // One value through a mask: chosen between the old and the new elements.
  if (isMask(*this, index) && rank(index) && rank(index) <= rank(tensor) &&
      (!value.is(Kind::Tensor) || rank(value) == 0)) {
    Value mask = besideTensor(*this, index, tensor, range);
    // A mask of fewer dimensions selects leading ones.
    if (rank(mask) < rank(tensor)) {
      std::vector<Value> sizes = this->sizes(mask).items;
      sizes.resize(rank(tensor), makeInt(int64_t(1)));
      mask = reshape(mask, sizes, range, "", true);
    }
    if (!stopped)
      maskFits(*this, index, tensor, 0, range);
    Value chosen = stopped
                       ? Value()
                       : elementwise("nn.where", {mask, value, tensor}, range,
                                     "", tensorType(tensor).getElementType());
    bool grad = !stopped && gradOf({value, tensor}) &&
                isa<FloatType>(tensorType(tensor).getElementType());
    mlir::Value made = stopped ? mlir::Value() : read(chosen);
    // The mask has no more elements: so it is of this type.
    if (made && made.getType() != tensorType(tensor))
      made = tensor::CastOp::create(b, loc(range), tensorType(tensor), made);
    if (stopped || !write(tensor, made, range))
      return false;
    if (grad)
      becomeGraded(tensor, "IndexPutBackward0");
    return true;
  }
  SplitIndex split;
  if (!splitIndex(*this, tensor, index, range, split))
    return false;
  if (!split.dims.empty()) {
    callLibrary("torch._indexing.store_by_tensors",
                {split.view, toTuple(split, true), toTuple(split, false), value,
                 makeBool(false)},
                range);
    return !stopped;
  }
  CallArgs args(range, {split.view, value});
  // Dimensions of one element in front are more than copy_ takes.
  if (value.is(Kind::Tensor) && rank(value) > rank(split.view)) {
    ArrayRef<int64_t> shape = tensorType(value).getShape();
    size_t extra = rank(value) - rank(split.view);
    if (llvm::all_of(shape.take_front(extra), [](int64_t n) {
          return n == 1 || ShapedType::isDynamic(n);
        })) {
      std::vector<Value> sizes = this->sizes(value).items;
      sizes.erase(sizes.begin(), sizes.begin() + extra);
      args.positional[1] = reshape(value, sizes, range, "ViewBackward", true);
    }
  }
  if (value.isNumber())
    callBuiltin(makeBuiltin("Tensor.fill_"), args);
  else
    callBuiltin(makeBuiltin("Tensor.copy_"), args);
  return !stopped;
}

} // namespace tine::elaborate
