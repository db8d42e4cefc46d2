//===- TargetBackend.h - What a kind of device decides ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases are the same for all targets but for three places, where they ask
// a target for its passes (docs/decisions/0012-targets.md).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_TARGETBACKEND_H
#define TINE_LOWERING_TARGETBACKEND_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tine {

struct PipelineOptions;

class TargetBackend {
public:
  virtual ~TargetBackend() = default;

  /// As in the names of devices: cpu.
  virtual llvm::StringRef getName() const = 0;

  /// Its dialects, with what bufferization has to know of their operations.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;

  /// In the phase tensor, behind fusion. Needs: linalg on tensors, and
  /// nn.conv, nn.conv_weight, nn.pool, nn.sort, nn.topk, nn.attention and
  /// nn.attention_grad. Leaves: none of those ops of nn; linalg, and operations
  /// of its own with destinations.
  virtual void addTensorPasses(mlir::OpPassManager &manager,
                               const PipelineOptions &options) const = 0;

  /// At the end of the phase buffer, in front of the outlining of equal nests.
  /// Needs: these on memrefs. Leaves: the same, as loops share them out, and
  /// buffers where the target wants them.
  virtual void addBufferPasses(mlir::OpPassManager &manager,
                               const PipelineOptions &options) const = 0;

  /// At the beginning of the phase target. Needs: functions on memrefs. Leaves:
  /// no linalg and no operations of its own; loops, vectors and scalars.
  virtual void addCodePasses(mlir::OpPassManager &manager,
                             const PipelineOptions &options) const = 0;
};

/// Logical CPUs and the host.
const TargetBackend &getCpuBackend();

/// Every target.
llvm::ArrayRef<const TargetBackend *> getTargetBackends();

} // namespace tine

#endif // TINE_LOWERING_TARGETBACKEND_H
