//===- TargetBackend.cpp - What a kind of device decides ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/TargetBackend.h"
#include "lowering/Pipeline.h"
#include "lowering/Targets.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace tine;

llvm::ArrayRef<const TargetBackend *> tine::getTargetBackends() {
  static const TargetBackend *const all[] = {&getCudaBackend(),
                                             &getCpuBackend()};
  return all;
}

SmallVector<const TargetBackend *>
tine::getTargetBackends(const PipelineOptions &options) {
  return llvm::to_vector(
      llvm::make_filter_range(getTargetBackends(), [&](auto *target) {
        return target->getName() == cpuTarget ||
               llvm::is_contained(options.targets, target->getName());
      }));
}

void TargetPasses::onFunctions(std::unique_ptr<Pass> pass) {
  if (!isOnly) {
    OpPassManager functions(func::FuncOp::getOperationName());
    functions.addPass(std::move(pass));
    pass = createForTarget(target, std::move(functions));
  }
  manager.addNestedPass<func::FuncOp>(std::move(pass));
}

void TargetPasses::onModule(std::unique_ptr<Pass> pass) {
  manager.addPass(std::move(pass));
}
