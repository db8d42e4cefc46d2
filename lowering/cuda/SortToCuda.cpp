//===- SortToCuda.cpp - Sorting by merging --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.sort and nn.topk on tensors.
// Output: cuda.sort_pieces and linalg.generic, for long rows in a loop of the
//         host.
// How:    short rows: how many elements of its row come before an element, and,
//         for each position, the element before which so many come. Others: a
//         block of threads sorts a piece; pieces are merged in pairs, then what
//         that gives, and so on: each position searches how many elements of
//         the one piece come before it, and takes the next one of that piece or
//         of the other. Where few are wanted of a long row, the first of each
//         piece are kept instead, and sorted. Equal elements come in the order
//         of the row.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/cuda/CUDA.h"
#include "dialects/nn/IndexingOps.h"
#include "lowering/cuda/Passes.h"
#include "lowering/cuda/Search.h"
#include "lowering/cuda/SortOrder.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SORTTOCUDA
#include "lowering/cuda/Passes.h.inc"

namespace {

using cuda::isBefore;
using utils::IteratorType;

/// Elements of a row up to which each is compared with all others.
constexpr int64_t mostCounted = 32;

/// As many are selected of a long row without sorting all of it.
constexpr int64_t mostSelected = 64;

/// Loops over rows, and two over columns, of which one is summed over.
AffineMap mapOf(MLIRContext *context, ArrayRef<unsigned> dims) {
  SmallVector<AffineExpr> results;
  for (unsigned dim : dims)
    results.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(3, 0, results, context);
}

constexpr IteratorType sumOverLast[] = {
    IteratorType::parallel, IteratorType::parallel, IteratorType::reduction};

/// How many elements of the row come before each element.
Value makeRanks(ImplicitLocOpBuilder &b, Value input, bool descending) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, input);
  RankedTensorType type = tensorType(input).clone(b.getI64Type());
  Value zero = filledTensor(b, type, sizes, b.getI64IntegerAttr(0));
  AffineMap maps[] = {mapOf(b.getContext(), {0, 1}),
                      mapOf(b.getContext(), {0, 2}),
                      mapOf(b.getContext(), {0, 1})};
  return linalg::GenericOp::create(
             b, type, ValueRange{input, input}, zero, maps, sumOverLast,
             [&](OpBuilder &inner, Location loc, ValueRange values) {
               ImplicitLocOpBuilder b(loc, inner);
               Value x = values[1], y = values[0];
               Value isEarlier = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::ult, linalg::IndexOp::create(b, 2),
                   linalg::IndexOp::create(b, 1));
               Value before = isBefore(b, x, y, descending);
               Value behind = isBefore(b, y, x, descending);
               Value isEqual = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::eq, before, behind);
               Value counts = arith::OrIOp::create(
                   b, before, arith::AndIOp::create(b, isEqual, isEarlier));
               Value one = arith::ExtUIOp::create(b, b.getI64Type(), counts);
               linalg::YieldOp::create(
                   b, arith::AddIOp::create(b, values[2], one).getResult());
             })
      .getResult(0);
}

