//===- Combiners.cpp - How a reduction combines values --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Combiners.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

std::optional<SmallVector<Combiner>> cuda::findCombiners(linalg::GenericOp op) {
  SmallVector<Combiner> combiners;
  for (unsigned i : llvm::seq<unsigned>(op.getNumDpsInits())) {
    SmallVector<Operation *> found;
    if (!matchReduction(op.getRegionOutputArgs(), i, found) ||
        found.size() != 1)
      return std::nullopt;
    std::optional<TypedAttr> neutral = arith::getNeutralElement(found.front());
    if (!neutral)
      return std::nullopt;
    combiners.push_back({found.front(), *neutral});
  }
  return combiners;
}

SmallVector<Value> cuda::neutralsOf(ArrayRef<Combiner> combiners,
                                    ImplicitLocOpBuilder &b) {
  SmallVector<Value> values;
  for (const Combiner &combiner : combiners)
    values.push_back(arith::ConstantOp::create(b, combiner.neutral));
  return values;
}

SmallVector<Value> cuda::combine(ArrayRef<Combiner> combiners,
                                 ArrayRef<Value> x, ArrayRef<Value> y,
                                 ImplicitLocOpBuilder &b) {
  SmallVector<Value> both;
  for (auto [combiner, left, right] : llvm::zip_equal(combiners, x, y)) {
    Operation *made = b.clone(*combiner.op);
    made->setOperands({left, right});
    both.push_back(made->getResult(0));
  }
  return both;
}
