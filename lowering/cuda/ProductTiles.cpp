//===- ProductTiles.cpp - How products are shared out to blocks -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large tiles reuse what they load most, small ones keep a GPU busy.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ProductTiles.h"
#include "dialects/tine/Tf32.h"
#include "lowering/cuda/FactorInMemory.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/cuda/ProductKernels.h"
#include "lowering/cuda/RoundedBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

static constexpr int64_t largeTile = 128;

/// Tiles of the largest size that keep a GPU busy, and blocks of any size.
static constexpr int64_t manyLargeTiles = 80, manyBlocks = 132;

/// Values of a sum that are worth a block of their own.
static constexpr int64_t valuesOfPart = 256;

/// Factors of one product of few rows that are worth a block, and blocks of
/// these that keep a GPU busy.
static constexpr int64_t leastThinWork = 2048, manyThinBlocks = 528;

static int64_t knownSize(linalg::GenericOp op, ArrayRef<unsigned> loops) {
  int64_t product = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : loops)
    product *= ShapedType::isDynamic(sizes[loop]) ? 0 : sizes[loop];
  return product;
}

static int64_t tilesOf(const ProductShape &shape, int64_t tile) {
  return shape.batches * llvm::divideCeil(shape.rows, tile) *
         llvm::divideCeil(shape.columns, tile);
}

/// Whether one side is known to have few rows.
static bool isThin(const ProductShape &shape) {
  auto isFew = [](int64_t size) { return size != 0 && size < leastRows; };
  return isFew(shape.rows) || isFew(shape.columns);
}

/// Whether there is a template for a product of few rows, and enough work.
static bool isWorthThin(const ProductShape &shape, Type element) {
  int64_t longer = std::max(shape.rows, shape.columns);
  bool isKnown = shape.rows != 0 && shape.columns != 0;
  return element.isF32() && (!isKnown || longer >= leastRows) &&
         (!isKnown || shape.depth == 0 ||
          longer * shape.depth >= leastThinWork);
}

ProductOfLoops cuda::matchFor(linalg::GenericOp op, const ProductFusion &fusion,
                              const ProductTile &tile) {
  ProductOfLoops product = *matchProduct(op, fusion.instead);
  int64_t rows = knownSize(op, product.rows);
  if (tile.isThin && (rows == 0 || rows >= leastRows)) {
    std::swap(product.a, product.b);
    std::swap(product.rows, product.columns);
  }
  return product;
}

/// The type that all values of a factor are of, if it is a narrow one; null or
/// that of the factor else.
static Type narrowType(Value value, linalg::GenericOp op,
                       const ProductFusion &fusion) {
  auto elementOf = [&](Value buffer) {
    auto other = fusion.instead.find(buffer);
    if (other != fusion.instead.end())
      buffer = other->second.buffer;
    Type rounded = roundedType(buffer);
    return rounded ? rounded
                   : cast<MemRefType>(buffer.getType()).getElementType();
  };
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == op.getBody()
               ? elementOf(op->getOperand(argument.getArgNumber()))
               : Type();
  if (auto extend = value.getDefiningOp<arith::ExtFOp>())
    return extend.getIn().getType();
  if (auto load = value.getDefiningOp<memref::LoadOp>())
    return elementOf(load.getMemRef());
  // 0 outside of an image.
  auto select = value.getDefiningOp<arith::SelectOp>();
  return select && matchPattern(select.getFalseValue(), m_PosZeroFloat())
             ? narrowType(select.getTrueValue(), op, fusion)
             : Type();
}

/// Whether the module allows factors of the product to be rounded to TF32.
static bool allowsTf32(linalg::GenericOp op) {
  auto kinds =
      op->getParentOfType<ModuleOp>()->getAttrOfType<ArrayAttr>(tf32Attribute);
  StringRef kind = op->hasAttr(convolutionAttribute) ? tf32Conv : tf32Matmul;
  return kinds && llvm::is_contained(kinds.getAsValueRange<StringAttr>(), kind);
}

ProductTile cuda::chooseTile(linalg::GenericOp op,
                             const ProductOfLoops &product,
                             const ProductFusion &fusion,
                             const ProductShape &shape) {
  Type sum = product.add->getResult(0).getType();
  Type narrow = narrowType(product.a.value, op, fusion);
  bool isNarrow = sum.isF32() && narrow &&
                  (narrow.isBF16() || narrow.isF16()) &&
                  narrow == narrowType(product.b.value, op, fusion);
  if (isThin(shape)) {
    Type type = isNarrow ? narrow : sum;
    const ProductFactor &longer =
        shape.rows != 0 && shape.rows < leastRows ? product.b : product.a;
    return {type,
            thinColumns(longer.isAlongSum, pieceBytes / storedBytes(type)),
            /*isTf32=*/false, /*isThin=*/true};
  }
  int64_t shorter = std::min(shape.rows, shape.columns);
  bool isLarge = shorter > 64 && tilesOf(shape, largeTile) >= manyLargeTiles;
  if (isNarrow)
    return {narrow, isLarge ? largeTile : 64};
  if (sum.isF32() && allowsTf32(op))
    return {sum, isLarge ? largeTile : 64, /*isTf32=*/true};
  if (!sum.isF32() && !sum.isF64())
    return {sum, 32};
  if (sum.isF32() && isLarge)
    return {sum, largeTile};
  return {sum, shorter == 0 || shorter > 32 ? 64 : 32};
}

int64_t cuda::chooseParts(const ProductShape &shape, const ProductTile &tile) {
  int64_t tiles = tilesOf(shape, tile.size);
  int64_t many = tile.isThin ? manyThinBlocks : manyBlocks;
  if (tiles == 0 || tiles * 2 > many || shape.depth < 2 * valuesOfPart)
    return 1;
  return std::min(many / tiles, shape.depth / valuesOfPart);
}

static bool hasTemplate(Type element) {
  return element.isF32() || element.isF64() || element.isInteger(32) ||
         element.isInteger(64);
}

ProductShape cuda::shapeOf(linalg::GenericOp op,
                           const ProductOfLoops &product) {
  return {knownSize(op, product.batches), knownSize(op, product.rows),
          knownSize(op, product.columns), knownSize(op, product.depths)};
}

bool cuda::hasTile(const ProductShape &shape, Type sum) {
  return hasTemplate(sum) && (!isThin(shape) || isWorthThin(shape, sum));
}

std::string cuda::templateFor(const ProductTile &tile) {
  StringRef kind = tile.isTf32                 ? "tf"
                   : tile.type.isBF16()        ? "bf"
                   : isa<FloatType>(tile.type) ? "f"
                                               : "i";
  return llvm::formatv("tine_product_{0}{1}_{2}", kind,
                       tile.type.getIntOrFloatBitWidth(),
                       tile.isThin ? "thin" : std::to_string(tile.size));
}

int64_t cuda::thinColumns(bool isAlongSum, int64_t inPiece) {
  return isAlongSum ? productThreads / 32 : 32 * inPiece;
}

int64_t cuda::blocksAtOnce(const ProductTile &tile, Type sum,
                           bool areInMemory) {
  // What loads single elements for tensor cores needs more registers.
  bool isOnCores = tile.isTf32 || tile.type != sum;
  bool needsMore = (isOnCores && !areInMemory) || sum.isF64();
  bool isLarge = tile.size >= largeTile && !tile.isThin;
  return (isLarge ? 2 : 3) - (needsMore ? 1 : 0);
}
