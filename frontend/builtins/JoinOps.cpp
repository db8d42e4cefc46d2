//===- JoinOps.cpp - Tensors in parts, and parts as one -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that give several tensors of one, or one of several.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/JoinOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// A list in TorchScript, a tuple in Python.
Value sequence(Context &e, const std::vector<Value> &items, ast::Range range) {
  return e.script() ? e.containers.newList(items, {}, nullptr, range)
                    : makeTuple(items);
}

/// chunk, split and unbind give tuples of views.
Value splitInto(Context &e, const Value &x, int64_t dim,
                ArrayRef<int64_t> sizes, ast::Range range) {
  std::vector<Value> parts;
  int64_t from = 0;
  for (int64_t n : sizes) {
    parts.push_back(e.tensors.slice(x, dim, makeInt(from), makeInt(from + n),
                                    Value(), range));
    if (e.stopped())
      return {};
    from += n;
  }
  return sequence(e, parts, range);
}

/// How many there are, or of which sizes, only the run knows, unless
/// keepLists() may tell it.
Value listOfParts(Context &e, StringRef function, std::vector<Value> arguments,
                  ast::Range range) {
  if (e.decisions.keepLists())
    return {};
  Value parts = e.run.callLibrary(("torch._shapes." + function).str(),
                                  std::move(arguments), range);
  if (e.stopped() || e.script())
    return parts;
  if (!e.get(parts.id).isRuntime)
    return makeTuple(e.get(parts.id).items);
  e.objects.setAttribute(parts.id, "is a tuple", makeBool(true));
  return parts;
}

/// Whether all numbers of a list or tuple are known; true for what is neither.
bool isKnown(Context &e, const Value &numbers) {
  std::vector<Value> items;
  bool isRun = numbers.is(Kind::List) && e.get(numbers.id).isRuntime;
  return !isRun && (!e.containers.staticItems(numbers, items) ||
                    llvm::all_of(items, [](const Value &item) {
                      return !item.is(Kind::Int) || item.isConst();
                    }));
}

Value split(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[2], e.tensors.rank(a[0]), a.range, dim))
    return {};
  if (e.tensors.rank(a[0]) == 0)
    return e.fault("RuntimeError", a.range,
                   a.name + " expects at least a 1-dimensional tensor");
  RankedTensorType type = e.tensors.tensorType(a[0]);
  if (a[1].is(Kind::Int) && (type.isDynamicDim(dim) || !a[1].isConst()))
    return listOfParts(e, a.name, {a[0], a[1], makeInt(dim)}, a.range);
  if (!a[1].is(Kind::Int) && (type.isDynamicDim(dim) || !isKnown(e, a[1])))
    return listOfParts(e, "split_sizes", {a[0], a[1], makeInt(dim)}, a.range);
  int64_t n = type.getDimSize(dim);
  SmallVector<int64_t> sizes;
  if (a.name == "chunk") {
    int64_t chunks;
    if (!e.numbers.knownInt(a[1], a.range, "the number of chunks", chunks))
      return {};
    if (chunks < 1)
      return e.fault("RuntimeError", a.range,
                     "chunk expects `chunks` to be greater than 0, got: " +
                         Twine(chunks));
    int64_t size = n ? (n - 1) / chunks + 1 : 1;
    for (int64_t from = 0; from < n; from += size)
      sizes.push_back(std::min(size, n - from));
    // Of nothing there are as many parts as were asked for.
    if (sizes.empty())
      sizes.assign(std::min<int64_t>(chunks, 10000), 0);
  } else if (a[1].is(Kind::Int)) {
    int64_t size;
    if (!e.numbers.knownInt(a[1], a.range, "the size of a part", size))
      return {};
    if (size == 0 && n != 0)
      return e.fault("RuntimeError", a.range,
                     "split_size can only be 0 if dimension size is 0, but got "
                     "dimension size of " +
                         Twine(n));
    if (size < 0)
      return e.fault(
          "RuntimeError", a.range,
          "split expects split_size be non-negative, but got split_size=" +
              Twine(size));
    for (int64_t from = 0; from < n; from += size)
      sizes.push_back(std::min(size, n - from));
    if (sizes.empty())
      sizes.push_back(0);
    if (sizes.size() > 10000)
      return e.error(
          a.range,
          "more than 10,000 parts are not supported; use a loop with narrow");
  } else {
    if (!e.numbers.intList(a[1], a.range, "the sizes of the parts", sizes))
      return {};
    int64_t left = n;
    for (int64_t s : sizes) {
      if (s < 0)
        return e.fault("RuntimeError", a.range,
                       "split_with_sizes expects split_sizes have only "
                       "non-negative entries, but got " +
                           Twine(s));
      if (s > left) {
        left = -1;
        break;
      }
      left -= s;
    }
    if (left != 0)
      return e.fault("RuntimeError", a.range,
                     "split_with_sizes expects split_sizes to sum exactly to " +
                         Twine(n));
  }
  return splitInto(e, a[0], dim, sizes, a.range);
}

