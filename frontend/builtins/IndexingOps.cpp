//===- IndexingOps.cpp - Elements chosen by tensors -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that choose elements by index, mask or place.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/CreationOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/TensorBuilder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// A number is indexed as a vector of one element.
Value asVector(Context &e, const Value &x, ast::Range range) {
  return e.tensors.rank(x) == 0 ? viewOnly(e, x, {makeInt(int64_t(1))}, range)
                                : x;
}

/// `fromEnd`: negative indices count from the end.
Value indexSelect(Context &e, Bound &a, bool fromEnd) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  if (e.tensors.rank(a[0]) == 0) {
    RankedTensorType indices = e.tensors.tensorType(a[2]);
    const char *message =
        "index_select(): Index to scalar can have only 1 value";
    if (indices.hasStaticShape() && indices.getNumElements() != 1)
      return e.fault("RuntimeError", a.range, message);
    if (!indices.hasStaticShape())
      e.check(
          arith::CmpIOp::create(e.b, e.loc(a.range), arith::CmpIPredicate::eq,
                                e.ssa(e.tensors.numel(a[2])), e.constInt(1)),
          "RuntimeError", message, a.range);
    Bound inner = a;
    inner.values[0] = asVector(e, a[0], a.range);
    inner.values[2] = asVector(e, a[2], a.range);
    Value one = indexSelect(e, inner, fromEnd);
    return e.stopped() ? Value() : viewOnly(e, one, {}, a.range);
  }
  RankedTensorType type = e.tensors.tensorType(a[0]),
                   indices = e.tensors.tensorType(a[2]);
  if (!isa<IntegerType>(indices.getElementType()) ||
      indices.getElementType().isInteger(1))
    return e.fault("RuntimeError", a.range,
                   "expected a tensor of integers as indices");
  SmallVector<int64_t> shape(type.getShape().take_front(dim));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, type.getShape().drop_front(dim + 1));
  auto result = type.clone(shape);
  mlir::Value i = e.tensors.castTensor(e.tensors.read(a[2]), e.b.getI64Type());
  return e.tensors.newTensor(
      nn::IndexSelectOp::create(e.b, e.loc(a.range), result,
                                e.tensors.read(a[0]), i, dim, fromEnd)
          .getResult(),
      e.grads.gradOf({a[0]}), "IndexSelectBackward");
}

/// torch.index_select, whose index is a vector.
Value selectRows(Context &e, Bound &a) {
  if (e.tensors.rank(a[2]) > 1)
    return e.fault("IndexError", a.range,
                   "index_select(): Index is supposed to be a vector, but got "
                   "dim: " +
                       Twine(e.tensors.rank(a[2])));
  Bound inner = a;
  inner.values[2] = asVector(e, a[2], a.range);
  return e.stopped() ? Value() : indexSelect(e, inner, /*fromEnd=*/false);
}

Value embedding(Context &e, Bound &a) {
  Bound inner = a;
  inner.values = {a[0], makeInt(int64_t(0)), a[1]};
  inner.ranges.resize(3, a.range);
  Value y = indexSelect(e, inner, /*fromEnd=*/false);
  if (!e.stopped() && e.grads.requiresGrad(y))
    e.grads.setGradFn(y, "EmbeddingBackward0");
  return y;
}

