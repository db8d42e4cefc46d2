//===- ProductOfLoops.cpp - Sums of products in linalg --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body has to add a product of two values to the result. A parallel loop on
// which both depend is one of batches; one on which a value depends alone, of
// rows or columns.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ProductOfLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tine::cuda;

namespace {

class Matcher {
public:
  Matcher(linalg::GenericOp op, const ReadInstead &instead)
      : op(op), instead(instead) {}

  std::optional<ProductOfLoops> match();

private:
  bool matchBody();
  bool follow(ProductFactor &factor, Value value);
  void sortLoops();
  void findDirection(ProductFactor &factor, ArrayRef<unsigned> own);
  /// Loops on which a value of the body depends.
  llvm::SmallBitVector loopsOf(Value value);
  llvm::SmallBitVector loopsOf(AffineExpr expression);
  /// Loops whose neighbours are neighbours in memory where `op` of the body, or
  /// the operand, reads.
  llvm::SmallBitVector fastLoops(const ProductFactor &factor);

  /// The dimension of the buffer that elements in memory are neighbours along,
  /// or -1.
  int64_t fastDimension(Value buffer);

  linalg::GenericOp op;
  const ReadInstead &instead;
  ProductOfLoops product;
};

} // namespace

bool Matcher::matchBody() {
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  Value sum = op.getRegionOutputArgs().front();
  Operation *add = yielded.getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) || !sum.hasOneUse() ||
      !yielded.hasOneUse())
    return false;
  Value other = add->getOperand(add->getOperand(0) == sum ? 1 : 0);
  if (!llvm::is_contained(add->getOperands(), sum))
    return false;
  Operation *multiply = other.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(multiply) ||
      multiply->getBlock() != op.getBody() || !other.hasOneUse())
    return false;
  product.add = add;
  product.a.loops.resize(op.getNumLoops());
  product.b.loops.resize(op.getNumLoops());
  return follow(product.a, product.a.value = multiply->getOperand(0)) &&
         follow(product.b, product.b.value = multiply->getOperand(1));
}

/// Adds what computes the value, which must not have effects, to the factor.
bool Matcher::follow(ProductFactor &factor, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == op.getBody()) {
    if (argument.getArgNumber() >= op.getNumDpsInputs())
      return false;
    factor.loops |= loopsOf(value);
    return true;
  }
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != op.getBody())
    return true; // a value of the host
  if (factor.ops.contains(definition))
    return true;
  if (definition->getNumRegions() != 0 ||
      !(isPure(definition) || isa<memref::LoadOp, memref::DimOp>(definition)))
    return false;
  for (Value operand : definition->getOperands())
    if (!follow(factor, operand))
      return false;
  if (auto index = dyn_cast<linalg::IndexOp>(definition))
    factor.loops.set(unsigned(index.getDim()));
  factor.ops.insert(definition);
  return true;
}

llvm::SmallBitVector Matcher::loopsOf(AffineExpr expression) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (unsigned i : llvm::seq(op.getNumLoops()))
    if (expression.isFunctionOfDim(i))
      loops.set(i);
  return loops;
}

llvm::SmallBitVector Matcher::loopsOf(Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == op.getBody()) {
    AffineMap map = op.getIndexingMapsArray()[argument.getArgNumber()];
    for (AffineExpr result : map.getResults())
      loops |= loopsOf(result);
    return loops;
  }
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != op.getBody())
    return loops;
  if (auto index = dyn_cast<linalg::IndexOp>(definition))
    loops.set(unsigned(index.getDim()));
  for (Value operand : definition->getOperands())
    loops |= loopsOf(operand);
  return loops;
}

int64_t Matcher::fastDimension(Value buffer) {
  if (auto other = instead.find(buffer); other != instead.end()) {
    int64_t fast = fastDimension(other->second.buffer);
    return fast < 0 ? -1 : other->second.place.getDimPosition(unsigned(fast));
  }
  auto type = dyn_cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || failed(type.getStridesAndOffset(strides, offset)))
    return -1;
  for (int64_t i = type.getRank() - 1; i >= 0; --i)
    if (strides[i] == 1 && type.getDimSize(i) != 1)
      return i;
  return type.getRank() - 1;
}

llvm::SmallBitVector Matcher::fastLoops(const ProductFactor &factor) {
  llvm::SmallBitVector loops(op.getNumLoops());
  auto addArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody())
      return;
    int64_t last = fastDimension(op->getOperand(argument.getArgNumber()));
    if (last >= 0)
      loops |=
          loopsOf(op.getIndexingMapsArray()[argument.getArgNumber()].getResult(
              unsigned(last)));
  };
  addArgument(factor.value);
  for (Operation *inner : factor.ops) {
    for (Value operand : inner->getOperands())
      addArgument(operand);
    auto load = dyn_cast<memref::LoadOp>(inner);
    int64_t last = load ? fastDimension(load.getMemRef()) : -1;
    if (last >= 0)
      loops |= loopsOf(load.getIndices()[last]);
  }
  return loops;
}

void Matcher::findDirection(ProductFactor &factor, ArrayRef<unsigned> own) {
  llvm::SmallBitVector fast = fastLoops(factor);
  unsigned mine = own.back(), summed = product.depths.back();
  if (!fast.test(summed) || !fast.test(mine)) {
    factor.isAlongSum = fast.test(summed);
    return;
  }
  // The window of a convolution is the shorter way.
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  factor.isAlongSum =
      !ShapedType::isDynamic(sizes[mine]) &&
      (ShapedType::isDynamic(sizes[summed]) || sizes[summed] > sizes[mine]);
}

/// Loops of the result go in its order, so that neighbours in it are columns.
void Matcher::sortLoops() {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr result : map.getResults()) {
    unsigned loop = cast<AffineDimExpr>(result).getPosition();
    bool ofA = product.a.loops.test(loop), ofB = product.b.loops.test(loop);
    (ofA == ofB ? product.batches
     : ofA      ? product.rows
                : product.columns)
        .push_back(loop);
  }
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (!linalg::isParallelIterator(kind))
      product.depths.push_back(unsigned(i));
  auto place = [&](ArrayRef<unsigned> loops) {
    for (unsigned i = map.getNumResults(); i != 0; --i)
      if (llvm::is_contained(
              loops, cast<AffineDimExpr>(map.getResult(i - 1)).getPosition()))
        return i;
    return 0u;
  };
  if (place(product.rows) > place(product.columns)) {
    std::swap(product.rows, product.columns);
    std::swap(product.a, product.b);
  }
}

std::optional<ProductOfLoops> Matcher::match() {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops() || !matchBody())
    return std::nullopt;
  sortLoops();
  if (product.rows.empty() || product.columns.empty())
    return std::nullopt;
  findDirection(product.a, product.rows);
  findDirection(product.b, product.columns);
  return std::move(product);
}

std::optional<ProductOfLoops>
tine::cuda::matchProduct(linalg::GenericOp op, const ReadInstead &instead) {
  return Matcher(op, instead).match();
}
