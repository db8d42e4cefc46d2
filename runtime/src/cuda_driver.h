//===- cuda_driver.h - NVIDIA's driver --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of libcuda.so.1 that the runtime calls, declared here: neither
// the compiler nor the program needs CUDA to be built. The library is opened
// when a device of the program is placed on a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_DRIVER_H
#define TINE_RUNTIME_CUDA_DRIVER_H

#include "text.h"

#include <stddef.h>
#include <stdint.h>

namespace tine::cuda {

/// CUresult. Enumerations are ints here.
using Result = int;
constexpr Result outOfMemory = 2, notReady = 600;

using Device = int;
/// An address on a GPU.
using Address = uint64_t;
using Context = struct ContextOfDriver *;
using Module = struct ModuleOfDriver *;
using Function = struct FunctionOfDriver *;
using StreamHandle = struct StreamOfDriver *;
using Event = struct EventOfDriver *;
using Pool = struct PoolOfDriver *;

enum {
  streamNonBlocking = 1,
  eventDefault = 0,
  eventDisableTiming = 2,
  hostPortable = 1,
  hostMapped = 2,         // GPUs have it at the same address
  majorOfCapability = 75, // attributes of a device
  minorOfCapability = 76,
  maxDynamicShared = 8, // attribute of a function
  releaseThreshold = 4, // attribute of a pool
};

/// Says what failed and ends the program with status 1. `about` is null or
/// what is to be told of the call.
[[noreturn]] void fail(const char *symbol, Result result, const char *about);

/// A function of the driver.
template <typename... Arguments> struct DriverFunction {
  const char *symbol;
  Result (*address)(Arguments...) = nullptr;

  /// Ends the program when the call fails.
  void operator()(Arguments... arguments) const {
    if (Result result = address(arguments...))
      fail(symbol, result, nullptr);
  }
  Result attempt(Arguments... arguments) const { return address(arguments...); }
};

/// Name here, symbol, parameters.
#define TINE_CUDA_FUNCTIONS(FUNCTION)                                          \
  FUNCTION(init, "cuInit", unsigned)                                           \
  FUNCTION(driverGetVersion, "cuDriverGetVersion", int *)                      \
  FUNCTION(getErrorName, "cuGetErrorName", Result, const char **)              \
  FUNCTION(getErrorString, "cuGetErrorString", Result, const char **)          \
  FUNCTION(deviceGetCount, "cuDeviceGetCount", int *)                          \
  FUNCTION(deviceGet, "cuDeviceGet", Device *, int)                            \
  FUNCTION(deviceGetName, "cuDeviceGetName", char *, int, Device)              \
  FUNCTION(deviceGetAttribute, "cuDeviceGetAttribute", int *, int, Device)     \
  FUNCTION(deviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", Pool *,       \
           Device)                                                             \
  FUNCTION(devicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", Context *,      \
           Device)                                                             \
  FUNCTION(devicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", Device)    \
  FUNCTION(ctxSetCurrent, "cuCtxSetCurrent", Context)                          \
  FUNCTION(ctxSynchronize, "cuCtxSynchronize")                                 \
  FUNCTION(moduleLoadData, "cuModuleLoadData", Module *, const void *)         \
  FUNCTION(moduleUnload, "cuModuleUnload", Module)                             \
  FUNCTION(moduleGetFunction, "cuModuleGetFunction", Function *, Module,       \
           const char *)                                                       \
  FUNCTION(funcSetAttribute, "cuFuncSetAttribute", Function, int, int)         \
  FUNCTION(streamCreate, "cuStreamCreate", StreamHandle *, unsigned)           \
  FUNCTION(streamDestroy, "cuStreamDestroy_v2", StreamHandle)                  \
  FUNCTION(streamSynchronize, "cuStreamSynchronize", StreamHandle)             \
  FUNCTION(streamWaitEvent, "cuStreamWaitEvent", StreamHandle, Event,          \
           unsigned)                                                           \
  FUNCTION(eventCreate, "cuEventCreate", Event *, unsigned)                    \
  FUNCTION(eventDestroy, "cuEventDestroy_v2", Event)                           \
  FUNCTION(eventRecord, "cuEventRecord", Event, StreamHandle)                  \
  FUNCTION(eventQuery, "cuEventQuery", Event)                                  \
  FUNCTION(eventSynchronize, "cuEventSynchronize", Event)                      \
  FUNCTION(eventElapsedTime, "cuEventElapsedTime", float *, Event, Event)      \
  FUNCTION(memGetInfo, "cuMemGetInfo_v2", size_t *, size_t *)                  \
  FUNCTION(memAllocAsync, "cuMemAllocAsync", Address *, size_t, StreamHandle)  \
  FUNCTION(memFreeAsync, "cuMemFreeAsync", Address, StreamHandle)              \
  FUNCTION(memPoolSetAttribute, "cuMemPoolSetAttribute", Pool, int, void *)    \
  FUNCTION(memHostAlloc, "cuMemHostAlloc", void **, size_t, unsigned)          \
  FUNCTION(memFreeHost, "cuMemFreeHost", void *)                               \
  FUNCTION(memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", Address, const void *,     \
           size_t, StreamHandle)                                               \
  FUNCTION(memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", void *, Address, size_t,   \
           StreamHandle)                                                       \
  FUNCTION(memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", Address, Address, size_t,  \
           StreamHandle)                                                       \
  FUNCTION(memcpyPeerAsync, "cuMemcpyPeerAsync", Address, Context, Address,    \
           Context, size_t, StreamHandle)                                      \
  FUNCTION(memsetD8Async, "cuMemsetD8Async", Address, unsigned char, size_t,   \
           StreamHandle)                                                       \
  FUNCTION(memsetD16Async, "cuMemsetD16Async", Address, unsigned short,        \
           size_t, StreamHandle)                                               \
  FUNCTION(memsetD32Async, "cuMemsetD32Async", Address, unsigned, size_t,      \
           StreamHandle)                                                       \
  FUNCTION(launchKernel, "cuLaunchKernel", Function, unsigned, unsigned,       \
           unsigned, unsigned, unsigned, unsigned, unsigned, StreamHandle,     \
           void **, void **)

struct Driver {
#define TINE_DECLARE(name, symbol, ...)                                        \
  DriverFunction<__VA_ARGS__> name = {symbol};
  TINE_CUDA_FUNCTIONS(TINE_DECLARE)
#undef TINE_DECLARE
};

extern Driver driver;

/// Opens the library; false with the reason in `problem` when it is not there
/// or lacks a function.
bool openDriver(Text &problem);

/// Adds "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
void describe(Text &text, Result result);

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_DRIVER_H
