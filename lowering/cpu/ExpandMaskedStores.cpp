//===- ExpandMaskedStores.cpp - Stores of the first lanes of a vector -----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without registers for masks a masked store is slow (on some processors
// microcode), or does not exist; and the constants that a mask is computed from
// take registers from the sums of a tile.
//
// Input:  masked stores of vectors of one dimension.
// Output: none whose mask holds for the first lanes; for targets that have
//         registers for masks all of them as they were.
// How:
// 1. A known number of lanes is stored in pieces: 7 = 4 + 2 + 1.
// 2. For any other number each piece is a branch, and what is left of the
//    vector goes from one to the next.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Passes.h"
#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;

namespace tine {
#define GEN_PASS_DEF_EXPANDMASKEDSTORES
#include "lowering/cpu/Passes.h.inc"

namespace {

/// How many of the first lanes a mask holds for; null if it is of another kind.
Value countOf(ImplicitLocOpBuilder &b, Value mask) {
  if (auto made = mask.getDefiningOp<vector::CreateMaskOp>())
    return made.getOperands()[0];
  if (auto known = mask.getDefiningOp<vector::ConstantMaskOp>())
    return arith::ConstantIndexOp::create(b, known.getMaskDimSizes()[0]);
  return {};
}

class MaskedStore {
public:
  MaskedStore(ImplicitLocOpBuilder &b, vector::MaskedStoreOp op)
      : index{b}, b(b), to(op.getBase()), at(op.getIndices()) {}

  void emit(Value vector, Value count) {
    int64_t lanes = cast<VectorType>(vector.getType()).getDimSize(0);
    if (std::optional<int64_t> known = getConstantIntValue(count))
      return storeFirst(vector, std::clamp<int64_t>(*known, 0, lanes));
    Value all = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sge, count,
                                              index.constant(lanes));
    index.when(
        all, [&] { storeAt(vector, index.constant(0)); },
        [&] { storePieces(vector, index.max(count, 0)); });
  }

private:
  void storeFirst(Value vector, int64_t count) {
    int64_t lanes = cast<VectorType>(vector.getType()).getDimSize(0);
    if (count == lanes)
      return storeAt(vector, index.constant(0));
    for (int64_t done = 0, size = lanes; size > 0; size /= 2)
      if (count & size) {
        storeAt(part(vector, done, size), index.constant(done));
        done += size;
      }
  }

  /// A number of lanes below that of the vector.
  void storePieces(Value vector, Value count) {
    Value done = index.constant(0);
    int64_t lanes = cast<VectorType>(vector.getType()).getDimSize(0);
    for (int64_t size = lanes / 2; size > 0; size /= 2) {
      Value low = part(vector, 0, size), high = part(vector, size, size);
      Value bit =
          arith::AndIOp::create(b, count, index.constant(size)).getResult();
      Value has = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit,
                                        index.constant(0));
      index.when(has, [&] { storeAt(low, done); });
      if (size > 1)
        vector = arith::SelectOp::create(b, has, high, low);
      done = index.add(done, bit);
    }
  }

  Value part(Value vector, int64_t from, int64_t size) {
    SmallVector<int64_t> lanes(size);
    std::iota(lanes.begin(), lanes.end(), from);
    return vector::ShuffleOp::create(b, vector, vector, lanes);
  }

  void storeAt(Value vector, Value offset) {
    SmallVector<Value> place(at);
    place.back() = index.add(place.back(), offset);
    vector::StoreOp::create(b, vector, to, place);
  }

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  Value to;
  ValueRange at;
};

struct ExpandMaskedStores : impl::ExpandMaskedStoresBase<ExpandMaskedStores> {
  using ExpandMaskedStoresBase::ExpandMaskedStoresBase;

  void runOnOperation() override {
    if (vectorBits >= 512)
      return;
    getOperation()->walk([&](vector::MaskedStoreOp op) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      Value count = countOf(b, op.getMask());
      int64_t rank = op.getVectorType().getRank();
      if (!count || rank != 1 ||
          !llvm::isPowerOf2_64(op.getVectorType().getDimSize(0)))
        return;
      MaskedStore(b, op).emit(op.getValueToStore(), count);
      op.erase();
    });
  }
};

} // namespace
} // namespace tine