Value unbind(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  if (e.tensors.rank(a[0]) == 0)
    return e.fault("IndexError", a.range,
                   "Dimension specified as 0 but tensor has no dimensions");
  RankedTensorType type = e.tensors.tensorType(a[0]);
  if (type.isDynamicDim(dim) || type.getDimSize(dim) > 10000)
    return listOfParts(e, "unbind", {a[0], makeInt(dim)}, a.range);
  std::vector<Value> parts;
  parts.reserve(type.getDimSize(dim));
  for (int64_t i = 0; i < type.getDimSize(dim); ++i)
    parts.push_back(e.tensors.selectIndex(a[0], dim, makeInt(i), a.range));
  return sequence(e, parts, a.range);
}

/// Of a list of the run.
Value joinRunList(Context &e, Bound &a, bool stacked) {
  Type element = e.get(a[0].id).elementType;
  if (element->kind != TypeKind::Tensor || !element->tensor)
    return e.error(a.range, "'" + a.name + "' needs a list of tensors");
  RankedTensorType type = element->tensor;
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], type.getRank() + stacked, a.range, dim))
    return {};
  if (!stacked && type.getRank() == 0)
    return e.fault(
        "RuntimeError", a.range,
        "zero-dimensional tensor (at position 0) cannot be concatenated");
  SmallVector<int64_t> shape(type.getShape());
  if (stacked)
    shape.insert(shape.begin() + dim, ShapedType::kDynamic);
  else
    shape[dim] = ShapedType::kDynamic;
  auto result = type.clone(shape);
  return e.tensors.newTensor(nn::ListCatOp::create(e.b, e.loc(a.range), result,
                                                   e.get(a[0].id).current, dim,
                                                   stacked),
                             element->requiresGrad && e.objects.recordsGraph(),
                             stacked ? "StackBackward" : "CatBackward");
}

/// The tensors to be joined; false after an error.
bool tensorsToJoin(Context &e, Bound &a, bool stacked,
                   std::vector<Value> &items) {
  if (!e.containers.staticItems(a[0], items))
    return !e.stopped() &&
           bool(e.error(a.range,
                        "'" + a.name + "' takes a list or tuple of tensors"));
  if (items.empty())
    return e.fault("RuntimeError", a.range,
                   stacked
                       ? "stack expects a non-empty TensorList"
                       : "torch.cat(): expected a non-empty list of Tensors");
  for (auto [i, item] : llvm::enumerate(items)) {
    if (item.is(Kind::Optional) && !e.script()) {
      item = e.diagnoser.present(item, "TypeError",
                                 "expected Tensor as element " + Twine(i) +
                                     " in argument 0, but got NoneType",
                                 a.range);
      if (e.stopped())
        return false;
    }
    if (!isTensor(item))
      return e.error(a.range, "'" + a.name +
                                  "' takes tensors, not a value of type '" +
                                  toString(e.types.typeOf(item)) + "'");
  }
  return true;
}

/// Leaves out vectors without elements, which fit any shape, unless there is
/// nothing else.
void dropEmptyVectors(Context &e, std::vector<Value> &items) {
  auto isEmptyVector = [&](const Value &v) {
    RankedTensorType type = e.tensors.tensorType(v);
    return type.getRank() == 1 && type.getDimSize(0) == 0;
  };
  if (!llvm::all_of(items, isEmptyVector))
    llvm::erase_if(items, isEmptyVector);
}

/// The sizes that all have, of which those along `dim` add up, or stay as they
/// are where the tensors are stacked; false, reported, where they have none.
bool joinedShape(Context &e, ArrayRef<Value> items, int64_t dim, bool stacked,
                 ast::Range range, SmallVectorImpl<int64_t> &shape) {
  llvm::append_range(shape, e.tensors.tensorType(items[0]).getShape());
  int64_t rank = shape.size(), total = 0;
  for (auto [index, item] : llvm::enumerate(items)) {
    RankedTensorType type = e.tensors.tensorType(item);
    if (type.getRank() != rank)
      return e.fault("RuntimeError", range,
                     stacked
                         ? Twine("stack expects each tensor to be equal size")
                         : "Tensors must have same number of dimensions: got " +
                               Twine(rank) + " and " + Twine(type.getRank()));
    for (int64_t d = 0; d < rank; ++d) {
      if (d == dim && !stacked)
        continue;
      if (ShapedType::isDynamic(shape[d]))
        shape[d] = type.getDimSize(d);
      else if (!type.isDynamicDim(d) && type.getDimSize(d) != shape[d])
        return e.fault(
            "RuntimeError", range,
            stacked
                ? Twine("stack expects each tensor to be equal size")
                : "Sizes of tensors must match except in dimension " +
                      Twine(dim) + ". Expected size " + Twine(shape[d]) +
                      " but got size " + Twine(type.getDimSize(d)) +
                      " for tensor number " + Twine(index) + " in the list.");
    }
    if (!stacked && rank == 0)
      return e.fault("RuntimeError", range,
                     "zero-dimensional tensor (at position " + Twine(index) +
                         ") cannot be concatenated");
    if (!stacked)
      total = type.isDynamicDim(dim) || total < 0
                  ? -1
                  : total + type.getDimSize(dim);
  }
  if (!stacked)
    shape[dim] = total < 0 ? ShapedType::kDynamic : total;
  return true;
}

