//===- HalvesAsBits.cpp - A bf16 is an i16 --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  the LLVM dialect, where nothing computes with bf16: it is loaded,
//         stored, chosen and read as bits (see expand-narrow-floats).
// Output: no bf16, and no f16 where the target does not convert it: i16.
// How:    types and constants are replaced. Before AVX512-BF16, LLVM takes
//         vectors of bf16 apart through f32, with a function that executables
//         do not have.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/llvm/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace tine {
#define GEN_PASS_DEF_HALVESASBITS
#include "lowering/llvm/Passes.h.inc"
} // namespace tine

using namespace mlir;

namespace {

struct HalvesAsBits : tine::impl::HalvesAsBitsBase<HalvesAsBits> {
  using HalvesAsBitsBase::HalvesAsBitsBase;

  void runOnOperation() override {
    Type bits = IntegerType::get(&getContext(), 16);
    auto isReplaced = [&](Type type) {
      return type.isBF16() || (type.isF16() && !hasHalf);
    };
    // Looking at every attribute takes its time; few programs have any.
    bool any =
        getOperation()
            ->walk([&](Operation *op) {
              return llvm::any_of(op->getResultTypes(), isReplaced) ||
                             llvm::any_of(op->getOperandTypes(), isReplaced)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted();
    if (!any)
      return;
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](FloatType type) -> std::optional<Type> {
      if (isReplaced(type))
        return bits;
      return std::nullopt;
    });
    replacer.addReplacement([&](FloatAttr value) -> std::optional<Attribute> {
      if (!isReplaced(value.getType()))
        return std::nullopt;
      return IntegerAttr::get(bits, value.getValue().bitcastToAPInt());
    });
    replacer.addReplacement(
        [&](DenseElementsAttr values) -> std::optional<Attribute> {
          if (!isReplaced(values.getElementType()))
            return std::nullopt;
          return values.bitcast(bits);
        });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};

} // namespace
