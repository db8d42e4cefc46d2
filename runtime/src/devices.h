//===- devices.h - Places for devices, and their queues ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program names devices; --device-map says at which place each of them is:
// the host itself, which runs their work at once, one of several logical CPUs,
// each with threads and a queue of its own, or a GPU. Devices that share a
// place share its queue and copy nothing.
//
// The functions that are weak are there only in a program that queues work.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_DEVICES_H
#define TINE_RUNTIME_DEVICES_H

#include "errors.h"
#include "text.h"

namespace tine {

/// The number of a place: 0 is the host, i + 1 the logical CPU `cpu:i`, and
/// firstGpu + i the GPU i.
using Place = uint16_t;

/// Devices that a program can have, and the numbers of logical CPUs and GPUs.
constexpr int mostDevices = 256, mostCpus = 256, mostGpus = 64;

constexpr Place firstGpu = mostCpus + 1;
constexpr int mostPlaces = firstGpu + mostGpus;
inline bool isGpu(Place place) { return place >= firstGpu; }
inline int gpuOf(Place place) { return place - firstGpu; }

/// Queues of a place; no more than it has threads, if it is a CPU.
constexpr int mostQueues = 4;

/// The place of each device of the program, in the order of its list.
struct DeviceMap {
  int count = 0;
  Place places[mostDevices] = {};
};

namespace cuda {
struct Stream;
}

/// Checks of data that a job has given to a stream of a GPU, and whose results
/// nobody has looked at: those with the numbers from `first` on below `end`.
/// They have run when the ticket has.
struct OpenChecks {
  cuda::Stream *stream = nullptr;
  uint64_t ticket = 0, first = 0, end = 0;

  bool any() const { return stream; }
};

/// The numbers of the scopes that have queued what made a tensor, directly or
/// by what it was made of, as far as it can be wrong.
class Origins {
public:
  void add(uint64_t scope);
  void add(const Origins &others);
  bool has(uint64_t scope) const;

private:
  static constexpr int most = 4;
  uint64_t scopes[most] = {}; // 0 behind the last one
  bool isAny = false;         // they were too many
};

/// Reads a map PATTERN=DEVICE[,...]; `map` may be null. False with a message
/// in `problem` when a device has no place that can be had, or an entry no
/// device.
bool placeDevices(const tine_program &program, const char *map,
                  DeviceMap &devices, Text &problem);

/// Shares `threads` among the places: makes the queues. The result is what is
/// left for the host, at least 1.
__attribute__((weak)) int startPlaces(const DeviceMap &devices, int threads);

/// Waits for what the scope has queued and can fail. Returns the error of what
/// was queued first among all that failed, owned, or null. `forget`: the scope
/// has been told.
__attribute__((weak)) tine_error *finishQueued(Scope &scope, bool forget);

/// Raises the error of queued work that comes before, if there is one: called
/// before something that others can see.
__attribute__((weak)) void raiseQueued();

/// The error of the first check that has failed of jobs that these scopes have
/// queued: owned, or null. It is called behind a wait for what has these
/// origins, before the host looks at it.
tine_error *errorOfChecks(const Origins &origins);

/// The checks up to these of their stream have run: their jobs have failed or
/// are done with.
void closeChecksUpTo(const OpenChecks &last);

/// Those of the stream that have run, or, if it waits, all that stand before
/// the current job.
void closeChecksOf(cuda::Stream &stream, bool waits);

/// Waits until all queues are empty, and GPUs have done what they got of them.
__attribute__((weak)) void emptyQueues();

/// What GPUs do for the rest of the runtime. It is there,
/// with all that it leads to, only in a program with code for GPUs.
struct GpuPlaces {
  /// Before the program starts: whether the driver and the GPUs of this map are
  /// there, else why not. Does nothing if the map has none.
  bool (*open)(const DeviceMap &devices, Text &problem);
  /// Loads the program's code and makes streams, for as many queues a GPU.
  void (*start)(const DeviceMap &devices);
  /// This thread is that of a queue from now on.
  void (*enter)(Place place, int queue);
  /// Around a job, on the thread of its queue. `scope` is the number of that
  /// which queued it, 0 if the job cannot fail. At the end of one that has
  /// failed, the error of a check that came before, owned, or null; at that of
  /// another one, the checks that are open.
  void (*beginJob)(const tine_future *call, uint64_t scope);
  tine_error *(*endJob)(bool failed, OpenChecks &open);
  /// Blocks until the checks have run.
  void (*awaitChecks)(const OpenChecks &checks);
  /// Whether they have run, and whether one is known to have failed. Neither
  /// blocks.
  bool (*haveRun)(const OpenChecks &checks);
  bool (*hasFailed)(const OpenChecks &checks);
  /// The error of the first that failed, owned, or null, when they have run.
  tine_error *(*closeChecks)(const OpenChecks &checks);
  /// The memory of these and of all before them is used again.
  void (*freeChecks)(const OpenChecks &last);
  /// A copy, at this place, of a tensor that is at another; the tensor is
  /// borrowed. Raises when memory has run out. `where` is for the trace.
  tine_tensor *(*copy)(const tine_tensor *tensor, Place to, const char *where);
  /// Frees what has no count left, of the kind TINE_KIND_MEMORY.
  void (*freeMemory)(tine_object *memory);
  /// Waits for all that has been issued.
  void (*finish)();
  /// The same at the end of the program.
  void (*close)();
};
extern __attribute__((weak)) const GpuPlaces gpuPlaces;

} // namespace tine

#endif // TINE_RUNTIME_DEVICES_H
