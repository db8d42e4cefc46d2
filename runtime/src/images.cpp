//===- images.cpp - Image files as tensors --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs ask of an image file: its size and mode, and its pixels in a
// mode of theirs.
//
//===----------------------------------------------------------------------===//

#include "images.h"
#include "errors.h"
#include "files.h"
#include "jpeg.h"
#include "objects.h"
#include "png.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

const char *tine::nameOf(ImageMode mode) {
  constexpr const char *names[] = {"1",   "L",    "LA",   "P",
                                   "RGB", "RGBA", "I;16", "CMYK"};
  return names[int(mode)];
}

int tine::channelsOf(ImageMode mode) {
  constexpr int channels[] = {1, 1, 2, 1, 3, 4, 2, 4};
  return channels[int(mode)];
}

static bool startsWith(const uint8_t *file, size_t size, const char *magic,
                       size_t length) {
  return size >= length && !memcmp(file, magic, length);
}

bool tine::readImageHead(const uint8_t *file, size_t size, ImageHead &head,
                         ImageProblem &problem) {
  bool isImage = false;
  if (startsWith(file, size, "\x89PNG\r\n\x1A\n", 8))
    isImage = readPngHead(file, size, head, problem);
  else if (startsWith(file, size, "\xFF\xD8\xFF", 3))
    isImage = readJpegHead(file, size, head, problem);
  if (!isImage)
    return false;
  if (head.width <= maxImagePixels / head.height)
    return true;
  problem.set("PIL.Image.DecompressionBombError", "Image size (");
  problem.message.addf("%lld pixels) exceeds limit of %lld pixels, could be "
                       "decompression bomb DOS attack.",
                       (long long)(head.width * head.height),
                       (long long)maxImagePixels);
  return false;
}

/// The format of a file that Pillow reads and we do not, or null.
static const char *findOtherFormat(const uint8_t *file, size_t size) {
  struct Magic {
    const char *text;
    size_t length;
    const char *format;
  };
  constexpr Magic others[] = {
      {"GIF87a", 6, "GIF"},       {"GIF89a", 6, "GIF"},
      {"BM", 2, "BMP"},           {"II*\0", 4, "TIFF"},
      {"MM\0*", 4, "TIFF"},       {"\0\0\0\x0CjP  ", 8, "JPEG 2000"},
      {"P5", 2, "PNM"},           {"P6", 2, "PNM"},
      {"\0\0\1\0", 4, "an icon"}, {"\xFF\x4F\xFF\x51", 4, "JPEG 2000"}};
  if (startsWith(file, size, "RIFF", 4) && size >= 12 &&
      !memcmp(file + 8, "WEBP", 4))
    return "WebP";
  if (size >= 12 &&
      (!memcmp(file + 4, "ftypavif", 8) || !memcmp(file + 4, "ftypheic", 8)))
    return "AVIF or HEIC";
  for (const Magic &magic : others)
    if (startsWith(file, size, magic.text, magic.length))
      return magic.format;
  return nullptr;
}

static bool findMode(const char *name, ImageMode &mode) {
  constexpr ImageMode modes[] = {ImageMode::L, ImageMode::LA, ImageMode::RGB,
                                 ImageMode::RGBA};
  for (ImageMode each : modes) {
    mode = each;
    if (!strcmp(name, nameOf(each)))
      return true;
  }
  return false;
}

void tine::convertPixels(const ImageHead &head, const uint8_t *pixels,
                         ImageMode mode, uint8_t *converted) {
  int from = channelsOf(head.mode), to = channelsOf(mode);
  for (int64_t i = 0; i < head.width * head.height;
       ++i, pixels += from, converted += to) {
    uint8_t c[4];
    switch (head.mode) {
    case ImageMode::P:
      memcpy(c, head.palette + 4 * pixels[0], 4);
      break;
    case ImageMode::RGB:
    case ImageMode::RGBA:
      memcpy(c, pixels, 3);
      c[3] = from == 4 ? pixels[3] : 255;
      break;
    default:
      // Of 16 bits what does not fit is white.
      c[0] = head.mode != ImageMode::I16 ? pixels[0]
             : pixels[0]                 ? 255
                                         : pixels[1];
      c[1] = c[2] = c[0];
      c[3] = head.mode == ImageMode::LA ? pixels[1] : 255;
      break;
    }
    if (head.hasTransparent && !memcmp(c, head.transparent, 3))
      c[3] = 0;
    if (mode == ImageMode::L || mode == ImageMode::LA)
      converted[0] = uint8_t(
          (c[0] * 19595u + c[1] * 38470u + c[2] * 7471u + 32768u) >> 16);
    else
      memcpy(converted, c, 3);
    if (mode == ImageMode::LA || mode == ImageMode::RGBA)
      converted[to - 1] = c[3];
  }
}

