//===- BufferizableOps.h - How tine ops bufferize ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the interface models.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_BUFFER_BUFFERIZABLEOPS_H
#define TINE_LOWERING_BUFFER_BUFFERIZABLEOPS_H

#include "mlir/IR/DialectRegistry.h"

namespace tine {

void registerBufferizableOps(mlir::DialectRegistry &registry);

} // namespace tine

#endif // TINE_LOWERING_BUFFER_BUFFERIZABLEOPS_H
