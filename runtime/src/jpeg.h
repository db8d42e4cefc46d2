//===- jpeg.h - Images as JPEG ----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file format of photographs. Memory belongs to the current task.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_JPEG_H
#define TINE_RUNTIME_JPEG_H

#include "png.h"

namespace tine {

/// Adds a whole JPEG file, as Pillow writes it, of an image that is gray or RGB
/// and has 1 to 65500 rows and columns. False where the library fails. The
/// quality is a number from 1 to 100.
bool addJpeg(Text &file, const PngPicture &picture, int quality);

} // namespace tine

#endif // TINE_RUNTIME_JPEG_H
