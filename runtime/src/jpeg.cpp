//===- jpeg.cpp - Images as JPEG ------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libjpeg-turbo writes it, baseline and with chroma of half the width and
// height, which is what Pillow has it do.
//
//===----------------------------------------------------------------------===//

#include "jpeg.h"

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

/// Where the library writes: a block at a time goes to the text.
struct Target {
  jpeg_destination_mgr manager;
  Text *file;
  JOCTET block[16384];

  void begin() {
    manager.next_output_byte = block;
    manager.free_in_buffer = sizeof(block);
  }
  void end() {
    file->add(reinterpret_cast<char *>(block),
              sizeof(block) - manager.free_in_buffer);
  }
};

Target &targetOf(j_compress_ptr info) {
  return *reinterpret_cast<Target *>(info->dest);
}
void beginFile(j_compress_ptr info) { targetOf(info).begin(); }
boolean nextBlock(j_compress_ptr info) {
  // The block is full, whatever the library says is free of it.
  targetOf(info).manager.free_in_buffer = 0;
  targetOf(info).end();
  targetOf(info).begin();
  return TRUE;
}
void endFile(j_compress_ptr info) { targetOf(info).end(); }

void writeRows(jpeg_compress_struct &info, const PngPicture &picture,
               int quality) {
  info.image_width = JDIMENSION(picture.width);
  info.image_height = JDIMENSION(picture.height);
  info.input_components = picture.channels;
  info.in_color_space = picture.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row =
        const_cast<JSAMPROW>(picture.pixels) +
        size_t(info.next_scanline) * picture.width * size_t(picture.channels);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
}

} // namespace

bool tine::addJpeg(Text &file, const PngPicture &picture, int quality) {
  Errors errors;
  Target target;
  jpeg_compress_struct info = {};
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave;
  errors.manager.output_message = ignoreMessage;
  if (setjmp(errors.jump)) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  target.manager = {};
  target.manager.init_destination = beginFile;
  target.manager.empty_output_buffer = nextBlock;
  target.manager.term_destination = endFile;
  target.file = &file;
  info.dest = &target.manager;
  writeRows(info, picture, quality);
  jpeg_destroy_compress(&info);
  return true;
}
