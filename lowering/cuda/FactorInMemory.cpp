//===- FactorInMemory.cpp - Factors that lie in memory as needed ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a factor's rows have to be like one loop, and so have those of
// the sum: the stride of each is the stride of the next one times its size.
// Strides that are known are looked at here, the others by the host.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/FactorInMemory.h"
#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

namespace {

class Finder {
public:
  Finder(linalg::GenericOp op, OpBuilder &host, Type type)
      : op(op), host(host), sizes(op.getStaticLoopRanges()),
        inPiece(pieceBytes / storedBytes(type)) {}

  bool findBuffer(const ProductFactor &factor, const ReadInstead &instead,
                  Type type);
  bool find(ArrayRef<unsigned> own, const ProductOfLoops &product);

  FactorInMemory found;

private:
  /// The innermost of the loops, of those which have more than one step, if
  /// they are like one loop; nothing else.
  std::optional<unsigned> asOneLoop(ArrayRef<unsigned> loops);
  int64_t strideOf(unsigned loop) { return strides[dimensions.at(loop)]; }
  /// Each is false if it is known not to hold.
  bool needMultiple(int64_t known, llvm::function_ref<Value()> value);
  bool needStride(unsigned dimension);
  bool needSize(ArrayRef<unsigned> loops);
  bool needAddress();
  void need(Value condition) {
    found.holds = found.holds ? arith::AndIOp::create(host, op.getLoc(),
                                                      found.holds, condition)
                                    .getResult()
                              : condition;
  }
  Value isMultiple(Value value, int64_t of) {
    Location loc = op.getLoc();
    Value rest = arith::RemUIOp::create(
        host, loc, value, arith::ConstantIndexOp::create(host, loc, of));
    return arith::CmpIOp::create(host, loc, arith::CmpIPredicate::eq, rest,
                                 arith::ConstantIndexOp::create(host, loc, 0));
  }

  linalg::GenericOp op;
  OpBuilder &host;
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;
  /// The dimension of the buffer that a loop goes along.
  DenseMap<unsigned, unsigned> dimensions;
  int64_t inPiece;
};

} // namespace

bool Finder::findBuffer(const ProductFactor &factor, const ReadInstead &instead,
                        Type type) {
  Value value = factor.value;
  if (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBody())
    return false;
  Value buffer = op->getOperand(argument.getArgNumber());
  AffineMap map = op.getIndexingMapsArray()[argument.getArgNumber()];
  if (auto other = instead.find(buffer); other != instead.end()) {
    map = other->second.place.compose(map);
    buffer = other->second.buffer;
  }
  auto memory = dyn_cast<MemRefType>(buffer.getType());
  if (!memory || memory.getElementType() != type ||
      !map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      failed(memory.getStridesAndOffset(strides, offset)))
    return false;
  for (auto [i, result] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(result))
      dimensions[loop.getPosition()] = unsigned(i);
  found.buffer = buffer;
  return true;
}

std::optional<unsigned> Finder::asOneLoop(ArrayRef<unsigned> loops) {
  std::optional<unsigned> innermost;
  int64_t next = 0;
  for (unsigned loop : llvm::reverse(loops)) {
    if (sizes[loop] == 1)
      continue;
    if (!dimensions.contains(loop))
      return std::nullopt;
    int64_t stride = strideOf(loop);
    if (innermost && (ShapedType::isDynamic(stride) || stride != next))
      return std::nullopt;
    if (!innermost)
      innermost = loop;
    next = ShapedType::isDynamic(stride) || ShapedType::isDynamic(sizes[loop])
               ? ShapedType::kDynamic
               : stride * sizes[loop];
  }
  return innermost;
}

bool Finder::needMultiple(int64_t known, llvm::function_ref<Value()> value) {
  if (!ShapedType::isDynamic(known))
    return known % inPiece == 0;
  need(isMultiple(value(), inPiece));
  return true;
}

bool Finder::needStride(unsigned dimension) {
  return needMultiple(strides[dimension], [&]() -> Value {
    return memref::ExtractStridedMetadataOp::create(host, op.getLoc(),
                                                    found.buffer)
        .getStrides()[dimension];
  });
}

bool Finder::needSize(ArrayRef<unsigned> loops) {
  int64_t known = 1;
  Value unknown;
  for (unsigned loop : loops) {
    if (!ShapedType::isDynamic(sizes[loop])) {
      known *= sizes[loop];
      continue;
    }
    Value size = memref::DimOp::create(host, op.getLoc(), found.buffer,
                                       int64_t(dimensions.at(loop)));
    unknown = unknown ? arith::MulIOp::create(host, op.getLoc(), unknown, size)
                      : size;
  }
  if (unknown && known % inPiece != 0) {
    Value rest = arith::ConstantIndexOp::create(host, op.getLoc(), known);
    need(isMultiple(arith::MulIOp::create(host, op.getLoc(), unknown, rest),
                    inPiece));
    return true;
  }
  return known % inPiece == 0;
}

bool Finder::needAddress() {
  if (rootOf(found.buffer).getDefiningOp<memref::AllocOp>() &&
      !ShapedType::isDynamic(offset))
    return offset % inPiece == 0;
  need(isMultiple(addressOf(host, op.getLoc(), found.buffer), pieceBytes));
  return true;
}

bool Finder::find(ArrayRef<unsigned> own, const ProductOfLoops &product) {
  std::optional<unsigned> row = asOneLoop(own), k = asOneLoop(product.depths);
  bool isOneRow =
      llvm::all_of(own, [&](unsigned loop) { return sizes[loop] == 1; });
  if (!k || !(row || isOneRow))
    return false;
  found.isAlongSum = strideOf(*k) == 1;
  if (!found.isAlongSum && (isOneRow || strideOf(*row) != 1))
    return false;
  // One row has no next one.
  found.pitch = dimensions.at(found.isAlongSum && row ? *row : *k);
  if (!(isOneRow || needStride(found.pitch)) ||
      !needSize(found.isAlongSum ? product.depths : own))
    return false;
  for (unsigned loop : product.batches) {
    auto dimension = dimensions.find(loop);
    if (dimension == dimensions.end() || sizes[loop] == 1)
      continue;
    found.batches.push_back({loop, dimension->second});
    if (!needStride(dimension->second))
      return false;
  }
  return needAddress();
}

std::optional<FactorInMemory>
cuda::findInMemory(linalg::GenericOp op, const ProductOfLoops &product,
                   const ProductFactor &factor, ArrayRef<unsigned> own,
                   const ReadInstead &instead, Type type, OpBuilder &host) {
  Finder finder(op, host, type);
  if (!finder.findBuffer(factor, instead, type) || !finder.find(own, product))
    return std::nullopt;
  return std::move(finder.found);
}
