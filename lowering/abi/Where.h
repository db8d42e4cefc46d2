//===- Where.h - Source traces from locations -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `where` strings of abi.h: one "file:line:col: in NAME" a line, innermost
// first.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_ABI_WHERE_H
#define TINE_LOWERING_ABI_WHERE_H

#include "mlir/IR/Operation.h"
#include <string>

namespace tine {

/// The name by which executables know a file: as it was given, but of a full
/// path the last part only. Nobody asks for folders of the machine in them.
llvm::StringRef fileInTrace(llvm::StringRef name);

/// The trace of an op's location. A `NameLoc` names the function of the
/// position inside of it, a `CallSiteLoc` appends its caller; a position
/// without a name is in the function whose attribute `tine.source_name` names
/// it. Empty when the location is unknown.
std::string describeWhere(mlir::Operation *op);

} // namespace tine

#endif // TINE_LOWERING_ABI_WHERE_H
