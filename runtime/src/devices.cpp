//===- devices.cpp - Queues of devices --------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue runs jobs, one after the other, on a thread of its own, which opens a
// team if its place has several. That of a GPU has a thread, too, which gives
// work to a stream: its job has run when the work has been given. A job waits
// for futures of jobs and copies that were there before it, so the jobs that
// are oldest can always run: queues cannot block each other.
//
// What tasks queue need not wait for what the program and other tasks have
// queued: a place with several threads has further queues for it, which start
// when they are first used. Each has a team as large as the first one's: a
// large job has all threads when it is alone, and small jobs run beside each
// other.
//
// A copy between places belongs to no thread: whoever needs it first makes it.
// So it costs no change of threads, and its memory is taken when it is needed.
//
// What becomes of the errors of jobs stands in jobs.cpp.
//
//===----------------------------------------------------------------------===//

#include "futures.h"
#include "jobs.h"
#include "objects.h"
#include "output.h"
#include "stack.h"
#include "start.h"
#include "trace.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

using namespace tine;

extern "C" void omp_set_num_threads(int count);

namespace {

struct alignas(64) Queue {
  SpinLock lock;
  Job *first = nullptr, *last = nullptr;
  uint32_t waiting = 0; // jobs, the one that runs included
  uint32_t signal = 0;  // changes with each new job
  uint32_t asleep = 0;
  int threads = 1;
  uint16_t place = 0, number = 0; // of the place's queues
  bool isRunning = false;
};

/// The queues of a place: one for the program, the others for tasks.
struct Queues {
  Queue *queues = nullptr;
  int count = 0;
};

/// As many jobs may wait in each queue; then who queues waits, too. Else a loop
/// that prints nothing would queue all its iterations, and their memory.
constexpr uint32_t mostWaiting = 64;

DeviceMap map;
Queues *queuesOf; // by place, but none for the host
SpinLock startLock;

/// Jobs that have been queued and have not ended.
uint32_t unfinished;

/// Hands the results of a call, or its error, to their futures.
void settle(tine_future *call, bool failed, tine_future **futures) {
  for (uint32_t i = 0; i < call->results; ++i) {
    if (failed)
      futures[i]->error = retainError(call->error);
    else
      futures[i]->slots[0] = call->slots[i];
    finishFuture(futures[i], failed);
    tine_abi_release(futures[i]);
  }
  call->result_mask = 0;
}

void runJob(Queue &queue, Job *job) {
  tine_future *call = job->call;
  uint64_t start = traceNow();
  if (tracing())
    traceArrow(reinterpret_cast<uintptr_t>(job), /*starts=*/false);
  if (isGpu(queue.place))
    gpuPlaces.beginJob(call, job->scope ? job->scope->number : 0);
  bool failed = !runFuture(call);
  if (isGpu(queue.place)) {
    OpenChecks open;
    if (tine_error *earlier = gpuPlaces.endJob(failed, open)) {
      releaseError(call->error);
      call->error = earlier;
    }
    openChecksOf(job, open);
  }
  if (tracing())
    traceTask("queue", call->where, start);
  settle(call, failed, job->futures);
  endJob(job, failed ? call->error : nullptr);
  finishFuture(call, failed);
  tine_abi_release(call);
  __atomic_fetch_sub(&unfinished, 1u, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&jobWatchers, __ATOMIC_SEQ_CST)) {
    __atomic_fetch_add(&jobsEnded, 1u, __ATOMIC_SEQ_CST);
    wakeAll(&jobsEnded);
  }
}

Job *take(Queue &queue) {
  queue.lock.lock();
  Job *job = queue.first;
  if (job) {
    queue.first = job->next;
    if (!queue.first)
      queue.last = nullptr;
  }
  queue.lock.unlock();
  return job;
}

