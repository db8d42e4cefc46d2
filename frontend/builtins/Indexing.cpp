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

#include "frontend/builtins/Methods.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"

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

bool isMask(Context &e, const Value &v) {
  if (!v.is(Kind::Tensor))
    return false;
  mlir::Type element = e.tensors.tensorType(v).getElementType();
  return element.isInteger(1) || element.isSignlessInteger(8);
}

/// The index on the tensor's device, which takes those of the host.
Value besideTensor(Context &e, const Value &index, const Value &tensor,
                   ast::Range range) {
  RankedTensorType type = e.tensors.tensorType(index);
  Attribute device = e.tensors.tensorType(tensor).getEncoding();
  if (type.getEncoding() || !device)
    return index;
  return e.tensors.newTensor(ToOp::create(e.b, e.loc(range),
                                          type.cloneWithEncoding(device),
                                          e.tensors.read(index)));
}

Value toTuple(const SplitIndex &split, bool dims) {
  std::vector<Value> items;
  if (dims)
    for (int64_t d : split.dims)
      items.push_back(makeInt(d));
  return makeTuple(dims ? items : split.tensors);
}

/// Raises unless the mask has the sizes of the dimensions from `dim` on.
bool maskFits(Context &e, const Value &mask, const Value &tensor, int64_t dim,
              ast::Range range) {
  for (int64_t d = 0; d < e.tensors.rank(mask) && !e.stopped(); ++d) {
    Value have = e.tensors.size(mask, d),
          want = e.tensors.size(tensor, dim + d);
    if (have.isConst() && want.isConst() && have.integer == want.integer)
      continue;
    SizesText masked(e.tensors.sizes(mask).items),
        indexed(e.tensors.sizes(tensor).items);
    std::string text = "The shape of the mask " + masked.text + " at index " +
                       std::to_string(d) +
                       " does not match the shape of the indexed tensor " +
                       indexed.text + " at index " + std::to_string(dim + d);
    if (have.isConst() && want.isConst())
      return e.fault("IndexError", range, text);
    SmallVector<mlir::Value> numbers = masked.numbers;
    numbers.append(indexed.numbers);
    e.check(e.ssa(e.model.compare(ast::CompareOp::Eq, have, want, range)),
            "IndexError", text, range, numbers);
  }
  return !e.stopped();
}

/// One dimension of the view in the place of those that the mask covers, and
/// the places in it where the mask is true.
bool indexByMask(Context &e, SplitIndex &out, int64_t dim, Value mask,
                 ast::Range range) {
  if (!maskFits(e, mask, out.view, dim, range))
    return false;
  RankedTensorType type = e.tensors.tensorType(mask);
  std::vector<Value> sizes = e.tensors.sizes(out.view).items;
  Value product = makeInt(int64_t(1));
  for (int64_t d = 0; d < type.getRank(); ++d) {
    product = e.model.binary(ast::BinaryOp::Mul, product, sizes[dim], range);
    sizes.erase(sizes.begin() + dim);
  }
  sizes.insert(sizes.begin() + dim, product);
  if (type.getRank() != 1) {
    out.view = e.tensors.reshape(out.view, sizes, range, "ViewBackward", true);
    if (!e.stopped())
      mask = e.tensors.reshape(mask, {product}, range, "", true);
  }
  Value places = e.stopped()
                     ? Value()
                     : e.run.callBuiltin(makeBuiltin("_tine.true_places"),
                                         CallArgs(range, {mask}));
  out.dims.push_back(dim);
  out.tensors.push_back(places);
  return !e.stopped();
}

