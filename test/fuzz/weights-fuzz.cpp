//===- weights-fuzz.cpp - Fuzz target of files of weights -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any bytes as a file of weights: a zip archive with a pickle, or
// .safetensors. The reader takes it, and then its tensors lie in the file and
// can be read, or says why not.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/objects.h"
#include "runtime/src/weights.h"
#include "test/fuzz/Check.h"
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace tine;

static std::string write(const uint8_t *data, size_t size) {
  static int descriptor = memfd_create("weights", 0);
  check(!ftruncate(descriptor, 0), "truncate");
  check(pwrite(descriptor, data, size, 0) == ssize_t(size), "write");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string path = write(data, size);
  for (const char *key : {"", ":net"}) {
    std::string name = path + key;
    WeightsFile file;
    Text problem;
    bool good = file.open(name.c_str(), problem);
    check(good == !problem.size, "a result or a problem");
    if (!good)
      continue;
    const int64_t sizes[2] = {2, 2};
    tine_parameter parameter = {"weight", sizes, TINE_FLOAT32, 2, 0};
    (void)file.match(&parameter, 1, problem);
    for (size_t i = 0; i < file.tensors.count; ++i) {
      const FileTensor &tensor = file.tensors.items[i];
      check(tensor.begin <= tensor.end && tensor.end <= size, "in the file");
      uint64_t bytes = elementBytes(tensor.dtype);
      for (int32_t d = 0; d < tensor.rank; ++d)
        check(tensor.sizes[d] >= 0 &&
                  !__builtin_mul_overflow(bytes, uint64_t(tensor.sizes[d]),
                                          &bytes),
              "sizes");
      if (bytes > 1 << 20)
        continue;
      std::string elements(bytes, 0);
      check(file.read(tensor, elements.data()), "elements");
      if (const void *mapped = file.map(tensor))
        check(!memcmp(mapped, elements.data(), bytes), "the same elements");
    }
  }
  return 0;
}
