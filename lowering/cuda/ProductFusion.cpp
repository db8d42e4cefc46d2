//===- ProductFusion.cpp - What a product's kernel does beside ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is told apart by the allocation or the box that it belongs to. Only
// new ones are known to have no other name, so between the ops nothing else may
// be written.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ProductFusion.h"
#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Ops of a body that is computed in the kernel of a product, once for each
/// result that a thread has.
static constexpr unsigned mostOps = 20;

/// The storage of the buffers that the op uses, also in its body.
static llvm::SmallPtrSet<Value, 8> storagesOf(Operation *op) {
  llvm::SmallPtrSet<Value, 8> storages;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      storages.insert(storageOf(operand));
  });
  return storages;
}

static bool touches(Operation *op, Value storage) {
  if (isa<ViewLikeOpInterface, BoxBufferOp>(op))
    return false;
  return storagesOf(op).contains(storage);
}

/// Whether the op computes each element from those of its operands in the same
/// place of loops, with few operations.
static bool isElementwise(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  unsigned count = 0;
  for (Operation &inner : op.getBody()->without_terminator())
    if (++count > mostOps || inner.getNumRegions() != 0 || !isPure(&inner) ||
        (isa<math::MathDialect>(inner.getDialect()) &&
         !isa<math::AbsFOp, math::SqrtOp, math::FmaOp>(inner)))
      return false;
  return true;
}

namespace {

class Fuser {
public:
  explicit Fuser(linalg::GenericOp product)
      : product(product), result(product.getDpsInits()[0]),
        storage(storageOf(result)) {}

  ProductFusion fuse() {
    findInstead();
    findStart();
    findEnd();
    return std::move(fusion);
  }

private:
  void findInstead();
  linalg::GenericOp moverOf(Value buffer);
  void findStart();
  void findEnd();
  linalg::GenericOp startFrom(Operation *writer);
  linalg::GenericOp fillOf(Value buffer, Operation *reader);
  bool canMove(Operation *from, Operation *to, ArrayRef<Operation *> ops);
  bool isEnd(linalg::GenericOp op);

  linalg::GenericOp product;
  Value result, storage;
  ProductFusion fusion;
  /// The ops whose results are not read.
  SmallVector<linalg::GenericOp> movers;
};

} // namespace

/// Whether the op's results are its input's elements, or those extended to f32.
static bool isMove(linalg::GenericOp op) {
  if (!isElementwise(op) || op.getNumDpsInputs() != 1 ||
      !isa<MemRefType>(op.getDpsInputs()[0].getType()) ||
      !op.getIndexingMapsArray()[0].isProjectedPermutation() ||
      !op.getIndexingMapsArray()[1].isIdentity())
    return false;
  Value value = op.getBody()->getTerminator()->getOperand(0);
  auto extend = value.getDefiningOp<arith::ExtFOp>();
  if (extend && extend.getType().isF32())
    value = extend.getIn();
  return value == op.getBody()->getArgument(0);
}

/// The op that has moved the elements of another buffer to a new one before the
/// product.
linalg::GenericOp Fuser::moverOf(Value buffer) {
  linalg::GenericOp mover;
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return {};
  for (Operation *user : buffer.getUsers()) {
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (generic && llvm::is_contained(generic.getDpsInits(), buffer)) {
      if (mover)
        return {};
      mover = generic;
    } else if (!generic && !isa<memref::DeallocOp>(user)) {
      return {};
    }
  }
  bool isBefore = mover && mover->getBlock() == product->getBlock() &&
                  mover->isBeforeInBlock(product);
  return isBefore && isMove(mover) && canMove(mover, product, {mover})
             ? mover
             : linalg::GenericOp();
}

/// Follows transposes and conversions to what they have read.
void Fuser::findInstead() {
  llvm::SetVector<Value> read;
  for (Value input : product.getDpsInputs())
    if (isa<MemRefType>(input.getType()))
      read.insert(input);
  product.getBody()->walk(
      [&](memref::LoadOp load) { read.insert(load.getMemRef()); });
  for (Value buffer : read) {
    Value from = buffer;
    AffineMap place;
    while (linalg::GenericOp mover = moverOf(from)) {
      AffineMap map = mover.getIndexingMapsArray()[0];
      place = place ? map.compose(place) : map;
      fusion.passed.push_back(from);
      from = mover.getDpsInputs()[0];
      movers.push_back(mover);
    }
    if (place)
      fusion.instead[buffer] = {from, place};
  }
}

/// The op that puts one number into all of a new buffer, if nothing else writes
/// to it before it is read.
linalg::GenericOp Fuser::fillOf(Value buffer, Operation *reader) {
  linalg::GenericOp fill;
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return {};
  for (Operation *user : buffer.getUsers()) {
    if (auto copy = dyn_cast<memref::CopyOp>(user);
        copy && copy.getTarget() != buffer)
      continue;
    if (isa<memref::DeallocOp>(user))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic)
      return {};
    bool isLater = generic->getBlock() == reader->getBlock() &&
                   reader->isBeforeInBlock(generic);
    if (isLater || !llvm::is_contained(generic.getDpsInits(), buffer))
      continue;
    if (fill || generic.getNumDpsInits() != 1)
      return {};
    fill = generic;
  }
  return fill;
}