Value gather(Context &e, Bound &a) {
  int64_t dim;
  if (!e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return {};
  if (e.tensors.rank(a[0]) == 0 || e.tensors.rank(a[2]) == 0) {
    Bound inner = a;
    inner.values[0] = asVector(e, a[0], a.range);
    inner.values[2] = asVector(e, a[2], a.range);
    Value vector = gather(e, inner);
    return e.stopped() || e.tensors.rank(a[2]) > 0
               ? vector
               : viewOnly(e, vector, {}, a.range);
  }
  RankedTensorType type = e.tensors.tensorType(a[0]),
                   indices = e.tensors.tensorType(a[2]);
  if (llvm::is_contained(indices.getShape(), 0) &&
      type.getRank() != indices.getRank()) {
    auto none = type.clone(indices.getShape());
    if (none.getNumDynamicDims() == 0) {
      Value nothing = e.tensors.newTensor(
          nn::FullOp::create(
              e.b, e.loc(a.range), none,
              e.numbers.scalar(makeInt(int64_t(0)), type.getElementType()),
              ValueRange())
              .getResult());
      return e.run.callLibrary("torch._math.slopeless", {nothing, a[0]},
                               a.range);
    }
  }
  if (type.getRank() != indices.getRank())
    return e.fault(
        "RuntimeError", a.range,
        "Index tensor must have the same number of dimensions as input tensor");
  auto result = type.clone(indices.getShape());
  mlir::Value i = e.tensors.castTensor(e.tensors.read(a[2]), e.b.getI64Type());
  return e.tensors.newTensor(nn::GatherOp::create(e.b, e.loc(a.range), result,
                                                  e.tensors.read(a[0]), i,
                                                  e.b.getI64IntegerAttr(dim))
                                 .getResult(),
                             e.grads.gradOf({a[0]}), "GatherBackward");
}

Value whereOp(Context &e, Bound &a) {
  if (!a.given(1) && !a.given(2)) {
    CallArgs call(a.range, {a[0]});
    call.keywords = {{"as_tuple", makeBool(true)}};
    return e.run.call(e.model.qualified("torch._indexing.nonzero"), call);
  }
  if (!a.given(1) || !a.given(2))
    return e.error(a.range, "torch.where takes a condition, or a condition "
                            "and two values");
  mlir::Type compute = e.tensors.promote({a[1], a[2]});
  if (!compute)
    return e.error(a.range, "expected tensors or numbers");
  return e.tensors.elementwise("nn.where", {a[0], a[1], a[2]}, a.range,
                               "WhereBackward", compute);
}

Value maskedFill(Context &e, Bound &a) {
  Value value = a[2];
  if (isTensor(value)) {
    if (e.tensors.rank(value) != 0)
      return e.fault("RuntimeError", a.range,
                     "masked_fill only supports a 0-dimensional value tensor");
    // The result has the dtype of the input.
    if (!e.grads.requiresGrad(value))
      value = e.numbers.item(value, a.range);
  }
  Value made =
      e.stopped()
          ? Value()
          : e.tensors.elementwise("nn.where", {a[1], value, a[0]}, a.range,
                                  "MaskedFillBackward",
                                  e.tensors.tensorType(a[0]).getElementType());
  if (made)
    e.tensors.setLayout(made, Layout());
  return made;
}

Value triangular(Context &e, Bound &a) {
  int64_t k, rank = e.tensors.rank(a[0]);
  if (!isOfRun(a[1]) && !e.numbers.knownInt(a[1], a.range, "diagonal", k))
    return {};
  if (rank < 2)
    return e.fault("RuntimeError", a.range,
                   a.name + ": input tensor must have at least 2 dimensions");
  auto line = [&](int64_t dim, std::vector<Value> shape) {
    Value n = e.tensors.size(a[0], dim);
    SmallVector<mlir::Value> sizes;
    if (!n.isConst())
      sizes.push_back(e.numbers.toIndex(n));
    auto type = RankedTensorType::get(
        {n.isConst() ? n.integer : ShapedType::kDynamic}, e.b.getI64Type(),
        e.tensors.tensorType(a[0]).getEncoding());
    mlir::Value iota = nn::IotaOp::create(e.b, e.loc(a.range), type,
                                          e.constInt(0), e.constInt(1), sizes);
    return e.tensors.reshape(e.tensors.newTensor(iota), shape, a.range, "",
                             true);
  };
  Value rows =
      line(rank - 2, {e.tensors.size(a[0], rank - 2), makeInt(int64_t(1))});
  Value columns =
      line(rank - 1, {makeInt(int64_t(1)), e.tensors.size(a[0], rank - 1)});
  Value shifted = e.tensors.elementwise("nn.add", {rows, a[1]}, a.range, "");
  Value keep = e.tensors.elementwise(a.name == "tril" ? "nn.le" : "nn.ge",
                                     {columns, shifted}, a.range, "");
  Value made = e.stopped()
                   ? Value()
                   : e.tensors.elementwise(
                         "nn.where", {keep, a[0], makeInt(int64_t(0))}, a.range,
                         a.name == "tril" ? "TrilBackward" : "TriuBackward",
                         e.tensors.tensorType(a[0]).getElementType());
  if (made) {
    e.tensors.setLayout(made, Layout());
    e.tensors.read(made).getDefiningOp()->setAttr(nn::savesNothing,
                                                  e.b.getUnitAttr());
  }
  return made;
}

/// The places of a vector that are true: the one size that depends on data.
Value truePlaces(Context &e, Bound &a) {
  mlir::Value mask =
      e.tensors.castTensor(e.tensors.read(a[0]), e.b.getI1Type());
  auto type = RankedTensorType::get(
      {ShapedType::kDynamic}, e.b.getI64Type(),
      cast<RankedTensorType>(mask.getType()).getEncoding());
  return e.tensors.newTensor(
      nn::NonzeroOp::create(e.b, e.loc(a.range), type, mask).getResult());
}

/// scatter(matrix, places, rows, how)
Value scatterRows(Context &e, Bound &a) {
  nn::Scatter how = llvm::StringSwitch<nn::Scatter>(a[3].text)
                        .Case("add", nn::Scatter::add)
                        .Case("multiply", nn::Scatter::multiply)
                        .Case("maximum", nn::Scatter::maximum)
                        .Case("minimum", nn::Scatter::minimum)
                        .Default(nn::Scatter::write);
  Attribute device;
  if (!e.tensors.sameDevice({a[0], a[1], a[2]}, a.range, device))
    return {};
  mlir::Value places =
      e.tensors.castTensor(e.tensors.read(a[1]), e.b.getI64Type());
  mlir::Value values = e.tensors.castTensor(
      e.tensors.read(a[2]), e.tensors.tensorType(a[0]).getElementType());
  return e.tensors.newTensor(nn::ScatterOp::create(e.b, e.loc(a.range), how,
                                                   values, places,
                                                   e.tensors.read(a[0]))
                                 .getResult(),
                             e.grads.gradOf({a[0], a[2]}), "IndexPutBackward");
}

/// sort(matrix, descending, stable): sorted rows, and the columns they come
/// from.
Value sortRows(Context &e, Bound &a) {
  bool descending, stable;
  if (!knownFlag(e, a, 1, descending) || !knownFlag(e, a, 2, stable))
    return {};
  mlir::Value x = e.tensors.read(a[0]);
  auto indices = cast<RankedTensorType>(x.getType()).clone(e.b.getI64Type());
  auto op = nn::SortOp::create(e.b, e.loc(a.range), x.getType(), indices, x,
                               descending, stable);
  return makeTuple({e.tensors.newTensor(op.getValues(), e.grads.gradOf({a[0]}),
                                        "SortBackward"),
                    e.tensors.newTensor(op.getIndices())});
}

/// topk(how, matrix, k, descending): the columns of the first k of every row.
Value firstOfRows(Context &e, Bound &a) {
  bool descending;
  if (!knownFlag(e, a, 3, descending))
    return {};
  nn::Top how = llvm::StringSwitch<nn::Top>(a[0].text)
                    .Case("sorted", nn::Top::sorted)
                    .Case("partition", nn::Top::partition)
                    .Default(nn::Top::kth);
  mlir::Value x = e.tensors.read(a[1]);
  auto from = cast<RankedTensorType>(x.getType());
  int64_t k = a[2].isConst() ? a[2].integer : ShapedType::kDynamic;
  auto type = RankedTensorType::get({from.getDimSize(0), k}, e.b.getI64Type(),
                                    from.getEncoding());
  return e.tensors.newTensor(nn::TopKOp::create(e.b, e.loc(a.range), type, how,
                                                x, e.numbers.toIndex(a[2]),
                                                descending)
                                 .getResult());
}

} // namespace