namespace {

/// The bytes of a file, in memory of the current task.
struct FileBytes {
  uint8_t *data = nullptr;
  size_t size = 0;

  FileBytes(const tine_string *path, const char *where);
  FileBytes(const FileBytes &) = delete;
  FileBytes &operator=(const FileBytes &) = delete;
  ~FileBytes() { tine_abi_free(data); }
};

} // namespace

/// Makes room for another byte at least.
static void grow(FileBytes &bytes, size_t &room) {
  size_t more = room ? 2 * room : 65536;
  auto *data = static_cast<uint8_t *>(tine_abi_alloc(int64_t(more)));
  if (bytes.size)
    memcpy(data, bytes.data, bytes.size);
  tine_abi_free(bytes.data);
  bytes.data = data;
  room = more;
}

FileBytes::FileBytes(const tine_string *path, const char *where) {
  PathName name(path, where);
  int file = open(name.text, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0)
    raiseOfFile(errno, path, where);
  size_t room = 0;
  // One more than the size, so that its end is seen at once.
  if (S_ISREG(status.st_mode) && status.st_size > 0 &&
      status.st_size < INT64_MAX) {
    room = size_t(status.st_size) + 1;
    data = static_cast<uint8_t *>(tine_abi_alloc(int64_t(room)));
  }
  for (;;) {
    if (size == room)
      grow(*this, room);
    ssize_t count = read(file, data + size, room - size);
    if (count < 0 && errno == EINTR)
      continue;
    int reason = errno;
    if (count <= 0)
      close(file);
    if (count < 0)
      raiseOfFile(reason, path, where);
    if (!count)
      return;
    size += size_t(count);
  }
}

[[noreturn]] static void raiseProblem(const ImageProblem &problem,
                                      const FileBytes &bytes,
                                      const tine_string *path,
                                      const char *where) {
  int length = int(path->length < 1000 ? path->length : 1000);
  if (problem.kind)
    raisef(problem.kind, where, "%.*s: '%.*s'", int(problem.message.size),
           problem.message.data, length, path->data);
  const char *format = findOtherFormat(bytes.data, bytes.size);
  raisef("PIL.UnidentifiedImageError", where,
         "cannot identify image file '%.*s'%s%s%s", length, path->data,
         format ? " (it is " : "", format ? format : "",
         format ? "; PNG and JPEG are supported)" : "");
}

static void readHead(const FileBytes &bytes, ImageHead &head,
                     const tine_string *path, const char *where) {
  ImageProblem problem;
  if (!readImageHead(bytes.data, bytes.size, head, problem))
    raiseProblem(problem, bytes, path, where);
}

void tine_abi_image_head(tine_string *path, uint64_t *slots,
                         const char *where) {
  FileBytes bytes(path, where);
  ImageHead head;
  readHead(bytes, head, path, where);
  const char *mode = nameOf(head.mode);
  const char *format = head.format == ImageFormat::Png ? "PNG" : "JPEG";
  slots[0] = uint64_t(head.width);
  slots[1] = uint64_t(head.height);
  slots[2] = reinterpret_cast<uint64_t>(
      tine_abi_string_new(mode, int64_t(strlen(mode))));
  slots[3] = reinterpret_cast<uint64_t>(
      tine_abi_string_new(format, int64_t(strlen(format))));
}

/// Modes whose pixels are no bytes that say how much of a colour there is.
static void checkOwnMode(const ImageHead &head, const tine_string *path,
                         const char *where) {
  if (head.mode == ImageMode::P || head.mode == ImageMode::I16 ||
      head.mode == ImageMode::Bit)
    raisef("NotImplementedError", where,
           "'%.*s' has the mode %s, which is not supported as it is; write "
           "Image.open(...).convert(\"RGB\")",
           int(path->length < 1000 ? path->length : 1000), path->data,
           nameOf(head.mode));
}

