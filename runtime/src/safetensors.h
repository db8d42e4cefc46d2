//===- safetensors.h - Files of named tensors -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .safetensors file is the length of a header (8 bytes, little-endian), the
// header, which is JSON: {NAME: {"dtype": "F32", "shape": [2, 3],
// "data_offsets": [BEGIN, END]}, ...}, and the elements, to which the offsets
// refer. Such files are passed around: nothing in them is believed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_SAFETENSORS_H
#define TINE_RUNTIME_SAFETENSORS_H

#include "text.h"

namespace tine {

/// What a header may be at most, in bytes and tensors. The format's own library
/// has the same first limit.
constexpr uint64_t maxHeaderBytes = 100000000;
constexpr size_t maxFileTensors = 1000000;

/// A tensor of a file.
struct FileTensor {
  const char *name; // lies in the header; not terminated
  size_t nameLength;
  int32_t dtype; // enum tine_dtype
  int32_t rank;
  int64_t sizes[TINE_MAX_RANK];
  uint64_t begin, end; // of its elements, in the file
  bool isStrided;      // they do not lie in row-major order, without gaps
  int64_t strides[TINE_MAX_RANK]; // then, in elements
};

struct FileTensors {
  FileTensor *items = nullptr; // in the order of their elements
  size_t count = 0;

  FileTensors() = default;
  FileTensors(const FileTensors &) = delete;
  FileTensors &operator=(const FileTensors &) = delete;
  ~FileTensors();
};

/// Reads a header, in which names are unescaped in place: it must outlive
/// `tensors`. `dataBytes` is the length of the file behind the header. On
/// success every tensor has as many bytes as its sizes say, they cover all of
/// the data without a gap, and no two have one name. False with a message in
/// `problem` otherwise.
bool readHeader(char *header, size_t size, uint64_t dataBytes,
                FileTensors &tensors, Text &problem);

/// The order of two FileTensors by their names, for qsort.
int compareNames(const void *a, const void *b);

/// Whether the sizes are the wanted ones, of which those below 0 are any.
bool fitSizes(const int64_t *sizes, int rank, const int64_t *wanted,
              int wantedRank);

/// Adds "[2, 3]", or "float32[2, 3]"; a size below 0 is a question mark.
void addSizes(Text &text, const int64_t *sizes, int32_t rank);
void addType(Text &text, int dtype, const int64_t *sizes, int32_t rank);
/// Adds a name in quotes, without anything that a terminal would take for a
/// command, cut where it is very long.
void addName(Text &text, const char *name, size_t length);
/// Adds a string of JSON.
void addJsonString(Text &text, const char *string, size_t length);
/// "F32", or null for what the format has no name for.
const char *fileDtype(int dtype);
/// "f32", or null.
const char *shortDtype(int dtype);
/// The dtype that "torch.float32" or "torch.FloatStorage" names, or -1.
int dtypeOfTorch(const char *name, size_t length);

struct NamedTensor {
  const char *name;
  const tine_tensor *value;
};

/// Writes a file of tensors, whose names differ; false with errno.
bool writeTensors(int descriptor, const NamedTensor *tensors, size_t count);

} // namespace tine

#endif // TINE_RUNTIME_SAFETENSORS_H
