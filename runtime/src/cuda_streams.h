//===- cuda_streams.h - GPUs and their streams ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each queue of a GPU has a stream, and copies have streams of their own. What
// is issued to a stream gets a *ticket*: the number of the job or the copy that
// it belongs to. Memory remembers the tickets of its last uses (cuda_memory.h),
// so that a stream waits only for what touched the same memory: for an event
// that stands behind the ticket on the other stream. With one GPU a stream has
// no events until somebody waits for it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_STREAMS_H
#define TINE_RUNTIME_CUDA_STREAMS_H

#include "cuda_driver.h"
#include "devices.h"
#include "memory.h"

#include <pthread.h>

namespace tine::cuda {

struct Gpu;
struct Memory;
struct Constant;
struct StreamTrace;
struct ClockReading;
struct Checks;

struct Stream {
  /// An event, and the last ticket whose work all stands before it.
  struct Mark {
    Event event;
    uint64_t covered;
  };
  static constexpr uint64_t keptMarks = 64;

  Gpu *gpu;
  StreamHandle handle;
  uint16_t number; // of all streams
  bool isForCopies;
  /// Held by who issues a copy; the streams of queues have a thread each.
  pthread_mutex_t copying;

  SpinLock lock;   // of the next four
  uint64_t ticket; // of what is being issued; the first one is 1
  uint64_t marks;  // made so far
  bool isAwaited;  // by other streams or the host: tickets end with a mark
  Mark ring[keptMarks];
  /// All up to this ticket has run, as far as the host knows.
  uint64_t passed;
  /// For each stream the ticket that this one has waited for.
  uint64_t *seen;
  /// See cuda_trace.h; null before anything of it is traced.
  StreamTrace *trace;
  Checks *checks; // null before the first one
};

struct Gpu {
  Place place;
  Device device;
  Context context;
  Pool pool;
  Module module;
  Function *functions; // of the kernels, found when they are first launched
  Stream *queues;      // mostQueues of them
  Stream *fromHost, *toHost;
  Stream *fromGpu[mostGpus]; // null from where no copy has come
  /// Memory that nobody has and another stream may still use.
  SpinLock deferredLock;
  Memory *deferred;
  /// Copies of static data, by a hash of its address.
  static constexpr int constantChains = 256;
  pthread_mutex_t constantLock;
  Constant *constants[constantChains];
  /// What its clock showed, the last time first (cuda_trace.h).
  pthread_mutex_t clockLock;
  ClockReading *clock;
  StreamHandle clockStream;
};

/// By number; null where the program has no device.
extern Gpu *gpus[mostGpus];

/// As many streams can be.
extern int mostStreams;

Stream &streamOf(int number);

/// The stream of the queue whose thread this is.
Stream &ownStream();

/// Of what the job of this thread has used so far, its own included.
Origins &ownOrigins();

/// The GPU of a place that the program uses.
Gpu &gpuAt(Place place);

/// Calls on this thread that need a context are for this GPU from now on.
void enter(const Gpu &gpu);

/// The stream for copies from one GPU to another; it belongs to the latter.
Stream &streamBetween(const Gpu &from, Gpu &to);

/// The ticket of what is issued next to the stream, which this thread issues
/// to.
inline uint64_t ticketOf(const Stream &stream) {
  return __atomic_load_n(&stream.ticket, __ATOMIC_ACQUIRE);
}

/// What has been issued is all of the ticket.
void endTicket(Stream &stream);

/// What `stream` gets from now on waits for the ticket of another. Work of the
/// ticket must have been issued as far as it matters.
void waitFor(Stream &stream, Stream &other, uint64_t ticket);

/// Whether `stream` has waited for the ticket of another, or is the other.
bool hasSeen(const Stream &stream, const Stream &other, uint64_t ticket);

/// Whether the ticket has ended and its work has run. Does not block.
bool hasPassed(Stream &stream, uint64_t ticket);

/// Blocks the host until the ticket's work has run.
void waitOnHost(Stream &stream, uint64_t ticket);

/// Blocks the host until all work of a GPU has run.
void waitForAll(Gpu &gpu);

template <typename Visit> void visitGpus(Visit visit) {
  for (int i = 0; i < mostGpus; ++i)
    if (Gpu *gpu = gpus[i])
      visit(*gpu);
}

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_STREAMS_H
