//===- KernelEmitter.h - Kernels as GPUs load them --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module of kernels in the dialects llvm and nvvm to PTX in process,
// and to machine code of GPUs where `ptxas` is installed. No CUDA toolkit is
// needed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_KERNELEMITTER_H
#define TINE_CODEGEN_KERNELEMITTER_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tine {

/// What a program runs on GPUs: struct tine_device_code of abi.h.
struct DeviceCode {
  struct Image {
    std::string architecture; ///< "sm_80"
    std::string data;
    /// Machine code for this architecture alone, else PTX for it and newer.
    bool isBinary = false;
  };
  struct Kernel {
    std::string name;
    std::string where;    ///< place in the program
    std::string computes; ///< "mul+relu", or empty
    int32_t threads = 0, arguments = 0;
  };

  std::vector<Image> images; ///< the first one is the PTX
  std::vector<Kernel> kernels;
};

class KernelEmitter {
public:
  /// `bundle` is the folder with the library of mathematical functions (see
  /// Linker::bundleOf).
  explicit KernelEmitter(std::string bundle) : bundle(std::move(bundle)) {}

  /// Adds what translation needs to the registry of the context.
  static void registerTranslations(mlir::DialectRegistry &registry);

  /// Takes the body of the module of kernels. Fails with the messages of ptxas,
  /// or when the library is missing. What is wrong with a kernel, as that it
  /// calls a function that GPUs do not have, is diagnosed at its place, and the
  /// error is empty.
  llvm::Expected<DeviceCode> emit(mlir::gpu::GPUModuleOp kernels) const;

  /// Defines `tine_device_code`, which the program declares. Programs for
  /// several processors may share the code: with a `name`, which begins with
  /// `sharedPrefix`, others can refer to it.
  static void embed(llvm::Module &program, const DeviceCode &code,
                    llvm::StringRef name = "");
  static constexpr llvm::StringLiteral sharedPrefix = "tine_device_code_";

  /// Makes the program use what another one has embedded by that name.
  static void refer(llvm::Module &program, llvm::StringRef name);

private:
  std::string bundle;
};

} // namespace tine

#endif // TINE_CODEGEN_KERNELEMITTER_H
