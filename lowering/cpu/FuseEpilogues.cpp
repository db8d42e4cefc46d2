//===- FuseEpilogues.cpp - Convolutions and what comes of them ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins a convolution and the elementwise operation on its result, so that
// normalisation of evaluation, residual and activation run on its tiles.
//
// Input: bufferized functions with explicit deallocations.
// Output: cpu.fused.
// How:
// 1. The destination is memory of the function that only the operation reads.
// 2. The convolution moves down to the operation. What stands between them
//    computes, allocates or writes other memory of the function; what frees
//    moves behind.
// 3. What the operation writes is nothing that the convolution reads. The sums
//    are kept there, unless the operation reads something else from it.
// Rejects: nothing. Operations that read elements of other places stay, and so
//   do those of functions or much arithmetic.
//
//===----------------------------------------------------------------------===//

#include "dialects/cpu/CPU.h"
#include "dialects/tine/Tine.h"
#include "lowering/cpu/Epilogue.h"
#include "lowering/cpu/Passes.h"
#include "lowering/support/Roots.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tine {
#define GEN_PASS_DEF_FUSEEPILOGUES
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// The users of an allocation, those of its views included, but for the views.
SmallVector<Operation *> usersOf(Value buffer) {
  SmallVector<Operation *> users;
  for (Operation *user : buffer.getUsers())
    if (isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(user))
      llvm::append_range(users, usersOf(user->getResult(0)));
    else
      users.push_back(user);
  return users;
}

/// A convolution and the operation that reads its result.
class Join {
public:
  explicit Join(cpu::ConvOp conv) : conv(conv), root(rootOf(conv.getDest())) {}

  bool match();
  void apply();

private:
  bool findEpilogue();
  bool canPass(Operation &op);
  bool isReadByConv(Value other);
  void keepSumsInResult();

  cpu::ConvOp conv;
  Root root;
  linalg::GenericOp epilogue;
  int64_t sums = 0;                ///< its operand that the convolution writes
  SmallVector<Operation *> behind; ///< what frees
};

/// The only op that reads what the convolution has written.
bool Join::findEpilogue() {
  if (!root.isWhole || !root.value.getDefiningOp<memref::AllocOp>())
    return false;
  for (Operation *user : usersOf(root.value)) {
    if (user == conv || isa<memref::DeallocOp>(user))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || (epilogue && generic != epilogue) ||
        generic->getBlock() != conv->getBlock())
      return false;
    epilogue = generic;
  }
  if (!epilogue || !conv->isBeforeInBlock(epilogue))
    return false;
  Value read;
  for (OpOperand *operand : epilogue.getDpsInputOperands()) {
    Value from = operand->get();
    if (!isa<MemRefType>(from.getType()) || rootOf(from).value != root.value)
      continue;
    if (read && from != read)
      return false;
    read = from;
    sums = operand->getOperandNumber();
  }
  return read && canBeEpilogue(epilogue, read, conv.getDest());
}

/// Whether two roots can be the same memory. What the function allocates is in
/// no box.
bool canMeet(Value x, Value y) {
  if (x == y)
    return true;
  if ((isFresh(x) || isForeign(x)) && (isFresh(y) || isForeign(y)))
    return false;
  auto isLocal = [](Value root) {
    return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
        root.getDefiningOp());
  };
  return !(isLocal(x) && isa<BoxType>(y.getType())) &&
         !(isLocal(y) && isa<BoxType>(x.getType()));
}

bool Join::isReadByConv(Value other) {
  Value memory = rootOf(other).value;
  return llvm::any_of(conv->getOperands(), [&](Value operand) {
    return operand != conv.getDest() && canMeet(rootOf(operand).value, memory);
  });
}

/// Whether the convolution may run behind an op.
bool Join::canPass(Operation &op) {
  if (isa<memref::DeallocOp, ReleaseOp>(op)) {
    behind.push_back(&op);
    return true;
  }
  if (isMemoryEffectFree(&op) || isa<memref::AllocOp, BoxAllocOp>(op))
    return true;
  auto writer = dyn_cast<DestinationStyleOpInterface>(op);
  return writer && writer.hasPureBufferSemantics() &&
         !op.walk([](memref::LoadOp) {
              return WalkResult::interrupt();
            }).wasInterrupted() &&
         llvm::all_of(writer.getDpsInits(), [&](Value init) {
           return isFresh(rootOf(init).value) && !isReadByConv(init);
         });
}

bool Join::match() {
  if (conv->getNumResults() != 0 || !findEpilogue())
    return false;
  Value result = epilogue.getOutputs()[0];
  if (rootOf(result).value != root.value &&
      (isReadByConv(result) || !isFresh(rootOf(result).value)))
    return false;
  for (Operation *op = conv->getNextNode(); op != epilogue;
       op = op->getNextNode())
    if (!canPass(*op))
      return false;
  return true;
}

/// Lets the convolution write where the result will be, if nothing else that
/// the operation reads is there.
void Join::keepSumsInResult() {
  Value result = epilogue.getOutputs()[0];
  auto type = cast<MemRefType>(conv.getDest().getType());
  auto of = cast<MemRefType>(result.getType());
  if (!type.hasStaticShape() || !of.hasStaticShape())
    return;
  Value read = epilogue.getInputs()[sums];
  for (Value input : epilogue.getInputs())
    if (input != read && isa<MemRefType>(input.getType()) &&
        canMeet(rootOf(input).value, rootOf(result).value))
      return;
  ImplicitLocOpBuilder b(epilogue.getLoc(), epilogue);
  ReassociationIndices places;
  for (int64_t i = 2; i < of.getRank(); ++i)
    places.push_back(i);
  Value view = memref::CollapseShapeOp::create(
      b, result, ArrayRef<ReassociationIndices>{{0}, {1}, places});
  view = memref::ExpandShapeOp::create(
      b, type.getShape(), view,
      ArrayRef<ReassociationIndices>{{0}, {1}, {2, 3, 4}});
  conv.getDestMutable().assign(view);
  epilogue->setOperand(sums, result);
}

void Join::apply() {
  keepSumsInResult();
  for (Operation *op : llvm::reverse(behind))
    op->moveAfter(epilogue);
  OpBuilder b(epilogue);
  auto fused = cpu::FusedOp::create(b, epilogue.getLoc(), sums);
  Block &body = fused.getBody().emplaceBlock();
  conv->moveBefore(&body, body.end());
  epilogue->moveBefore(&body, body.end());
}

struct FuseEpilogues : tine::impl::FuseEpiloguesBase<FuseEpilogues> {
  void runOnOperation() override {
    SmallVector<cpu::ConvOp> convolutions;
    getOperation()->walk([&](cpu::ConvOp op) { convolutions.push_back(op); });
    // The last one first: of two that an operation adds, it takes one.
    for (cpu::ConvOp conv : llvm::reverse(convolutions)) {
      Join join(conv);
      if (join.match())
        join.apply();
    }
  }
};

} // namespace
