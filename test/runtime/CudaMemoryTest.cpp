//===- CudaMemoryTest.cpp - Memory of GPUs and copies -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taking and giving memory in the order of streams, changes in place, and
// copies in all directions. The driver looks at each access, and at the end
// whether all has been given back.
//
//===----------------------------------------------------------------------===//

#include "CudaSupport.h"

#include <algorithm>
#include <random>

using namespace tine;
using namespace tine::cuda;
using namespace tine::test;

namespace {

void expectSuccess(void (*body)(), const Settings &settings = {}) {
  Ended ended = runOnGpus(settings, body);
  EXPECT_EQ(ended.status, 0) << ended.errors;
}

/// 0, 1 ... times a factor, on the first GPU by its own stream.
tine_tensor *multiples(float factor, int64_t count) {
  std::vector<float> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(float(i));
  tine_tensor *source = floats(numbers);
  tine_tensor *copy = gpuPlaces.copy(source, placeOfGpu(0), "here");
  tine_abi_cuda_use(copy);
  tine_tensor *made = newOnGpu(count);
  launch(axpy, copy, made, wordOf(factor - 1), count);
  endJob();
  tine_abi_release(source);
  tine_abi_release(copy);
  return made;
}

//===-- Storage -----------------------------------------------------------===//

TEST(CudaMemory, Alignment) {
  expectSuccess([] {
    for (int64_t bytes : {1, 3, 255, 256, 257, 100000}) {
      void *buffer = tine_abi_cuda_alloc(bytes);
      // Kernels load 16 bytes at once.
      EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer) % 256, 0u) << bytes;
      tine_tensor *tensor = newOnGpu(bytes);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(elements(tensor)) % 256, 0u);
      tine_abi_release(tensor);
      tine_abi_cuda_free(buffer);
    }
    EXPECT_EQ(tine_abi_cuda_alloc(0), nullptr);
    tine_abi_cuda_free(nullptr);
  });
}

TEST(CudaMemory, AJobGivesBackItsBuffers) {
  expectSuccess([] {
    // As many that some share a slot of the table.
    std::mt19937 random;
    std::vector<void *> buffers;
    for (int i = 0; i < 3000; ++i)
      buffers.push_back(tine_abi_cuda_alloc(1 + random() % 5000));
    // Some of them itself, in another order.
    std::shuffle(buffers.begin(), buffers.end(), random);
    for (size_t i = 0; i < buffers.size(); i += 2)
      tine_abi_cuda_free(buffers[i]);
    endJob();
  });
  Ended ended = runOnGpus({}, [] {
    void *buffer = tine_abi_cuda_alloc(8);
    tine_abi_cuda_free(buffer);
    tine_abi_cuda_free(buffer);
  });
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.errors, "fatal error: a buffer of a GPU is freed that the "
                          "task does not have\n");
}

TEST(CudaMemory, WhatIsForgottenIsTold) {
  Ended ended = runOnGpus({}, [] { newOnGpu(10); });
  EXPECT_EQ(ended.status, 97);
  EXPECT_NE(ended.errors.find("1 allocations of GPU 0 were not freed"),
            std::string::npos)
      << ended.errors;
}

TEST(CudaMemory, NoneLeft) {
  expectSuccess([] {
    EXPECT_EQ(errorOf([] { tine_abi_cuda_alloc(int64_t(1) << 35); }),
              "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate "
              "32.00 GiB. GPU 0 has a total capacity of 16.00 GiB of which "
              "16.00 GiB is free.\n");
    EXPECT_EQ(errorOf([] { tine_abi_cuda_alloc(-1); }),
              "RuntimeError: negative buffer size -1\n");
    // Refused before it is asked for.
    EXPECT_EQ(errorOf([] { newOnGpu(int64_t(1) << 31); }),
              "RuntimeError: 2147483648 elements are too many for a tensor of "
              "a cuda device, which has fewer than 2^31; run with "
              "--device-map 'cuda:*=cpu'\n");
  });
  // What waits to be freed is freed, and asked for again.
  expectSuccess([] { tine_abi_cuda_free(tine_abi_cuda_alloc(8)); },
                {{"FAKE_CUDA_FAIL", "cuMemAllocAsync:1"}});
}

TEST(CudaMemory, FreedWhileAnotherStreamReads) {
  // The host hears late: the copy is under way, as far as it knows.
  expectSuccess(
      [] {
        constexpr int64_t count = 500;
        tine_tensor *tensor = multiples(3, count);
        tine_tensor *copy = gpuPlaces.copy(tensor, placeOfGpu(1), "here");
        tine_abi_release(tensor);
        EXPECT_NE(gpus[0]->deferred, nullptr);
        freeDeferred(*gpus[0]);
        EXPECT_NE(gpus[0]->deferred, nullptr);
        // New memory is other memory.
        tine_tensor *next = multiples(1, count);
        EXPECT_EQ(floatsOf(copy)[count - 1], 3 * (count - 1));
        // Now it has heard of the copy.
        gpuPlaces.finish();
        EXPECT_EQ(gpus[0]->deferred, nullptr);
        EXPECT_EQ(floatsOf(next)[count - 1], count - 1);
        tine_abi_release(next);
        tine_abi_release(copy);
      },
      {{"FAKE_CUDA_LATE", "1"}});
}

