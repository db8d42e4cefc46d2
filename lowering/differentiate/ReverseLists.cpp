//===- ReverseLists.cpp - Backward passes of lists ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of tensors has a list of cotangents beside it, which starts as zeros
// where the backward pass first meets the list, that is where the program used
// it last. Reading an element adds to its cotangent, appending takes it.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Lists.h"
#include "dialects/nn/ViewOps.h"
#include "lowering/differentiate/Reverser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;

/// The tensor that the list's elements are, or null.
static RankedTensorType elementOf(Value list) {
  auto type = dyn_cast<ListType>(list.getType());
  if (!type || type.getLeaves().size() != 1 ||
      !isDifferentiable(type.getLeaves().front()))
    return {};
  return cast<RankedTensorType>(type.getLeaves().front());
}

SmallVector<Reverser::ListSlot> Reverser::slotsOf(Value list) {
  SmallVector<ListSlot> slots;
  auto type = dyn_cast<ListType>(list.getType());
  if (!type)
    return slots;
  for (auto [part, leaf] : llvm::enumerate(type.getLeaves())) {
    if (isDifferentiable(leaf))
      slots.push_back({static_cast<unsigned>(part), 0, leaf});
    if (auto future = dyn_cast<FutureType>(leaf))
      for (auto [i, inner] : llvm::enumerate(future.getLeaves()))
        if (isDifferentiable(inner))
          slots.push_back(
              {static_cast<unsigned>(part), static_cast<unsigned>(i), inner});
  }
  return slots;
}

Value Reverser::cotangentsOf(Value list) {
  if (Value known = lists.lookup(list))
    return known;
  if (slotsOf(list).empty())
    return {};
  // As far out as the list is.
  OpBuilder::InsertionGuard guard(b);
  for (Scope *s = scope; s->outer; s = s->outer) {
    if (!s->forward || s->forward->isAncestor(list.getParentRegion()))
      break;
    b.restoreInsertionPoint(s->place);
  }
  return lists[list] = zerosBeside(list);
}

Value Reverser::zerosBeside(Value list) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<ListSlot> slots = slotsOf(list);
  Location loc = list.getLoc();
  SmallVector<Type> types;
  for (const ListSlot &slot : slots)
    types.push_back(slot.type);
  Value cotangents =
      ListNewOp::create(b, loc, ListType::get(b.getContext(), types));
  Value length = ListLengthOp::create(b, loc, list);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value upper = arith::IndexCastOp::create(b, loc, b.getIndexType(), length);
  auto loop = scf::ForOp::create(b, loc, zero, upper, one);
  b.setInsertionPointToStart(loop.getBody());
  Value i = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                       loop.getInductionVar());
  auto element = ListGetOp::create(
      b, loc, cast<ListType>(list.getType()).getLeaves(), list, i);
  SmallVector<Value> none;
  for (const ListSlot &slot : slots)
    none.push_back(zeros(Place{element.getResult(slot.part), slot.leaf}));
  ListAppendOp::create(b, loc, cotangents, none);
  cotangentLists.insert(cotangents);
  return cotangents;
}

bool Reverser::isFollowed(Value list) {
  Operation *op = list.getDefiningOp();
  if (!op)
    op = list.getParentBlock()->getParentOp();
  return nn::makesList(op) || isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op);
}

bool Reverser::touchesLists(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        bool changes =
            nn::changesList(inner) && lists.contains(inner->getOperand(0));
        return changes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void Reverser::addElement(Value list, ValueRange leaves,
                          ValueRange cotangents) {
  for (auto [slot, part] : llvm::zip(slotsOf(list), cotangents))
    add(Place{leaves[slot.part], slot.leaf}, {part, 0});
}

LogicalResult Reverser::reverse(ListAppendOp op) {
  Value cotangents = lists.lookup(op.getList());
  if (!cotangents)
    return success();
  Location loc = op.getLoc();
  Value last = arith::ConstantIntOp::create(b, loc, -1, 64);
  auto pop = ListPopOp::create(b, loc,
                               cast<ListType>(cotangents.getType()).getLeaves(),
                               cotangents, last);
  addElement(op.getList(), op.getLeaves(), pop.getResults());
  return success();
}

LogicalResult Reverser::reverse(ListGetOp op) {
  Value list = cotangentsOf(op.getList());
  Location loc = op.getLoc();
  SmallVector<Value> parts;
  for (const ListSlot &slot : slotsOf(op.getList()))
    parts.push_back(take({op.getResult(slot.part), slot.leaf}));
  if (llvm::none_of(parts, [](Value part) { return bool(part); }))
    return success();
  auto old = ListGetOp::create(
      b, loc, cast<ListType>(list.getType()).getLeaves(), list, op.getIndex());
  SmallVector<Value> sums;
  for (auto [part, before] : llvm::zip(parts, old.getResults())) {
    Value sum = before;
    if (part)
      sum = nn::AddOp::create(b, loc, sum.getType(), sum, part);
    sums.push_back(sum);
  }
  ListSetOp::create(b, loc, list, op.getIndex(), sums);
  return success();
}

LogicalResult Reverser::reverse(nn::ListCatOp op) {
  Value cotangent = take({op.getResult(), 0});
  Value list = cotangentsOf(op.getList());
  Location loc = op.getLoc();
  RankedTensorType type = elementOf(op.getList());
  auto joined = cast<RankedTensorType>(cotangent.getType());
  int64_t dim = op.getDim();
  Value length = ListLengthOp::create(b, loc, list);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value upper = arith::IndexCastOp::create(b, loc, b.getIndexType(), length);
  auto loop = scf::ForOp::create(b, loc, zero, upper, one, ValueRange(zero));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value i = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                       loop.getInductionVar());
  Value offset = loop.getRegionIterArg(0);
  Value old = ListGetOp::create(b, loc, type, list, i).getResult(0);
  Value size = op.getStacked()
                   ? one
                   : tensor::DimOp::create(b, loc, old, dim).getResult();
  SmallVector<int64_t> shape(joined.getShape());
  shape[dim] = op.getStacked() ? 1 : type.getDimSize(dim);
  auto sliceType = RankedTensorType::get(shape, joined.getElementType(),
                                         joined.getEncoding());
  Value part = makeSlice(cotangent, sliceType, dim, offset, size);
  if (op.getStacked())
    part = makeReshape(part, type, old);
  Value sum = nn::AddOp::create(b, loc, type, old, part);
  ListSetOp::create(b, loc, list, i, sum);
  Value next = arith::AddIOp::create(b, loc, offset, size);
  scf::YieldOp::create(b, loc, next);
  return success();
}

Value Reverser::makeSlice(Value tensor, RankedTensorType type, int64_t dim,
                          Value offset, Value size) {
  return nn::SliceOp::create(
      b, tensor.getLoc(), type, tensor, b.getI64IntegerAttr(dim), offset,
      b.getI64IntegerAttr(1), type.isDynamicDim(dim) ? size : Value());
}

Value Reverser::makeReshape(Value tensor, RankedTensorType type, Value like) {
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, tensor.getLoc(), like, i));
  return nn::ReshapeOp::create(b, tensor.getLoc(), type, tensor, sizes);
}
