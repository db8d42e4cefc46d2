//===- DeviceLibrary.cpp - Bitcode that kernels call ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/DeviceLibrary.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tine {

SmallVector<Function *> missingFunctions(Module &module) {
  SmallVector<Function *> missing;
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty())
      missing.push_back(&function);
  return missing;
}

Error linkDeviceLibrary(Module &kernels, StringRef library) {
  auto file = MemoryBuffer::getFile(library);
  if (!file)
    return createStringError("cannot read '" + library +
                             "': " + file.getError().message());
  Expected<std::unique_ptr<Module>> functions =
      getLazyBitcodeModule(**file, kernels.getContext());
  if (!functions)
    return functions.takeError();
  StringSet<> own;
  for (const Function &function : kernels)
    if (!function.isDeclaration())
      own.insert(function.getName());
  (*functions)->setTargetTriple(kernels.getTargetTriple());
  (*functions)->setDataLayout(kernels.getDataLayout());
  if (Linker::linkModules(kernels, std::move(*functions),
                          Linker::LinkOnlyNeeded))
    return createStringError("cannot link '" + library + "'");
  for (Function &function : kernels)
    if (!function.isDeclaration() && !own.contains(function.getName()))
      function.setLinkage(GlobalValue::InternalLinkage);
  for (GlobalVariable &global : kernels.globals())
    if (!global.isDeclaration())
      global.setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace tine
