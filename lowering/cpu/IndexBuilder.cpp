//===- IndexBuilder.cpp - Index arithmetic of the emitters ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index arithmetic that folds constants as it goes, so that static shapes give
// static loop bounds and addresses.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <functional>

using namespace mlir;

namespace tine {

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value IndexBuilder::size(Value buffer, int64_t dim) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  return memref::DimOp::create(b, buffer, dim);
}

Value IndexBuilder::add(Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(x, y);
}

Value IndexBuilder::add(Value x, int64_t y) {
  return y == 0 ? x : add(x, constant(y));
}

Value IndexBuilder::sub(Value x, Value y) {
  return b.createOrFold<arith::SubIOp>(x, y);
}

Value IndexBuilder::mul(Value x, int64_t y) {
  return b.createOrFold<arith::MulIOp>(x, constant(y));
}

Value IndexBuilder::mul(Value x, Value y) {
  return b.createOrFold<arith::MulIOp>(x, y);
}

Value IndexBuilder::floorDiv(Value x, int64_t y) {
  return floorDiv(x, constant(y));
}

Value IndexBuilder::floorDiv(Value x, Value y) {
  return b.createOrFold<arith::DivUIOp>(x, y);
}

Value IndexBuilder::remainder(Value x, Value y) {
  return b.createOrFold<arith::RemUIOp>(x, y);
}

Value IndexBuilder::ceilDiv(Value x, int64_t y) {
  return floorDiv(add(x, y - 1), y);
}

Value IndexBuilder::min(Value x, Value y) {
  return b.createOrFold<arith::MinSIOp>(x, y);
}

Value IndexBuilder::max(Value x, int64_t y) { return max(x, constant(y)); }

Value IndexBuilder::max(Value x, Value y) {
  return b.createOrFold<arith::MaxSIOp>(x, y);
}

Value IndexBuilder::choose(Value condition, Value x, Value y) {
  return b.createOrFold<arith::SelectOp>(condition, x, y);
}

Value IndexBuilder::fma(Value x, Value y, Value z, bool useFma) {
  if (useFma)
    return vector::FMAOp::create(b, x, y, z);
  return arith::AddFOp::create(b, arith::MulFOp::create(b, x, y).getResult(),
                               z);
}

Value IndexBuilder::zero(Type type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

Value IndexBuilder::load(VectorType type, Value from, ValueRange at,
                         Value mask) {
  if (!mask)
    return vector::LoadOp::create(b, type, from, at);
  return vector::MaskedLoadOp::create(b, type, from, at, mask, zero(type));
}

void IndexBuilder::store(Value vector, Value to, ValueRange at, Value mask) {
  if (mask)
    vector::MaskedStoreOp::create(b, to, at, mask, vector);
  else
    vector::StoreOp::create(b, vector, to, at);
}

Value IndexBuilder::isZero(Value x) {
  if (isConstantIntValue(x, 0))
    return {};
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, constant(0));
}

std::array<Value, 3> IndexBuilder::sizes(Value buffer, int64_t dim) {
  return {size(buffer, dim), size(buffer, dim + 1), size(buffer, dim + 2)};
}

Value IndexBuilder::collapse(Value buffer,
                             ArrayRef<ReassociationIndices> groups) {
  return memref::CollapseShapeOp::create(b, buffer, groups);
}

Value IndexBuilder::stackMatrix(int64_t rows, int64_t columns, Type element) {
  auto type = MemRefType::get({rows, columns}, element);
  return memref::AllocaOp::create(b, type, b.getI64IntegerAttr(64));
}

void IndexBuilder::loop(Value from, Value to, int64_t step,
                        function_ref<void(Value)> body) {
  loop(from, to, step, {},
       [&](Value at, SmallVectorImpl<Value> &) { body(at); });
}

SmallVector<Value> IndexBuilder::loop(Value from, Value to, int64_t step,
                                      ValueRange start, CarryingBody body) {
  std::optional<int64_t> first = getConstantIntValue(from);
  std::optional<int64_t> last = getConstantIntValue(to);
  SmallVector<Value> carried(start);
  if (first && last && *first >= *last)
    return carried;
  if (first && last && *first + step >= *last) {
    body(from, carried);
    return carried;
  }
  auto loop = scf::ForOp::create(b, from, to, constant(step), start);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  carried.assign(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  body(loop.getInductionVar(), carried);
  if (!start.empty())
    scf::YieldOp::create(b, carried);
  return SmallVector<Value>(loop.getResults());
}

void IndexBuilder::when(Value condition, function_ref<void()> then,
                        function_ref<void()> otherwise) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    if (*known)
      then();
    else if (otherwise)
      otherwise();
    return;
  }
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/!!otherwise);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  if (!otherwise)
    return;
  b.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

void IndexBuilder::parts(Value from, Value to, int64_t lanes, int64_t most,
                         function_ref<void(Value, int64_t)> body) {
  // A loop of so few vectors would become a call of memcpy.
  constexpr int64_t fewVectors = 4;
  Value rest = sub(to, from);
  auto hasAtLeast = [&](int64_t count) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sge, rest,
                                         constant(count));
  };
  auto emitAt = [&](Value at, int64_t count) {
    for (int64_t i = 0; i < count; i += lanes)
      body(add(at, i), std::min(count, lanes));
  };
  // Fewer than twice as many as `count`, or just as many.
  std::function<void(int64_t)> emitFew = [&](int64_t count) {
    when(
        hasAtLeast(count),
        [&] {
          emitAt(from, count);
          if (count > 1)
            emitAt(sub(to, constant(count)), count);
        },
        [&] {
          if (count > 1)
            emitFew(count / 2);
        });
  };
  if (most <= fewVectors * lanes)
    return emitFew(llvm::PowerOf2Ceil(std::max<int64_t>(most, 2)) / 2);
  auto emitWhole = [&] {
    Value last = sub(to, constant(lanes));
    loop(from, last, lanes, [&](Value at) { body(at, lanes); });
    body(last, lanes);
  };
  when(hasAtLeast(lanes), emitWhole, [&] {
    if (lanes > 1)
      emitFew(lanes / 2);
  });
}

bool hasContiguousRows(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         (strides.empty() || strides.back() == 1);
}

} // namespace tine
