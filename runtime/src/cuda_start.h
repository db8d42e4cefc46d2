//===- cuda_start.h - Start and end of GPUs ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of GpuPlaces that stand in cuda_start.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_START_H
#define TINE_RUNTIME_CUDA_START_H

#include "devices.h"

namespace tine::cuda {

bool openGpus(const DeviceMap &devices, Text &problem);
void startGpus(const DeviceMap &devices);
void finishGpus();
void closeGpus();

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_START_H
