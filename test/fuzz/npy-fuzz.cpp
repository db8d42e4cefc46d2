//===- npy-fuzz.cpp - Fuzz target of NumPy's files ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any bytes as a .npy file. The reader takes its header, and then its
// elements can be brought into order, or says why not.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/npy.h"
#include "runtime/src/objects.h"
#include "test/fuzz/Check.h"
#include <string>

using namespace tine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t begin = 0, length = 0;
  Text problem;
  // A block of its own, so that AddressSanitizer sees its ends.
  std::string prefix(reinterpret_cast<const char *>(data),
                     size < npyPrefix ? size : npyPrefix);
  bool good =
      findNpyHeader(reinterpret_cast<const unsigned char *>(prefix.data()),
                    prefix.size(), begin, length, problem);
  check(good == !problem.size, "a result or a problem");
  if (!good || begin > size || length > size - begin)
    return 0;
  std::string header(reinterpret_cast<const char *>(data) + begin, length);
  NpyArray array;
  good = readNpyHeader(header.data(), header.size(), array, problem);
  check(good == !problem.size, "a header or a problem");
  if (!good || array.bytes > 1 << 16)
    return 0;
  std::string elements(array.bytes, 1);
  tine_tensor *tensor =
      tine_abi_tensor_new(array.dtype, array.rank, array.sizes);
  check(uint64_t(elementsBytes(tensor)) == array.bytes, "bytes");
  copyNpyElements(array, elements.data(), tensor);
  Text text;
  check(addNpyHeader(text, tensor), "a header of ours");
  tine_abi_release(tensor);
  return 0;
}