Value catStack(Context &e, Bound &a) {
  bool stacked = a.name == "stack";
  if (a[0].is(Kind::List) && e.get(a[0].id).isRuntime)
    return joinRunList(e, a, stacked);
  std::vector<Value> items;
  if (!tensorsToJoin(e, a, stacked, items))
    return {};
  mlir::Type element = e.tensors.promote(items);
  if (!stacked)
    dropEmptyVectors(e, items);
  int64_t dim;
  Attribute device;
  SmallVector<int64_t> shape;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(items[0]) + stacked, a.range,
                              dim) ||
      !e.tensors.sameDevice(items, a.range, device) ||
      !joinedShape(e, items, dim, stacked, a.range, shape))
    return {};
  SmallVector<mlir::Value> values;
  for (Value part : items) {
    if (stacked) {
      std::vector<Value> sizes = e.tensors.sizes(part).items;
      sizes.insert(sizes.begin() + dim, makeInt(int64_t(1)));
      part = e.tensors.reshape(part, sizes, a.range, "", true);
    }
    values.push_back(e.tensors.castTensor(e.tensors.read(part), element));
  }
  if (stacked)
    shape.insert(shape.begin() + dim, items.size());
  auto type = RankedTensorType::get(shape, element, device);
  Value result = e.tensors.newTensor(
      nn::CatOp::create(e.b, e.loc(a.range), type, values,
                        e.b.getI64IntegerAttr(dim)),
      e.grads.gradOf(items), stacked ? "StackBackward" : "CatBackward");
  // The format that all have.
  if (result && !stacked && llvm::all_of(items, [&](const Value &item) {
        return !e.tensors.channelsLast(item).empty();
      }))
    e.tensors.setFormat(result, &items[0]);
  return result;
}

/// The size that tensors have together along a dimension, counted from the
/// last, where the run decides it: that of the first that is not 1.
Value commonSize(Context &e, ArrayRef<Value> tensors, int64_t fromLast,
                 ast::Range range) {
  Location where = e.loc(range);
  mlir::Value common;
  for (const Value &tensor : tensors) {
    if (e.tensors.rank(tensor) < fromLast)
      continue;
    mlir::Value own =
        e.ssa(e.tensors.size(tensor, e.tensors.rank(tensor) - fromLast));
    if (common) {
      mlir::Value isOne = arith::CmpIOp::create(
          e.b, where, arith::CmpIPredicate::eq, common, e.constInt(1));
      own = arith::SelectOp::create(e.b, where, isOne, own, common);
    }
    common = own;
  }
  return makeInt(common);
}

Value broadcastTensors(Context &e, Bound &a) {
  std::vector<Value> items = variadicSizes(e, a, 0);
  if (e.stopped())
    return {};
  SmallVector<RankedTensorType> types;
  for (const Value &v : items) {
    if (!isTensor(v))
      return e.error(a.range, "broadcast_tensors takes tensors");
    types.push_back(e.tensors.tensorType(v));
  }
  SmallVector<int64_t> shape;
  if (!e.tensors.broadcastShape(types, shape, a.range))
    return {};
  std::vector<Value> sizes, out;
  for (auto [i, d] : llvm::enumerate(shape))
    sizes.push_back(ShapedType::isDynamic(d)
                        ? commonSize(e, items, shape.size() - i, a.range)
                        : makeInt(d));
  for (const Value &v : items)
    out.push_back(e.tensors.expandTo(v, sizes, a.range));
  return sequence(e, out, a.range);
}

} // namespace

void registerJoinOps(Registry &r) {
  r.add("chunk", Both, "input: Tensor, chunks, dim=0", split);
  r.add("split", Both, "input: Tensor, split_size_or_sections, dim=0", split);
  r.add("split_with_sizes", Both, "input: Tensor, split_sizes, dim=0", split);
  r.add("unbind", Both, "input: Tensor, dim=0", unbind);
  r.add("cat concat concatenate", Function, "tensors, dim=0", catStack);
  r.add("stack", Function, "tensors, dim=0", catStack);
  r.add("broadcast_tensors", Function, "*tensors", broadcastTensors);
}

} // namespace tine::elaborate
