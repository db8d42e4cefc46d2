//===- AttentionKernels.cpp - Attention by tiles --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads computes a tile of rows of one matrix of the batch by a
// template of codegen/device/Attention.cpp, AttentionTensorCores.cpp or
// AttentionGrad.cpp. The kernel tells the template where elements lie and what
// becomes of a score: scale and mask. Sizes are arguments, that layers of
// several lengths share a kernel.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/AttentionKernels.h"
#include "lowering/cuda/Callback.h"
#include "lowering/cuda/RoundedBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// The threads of a block of the templates.
static constexpr int64_t blockThreads = 128;

/// Blocks of a multiprocessor: threads have up to 168 registers, or all 255
/// where results of 128 columns are pieces for tensor cores.
static constexpr int64_t residentBlocks = 3, fewResidentBlocks = 2;

/// Columns of queries and values that there are templates for.
static constexpr int64_t columnCounts[] = {32, 64, 128};

/// Fewer rows are products of vectors rather than tiles.
static constexpr int64_t leastRows = 16;

bool cuda::hasAttentionKernels(ShapedType query, ShapedType value) {
  auto fits = [](int64_t columns) {
    return !ShapedType::isDynamic(columns) && columns <= columnCounts[2];
  };
  int64_t rows = query.getDimSize(2);
  return query.getElementType().isF32() && fits(query.getDimSize(3)) &&
         fits(value.getDimSize(3)) &&
         (ShapedType::isDynamic(rows) || rows >= leastRows);
}

namespace {

/// Columns that a template is made for, of those that an op has.
int64_t columnsOfTemplate(Value query, Value value) {
  int64_t columns = std::max(cast<MemRefType>(query.getType()).getDimSize(3),
                             cast<MemRefType>(value.getType()).getDimSize(3));
  return *llvm::lower_bound(columnCounts, columns);
}

/// The type that all elements of the matrices are of, if tensor cores take it;
/// else f32.
Type typeOfAll(ArrayRef<Value> matrices) {
  Type narrow = roundedType(matrices[0]);
  bool isNarrow = narrow && (narrow.isBF16() || narrow.isF16()) &&
                  llvm::all_of(matrices, [&](Value matrix) {
                    return roundedType(matrix) == narrow;
                  });
  return isNarrow ? narrow
                  : cast<MemRefType>(matrices[0].getType()).getElementType();
}

/// The name of a template ends with the type that it takes and its columns.
std::string nameOf(StringRef kind, Type element, int64_t columns) {
  return llvm::formatv("tine_{0}_{1}f{2}_{3}", kind,
                       element.isBF16() ? "b" : "",
                       element.getIntOrFloatBitWidth(), columns);
}

/// A kernel whose blocks have tiles of `tileRows` rows of the matrices of
/// `of`, [N, H, rows, columns].
class AttentionKernel {
public:
  template <typename Op>
  AttentionKernel(Op op, KernelSet &kernels, Value of, int64_t tileRows)
      : k(op, kernels), b(k.b), mask(op.getMask()),
        scale(op.getScale().convertToDouble()), f32(b.getF32Type()) {
    k.passConstantsAbove(0);
    Location loc = op.getLoc();
    Value rows = sizeOf(of, 2);
    tiles = ceilDiv(rows, tileRows);
    Value heads = sizeOf(of, 1);
    SmallVector<Value> point =
        k.split(gpu::BlockIdOp::create(b, gpu::Dimension::x),
                {sizeOf(of, 0), heads, tiles});
    batch = {point[0], point[1]};
    tile = point[2];
    blocks = k.host().createOrFold<arith::MulIOp>(
        loc, k.host().createOrFold<arith::MulIOp>(loc, sizeOf(of, 0), heads),
        tiles);
  }

  /// What all templates begin with: the tile and the sizes.
  TemplateCall call(Value query, Value key, Value value) {
    TemplateCall call(k);
    call.number(tile);
    for (auto [matrix, dim] : {std::pair<Value, unsigned>{query, 2},
                               {key, 2},
                               {query, 3},
                               {value, 3}})
      call.number(k.scalar(sizeOf(matrix, dim)));
    return call;
  }

  /// Loads, as elements of a type that holds all of them.
  Callback load(Value buffer, Type type) {
    return makeCallback(k, indices, [&](ValueRange place) -> Value {
      const KernelBuilder::Buffer &from = k.buffer(buffer);
      Value value = k.load(from, offset(from, place[0], place[1]));
      if (value.getType() == type)
        return value;
      return arith::TruncFOp::create(b, type, value);
    });
  }
  Callback load(Value buffer) { return load(buffer, f32); }
  /// Stores, with a factor.
  Callback store(Value buffer, double factor = 1) {
    Type types[] = {indices[0], indices[1], f32};
    return makeCallback(k, types, [&](ValueRange of) {
      const KernelBuilder::Buffer &to = k.buffer(buffer);
      Value value = of[2];
      if (factor != 1)
        value = arith::MulFOp::create(b, value, number(factor));
      k.store(value, to, offset(to, of[0], of[1]));
      return Value();
    });
  }

