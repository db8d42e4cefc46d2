//===- DeviceContainers.cpp - Lists of tensors on devices -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/DeviceContainers.h"
#include "dialects/nn/JoinOps.h"
#include "lowering/placement/Outlining.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace tine;

bool tine::mentionsDevice(Type type) {
  return type
      .walk([](Type inner) {
        return deviceOf(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

RankedTensorType tine::onHost(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

/// The type in which no tensor is on a device.
static Type withoutDevices(Type type) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](RankedTensorType inner) -> std::optional<Type> {
    return deviceOf(inner) ? std::optional<Type>(onHost(inner)) : std::nullopt;
  });
  return replacer.replace(type);
}

static Compare compareOf(Type key) {
  return isa<StringType>(key)    ? Compare::by_string
         : isa<FloatType>(key)   ? Compare::by_float
         : isa<IntegerType>(key) ? Compare::by_int
                                 : Compare::by_identity;
}

/// Calls `body` with the number of each element.
static void
forEachElement(OpBuilder &builder, Location loc, Value length,
               llvm::function_ref<void(OpBuilder &, Value index)> body) {
  Type index = builder.getIndexType();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = arith::IndexCastOp::create(builder, loc, index, length);
  scf::ForOp::create(builder, loc, zero, end, one, {},
                     [&](OpBuilder &inner, Location, Value i, ValueRange) {
                       body(inner, arith::IndexCastOp::create(
                                       inner, loc, inner.getI64Type(), i));
                       scf::YieldOp::create(inner, loc);
                     });
}

static bool copyAll(OpBuilder &builder, Location loc, ValueRange values,
                    SmallVector<Value> &copies) {
  for (Value value : values)
    copies.push_back(copyToHost(builder, loc, value));
  return !llvm::is_contained(copies, Value());
}

Value tine::copyToHost(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (!mentionsDevice(type))
    return value;
  if (deviceOf(type))
    return builder.createOrFold<ToOp>(loc, onHost(type), value);
  Type wanted = withoutDevices(type);
  bool good = true;
  if (auto list = dyn_cast<ListType>(type)) {
    Value copy = ListNewOp::create(builder, loc, wanted);
    Value length = ListLengthOp::create(builder, loc, value);
    forEachElement(builder, loc, length, [&](OpBuilder &inner, Value i) {
      auto get = ListGetOp::create(inner, loc, list.getLeaves(), value, i);
      SmallVector<Value> leaves;
      good &= copyAll(inner, loc, get.getResults(), leaves);
      if (good)
        ListAppendOp::create(inner, loc, copy, leaves);
    });
    return good ? copy : Value();
  }
  if (auto dict = dyn_cast<DictType>(type)) {
    // In the order of the other; nobody looks for a key.
    Value copy =
        DictNewOp::create(builder, loc, wanted, compareOf(dict.getKey()));
    Value length = DictLengthOp::create(builder, loc, value);
    SmallVector<Type> types{dict.getKey()};
    llvm::append_range(types, dict.getValues());
    forEachElement(builder, loc, length, [&](OpBuilder &inner, Value i) {
      auto entry = DictEntryOp::create(inner, loc, types, value, i);
      SmallVector<Value> leaves;
      good &= copyAll(inner, loc, entry.getResults().drop_front(), leaves);
      if (good)
        DictSetOp::create(inner, loc, copy, entry.getResult(0), leaves);
    });
    return good ? copy : Value();
  }
  return {};
}

void tine::queueListCat(nn::ListCatOp op, SymbolTable &symbols) {
  Location loc = op.getLoc();
  auto list = cast<ListType>(op.getList().getType());
  Type tensor = list.getLeaves()[0];
  DeviceAttr device = deviceOf(tensor);
  auto host = op->getParentOfType<func::FuncOp>();
  auto futures =
      ListType::get(op.getContext(), FutureType::get(op.getContext(), tensor));
  OpBuilder builder(op);
  func::FuncOp function = makeFunctionBeside(
      host, loc,
      host.getName() + "_" + device.getKind() + Twine(device.getIndex()) +
          "_cat",
      builder.getFunctionType(futures, op.getType()), symbols);
  function->setAttr("tine.device", device);

  // Of its own: the host may change the list before the device runs.
  Value copy = ListCopyOp::create(builder, loc, list, op.getList());
  auto enqueue =
      EnqueueOp::create(builder, loc, op.getType(),
                        FlatSymbolRefAttr::get(function), copy, device);
  op->replaceAllUsesWith(enqueue);

  OpBuilder inside = OpBuilder::atBlockEnd(function.addEntryBlock());
  Value argument = function.getArgument(0);
  Value tensors = ListNewOp::create(inside, loc, list);
  Value length = ListLengthOp::create(inside, loc, argument);
  forEachElement(inside, loc, length, [&](OpBuilder &inner, Value i) {
    auto get = ListGetOp::create(inner, loc, futures.getLeaves(), argument, i);
    auto wait = WaitOp::create(inner, loc, tensor, get.getResult(0),
                               /*implicit=*/false, /*last=*/false);
    ListAppendOp::create(inner, loc, tensors, wait.getResults());
  });
  op.getListMutable().assign(tensors);
  op->moveBefore(inside.getInsertionBlock(), inside.getInsertionPoint());
  func::ReturnOp::create(inside, loc, op->getResults());
}