Job *waitForJob(Queue &queue) {
  for (int round = 0;; ++round) {
    uint32_t seen = __atomic_load_n(&queue.signal, __ATOMIC_SEQ_CST);
    if (Job *job = take(queue))
      return job;
    if (round < 200) {
      __builtin_ia32_pause();
    } else if (round < 210) {
      sched_yield();
    } else {
      __atomic_store_n(&queue.asleep, 1u, __ATOMIC_SEQ_CST);
      if (__atomic_load_n(&queue.signal, __ATOMIC_SEQ_CST) == seen)
        sleepWhile(&queue.signal, seen);
      __atomic_store_n(&queue.asleep, 0u, __ATOMIC_SEQ_CST);
    }
  }
}

/// "cpu:0: cuda:0, cuda:2"; further queues are "cpu:0 queue 2: ...". That of a
/// GPU, "GPU 0: cuda:0", is of the thread that gives it work.
void nameLaneOf(const Queue &queue) {
  Place place = queue.place;
  Text text;
  if (isGpu(place))
    text.addf("GPU %d", gpuOf(place));
  else
    text.addf("cpu:%d", place - 1);
  if (queue.number)
    text.addf(" queue %d", queue.number + 1);
  int number = 0;
  const char *separator = ": ";
  visitEntries(tine_abi_program.devices, [&](const char *name, size_t length) {
    if (map.places[number++] == place) {
      text.add(separator);
      text.add(name, length);
      separator = ", ";
    }
    return true;
  });
  text.add('\0');
  nameLane(text.data);
}

void *serve(void *argument) {
  auto &queue = *static_cast<Queue *>(argument);
  ownTeamThreads = queue.threads;
  nameLaneOf(queue);
  if (isGpu(queue.place))
    gpuPlaces.enter(queue.place, queue.number);
  if (queue.threads > 1 && chosenProgram->team) {
    omp_set_num_threads(queue.threads);
    chosenProgram->team(&queue);
  }
  tine_abi_serve(&queue);
  return nullptr;
}

/// False where its thread cannot be made.
bool start(Queue &queue) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackSize(workerStack, workerShare));
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  queue.isRunning = !pthread_create(&thread, &attributes, serve, &queue);
  pthread_attr_destroy(&attributes);
  return queue.isRunning;
}

uint32_t waitingIn(const Queue &queue) {
  return __atomic_load_n(&queue.waiting, __ATOMIC_RELAXED);
}

/// `threads` of each queue.
void makeQueues(Place place, int count, int threads) {
  Queues &made = queuesOf[place];
  made.count = count;
  void *memory = nullptr;
  size_t bytes = size_t(count) * sizeof(Queue);
  if (posix_memalign(&memory, alignof(Queue), bytes))
    fatal("out of memory");
  made.queues = static_cast<Queue *>(memory);
  for (int i = 0; i < count; ++i) {
    made.queues[i] = Queue();
    made.queues[i].threads = threads;
    made.queues[i].place = place;
    made.queues[i].number = uint16_t(i);
  }
}

/// Where work goes that this scope queues: of tasks, where the least waits.
Queue &queueFor(Place place, const Scope *scope) {
  const Queues &all = queuesOf[place];
  Queue *best = all.queues;
  bool isOfTask = scope && scope->future;
  for (int i = 1; i < all.count && isOfTask; ++i)
    if (best == all.queues || waitingIn(all.queues[i]) < waitingIn(*best))
      best = &all.queues[i];
  if (best == all.queues || (waitingIn(*best) && !waitingIn(all.queues[0])))
    return all.queues[0];
  startLock.lock();
  bool isRunning = best->isRunning || start(*best);
  startLock.unlock();
  return isRunning ? *best : all.queues[0];
}

void push(Queue &queue, Job *job) {
  __atomic_fetch_add(&unfinished, 1u, __ATOMIC_SEQ_CST);
  queue.lock.lock();
  (queue.last ? queue.last->next : queue.first) = job;
  queue.last = job;
  queue.lock.unlock();
  __atomic_fetch_add(&queue.signal, 1u, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&queue.asleep, __ATOMIC_SEQ_CST))
    wakeAll(&queue.signal);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The tensor of a future, which stays the future's. Raises its error.
