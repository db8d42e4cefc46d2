//===- Registry.cpp - The table of builtin functions ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void Registry::add(StringRef names, const Twine &signature, Handler handler,
                   Traits traits) {
  for (StringRef name : llvm::split(names, ' ')) {
    BuiltinInfo &info = entries[name.str()];
    info = {signature.str(), handler, traits};
    byName[name] = &info;
  }
}

void Registry::add(StringRef names, Where where, const Twine &signature,
                   Handler handler) {
  // What changes in place asks for its tensor itself.
  std::string inPlace = signature.str();
  if (StringRef(inPlace).starts_with("input: Tensor"))
    inPlace.erase(strlen("input"), strlen(": Tensor"));
  for (StringRef name : llvm::split(names, ' ')) {
    if (where & Function)
      add(("torch." + name).str(), signature, handler);
    if (where & Method)
      add(("Tensor." + name).str(), signature, handler);
    if (name.starts_with("_"))
      continue;
    if (where >= InPlace)
      add(("Tensor." + name + "_").str(), inPlace, applyInPlace);
    if (where == InPlaceFunction)
      add(("torch." + name + "_").str(), inPlace, applyInPlace);
  }
}

Value callForm(Context &, Bound &) {
  llvm_unreachable("control calls forms of the language");
}

} // namespace tine::elaborate
