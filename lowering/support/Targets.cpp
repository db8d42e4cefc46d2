//===- Targets.cpp - Which target a function is for -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Targets.h"

using namespace mlir;

llvm::StringRef tine::targetOf(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<StringAttr>(targetAttribute))
      return target.getValue();
  return cpuTarget;
}

std::vector<std::string> tine::targetsOf(ModuleOp module) {
  std::vector<std::string> targets;
  if (auto list = module->getAttrOfType<ArrayAttr>(targetsAttribute))
    for (llvm::StringRef target : list.getAsValueRange<StringAttr>())
      targets.push_back(target.str());
  return targets;
}
