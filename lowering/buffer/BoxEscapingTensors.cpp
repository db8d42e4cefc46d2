//===- BoxEscapingTensors.cpp - Box tensors that leave their function -----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  tensors anywhere; forks are outlined.
// Output: functions, calls, spawns, waits, lists, dicts, cells and formats have
//         boxes (`!tine.box`) in place of tensors; a tensor is local to its
//         function. `nn.random` is a draw into a new box.
// How:    1. `nn.random` becomes `tine.box_alloc` and `tine.draw`; 2. results
//         and arguments of the ops above become boxes, unboxed at once; 3.
//         their operands become boxes, one box for each tensor; box(unbox(x))
//         is x; a part of a vector that a task or call borrows or that the
//         program's end saves is a part of the vector's box, in containers and
//         results a copy: it would keep the whole vector alive; 4. the leaves
//         of container types follow. What is absent on a path and may leave a
//         function for a GPU has zeros: a copy to the host may read it before
//         it is known that nobody needs it.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Lists.h"
#include "dialects/nn/RandomOps.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_BOXESCAPINGTENSORS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

Type boxed(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return BoxType::get(type.getContext(), tensor);
  return type;
}

/// True for ops that hand their tensors to somebody else.
bool isBoundary(Operation *op) {
  if (isa<func::CallOp, func::ReturnOp>(op))
    return true;
  return isa_and_nonnull<TineDialect>(op->getDialect()) &&
         !isa<BoxOp, UnboxOp, BoxAllocOp, BoxBufferOp, CheckOp, DrawOp, KeepOp,
              TimeOp, JoinOp, SplitOp, BufferPartOp, BoxPartOp, BoxOwnOp>(op);
}

void unboxValue(OpBuilder &builder, Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return;
  value.setType(boxed(tensor));
  auto unbox = UnboxOp::create(builder, value.getLoc(), tensor, value);
  value.replaceAllUsesExcept(unbox.getTensor(), unbox);
}

/// A new box with what `name` draws, in place of the op.
void drawIntoBox(Operation *op, llvm::StringRef name, Value a, Value b,
                 ValueRange sizes) {
  OpBuilder builder(op);
  auto tensor = cast<RankedTensorType>(op->getResult(0).getType());
  Value box = BoxAllocOp::create(builder, op->getLoc(), boxed(tensor), sizes);
  DrawOp::create(builder, op->getLoc(), name, a, b, box);
  Value unbox = UnboxOp::create(builder, op->getLoc(), tensor, box);
  op->getResult(0).replaceAllUsesWith(unbox);
  op->erase();
}

void drawIntoBox(nn::RandomOp op) {
  drawIntoBox(op, nn::stringifyDistribution(op.getDistribution()), op.getA(),
              op.getB(), op.getSizes());
}

void drawIntoBox(nn::RandomStateOp op) {
  OpBuilder builder(op);
  Value none = arith::ConstantIntOp::create(builder, op.getLoc(), 0, 64);
  drawIntoBox(op, "state", none, none, {});
}

void boxSignature(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto box = [](TypeRange types) { return llvm::map_to_vector(types, boxed); };
  function.setType(FunctionType::get(type.getContext(), box(type.getInputs()),
                                     box(type.getResults())));
  if (function.isExternal())
    return;
  auto builder = OpBuilder::atBlockBegin(&function.front());
  for (BlockArgument argument : function.getArguments())
    unboxValue(builder, argument);
}

/// Gives the leaves of containers their boxes, at any depth.
struct ContainerTypes {
  AttrTypeReplacer replacer;

  ContainerTypes() {
    add<FutureType>([this](FutureType type) {
      return FutureType::get(type.getContext(), leaves(type.getLeaves()));
    });
    add<ListType>([this](ListType type) {
      return ListType::get(type.getContext(), leaves(type.getLeaves()));
    });
    add<DictType>([this](DictType type) {
      return DictType::get(type.getContext(), leaf(type.getKey()),
                           leaves(type.getValues()));
    });
  }

  template <typename T, typename F> void add(F make) {
    replacer.addReplacement(
        [make](T type) -> std::optional<std::pair<Type, WalkResult>> {
          return std::make_pair(Type(make(type)), WalkResult::skip());
        });
  }

  Type leaf(Type type) {
    if (isa<RankedTensorType>(type))
      return boxed(type);
    return replacer.replace(type);
  }
  SmallVector<Type> leaves(ArrayRef<Type> types) {
    return llvm::map_to_vector(types, [&](Type type) { return leaf(type); });
  }
};

void giveZeros(ub::PoisonOp absent) {
  auto type = dyn_cast<RankedTensorType>(absent.getType());
  if (!type || !type.hasStaticShape() ||
      !type.getElementType().isSignlessIntOrIndexOrFloat())
    return;
  ImplicitLocOpBuilder b(absent.getLoc(), absent);
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  Value empty = tensor::EmptyOp::create(b, type, ValueRange());
  absent.replaceAllUsesWith(
      linalg::FillOp::create(b, zero, empty).getResult(0));
  absent.erase();
}

/// Gives zeros to what is absent and may be a result of the function.
void fillAbsentResults(func::FuncOp function) {
  if (function.isExternal())
    return;
  llvm::SetVector<Value> values;
  function.walk([&](func::ReturnOp op) {
    values.insert(op.operand_begin(), op.operand_end());
  });
  for (unsigned i = 0; i != values.size(); ++i) {
    values.insert_range(nn::predecessorsOf(values[i]));
    if (auto choice = values[i].getDefiningOp<arith::SelectOp>()) {
      values.insert(choice.getTrueValue());
      values.insert(choice.getFalseValue());
    }
  }
  llvm::SetVector<Operation *> absent;
  for (Value value : values)
    if (auto poison = value.getDefiningOp<ub::PoisonOp>())
      absent.insert(poison);
  for (Operation *op : absent)
    giveZeros(cast<ub::PoisonOp>(op));
}

struct BoxEscapingTensors
    : tine::impl::BoxEscapingTensorsBase<BoxEscapingTensors> {
  void runOnOperation() override {
    getOperation().walk([](nn::RandomOp op) { drawIntoBox(op); });
    getOperation().walk([](nn::RandomStateOp op) { drawIntoBox(op); });
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (issuesWork(function))
        fillAbsentResults(function);
      boxSignature(function);
    }
    getOperation().walk([](Operation *op) {
      if (!isBoundary(op))
        return;
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      for (Value result : op->getResults())
        unboxValue(builder, result);
    });
    llvm::MapVector<Value, SmallVector<OpOperand *>> escaping, shared;
    getOperation().walk([&](Operation *op) {
      if (!isBoundary(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType())) {
          bool share = operand.get().getDefiningOp<SplitOp>() &&
                       isa<SpawnOp, func::CallOp, SaveParameterOp>(op);
          (share ? shared : escaping)[operand.get()].push_back(&operand);
        }
    });
    for (auto &[part, uses] : shared) {
      OpOperand &vector =
          sharePart(cast<OpResult>(part), uses).getVectorMutable();
      escaping[vector.get()].push_back(&vector);
    }
    for (auto &[tensor, uses] : escaping)
      boxUses(tensor, uses);
    ContainerTypes().replacer.recursivelyReplaceElementsIn(
        getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    // Reads of the boxes that nobody needs.
    getOperation().walk([](UnboxOp op) {
      if (op.use_empty())
        op.erase();
    });
  }
};

} // namespace
