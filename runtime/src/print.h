//===- print.h - Tensors as text --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printers of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PRINT_H
#define TINE_RUNTIME_PRINT_H

#include "output.h"
#include "text.h"

namespace tine {

/// repr(tensor) of eager PyTorch with its default print options. `note` is the
/// last suffix ("requires_grad=True", "grad_fn=<AddBackward0>") or null.
void addEagerTensor(Text &text, const tine_tensor *tensor, const char *note,
                    size_t noteLength);

/// What print() in TorchScript writes for a tensor.
void addScriptTensor(Text &text, const tine_tensor *tensor);

/// str() or repr() of an array of NumPy with the tensor's elements.
void addNumpyArray(Text &text, const tine_tensor *tensor, bool isRepr);

} // namespace tine

#endif // TINE_RUNTIME_PRINT_H
