//===- TargetBackend.cpp - What a kind of device decides ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/TargetBackend.h"
#include "lowering/support/Targets.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace tine;

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
