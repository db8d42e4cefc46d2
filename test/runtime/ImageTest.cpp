//===- ImageTest.cpp - Image files, and images of another size ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pixels are those of Pillow; files that are broken are refused in its words.
//
//===----------------------------------------------------------------------===//

#include "images.h"
#include "objects.h"

#include "TestSupport.h"
#include <algorithm>
#include <fstream>
#include <random>
#include <zlib.h>

using namespace tine;
using namespace tine::test;

namespace {

struct RecordedImage {
  Recorded file;
  const char *mode;
  int64_t width, height;
  uint32_t sums[4]; // in L, LA, RGB, RGBA
};
const RecordedImage images[] = {
#include "expected/images.inc"
};

struct RecordedSize {
  int64_t width, height, channels, filter, newWidth, newHeight;
  double edges[4];
  uint32_t sum;
};
const RecordedSize resamples[] = {
#include "expected/resamples.inc"
};

struct RecordedJpeg {
  int64_t width, height, channels, quality;
  uint32_t sum; // of the file
};
const RecordedJpeg jpegs[] = {
#include "expected/jpegs.inc"
};

struct RecordedScale {
  int64_t scale, width, height;
  uint32_t sum;
};
const RecordedScale scaledJpegs[] = {
#include "expected/scaled_jpegs.inc"
};

uint32_t sumOf(const void *data, size_t size) {
  return uint32_t(crc32(0, static_cast<const Bytef *>(data), uInt(size)));
}
uint32_t sumOf(const tine_tensor *tensor) {
  return sumOf(elements(tensor), size_t(elementsBytes(tensor)));
}

/// A file of these bytes, which goes with this.
class File {
public:
  explicit File(const std::string &bytes)
      : name(testing::TempDir() + "tine-image-test"), path(make(name)) {
    std::ofstream(name, std::ios::binary) << bytes;
  }
  ~File() {
    tine_abi_release(path);
    remove(name.c_str());
  }
  std::string name;
  tine_string *path;
};

std::string errorOfFile(const std::string &bytes, const char *mode = "RGB") {
  File file(bytes);
  tine_tensor *image = nullptr;
  std::string error = errorOf(
      [&] { image = tine_abi_image_decode(file.path, mode, 1, nullptr); });
  if (image)
    tine_abi_release(image);
  size_t name = error.find(file.name);
  if (name != std::string::npos)
    error.replace(name, file.name.size(), "FILE");
  return error.substr(0, error.find('\n'));
}

TEST(Image, DecodesAsPillow) {
  for (const RecordedImage &recorded : images) {
    File file(recorded.file.string());
    uint64_t slots[4];
    tine_abi_image_head(file.path, slots, nullptr);
    EXPECT_EQ(int64_t(slots[0]), recorded.width);
    EXPECT_EQ(int64_t(slots[1]), recorded.height);
    EXPECT_EQ(take(object<tine_string>(slots[2])), recorded.mode);
    tine_abi_release(object<tine_string>(slots[3]));
    const char *modes[] = {"L", "LA", "RGB", "RGBA"};
    for (int i = 0; i < 4; ++i) {
      tine_tensor *image =
          tine_abi_image_decode(file.path, modes[i], 1, nullptr);
      EXPECT_EQ(image->sizes[0], recorded.height);
      EXPECT_EQ(image->sizes[1], recorded.width);
      EXPECT_EQ(image->sizes[2], i + 1);
      EXPECT_EQ(sumOf(image), recorded.sums[i])
          << recorded.mode << " " << recorded.width << "x" << recorded.height
          << " as " << modes[i];
      tine_abi_release(image);
    }
  }
}

TEST(Image, ReadsJpegsAtAFractionOfTheirSize) {
  auto isJpeg = [](const RecordedImage &image) {
    return image.file.string()[0] == '\xFF';
  };
  File file(std::find_if(std::begin(images), std::end(images), isJpeg)
                ->file.string());
  for (const RecordedScale &r : scaledJpegs) {
    tine_tensor *image = tine_abi_image_decode(file.path, "", r.scale, nullptr);
    EXPECT_EQ(image->sizes[0], r.height);
    EXPECT_EQ(image->sizes[1], r.width);
    EXPECT_EQ(sumOf(image), r.sum) << r.scale;
    tine_abi_release(image);
  }
}

tine_tensor *pattern(int64_t width, int64_t height, int64_t channels) {
  tine_tensor *image = tensor(TINE_UINT8, {height, width, channels});
  auto *pixel = static_cast<uint8_t *>(elements(image));
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x)
      for (int64_t c = 0; c < channels; ++c)
        *pixel++ = uint8_t(x * x * 7 + y * 13 + c * 50 + x * y);
  return image;
}

TEST(Image, WritesJpegsAsPillow) {
  for (const RecordedJpeg &r : jpegs) {
    File file("");
    tine_tensor *image = pattern(r.width, r.height, r.channels);
    tine_abi_image_write(file.path, image, r.quality, nullptr);
    std::ifstream stream(file.name, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(stream)),
                      std::istreambuf_iterator<char>());
    EXPECT_EQ(sumOf(bytes.data(), bytes.size()), r.sum)
        << r.width << "x" << r.height << " of quality " << r.quality;
    tine_abi_release(image);
  }
}

