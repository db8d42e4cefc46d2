//===- CudaQueueTest.cpp - Work on streams ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels, single numbers, tickets and the events behind them, and calls that
// fail.
//
//===----------------------------------------------------------------------===//

#include "CudaSupport.h"
#include "trace.h"

#include <thread>

using namespace tine;
using namespace tine::cuda;
using namespace tine::test;

namespace {

/// 0, 1, 2 and so on.
std::vector<float> numbers(int64_t count) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(float(i));
  return values;
}

/// The values on the first GPU, in memory that the own stream may change.
tine_tensor *onGpu(const std::vector<float> &values) {
  tine_tensor *source = floats(values);
  tine_tensor *copy = gpuPlaces.copy(source, placeOfGpu(0), "cuda.py:6:1");
  tine_abi_release(source);
  return tine_abi_cuda_tensor_own(copy);
}

void expectSuccess(void (*body)(), const Settings &settings = {}) {
  Ended ended = runOnGpus(settings, body);
  EXPECT_EQ(ended.status, 0) << ended.errors;
}

TEST(CudaQueue, KernelsRunInOrder) {
  expectSuccess([] {
    // Not a multiple of the threads of a block.
    constexpr int64_t count = 150;
    tine_tensor *x = onGpu(numbers(count)), *y = newOnGpu(count);
    launch(axpy, x, y, wordOf(2), count);  // 3 i
    launch(axpy, y, x, wordOf(10), count); // 31 i
    endJob();
    std::vector<float> results = floatsOf(x);
    std::vector<float> expected;
    for (float number : numbers(count))
      expected.push_back(31 * number);
    EXPECT_EQ(results, expected);
    tine_abi_release(x);
    tine_abi_release(y);
  });
}

TEST(CudaQueue, StridesAreArguments) {
  expectSuccess([] {
    tine_tensor *x = onGpu(numbers(100));
    for (uint64_t stride : {1, 3, 7, 0}) {
      constexpr int64_t count = 14;
      tine_tensor *y = newOnGpu(count);
      launch(strided, x, y, stride, count);
      endJob();
      std::vector<float> results = floatsOf(y);
      for (size_t i = 0; i < size_t(count); ++i)
        EXPECT_EQ(results[i], float(i * stride)) << stride;
      tine_abi_release(y);
    }
    tine_abi_release(x);
  });
}

TEST(CudaQueue, AKernelWithoutBlocksIsNone) {
  expectSuccess([] {
    tine_tensor *x = onGpu({1});
    launch(axpy, x, x, wordOf(1), 0);
    endJob();
    EXPECT_EQ(floatsOf(x), std::vector<float>{1});
    tine_abi_release(x);
  });
}

TEST(CudaQueue, NumbersAreWrittenAndRead) {
  expectSuccess([] {
    constexpr uint64_t value = 0x8123456789abcdef;
    void *buffer = tine_abi_cuda_alloc(8);
    for (int64_t bytes : {8, 4, 2, 1}) {
      tine_abi_cuda_write(buffer, 0, 8);
      tine_abi_cuda_write(buffer, value, bytes);
      uint64_t mask =
          bytes == 8 ? ~uint64_t(0) : (uint64_t(1) << (8 * bytes)) - 1;
      EXPECT_EQ(tine_abi_cuda_read(buffer, 8), value & mask) << bytes;
      // What is beside it stays out.
      EXPECT_EQ(tine_abi_cuda_read(buffer, 1), value & 0xff) << bytes;
    }
    tine_abi_cuda_free(buffer);
  });
}

TEST(CudaQueue, ConstantsAreCopiedOnce) {
  expectSuccess([] {
    static const float data[] = {1, 2, 3};
    void *copy = tine_abi_cuda_constant(data, sizeof(data));
    EXPECT_EQ(tine_abi_cuda_constant(data, sizeof(data)), copy);
    EXPECT_EQ(tine_abi_cuda_constant(data, 0), nullptr);
    uint64_t second = tine_abi_cuda_read(static_cast<char *>(copy) + 4, 4);
    EXPECT_EQ(second, wordOf(2));
  });
}

//===-- Streams -----------------------------------------------------------===//