/// The op whose value at a point is what `writer` leaves there in the result.
linalg::GenericOp Fuser::startFrom(Operation *writer) {
  if (auto copy = dyn_cast<memref::CopyOp>(writer)) {
    if (copy.getTarget() != result)
      return {};
    linalg::GenericOp fill = fillOf(copy.getSource(), copy);
    bool isNumber = fill && isElementwise(fill) &&
                    llvm::none_of(fill.getDpsInputs(), [](Value input) {
                      return isa<MemRefType>(input.getType());
                    });
    return isNumber && fill->getBlock() == writer->getBlock() &&
                   fill->isBeforeInBlock(writer)
               ? fill
               : linalg::GenericOp();
  }
  auto generic = dyn_cast<linalg::GenericOp>(writer);
  if (!generic || !isElementwise(generic) || generic.getDpsInits()[0] != result)
    return {};
  OpOperand *init = generic.getDpsInitOperand(0);
  if (generic.payloadUsesValueFromOperand(init) ||
      !generic.getMatchingIndexingMap(init).isIdentity() ||
      llvm::is_contained(llvm::map_range(generic.getDpsInputs(), storageOf),
                         storage) ||
      !canMove(generic, product, {generic}))
    return {};
  return generic;
}

void Fuser::findStart() {
  if (!isNew(storage))
    return;
  for (Operation *op = product->getPrevNode(); op; op = op->getPrevNode()) {
    if (!touches(op, storage))
      continue;
    if ((fusion.start = startFrom(op)))
      fusion.replaced.push_back(op);
    return;
  }
}

/// Whether the first of the ops can be computed where `to` is instead: what the
/// ops read stays as it is. Moves what frees it behind `to`.
bool Fuser::canMove(Operation *from, Operation *to, ArrayRef<Operation *> ops) {
  llvm::SmallPtrSet<Value, 8> read;
  for (Operation *op : ops)
    for (Value buffer : storagesOf(op))
      read.insert(buffer);
  SmallVector<Operation *> freed;
  for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode()) {
    if (staysInFront(op))
      continue;
    if (frees(op)) {
      if (read.contains(storageOf(op->getOperand(0))))
        freed.push_back(op);
      continue;
    }
    SmallVector<Value> written;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      llvm::append_range(written, linalgOp.getDpsInits());
    else if (auto copy = dyn_cast<memref::CopyOp>(op))
      written.push_back(copy.getTarget());
    else
      return false;
    for (Value buffer : written)
      if (!isNew(storageOf(buffer)) || read.contains(storageOf(buffer)))
        return false;
  }
  for (Operation *op : freed)
    op->moveAfter(to);
  return true;
}

bool Fuser::isEnd(linalg::GenericOp op) {
  if (!op || op->getBlock() != product->getBlock() || !isElementwise(op) ||
      op.getNumLoops() != product.getNumParallelLoops())
    return false;
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap stored = op.getMatchingIndexingMap(init);
  if (op.payloadUsesValueFromOperand(init) || !stored.isPermutation() ||
      !isNew(storageOf(init->get())))
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == result) {
      if (fusion.sum || !op.getMatchingIndexingMap(input).isPermutation())
        return false;
      fusion.sum = input;
    }
  // Other blocks still read what the product is made of.
  Value to = storageOf(init->get());
  return fusion.sum && to != storage && !touches(product, to) &&
         !(fusion.start && touches(fusion.start, to)) &&
         llvm::none_of(fusion.instead, [&](auto &pair) {
           return storageOf(pair.second.buffer) == to;
         });
}

void Fuser::findEnd() {
  if (!result.getDefiningOp<memref::AllocOp>())
    return;
  linalg::GenericOp end;
  for (Operation *user : result.getUsers()) {
    if (user == product || isa<memref::DeallocOp>(user) ||
        llvm::is_contained(fusion.replaced, user))
      continue;
    if (end || !(end = dyn_cast<linalg::GenericOp>(user)))
      return;
  }
  SmallVector<Operation *> moved = {product};
  if (fusion.start)
    moved.push_back(fusion.start);
  llvm::append_range(moved, movers);
  if (!isEnd(end) || !product->isBeforeInBlock(end) ||
      !canMove(product, end, moved)) {
    fusion.sum = nullptr;
    return;
  }
  product->moveBefore(end);
  fusion.end = end;
  fusion.replaced.push_back(end);
}

ProductFusion cuda::fuseProduct(linalg::GenericOp product) {
  return Fuser(product).fuse();
}

/// Erases a new buffer that is filled or freed and nothing else.
static void eraseUnused(Value buffer) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return;
  for (Operation *user : alloc->getUsers()) {
    auto generic = dyn_cast<linalg::GenericOp>(user);
    bool isFill = generic && generic.getNumDpsInits() == 1 &&
                  generic.getDpsInits()[0] == buffer &&
                  !llvm::is_contained(generic.getDpsInputs(), buffer);
    if (!isFill && !isa<memref::DeallocOp>(user))
      return;
  }
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    user->erase();
  alloc->erase();
}

void cuda::eraseReplaced(ProductFusion &fusion, Value result) {
  SmallVector<Value> copied;
  for (Operation *op : fusion.replaced) {
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      copied.push_back(copy.getSource());
    op->erase();
  }
  if (fusion.end)
    eraseUnused(result);
  for (Value buffer : copied)
    eraseUnused(buffer);
  for (Value buffer : fusion.passed)
    eraseUnused(buffer);
}
