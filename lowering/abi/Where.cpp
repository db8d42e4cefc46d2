//===- Where.cpp - Source traces from locations ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a location from the innermost position outwards.
//
//===----------------------------------------------------------------------===//

#include "lowering/abi/Where.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

llvm::StringRef tine::fileInTrace(llvm::StringRef name) {
  return llvm::sys::path::is_absolute(name) ? llvm::sys::path::filename(name)
                                            : name;
}

static void describe(Location loc, llvm::StringRef name,
                     llvm::raw_ostream &os) {
  if (auto position = dyn_cast<FileLineColRange>(loc)) {
    os << tine::fileInTrace(position.getFilename().getValue()) << ":"
       << position.getStartLine() << ":" << position.getStartColumn() << ":";
    if (!name.empty())
      os << " in " << name;
    os << "\n";
  } else if (auto named = dyn_cast<NameLoc>(loc)) {
    describe(named.getChildLoc(), named.getName(), os);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    describe(call.getCallee(), name, os);
    describe(call.getCaller(), name, os);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    // Parts of a fused op fail together; one of them tells where.
    std::string text;
    for (Location part : fused.getLocations()) {
      llvm::raw_string_ostream partStream(text);
      describe(part, name, partStream);
      if (!text.empty())
        break;
    }
    os << text;
  }
}

std::string tine::describeWhere(Operation *op) {
  llvm::StringRef name;
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    if (auto attr = function->getAttrOfType<StringAttr>("tine.source_name"))
      name = attr.getValue();
  std::string text;
  llvm::raw_string_ostream os(text);
  describe(op->getLoc(), name, os);
  // Lines are separated, not ended.
  if (!text.empty())
    text.pop_back();
  return text;
}
