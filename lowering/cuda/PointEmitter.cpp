//===- PointEmitter.cpp - The body of an op at a point --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/PointEmitter.h"
#include "lowering/cuda/FilledStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

PointEmitter::PointEmitter(linalg::GenericOp op, KernelBuilder &k)
    : op(op), k(k), b(k.b) {
  for (Range range : cast<linalg::LinalgOp>(op.getOperation())
                         .createLoopRanges(k.host(), op.getLoc()))
    sizes.push_back(range.size);
}

SmallVector<unsigned> PointEmitter::parallelLoops() {
  llvm::SetVector<unsigned> last;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      last.insert(dim.getPosition());
  SmallVector<unsigned> loops;
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (linalg::isParallelIterator(kind) && !last.contains(i))
      loops.push_back(i);
  for (unsigned i : last)
    if (linalg::isParallelIterator(op.getIteratorTypesArray()[i]))
      loops.push_back(i);
  return loops;
}

SmallVector<unsigned> PointEmitter::otherLoops() {
  SmallVector<unsigned> parallel = parallelLoops(), others;
  for (unsigned i : llvm::seq(op.getNumLoops()))
    if (!llvm::is_contained(parallel, i))
      others.push_back(i);
  return others;
}

Value PointEmitter::countOf(ArrayRef<unsigned> loops) {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  Value count = arith::ConstantIndexOp::create(host, loc, 1);
  for (unsigned loop : loops)
    count = host.createOrFold<arith::MulIOp>(
        loc, count, getValueOrCreateConstantIndexOp(host, loc, sizes[loop]));
  return count;
}

std::optional<int64_t> PointEmitter::knownCount(ArrayRef<unsigned> loops) {
  int64_t count = 1;
  for (unsigned loop : loops) {
    std::optional<int64_t> size = getConstantIntValue(sizes[loop]);
    if (!size)
      return std::nullopt;
    count *= *size;
  }
  return count;
}

Value PointEmitter::divideUp(Value x, int64_t y) {
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  return host.createOrFold<arith::CeilDivUIOp>(
      loc, x, arith::ConstantIndexOp::create(host, loc, y));
}

void PointEmitter::setPoint(SmallVectorImpl<Value> &point,
                            ArrayRef<unsigned> loops, Value number) {
  SmallVector<OpFoldResult> of;
  for (unsigned loop : loops)
    of.push_back(sizes[loop]);
  for (auto [loop, at] : llvm::zip_equal(loops, k.split(number, of)))
    point[loop] = at;
}

Value PointEmitter::evaluate(AffineExpr expression, ArrayRef<Value> point) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return point[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return k.index(constant.getValue());
  auto both = cast<AffineBinaryOpExpr>(expression);
  Value x = evaluate(both.getLHS(), point), y = evaluate(both.getRHS(), point);
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return k.add(x, y);
  case AffineExprKind::Mul:
    return k.mul(x, y);
  case AffineExprKind::Mod:
    return b.createOrFold<arith::RemUIOp>(x, y);
  case AffineExprKind::CeilDiv:
    return b.createOrFold<arith::CeilDivUIOp>(x, y);
  default:
    return b.createOrFold<arith::DivUIOp>(x, y);
  }
}

SmallVector<Value> PointEmitter::placeOf(OpOperand &operand,
                                         ArrayRef<Value> point) {
  SmallVector<Value> indices;
  auto of = cast<linalg::GenericOp>(operand.getOwner());
  for (AffineExpr result : of.getMatchingIndexingMap(&operand).getResults())
    indices.push_back(evaluate(result, point));
  return indices;
}

Value PointEmitter::offsetAt(OpOperand &operand, ArrayRef<Value> point) {
  return k.offsetOf(k.buffer(operand.get()), placeOf(operand, point));
}

