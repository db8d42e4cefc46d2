//===- BufferizeProducts.cpp - How cpu ops bufferize ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the dialect cpu overwrite their destination and read everything else.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/BufferizeProducts.h"
#include "dialects/cpu/CPU.h"
#include "lowering/support/OverwritesDestination.h"

using namespace mlir;

namespace tine {

void registerBufferizableProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cpu::CPUDialect *) {
    cpu::PackOp::attachInterface<OverwritesDestination<cpu::PackOp>>(*context);
    cpu::MatmulOp::attachInterface<OverwritesDestination<cpu::MatmulOp>>(
        *context);
    cpu::ConvOp::attachInterface<OverwritesDestination<cpu::ConvOp>>(*context);
    cpu::ConvWeightOp::attachInterface<
        OverwritesDestination<cpu::ConvWeightOp>>(*context);
    cpu::PoolOp::attachInterface<OverwritesDestination<cpu::PoolOp>>(*context);
    cpu::SortOp::attachInterface<OverwritesDestination<cpu::SortOp>>(*context);
  });
}

} // namespace tine
