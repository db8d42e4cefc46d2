//===- cuda_checks.cpp - Checks of data on GPUs -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of a stream are a ring. A kernel writes to one only where
// something is wrong.
//
//===----------------------------------------------------------------------===//

#include "cuda_checks.h"
#include "errors.h"
#include "output.h"

#include <stdlib.h>

using namespace tine;
using namespace tine::cuda;

namespace {

/// What kernels write.
struct Record {
  struct {
    uint64_t isBad;
    int64_t index;
  } parts[TINE_CHECK_PARTS];
};
static_assert(sizeof(Record) == 2 * TINE_CHECK_PARTS * sizeof(uint64_t));

/// What an error says.
struct About {
  const char *kind, *pattern, *where;
  int64_t parts;
  static constexpr int mostNumbers = 4;
  int64_t numbers[mostNumbers]; // the first one is the index
};

} // namespace

struct cuda::Checks {
  static constexpr uint64_t most = 512;
  Record *records; // pinned
  About about[most];
  uint64_t made;   // so far
  uint64_t closed; // all below have been looked at
};

/// Of the job that this thread runs, the first check that nobody has looked at.
static thread_local uint64_t firstOpen;

static Checks &checksOf(Stream &stream) {
  if (stream.checks)
    return *stream.checks;
  auto *checks = static_cast<Checks *>(calloc(1, sizeof(Checks)));
  if (!checks)
    fatal("out of memory");
  enter(*stream.gpu);
  void *records = nullptr;
  driver.memHostAlloc(&records, Checks::most * sizeof(Record),
                      hostPortable | hostMapped);
  checks->records = static_cast<Record *>(records);
  stream.checks = checks;
  return *checks;
}

void cuda::releaseRecords(Stream &stream) {
  if (stream.checks)
    driver.memFreeHost(stream.checks->records);
}

/// Several threads may do this.
static void advance(uint64_t &number, uint64_t to) {
  uint64_t old = __atomic_load_n(&number, __ATOMIC_RELAXED);
  while (old < to &&
         !__atomic_compare_exchange_n(&number, &old, to, true, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED)) {
  }
}

/// The number of the part in which the check found something, or -1.
static int64_t badPartOf(const Checks &checks, uint64_t number) {
  const Record &record = checks.records[number % Checks::most];
  int64_t parts = checks.about[number % Checks::most].parts;
  for (int64_t i = 0; i < parts; ++i)
    if (__atomic_load_n(&record.parts[i].isBad, __ATOMIC_ACQUIRE))
      return i;
  return -1;
}

/// The error of the first that failed, owned, or null.
static tine_error *firstError(const Checks &checks, uint64_t first,
                              uint64_t end) {
  for (uint64_t number = first; number != end; ++number) {
    int64_t part = badPartOf(checks, number);
    if (part < 0)
      continue;
    About about = checks.about[number % Checks::most];
    about.numbers[0] = checks.records[number % Checks::most].parts[part].index;
    return errorOfNumbers(about.kind, about.pattern, about.numbers,
                          about.where);
  }
  return nullptr;
}

//===-- Of the job that runs ----------------------------------------------===//

void cuda::beginChecks(Stream &stream) {
  Checks *checks = stream.checks;
  if (!checks)
    return;
  // Seldom: to ask whether something has run costs an event.
  uint64_t closed = __atomic_load_n(&checks->closed, __ATOMIC_RELAXED);
  if (checks->made - closed > Checks::most / 2)
    closeChecksOf(stream, /*waits=*/false);
  firstOpen = checks->made;
}

tine_error *cuda::endChecks(Stream &stream, bool failed, OpenChecks &open) {
  Checks *checks = stream.checks;
  // The ticket of the job has just ended.
  if (!checks || firstOpen == checks->made)
    return nullptr;
  open = {&stream, ticketOf(stream) - 1, firstOpen, checks->made};
  if (!failed)
    return nullptr;
  awaitChecks(open);
  tine_error *error = firstError(*checks, open.first, open.end);
  open = {};
  return error;
}

/// The same of checks of this job alone, all of which have run.
static void raiseOwn(Checks &checks) {
  tine_error *error = firstError(checks, firstOpen, checks.made);
  firstOpen = checks.made;
  if (error)
    raiseError(error);
}

void cuda::raiseChecked(Stream &stream, const Origins &origins) {
  if (stream.checks)
    raiseOwn(*stream.checks);
  if (tine_error *error = errorOfChecks(origins))
    raiseError(error);
}

/// Waits for all checks of the stream.
static void makeRoom(Stream &stream, Checks &checks) {
  closeChecksOf(stream, /*waits=*/true);
  enter(*stream.gpu);
  driver.streamSynchronize(stream.handle);
  raiseOwn(checks);
  advance(checks.closed, checks.made);
}

uint64_t *tine_abi_cuda_check(const char *kind, const char *pattern,
                              const int64_t *numbers, int32_t count,
                              int64_t parts, const char *where) {
  Stream &stream = ownStream();
  Checks &checks = checksOf(stream);
  if (checks.made - __atomic_load_n(&checks.closed, __ATOMIC_ACQUIRE) >=
      Checks::most)
    makeRoom(stream, checks);
  uint64_t number = checks.made++ % Checks::most;
  About &about = checks.about[number];
  about = {kind, pattern, where, parts, {}};
  for (int32_t i = 1; i < count && i < About::mostNumbers; ++i)
    about.numbers[i] = numbers[i];
  Record &record = checks.records[number];
  memset(&record, 0, sizeof(record));
  return &record.parts[0].isBad;
}

//===-- Of jobs that have issued all --------------------------------------===//

void cuda::awaitChecks(const OpenChecks &checks) {
  waitOnHost(*checks.stream, checks.ticket);
}

bool cuda::haveRun(const OpenChecks &checks) {
  return hasPassed(*checks.stream, checks.ticket);
}

bool cuda::hasFailed(const OpenChecks &open) {
  for (uint64_t number = open.first; number != open.end; ++number)
    if (badPartOf(*open.stream->checks, number) >= 0)
      return true;
  return false;
}

tine_error *cuda::closeChecks(const OpenChecks &open) {
  return firstError(*open.stream->checks, open.first, open.end);
}

void cuda::freeChecks(const OpenChecks &last) {
  advance(last.stream->checks->closed, last.end);
}
