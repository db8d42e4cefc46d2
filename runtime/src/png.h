//===- png.h - Pictures as PNG ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file formats of pictures. Memory belongs to the current task.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_PNG_H
#define TINE_RUNTIME_PNG_H

#include "canvas.h"

namespace tine {

/// Adds a whole PNG file of 8-bit RGB. `dpi` is noted in it.
void addPng(Text &file, const Canvas &canvas, double dpi);

/// Adds the bytes in base64.
void addBase64(Text &out, const Text &bytes);

} // namespace tine

#endif // TINE_RUNTIME_PNG_H
