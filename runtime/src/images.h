//===- images.h - Image files -----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PNG and JPEG files become the pixels that Pillow 13 makes of them, with its
// errors. Such files are passed around: nothing in them is believed. Buffers
// belong to the current task.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_IMAGES_H
#define TINE_RUNTIME_IMAGES_H

#include "text.h"

namespace tine {

/// Pillow refuses images with more pixels.
constexpr int64_t maxImagePixels = 178956970;

/// The modes of Pillow that these files have.
enum class ImageMode : uint8_t { Bit, L, LA, P, RGB, RGBA, I16, CMYK };

enum class ImageFormat : uint8_t { Png, Jpeg };

/// An exception of Python.
struct ImageProblem {
  const char *kind = nullptr; // null: none
  Text message;

  bool set(const char *newKind, const char *text) {
    kind = newKind;
    message.clear();
    message.add(text);
    return false;
  }
};

struct ImageHead {
  ImageFormat format = ImageFormat::Png;
  ImageMode mode = ImageMode::L;
  int64_t width = 0;
  int64_t height = 0;
  /// Where the first chunk or scan of pixels begins; 0: there is none.
  size_t pixelChunk = 0;

  // Of PNG alone.
  int depth = 8;             // bits of a sample
  int colour = 0;            // type of the samples: 0 gray, 2 RGB, 3 P, 4, 6
  bool isInterlaced = false; // in Adam7's passes
  /// A colour that is transparent, in place of an alpha channel.
  bool hasTransparent = false;
  uint8_t transparent[3] = {};
  uint8_t palette[1024] = {}; // RGBA
};

/// How a mode is called, and how many bytes a pixel of it has in memory. An
/// I16 has its high byte first.
const char *nameOf(ImageMode mode);
int channelsOf(ImageMode mode);

/// What is in front of the pixels. False with a problem; without a kind the
/// file is none of an image.
bool readImageHead(const uint8_t *file, size_t size, ImageHead &head,
                   ImageProblem &problem);
bool readPngHead(const uint8_t *file, size_t size, ImageHead &head,
                 ImageProblem &problem);
bool readJpegHead(const uint8_t *file, size_t size, ImageHead &head,
                  ImageProblem &problem);

/// The pixels in the mode of the file, row by row. False with a problem, where
/// some of them may be written.
bool decodePng(const uint8_t *file, size_t size, const ImageHead &head,
               uint8_t *pixels, ImageProblem &problem);
/// The same at a `scale`th of its size: 1, 2, 4 or 8; what is left of a row or
/// column counts as one.
bool decodeJpeg(const uint8_t *file, size_t size, const ImageHead &head,
                int scale, uint8_t *pixels, ImageProblem &problem);

/// Pixels of the file in another mode: L, LA, RGB or RGBA.
void convertPixels(const ImageHead &head, const uint8_t *pixels, ImageMode mode,
                   uint8_t *converted);

} // namespace tine

#endif // TINE_RUNTIME_IMAGES_H