void registerIndexingOps(Registry &r) {
  r.add("_tine.true_places", "mask", truePlaces);
  r.add("_tine.scatter", "input, places, values, how='write'", scatterRows);
  r.add("_tine.sort", "input, descending, stable", sortRows);
  r.add("_tine.topk", "how, input, k, descending", firstOfRows);
  r.add("tril triu", InPlace, "input: Tensor, diagonal=0", triangular);
  r.add("index_select", Both, "input: Tensor, dim, index: Tensor", selectRows);
  r.add(
      "_tine.index_select", "input: Tensor, dim, index: Tensor",
      [](Context &e, Bound &a) { return indexSelect(e, a, /*fromEnd=*/true); });
  r.add("torch.embedding",
        "weight: Tensor, indices: Tensor, padding_idx=-1, "
        "scale_grad_by_freq=False, sparse=False",
        embedding);
  r.add("gather", Both,
        "input: Tensor, dim, index: Tensor, *, sparse_grad=False", gather);
  r.add("where", Function, "condition: Tensor, input=None, other=None",
        whereOp);
  r.add("Tensor.where", "input, condition: Tensor, other",
        [](Context &e, Bound &a) {
          Bound swapped = a;
          std::swap(swapped.values[0], swapped.values[1]);
          return whereOp(e, swapped);
        });
  r.add("masked_fill", InPlace, "input: Tensor, mask: Tensor, value",
        maskedFill);
}

} // namespace tine::elaborate