TEST(CudaMemory, InPlaceWhereNobodyElseHasIt) {
  expectSuccess([] {
    constexpr int64_t count = 200;
    tine_tensor *tensor = multiples(2, count);
    // Another stream still reads it: the change waits.
    tine_tensor *copy = gpuPlaces.copy(tensor, placeOfGpu(1), "here");
    tine_tensor *own = tine_abi_cuda_tensor_own(tensor);
    EXPECT_EQ(own, tensor);
    launch(axpy, own, own, wordOf(10), count); // 21 i
    endJob();
    EXPECT_EQ(floatsOf(copy)[7], 14);
    EXPECT_EQ(floatsOf(own)[7], 147);

    tine_abi_retain(own);
    tine_tensor *other = tine_abi_cuda_tensor_own(own);
    EXPECT_NE(other, own);
    EXPECT_NE(elements(other), elements(own));
    launch(axpy, other, other, wordOf(0), count); // i
    endJob();
    EXPECT_EQ(floatsOf(own)[7], 147);
    EXPECT_EQ(floatsOf(other)[7], 7);
    for (tine_tensor *one : {copy, own, other})
      tine_abi_release(one);
  });
}

//===-- Copies ------------------------------------------------------------===//

TEST(CudaCopies, AllDirections) {
  expectSuccess([] {
    for (int dtype :
         {TINE_FLOAT64, TINE_FLOAT32, TINE_INT64, TINE_INT32, TINE_BOOL}) {
      std::vector<int64_t> sizes = {3, 1, 7};
      tine_tensor *source = tensor(dtype, sizes);
      auto bytes = size_t(elementsBytes(source));
      for (size_t i = 0; i < bytes; ++i)
        static_cast<unsigned char *>(elements(source))[i] =
            static_cast<unsigned char>(dtype == TINE_BOOL ? i % 2 : i * 7);
      // Host, first GPU, second GPU, first GPU, host.
      tine_tensor *there = gpuPlaces.copy(source, placeOfGpu(0), "here");
      tine_tensor *beyond = gpuPlaces.copy(there, placeOfGpu(1), "here");
      tine_tensor *again = gpuPlaces.copy(beyond, placeOfGpu(0), "here");
      tine_tensor *back = gpuPlaces.copy(again, 0, "here");
      for (tine_tensor *copy : {there, beyond, again, back}) {
        EXPECT_EQ(copy->head.dtype, dtype);
        EXPECT_EQ(copy->head.rank, 3);
        EXPECT_EQ(std::vector<int64_t>(copy->sizes, copy->sizes + 3), sizes);
      }
      EXPECT_EQ(memoryOf(there)->maker->gpu, gpus[0]);
      EXPECT_EQ(memoryOf(beyond)->maker->gpu, gpus[1]);
      EXPECT_EQ(memoryOf(back), nullptr);
      EXPECT_NE(elements(again), elements(there));
      EXPECT_EQ(memcmp(elements(back), elements(source), bytes), 0) << dtype;
      for (tine_tensor *one : {source, there, beyond, again, back})
        tine_abi_release(one);
    }
  });
}

TEST(CudaCopies, OfNothing) {
  expectSuccess([] {
    tine_tensor *source = floats({});
    tine_tensor *there = gpuPlaces.copy(source, placeOfGpu(0), "here");
    tine_tensor *beyond = gpuPlaces.copy(there, placeOfGpu(1), "here");
    EXPECT_EQ(elements(beyond), nullptr);
    EXPECT_TRUE(floatsOf(beyond).empty());
    for (tine_tensor *one : {source, there, beyond})
      tine_abi_release(one);
  });
}

TEST(CudaCopies, TheSourceMayChangeAtOnce) {
  expectSuccess([] {
    tine_tensor *source = floats({1, 2});
    tine_tensor *there = gpuPlaces.copy(source, placeOfGpu(0), "here");
    static_cast<float *>(elements(source))[0] = 5;
    tine_abi_release(source);
    EXPECT_EQ(floatsOf(there), (std::vector<float>{1, 2}));
    tine_abi_release(there);
  });
}

TEST(CudaCopies, OfAPart) {
  expectSuccess([] {
    tine_tensor *whole = multiples(1, 20);
    int64_t size = 4;
    tine_object *memory = wholeOf(whole);
    tine_abi_retain(memory);
    tine_tensor *part =
        newPart(memory, static_cast<float *>(elements(whole)) + 3, TINE_FLOAT32,
                1, &size);
    EXPECT_EQ(memoryOf(part), memoryOf(whole));
    tine_tensor *beyond = gpuPlaces.copy(part, placeOfGpu(1), "here");
    tine_abi_release(whole);
    std::vector<float> expected = {3, 4, 5, 6};
    EXPECT_EQ(floatsOf(part), expected);
    EXPECT_EQ(floatsOf(beyond), expected);
    // Of memory with one more owner than it seems.
    tine_abi_release(part);
    tine_abi_release(beyond);
  });
}

TEST(CudaCopies, TooManyElements) {
  expectSuccess([] {
    tine_tensor *large = tensor(TINE_BOOL, {1});
    large->sizes[0] = (int64_t(1) << 32) + 1;
    EXPECT_EQ(errorOf([&] {
                gpuPlaces.copy(large, placeOfGpu(1), "here");
              }).find("RuntimeError: 4294967297 elements are too many"),
              0u);
    large->sizes[0] = 1;
    tine_abi_release(large);
  });
}

} // namespace