TEST(CudaStreams, TicketsPass) {
  expectSuccess([] {
    Stream &stream = ownStream();
    tine_tensor *x = onGpu({1});
    uint64_t ticket = ticketOf(stream);
    launch(axpy, x, x, wordOf(2), 1);
    // It has not ended, whatever has run.
    EXPECT_FALSE(hasPassed(stream, ticket));
    endTicket(stream);
    EXPECT_EQ(ticketOf(stream), ticket + 1);
    waitOnHost(stream, ticket);
    EXPECT_TRUE(hasPassed(stream, ticket));
    EXPECT_FALSE(hasPassed(stream, ticket + 1));
    EXPECT_EQ(floatsOf(x), std::vector<float>{2});
    tine_abi_release(x);
  });
}

TEST(CudaStreams, AWaitIsKnownToTheStream) {
  expectSuccess([] {
    Stream &stream = ownStream(), &other = *gpus[0]->fromHost;
    tine_tensor *source = floats(numbers(1000));
    tine_tensor *copy = gpuPlaces.copy(source, placeOfGpu(0), "here");
    tine_abi_release(source);
    const Memory &memory = *memoryOf(copy);
    EXPECT_EQ(memory.writer, &other);
    EXPECT_TRUE(hasSeen(other, other, memory.written));
    EXPECT_FALSE(hasSeen(stream, other, memory.written));
    tine_abi_cuda_use(copy);
    EXPECT_TRUE(hasSeen(stream, other, memory.written));
    // Not what comes later.
    EXPECT_FALSE(hasSeen(stream, other, memory.written + 1));
    tine_abi_release(copy);
  });
}

TEST(CudaStreams, MoreTicketsThanEventsThatAreKept) {
  // Whoever waits for an old one waits for the oldest that is kept.
  expectSuccess(
      [] {
        Stream &stream = ownStream(), &other = gpus[0]->queues[1];
        tine_tensor *x = onGpu({1}), *y = newOnGpu(1);
        uint64_t begin = ticketOf(stream);
        for (uint64_t i = 0; i < 3 * Stream::keptMarks; ++i) {
          launch(axpy, x, x, wordOf(1), 1);
          endTicket(stream);
          if (i == 2)
            waitFor(other, stream, begin); // from here on each has an event
        }
        launch(axpy, x, y, wordOf(4), 1);
        uint64_t last = ticketOf(stream);
        endTicket(stream);
        waitFor(other, stream, begin + 1);
        EXPECT_TRUE(hasSeen(other, stream, begin + 1));
        waitFor(other, stream, last);
        EXPECT_TRUE(hasSeen(other, stream, last));
        waitOnHost(stream, last);
        EXPECT_EQ(floatsOf(y), std::vector<float>{4});
        tine_abi_release(x);
        tine_abi_release(y);
      },
      {{"FAKE_CUDA_SEED", "3"}});
}

TEST(CudaStreams, QueuesOfThreads) {
  expectSuccess([] {
    tine_tensor *x = onGpu(numbers(100)), *y = newOnGpu(100);
    launch(axpy, x, y, wordOf(1), 100); // 2 i
    endJob();
    const Stream *own = &ownStream();
    tine_tensor *z = nullptr;
    std::thread other([&] {
      gpuPlaces.enter(placeOfGpu(0), 1);
      EXPECT_NE(&ownStream(), own);
      tine_abi_cuda_use(y); // else the driver would see a race
      z = newOnGpu(100);
      launch(axpy, y, z, wordOf(5), 100); // 11 i
      endJob();
    });
    other.join();
    EXPECT_EQ(floatsOf(z)[99], 11 * 99);
    for (tine_tensor *tensor : {x, y, z})
      tine_abi_release(tensor);
  });
}

TEST(CudaStreams, AMissingWaitIsARace) {
  // The driver would tell of one in the tests above.
  Ended ended = runOnGpus({}, [] {
    tine_tensor *source = floats(numbers(1000));
    tine_tensor *copy = gpuPlaces.copy(source, placeOfGpu(0), "here");
    launch(axpy, copy, newOnGpu(1000), wordOf(1), 1000);
    gpuPlaces.finish();
  });
  EXPECT_EQ(ended.status, 97);
  EXPECT_NE(ended.errors.find("race"), std::string::npos) << ended.errors;
}

//===-- Failures ----------------------------------------------------------===//

