//===- NestsToKernels.cpp - Loops over elements as kernels ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nobody else claims: scatters, searches, counts.
//
// Input:  functions that issue work for GPUs, without linalg.
// Output: the outermost loops and branches that only compute with elements are
//         kernels.
// How:    loops whose iterations never write what another one reads or writes
//         become threads, wherever in the nest they stand: the rest of the nest
//         is done by each thread in its order. Without such loops the kernel has
//         one thread and stores the results of the nest in a buffer, from which
//         the function loads them.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Apart.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/cuda/Passes.h"
#include "lowering/support/Report.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tine {
#define GEN_PASS_DEF_NESTSTOKERNELS
#include "lowering/cuda/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isElementBuffer(Value buffer) {
  return !cuda::rootOf(buffer).getDefiningOp<memref::AllocaOp>();
}

/// Whether a kernel can do what the op does.
bool canRun(Operation *op) {
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return dim.getConstantIndex().has_value();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isElementBuffer(load.getMemRef());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isElementBuffer(store.getMemRef());
  if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
    return metadata.getBaseBuffer().use_empty();
  // Places of a view in what it is a view of.
  if (isa<affine::AffineApplyOp, affine::AffineDelinearizeIndexOp,
          affine::AffineLinearizeIndexOp>(op))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         scf::SCFDialect, ub::UBDialect>(op->getDialect()) &&
         !isa<scf::ParallelOp, scf::ForallOp>(op);
}

/// Whether the op computes with elements and does nothing else.
bool isNest(Operation *op) {
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
    return false;
  bool touches = false;
  bool runs = !op->walk([&](Operation *inner) {
                   touches |= isa<memref::LoadOp, memref::StoreOp>(inner);
                   return canRun(inner) ? WalkResult::advance()
                                        : WalkResult::interrupt();
                 }).wasInterrupted();
  // Buffers that a loop carries are not the kernel's.
  auto isNumber = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return runs && touches && llvm::all_of(op->getResultTypes(), isNumber);
}

/// Replaces the results of the op by loads of buffers. These are freed where
/// the op's block ends, which is never long after.
SmallVector<Value> moveResults(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Value> buffers;
  for (Value result : op->getResults()) {
    Type type =
        result.getType().isIndex() ? builder.getI64Type() : result.getType();
    buffers.push_back(memref::AllocOp::create(builder, op->getLoc(),
                                              MemRefType::get({1}, type)));
  }
  builder.setInsertionPointAfter(op);
  for (auto [result, buffer] : llvm::zip_equal(op->getResults(), buffers)) {
    Location loc = op->getLoc();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value loaded = memref::LoadOp::create(builder, loc, buffer, zero);
    memref::DeallocOp::create(builder, loc, buffer);
    if (result.getType().isIndex())
      loaded =
          arith::IndexCastOp::create(builder, loc, result.getType(), loaded);
    result.replaceAllUsesWith(loaded);
  }
  return buffers;
}

/// Loops of a nest each of whose iterations writes parts of buffers that no
/// other one reads or writes: each access of a buffer that the nest writes is
/// in the loop and has its variable as the index of the same dimension. What is
/// around such a loop only reads. Or loops of which that was known when they
/// were made. From outside in.
SmallVector<scf::ForOp> findParallelLoops(Operation *nest) {
  llvm::DenseSet<Value> written;
  nest->walk([&](memref::StoreOp store) {
    written.insert(cuda::storageOf(store.getMemRef()));
  });
  struct Access {
    Operation *op;
    Value buffer;
    OperandRange indices;
  };
  SmallVector<Access> accesses;
  nest->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      accesses.push_back({op, load.getMemRef(), load.getIndices()});
    if (auto store = dyn_cast<memref::StoreOp>(op))
      accesses.push_back({op, store.getMemRef(), store.getIndices()});
  });
  llvm::erase_if(accesses, [&](const Access &access) {
    return !written.contains(cuda::storageOf(access.buffer));
  });
  auto isOutside = [&](Value value) {
    return !nest->isAncestor(value.getParentBlock()->getParentOp());
  };
  auto isParallel = [&](scf::ForOp loop) {
    if (loop.getNumResults() || !isOutside(loop.getLowerBound()) ||
        !isOutside(loop.getUpperBound()) || !isOutside(loop.getStep()))
      return false;
    if (loop->hasAttr(cuda::apartAttribute))
      return true;
    // The buffer and the dimension that the variable goes along.
    llvm::DenseMap<Value, std::pair<Value, llvm::SmallBitVector>> along;
    for (const Access &access : accesses) {
      llvm::SmallBitVector here(access.indices.size());
      for (auto [i, index] : llvm::enumerate(access.indices))
        here[i] = index == loop.getInductionVar();
      auto [entry, isNew] = along.try_emplace(cuda::storageOf(access.buffer),
                                              access.buffer, here);
      auto &[buffer, dimensions] = entry->second;
      if (!loop->isAncestor(access.op) || buffer != access.buffer)
        return false;
      dimensions &= here;
      if (dimensions.none())
        return false;
    }
    return true;
  };
  SmallVector<scf::ForOp> loops;
  if (!written.empty() && nest->getNumResults() == 0)
    nest->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (isParallel(loop))
        loops.push_back(loop);
    });
  return loops;
}

