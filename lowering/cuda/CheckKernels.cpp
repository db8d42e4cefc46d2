//===- CheckKernels.cpp - Checks that do not wait -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block looks for the first index that is out of range: each thread at its
// own, then all of them combine what they have found. Long tensors have several
// parts with a block each. What a block has found it writes to memory of the
// host; where nothing is wrong it writes nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/CheckKernels.h"
#include "dialects/tine/Tine.h"
#include "lowering/cuda/BlockExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Indices of a part, and threads of its block. Few indices have a small block.
static constexpr int64_t indicesOfPart = 65536, fewIndices = 2048,
                         smallBlock = 256, largeBlock = 1024;

namespace {

class CheckKernel {
public:
  explicit CheckKernel(CheckOp op) : op(op), host(op.getLoc(), op) {}

  void make(KernelSet &kernels);

private:
  Value hostIndex(int64_t value) {
    return arith::ConstantIndexOp::create(host, value);
  }
  void planHost();
  Value isOutside(KernelBuilder &k, Value index);
  /// The place of the first bad one that this thread sees, as i32.
  Value search(KernelBuilder &k, Value begin, Value end, Value none);

  CheckOp op;
  ImplicitLocOpBuilder host;
  SmallVector<OpFoldResult> sizes;
  Value count, parts, record;
  int64_t threads = largeBlock;
};

void CheckKernel::planHost() {
  auto type = cast<MemRefType>(op.getIndices().getType());
  count = hostIndex(1);
  for (int64_t i = 0; i != type.getRank(); ++i) {
    sizes.push_back(host.getIndexAttr(type.getDimSize(i)));
    if (type.isDynamicDim(i))
      sizes.back() =
          memref::DimOp::create(host, op.getIndices(), i).getResult();
    count = host.createOrFold<arith::MulIOp>(
        count,
        getValueOrCreateConstantIndexOp(host, op.getLoc(), sizes.back()));
  }
  parts =
      host.createOrFold<arith::CeilDivUIOp>(count, hostIndex(indicesOfPart));
  parts = host.createOrFold<arith::MinUIOp>(parts, hostIndex(TINE_CHECK_PARTS));
  std::optional<int64_t> known = getConstantIntValue(count);
  if (known && *known <= fewIndices)
    threads = smallBlock;
  record = OpenCheckOp::create(
      host, MemRefType::get({2 * TINE_CHECK_PARTS}, host.getI64Type()),
      op.getKindAttr(), op.getMessageAttr(), op.getValues(), parts);
}

Value CheckKernel::isOutside(KernelBuilder &k, Value index) {
  Value below = arith::CmpIOp::create(k.b, arith::CmpIPredicate::slt, index,
                                      k.scalar(op.getLower()));
  Value above = arith::CmpIOp::create(k.b, arith::CmpIPredicate::sge, index,
                                      k.scalar(op.getUpper()));
  return arith::OrIOp::create(k.b, below, above);
}

static Value offsetOf(KernelBuilder &k, Value indices, Value number,
                      ArrayRef<OpFoldResult> sizes) {
  if (cast<MemRefType>(indices.getType()).getLayout().isIdentity())
    return number;
  return k.offsetOf(k.buffer(indices), k.split(number, sizes));
}

Value CheckKernel::search(KernelBuilder &k, Value begin, Value end,
                          Value none) {
  ImplicitLocOpBuilder &b = k.b;
  const KernelBuilder::Buffer &indices = k.buffer(op.getIndices());
  auto loop =
      scf::ForOp::create(b, begin, end, k.index(threads), ValueRange(none));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  Value index = k.load(indices, offsetOf(k, op.getIndices(), number, sizes));
  Value place = arith::IndexCastOp::create(b, b.getI32Type(), number);
  place = arith::SelectOp::create(b, isOutside(k, index), place, none);
  scf::YieldOp::create(
      b,
      arith::MinUIOp::create(b, place, loop.getRegionIterArg(0)).getResult());
  return loop.getResult(0);
}

void CheckKernel::make(KernelSet &kernels) {
  planHost();
  KernelBuilder k(op, kernels);
  ImplicitLocOpBuilder &b = k.b;
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value part = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value begin = k.index(0), end = k.scalar(count);
  if (getConstantIntValue(parts) != 1) {
    Value length =
        arith::CeilDivUIOp::create(b, k.scalar(count), k.scalar(parts));
    begin = k.mul(part, length);
    end = arith::MinUIOp::create(b, k.add(begin, length), end);
  }
  Value none = arith::ConstantIntOp::create(
      b, b.getI32Type(), std::numeric_limits<int32_t>::max());
  Value mine = search(k, k.add(begin, thread), end, none);
  BlockExchange exchange(k, threads);
  Value first = exchange
                    .combine(thread, k.index(0), threads, {mine},
                             [&](ArrayRef<Value> x, ArrayRef<Value> y) {
                               return SmallVector<Value>{
                                   arith::MinUIOp::create(b, x[0], y[0])};
                             })
                    .front();
  Value isBad = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, first, none);
  Value isLeader =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, thread, k.index(0));
  {
    OpBuilder::InsertionGuard guard(b);
    auto writes = scf::IfOp::create(
        b, arith::AndIOp::create(b, isBad, isLeader), /*withElseRegion=*/false);
    b.setInsertionPointToStart(writes.thenBlock());
    const KernelBuilder::Buffer &found = k.buffer(record);
    Value number = arith::IndexCastOp::create(b, b.getIndexType(), first);
    Value at = k.mul(part, k.index(2));
    k.store(k.load(k.buffer(op.getIndices()),
                   offsetOf(k, op.getIndices(), number, sizes)),
            found, k.add(at, k.index(1)));
    k.store(arith::ConstantIntOp::create(b, b.getI64Type(), 1), found, at);
  }
  // Of an empty dimension not even a wrong element can be read: what comes
  // behind must not run.
  Value isEmpty = host.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::sge, op.getLower(), op.getUpper());
  if (getConstantIntValue(isEmpty) != 0) {
    host.setInsertionPointAfter(op);
    auto waits = scf::IfOp::create(host, isEmpty, /*withElseRegion=*/false);
    host.setInsertionPointToStart(waits.thenBlock());
    SettleChecksOp::create(host);
  }
  k.launch(parts, threads);
}

/// Whether the check may as well be done in front of the op.
bool mayPass(CheckOp check, Operation *op) {
  if (llvm::any_of(check->getOperands(), [&](Value operand) {
        return operand.getDefiningOp() == op;
      }))
    return false;
  Value storage = storageOf(check.getIndices());
  auto isOther = [&](Value buffer) { return storageOf(buffer) != storage; };
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return isOther(copy.getTarget());
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return llvm::all_of(generic.getDpsInits(), isOther);
  return isa<memref::AllocOp, memref::DeallocOp, BoxAllocOp, RetainOp>(op) ||
         (op->getNumRegions() == 0 && isMemoryEffectFree(op));
}

} // namespace

void cuda::makeCheckKernels(func::FuncOp function, KernelSet &kernels) {
  SmallVector<CheckOp> checks;
  function.walk([&](CheckOp check) { checks.push_back(check); });
  for (CheckOp check : checks) {
    Operation *place = check;
    while (Operation *before = place->getPrevNode()) {
      if (!mayPass(check, before))
        break;
      place = before;
    }
    check->moveBefore(place);
    CheckKernel(check).make(kernels);
  }
}
