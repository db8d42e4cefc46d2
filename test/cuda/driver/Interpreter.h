//===- Interpreter.h - Runs kernels -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block at a time. All its threads that stand at the smallest place in the
// code take steps together until they come to where others stand, so that
// branches join again by themselves; a register is an array over the threads.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_INTERPRETER_H
#define TINE_TEST_CUDA_INTERPRETER_H

#include "KernelOrder.h"
#include "Ptx.h"

#include <deque>

namespace simulated {

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

/// An operand's values: of each thread, or one of all.
struct Source {
  const uint64_t *bits;
  size_t step;   ///< 0: one of all
  uint64_t flip; ///< 1 for a negated predicate

  uint64_t operator[](unsigned thread) const {
    return bits[thread * step] ^ flip;
  }
};

/// Where generic addresses of shared and of local memory begin.
constexpr uint64_t sharedWindow = uint64_t(1) << 56,
                   localWindow = uint64_t(2) << 56,
                   windowBytes = uint64_t(1) << 32;

class Block {
public:
  Block(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
        const void *parameters, GlobalMemory &memory);

  /// Runs the block of this number to its end.
  void run(unsigned number);
  /// Instructions that its threads have run.
  uint64_t stepCount() const { return steps; }

  // For instructions.
  Source source(const Operand &operand) const;
  uint64_t *result(const Operand &operand) {
    return operand.kind == Operand::Register
               ? &registers[size_t(operand.reg) * count]
               : unused.data();
  }
  /// The threads that take the step, in order; whether they are all.
  const std::vector<unsigned> &stepping() const { return *active; }
  bool isWhole() const { return active == &all; }
  unsigned threads() const { return count; }
  /// A number for each thread, for what needs operands of others.
  std::vector<uint64_t> &scratch(unsigned which) { return scratches[which]; }

  enum class Use : uint8_t { Read, Write, Atomic };
  /// Where the simulator finds what is at an operand's address.
  char *at(const Instruction &instruction, const Operand &address,
           unsigned thread, unsigned bytes, Use use);
  char *sharedAt(const Instruction &instruction, uint64_t address,
                 unsigned thread, unsigned bytes, Use use);
  uint64_t addressOf(const Operand &operand, unsigned thread) const {
    return operand.value +
           (operand.reg < 0 ? 0
                            : registers[size_t(operand.reg) * count + thread]);
  }
  uint32_t membersOf(const Instruction &instruction, unsigned thread) const {
    return instruction.members < 0
               ? ~0u
               : uint32_t(source(instruction.operands[size_t(
                     instruction.members)])[thread]);
  }
  /// The lanes of a warp that take the step.
  uint32_t steppingLanes(unsigned warp) const;
  BlockOrder &threadOrder() { return order; }
  uint32_t liveLanes(unsigned warp) const;

  // Asynchronous copies to shared memory; groups of them are in order.
  void copyLater(const Instruction &instruction, unsigned thread,
                 uint64_t shared, uint64_t global, unsigned bytes,
                 unsigned given);
  void closeCopies(unsigned thread);
  /// Makes all copies but those of the last groups.
  void finishCopies(const Instruction &instruction, unsigned thread,
                    unsigned groupsLeft);

  [[noreturn]] void problem(const std::string &what,
                            const Instruction &instruction) {
    memory.problem(what + ": " + instruction.text + " in " + kernel.name);
  }

private:
  enum class State : uint8_t { Runs, AtBarrier, AtWarpWide, Ended };

  /// The accesses to some bytes of shared memory.
  struct Touch {
    Accesses writes, reads;
    bool isAtomic = false;   ///< the writes
    bool isInFlight = false; ///< a copy has been started, and not waited for
  };
  struct Copy {
    uint64_t shared, global;
    unsigned bytes, given;
  };

  void beginBlock(unsigned blockNumber);
  /// Finds the threads that run next; false when none can.
  bool gather();
  void runTogether();
  void stepSome(const Instruction &instruction);
  void moveOn(const Instruction &instruction,
              const std::vector<unsigned> &moving);
  void arrive(const Instruction &instruction,
              const std::vector<unsigned> &arriving);
  void checkMembers(const Instruction &instruction);
  bool passBarriers();
  bool passBarrier(uint64_t name);
  void checkWholeWarps(const std::vector<unsigned> &waiting);
  const Instruction &codeOf(unsigned thread) const {
    return kernel.code[size_t(places[thread])];
  }
  std::vector<Touch>::iterator sharedTouches(uint64_t address, unsigned bytes);

  const Kernel &kernel;
  const Grid &grid;
  GlobalMemory &memory;
  const char *parameters;
  unsigned count; // of threads
  unsigned number = 0;
  uint64_t steps = 0;
  uint32_t serial = 0; // of the block's run, from 1 on
  std::vector<uint64_t> registers, unused, scratches[4];
  // What Special operands are, for each thread or for all.
  std::vector<uint64_t> perThread[10];
  uint64_t perBlock[10] = {};

  std::vector<int> places;
  std::vector<State> states;
  std::vector<unsigned> all, some, group; // threads
  const std::vector<unsigned> *active = &all;
  int place = 0, nextPlace = 0; // of those active, of others

  BlockOrder order;
  std::vector<char> shared, local;
  // Of each 4 bytes of shared memory; of each byte where parts of 4 are used.
  std::vector<Touch> touches;
  unsigned grain = 4;
  std::vector<std::deque<std::vector<Copy>>> copies; // of threads; last open
};

/// Runs all blocks of a grid; the instructions that all threads ran.
uint64_t run(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
             const void *parameters, GlobalMemory &memory);

} // namespace simulated

#endif // TINE_TEST_CUDA_INTERPRETER_H