bool PointEmitter::isAccumulated(OpOperand *init) {
  AffineMap map = op.getMatchingIndexingMap(init);
  return llvm::all_of(llvm::enumerate(op.getIteratorTypesArray()),
                      [&](auto loop) {
                        return linalg::isParallelIterator(loop.value()) ||
                               !map.isFunctionOfDim(unsigned(loop.index()));
                      });
}

SmallVector<Value> PointEmitter::startsAt(ArrayRef<Value> point) {
  SmallVector<Value> starts;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (TypedAttr start = filledStart(init))
      starts.push_back(arith::ConstantOp::create(b, start));
    else if (isAccumulated(&init))
      starts.push_back(
          op.payloadUsesValueFromOperand(&init)
              ? k.load(k.buffer(init.get()), offsetAt(init, point))
              : LLVM::PoisonOp::create(
                    b, cast<MemRefType>(init.get().getType()).getElementType())
                    .getResult());
  return starts;
}

void PointEmitter::storeAt(ArrayRef<Value> point, ArrayRef<Value> accumulated) {
  const Value *next = accumulated.begin();
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isAccumulated(&init))
      k.store(*next++, k.buffer(init.get()), offsetAt(init, point));
}

void PointEmitter::onlyIf(Value condition) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
}

SmallVector<Value> PointEmitter::body(ArrayRef<Value> arguments,
                                      ArrayRef<Value> point) {
  IRMapping mapping;
  mapping.map(op.getBody()->getArguments(), arguments);
  for (Operation &inner : op.getBody()->without_terminator())
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), point[index.getDim()]);
    else
      k.clone(inner, mapping);
  SmallVector<Value> results;
  for (Value value : op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.contains(value) ? mapping.lookup(value)
                                              : k.scalar(value));
  return results;
}

Value PointEmitter::valueOf(linalg::GenericOp other, ArrayRef<Value> point,
                            OpOperand *operand, Value known) {
  IRMapping mapping;
  for (OpOperand &input : other->getOpOperands()) {
    if (!other.payloadUsesValueFromOperand(&input))
      continue;
    Value value = known;
    if (&input != operand)
      value = isa<MemRefType>(input.get().getType())
                  ? k.load(k.buffer(input.get()), offsetAt(input, point))
                  : k.scalar(input.get());
    mapping.map(other.getMatchingBlockArgument(&input), value);
  }
  for (Operation &inner : other.getBody()->without_terminator())
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), point[index.getDim()]);
    else
      k.clone(inner, mapping);
  Value result = other.getBody()->getTerminator()->getOperand(0);
  return mapping.contains(result) ? mapping.lookup(result) : k.scalar(result);
}

SmallVector<Value> PointEmitter::argumentsAt(ArrayRef<Value> point,
                                             ArrayRef<Value> accumulated) {
  SmallVector<Value> arguments;
  const Value *next = accumulated.begin();
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isDpsInit(&operand) && isAccumulated(&operand)) {
      arguments.push_back(*next++);
      continue;
    }
    if (!isa<MemRefType>(operand.get().getType()))
      arguments.push_back(k.scalar(operand.get()));
    else if (op.payloadUsesValueFromOperand(&operand))
      arguments.push_back(
          k.load(k.buffer(operand.get()), offsetAt(operand, point)));
    else
      arguments.push_back(Value());
  }
  // What is not used needs no value; mappings want one.
  for (auto [argument, value] :
       llvm::zip_equal(op.getBody()->getArguments(), arguments))
    if (!value)
      value = b.create<LLVM::PoisonOp>(argument.getType());
  return arguments;
}

SmallVector<Value> PointEmitter::visit(ArrayRef<Value> point,
                                       ArrayRef<Value> accumulated,
                                       bool stores) {
  SmallVector<Value> kept;
  for (auto [init, value] :
       llvm::zip_equal(llvm::make_pointer_range(op.getDpsInitsMutable()),
                       body(argumentsAt(point, accumulated), point)))
    if (isAccumulated(init))
      kept.push_back(value);
    else if (stores)
      k.store(value, k.buffer(init->get()), offsetAt(*init, point));
  return kept;
}