/// A kernel with a thread for each iteration of the loops.
void makeThreads(Operation *nest, ArrayRef<scf::ForOp> loops,
                 cuda::KernelSet &kernels) {
  // The nest goes into an op that remains when the outermost loop is gone.
  OpBuilder host(nest);
  Location loc = nest->getLoc();
  Value always = arith::ConstantIntOp::create(host, loc, host.getI1Type(), 1);
  auto whole = scf::IfOp::create(host, loc, always, /*withElse=*/false);
  nest->moveBefore(whole.thenBlock()->getTerminator());
  host.setInsertionPoint(whole);
  SmallVector<Value> variables, counts;
  Value count = arith::ConstantIndexOp::create(host, loc, 1);
  Value none = arith::ConstantIndexOp::create(host, loc, 0);
  for (scf::ForOp loop : loops) {
    Value length = host.createOrFold<arith::SubIOp>(loc, loop.getUpperBound(),
                                                    loop.getLowerBound());
    length = host.createOrFold<arith::CeilDivSIOp>(loc, length, loop.getStep());
    counts.push_back(host.createOrFold<arith::MaxSIOp>(loc, length, none));
    count = host.createOrFold<arith::MulIOp>(loc, count, counts.back());
    variables.push_back(ub::PoisonOp::create(host, loc, host.getIndexType()));
  }
  cuda::KernelBuilder k(whole, kernels);
  Value number = k.thread();
  auto inside =
      scf::IfOp::create(k.b,
                        arith::CmpIOp::create(k.b, arith::CmpIPredicate::ult,
                                              number, k.scalar(count)),
                        /*withElse=*/false);
  k.b.setInsertionPointToStart(inside.thenBlock());
  IRMapping mapping;
  SmallVector<Value> numbers = k.split(number, getAsOpFoldResult(counts));
  for (size_t i = loops.size(); i-- != 0;) {
    scf::ForOp loop = loops[i];
    mapping.map(variables[i],
                k.add(k.scalar(loop.getLowerBound()),
                      k.mul(numbers[i], k.scalar(loop.getStep()))));
    loop.getInductionVar().replaceAllUsesWith(variables[i]);
    Block *body = loop.getBody();
    body->getTerminator()->erase();
    loop->getBlock()->getOperations().splice(loop->getIterator(),
                                             body->getOperations());
    loop.erase();
  }
  for (Operation &op : whole.thenBlock()->without_terminator())
    k.clone(op, mapping);
  Value blocks = arith::CeilDivUIOp::create(
      k.host(), loc, count,
      arith::ConstantIndexOp::create(k.host(), loc, cuda::plainBlock));
  k.launch(blocks, cuda::plainBlock);
  for (Value variable : variables)
    variable.getDefiningOp()->erase();
}

struct NestsToKernels : tine::impl::NestsToKernelsBase<NestsToKernels> {
  using NestsToKernelsBase::NestsToKernelsBase;

  void runOnOperation() override {
    cuda::KernelSet kernels(getOperation(), "nest");
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!issuesWork(function))
        continue;
      SmallVector<Operation *> nests;
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (!isNest(op))
          return WalkResult::advance();
        nests.push_back(op);
        return WalkResult::skip();
      });
      for (Operation *nest : nests) {
        SmallVector<scf::ForOp> loops = findParallelLoops(nest);
        if (!loops.empty()) {
          makeThreads(nest, loops, kernels);
          continue;
        }
        // Of a line that several devices run, one remark.
        if (report && reported.insert(getPosition(nest->getLoc())).second)
          emitRemark(nest->getLoc())
              << "this runs on one thread of the GPU, one element after the "
                 "other";
        lower(nest, kernels);
      }
    }
  }

  llvm::DenseSet<Location> reported;

  static void lower(Operation *nest, cuda::KernelSet &kernels) {
    SmallVector<Value> buffers = moveResults(nest);
    cuda::KernelBuilder k(nest, kernels);
    IRMapping mapping;
    k.clone(*nest, mapping);
    for (auto [result, buffer] : llvm::zip_equal(nest->getResults(), buffers))
      k.store(mapping.lookup(result), k.buffer(buffer), k.index(0));
    Value one = arith::ConstantIndexOp::create(k.host(), nest->getLoc(), 1);
    k.launch(one, /*threads=*/1);
  }
};

} // namespace
