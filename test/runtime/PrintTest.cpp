//===- PrintTest.cpp - Tensors as text --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both printers against PyTorch.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace tine;
using namespace tine::test;

namespace {

struct TensorCase {
  int dtype;
  int64_t sizes[5];
  int rank;
  Recorded bytes;
  double start, step;
  Recorded note, eager, script;
};
const TensorCase tensorCases[] = {
#include "expected/tensors.inc"
};

void store(tine_tensor *tensor, int64_t index, double value) {
  auto *data = static_cast<char *>(elements(tensor)) +
               index * int64_t(elementBytes(tensor->head.dtype));
  auto put = [&](auto typed) { memcpy(data, &typed, sizeof(typed)); };
  switch (tensor->head.dtype) {
  case TINE_FLOAT32:
    return put(float(value));
  case TINE_FLOAT64:
    return put(value);
  case TINE_INT64:
    return put(int64_t(value));
  case TINE_INT32:
    return put(int32_t(value));
  case TINE_FLOAT16:
    return put(_Float16(value));
  default:
    FAIL() << "no linear data of this dtype";
  }
}

TEST(Print, TensorsAsRecorded) {
  for (const TensorCase &test : tensorCases) {
    std::vector<int64_t> sizes(test.sizes, test.sizes + test.rank);
    tine_tensor *tensor = test::tensor(test.dtype, sizes);
    if (test.bytes.size)
      memcpy(elements(tensor), test.bytes.data, test.bytes.size);
    else
      for (int64_t i = 0; i < elementCount(tensor); ++i)
        store(tensor, i, test.start + double(i) * test.step);
    std::string note = test.note.string();
    std::string pattern = note.empty()                   ? "%t"
                          : note == "requires_grad=True" ? "%u"
                                                         : "%v{" + note + "}";
    EXPECT_EQ(format(0, pattern, {slot(tensor)}), test.eager.string());
    if (test.script.size)
      EXPECT_EQ(format(1, pattern, {slot(tensor)}), test.script.string());
    tine_abi_release(tensor);
  }
}

} // namespace
