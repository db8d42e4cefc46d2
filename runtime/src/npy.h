//===- npy.h - NumPy's files of one array -----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An .npy file is "\x93NUMPY", a version, the length of a header, the header,
// which is a dict of Python: {'descr': '<f4', 'fortran_order': False, 'shape':
// (2, 3), }, and the elements. Such files are passed around: nothing in them is
// believed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_NPY_H
#define TINE_RUNTIME_NPY_H

#include "text.h"

namespace tine {

/// What a header may be at most, in bytes.
constexpr size_t maxNpyHeader = 65536;
/// The magic, the version and the longest length of a header.
constexpr size_t npyPrefix = 12;

struct NpyArray {
  int32_t dtype = 0; // enum tine_dtype
  int32_t rank = 0;
  int64_t sizes[TINE_MAX_RANK] = {};
  bool isFortran = false; // column-major
  bool isSwapped = false; // the bytes of an element are in the other order
  uint64_t bytes = 0;     // of all elements
};

/// How many bytes the header has behind the first `size` bytes of the file, of
/// which there are npyPrefix or, in a shorter file, all; and where it begins.
/// False with a message in `problem`.
bool findNpyHeader(const unsigned char *file, size_t size, size_t &begin,
                   size_t &length, Text &problem);
/// Reads a header; false with a message in `problem`.
bool readNpyHeader(const char *header, size_t size, NpyArray &array,
                   Text &problem);
/// Brings elements as they are in the file, in `data`, into the order of the
/// tensor.
void copyNpyElements(const NpyArray &array, const void *data,
                     tine_tensor *tensor);
/// Adds the head of a file for a tensor, which ends on a multiple of 64 bytes;
/// false, with nothing added, for a dtype that NumPy has not.
bool addNpyHeader(Text &text, const tine_tensor *tensor);

} // namespace tine

#endif // TINE_RUNTIME_NPY_H
