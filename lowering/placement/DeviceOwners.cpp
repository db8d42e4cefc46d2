//===- DeviceOwners.cpp - Whose work an operation is ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What computes on tensors of one device is its work; what also has tensors or
// objects of the host, or an effect, is the host's.
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/DeviceOwners.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/RandomOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

/// Whether an op, apart from its regions, does nothing but compute.
bool Owners::onlyComputes(Operation *op) {
  if (isa<nn::RandomOp, nn::RandomStateOp, nn::ListCatOp>(op))
    return false;
  return isa<AssertOp, JoinOp, KeepOp, SplitOp, func::CallOp, func::FuncOp,
             func::ReturnOp>(op) ||
         isa<nn::NNDialect, arith::ArithDialect, linalg::LinalgDialect,
             math::MathDialect, scf::SCFDialect, tensor::TensorDialect,
             ub::UBDialect>(op->getDialect());
}

void Owners::collect(Operation *op, Types &types) {
  op->walk([&](Operation *inner) {
    for (Type type : inner->getOperandTypes())
      types.add(type);
    for (Type type : inner->getResultTypes())
      types.add(type);
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          types.add(type);
    auto call = dyn_cast<func::CallOp>(inner);
    if (auto callee = call ? symbols.lookup<func::FuncOp>(call.getCallee())
                           : func::FuncOp()) {
      if (DeviceAttr device = of(callee))
        types.devices.insert(device);
      else
        types.others = true;
    }
    types.others |= !onlyComputes(inner);
  });
}

Owner Owners::of(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return {Owner::Host, {}};
  Types types;
  collect(op, types);
  if (types.devices.empty() && !types.others &&
      (isMemoryEffectFree(op) || isa<AssertOp>(op)))
    return {Owner::Anybody, {}};
  if (types.devices.size() == 1 && !types.others)
    return {Owner::Device, cast<DeviceAttr>(types.devices.front())};
  return {Owner::Host, {}};
}

DeviceAttr Owners::of(func::FuncOp function) {
  // Null while it is looked at: a function that calls itself is the host's.
  auto [entry, isNew] = functions.try_emplace(function, DeviceAttr());
  if (!isNew)
    return entry->second;
  // Others call what is public, and the host the program.
  if (function.isExternal() || !function.isPrivate() ||
      function.getName() == "program")
    return {};
  Types types;
  collect(function, types);
  if (types.devices.size() == 1 && !types.others)
    functions[function] = cast<DeviceAttr>(types.devices.front());
  return functions[function];
}

bool Owners::hasCheck(Operation *op) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (isa<AssertOp>(inner))
      return WalkResult::interrupt();
    auto call = dyn_cast<func::CallOp>(inner);
    if (!call)
      return WalkResult::advance();
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    // False while it is looked at: a call of itself adds nothing.
    auto [entry, isNew] = checkedFunctions.try_emplace(callee, false);
    bool found = entry->second;
    if (isNew && callee)
      checkedFunctions[callee] = found = hasCheck(callee);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}
