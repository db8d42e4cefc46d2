//===- TargetBackend.h - What a kind of device decides ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases are the same for all targets but for five places, where they ask a
// target for its passes (docs/decisions/0012-targets.md).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_TARGETBACKEND_H
#define TINE_LOWERING_SUPPORT_TARGETBACKEND_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"

namespace tine {

/// What the passes of targets are told by the user and of the machine.
struct TargetOptions {
  /// Width of the target's vector registers.
  unsigned vectorBits = 256;
  /// Whether the target converts f16 from and to f32 (F16C).
  bool convertsHalf = true;
  /// Emit a remark for each fork: how it runs, and why.
  bool reportSchedule = false;
};

/// Adds passes to the pipeline that see the functions of one target.
class TargetPasses {
public:
  /// `isOnly`: the module has functions of no other target.
  TargetPasses(mlir::OpPassManager &manager, llvm::StringRef target,
               bool isOnly)
      : manager(manager), target(target), isOnly(isOnly) {}

  /// A pass on each function of the target.
  void onFunctions(std::unique_ptr<mlir::Pass> pass);
  /// A pass on the module, for whatever is in it.
  void onModule(std::unique_ptr<mlir::Pass> pass);
  /// The pipeline, for passes on what is neither.
  mlir::OpPassManager &all() { return manager; }

private:
  mlir::OpPassManager &manager;
  llvm::StringRef target;
  bool isOnly;
};

class TargetBackend {
public:
  virtual ~TargetBackend() = default;

  /// As in the names of devices: cpu.
  virtual llvm::StringRef getName() const = 0;

  /// Its dialects, with what bufferization has to know of their operations.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;

  /// In the phase tensor, at its beginning: for ops of nn that the target has
  /// no code of its own for.
  virtual void addNNPasses(TargetPasses &, const TargetOptions &) const {}

  /// In the phase tensor, behind fusion. Needs: linalg on tensors, and
  /// nn.conv, nn.conv_weight, nn.pool, nn.sort, nn.topk, nn.attention and
  /// nn.attention_grad. Leaves: none of those ops of nn; linalg, and operations
  /// of its own with destinations.
  virtual void addTensorPasses(TargetPasses &passes,
                               const TargetOptions &options) const = 0;

  /// At the end of the phase buffer, in front of the outlining of equal nests.
  /// Needs: these on memrefs. Leaves: the same, as loops share them out, and
  /// buffers where the target wants them.
  virtual void addBufferPasses(TargetPasses &passes,
                               const TargetOptions &options) const = 0;

  /// At the beginning of the phase target. Needs: functions on memrefs. Leaves:
  /// no linalg and no operations of its own; loops, vectors and scalars. The
  /// functions of a target that issue work to a device are then the host's
  /// code; what the device runs is in a module of its own.
  virtual void addCodePasses(TargetPasses &passes,
                             const TargetOptions &options) const = 0;

  /// In the phase llvm, at its beginning: for what the device runs.
  virtual void addLLVMPasses(TargetPasses &, const TargetOptions &) const {}
};

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_TARGETBACKEND_H
