//===- CudaSupport.h - The runtime on simulated GPUs ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime opens a driver once in a process, and errors of the driver end
// it. So each test runs in a child, which loads the simulated driver; the test
// itself never does.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_RUNTIME_CUDASUPPORT_H
#define TINE_TEST_RUNTIME_CUDASUPPORT_H

#include "TestSupport.h"
#include "cuda_memory.h"
#include "cuda_start.h"
#include "devices.h"

#include <map>

namespace tine::test {

/// The devices of the test's program, which CudaSupport.cpp has, and their
/// places: "cpu", "cuda:0" and "cuda:1".
constexpr int32_t host = 0, first = 1, second = 2;
DeviceMap ownGpus();   // a GPU for each
DeviceMap sharedGpu(); // the first one for both

/// The kernels of the test's program, of 64 threads a block.
/// axpy(f32 *x, f32 *y, f32 a, i32 n): y[i] = a * x[i] + i
/// strided(f32 *x, f32 *y, i32 stride, i32 n): y[i] = x[i * stride]
enum Kernel { axpy, strided };

/// Code of the program, which a test may change.
extern tine_image images[2];
extern tine_device_code deviceCode;
extern const char ptx[];

struct Ended {
  int status; // -1: by a signal
  std::string errors;
};

using Settings = std::map<std::string, std::string>;

/// Runs `body` in a child with these variables of the environment (of
/// Driver.cpp, and DRIVER for another library than the simulated driver, or for
/// none). Failures of the test in there are told, and make the status 1.
Ended run(const Settings &settings, void (*body)());

/// Runs it on GPUs that are open, on the thread of the first queue of the first
/// GPU, and closes them: with what is left behind the status is 97.
Ended runOnGpus(const Settings &settings, void (*body)());

/// The place of a GPU.
inline Place placeOfGpu(int gpu) { return Place(firstGpu + gpu); }

/// A tensor of the host.
tine_tensor *floats(const std::vector<float> &values);

/// The elements of a tensor of a GPU, by a copy to the host.
std::vector<float> floatsOf(const tine_tensor *tensor);

/// Ends a job that has not failed and has no checks.
void endJob();

/// A new tensor of a GPU, of the own stream.
tine_tensor *newOnGpu(int64_t count);

/// Issues a kernel for that many results.
void launch(Kernel kernel, const tine_tensor *x, tine_tensor *y,
            uint64_t number, int64_t count);

uint64_t wordOf(float number);

} // namespace tine::test

#endif // TINE_TEST_RUNTIME_CUDASUPPORT_H
