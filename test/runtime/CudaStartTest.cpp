//===- CudaStartTest.cpp - Drivers, GPUs and their code ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said before a program runs, when a driver or a GPU is missing, and
// which code a GPU gets.
//
//===----------------------------------------------------------------------===//

#include "CudaSupport.h"

#include <dlfcn.h>
#include <iostream>
#include <zlib.h>

using namespace tine;
using namespace tine::test;

namespace {

const std::string uses = "the program uses cuda:0 and cuda:1, and ";
const std::string onCpu =
    "; run with --device-map 'cuda:*=cpu' to use the CPU instead";

/// Opens GPUs as the program would at its start; writes why that cannot be.
void open(const DeviceMap &map) {
  Text problem;
  bool isOpen = gpuPlaces.open(map, problem);
  EXPECT_EQ(isOpen, problem.size == 0);
  std::cerr.write(problem.data, std::streamsize(problem.size));
}
void openOwn() { open(ownGpus()); }
void openShared() { open(sharedGpu()); }
void openNone() {
  DeviceMap map;
  map.count = 3;
  open(map);
}

TEST(CudaStart, NoLibrary) {
  if (void *library = dlopen("libcuda.so.1", RTLD_NOW)) {
    dlclose(library);
    GTEST_SKIP() << "there is a driver";
  }
  Ended ended = run({{"DRIVER", ""}}, openOwn);
  EXPECT_EQ(ended.errors,
            uses +
                "there is no NVIDIA driver here (libcuda.so.1: cannot open "
                "shared object file)" +
                onCpu);
  EXPECT_EQ(ended.status, 0);
  // Nothing is opened where nothing is on a GPU.
  EXPECT_EQ(run({{"DRIVER", ""}}, openNone).errors, "");
}

TEST(CudaStart, ALibraryThatLacksAFunction) {
  EXPECT_EQ(run({{"DRIVER", TINE_LACKING_CUDA}}, openOwn).errors,
            uses +
                "there is no NVIDIA driver here (libcuda.so.1 lacks "
                "cuDriverGetVersion)" +
                onCpu);
}

TEST(CudaStart, TooFewGpus) {
  EXPECT_EQ(run({{"FAKE_CUDA_DEVICES", "2"}}, openOwn).errors, "");
  EXPECT_EQ(run({{"FAKE_CUDA_DEVICES", "1"}}, openOwn).errors,
            uses + "there is 1 GPU here; run with --device-map 'cuda:1=cuda:0' "
                   "to share it");
  EXPECT_EQ(run({{"FAKE_CUDA_DEVICES", "1"}}, openShared).errors, "");
  EXPECT_EQ(run({{"FAKE_CUDA_DEVICES", "0"}}, openOwn).errors,
            uses +
                "the NVIDIA driver does not start: cuInit: "
                "CUDA_ERROR_NO_DEVICE (simulated error)" +
                onCpu);
}

TEST(CudaStart, ADriverThatFails) {
  EXPECT_EQ(run({{"FAKE_CUDA_FAIL", "cuInit:1"}}, openOwn).errors,
            uses +
                "the NVIDIA driver does not start: cuInit: "
                "CUDA_ERROR_UNKNOWN (simulated error)" +
                onCpu);
  for (const char *name :
       {"cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGetAttribute"}) {
    Ended ended = run({{"FAKE_CUDA_DEVICES", "2"},
                       {"FAKE_CUDA_FAIL", name + std::string(":1")}},
                      openOwn);
    EXPECT_EQ(ended.status, 1) << name;
    EXPECT_EQ(ended.errors, std::string("error: CUDA: ") + name +
                                ": CUDA_ERROR_UNKNOWN (simulated error)\n");
  }
}

/// Starts the GPUs and computes something.
void compute() {
  tine_tensor *x = gpuPlaces.copy(floats({1, 2, 3}), placeOfGpu(0), "here");
  tine_tensor *y = newOnGpu(3);
  tine_abi_cuda_use(x);
  launch(axpy, x, y, wordOf(10), 3);
  endJob();
  EXPECT_EQ(floatsOf(y), (std::vector<float>{10, 21, 32}));
  tine_abi_release(x);
  tine_abi_release(y);
}

TEST(CudaStart, TheNewestCodeThatAGpuTakesIsLoaded) {
  // Simulated GPUs have the capability 8.9.
  images[1] = {"sm_86", "this is no PTX", 14, 0, 0};
  deviceCode.image_count = 2;
  EXPECT_EQ(runOnGpus({}, compute).status, 97);
  // Machine code is for one kind alone, PTX with "a", too.
  for (const char *other : {"sm_90", "sm_80a"}) {
    images[1].architecture = other;
    EXPECT_EQ(runOnGpus({}, compute).status, 0) << other;
  }
  images[1] = {"sm_86", "this is no cubin", 16, 0, 1};
  EXPECT_EQ(runOnGpus({}, compute).status, 0);
  images[0].architecture = "sm_90";
  deviceCode.image_count = 1;
  Ended ended = runOnGpus({}, compute);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.errors, "fatal error: the program has no code for GPUs of "
                          "compute capability 8.9" +
                              onCpu + "\n");
  images[0].architecture = "sm_80";
}

TEST(CudaStart, CodeIsUnpacked) {
  std::string text(ptx);
  uLongf size = compressBound(uLong(text.size()));
  std::string packed(size, 0);
  ASSERT_EQ(compress(reinterpret_cast<Bytef *>(packed.data()), &size,
                     reinterpret_cast<const Bytef *>(text.data()),
                     uLong(text.size())),
            Z_OK);
  tine_image plain = images[0];
  images[0].data = packed.data();
  images[0].packed = int64_t(size);
  Ended ended = runOnGpus({}, compute);
  EXPECT_EQ(ended.status, 0) << ended.errors;
  packed[size / 2] = char(packed[size / 2] ^ 1);
  ended = runOnGpus({}, compute);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.errors,
            "fatal error: the program's code for GPUs is damaged\n");
  images[0] = plain;
}

TEST(CudaStart, EachCallOfTheStartMayFail) {
  for (const char *name :
       {"cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
        "cuDeviceGetDefaultMemPool", "cuMemPoolSetAttribute",
        "cuModuleLoadData", "cuStreamCreate", "cuMemHostAlloc"}) {
    Ended ended =
        runOnGpus({{"FAKE_CUDA_FAIL", name + std::string(":1")}}, compute);
    EXPECT_EQ(ended.status, 1) << name;
    EXPECT_EQ(ended.errors.find(std::string("error: CUDA: ") + name +
                                ": CUDA_"
                                "ERROR_"),
              0u)
        << ended.errors;
  }
}

} // namespace