TEST(Image, ResamplesAsPillow) {
  for (const RecordedSize &r : resamples) {
    tine_tensor *image = pattern(r.width, r.height, r.channels);
    tine_tensor *made = tine_abi_image_resample(image, r.newWidth, r.newHeight,
                                                r.filter, r.edges, nullptr);
    EXPECT_EQ(sumOf(made), r.sum)
        << r.width << "x" << r.height << "x" << r.channels << " to "
        << r.newWidth << "x" << r.newHeight << " by " << r.filter;
    tine_abi_release(made);
    tine_abi_release(image);
  }
}

TEST(Image, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(errorOfFile("hello"),
            "PIL.UnidentifiedImageError: cannot identify image file 'FILE'");
  EXPECT_EQ(errorOfFile(""),
            "PIL.UnidentifiedImageError: cannot identify image file 'FILE'");
  EXPECT_EQ(errorOfFile("GIF89a....."),
            "PIL.UnidentifiedImageError: cannot identify image file 'FILE' (it "
            "is GIF; PNG and JPEG are supported)");
  std::string png = images[10].file.string();
  EXPECT_EQ(errorOfFile(png.substr(0, png.size() - 40)),
            "OSError: image file is truncated: 'FILE'");
  std::string jpeg = images[30].file.string();
  EXPECT_EQ(errorOfFile(jpeg.substr(0, jpeg.size() - 60)).substr(0, 34),
            "OSError: image file is truncated (");
  EXPECT_EQ(errorOf([] {
              tine_string *path = make("/nowhere/x.png");
              tine_abi_image_decode(path, "L", 1, nullptr);
            }).substr(0, 73),
            "FileNotFoundError: [Errno 2] No such file or directory: "
            "'/nowhere/x.png'\n");
}

TEST(Image, StreamsThatAskForADictionaryAreBroken) {
  std::string png = images[10].file.string();
  size_t data = png.find("IDAT") + 4;
  png[data + 1] = char(0x20); // FDICT
  for (int i = 0; i < 32; ++i)
    if ((uint8_t(png[data]) * 256 + (png[data + 1] = char(0x20 + i))) % 31 == 0)
      break;
  EXPECT_EQ(errorOfFile(png), "OSError: broken data stream when reading image "
                              "file: 'FILE'");
}

TEST(Image, RefusesTooManyPixels) {
  std::string png = images[10].file.string();
  // Width and height, 100,000 each, and the checksum of the header.
  png.replace(16, 8, std::string("\0\1\x86\xA0\0\1\x86\xA0", 8));
  uint32_t sum = sumOf(png.data() + 12, 17);
  for (int i = 0; i < 4; ++i)
    png[size_t(29 + i)] = char(sum >> (24 - 8 * i));
  EXPECT_EQ(errorOfFile(png),
            "PIL.Image.DecompressionBombError: Image size (10000000000 pixels) "
            "exceeds limit of 178956970 pixels, could be decompression bomb "
            "DOS attack.: 'FILE'");
}

TEST(Image, OwnModesThatAreNoBytesAreRefused) {
  // 1, I;16 and P.
  for (size_t i : {0, 8, 14})
    EXPECT_EQ(errorOfFile(images[i].file.string(), ""),
              "NotImplementedError: 'FILE' has the mode " +
                  std::string(images[i].mode) +
                  ", which is not supported as it is; write "
                  "Image.open(...).convert(\"RGB\")");
}

TEST(Image, WritesWhatItReads) {
  for (int64_t channels = 1; channels <= 4; ++channels) {
    tine_tensor *image = tensor(TINE_UINT8, {5, 7, channels});
    auto *pixels = static_cast<uint8_t *>(elements(image));
    for (int64_t i = 0; i < 35 * channels; ++i)
      pixels[i] = uint8_t(i * i);
    File file("");
    tine_abi_image_write(file.path, image, 0, nullptr);
    tine_tensor *again = tine_abi_image_decode(file.path, "", 1, nullptr);
    EXPECT_EQ(again->sizes[2], channels);
    EXPECT_EQ(sumOf(again), sumOf(image));
    tine_abi_release(again);
    tine_abi_release(image);
  }
}

/// Files that are not what they were when they were written.
TEST(Image, BrokenFilesEndInAnErrorOrAnImage) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = images[random() % std::size(images)].file.string();
    for (unsigned k = random() % 4; k > 0; --k)
      bytes[random() % bytes.size()] = char(random());
    if (random() % 3 == 0)
      bytes.resize(random() % bytes.size());
    ImageHead head;
    ImageProblem problem;
    auto *file = reinterpret_cast<const uint8_t *>(bytes.data());
    if (!readImageHead(file, bytes.size(), head, problem) ||
        head.width * head.height > 1 << 20)
      continue;
    std::string pixels(size_t(head.width * head.height * channelsOf(head.mode)),
                       0);
    auto *to = reinterpret_cast<uint8_t *>(&pixels[0]);
    if (head.mode == ImageMode::CMYK)
      continue;
    bool isGood = head.format == ImageFormat::Png
                      ? decodePng(file, bytes.size(), head, to, problem)
                      : decodeJpeg(file, bytes.size(), head, 1 << random() % 4,
                                   to, problem);
    EXPECT_EQ(isGood, !problem.kind);
  }
}

} // namespace
