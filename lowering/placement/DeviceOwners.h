//===- DeviceOwners.h - Whose work an operation is --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells from the types that an op and its regions work on whether it is work of
// one device or of the host.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_DEVICEOWNERS_H
#define TINE_LOWERING_PLACEMENT_DEVICEOWNERS_H

#include "dialects/nn/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace tine {

/// A number, not a tensor or container.
inline bool isScalar(mlir::Type type) { return type.isIntOrIndexOrFloat(); }

/// Whose work an op is: of one device, of the host, or (scalars) of whoever
/// makes its operands.
struct Owner {
  enum Kind { Anybody, Device, Host } kind;
  DeviceAttr device;
};

class Owners {
public:
  explicit Owners(mlir::ModuleOp module) : symbols(module) {}

  Owner of(mlir::Operation *op);
  /// The device whose work the whole function is, or null.
  DeviceAttr of(mlir::func::FuncOp function);
  /// Whether the op, what is in its regions, or what they call has a check.
  bool hasCheck(mlir::Operation *op);

private:
  /// Devices of what an op and its regions work on.
  struct Types {
    llvm::SmallSetVector<mlir::Attribute, 2> devices;
    bool others = false; // tensors of the host, containers

    void add(mlir::Type type) {
      if (DeviceAttr device = deviceOf(type))
        devices.insert(device);
      else
        others |= !isScalar(type);
    }
  };

  void collect(mlir::Operation *op, Types &types);
  bool onlyComputes(mlir::Operation *op);

  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Operation *, DeviceAttr> functions;
  llvm::DenseMap<mlir::Operation *, bool> checkedFunctions;
};

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_DEVICEOWNERS_H