tine_tensor *tine_abi_image_decode(tine_string *path, const char *mode,
                                   int64_t scale, const char *where) {
  FileBytes bytes(path, where);
  ImageHead head;
  readHead(bytes, head, path, where);
  if (head.mode == ImageMode::CMYK)
    raisef("NotImplementedError", where,
           "'%.*s' is a JPEG in CMYK, which is not supported; gray and RGB are",
           int(path->length < 1000 ? path->length : 1000), path->data);
  ImageMode made = head.mode;
  if (!*mode)
    checkOwnMode(head, path, where);
  else if (!findMode(mode, made))
    raisef("ValueError", where, "conversion from %s to %s not supported",
           nameOf(head.mode), mode);
  bool isPng = head.format == ImageFormat::Png;
  if (isPng || (scale != 2 && scale != 4 && scale != 8))
    scale = 1;
  // Converted are as many pixels as are made.
  ImageHead small = head;
  small.width = (head.width + scale - 1) / scale;
  small.height = (head.height + scale - 1) / scale;
  int64_t sizes[] = {small.height, small.width, channelsOf(made)};
  tine_tensor *image = tine_abi_tensor_new(TINE_UINT8, 3, sizes);
  auto *pixels = static_cast<uint8_t *>(elements(image));
  uint8_t *own = pixels;
  if (made != head.mode)
    own = static_cast<uint8_t *>(
        tine_abi_alloc(small.width * small.height * channelsOf(head.mode)));
  ImageProblem problem;
  bool isGood = isPng ? decodePng(bytes.data, bytes.size, head, own, problem)
                      : decodeJpeg(bytes.data, bytes.size, head, int(scale),
                                   own, problem);
  if (!isGood) {
    tine_abi_release(image);
    raiseProblem(problem, bytes, path, where);
  }
  if (own != pixels) {
    convertPixels(small, own, made, pixels);
    tine_abi_free(own);
  }
  return image;
}

namespace {

struct ImageCheck {
  tine_string *path, *mode;

  static void run(void *self) {
    auto *check = static_cast<ImageCheck *>(self);
    char mode[8] = {};
    if (check->mode->length < int64_t(sizeof mode))
      memcpy(mode, check->mode->data, size_t(check->mode->length));
    if (!strcmp(mode, "head")) {
      FileBytes bytes(check->path, nullptr);
      ImageHead head;
      readHead(bytes, head, check->path, nullptr);
      return;
    }
    tine_abi_release(tine_abi_image_decode(check->path, mode, 1, nullptr));
  }
};

} // namespace

tine_string *tine_abi_image_problem(tine_string *path, tine_string *mode,
                                    const char *) {
  ImageCheck check = {path, mode};
  tine_error *error = attempt(ImageCheck::run, &check, nullptr);
  Text text;
  if (error) {
    text.add(error->kind, strlen(error->kind));
    text.add(": ");
    text.add(error->message->data, size_t(error->message->length));
    releaseError(error);
  }
  return text.string();
}

/// Raises where the format has no such images.
static void checkFormat(int64_t width, int64_t height, int64_t channels,
                        bool isPng, const char *where) {
  if (channels < 1 || channels > 4)
    raisef("ValueError", where, "an image has 1 to 4 channels, not %lld",
           (long long)channels);
  if (!isPng && channels % 2 == 0)
    raisef("OSError", where, "cannot write mode %s as JPEG",
           channels == 2 ? "LA" : "RGBA");
  // What the formats and zlib's numbers allow.
  int64_t most = isPng ? INT32_MAX : 65500;
  if (width > most || height > most ||
      (height && width * channels > INT32_MAX / height - 1))
    raisef("ValueError", where, "the image is too large for a %s",
           isPng ? "PNG" : "JPEG");
  if (!width || !height)
    raisef("SystemError", where, "tile cannot extend outside image");
}

void tine_abi_image_write(tine_string *path, tine_tensor *image,
                          int64_t quality, const char *where) {
  int64_t height = image->sizes[0], width = image->sizes[1],
          channels = image->sizes[2];
  checkFormat(width, height, channels, !quality, where);
  PngPicture picture{static_cast<const uint8_t *>(elements(image)),
                     size_t(width), size_t(height), int(channels)};
  Text file;
  if (!quality)
    addPng(file, picture, 0);
  else if (!addJpeg(file, picture,
                    int(quality < 1     ? 1
                        : quality > 100 ? 100
                                        : quality)))
    raisef("OSError", where, "encoder error when writing image file");
  tine_string *content = file.string();
  tine_abi_write_file(path, content, where);
  tine_abi_release(content);
}