/// Calls each function that work is issued by.
void issueAll() {
  gpuPlaces.beginJob(tine_abi_future_new(nullptr, 0, 0, 0, 0, "here"),
                     /*scope=*/0);
  tine_tensor *x = onGpu(numbers(100));
  tine_tensor *y = newOnGpu(100);
  launch(axpy, x, y, wordOf(1), 100);
  void *buffer = tine_abi_cuda_alloc(400);
  tine_abi_cuda_copy(buffer, elements(y), 400);
  for (int64_t bytes : {1, 2, 4})
    tine_abi_cuda_write(buffer, 7, bytes);
  tine_abi_cuda_read(buffer, 4);
  tine_abi_cuda_free(buffer);
  endJob();
  tine_tensor *other = gpuPlaces.copy(y, placeOfGpu(1), "here");
  floatsOf(other);
  for (tine_tensor *tensor : {x, y, other})
    tine_abi_release(tensor);
  gpuPlaces.finish();
}

TEST(CudaFailures, EachCallOfWork) {
  expectSuccess(issueAll);
  for (const char *name :
       {"cuModuleGetFunction", "cuLaunchKernel", "cuMemcpyHtoDAsync",
        "cuMemcpyDtoHAsync", "cuMemcpyDtoDAsync", "cuMemcpyPeerAsync",
        "cuMemsetD8Async", "cuMemsetD16Async", "cuMemsetD32Async",
        "cuMemFreeAsync", "cuStreamSynchronize", "cuStreamWaitEvent",
        "cuEventCreate", "cuEventRecord", "cuEventSynchronize",
        "cuCtxSynchronize"}) {
    Ended ended =
        runOnGpus({{"FAKE_CUDA_FAIL", name + std::string(":1")}}, issueAll);
    EXPECT_EQ(ended.status, 1) << name;
    std::string expected = std::string("error: CUDA: ") + name +
                           ": CUDA_ERROR_UNKNOWN (simulated error)";
    if (name == std::string("cuModuleGetFunction") ||
        name == std::string("cuLaunchKernel"))
      expected += ", kernel axpy at cuda.py:3:5: in f";
    EXPECT_EQ(ended.errors, expected + "\n");
  }
}

TEST(CudaFailures, QuestionsThatFail) {
  Ended ended = runOnGpus({{"FAKE_CUDA_FAIL", "cuEventQuery:1"}}, [] {
    Stream &stream = ownStream();
    uint64_t ticket = ticketOf(stream);
    endTicket(stream);
    hasPassed(stream, ticket);
  });
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.errors, "error: CUDA: cuEventQuery: CUDA_ERROR_UNKNOWN "
                          "(simulated error)\n");
}

//===-- Traces ------------------------------------------------------------===//

TEST(CudaTrace, SpansOfStreams) {
  expectSuccess([] {
    EXPECT_TRUE(gatherParts());
    // More than are kept at once.
    constexpr int rounds = 700, others = 800;
    tine_tensor *x = onGpu({1});
    for (int i = 0; i < rounds; ++i)
      launch(axpy, x, x, wordOf(1), 1);
    for (int i = 0; i < others; ++i)
      launch(strided, x, x, 1, 1);
    endJob();
    EXPECT_EQ(floatsOf(x), std::vector<float>{1});
    gpuPlaces.finish();
    std::map<std::string, std::string> lanes;
    for (TracePart *part = takeParts(); part; part = part->next)
      for (TraceText *text = part->first; text; text = text->next)
        lanes[part->name].append(text->data, text->size);
    auto count = [&](const char *lane, const std::string &what) {
      int found = 0;
      const std::string &text = lanes[lane];
      for (size_t at = text.find(what); at != std::string::npos;
           at = text.find(what, at + 1))
        ++found;
      return found;
    };
    EXPECT_EQ(
        count("GPU 0 stream 1", "\"cat\":\"kernel\",\"name\":\"mul+add\""),
        rounds);
    // That one does not say what it computes.
    EXPECT_EQ(
        count("GPU 0 stream 1", "\"cat\":\"kernel\",\"name\":\"strided\""),
        others);
    EXPECT_EQ(count("GPU 0 stream 1", "\"at\":\"cuda.py:3:5: in f\""), rounds);
    EXPECT_EQ(count("GPU 0 stream: host to GPU 0",
                    "\"cat\":\"gpu_memcpy\",\"name\":\"host to GPU 0\""),
              1);
    EXPECT_EQ(count("GPU 0 stream: host to GPU 0", "\"bytes\":4,"), 1);
    EXPECT_EQ(count("GPU 0 stream: GPU 0 to host", "\"at\":\"cuda.py:7:1\""),
              1);
    tine_abi_release(x);
  });
}

} // namespace
