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
//         in the program they come from and what they compute.
// How:    functions whose addresses kernels give to templates come first.
//         What is the same is told by a hash, then op by op.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/abi/Where.h"
#include "lowering/cuda/KernelBuilder.h"
#include "lowering/cuda/Passes.h"
#include "lowering/support/OperationNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace tine {
#define GEN_PASS_DEF_MERGEEQUALKERNELS
#include "lowering/cuda/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

size_t hashOf(FunctionOpInterface function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.getFunctionBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// The attributes but for the name.
DictionaryAttr attributesOf(FunctionOpInterface function) {
  NamedAttrList attributes(function->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(function.getContext());
}

bool areEqual(FunctionOpInterface a, FunctionOpInterface b) {
  return attributesOf(a) == attributesOf(b) &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getFunctionBody(), &b.getFunctionBody(),
             OperationEquivalence::IgnoreLocations);
}

/// The function that is kept, by the name of each equal one.
using Kept = llvm::StringMap<FunctionOpInterface>;

/// Erases functions of a kind that are equal to others.
template <typename Function> Kept keepFirst(gpu::GPUModuleOp kernels) {
  Kept kept;
  llvm::DenseMap<size_t, SmallVector<FunctionOpInterface>> groups;
  for (auto function : llvm::make_early_inc_range(kernels.getOps<Function>())) {
    auto &group = groups[hashOf(function)];
    auto *equal = llvm::find_if(group, [&](FunctionOpInterface other) {
      return areEqual(other, function);
    });
    kept[function.getName()] =
        equal == group.end() ? FunctionOpInterface(function) : *equal;
    if (equal == group.end())
      group.push_back(function);
    else
      function.erase();
  }
  return kept;
}

/// What is in the body comes first: a nest has the location of its last
/// operation.
std::string namesIn(gpu::GPUFuncOp kernel) {
  OperationNames names;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getLoc() != kernel.getLoc())
      collectNames(op->getLoc(), names);
  });
  collectNames(kernel.getLoc(), names);
  return joinNames(names);
}

struct MergeEqualKernels
    : tine::impl::MergeEqualKernelsBase<MergeEqualKernels> {
  void runOnOperation() override {
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>())
      merge(kernels);
  }

  void merge(gpu::GPUModuleOp kernels) {
    // What kernels give to templates, first: it is a part of them.
    Kept parts = keepFirst<func::FuncOp>(kernels);
    kernels.walk([&](func::ConstantOp address) {
      address.setValue(parts[address.getValue()].getName());
    });
    Kept kept = keepFirst<gpu::GPUFuncOp>(kernels);
    Builder builder(&getContext());
    int64_t number = 0;
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>()) {
      kernel->setAttr(cuda::numberAttribute, builder.getI64IntegerAttr(number));
      kernel->setAttr(cuda::whereAttribute,
                      builder.getStringAttr(describeWhere(kernel)));
      kernel->setAttr(cuda::computesAttribute,
                      builder.getStringAttr(namesIn(kernel)));
      ++number;
    }
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      FunctionOpInterface kernel = kept[launch.getKernelName()];
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
