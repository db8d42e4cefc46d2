//===- Canonicalizer.cpp - MLIR's canonicalizer, faster -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Canonicalizer.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

std::unique_ptr<Pass>
tine::createCanonicalizer(GreedySimplifyRegionLevel regions) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(regions);
  return createCanonicalizerPass(
      config, {"(anonymous namespace)::RemoveDuplicateSuccessorInputUses"});
}
