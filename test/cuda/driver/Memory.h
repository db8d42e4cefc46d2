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

#include "Interpreter.h"

#include <cstddef>
#include <functional>

namespace simulated {

/// For each stream the number of its last operation that comes before.
using Clock = std::vector<uint32_t>;
void join(Clock &clock, const Clock &other);
inline uint32_t timeIn(const Clock &clock, unsigned stream) {
  return stream < clock.size() ? clock[stream] : 0;
}

/// Something on a stream, as memory sees it.
struct Work {
  std::string what; ///< "kernel k3", "copy to GPU 0"
  unsigned stream = 0;
  int device = 0;
  Clock clock; ///< of what comes before, itself included
  uint32_t time() const { return timeIn(clock, stream); }
};

class Memory : public GlobalMemory {
public:
  Memory();

  uint64_t allocate(size_t bytes, int device);
  /// Whether an allocation begins there.
  bool isAllocation(uint64_t address) const;
  /// As a write of all of it: nobody may still use it.
  void free(uint64_t address, const Work &work);
  void freeByHost(uint64_t address);
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
  /// The last accesses to 4 bytes.
  struct Use {
    uint32_t writeTime = 0, readTime = 0;
    uint16_t writer = 0, reader = 0; // streams
    // In a kernel: its number, and who of it.
    uint32_t work = 0, block = 0, thread = 0, epoch = 0;
    bool isWrite = false;
  };
  struct Allocation {
    uint64_t begin = 0;
    size_t bytes = 0;
    int device = 0;
    bool isLive = true;
    std::vector<char> data;
    std::vector<uint8_t> isWritten; // each byte
    std::vector<Use> uses;
  };

  /// Names who accesses; called where something is wrong.
  using NameOf = const std::function<std::string()> &;
  Allocation &find(uint64_t address, size_t bytes, NameOf by);
  void checkOrder(Use &use, bool writes, NameOf by);
  void checkKernel(Use &use, bool writes, const Accessor &who);
  /// Checks and notes the access of a copy.
  char *accessBlock(uint64_t address, size_t bytes, bool writes);

  uint64_t next = 0, end = 0;
  std::map<uint64_t, Allocation> allocations;
  Allocation *last = nullptr;
  const Work *running = nullptr;
  uint32_t workNumber = 0;
  std::map<std::pair<unsigned, uint32_t>, std::string> names; // of work
};

} // namespace simulated

#endif // TINE_TEST_CUDA_MEMORY_H