/// Takes the subscript apart.
bool splitIndex(Context &e, const Value &tensor, const Value &index,
                ast::Range range, SplitIndex &out) {
  std::vector<Value> items;
  if (index.is(Kind::Tuple))
    items = index.items;
  else
    items = {index};
  int64_t consumed = 0, ellipses = 0;
  for (Value &item : items) {
    if (isArray(e, item)) {
      item = tensorFromData(e, item, makeNone(), range);
      if (e.stopped())
        return false;
    }
    if (item.is(Kind::List) || item.is(Kind::Tuple)) {
      bool empty = false;
      std::vector<Value> parts;
      if (e.containers.staticItems(item, parts))
        empty = parts.empty();
      if (e.stopped())
        return false;
      item = tensorFromData(e, item, empty ? makeDType(4) : makeNone(), range);
      if (e.stopped())
        return false;
    }
    if (item.is(Kind::Range) && !e.script()) {
      item = e.run.callBuiltin(makeBuiltin("torch.arange"),
                               CallArgs(range, item.items));
      if (e.stopped())
        return false;
    }
    // Of one element the host reads the number.
    if (item.is(Kind::Tensor) && e.tensors.rank(item))
      item = besideTensor(e, item, tensor, range);
    if (item.is(Kind::Ellipsis))
      ++ellipses;
    else if (isMask(e, item))
      consumed += e.tensors.rank(item);
    else if (!item.is(Kind::None) && !item.is(Kind::Bool))
      consumed += 1;
  }
  if (ellipses > 1)
    return e.fault("IndexError", range,
                   "an index can only have a single ellipsis ('...')");
  if (consumed > e.tensors.rank(tensor))
    return e.fault("IndexError", range,
                   "too many indices for tensor of dimension " +
                       Twine(e.tensors.rank(tensor)));
  out.view = tensor;
  int64_t dim = 0, rest = e.tensors.rank(tensor) - consumed;
  bool any = false;
  for (const Value &item : items) {
    if (item.is(Kind::Ellipsis)) {
      dim += rest;
      continue;
    }
    any = true;
    bool isBool =
        item.is(Kind::Bool) || (isMask(e, item) && !e.tensors.rank(item));
    if (item.is(Kind::None) || isBool) {
      std::vector<Value> sizes = e.tensors.sizes(out.view).items;
      sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
      out.view =
          e.tensors.reshape(out.view, sizes, range, "UnsqueezeBackward", true);
      if (isBool && !e.stopped()) {
        Value mask = tensorFromData(e, makeTuple({item}), makeDType(11), range);
        if (!e.stopped())
          mask = besideTensor(e, mask, tensor, range);
        if (e.stopped() || !indexByMask(e, out, dim, mask, range))
          return false;
      }
      ++dim;
    } else if (item.is(Kind::Slice)) {
      out.view = e.tensors.slice(out.view, dim, item.items[0], item.items[1],
                                 item.items[2], range);
      ++dim;
    } else if (item.is(Kind::Int)) {
      out.view = e.tensors.selectIndex(out.view, dim, item, range);
    } else if (item.is(Kind::Tensor)) {
      if (isMask(e, item)) {
        if (!indexByMask(e, out, dim, item, range))
          return false;
        ++dim;
      } else if (!isa<IntegerType>(
                     e.tensors.tensorType(item).getElementType())) {
        e.fault(
            "IndexError", range,
            "tensors used as indices must be long, int, byte or bool tensors");
      } else if (e.tensors.rank(item) == 0) {
        Value n = e.numbers.item(item, range);
        out.view = e.stopped() ? Value()
                               : e.tensors.selectIndex(out.view, dim, n, range);
      } else {
        out.dims.push_back(dim++);
        out.tensors.push_back(item);
      }
    } else {
      typeError(e, item, range,
                "new(): invalid data type '" + className(e, item) + "'",
                "a tensor cannot be indexed by a value of type '" +
                    toString(e.types.typeOf(item)) + "'");
    }
    if (e.stopped())
      return false;
  }
  if (!any) {
    ViewStep step;
    step.kind = ViewStep::Kind::Permute;
    for (int64_t i = 0; i < e.tensors.rank(tensor); ++i)
      step.dims.push_back(i);
    step.result = e.tensors.tensorType(tensor);
    out.view = e.tensors.view(tensor, std::move(step), "AliasBackward");
  }
  return true;
}

} // namespace

/// The index, a number of the run, on the paths on which a tensor has that;
/// on the others the error is raised to a handler. The code behind it runs on
/// all of them, until what raises is left, and has 0 there.
static Value indexUnderHandler(Context &e, const Value &size,
                               const Value &index, ast::Range range) {
  Location where = e.loc(range);
  Place place = e.containers.placeOf(index, e.ssa(size), range);
  auto fails = [&]() -> Value {
    Value text = e.model.toText(index, range);
    auto add = [&](const Value &x, const Value &y) {
      return e.stopped() ? Value()
                         : e.model.binary(ast::BinaryOp::Add, x, y, range);
    };
    text = add(add(makeStr("index "), text),
               makeStr(" is out of bounds for dimension 0 with size " +
                       std::to_string(size.integer)));
    if (e.stopped())
      return {};
    e.paths.raise(errorClass("IndexError"), text, range);
    e.diagnoser.thrown = true;
    return e.diagnoser.die();
  };
  e.paths.select(place.isThere, [] { return makeNone(); }, fails, range);
  if (e.stopped())
    return {};
  auto at = arith::SelectOp::create(e.b, where, place.isThere, place.at,
                                    e.constInt(0));
  at->setAttr(isOfRow, e.b.getUnitAttr());
  return makeInt(at.getResult());
}

