//===- OutlineEqualNests.cpp - One function for equal loop nests ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  functions on buffers.
// Output: a nest (a loop, a product, an op of linalg) that occurs more than
//         once is a private function `nest`; calls stand in its places. The
//         equal layers of a deep model are compiled once.
// How:    a nest's captures become arguments, constants move in with it. What
//         is equal then is found as for functions. Outer nests come first; the
//         nests inside of one that is alone are looked at next. Its function
//         is of the device that the nest runs on: others have other code.
//         In a function with very many nests, each becomes a function.
//         Functions that issue work to a device stay as they are: their nests
//         become kernels, of which equal ones are one.
// Rejects: nothing. Nests that can fail, print or count references stay where
//         they are, and so do those on a few elements: a call costs more.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/Passes.h"
#include "lowering/support/EqualFunctions.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_OUTLINEEQUALNESTS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Elements of its largest buffer from which on a nest is worth a call.
constexpr int64_t smallestNest = 1024;
/// The same for operations that a target has in place of loops, such as
/// products: their code is long.
constexpr int64_t smallestOfTarget = 256;

/// Nests in a function from which on all of them become functions, alone or
/// not: LLVM takes much more than twice the time for twice the code.
constexpr int64_t mostNests = 256;

/// Calls of a function from which on LLVM is not to inline them.
constexpr size_t manyCalls = 16;

/// A nest and the function that it would become.
struct Candidate {
  Operation *op;
  OwningOpRef<func::FuncOp> function;
  bool crowded; // the function that it is in
};

bool isLoop(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::ParallelOp>(op);
}

/// Several nests that a target has joined.
bool isGroup(Operation *op) {
  return op->hasTrait<OpTrait::NoTerminator>() && op->getNumOperands() == 0;
}

bool isNest(Operation *op) {
  return isa<DestinationStyleOpInterface>(op) || isGroup(op);
}

/// Whether the function has so many nests that each is worth a call.
bool isCrowded(func::FuncOp function) {
  int64_t count = 0;
  function.walk([&](Operation *op) { count += isNest(op); });
  return count > mostNests;
}

/// Whether the op is worth a function of its own.
bool isLarge(Operation *op, bool crowded) {
  if (isGroup(op))
    op = &op->getRegion(0).front().front();
  int64_t least = isa<linalg::LinalgOp>(op) ? smallestNest : smallestOfTarget;
  return crowded || llvm::any_of(op->getOperandTypes(), [&](Type type) {
           auto buffer = dyn_cast<MemRefType>(type);
           return buffer && (!buffer.hasStaticShape() ||
                             buffer.getNumElements() >= least);
         });
}

/// Whether everything in the op can run in any function.
bool canMove(Operation *op) {
  return !op->walk([](Operation *inner) {
              return isNest(inner) ||
                             isa<arith::ArithDialect, math::MathDialect,
                                 memref::MemRefDialect, scf::SCFDialect,
                                 linalg::LinalgDialect>(inner->getDialect())
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

bool isCandidate(Operation *op, bool crowded) {
  if (isNest(op))
    return isLarge(op, crowded) && canMove(op);
  if (!isLoop(op))
    return false;
  bool large = false;
  op->walk([&](Operation *inner) {
    large |= isNest(inner) && isLarge(inner, crowded);
  });
  return large && canMove(op);
}

/// The values around the op that it uses, but for constants.
SmallVector<Value> capturesOf(Operation *op,
                              llvm::SetVector<Operation *> &constants) {
  llvm::SetVector<Value> captures;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value value : inner->getOperands()) {
      Operation *owner = value.getParentBlock()->getParentOp();
      if (op->isAncestor(owner) && value.getDefiningOp() != op)
        continue;
      Operation *definition = value.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        constants.insert(definition);
      else
        captures.insert(value);
    }
  });
  return captures.takeVector();
}

Candidate makeCandidate(Operation *op) {
  Candidate candidate;
  candidate.op = op;
  llvm::SetVector<Operation *> constants;
  SmallVector<Value> captures = capturesOf(op, constants);
  OpBuilder builder(op->getContext());
  auto type = builder.getFunctionType(TypeRange(ValueRange(captures)),
                                      op->getResultTypes());
  auto function = func::FuncOp::create(op->getLoc(), "nest", type);
  function.setPrivate();
  auto around = op->getParentOfType<func::FuncOp>();
  if (Attribute device = around->getAttr("tine.device"))
    function->setAttr("tine.device", device);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(captures, body->getArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *moved = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), moved->getResults());
  candidate.function = function;
  return candidate;
}

/// An op, and whether the function that it is in is crowded.
using Nest = std::pair<Operation *, bool>;

struct OutlineEqualNests
    : tine::impl::OutlineEqualNestsBase<OutlineEqualNests> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<Nest> level;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!issuesWork(function))
        collect(function, isCrowded(function), level);
    while (!level.empty())
      level = outline(level, symbols);
  }

  /// The outermost candidates in the op.
  void collect(Operation *op, bool crowded, SmallVector<Nest> &out) {
    if (isNest(op))
      return;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          if (isCandidate(&inner, crowded))
            out.push_back({&inner, crowded});
          else
            collect(&inner, crowded, out);
  }

  /// Outlines what occurs more than once; gives the nests inside of the others.
  SmallVector<Nest> outline(ArrayRef<Nest> level, SymbolTable &symbols) {
    using Class = SmallVector<Candidate>; // of equal ones
    llvm::MapVector<size_t, SmallVector<Class>> groups;
    for (auto [op, crowded] : level) {
      Candidate candidate = makeCandidate(op);
      candidate.crowded = crowded;
      auto &classes = groups[hashFunction(*candidate.function)];
      auto *equal = llvm::find_if(classes, [&](const Class &other) {
        return equalFunctions(*other.front().function, *candidate.function);
      });
      if (equal == classes.end())
        equal = &classes.emplace_back();
      equal->push_back(std::move(candidate));
    }
    SmallVector<Nest> inner;
    for (auto &[code, classes] : groups)
      for (Class &nests : classes)
        if (nests.size() == 1 && !nests.front().crowded)
          collect(nests.front().op, false, inner);
        else
          replace(nests, symbols);
    return inner;
  }

  void replace(SmallVector<Candidate> &nests, SymbolTable &symbols) {
    func::FuncOp function = nests.front().function.release();
    auto first = nests.front().op->getParentOfType<func::FuncOp>();
    symbols.insert(function, Block::iterator(first));
    if (nests.front().crowded || nests.size() >= manyCalls)
      function->setAttr("passthrough",
                        OpBuilder(function).getStrArrayAttr({"noinline"}));
    for (Candidate &nest : nests) {
      OpBuilder builder(nest.op);
      // Other nests that were replaced meanwhile may have given them.
      llvm::SetVector<Operation *> constants;
      auto call = func::CallOp::create(builder, nest.op->getLoc(), function,
                                       capturesOf(nest.op, constants));
      nest.op->replaceAllUsesWith(call.getResults());
      nest.op->erase();
    }
  }
};

} // namespace
