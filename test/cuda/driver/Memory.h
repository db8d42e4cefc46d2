//===- Memory.h - Memory of simulated GPUs ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of GPUs are pages that the host cannot touch; the elements lie
// elsewhere. No address is given twice. Each word knows who used it last: an
// access that is not ordered behind another one, where one of them writes, is a
// race, in whatever order the simulator ran them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_MEMORY_H
#define TINE_TEST_CUDA_MEMORY_H

#include "Shadow.h"

#include <cstddef>
#include <functional>

namespace simulated {

class Memory : public GlobalMemory {
public:
  Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() override;

  uint64_t allocate(size_t bytes, int device);
  /// The current work is where the stream makes the allocation: nobody may use
  /// it who does not come behind.
  void beginLife(uint64_t address);
  /// Whether an allocation begins there.
  bool isAllocation(uint64_t address) const;
  /// As a write of all of it: nobody may still use it.
  void free(uint64_t address, const Work &work);
  void freeByHost(uint64_t address);
  /// Kernels reach this memory of the host by its own address. Nobody looks for
  /// races there: they would be with the host.
  void map(uint64_t address, size_t bytes) { mapped[address] = bytes; }
  void unmap(uint64_t address) { mapped.erase(address); }
  size_t liveCount(int device) const;
  size_t liveBytes(int device) const;

  /// The work whose accesses follow.
  void begin(const Work &work);
  char *access(uint64_t address, unsigned bytes, bool writes,
               const Accessor &who) override;
  /// Blocks of memory, by a copy.
  void read(uint64_t from, void *to, size_t bytes);
  void write(uint64_t to, const void *from, size_t bytes);
  void copy(uint64_t to, uint64_t from, size_t bytes);
  [[noreturn]] void problem(const std::string &text) override;

private:
  struct Allocation {
    uint64_t begin = 0;
    size_t bytes = 0;
    int device = 0;
    bool isLive = true;
    std::vector<char> data;
    std::vector<uint8_t> isWritten; // each byte
    Shadow shadow{0};
  };

  /// Who accesses: an instruction of the current work, or the work itself.
  std::string nameOf(const char *instruction) const;
  Allocation &find(uint64_t address, size_t bytes, const char *instruction);
  void checkOrder(const Touch &touch, bool writes, const char *instruction) {
    if (uint32_t other = history.findUnordered(touch, writes))
      reportRace(other, instruction);
  }
  /// Whether the bytes are in mapped memory of the host.
  bool isMapped(uint64_t address, size_t bytes) const;
  [[noreturn]] void reportRace(uint32_t other, const char *instruction);
  /// Checks and notes the access of a copy.
  char *accessBlock(uint64_t address, size_t bytes, bool writes);

  uint64_t next = 0, end = 0;
  std::map<uint64_t, Allocation> allocations;
  std::map<uint64_t, size_t> mapped; // bytes of memory of the host
  Allocation *last = nullptr;
  const Work *running = nullptr;
  History history;
};

} // namespace simulated

#endif // TINE_TEST_CUDA_MEMORY_H