tine_tensor *await(tine_future *future, const char *where) {
  if (!tine_abi_future_ready(future)) {
    if (tine_abi_future_claim(future))
      tine_abi_future_run(future);
    else
      for (int64_t round = 0; !tine_abi_future_ready(future); ++round)
        tine_abi_future_pause(future, round);
  }
  tine_abi_future_check(future, where);
  return reinterpret_cast<tine_tensor *>(future->slots[0]);
}

/// Adds the name of a device of the program.
void addDevice(Text &text, uint32_t wanted) {
  uint32_t number = 0;
  visitEntries(tine_abi_program.devices, [&](const char *name, size_t length) {
    if (number++ == wanted)
      text.add(name, length);
    return number <= wanted;
  });
}

/// A span "cuda:0 to cuda:1".
void traceCopy(uint64_t devices, const char *where, uint64_t start,
               int64_t bytes) {
  Text text;
  addDevice(text, uint32_t(devices >> 32));
  text.add(" to ");
  addDevice(text, uint32_t(devices));
  text.add('\0');
  traceSpan("copy", text.data, where, start, bytes);
}

Place placeOf(int32_t device) { return map.places[device]; }

tine_tensor *copyElements(const tine_tensor *tensor, uint32_t from, uint32_t to,
                          const char *where) {
  if (isGpu(map.places[from]) || isGpu(map.places[to]))
    return gpuPlaces.copy(tensor, map.places[to], where);
  tine_tensor *copy =
      tine_abi_tensor_new(tensor->head.dtype, tensor->head.rank, tensor->sizes);
  if (!isStandIn(tensor))
    memcpy(elements(copy), elements(tensor), size_t(elementsBytes(tensor)));
  return copy;
}

/// The body of a copy. It takes the source, both devices for the trace, and the
/// number of copies before it.
void copyTensor(tine_future *copy) {
  auto *source = reinterpret_cast<tine_object *>(copy->slots[0]);
  tine_tensor *from =
      source->kind == TINE_KIND_FUTURE
          ? await(reinterpret_cast<tine_future *>(source), copy->where)
          : reinterpret_cast<tine_tensor *>(source);
  uint64_t start = traceNow();
  tine_tensor *to = copyElements(from, uint32_t(copy->slots[1] >> 32),
                                 uint32_t(copy->slots[1]), copy->where);
  if (tracing())
    traceCopy(copy->slots[1], copy->where, start, elementsBytes(from));
  copy->slots[0] = reinterpret_cast<uint64_t>(to);
}

/// How many copies, one of the other, wait to be made in a row: each is made by
/// who makes the next, on top of its frame.
constexpr uint64_t longestChain = 64;

/// The copies in a row that end with this source, itself included.
uint64_t chainOf(const tine_object *source) {
  auto *future = reinterpret_cast<const tine_future *>(source);
  return source->kind == TINE_KIND_FUTURE && future->body == copyTensor
             ? future->slots[2] + 1
             : 0;
}

} // namespace

int tine::startPlaces(const DeviceMap &devices, int threads) {
  map = devices;
  int cpus = 0, gpus = 0;
  bool used[mostPlaces] = {};
  for (int i = 0; i < map.count; ++i) {
    Place place = map.places[i];
    if (!place || used[place])
      continue;
    used[place] = true;
    ++(isGpu(place) ? gpus : cpus);
  }
  if (!cpus && !gpus)
    return threads;
  queuesOf = static_cast<Queues *>(calloc(mostPlaces, sizeof(Queues)));
  if (!queuesOf)
    fatal("out of memory");
  if (gpus)
    gpuPlaces.start(devices);
  int left = threads, count = 0;
  for (int i = 1; i < mostPlaces; ++i) {
    if (!used[i])
      continue;
    // A thread that only gives work to a GPU takes none from the others.
    if (isGpu(Place(i))) {
      makeQueues(Place(i), mostQueues, 1);
      continue;
    }
    // As even as can be.
    int share = (threads + count) / cpus;
    ++count;
    share = share > 1 ? share : 1;
    left -= share;
    makeQueues(Place(i), share < mostQueues ? share : mostQueues, share);
  }
  for (int i = 1; i < mostPlaces; ++i)
    if (used[i] && !start(queuesOf[i].queues[0]))
      fatal("the thread of a device cannot be made; run with --device-map "
            "'cuda:*=cpu'");
  return left > 1 ? left : 1;
}

