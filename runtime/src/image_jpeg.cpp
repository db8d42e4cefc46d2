//===- image_jpeg.cpp - JPEG files ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libjpeg-turbo reads the pixels, with its accurate transform, as Pillow has it
// do. It is given the whole file and waits for more at the end of it, which is
// how a file that was cut is known.
//
//===----------------------------------------------------------------------===//

#include "images.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

using namespace tine;

namespace {

struct Errors {
  jpeg_error_mgr manager;
  jmp_buf jump;
};

[[noreturn]] void leave(j_common_ptr info) {
  longjmp(reinterpret_cast<Errors *>(info->err)->jump, 1);
}

void ignoreMessage(j_common_ptr) {}
void ignoreSource(j_decompress_ptr) {}
boolean hasNoMore(j_decompress_ptr) { return FALSE; }

void skip(j_decompress_ptr info, long count) {
  jpeg_source_mgr *source = info->src;
  if (count <= 0)
    return;
  size_t skipped = size_t(count) < source->bytes_in_buffer
                       ? size_t(count)
                       : source->bytes_in_buffer;
  source->next_input_byte += skipped;
  source->bytes_in_buffer -= skipped;
}

enum class Outcome { Good, Cut, Broken };

/// All rows into `pixels`; by longjmp where the file is broken.
Outcome readRows(jpeg_decompress_struct &info, const ImageHead &head, int scale,
                 uint8_t *pixels) {
  int found;
  do
    found = jpeg_read_header(&info, FALSE);
  while (found == JPEG_HEADER_TABLES_ONLY);
  if (found == JPEG_SUSPENDED)
    return Outcome::Cut;
  if (info.image_width != uint64_t(head.width) ||
      info.image_height != uint64_t(head.height))
    return Outcome::Broken;
  info.out_color_space = head.mode == ImageMode::L ? JCS_GRAYSCALE : JCS_RGB;
  info.dct_method = JDCT_ISLOW;
  info.scale_num = 1;
  info.scale_denom = unsigned(scale);
  if (!jpeg_start_decompress(&info))
    return Outcome::Cut;
  int channels = channelsOf(head.mode);
  uint64_t width = uint64_t(head.width + scale - 1) / uint64_t(scale);
  uint64_t height = uint64_t(head.height + scale - 1) / uint64_t(scale);
  if (info.output_width != width || info.output_height != height ||
      info.output_components != channels)
    return Outcome::Broken;
  while (info.output_scanline < info.output_height) {
    JSAMPROW row =
        pixels + uint64_t(info.output_scanline) * width * uint64_t(channels);
    if (jpeg_read_scanlines(&info, &row, 1) != 1)
      return Outcome::Cut;
  }
  return Outcome::Good;
}

/// Every way out frees what the library holds.
Outcome decode(const uint8_t *file, size_t size, const ImageHead &head,
               int scale, uint8_t *pixels, size_t &unread) {
  Errors errors;
  jpeg_decompress_struct info = {};
  jpeg_source_mgr source = {};
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave;
  errors.manager.output_message = ignoreMessage;
  if (setjmp(errors.jump)) {
    jpeg_destroy_decompress(&info);
    return Outcome::Broken;
  }
  jpeg_create_decompress(&info);
  source.init_source = ignoreSource;
  source.fill_input_buffer = hasNoMore;
  source.skip_input_data = skip;
  source.resync_to_restart = jpeg_resync_to_restart;
  source.term_source = ignoreSource;
  source.next_input_byte = file;
  source.bytes_in_buffer = size;
  info.src = &source;
  Outcome outcome = readRows(info, head, scale, pixels);
  unread = source.bytes_in_buffer;
  jpeg_destroy_decompress(&info);
  return outcome;
}

/// Markers of a frame's header; what has none of them is skipped.
bool isFrame(int marker) {
  return (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 &&
          marker != 0xC8 && marker != 0xCC) ||
         marker == 0xDE;
}
/// Markers without a length.
bool standsAlone(int marker) {
  return marker == 0xC8 || (marker >= 0xD0 && marker <= 0xD9) ||
         (marker >= 0xF0 && marker <= 0xFD);
}

/// The header of a frame: bits, height, width, the number of components.
bool readFrame(const uint8_t *at, size_t length, ImageHead &head) {
  if (length < 6 || at[0] != 8)
    return false;
  head.height = at[1] << 8 | at[2];
  head.width = at[3] << 8 | at[4];
  head.mode = at[5] == 1   ? ImageMode::L
              : at[5] == 3 ? ImageMode::RGB
                           : ImageMode::CMYK;
  return at[5] == 1 || at[5] == 3 || at[5] == 4;
}

} // namespace

bool tine::readJpegHead(const uint8_t *file, size_t size, ImageHead &head,
                        ImageProblem &problem) {
  head = {};
  head.format = ImageFormat::Jpeg;
  size_t at = 2;
  while (at + 1 < size) {
    // Other bytes between segments mean nothing.
    if (file[at] != 0xFF || file[at + 1] == 0xFF || !file[at + 1]) {
      ++at;
      continue;
    }
    int marker = file[at + 1];
    at += 2;
    if (marker < 0xC0)
      return false;
    if (standsAlone(marker))
      continue;
    if (size - at < 2)
      return false;
    size_t length = size_t(file[at]) << 8 | file[at + 1];
    length = length < 2 ? 0 : length - 2;
    at += 2;
    if (length > size - at)
      return problem.set("OSError", "Truncated File Read");
    if (isFrame(marker) && !readFrame(file + at, length, head))
      return false;
    if (marker == 0xDA) {
      head.pixelChunk = at;
      break;
    }
    at += length;
  }
  return head.width && head.height;
}

bool tine::decodeJpeg(const uint8_t *file, size_t size, const ImageHead &head,
                      int scale, uint8_t *pixels, ImageProblem &problem) {
  if (!head.pixelChunk)
    return problem.set("OSError", "cannot load this image");
  size_t unread = 0;
  switch (decode(file, size, head, scale, pixels, unread)) {
  case Outcome::Good:
    return true;
  case Outcome::Broken:
    return problem.set("OSError", "broken data stream when reading image file");
  case Outcome::Cut:
    break;
  }
  problem.set("OSError", "");
  problem.message.addf("image file is truncated (%zu bytes not processed)",
                       unread);
  return false;
}
