//===- cuda_start.cpp - Start and end of GPUs -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for the driver and for GPUs that can run the program, loads its code,
// and makes the streams.
//
//===----------------------------------------------------------------------===//

#include "cuda_start.h"
#include "cuda_checks.h"
#include "cuda_constants.h"
#include "cuda_memory.h"
#include "cuda_trace.h"
#include "output.h"
#include "start.h"

#include <stdlib.h>
#include <zlib.h>

using namespace tine;
using namespace tine::cuda;

Gpu *cuda::gpus[mostGpus];
int cuda::mostStreams;

/// All streams by number.
static Stream *streams;

Stream &cuda::streamOf(int number) { return streams[number]; }
Gpu &cuda::gpuAt(Place place) { return *gpus[gpuOf(place)]; }

Stream &cuda::streamBetween(const Gpu &from, Gpu &to) {
  return *to.fromGpu[gpuOf(from.place)];
}

template <typename T> static T *zeroed(size_t count) {
  auto *memory = static_cast<T *>(calloc(count ? count : 1, sizeof(T)));
  if (!memory)
    fatal("out of memory");
  return memory;
}

//===-- Before the program runs -------------------------------------------===//

/// Version of CUDA whose drivers take the program's PTX (8.0), and the least
/// compute capability, as 10 times major plus minor.
constexpr int oldestVersion = 12000, leastCapability = 80;

static const char *const onCpu =
    "; run with --device-map 'cuda:*=cpu' to use the CPU instead";

/// Calls `visit` with each device of the program that is on a GPU.
template <typename Visit>
static void visitDevices(const DeviceMap &devices, Visit visit) {
  int number = 0;
  visitEntries(tine_abi_program.devices, [&](const char *name, size_t length) {
    Place place = devices.places[number++];
    if (isGpu(place))
      visit(name, int(length), gpuOf(place));
    return true;
  });
}

/// "the program uses cuda:0, cuda:1 and cuda:2, and "
static void addDevices(Text &text, const DeviceMap &devices) {
  int count = 0, number = 0;
  visitDevices(devices, [&](const char *, int, int) { ++count; });
  text.add("the program uses ");
  visitDevices(devices, [&](const char *name, int length, int) {
    ++number;
    text.addf("%s%.*s",
              number == 1       ? ""
              : number == count ? " and "
                                : ", ",
              length, name);
  });
  text.add(", and ");
}

/// The start of the driver; false with a message in `problem`.
static bool initDriver(const DeviceMap &devices, Text &problem) {
  Text reason;
  if (!openDriver(reason)) {
    addDevices(problem, devices);
    problem.add("there is no NVIDIA driver here (");
    problem.add(reason.data, reason.size);
    problem.add(")");
    problem.add(onCpu);
    return false;
  }
  if (Result result = driver.init.attempt(0)) {
    addDevices(problem, devices);
    problem.add("the NVIDIA driver does not start: cuInit: ");
    describe(problem, result);
    problem.add(onCpu);
    return false;
  }
  int version = 0;
  driver.driverGetVersion(&version);
  if (version >= oldestVersion)
    return true;
  addDevices(problem, devices);
  problem.addf("the NVIDIA driver here is one for CUDA %d.%d, not for %d.%d or "
               "newer%s",
               version / 1000, version % 1000 / 10, oldestVersion / 1000,
               oldestVersion % 1000 / 10, onCpu);
  return false;
}

/// Whether there are as many GPUs as the map says.
static bool checkCount(const DeviceMap &devices, Text &problem) {
  int count = 0;
  driver.deviceGetCount(&count);
  Text aliases;
  visitDevices(devices, [&](const char *name, int length, int gpu) {
    if (gpu >= count && count)
      aliases.addf("%s%.*s=cuda:%d", aliases.size ? "," : "", length, name,
                   gpu % count);
  });
  if (count && !aliases.size)
    return true;
  addDevices(problem, devices);
  if (!count) {
    problem.addf("there is no GPU here%s", onCpu);
    return false;
  }
  problem.addf("there %s %d GPU%s here; run with --device-map '",
               count == 1 ? "is" : "are", count, count == 1 ? "" : "s");
  problem.add(aliases.data, aliases.size);
  problem.addf("' to share %s", count == 1 ? "it" : "them");
  return false;
}

