//===- Report.cpp - What --report=schedule says, and where ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Report.h"

using namespace mlir;

Location tine::getPosition(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return getPosition(named.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getPosition(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    if (!fused.getLocations().empty())
      return getPosition(fused.getLocations().front());
  return loc;
}