  /// A score from the product of a query and a key.
  Callback score() {
    Type types[] = {indices[0], indices[1], f32};
    return makeCallback(k, types, [&](ValueRange of) -> Value {
      Value score = arith::MulFOp::create(b, of[2], number(scale));
      if (!mask)
        return score;
      const KernelBuilder::Buffer &from = k.buffer(mask);
      auto type = cast<MemRefType>(mask.getType());
      SmallVector<Value> place = {batch[0], batch[1], of[0], of[1]};
      for (unsigned i = 0; i != 4; ++i)
        if (type.getDimSize(i) == 1)
          place[i] = k.index(0);
      Value own = k.load(from, k.offsetOf(from, place));
      if (type.getElementType().isInteger(1))
        return arith::SelectOp::create(
            b, own, score, number(-std::numeric_limits<double>::infinity()));
      return arith::AddFOp::create(b, score, own);
    });
  }
  Callback exponential() {
    return makeCallback(k, f32, [&](ValueRange of) -> Value {
      return math::ExpOp::create(b, of[0]);
    });
  }

  void launch(int64_t resident = residentBlocks) {
    k.limitRegisters(resident);
    k.launch(blocks, blockThreads);
  }

private:
  Value sizeOf(Value buffer, int64_t dim) {
    Location loc = b.getLoc();
    return k.host().createOrFold<memref::DimOp>(loc, buffer, dim);
  }
  Value ceilDiv(Value x, int64_t y) {
    OpBuilder &host = k.host();
    Location loc = b.getLoc();
    return host.createOrFold<arith::CeilDivUIOp>(
        loc, x, arith::ConstantIndexOp::create(host, loc, y));
  }
  Value number(double value) {
    return arith::ConstantOp::create(b, b.getFloatAttr(f32, value));
  }
  Value offset(const KernelBuilder::Buffer &buffer, Value row, Value column) {
    return k.offsetOf(buffer, {batch[0], batch[1], row, column});
  }

  KernelBuilder k;
  ImplicitLocOpBuilder &b;
  Value mask;
  double scale;
  Type f32;
  Type indices[2] = {b.getIndexType(), b.getIndexType()};
  std::array<Value, 2> batch;
  Value tile, tiles, blocks;
};

} // namespace

void cuda::makeAttentionKernels(linalg_ext::AttentionOp op,
                                KernelSet &kernels) {
  int64_t columns = columnsOfTemplate(op.getQuery(), op.getValue());
  Type type = typeOfAll({op.getQuery(), op.getKey(), op.getValue()});
  bool isLarge = columns == columnCounts[2];
  AttentionKernel kernel(op, kernels, op.getQuery(),
                         isLarge && type.isF32() ? 32 : 64);
  kernel.call(op.getQuery(), op.getKey(), op.getValue())
      .flag(op.getCausal())
      .flag(op.getZeros())
      .callback(kernel.load(op.getQuery(), type))
      .callback(kernel.load(op.getKey(), type))
      .callback(kernel.load(op.getValue(), type))
      .callback(kernel.score())
      .callback(kernel.exponential())
      .callback(kernel.store(op.getDest()[0]))
      .callback(kernel.store(op.getDest()[1]))
      .emit(nameOf("attention", type, columns));
  kernel.launch(isLarge && !type.isF32() ? fewResidentBlocks : residentBlocks);
}

void cuda::makeAttentionKernels(linalg_ext::AttentionGradOp op,
                                KernelSet &kernels) {
  int64_t columns = columnsOfTemplate(op.getQuery(), op.getValue());
  int64_t tileRows = columns == columnCounts[2] ? 16 : 32;
  double scale = op.getScale().convertToDouble();
  // For the sums that the first kernel hands to the second one.
  OpBuilder builder(op);
  auto like = cast<MemRefType>(op.getRows().getType());
  SmallVector<Value> sizes;
  for (int64_t dim : {0, 1, 2})
    if (like.isDynamicDim(dim))
      sizes.push_back(
          memref::DimOp::create(builder, op.getLoc(), op.getRows(), dim));
  SmallVector<int64_t> means(like.getShape());
  means[3] = 1;
  Value buffer = memref::AllocOp::create(
      builder, op.getLoc(), MemRefType::get(means, like.getElementType()),
      sizes);
  {
    // It takes the place of a copy.
    auto first = cast<linalg_ext::AttentionGradOp>(builder.clone(*op));
    AttentionKernel kernel(first, kernels, op.getQuery(), tileRows);
    kernel.call(op.getQuery(), op.getKey(), op.getValue())
        .flag(op.getCausal())
        .callback(kernel.load(op.getQuery()))
        .callback(kernel.load(op.getKey()))
        .callback(kernel.load(op.getValue()))
        .callback(kernel.load(op.getOutput()))
        .callback(kernel.load(op.getSeed()))
        .callback(kernel.score())
        .callback(kernel.exponential())
        .callback(kernel.load(op.getRows()))
        .callback(kernel.store(buffer))
        .callback(kernel.store(op.getDest()[0], scale))
        .emit(nameOf("attention_grad_queries",
                     Float32Type::get(op.getContext()), columns));
    kernel.launch();
  }
  builder.setInsertionPointAfter(op);
  memref::DeallocOp::create(builder, op.getLoc(), buffer);
  AttentionKernel kernel(op, kernels, op.getKey(), tileRows);
  kernel.call(op.getQuery(), op.getKey(), op.getValue())
      .flag(op.getCausal())
      .callback(kernel.load(op.getQuery()))
      .callback(kernel.load(op.getKey()))
      .callback(kernel.load(op.getValue()))
      .callback(kernel.load(op.getSeed()))
      .callback(kernel.score())
      .callback(kernel.exponential())
      .callback(kernel.load(op.getRows()))
      .callback(kernel.load(buffer))
      .callback(kernel.store(op.getDest()[1], scale))
      .callback(kernel.store(op.getDest()[2]))
      .emit(nameOf("attention_grad_keys", Float32Type::get(op.getContext()),
                   columns));
  kernel.launch();
}
