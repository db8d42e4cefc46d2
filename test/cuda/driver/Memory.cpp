//===- Memory.cpp - Memory of simulated GPUs ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace simulated;

/// Addresses that there are, and what lies in between allocations.
static constexpr size_t reserved = size_t(1) << 40, alignment = 256;

/// The status of a program that a problem ends.
static constexpr int problemStatus = 97;

void simulated::join(Clock &clock, const Clock &other) {
  clock.resize(std::max(clock.size(), other.size()));
  for (size_t i = 0; i < other.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

Memory::Memory() {
  void *pages = mmap(nullptr, reserved, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    problem("no addresses are left");
  next = reinterpret_cast<uint64_t>(pages);
  end = next + reserved;
}

void Memory::problem(const std::string &text) {
  fflush(stdout);
  fprintf(stderr, "simulated driver: %s\n", text.c_str());
  _exit(problemStatus);
}

void Memory::begin(const Work &work) {
  running = &work;
  ++workNumber;
  names[{work.stream, work.time()}] = work.what;
}

uint64_t Memory::allocate(size_t bytes, int device) {
  uint64_t address = next;
  next += (bytes + 2 * alignment - 1) / alignment * alignment;
  if (next > end)
    problem("no addresses are left");
  Allocation &made = allocations[address];
  made.begin = address;
  made.bytes = bytes;
  made.device = device;
  made.data.assign(bytes, char(0xff));
  made.isWritten.assign(bytes, 0);
  made.uses.resize(bytes / 4 + 1);
  return address;
}

bool Memory::isAllocation(uint64_t address) const {
  auto found = allocations.find(address);
  return found != allocations.end() && found->second.isLive;
}

Memory::Allocation &Memory::find(uint64_t address, size_t bytes, NameOf by) {
  if (!last || address < last->begin || address >= last->begin + last->bytes) {
    auto behind = allocations.upper_bound(address);
    if (behind == allocations.begin())
      problem("an address that is no GPU's: " + by());
    last = &std::prev(behind)->second;
  }
  if (!last->isLive)
    problem("memory that has been freed: " + by());
  if (address + bytes > last->begin + last->bytes)
    problem("out of bounds of an allocation of " + std::to_string(last->bytes) +
            " bytes: " + by());
  return *last;
}

void Memory::checkOrder(Use &use, bool writes, NameOf by) {
  auto isOrdered = [&](uint16_t stream, uint32_t time) {
    return !time || stream == running->stream ||
           timeIn(running->clock, stream) >= time;
  };
  bool isAfterWrite = isOrdered(use.writer, use.writeTime);
  if (isAfterWrite && (!writes || isOrdered(use.reader, use.readTime)))
    return;
  const std::string &other = isAfterWrite ? names[{use.reader, use.readTime}]
                                          : names[{use.writer, use.writeTime}];
  problem("a race between streams: " + other + " and " + by() +
          " use the same memory, and no event orders them");
}

void Memory::checkKernel(Use &use, bool writes, const Accessor &who) {
  if (use.work == workNumber && (writes || use.isWrite)) {
    bool isSame = use.block == who.block && use.thread == who.thread;
    bool isOrdered = use.block == who.block && use.epoch != who.epoch;
    if (!isSame && !isOrdered)
      problem("a race in " + running->what +
              ": threads that no barrier orders use the same memory: " +
              who.instruction);
  }
  // A write stays until the next one: it conflicts with more.
  if (use.work == workNumber && use.isWrite && !writes &&
      use.block == who.block && use.epoch == who.epoch)
    return;
  use.work = workNumber;
  use.block = who.block;
  use.thread = who.thread;
  use.epoch = who.epoch;
  use.isWrite = writes;
}

char *Memory::access(uint64_t address, unsigned bytes, bool writes,
                     const Accessor &who) {
  const std::function<std::string()> name = [&] {
    return std::string(who.instruction) + " in " + running->what;
  };
  if (!last || !last->isLive || address < last->begin ||
      address + bytes > last->begin + last->bytes)
    find(address, bytes, name);
  Allocation &at = *last;
  if (at.device != running->device)
    problem("memory of another GPU: " + name());
  size_t offset = address - at.begin;
  for (size_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    Use &use = at.uses[word];
    // Most words have been used by this stream last.
    if ((use.writeTime && use.writer != running->stream) ||
        (writes && use.readTime && use.reader != running->stream))
      checkOrder(use, writes, name);
    if (bytes >= 4)
      checkKernel(use, writes, who);
    (writes ? use.writeTime : use.readTime) = running->time();
    (writes ? use.writer : use.reader) = uint16_t(running->stream);
  }
  if (writes)
    memset(&at.isWritten[offset], 1, bytes);
  else if (memchr(&at.isWritten[offset], 0, bytes))
    problem("memory that nothing was written to: " + name());
  return &at.data[offset];
}

char *Memory::accessBlock(uint64_t address, size_t bytes, bool writes) {
  const std::function<std::string()> name = [&] { return running->what; };
  Allocation &at = find(address, bytes, name);
  size_t offset = address - at.begin;
  for (size_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    Use &use = at.uses[word];
    checkOrder(use, writes, name);
    (writes ? use.writeTime : use.readTime) = running->time();
    (writes ? use.writer : use.reader) = uint16_t(running->stream);
  }
  return &at.data[offset];
}

void Memory::read(uint64_t from, void *to, size_t bytes) {
  memcpy(to, accessBlock(from, bytes, /*writes=*/false), bytes);
  if (memchr(&last->isWritten[from - last->begin], 0, bytes))
    problem("memory that nothing was written to: " + running->what);
}

void Memory::write(uint64_t to, const void *from, size_t bytes) {
  memcpy(accessBlock(to, bytes, /*writes=*/true), from, bytes);
  memset(&last->isWritten[to - last->begin], 1, bytes);
}

void Memory::copy(uint64_t to, uint64_t from, size_t bytes) {
  const char *source = accessBlock(from, bytes, /*writes=*/false);
  const uint8_t *isWritten = &last->isWritten[from - last->begin];
  memmove(accessBlock(to, bytes, /*writes=*/true), source, bytes);
  memmove(&last->isWritten[to - last->begin], isWritten, bytes);
}

void Memory::free(uint64_t address, const Work &work) {
  begin(work);
  if (!isAllocation(address))
    problem("a free of what is no allocation");
  Allocation &at = allocations[address];
  if (at.bytes)
    accessBlock(address, at.bytes, /*writes=*/true);
  freeByHost(address);
}

void Memory::freeByHost(uint64_t address) {
  if (!isAllocation(address))
    problem("a free of what is no allocation");
  Allocation &at = allocations[address];
  at.isLive = false;
  at.data = {};
  at.isWritten = {};
  at.uses = {};
}

size_t Memory::liveCount(int device) const {
  return size_t(std::count_if(
      allocations.begin(), allocations.end(), [&](const auto &entry) {
        return entry.second.isLive && entry.second.device == device;
      }));
}

size_t Memory::liveBytes(int device) const {
  size_t bytes = 0;
  for (const auto &[address, at] : allocations)
    if (at.isLive && at.device == device)
      bytes += at.bytes;
  return bytes;
}
