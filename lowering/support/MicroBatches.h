//===- MicroBatches.h - Which part of a batch -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// split-batches marks the slices with which a part of a batch begins; all that
// is made of them, and of no other part's, is that part's work. So
// order-micro-batches knows the forward and backward passes of parts.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_MICROBATCHES_H
#define TINE_LOWERING_SUPPORT_MICROBATCHES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace tine {

/// A part of a batch, by their numbers; batches count through the module.
struct MicroBatch {
  int64_t batch;
  int64_t part;
};

inline constexpr llvm::StringLiteral microBatchAttribute = "tine.micro_batch";

inline void setMicroBatch(mlir::Operation *op, MicroBatch of) {
  op->setAttr(microBatchAttribute, mlir::DenseI64ArrayAttr::get(
                                       op->getContext(), {of.batch, of.part}));
}

inline std::optional<MicroBatch> getMicroBatch(mlir::Operation *op) {
  auto of = op->getAttrOfType<mlir::DenseI64ArrayAttr>(microBatchAttribute);
  if (!of || of.size() != 2)
    return std::nullopt;
  return MicroBatch{of[0], of[1]};
}

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_MICROBATCHES_H
