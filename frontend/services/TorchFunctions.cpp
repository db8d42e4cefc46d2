//===- TorchFunctions.cpp - Functions that are one op ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds the table that TorchFunctions.td gives.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/TorchFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tine::elaborate;

namespace {
#define GET_torchFunctionTable_IMPL
#include "frontend/TorchFunctions.inc"
} // namespace

ArrayRef<TorchFunction> tine::elaborate::torchFunctions() {
  return torchFunctionTable;
}

StringRef tine::elaborate::nameOfElementwise(StringRef op) {
  const auto *function = find_if(
      torchFunctionTable, [&](const TorchFunction &f) { return f.op == op; });
  return function == std::end(torchFunctionTable)
             ? op.split('.').second
             : function->names.split(' ').first;
}
