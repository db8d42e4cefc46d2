//===- BufferizeProducts.h - How cpu ops bufferize --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the interface models.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_BUFFERIZEPRODUCTS_H
#define TINE_LOWERING_CPU_BUFFERIZEPRODUCTS_H

#include "mlir/IR/DialectRegistry.h"

namespace tine {

void registerBufferizableProducts(mlir::DialectRegistry &registry);

} // namespace tine

#endif // TINE_LOWERING_CPU_BUFFERIZEPRODUCTS_H
