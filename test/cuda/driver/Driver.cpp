//===- Driver.cpp - A simulated CUDA driver -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcuda.so.1 for tests: the functions that the runtime calls, on simulated
// GPUs that interpret the PTX which they are given. Environment:
//
//   FAKE_CUDA_DEVICES=n     GPUs that there are (1)
//   FAKE_CUDA_SEED=n        another order of what streams do
//   FAKE_CUDA_EAGER=1       everything runs when it is issued
//   FAKE_CUDA_FAIL=name:n   the nth call of the function fails
//   FAKE_CUDA_LATE=n        the host hears late that something has passed: a
//                           thread that waits sleeps for n ms more, and one
//                           that asks is told at the 20th time. Others go on
//   FAKE_CUDA_DROP=a:b:n    the nth wait of stream a for stream b is left out;
//                           waits without work in between are one
//   FAKE_CUDA_LOG=file      a line for what is issued, for what runs and for
//                           waits, which are named as above, or spare; `host`
//                           where the host waits
//   FAKE_CUDA_REPORT=1      counts when a context is released, also of what
//                           may run at the same time
//
// A race, an access out of bounds and the like end the process with status 97.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

using namespace simulated;

using Result = int;
using Address = uint64_t;

namespace {

constexpr Result success = 0, invalidValue = 1, outOfMemory = 2, notReady = 600,
                 noDevice = 100, notFound = 500, invalidPtx = 218,
                 invalidHandle = 400, unknownError = 999;

/// A flag of memory of the host: GPUs have it, too.
constexpr unsigned hostMapped = 2;

/// Of all GPUs: 8.9, for which no machine code is made.
constexpr int capabilityMajor = 8, capabilityMinor = 9;

struct LoadedModule {
  std::unique_ptr<Module> code;
};

const char *setting(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

struct Driver {
  std::mutex mutex;
  int devices = 1;
  Memory memory;
  Scheduler scheduler;
  std::map<std::string, int> calls;
  std::map<const Moment *, int> queries; // of events, where the host is late
  int waits = 0, late = 0;
  WaitName dropped;
  bool hasDropped = false;
  size_t launches = 0;
  uint64_t steps = 0; // of threads
  bool reports = false;
  Overlap overlap;

  Driver()
      : scheduler(unsigned(atoi(setting("FAKE_CUDA_SEED"))),
                  *setting("FAKE_CUDA_EAGER"), openLog()) {
    if (*setting("FAKE_CUDA_DEVICES"))
      devices = atoi(setting("FAKE_CUDA_DEVICES"));
    late = atoi(setting("FAKE_CUDA_LATE"));
    sscanf(setting("FAKE_CUDA_DROP"), "%u:%u:%u", &dropped.stream,
           &dropped.other, &dropped.ordinal);
    reports = *setting("FAKE_CUDA_REPORT");
    if (reports)
      scheduler.observe(overlap);
  }

  void report() {
    fprintf(stderr,
            "simulated driver: %zu launches, %llu steps of threads, %d waits "
            "of streams%s\n",
            launches, (unsigned long long)steps, waits,
            hasDropped ? ", one left out" : "");
    Overlap::Count kernels = overlap.kernels(), copies = overlap.copies();
    fprintf(stderr,
            "simulated driver: %zu of %zu kernels may run beside one of "
            "another GPU, %zu of %zu copies beside a kernel\n",
            kernels.beside, kernels.all, copies.beside, copies.all);
  }

  static FILE *openLog() {
    FILE *log = *setting("FAKE_CUDA_LOG") ? fopen(setting("FAKE_CUDA_LOG"), "w")
                                          : nullptr;
    // Programs end without closing it.
    if (log)
      setvbuf(log, nullptr, _IOLBF, 0);
    return log;
  }

  /// Whether this call is the one that shall fail.
  bool fails(const char *name) {
    static const std::string wanted = setting("FAKE_CUDA_FAIL");
    size_t colon = wanted.find(':');
    return ++calls[name] == atoi(wanted.c_str() + colon + 1) &&
           colon != std::string::npos && wanted.compare(0, colon, name) == 0;
  }
};

Driver &driver() {
  static auto *one = new Driver; // lives longer than threads
  return *one;
}

thread_local int current = -1;

/// A thread of the host has waited, and hears of it. The lock is held.
void learn(std::unique_lock<std::mutex> &lock, const Clock &clock) {
  if (driver().late) {
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(driver().late));
    lock.lock();
  }
  driver().scheduler.learn(clock);
}

Stream &streamAt(void *handle) {
  if (!handle)
    driver().memory.problem("the default stream is not simulated");
  return *static_cast<Stream *>(handle);
}

void issue(void *stream, const char *what,
           std::function<void(const Work &)> run) {
  driver().scheduler.issue(streamAt(stream), what, [run](const Work &work) {
    driver().memory.begin(work);
    run(work);
  });
}

/// What each function begins with: one thread at a time, and a failure that was
/// asked for.
#define CALL(name)                                                             \
  const Time called = now();                                                   \
  std::unique_lock<std::mutex> lock(driver().mutex);                           \
  driver().scheduler.setTime(called);                                          \
  if (driver().fails(name))                                                    \
  return strncmp(name, "cuMemAlloc", 10) == 0 ? outOfMemory : unknownError

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default"))) Result

//===-- Devices -----------------------------------------------------------===//

EXPORT cuInit(unsigned) {
  CALL("cuInit");
  return driver().devices > 0 ? success : noDevice;
}
EXPORT cuDriverGetVersion(int *version) {
  CALL("cuDriverGetVersion");
  *version = 13000;
  return success;
}
EXPORT cuGetErrorName(Result result, const char **name) {
  *name = result == outOfMemory     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == unknownError  ? "CUDA_ERROR_UNKNOWN"
          : result == noDevice      ? "CUDA_ERROR_NO_DEVICE"
          : result == notReady      ? "CUDA_ERROR_NOT_READY"
          : result == notFound      ? "CUDA_ERROR_NOT_FOUND"
          : result == invalidPtx    ? "CUDA_ERROR_INVALID_PTX"
          : result == invalidHandle ? "CUDA_ERROR_INVALID_HANDLE"
                                    : "CUDA_ERROR_INVALID_VALUE";
  return success;
}
EXPORT cuGetErrorString(Result result, const char **text) {
  *text = result == outOfMemory ? "out of memory" : "simulated error";
  return success;
}
EXPORT cuDeviceGetCount(int *count) {
  CALL("cuDeviceGetCount");
  *count = driver().devices;
  return success;
}
EXPORT cuDeviceGet(int *device, int number) {
  CALL("cuDeviceGet");
  *device = number;
  return number < driver().devices ? success : invalidValue;
}
EXPORT cuDeviceGetName(char *name, int length, int) {
  CALL("cuDeviceGetName");
  snprintf(name, size_t(length), "simulated GPU");
  return success;
}
EXPORT cuDeviceGetAttribute(int *value, int attribute, int) {
  CALL("cuDeviceGetAttribute");
  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and MINOR,
  // MULTIPROCESSOR_COUNT.
  *value = attribute == 75   ? capabilityMajor
           : attribute == 76 ? capabilityMinor
           : attribute == 16 ? 4
                             : 0;
  return success;
}
EXPORT cuDevicePrimaryCtxRetain(void **context, int device) {
  CALL("cuDevicePrimaryCtxRetain");
  *context = reinterpret_cast<void *>(intptr_t(device) + 1);
  return success;
}
EXPORT cuDevicePrimaryCtxRelease_v2(int device) {
  CALL("cuDevicePrimaryCtxRelease");
  if (size_t count = driver().memory.liveCount(device))
    driver().memory.problem(std::to_string(count) + " allocations of GPU " +
                            std::to_string(device) + " were not freed");
  if (driver().reports)
    driver().report();
  return success;
}
EXPORT cuCtxSetCurrent(void *context) {
  CALL("cuCtxSetCurrent");
  current = int(reinterpret_cast<intptr_t>(context)) - 1;
  return success;
}
EXPORT cuCtxSynchronize() {
  CALL("cuCtxSynchronize");
  learn(lock, driver().scheduler.synchronizeDevice(current));
  return success;
}
EXPORT cuDeviceGetDefaultMemPool(void **pool, int) {
  CALL("cuDeviceGetDefaultMemPool");
  *pool = nullptr;
  return success;
}
EXPORT cuMemPoolSetAttribute(void *, int, void *) {
  CALL("cuMemPoolSetAttribute");
  return success;
}

//===-- Code --------------------------------------------------------------===//

EXPORT cuModuleLoadData(void **module, const void *image) {
  CALL("cuModuleLoadData");
  auto loaded = std::make_unique<LoadedModule>();
  try {
    loaded->code = parse(static_cast<const char *>(image));
    Work work;
    work.what = "the module's data";
    work.device = current;
    driver().memory.begin(work);
    for (auto &variable : loaded->code->variables) {
      variable->address =
          driver().memory.allocate(variable->bytes.size(), current);
      driver().memory.write(variable->address, variable->bytes.data(),
                            variable->bytes.size());
    }
    bindVariables(*loaded->code);
  } catch (const PtxError &error) {
    driver().memory.problem(error.what());
  }
  *module = loaded.release();
  return success;
}
EXPORT cuModuleUnload(void *module) {
  CALL("cuModuleUnload");
  auto *loaded = static_cast<LoadedModule *>(module);
  for (auto &variable : loaded->code->variables)
    driver().memory.freeByHost(variable->address);
  delete loaded;
  return success;
}
EXPORT cuModuleGetFunction(void **function, void *module, const char *name) {
  CALL("cuModuleGetFunction");
  auto &kernels = static_cast<LoadedModule *>(module)->code->kernels;
  auto found = kernels.find(name);
  if (found == kernels.end())
    return notFound;
  *function = found->second.get();
  return success;
}
EXPORT cuFuncSetAttribute(void *, int, int) {
  CALL("cuFuncSetAttribute");
  return success;
}
EXPORT cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned shared, void *stream,
                      void **parameters, void **) {
  CALL("cuLaunchKernel");
  const auto &kernel = *static_cast<const Kernel *>(function);
  if (!gridX || !gridY || !gridZ || uint64_t(blockX) * blockY * blockZ > 1024)
    return invalidValue;
  // They may change when the call has returned.
  std::vector<char> bytes(kernel.parameterBytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    memcpy(&bytes[kernel.parameters[i].offset], parameters[i],
           kernel.parameters[i].bytes);
  Grid grid{{gridX, gridY, gridZ}, {blockX, blockY, blockZ}};
  ++driver().launches;
  std::string what = "kernel " + kernel.name;
  issue(stream, what.c_str(), [=, &kernel](const Work &) {
    driver().steps += run(kernel, grid, shared, bytes.data(), driver().memory);
  });
  return success;
}

//===-- Streams and events ------------------------------------------------===//

EXPORT cuStreamCreate(void **stream, unsigned) {
  CALL("cuStreamCreate");
  *stream = driver().scheduler.makeStream(current);
  return success;
}
EXPORT cuStreamDestroy_v2(void *) {
  CALL("cuStreamDestroy");
  return success;
}
EXPORT cuStreamSynchronize(void *stream) {
  CALL("cuStreamSynchronize");
  learn(lock, driver().scheduler.synchronize(streamAt(stream)));
  return success;
}
EXPORT cuStreamWaitEvent(void *stream, void *event, unsigned) {
  CALL("cuStreamWaitEvent");
  const Event &awaited = *static_cast<Event *>(event);
  ++driver().waits;
  if (driver().scheduler.nameWait(streamAt(stream), awaited) ==
      driver().dropped)
    driver().hasDropped = true;
  else
    driver().scheduler.wait(streamAt(stream), awaited);
  return success;
}
EXPORT cuEventCreate(void **event, unsigned flags) {
  CALL("cuEventCreate");
  auto *made = new Event;
  made->hasTime = !(flags & 2); // CU_EVENT_DISABLE_TIMING
  *event = made;
  return success;
}
EXPORT cuEventElapsedTime(float *milliseconds, void *from, void *to) {
  CALL("cuEventElapsedTime");
  const Moment &begin = *static_cast<Event *>(from)->moment;
  const Moment &end = *static_cast<Event *>(to)->moment;
  if (!begin.hasTime || !end.hasTime)
    return invalidHandle;
  if (!begin.hasPassed || !end.hasPassed)
    return notReady;
  *milliseconds = float((end.time - begin.time) * 1e3);
  return success;
}
EXPORT cuEventDestroy_v2(void *event) {
  CALL("cuEventDestroy");
  delete static_cast<Event *>(event);
  return success;
}
EXPORT cuEventRecord(void *event, void *stream) {
  CALL("cuEventRecord");
  driver().scheduler.record(streamAt(stream), *static_cast<Event *>(event));
  return success;
}
EXPORT cuEventQuery(void *event) {
  CALL("cuEventQuery");
  const Event &asked = *static_cast<Event *>(event);
  constexpr int enough = 20;
  if (driver().late && !driver().scheduler.knows(asked) &&
      ++driver().queries[asked.moment.get()] % enough)
    return notReady;
  return driver().scheduler.query(asked) ? success : notReady;
}
EXPORT cuEventSynchronize(void *event) {
  CALL("cuEventSynchronize");
  learn(lock, driver().scheduler.synchronize(*static_cast<Event *>(event)));
  return success;
}

//===-- Memory ------------------------------------------------------------===//

EXPORT cuMemGetInfo_v2(size_t *free, size_t *total) {
  CALL("cuMemGetInfo");
  *total = size_t(16) << 30;
  *free = *total - driver().memory.liveBytes(current);
  return success;
}
EXPORT cuMemAllocAsync(Address *address, size_t bytes, void *stream) {
  CALL("cuMemAllocAsync");
  if (!bytes)
    return invalidValue;
  if (bytes > size_t(1) << 34)
    return outOfMemory;
  uint64_t made = driver().memory.allocate(bytes, streamAt(stream).device);
  issue(stream, "allocation",
        [=](const Work &) { driver().memory.beginLife(made); });
  *address = made;
  return success;
}
EXPORT cuMemFreeAsync(Address address, void *stream) {
  CALL("cuMemFreeAsync");
  issue(stream, "free",
        [=](const Work &work) { driver().memory.free(address, work); });
  return success;
}
EXPORT cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  CALL("cuMemHostAlloc");
  *memory = malloc(bytes);
  if (flags & hostMapped)
    driver().memory.map(reinterpret_cast<uint64_t>(*memory), bytes);
  return success;
}
EXPORT cuMemFreeHost(void *memory) {
  CALL("cuMemFreeHost");
  driver().memory.unmap(reinterpret_cast<uint64_t>(memory));
  free(memory);
  return success;
}
EXPORT cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                            void *stream) {
  CALL("cuMemcpyHtoDAsync");
  // Memory that is not pinned has been read when the call returns.
  std::vector<char> staged(static_cast<const char *>(from),
                           static_cast<const char *>(from) + bytes);
  issue(stream, "copy from host", [=](const Work &) {
    driver().memory.write(to, staged.data(), staged.size());
  });
  return success;
}
EXPORT cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes,
                            void *stream) {
  CALL("cuMemcpyDtoHAsync");
  issue(stream, "copy to host",
        [=](const Work &) { driver().memory.read(from, to, bytes); });
  return success;
}
EXPORT cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes,
                            void *stream) {
  CALL("cuMemcpyDtoDAsync");
  issue(stream, "copy",
        [=](const Work &) { driver().memory.copy(to, from, bytes); });
  return success;
}
EXPORT cuMemcpyPeerAsync(Address to, void *, Address from, void *, size_t bytes,
                         void *stream) {
  CALL("cuMemcpyPeerAsync");
  issue(stream, "copy between GPUs",
        [=](const Work &) { driver().memory.copy(to, from, bytes); });
  return success;
}

template <typename T>
static void fill(Address to, T value, size_t count, void *stream) {
  std::vector<T> values(count, value);
  issue(stream, "fill", [=](const Work &) {
    driver().memory.write(to, values.data(), count * sizeof(T));
  });
}

EXPORT cuMemsetD8Async(Address to, unsigned char value, size_t count,
                       void *stream) {
  CALL("cuMemsetD8Async");
  fill(to, value, count, stream);
  return success;
}
EXPORT cuMemsetD16Async(Address to, unsigned short value, size_t count,
                        void *stream) {
  CALL("cuMemsetD16Async");
  fill(to, value, count, stream);
  return success;
}
EXPORT cuMemsetD32Async(Address to, unsigned value, size_t count,
                        void *stream) {
  CALL("cuMemsetD32Async");
  fill(to, value, count, stream);
  return success;
}
