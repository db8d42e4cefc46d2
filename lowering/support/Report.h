//===- Report.h - What --report=schedule says, and where --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_REPORT_H
#define TINE_LOWERING_SUPPORT_REPORT_H

#include "mlir/IR/Location.h"

namespace tine {

/// The innermost position of a location: a report tells of equal things of one
/// position once, whoever called them.
mlir::Location getPosition(mlir::Location loc);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_REPORT_H
