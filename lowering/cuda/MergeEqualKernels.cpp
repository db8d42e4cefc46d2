//===- MergeEqualKernels.cpp - One kernel for equal ones ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  launches of kernels of the module of kernels.
// Output: kernels that do the same are one. The others are numbered in the
//         order in which they stand, named `k` and their number, and say where
//         in the program they come from.
// How:    kernels are told apart by a hash first, then op by op.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/llvm/Where.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_MERGEEQUALKERNELS
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

size_t hashOf(gpu::GPUFuncOp kernel) {
  llvm::hash_code hash = hash_value(Type(kernel.getFunctionType()));
  kernel.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// The attributes but for the name.
DictionaryAttr attributesOf(gpu::GPUFuncOp kernel) {
  NamedAttrList attributes(kernel->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(kernel.getContext());
}

bool areEqual(gpu::GPUFuncOp a, gpu::GPUFuncOp b) {
  return attributesOf(a) == attributesOf(b) &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

struct MergeEqualKernels
    : tine::impl::MergeEqualKernelsBase<MergeEqualKernels> {
  void runOnOperation() override {
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>())
      merge(kernels);
  }

  void merge(gpu::GPUModuleOp kernels) {
    llvm::StringMap<gpu::GPUFuncOp> kept; // by the name of each equal one
    llvm::DenseMap<size_t, SmallVector<gpu::GPUFuncOp>> groups;
    for (auto kernel :
         llvm::make_early_inc_range(kernels.getOps<gpu::GPUFuncOp>())) {
      auto &group = groups[hashOf(kernel)];
      auto *equal = llvm::find_if(
          group, [&](gpu::GPUFuncOp other) { return areEqual(other, kernel); });
      kept[kernel.getName()] = equal == group.end() ? kernel : *equal;
      if (equal == group.end())
        group.push_back(kernel);
      else
        kernel.erase();
    }
    Builder builder(&getContext());
    int64_t number = 0;
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>()) {
      kernel->setAttr(cuda::numberAttribute, builder.getI64IntegerAttr(number));
      kernel->setAttr(cuda::whereAttribute,
                      builder.getStringAttr(describeWhere(kernel)));
      ++number;
    }
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      gpu::GPUFuncOp kernel = kept[launch.getKernelName()];
      auto position = kernel->getAttrOfType<IntegerAttr>(cuda::numberAttribute);
      launch.setKernelAttr(SymbolRefAttr::get(
          kernels.getNameAttr(),
          FlatSymbolRefAttr::get(&getContext(),
                                 ("k" + Twine(position.getInt())).str())));
    });
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
      kernel.setName(
          ("k" + Twine(kernel->getAttrOfType<IntegerAttr>(cuda::numberAttribute)
                           .getInt()))
              .str());
  }
};

} // namespace
