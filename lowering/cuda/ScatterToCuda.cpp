//===- ScatterToCuda.cpp - Writing where tensors say ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  nn.scatter on tensors.
// Output: a stable sort of the places, and loops whose iterations do not meet:
//         that of the first of equal places does what all of them do to one
//         row, in the order of the values, and the others do nothing.
// How:    where values are combined, pieces of 64 and 4096 neighbours in the
//         sorted order are combined first, each of them by a thread of its own,
//         and a row takes whole pieces where it can. So no thread does more
//         than a few hundred steps of a million, and the order depends on the
//         places alone.
//         Derivatives of maxima of windows need no sort (WindowScatter.h).
// Rejects: nothing. Single places, and a few for many columns, stay.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/IndexingOps.h"
#include "lowering/cuda/Apart.h"
#include "lowering/cuda/Passes.h"
#include "lowering/cuda/Search.h"
#include "lowering/cuda/WindowScatter.h"
#include "lowering/support/Scatter.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_SCATTERTOCUDA
#include "lowering/cuda/Passes.h.inc"

namespace {

/// The values of a piece, and the pieces of a larger one.
constexpr int64_t sizeOfPiece = 64;

/// Places up to which a thread for each column does all, and the columns from
/// which on that keeps a GPU busy enough.
constexpr int64_t fewPlaces = 8, manyColumns = 32;

class Scatter {
public:
  explicit Scatter(nn::ScatterOp op) : op(op), b(op.getLoc(), op) {}

  void rewrite();

private:
  /// Neighbours in the sorted order that are combined: their number, and a
  /// tensor of what they give; none for a value itself.
  struct Pieces {
    int64_t size;
    Value tensor;
  };

  void sortPlaces();
  /// Piece number `at` of the column. Pieces of one value are those of
  /// `values`.
  Value pieceAt(ImplicitLocOpBuilder &b, const Pieces &pieces, Value at,
                Value column);
  Value placeAt(ImplicitLocOpBuilder &b, Value number);
  Pieces combinePieces(const Pieces &smaller);
  /// Combines pieces from `state[0]`, a number in the sorted order, on while
  /// they are whole and, if asked, do not begin a larger one.
  SmallVector<Value> combineWhole(ImplicitLocOpBuilder &b, const Pieces &pieces,
                                  int64_t larger, Value end, Value column,
                                  ValueRange state);
  /// What becomes of `old` by all values from `first` to `end`.
  Value combineAll(ImplicitLocOpBuilder &b, Value first, Value end,
                   Value column, Value old);
  Value writeRow(ImplicitLocOpBuilder &b, Value number, Value column,
                 Value rows);