/// 10 times major plus minor.
static int capabilityOf(Device device) {
  int major = 0, minor = 0;
  driver.deviceGetAttribute(&major, majorOfCapability, device);
  driver.deviceGetAttribute(&minor, minorOfCapability, device);
  return 10 * major + minor;
}

/// Whether the GPU runs the program's code.
static bool checkCapability(int gpu, Text &problem) {
  Device device;
  driver.deviceGet(&device, gpu);
  int capability = capabilityOf(device);
  if (capability >= leastCapability)
    return true;
  char name[128] = "";
  driver.deviceGetName(name, int(sizeof(name)), device);
  problem.addf(
      "GPU %d (%s) has compute capability %d.%d, and the program needs "
      "%d.%d or more%s",
      gpu, name, capability / 10, capability % 10, leastCapability / 10,
      leastCapability % 10, onCpu);
  return false;
}

bool cuda::openGpus(const DeviceMap &devices, Text &problem) {
  bool isUsed = false, isGood = true;
  visitDevices(devices, [&](const char *, int, int) { isUsed = true; });
  if (!isUsed)
    return true;
  if (!initDriver(devices, problem) || !checkCount(devices, problem))
    return false;
  visitDevices(devices, [&](const char *, int, int gpu) {
    isGood = isGood && checkCapability(gpu, problem);
  });
  return isGood;
}

//===-- Code --------------------------------------------------------------===//

/// The code that fits the GPU best: machine code for just this kind, else the
/// newest PTX that it takes; null if there is none.
static const tine_image *imageFor(int capability,
                                  const tine_device_code &code) {
  const tine_image *best = nullptr;
  int newest = 0;
  for (int64_t i = 0; i < code.image_count; ++i) {
    const tine_image &image = code.images[i];
    char *suffix = nullptr;
    // Behind "sm_"; an "a" says that it is for no other kind.
    auto number = int(strtol(image.architecture + 3, &suffix, 10));
    if (image.isBinary && number == capability)
      return &image;
    bool isTaken = *suffix ? number == capability : number <= capability;
    if (image.isBinary || !isTaken || number <= newest)
      continue;
    best = &image;
    newest = number;
  }
  return best;
}

static void loadImage(Gpu &gpu, const tine_image &image) {
  if (!image.packed)
    return driver.moduleLoadData(&gpu.module, image.data);
  // The driver looks for the NUL behind PTX.
  auto *data = zeroed<char>(size_t(image.bytes) + 1);
  auto bytes = uLongf(image.bytes);
  if (uncompress(reinterpret_cast<Bytef *>(data), &bytes,
                 static_cast<const Bytef *>(image.data),
                 uLong(image.packed)) != Z_OK ||
      int64_t(bytes) != image.bytes)
    fatal("the program's code for GPUs is damaged");
  driver.moduleLoadData(&gpu.module, data);
  free(data);
}

static void loadCode(Gpu &gpu) {
  const tine_device_code &code = *chosenProgram->device_code;
  gpu.functions = zeroed<Function>(size_t(code.kernel_count));
  if (!code.kernel_count)
    return;
  int capability = capabilityOf(gpu.device);
  const tine_image *image = imageFor(capability, code);
  if (!image) {
    Text text;
    text.addf("the program has no code for GPUs of compute capability %d.%d%s",
              capability / 10, capability % 10, onCpu);
    text.add('\0');
    fatal(text.data);
  }
  loadImage(gpu, *image);
}

//===-- Streams -----------------------------------------------------------===//