/// The columns of the elements with the ranks 0, 1, ...
Value makeColumns(ImplicitLocOpBuilder &b, Value ranks, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes) {
  Value zero = filledTensor(b, type, sizes, b.getI64IntegerAttr(0));
  AffineMap maps[] = {mapOf(b.getContext(), {0, 2}),
                      mapOf(b.getContext(), {0, 1})};
  return linalg::GenericOp::create(
             b, type, ranks, zero, maps, sumOverLast,
             [&](OpBuilder &inner, Location loc, ValueRange values) {
               ImplicitLocOpBuilder b(loc, inner);
               auto number = [&](uint64_t loop) -> Value {
                 return arith::IndexCastOp::create(
                     b, b.getI64Type(), linalg::IndexOp::create(b, loop));
               };
               Value isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    values[0], number(1));
               linalg::YieldOp::create(
                   b, arith::SelectOp::create(b, isHere, number(2), values[1])
                          .getResult());
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Elements with the columns that they came from, as i32.
struct Rows {
  Value elements, columns;
};

Value makeIota(ImplicitLocOpBuilder &b, RankedTensorType type,
               ArrayRef<OpFoldResult> sizes) {
  return linalg::GenericOp::create(
             b, type, ValueRange(), emptyTensor(b, type, sizes),
             b.getMultiDimIdentityMap(2),
             SmallVector(2, IteratorType::parallel),
             [&](OpBuilder &inner, Location loc, ValueRange) {
               ImplicitLocOpBuilder b(loc, inner);
               Value column = linalg::IndexOp::create(b, 1);
               linalg::YieldOp::create(
                   b, arith::IndexCastOp::create(b, b.getI32Type(), column)
                          .getResult());
             })
      .getResult(0);
}

/// The column of the sorted row that goes to `position` when the pieces of
/// `width` elements are merged in pairs.
Value takenAt(ImplicitLocOpBuilder &b, Value elements, Value row,
              Value position, Value width, Value size, bool descending) {
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b, x, y);
  };
  auto subtract = [](ImplicitLocOpBuilder &b, Value x, Value y) -> Value {
    return arith::SubIOp::create(b, x, y);
  };
  auto least = [&](Value x, Value y) -> Value {
    return arith::MinUIOp::create(b, x, y);
  };
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
  Value two = add(width, width);
  // Widths are powers of two.
  Value begin = arith::AndIOp::create(b, position, subtract(b, zero, two));
  Value middle = least(add(begin, width), size);
  Value end = least(add(begin, two), size);
  Value number = subtract(b, position, begin);
  Value lefts = subtract(b, middle, begin), rights = subtract(b, end, middle);
  // Of equal elements the left one comes first.
  auto isRightFirst = [&](ImplicitLocOpBuilder &b, Value left, Value right) {
    Value x = tensor::ExtractOp::create(b, elements, ValueRange{row, left});
    Value y = tensor::ExtractOp::create(b, elements, ValueRange{row, right});
    return isBefore(b, y, x, descending);
  };
  Value fewest = subtract(b, number, least(number, rights));
  Value left = cuda::searchSorted(
      b, fewest, least(number, lefts),
      [&](ImplicitLocOpBuilder &inner, Value at) {
        Value other = subtract(inner, subtract(inner, number, at), one);
        Value isRight =
            isRightFirst(inner, arith::AddIOp::create(inner, begin, at),
                         arith::AddIOp::create(inner, middle, other));
        return arith::XOrIOp::create(
            inner, isRight,
            arith::ConstantIntOp::create(inner, inner.getI1Type(), 1));
      });
  Value right = subtract(b, number, left);
  // What is behind the end of a piece is looked at, and not taken.
  Value last = subtract(b, size, one);
  Value atLeft = least(add(begin, left), last);
  Value atRight = least(add(middle, right), last);
  auto less = arith::CmpIPredicate::ult;
  Value noLeft =
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge, left, lefts);
  Value isRight = arith::CmpIOp::create(b, less, right, rights);
  isRight = arith::AndIOp::create(
      b, isRight,
      arith::OrIOp::create(b, noLeft, isRightFirst(b, atLeft, atRight)));
  return arith::SelectOp::create(b, isRight, atRight, atLeft);
}

Rows mergePairs(ImplicitLocOpBuilder &b, const Rows &rows, Value width,
                bool descending) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, rows.elements);
  Value size = sizeValue(b, rows.elements, 1);
  RankedTensorType types[] = {tensorType(rows.elements),
                              tensorType(rows.columns)};
  AffineMap map = b.getMultiDimIdentityMap(2);
  auto merged = linalg::GenericOp::create(
      b, TypeRange{types[0], types[1]}, ValueRange(),
      ValueRange{emptyTensor(b, types[0], sizes),
                 emptyTensor(b, types[1], sizes)},
      ArrayRef<AffineMap>{map, map}, SmallVector(2, IteratorType::parallel),
      [&](OpBuilder &inner, Location loc, ValueRange) {
        ImplicitLocOpBuilder b(loc, inner);
        Value row = linalg::IndexOp::create(b, 0);
        Value from =
            takenAt(b, rows.elements, row, linalg::IndexOp::create(b, 1), width,
                    size, descending);
        Value place[] = {row, from};
        linalg::YieldOp::create(
            b, ValueRange{tensor::ExtractOp::create(b, rows.elements, place),
                          tensor::ExtractOp::create(b, rows.columns, place)});
      });
  return {merged.getResult(0), merged.getResult(1)};
}