  nn::ScatterOp op;
  ImplicitLocOpBuilder b;
  Value sorted, order, count;
  /// From values to the largest pieces.
  SmallVector<Pieces> levels;
};

void Scatter::sortPlaces() {
  RankedTensorType type = tensorType(op.getPlaces());
  SmallVector<OpFoldResult> sizes{b.getIndexAttr(1),
                                  sizeOf(b, op.getPlaces(), 0)};
  auto row = RankedTensorType::get({1, type.getDimSize(0)}, b.getI64Type());
  Value places = tensor::ExpandShapeOp::create(
      b, row, op.getPlaces(), ArrayRef<ReassociationIndices>{{0, 1}}, sizes);
  auto sort = nn::SortOp::create(b, row, row, places, /*descending=*/false,
                                 /*stable=*/true);
  sorted = sort.getValues();
  order = sort.getIndices();
}

Value Scatter::placeAt(ImplicitLocOpBuilder &b, Value number) {
  return tensor::ExtractOp::create(b, sorted,
                                   ValueRange{indexConstant(b, 0), number});
}

Value Scatter::pieceAt(ImplicitLocOpBuilder &b, const Pieces &pieces, Value at,
                       Value column) {
  if (pieces.tensor)
    return tensor::ExtractOp::create(b, pieces.tensor, ValueRange{at, column});
  Value number =
      tensor::ExtractOp::create(b, order, ValueRange{indexConstant(b, 0), at});
  Value row = arith::IndexCastOp::create(b, b.getIndexType(), number);
  return tensor::ExtractOp::create(b, op.getValues(), ValueRange{row, column});
}

Scatter::Pieces Scatter::combinePieces(const Pieces &smaller) {
  int64_t size = smaller.size * sizeOfPiece;
  OpFoldResult sizes[] = {
      b.createOrFold<arith::DivUIOp>(count, indexConstant(b, size)),
      sizeOf(b, op.getValues(), 1)};
  int64_t known = tensorType(op.getPlaces()).getDimSize(0);
  if (!ShapedType::isDynamic(known))
    sizes[0] = b.getIndexAttr(known / size);
  RankedTensorType values = tensorType(op.getValues());
  auto type = RankedTensorType::get(
      {ShapedType::isDynamic(known) ? known : known / size,
       values.getDimSize(1)},
      values.getElementType());
  auto pieces = linalg::GenericOp::create(
      b, type, ValueRange(), emptyTensor(b, type, sizes),
      b.getMultiDimIdentityMap(2),
      SmallVector(2, utils::IteratorType::parallel),
      [&](OpBuilder &nested, Location loc, ValueRange) {
        ImplicitLocOpBuilder body(loc, nested);
        Value column = linalg::IndexOp::create(body, 1);
        Value first =
            arith::MulIOp::create(body, linalg::IndexOp::create(body, 0),
                                  indexConstant(body, sizeOfPiece));
        Value start = pieceAt(body, smaller, first, column);
        Value one = indexConstant(body, 1);
        auto loop = scf::ForOp::create(
            body, one, indexConstant(body, sizeOfPiece), one, start,
            [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
              ImplicitLocOpBuilder inner(loc, nested);
              Value at = arith::AddIOp::create(inner, first, i);
              Value next = pieceAt(inner, smaller, at, column);
              scf::YieldOp::create(
                  inner, combineScattered(inner, op.getHow(), state[0], next));
            });
        linalg::YieldOp::create(body, loop.getResults());
      });
  return {size, pieces.getResult(0)};
}

SmallVector<Value> Scatter::combineWhole(ImplicitLocOpBuilder &b,
                                         const Pieces &pieces, int64_t larger,
                                         Value end, Value column,
                                         ValueRange state) {
  Value size = indexConstant(b, pieces.size);
  auto loop = scf::WhileOp::create(
      b, state.getTypes(), state,
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value behind = arith::AddIOp::create(inner, state[0], size);
        Value goesOn = arith::CmpIOp::create(inner, arith::CmpIPredicate::ule,
                                             behind, end);
        if (larger != 0) {
          Value whole = indexConstant(inner, larger);
          Value rest = arith::RemUIOp::create(inner, state[0], whole);
          Value begins = arith::CmpIOp::create(inner, arith::CmpIPredicate::eq,
                                               rest, indexConstant(inner, 0));
          Value fits = arith::CmpIOp::create(
              inner, arith::CmpIPredicate::ule,
              arith::AddIOp::create(inner, state[0], whole), end);
          Value isLarger = arith::AndIOp::create(inner, begins, fits);
          goesOn = arith::AndIOp::create(
              inner, goesOn,
              arith::XOrIOp::create(
                  inner, isLarger,
                  arith::ConstantIntOp::create(inner, inner.getI1Type(), 1)));
        }
        scf::ConditionOp::create(inner, goesOn, state);
      },
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value at = arith::DivUIOp::create(inner, state[0], size);
        Value piece = pieceAt(inner, pieces, at, column);
        Value next = arith::AddIOp::create(inner, state[0], size);
        scf::YieldOp::create(
            inner, ValueRange{next, combineScattered(inner, op.getHow(),
                                                     state[1], piece)});
      });
  return SmallVector<Value>(loop.getResults());
}

Value Scatter::combineAll(ImplicitLocOpBuilder &b, Value first, Value end,
                          Value column, Value old) {
  // Up to larger and larger pieces, then down to the rest of the values.
  SmallVector<Value> state{first, old};
  for (size_t i = 0; i + 1 < levels.size(); ++i)
    state = combineWhole(b, levels[i], levels[i + 1].size, end, column, state);
  for (const Pieces &pieces : llvm::reverse(levels))
    state = combineWhole(b, pieces, 0, end, column, state);
  return state[1];
}

