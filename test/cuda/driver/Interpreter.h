//===- Interpreter.h - Runs kernels -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block at a time. All its threads that stand at the smallest place in the
// code take a step together, so that branches join again by themselves; a
// register is an array over the threads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_INTERPRETER_H
#define TINE_TEST_CUDA_INTERPRETER_H

#include "Ptx.h"

namespace simulated {

/// Who accesses memory: threads of one block between the same two barriers are
/// not ordered unless they are one; those of different blocks never are.
struct Accessor {
  unsigned block, thread, epoch;
  const char *instruction;
};

/// What is not the kernel's own memory.
class GlobalMemory {
public:
  virtual ~GlobalMemory() = default;
  /// Where the simulator finds what is at an address of a GPU.
  virtual char *access(uint64_t address, unsigned bytes, bool writes,
                       const Accessor &who) = 0;
  /// Reports what is wrong with a kernel, and does not return.
  [[noreturn]] virtual void problem(const std::string &text) = 0;
};

struct Grid {
  unsigned blocks[3], threads[3];
};

class Block {
public:
  Block(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
        const void *parameters, GlobalMemory &memory);

  /// Runs the block of this number to its end.
  void run(unsigned number);

  // For instructions.
  uint64_t read(const Operand &operand, unsigned thread) const {
    switch (operand.kind) {
    case Operand::Register: {
      uint64_t value = registers[size_t(operand.reg) * count + thread];
      return operand.negated ? !value : value;
    }
    case Operand::Constant:
      return operand.value;
    case Operand::Thread:
      return special(operand, thread);
    default:
      return 0;
    }
  }
  void write(const Operand &operand, unsigned thread, uint64_t value) {
    if (operand.kind == Operand::Register)
      registers[size_t(operand.reg) * count + thread] = value;
  }
  char *at(const Instruction &instruction, const Operand &address,
           unsigned thread, unsigned bytes, bool writes);
  /// The threads that take the step.
  const std::vector<unsigned> &stepping() const { return active; }
  void jump(unsigned thread, int target) { places[thread] = target; }
  void end(unsigned thread) { places[thread] = ended; }
  void stopAtBarrier(unsigned thread) {
    places[thread] = atBarrier - places[thread];
  }
  [[noreturn]] void problem(const std::string &what,
                            const Instruction &instruction) {
    memory.problem(what + ": " + instruction.text + " in " + kernel.name);
  }

private:
  /// Places of threads that do not step; behind a barrier, the next place is
  /// atBarrier minus this.
  static constexpr int ended = -1, atBarrier = -2;

  uint64_t special(const Operand &operand, unsigned thread) const;
  char *sharedAt(const Instruction &instruction, uint64_t address,
                 unsigned thread, unsigned bytes, bool writes);
  bool passBarrier();
  void checkBarriers();

  /// Who used bytes of shared memory last.
  struct Use {
    int writer = -1, reader = -1;
    unsigned written = ~0u, read = ~0u; // when
    bool isReadByMany = false;
  };

  const Kernel &kernel;
  const Grid &grid;
  GlobalMemory &memory;
  const char *parameters;
  unsigned count; // of threads
  unsigned number = 0, blockAt[3] = {}, epoch = 0;
  std::vector<uint64_t> registers;
  std::vector<int> places;
  std::vector<unsigned> active;
  std::vector<char> shared, local;
  // Of each 4 bytes of shared memory; of each byte where parts of 4 are used.
  std::vector<Use> uses;
  unsigned grain = 4;
};

/// Runs all blocks of a grid.
void run(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
         const void *parameters, GlobalMemory &memory);

} // namespace simulated

#endif // TINE_TEST_CUDA_INTERPRETER_H
