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

/// torch.set_printoptions.
struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000, edgeItems = 3, lineWidth = 80;
  int scientific = -1;      // 0, 1, or as the numbers are
  int dtype = TINE_FLOAT32; // of floats; left out of the text
};

/// What the text of a tensor says beside its elements; empty parts say nothing.
struct TensorNotes {
  const char *device = ""; // "cuda:1"
  size_t deviceLength = 0;
  const char *last = ""; // "requires_grad=True", "grad_fn=<AddBackward0>"
  size_t lastLength = 0;
};

/// repr(tensor) of eager PyTorch.
void addEagerTensor(Text &text, const tine_tensor *tensor,
                    const TensorNotes &notes, const PrintOptions &options);

/// What print() in TorchScript writes for a tensor.
void addScriptTensor(Text &text, const tine_tensor *tensor, bool onCpu);

/// str() or repr() of an array of NumPy with the tensor's elements.
void addNumpyArray(Text &text, const tine_tensor *tensor, bool isRepr);

} // namespace tine

#endif // TINE_RUNTIME_PRINT_H