Value indexTensor(Context &e, const Value &tensor, const Value &given,
                  ast::Range range) {
  Value index = given;
  if (index.is(Kind::Int) && !index.isConst() && !e.script() &&
      e.tensors.rank(tensor) && e.diagnoser.isCaught("IndexError")) {
    Value size = e.tensors.size(tensor, 0);
    if (size.isConst() && size.integer > 0)
      index = indexUnderHandler(e, size, index, range);
  }
  SplitIndex split;
  if (e.stopped() || !splitIndex(e, tensor, index, range, split))
    return {};
  if (split.dims.empty())
    return split.view;
  if (split.dims.size() > 1)
    return e.run.callLibrary(
        "torch._indexing.select_by_tensors",
        {split.view, toTuple(split, true), toTuple(split, false)}, range);
  Value result = e.run.callBuiltin(
      makeBuiltin("_tine.index_select"),
      CallArgs(range, {split.view, makeInt(split.dims[0]), split.tensors[0]}));
  if (result)
    e.tensors.setSelectedLayout(result, split.view, split.dims[0]);
  return result;
}

bool storeTensor(Context &e, const Value &tensor, const Value &index,
                 const Value &value, ast::Range range) {
  if (!e.tensors.mayWrite(tensor, range, /*aView=*/!index.is(Kind::Tensor)))
    return false;
  // One value through a mask: chosen between the old and the new elements.
  if (isMask(e, index) && e.tensors.rank(index) &&
      e.tensors.rank(index) <= e.tensors.rank(tensor) &&
      (!value.is(Kind::Tensor) || e.tensors.rank(value) == 0)) {
    Value mask = besideTensor(e, index, tensor, range);
    // A mask of fewer dimensions selects leading ones.
    if (e.tensors.rank(mask) < e.tensors.rank(tensor)) {
      std::vector<Value> sizes = e.tensors.sizes(mask).items;
      sizes.resize(e.tensors.rank(tensor), makeInt(int64_t(1)));
      mask = e.tensors.reshape(mask, sizes, range, "", true);
    }
    if (!e.stopped())
      maskFits(e, index, tensor, 0, range);
    Value chosen = e.stopped()
                       ? Value()
                       : e.tensors.elementwise(
                             "nn.where", {mask, value, tensor}, range, "",
                             e.tensors.tensorType(tensor).getElementType());
    bool grad = !e.stopped() && e.grads.gradOf({value, tensor}) &&
                isa<FloatType>(e.tensors.tensorType(tensor).getElementType());
    mlir::Value made = e.stopped() ? mlir::Value() : e.tensors.read(chosen);
    // The mask has no more elements: so it is of this type.
    if (made && made.getType() != e.tensors.tensorType(tensor))
      made = tensor::CastOp::create(e.b, e.loc(range),
                                    e.tensors.tensorType(tensor), made);
    if (e.stopped() || !e.tensors.write(tensor, made, range))
      return false;
    if (grad)
      e.grads.becomeGraded(tensor, "IndexPutBackward0");
    return true;
  }
  SplitIndex split;
  if (!splitIndex(e, tensor, index, range, split))
    return false;
  if (!split.dims.empty()) {
    e.run.callLibrary("torch._indexing.store_by_tensors",
                      {split.view, toTuple(split, true), toTuple(split, false),
                       value, makeBool(false)},
                      range);
    return !e.stopped();
  }
  CallArgs args(range, {split.view, value});
  // Dimensions of one element in front are more than copy_ takes.
  if (value.is(Kind::Tensor) &&
      e.tensors.rank(value) > e.tensors.rank(split.view)) {
    ArrayRef<int64_t> shape = e.tensors.tensorType(value).getShape();
    size_t extra = e.tensors.rank(value) - e.tensors.rank(split.view);
    if (llvm::all_of(shape.take_front(extra), [](int64_t n) {
          return n == 1 || ShapedType::isDynamic(n);
        })) {
      std::vector<Value> sizes = e.tensors.sizes(value).items;
      sizes.erase(sizes.begin(), sizes.begin() + extra);
      args.positional[1] =
          e.tensors.reshape(value, sizes, range, "ViewBackward", true);
    }
  }
  if (value.isNumber())
    e.run.callBuiltin(makeBuiltin("Tensor.fill_"), args);
  else
    e.run.callBuiltin(makeBuiltin("Tensor.copy_"), args);
  return !e.stopped();
}

} // namespace tine::elaborate
