//===- Registry.cpp - The table of builtin functions ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void registerNames(Registry &registry, StringRef names, StringRef signature,
                   Handler handler) {
  SmallVector<StringRef> list;
  names.split(list, ' ');
  for (StringRef name : list)
    registry[name.str()] = {signature.str(), handler};
}

void setTraits(Registry &registry, StringRef names, Traits traits) {
  SmallVector<StringRef> list;
  names.split(list, ' ');
  for (StringRef name : list)
    registry.at(name.str()).traits = traits;
}

Value callForm(Context &, Bound &) {
  llvm_unreachable("control calls forms of the language");
}

} // namespace tine::elaborate
