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

Memory::Memory() {
  void *pages = mmap(nullptr, reserved, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    problem("no addresses are left");
  next = reinterpret_cast<uint64_t>(pages);
  end = next + reserved;
}

Memory::~Memory() {
  munmap(reinterpret_cast<void *>(end - reserved), reserved);
}

void Memory::problem(const std::string &text) {
  fflush(stdout);
  fprintf(stderr, "simulated driver: %s\n", text.c_str());
  _exit(problemStatus);
}

void Memory::begin(const Work &work) {
  running = &work;
  history.begin(work);
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
  made.shadow = Shadow(bytes);
  return address;
}

void Memory::beginLife(uint64_t address) {
  accessBlock(address, allocations[address].bytes, /*writes=*/true);
}

bool Memory::isAllocation(uint64_t address) const {
  auto found = allocations.find(address);
  return found != allocations.end() && found->second.isLive;
}

std::string Memory::nameOf(const char *instruction) const {
  return instruction ? std::string(instruction) + " in " + running->what
                     : running->what;
}

Memory::Allocation &Memory::find(uint64_t address, size_t bytes,
                                 const char *instruction) {
  if (!last || address < last->begin || address >= last->begin + last->bytes) {
    auto behind = allocations.upper_bound(address);
    if (behind == allocations.begin())
      problem("an address that is no GPU's: " + nameOf(instruction));
    last = &std::prev(behind)->second;
  }
  if (!last->isLive)
    problem("memory that has been freed: " + nameOf(instruction));
  if (address + bytes > last->begin + last->bytes)
    problem("out of bounds of an allocation of " + std::to_string(last->bytes) +
            " bytes: " + nameOf(instruction));
  return *last;
}

static bool isAllSet(const uint8_t *bytes, size_t count) {
  if (count == 4) {
    uint32_t word;
    memcpy(&word, bytes, 4);
    return word == 0x01010101;
  }
  return !memchr(bytes, 0, count);
}

void Memory::reportRace(uint32_t other, const char *instruction) {
  problem("a race between streams: " + history.nameOf(other) + " and " +
          nameOf(instruction) +
          " use the same memory, and no event orders them");
}

bool Memory::isMapped(uint64_t address, size_t bytes) const {
  auto behind = mapped.upper_bound(address);
  if (behind == mapped.begin())
    return false;
  auto [begin, size] = *std::prev(behind);
  return address + bytes <= begin + size;
}

char *Memory::access(uint64_t address, unsigned bytes, bool writes,
                     const Accessor &who) {
  if (!last || !last->isLive || address < last->begin ||
      address + bytes > last->begin + last->bytes) {
    if (isMapped(address, bytes))
      return reinterpret_cast<char *>(address);
    find(address, bytes, who.instruction);
  }
  Allocation &at = *last;
  if (at.device != running->device)
    problem("memory of another GPU: " + nameOf(who.instruction));
  size_t offset = address - at.begin;
  for (Touch &touch : at.shadow.at(offset, bytes)) {
    checkOrder(touch, writes, who.instruction);
    if (history.racesInKernel(touch, writes, who))
      problem("a race in " + running->what +
              ": threads that no barrier orders use the same memory: " +
              who.instruction);
    history.note(touch, writes, &who);
  }
  // An atomic operation reads, too.
  if ((!writes || who.isAtomic) && !isAllSet(&at.isWritten[offset], bytes))
    problem("memory that nothing was written to: " + nameOf(who.instruction));
  if (writes)
    memset(&at.isWritten[offset], 1, bytes);
  return &at.data[offset];
}

char *Memory::accessBlock(uint64_t address, size_t bytes, bool writes) {
  Allocation &at = find(address, bytes, nullptr);
  size_t offset = address - at.begin;
  for (Touch &touch : at.shadow.at(offset, bytes)) {
    checkOrder(touch, writes, nullptr);
    history.note(touch, writes, nullptr);
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
  at.shadow = Shadow(0);
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