/// How often sorted pieces of so many elements have to be merged in pairs, on
/// the host.
Value countLevels(ImplicitLocOpBuilder &b, Value input, int64_t width) {
  OpFoldResult size = sizeOf(b, input, 1);
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return indexConstant(b, *known <= width
                                ? 0
                                : llvm::Log2_64_Ceil(uint64_t(*known)) -
                                      llvm::Log2_64(uint64_t(width)));
  Value all = sizeValue(b, input, 1), one = indexConstant(b, 1);
  auto loop = scf::WhileOp::create(
      b, TypeRange{one.getType(), one.getType()},
      ValueRange{indexConstant(b, 0), indexConstant(b, width)},
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        Value more = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::ult, state[1], all);
        scf::ConditionOp::create(nested, loc, more, state);
      },
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        Value next = arith::AddIOp::create(nested, loc, state[0], one);
        Value width = arith::AddIOp::create(nested, loc, state[1], state[1]);
        scf::YieldOp::create(nested, loc, ValueRange{next, width});
      });
  return loop.getResult(0);
}

/// The elements of the widest pieces, or of those that are a whole row of this
/// size.
int64_t widthFor(int64_t size) {
  if (ShapedType::isDynamic(size) || size > cuda::SortPiecesOp::mostWidth)
    return cuda::SortPiecesOp::mostWidth;
  return std::max<int64_t>(2, int64_t(llvm::PowerOf2Ceil(uint64_t(size))));
}

Rows sortPieces(ImplicitLocOpBuilder &b, const Rows &rows, bool descending) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, rows.elements);
  RankedTensorType types[] = {tensorType(rows.elements),
                              tensorType(rows.columns)};
  auto sorted = cuda::SortPiecesOp::create(
      b, TypeRange{types[0], types[1]}, rows.elements, rows.columns,
      emptyTensor(b, types[0], sizes), emptyTensor(b, types[1], sizes),
      widthFor(types[0].getDimSize(1)), descending);
  return {sorted.getResult(0), sorted.getResult(1)};
}

