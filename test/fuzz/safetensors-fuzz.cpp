//===- safetensors-fuzz.cpp - Fuzz target of the reader of weights --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any bytes as a .safetensors file. The reader takes it, and then its
// tensors lie in the file one after the other, or says why not.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/objects.h"
#include "runtime/src/safetensors.h"
#include "test/fuzz/Check.h"
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace tine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8)
    return 0;
  uint64_t headerBytes = 0;
  for (int i = 7; i >= 0; --i)
    headerBytes = headerBytes << 8 | data[i];
  if (headerBytes > size - 8)
    headerBytes = size - 8;
  // A block of its own, so that AddressSanitizer sees its ends.
  auto *header = static_cast<char *>(std::malloc(headerBytes + 1));
  memcpy(header, data + 8, headerBytes);
  uint64_t dataBytes = size - 8 - headerBytes, end = 0;
  {
    FileTensors tensors;
    Text problem;
    bool good = readHeader(header, headerBytes, dataBytes, tensors, problem);
    check(good == !problem.size, "a result or a problem");
    for (size_t i = 0; good && i < tensors.count; ++i) {
      const FileTensor &tensor = tensors.items[i];
      check(tensor.name >= header &&
                tensor.name + tensor.nameLength <= header + headerBytes,
            "names are in the header");
      check(tensor.begin == end && tensor.end >= end, "no gaps");
      end = tensor.end;
      uint64_t bytes = elementBytes(tensor.dtype);
      check(tensor.rank >= 0 && tensor.rank <= TINE_MAX_RANK, "rank");
      for (int32_t d = 0; d < tensor.rank; ++d) {
        check(tensor.sizes[d] >= 0, "sizes");
        bytes *= uint64_t(tensor.sizes[d]);
      }
      check(bytes == tensor.end - tensor.begin, "bytes");
      Text text;
      addName(text, tensor.name, tensor.nameLength);
      addJsonString(text, tensor.name, tensor.nameLength);
    }
    check(!good || end == dataBytes, "all of the data");
  }
  std::free(header);
  return 0;
}
