//===- DriverKernels.cpp - Code for GPUs in tinec -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module of kernels becomes PTX and machine code. Programs for several
// processors that have the same kernels share them.
//
//===----------------------------------------------------------------------===//

#include "codegen/Linker.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "tools/tinec/Driver.h"
#include "tools/tinec/InternalError.h"

using namespace llvm;

namespace tine {

/// The kernels with their attributes, among them their places in the program.
static std::string printed(mlir::gpu::GPUModuleOp kernels) {
  std::string text;
  raw_string_ostream os(text);
  kernels->print(os, mlir::OpPrintingFlags().assumeVerified());
  return text;
}

bool Driver::emitKernels() {
  deviceCode.reset();
  auto modules = module->getOps<mlir::gpu::GPUModuleOp>();
  opensLibraries = !modules.empty();
  if (modules.empty())
    return options.emit != Stage::Ptx || failWithoutKernels();
  if (options.openmp == OpenMPLinkage::Static && options.linkageGiven)
    return fail("--openmp=static makes an executable that cannot load a "
                "driver of NVIDIA, which is a shared library: leave it out, or "
                "compile for CPUs only with --targets=cpu");
  mlir::gpu::GPUModuleOp kernels = *modules.begin();
  std::string text = targets.size() > 1 ? printed(kernels) : "";
  auto known = llvm::find_if(deviceCodes, [&](const CompiledKernels &other) {
    return other.text == text;
  });
  deviceCode = size_t(known - deviceCodes.begin());
  if (known != deviceCodes.end()) {
    kernels.erase();
    return true;
  }
  KernelEmitter emitter(Linker::bundleOf(executable));
  Expected<DeviceCode> made = emitter.emit(kernels);
  if (!made) {
    std::string message = toString(made.takeError());
    if (message.empty() && diagnosedErrors == 0)
      InternalError::report("the kernels failed without saying why");
    return !message.empty() && fail(message);
  }
  kernels.erase();
  deviceCodes.push_back({std::move(text), std::move(*made)});
  return reached(Stage::Ptx, [&](raw_pwrite_stream &os, bool) {
    os << deviceCodes.back().code.images.front().data;
    return Error::success();
  });
}

void Driver::embedKernels() {
  CompiledKernels &kernels = deviceCodes[*deviceCode];
  std::string name;
  if (targets.size() > 1)
    name = (KernelEmitter::sharedPrefix + Twine(*deviceCode)).str();
  if (kernels.isEmbedded)
    KernelEmitter::refer(*llvmModule, name);
  else
    KernelEmitter::embed(*llvmModule, kernels.code, name);
  kernels.isEmbedded = true;
}

bool Driver::failWithoutKernels() {
  return fail("the program has no work for GPUs: it places no tensor on a "
              "cuda device, or was compiled with --targets=cpu");
}

bool Driver::reachedKernels() {
  if (options.emit != Stage::Gpu && options.saveStages.empty())
    return true;
  auto modules = module->getOps<mlir::gpu::GPUModuleOp>();
  if (modules.empty())
    return options.emit != Stage::Gpu || failWithoutKernels();
  return reached(Stage::Gpu, [&](raw_pwrite_stream &os, bool readable) {
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo(!readable, /*prettyForm=*/false);
    // In a module that says how far it is: it can be made PTX.
    mlir::OwningOpRef<mlir::Operation *> alone(
        module->getOperation()->cloneWithoutRegions());
    mlir::OpBuilder::atBlockBegin(&alone->getRegion(0).emplaceBlock())
        .clone(**modules.begin());
    alone->print(os, flags);
    os << "\n";
    return Error::success();
  });
}

} // namespace tine
