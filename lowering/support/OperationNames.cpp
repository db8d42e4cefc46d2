//===- OperationNames.cpp - How operations are called ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/OperationNames.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace tine;

/// A chain that is longer is called by its beginning.
static constexpr size_t mostNames = 8;

void tine::collectNames(Location loc, OperationNames &names) {
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    if (auto name = dyn_cast_or_null<StringAttr>(fused.getMetadata())) {
      names.insert(name.getValue());
      return;
    }
    for (Location part : fused.getLocations())
      collectNames(part, names);
  } else if (auto named = dyn_cast<NameLoc>(loc)) {
    collectNames(named.getChildLoc(), names);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectNames(call.getCallee(), names);
  }
}

std::string tine::joinNames(const OperationNames &names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(names.getArrayRef().take_front(mostNames), os, "+");
  if (names.size() > mostNames)
    os << "+..";
  return text;
}