Value Scatter::writeRow(ImplicitLocOpBuilder &b, Value number, Value column,
                        Value rows) {
  Value place = placeAt(b, number);
  Value end = cuda::searchSorted(
      b, number, count, [&](ImplicitLocOpBuilder &inner, Value at) {
        return arith::CmpIOp::create(inner, arith::CmpIPredicate::sle,
                                     placeAt(inner, at), place);
      });
  Value row = arith::IndexCastOp::create(b, b.getIndexType(), place);
  Value x;
  if (op.getHow() == nn::Scatter::write) {
    Value last = arith::SubIOp::create(b, end, indexConstant(b, 1));
    x = pieceAt(b, levels.front(), last, column);
  } else {
    Value old = tensor::ExtractOp::create(b, rows, ValueRange{row, column});
    x = combineAll(b, number, end, column, old);
  }
  return tensor::InsertOp::create(b, x, rows, ValueRange{row, column});
}

void Scatter::rewrite() {
  checkScatter(b, op);
  sortPlaces();
  count = sizeValue(b, op.getPlaces(), 0);
  levels.push_back({1, Value()});
  int64_t places = tensorType(op.getPlaces()).getDimSize(0);
  if (op.getHow() != nn::Scatter::write)
    for (int64_t size : {sizeOfPiece, sizeOfPiece * sizeOfPiece})
      if (ShapedType::isDynamic(places) || places >= size)
        levels.push_back(combinePieces(levels.back()));
  Value columns = sizeValue(b, op.getInput(), 1);
  Value rowCount = arith::IndexCastOp::create(b, b.getI64Type(),
                                              sizeValue(b, op.getInput(), 0));
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
  auto makeLoop =
      [&](ImplicitLocOpBuilder &b, Value end, Value rows,
          llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)>
              body) {
        auto loop = scf::ForOp::create(
            b, zero, end, one, rows,
            [&](OpBuilder &nested, Location loc, Value i, ValueRange state) {
              ImplicitLocOpBuilder inner(loc, nested);
              scf::YieldOp::create(inner, body(inner, i, state[0]));
            });
        loop->setAttr(cuda::apartAttribute, b.getUnitAttr());
        return loop.getResult(0);
      };
  Value result = makeLoop(
      b, count, op.getInput(),
      [&](ImplicitLocOpBuilder &b, Value number, Value rows) {
        return makeLoop(
            b, columns, rows,
            [&](ImplicitLocOpBuilder &b, Value column, Value rows) {
              // A first element is compared with itself.
              Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    number, zero);
              Value before = arith::SelectOp::create(
                  b, isFirst, number, arith::SubIOp::create(b, number, one));
              Value differs =
                  arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                        placeAt(b, before), placeAt(b, number));
              Value leads = arith::OrIOp::create(b, isFirst, differs);
              // A place that is out of range is an error, told later.
              Value isInside = arith::CmpIOp::create(
                  b, arith::CmpIPredicate::ult, placeAt(b, number), rowCount);
              leads = arith::AndIOp::create(b, leads, isInside);
              auto branch = scf::IfOp::create(
                  b, leads,
                  [&](OpBuilder &nested, Location loc) {
                    ImplicitLocOpBuilder inner(loc, nested);
                    scf::YieldOp::create(inner,
                                         writeRow(inner, number, column, rows));
                  },
                  [&](OpBuilder &nested, Location loc) {
                    scf::YieldOp::create(nested, loc, rows);
                  });
              return branch.getResult(0);
            });
      });
  op.replaceAllUsesWith(result);
  op.erase();
}

bool isFew(nn::ScatterOp op) {
  int64_t places = tensorType(op.getPlaces()).getDimSize(0);
  int64_t columns = tensorType(op.getInput()).getDimSize(1);
  if (ShapedType::isDynamic(places))
    return false;
  return places <= 1 ||
         (places <= fewPlaces && !ShapedType::isDynamic(columns) &&
          columns >= manyColumns);
}

struct ScatterToCuda : impl::ScatterToCudaBase<ScatterToCuda> {
  void runOnOperation() override {
    getOperation()->walk([](nn::ScatterOp op) {
      if (gatherFromWindows(op))
        return;
      if (!isFew(op))
        Scatter(op).rewrite();
    });
  }
};

} // namespace
} // namespace tine