void tine::emptyQueues() {
  waitForJobs([] { return !__atomic_load_n(&unfinished, __ATOMIC_SEQ_CST); });
  if (&gpuPlaces)
    gpuPlaces.finish();
}

int32_t tine_abi_runs_on(int32_t device, const char *target) {
  return isGpu(placeOf(device)) == !strcmp(target, "cuda");
}

void tine_abi_serve(void *argument) {
  auto &queue = *static_cast<Queue *>(argument);
  while (true) {
    runJob(queue, waitForJob(queue));
    __atomic_fetch_sub(&queue.waiting, 1u, __ATOMIC_SEQ_CST);
  }
}

void tine_abi_enqueue(tine_future *call, int32_t device, int32_t can_fail,
                      tine_future **futures) {
  if (tracing())
    call->where = wholePlace(call->where);
  for (uint32_t i = 0; i < call->results; ++i)
    futures[i] = newRunningFuture(maskBit(call->result_mask, i), call->where);
  Place place = placeOf(device);
  if (!place) {
    tine_error *error = runFuture(call) ? nullptr : retainError(call->error);
    settle(call, error, futures);
    finishFuture(call, error);
    tine_abi_release(call);
    tine_abi_release(call);
    if (error)
      raiseError(error);
    return;
  }
  Scope *scope = currentScope();
  Queue &queue = queueFor(place, scope);
  Job *job = newJob(call->results);
  job->call = call;
  memcpy(job->futures, futures, call->results * sizeof(*futures));
  if (can_fail && scope)
    listJob(job, scope);
  // Of two counts one is the creator's.
  tine_abi_release(call);
  if (tracing())
    traceArrow(reinterpret_cast<uintptr_t>(job), /*starts=*/true);
  uint32_t waiting = __atomic_add_fetch(&queue.waiting, 1u, __ATOMIC_SEQ_CST);
  push(queue, job);
  if (waiting > mostWaiting)
    waitForJobs([&] {
      return __atomic_load_n(&queue.waiting, __ATOMIC_SEQ_CST) <= mostWaiting;
    });
}

tine_future *tine_abi_transfer(tine_object *source, int32_t from, int32_t to,
                               const char *where) {
  bool copies = placeOf(from) != placeOf(to);
  if (!copies && source->kind == TINE_KIND_FUTURE)
    return reinterpret_cast<tine_future *>(source);
  tine_future *copy;
  if (copies) {
    uint64_t chain = chainOf(source);
    if (chain == longestChain) {
      await(reinterpret_cast<tine_future *>(source), where);
      chain = 0;
    }
    copy = newLazyFuture(copyTensor, where);
    copy->slots[0] = reinterpret_cast<uint64_t>(source);
    copy->slots[1] = uint64_t(from) << 32 | uint32_t(to);
    copy->slots[2] = chain;
    return copy;
  }
  copy = newRunningFuture(/*counted=*/true, where);
  copy->slots[0] = reinterpret_cast<uint64_t>(source);
  finishFuture(copy, /*failed=*/false);
  tine_abi_release(copy);
  return copy;
}

uint64_t tine_abi_future_take(tine_future *future, uint32_t slot) {
  uint64_t value = future->slots[slot];
  bool counted = maskBit(future->result_mask, slot);
  if (!counted || !value)
    return value;
  if (__atomic_load_n(&future->head.count, __ATOMIC_ACQUIRE) == 1)
    future->slots[slot] = 0;
  else
    tine_abi_retain(reinterpret_cast<void *>(value));
  return value;
}
