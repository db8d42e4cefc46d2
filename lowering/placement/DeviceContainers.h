//===- DeviceContainers.h - Lists of tensors on devices ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Containers belong to the host, also where their tensors are on devices. What
// looks at all elements at once gets a container of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_DEVICECONTAINERS_H
#define TINE_LOWERING_PLACEMENT_DEVICECONTAINERS_H

#include "dialects/nn/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tine::nn {
class ListCatOp;
} // namespace tine::nn

namespace tine {

/// Whether a tensor in the type is on a device other than the host.
bool mentionsDevice(mlir::Type type);

/// The tensor type on the host.
mlir::RankedTensorType onHost(mlir::Type type);

/// A value like this one whose tensors are copies on the host: a tensor, or a
/// list or dict, in which there may be more of them. Null when there is
/// something else that has tensors of devices.
mlir::Value copyToHost(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value);

/// Has the device join the tensors of a list: its function gets a list of
/// futures, and makes the list of tensors. `symbols` is of the module.
void queueListCat(nn::ListCatOp op, mlir::SymbolTable &symbols);

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_DEVICECONTAINERS_H