Rows mergeRows(ImplicitLocOpBuilder &b, const Rows &pieces, bool descending) {
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
  int64_t first = widthFor(tensorType(pieces.elements).getDimSize(1));
  auto loop = scf::ForOp::create(
      b, zero, countLevels(b, pieces.elements, first), one,
      ValueRange{pieces.elements, pieces.columns},
      [&](OpBuilder &nested, Location loc, Value level, ValueRange rows) {
        ImplicitLocOpBuilder body(loc, nested);
        Value width =
            arith::ShLIOp::create(body, indexConstant(body, first), level);
        Rows merged = mergePairs(body, {rows[0], rows[1]}, width, descending);
        scf::YieldOp::create(body, ValueRange{merged.elements, merged.columns});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

/// The first `kept` elements of each sorted piece, one behind the other.
Rows keepFirst(ImplicitLocOpBuilder &b, const Rows &rows, int64_t kept) {
  RankedTensorType type = tensorType(rows.elements);
  int64_t size = type.getDimSize(1), width = widthFor(size);
  int64_t left = size / width * kept + std::min(kept, size % width);
  SmallVector<OpFoldResult> sizes{sizeOf(b, rows.elements, 0),
                                  b.getIndexAttr(left)};
  auto elements =
      RankedTensorType::get({type.getDimSize(0), left}, type.getElementType());
  RankedTensorType columns = elements.clone(b.getI32Type());
  AffineMap map = b.getMultiDimIdentityMap(2);
  auto first = linalg::GenericOp::create(
      b, TypeRange{elements, columns}, ValueRange(),
      ValueRange{emptyTensor(b, elements, sizes),
                 emptyTensor(b, columns, sizes)},
      ArrayRef<AffineMap>{map, map}, SmallVector(2, IteratorType::parallel),
      [&](OpBuilder &inner, Location loc, ValueRange) {
        ImplicitLocOpBuilder b(loc, inner);
        Value at = linalg::IndexOp::create(b, 1);
        Value piece = arith::DivUIOp::create(b, at, indexConstant(b, kept));
        Value number = arith::RemUIOp::create(b, at, indexConstant(b, kept));
        Value from = arith::AddIOp::create(
            b, arith::MulIOp::create(b, piece, indexConstant(b, width)),
            number);
        Value place[] = {linalg::IndexOp::create(b, 0), from};
        linalg::YieldOp::create(
            b, ValueRange{tensor::ExtractOp::create(b, rows.elements, place),
                          tensor::ExtractOp::create(b, rows.columns, place)});
      });
  return {first.getResult(0), first.getResult(1)};
}

/// The first columns of each row.
Value columnsOf(ImplicitLocOpBuilder &b, const Rows &sorted,
                RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  return linalg::GenericOp::create(
             b, type, ValueRange(), emptyTensor(b, type, sizes),
             b.getMultiDimIdentityMap(2),
             SmallVector(2, IteratorType::parallel),
             [&](OpBuilder &inner, Location loc, ValueRange) {
               ImplicitLocOpBuilder b(loc, inner);
               Value column = tensor::ExtractOp::create(
                   b, sorted.columns,
                   ValueRange{linalg::IndexOp::create(b, 0),
                              linalg::IndexOp::create(b, 1)});
               linalg::YieldOp::create(
                   b, arith::ExtSIOp::create(b, b.getI64Type(), column)
                          .getResult());
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// The columns of the first elements in order; how many, `type` says.
Value sortRows(ImplicitLocOpBuilder &b, Value input, bool descending,
               RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  int64_t size = tensorType(input).getDimSize(1), wanted = type.getDimSize(1);
  if (!ShapedType::isDynamic(size) && size <= mostCounted)
    return makeColumns(b, makeRanks(b, input, descending), type, sizes);
  RankedTensorType i32 = tensorType(input).clone(b.getI32Type());
  Rows rows{input, makeIota(b, i32, sizesOf(b, input))};
  rows = sortPieces(b, rows, descending);
  if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(wanted) &&
      wanted <= mostSelected) {
    auto kept = std::max<int64_t>(1, wanted);
    while (tensorType(rows.elements).getDimSize(1) >
           cuda::SortPiecesOp::mostWidth)
      rows = sortPieces(b, keepFirst(b, rows, kept), descending);
  } else {
    rows = mergeRows(b, rows, descending);
  }
  return columnsOf(b, rows, type, sizes);
}

void rewrite(nn::SortOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  op.getIndices().replaceAllUsesWith(
      sortRows(b, op.getInput(), op.getDescending(),
               tensorType(op.getIndices()), sizesOf(b, op.getInput())));
  op.erase();
}

void rewrite(nn::TopKOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getIndices());
  SmallVector<OpFoldResult> sizes = sizesOf(b, op.getInput());
  sizes[1] = type.isDynamicDim(1)
                 ? OpFoldResult(op.getK())
                 : OpFoldResult(b.getIndexAttr(type.getDimSize(1)));
  op.getIndices().replaceAllUsesWith(
      sortRows(b, op.getInput(), op.getDescending(), type, sizes));
  op.erase();
}

struct SortToCuda : impl::SortToCudaBase<SortToCuda> {
  void getDependentDialects(DialectRegistry &registry) const override {
    SortToCudaBase::getDependentDialects(registry);
    registry.insert<cuda::CUDADialect>();
  }

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto sort = dyn_cast<nn::SortOp>(op))
        rewrite(sort);
      else if (auto top = dyn_cast<nn::TopKOp>(op))
        rewrite(top);
    });
  }
};

} // namespace
} // namespace tine
