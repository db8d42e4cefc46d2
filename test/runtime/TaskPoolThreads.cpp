//===- TaskPoolThreads.cpp - Forks and waits without OpenMP -----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue that worker threads empty. A waiter helps nobody but the task that it
// waits for, which is enough never to deadlock.
//
//===----------------------------------------------------------------------===//

#include "TaskPool.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

using namespace tine;

namespace {
std::mutex mutex;
std::condition_variable changed;
std::deque<tine_future *> queue;
bool closing;

void work() {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    changed.wait(lock, [] { return closing || !queue.empty(); });
    if (queue.empty())
      return;
    tine_future *future = queue.front();
    queue.pop_front();
    lock.unlock();
    tine_abi_future_task(future);
    lock.lock();
  }
}
} // namespace

void test::runTeam(int threads, void (*body)(void *), void *argument) {
  closing = false;
  std::vector<std::thread> workers;
  for (int i = 1; i < threads; ++i)
    workers.emplace_back(work);
  body(argument);
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  changed.notify_all();
  work();
  for (std::thread &worker : workers)
    worker.join();
}

void test::spawn(tine_future *future) {
  if (isNew(future) && !tine_abi_future_defer(future))
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (queue.size() < 100) {
      queue.push_back(future);
      future = nullptr;
    }
  }
  // As OpenMP does: with many tasks waiting, a new one runs where it is forked.
  // (An old one must not: it could wait for the task that runs below it.)
  if (future)
    tine_abi_future_task(future);
  else
    changed.notify_one();
}

void test::wait(tine_future *future, const char *where) {
  if (!tine_abi_future_ready(future)) {
    if (tine_abi_future_claim(future))
      tine_abi_future_run(future);
    else
      for (int64_t round = 0; !tine_abi_future_ready(future); ++round)
        tine_abi_future_pause(future, round);
  }
  tine_abi_future_check(future, where);
}
