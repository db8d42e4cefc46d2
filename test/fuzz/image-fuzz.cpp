//===- image-fuzz.cpp - Fuzz target of image files ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any bytes as a PNG or JPEG file. The reader makes pixels of it, or says
// why not.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/images.h"
#include "test/fuzz/Check.h"
#include <string>

using namespace tine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ImageHead head;
  ImageProblem problem;
  if (!readImageHead(data, size, head, problem))
    return 0;
  check(!problem.kind, "an image or a problem");
  check(head.width > 0 && head.height > 0 &&
            head.width <= maxImagePixels / head.height,
        "a size within the limits");
  if (head.mode == ImageMode::CMYK || head.width * head.height > 1 << 20)
    return 0;
  std::string pixels(size_t(head.width * head.height * channelsOf(head.mode)),
                     1);
  auto *to = reinterpret_cast<uint8_t *>(&pixels[0]);
  bool isGood = head.format == ImageFormat::Png
                    ? decodePng(data, size, head, to, problem)
                    : decodeJpeg(data, size, head, 1 << size % 4, to, problem);
  check(isGood == !problem.kind, "pixels or a problem");
  std::string converted(size_t(head.width * head.height * 4), 1);
  if (isGood)
    convertPixels(head, to, ImageMode::RGBA,
                  reinterpret_cast<uint8_t *>(&converted[0]));
  return 0;
}
