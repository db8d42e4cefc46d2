//===- Callback.h - A function that a template calls ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates of device code (codegen/device) are compiled before any program is
// known. What differs from kernel to kernel, as where an element of a matrix
// lies, a kernel hands to them as the address of a function and that of the
// values of the kernel which the function uses. When both are inlined into the
// kernel nothing is left of the addresses.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_CALLBACK_H
#define TINE_LOWERING_CUDA_CALLBACK_H

#include "lowering/cuda/KernelBuilder.h"

namespace tine::cuda {

struct Callback {
  mlir::Value function, environment;
};

/// Makes the function of what `build` makes of its arguments, with the
/// kernel's builder; it gives the value to return, or null. Numbers of type
/// index are unsigned ones of 32 bits for the template.
Callback makeCallback(KernelBuilder &k, mlir::TypeRange arguments,
                      llvm::function_ref<mlir::Value(mlir::ValueRange)> build);

/// Calls a template. Of the arguments, those of type index are handed over as
/// numbers of 32 bits, callbacks as two addresses.
class TemplateCall {
public:
  explicit TemplateCall(KernelBuilder &k) : k(k) {}
  TemplateCall &number(mlir::Value index);
  TemplateCall &flag(bool value);
  TemplateCall &callback(const Callback &callback);
  TemplateCall &pointer(mlir::Value pointer);
  /// A callback that is not called.
  TemplateCall &noCallback();
  void emit(llvm::StringRef name);

private:
  KernelBuilder &k;
  llvm::SmallVector<mlir::Value> arguments;
};

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_CALLBACK_H