static Stream *makeStream(Gpu &gpu, bool isForCopies) {
  Stream &stream = streams[mostStreams];
  stream.gpu = &gpu;
  stream.number = uint16_t(mostStreams++);
  stream.isForCopies = isForCopies;
  stream.ticket = 1;
  pthread_mutex_init(&stream.copying, nullptr);
  enter(gpu);
  driver.streamCreate(&stream.handle, streamNonBlocking);
  return &stream;
}

static void makeStreams(Gpu &gpu) {
  gpu.queues = &streams[mostStreams];
  for (int i = 0; i < mostQueues; ++i)
    makeStream(gpu, /*isForCopies=*/false);
  gpu.fromHost = makeStream(gpu, /*isForCopies=*/true);
  gpu.toHost = makeStream(gpu, /*isForCopies=*/true);
  visitGpus([&](const Gpu &source) {
    if (&source != &gpu)
      gpu.fromGpu[gpuOf(source.place)] = makeStream(gpu, /*isForCopies=*/true);
  });
}

static Gpu *makeGpu(int number) {
  auto *gpu = zeroed<Gpu>(1);
  gpu->place = Place(firstGpu + number);
  driver.deviceGet(&gpu->device, number);
  driver.devicePrimaryCtxRetain(&gpu->context, gpu->device);
  pthread_mutex_init(&gpu->constantLock, nullptr);
  pthread_mutex_init(&gpu->clockLock, nullptr);
  enter(*gpu);
  driver.deviceGetDefaultMemPool(&gpu->pool, gpu->device);
  // Keeps what is freed: else each wait for a stream gives all of it back.
  uint64_t threshold = UINT64_MAX;
  driver.memPoolSetAttribute(gpu->pool, releaseThreshold, &threshold);
  loadCode(*gpu);
  return gpu;
}

void cuda::startGpus(const DeviceMap &devices) {
  int count = 0;
  for (int i = 0; i < devices.count; ++i) {
    if (!isGpu(devices.places[i]))
      continue;
    int number = gpuOf(devices.places[i]);
    if (gpus[number])
      continue;
    gpus[number] = makeGpu(number);
    ++count;
  }
  auto all = size_t(count) * size_t(mostQueues + 2 + count - 1);
  streams = zeroed<Stream>(all);
  auto *seen = zeroed<uint64_t>(all * all);
  for (size_t i = 0; i < all; ++i)
    streams[i].seen = seen + i * all;
  visitGpus(makeStreams);
  // An event that is made when another GPU first waits stands behind all that
  // has been issued until then, and keeps pipelines from filling.
  for (size_t i = 0; count > 1 && i < all; ++i)
    streams[i].isAwaited = true;
}

//===-- End ---------------------------------------------------------------===//

void cuda::finishGpus() {
  visitGpus([](Gpu &gpu) { waitForAll(gpu); });
  visitGpus([](Gpu &gpu) { freeDeferred(gpu); });
  for (int i = 0; i < mostStreams; ++i)
    writeSpans(streams[i]);
}

/// Gives back what the driver has, so that a simulated one can tell what was
/// forgotten.
static void release(Gpu &gpu) {
  enter(gpu);
  freeConstants(gpu);
  if (gpu.module)
    driver.moduleUnload(gpu.module);
  for (int i = 0; i < mostStreams; ++i) {
    Stream &stream = streams[i];
    if (stream.gpu != &gpu)
      continue;
    for (Stream::Mark &mark : stream.ring)
      if (mark.event)
        driver.eventDestroy(mark.event);
    releaseSpans(stream);
    releaseRecords(stream);
    driver.streamDestroy(stream.handle);
  }
  releaseClock(gpu);
  driver.devicePrimaryCtxRelease(gpu.device);
}

void cuda::closeGpus() {
  finishGpus();
  if (getenv("TINE_TEST"))
    visitGpus(release);
}
